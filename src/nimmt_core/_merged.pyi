from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from nimmt_core._others import Others

def merged_risk(
    rows: Sequence[Sequence[int]],
    capacity: int,
    professional: bool,
    others: Others,
    own: Sequence[int],
    budget: int,
) -> tuple[NDArray[np.float64], list[tuple[int, int]]] | None: ...
