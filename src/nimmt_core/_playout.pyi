from collections.abc import Sequence
from typing import Final, final

import numpy as np
from numpy.random import BitGenerator
from numpy.typing import NDArray

from nimmt_core._deals import Dealer

HEADS_BINS: Final[int]
OBJECTIVES: Final[tuple[str, ...]]

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
    ) -> None: ...
    def run(
        self, bit_generator: BitGenerator, deals: int
    ) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]: ...

def random_rounds(
    bit_generator: BitGenerator,
    rounds: int,
    players: int,
    hand_size: int,
    rows: int,
    capacity: int,
    top_card: int,
    professional: bool,
    lowest_end: bool = False,
) -> NDArray[np.int64]: ...
