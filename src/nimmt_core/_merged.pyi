from collections.abc import Sequence
from typing import Self, final

import numpy as np
from numpy.typing import NDArray

from nimmt_core._others import Others

@final
class Turn:
    def __new__(cls, others: Others, budget: int) -> Self: ...

def merged_risk(
    rows: Sequence[Sequence[int]],
    capacity: int,
    professional: bool,
    others: Others,
    own: Sequence[int],
    budget: int,
) -> tuple[NDArray[np.float64], list[tuple[int, int]]] | None: ...
