from collections.abc import Sequence
from typing import final

import numpy as np
from numpy.random import BitGenerator
from numpy.typing import NDArray

from nimmt_core._belief import Belief
from nimmt_core._deals import Dealer
from nimmt_core._network import Network

@final
class GuidedPlayouts:
    def __init__(
        self,
        network: Network,
        rows: Sequence[Sequence[int]],
        capacity: int,
        professional: bool,
        top_card: int,
        dealer: Dealer,
        seat: int,
        candidates: Sequence[int],
        pending: Sequence[tuple[int, int]],
        before: Sequence[int],
        seen: Sequence[int],
        objective: int,
        belief: Belief | None = None,
    ) -> None: ...
    def run(
        self,
        bit_generator: BitGenerator,
        deals: int,
        active: Sequence[int] | None = None,
        path: str | None = None,
    ) -> tuple[
        NDArray[np.int64],
        NDArray[np.int64],
        NDArray[np.int64],
        NDArray[np.int64],
        NDArray[np.int64],
    ]: ...
