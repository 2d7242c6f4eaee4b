from collections.abc import Sequence
from typing import final

import numpy as np
from numpy.typing import NDArray

@final
class Security:
    def __init__(
        self,
        rows: Sequence[Sequence[int]],
        hands: Sequence[Sequence[int]],
        pending: Sequence[tuple[int, int]],
        capacity: int,
        professional: bool,
        seat: int,
        relative: bool,
        slots: int,
        budget: int,
    ) -> None: ...
    @property
    def nodes(self) -> int: ...
    def cancel(self) -> None: ...
    def row_bounds(self, row: int) -> tuple[float, float]: ...
    def stage(
        self,
    ) -> tuple[
        NDArray[np.float64],
        NDArray[np.float64],
        NDArray[np.float64],
        NDArray[np.float64],
        float,
        float,
    ]: ...
