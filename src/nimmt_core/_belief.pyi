from collections.abc import Sequence
from typing import final

import numpy as np
from numpy.random import BitGenerator
from numpy.typing import NDArray

from nimmt_core._deals import Dealer
from nimmt_core._network import Network

@final
class Belief:
    def __init__(
        self,
        dealer: Dealer,
        network: Network,
        turns: Sequence[tuple[Sequence[Sequence[int]], Sequence[int], Sequence[int]]],
        seat: int,
        capacity: int,
        professional: bool,
        top_card: int,
        unseen: Sequence[int],
        excluded: Sequence[Sequence[int]],
        tries: int,
        sharpness: float,
    ) -> None: ...
    def deals(
        self, bit_generator: BitGenerator, count: int, path: str | None = None
    ) -> NDArray[np.int8]: ...
