from collections.abc import Sequence
from typing import Final, final

import numpy as np
from numpy.random import BitGenerator
from numpy.typing import NDArray

from nimmt_core._deals import Dealer

HEADS_BINS: Final[int]

@final
class Playouts:
    def __init__(
        self,
        rows: Sequence[Sequence[int]],
        capacity: int,
        professional: bool,
        dealer: Dealer,
        seat: int,
        candidates: Sequence[int],
        pending: Sequence[tuple[int, int]],
        before: Sequence[int],
        objective: int,
        policies: Sequence[str] | None = None,
    ) -> None: ...
    def run(
        self, bit_generator: BitGenerator, deals: int, path: str | None = None
    ) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]: ...
