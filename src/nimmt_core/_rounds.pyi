from collections.abc import Sequence

import numpy as np
from numpy.random import BitGenerator
from numpy.typing import NDArray

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
    policies: Sequence[str] | None = None,
    path: str | None = None,
) -> NDArray[np.int64]: ...
