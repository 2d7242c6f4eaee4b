from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from nimmt_core._tiles import Arranger

def greedy_round(
    players: Sequence[tuple[Arranger, Arranger]],
    racks: NDArray[np.int8],
    pool: NDArray[np.int8],
    starter: int,
    direction: int,
    initial_meld: int,
    wrap: bool,
    turns: NDArray[np.int8] | None = None,
) -> int: ...
