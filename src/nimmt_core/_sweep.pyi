from collections.abc import Sequence
from typing import final

import numpy as np
from numpy.typing import NDArray

from nimmt_core._others import Others

@final
class Sweep:
    def __init__(self, others: Others, stride: int) -> None: ...

def most_heads(cards: Sequence[int], capacity: int) -> int: ...
def swept_risk(
    rows: Sequence[Sequence[int]], capacity: int, others: Others, own: Sequence[int]
) -> tuple[NDArray[np.float64], list[tuple[int, int]]]: ...
