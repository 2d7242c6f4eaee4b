from collections.abc import Sequence
from typing import Final, final

import numpy as np
from numpy.random import BitGenerator
from numpy.typing import NDArray

PLAN_BUDGET: Final[int]

class DealError(ValueError): ...

@final
class Dealer:
    @property
    def players(self) -> int: ...
    @property
    def hand_size(self) -> int: ...
    def __init__(
        self,
        known: Sequence[Sequence[int]],
        pool: Sequence[int],
        hand_size: int,
        excluded: Sequence[Sequence[int]],
        plan_budget: int = ...,
    ) -> None: ...
    def deals(self, bit_generator: BitGenerator, count: int) -> NDArray[np.int8]: ...
