from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.random import BitGenerator
from numpy.typing import NDArray

GROUP: Final[int]
PATHS: Final[tuple[str, ...]]

def shuffles(
    bit_generator: BitGenerator, groups: int, count: int, first: int, path: str | None = None
) -> NDArray[np.uint16]: ...
def place_turns(
    tables: Sequence[Sequence[Sequence[int]]],
    plays: Sequence[Sequence[int]],
    capacity: int,
    professional: bool,
    lowest_end: bool = False,
    path: str | None = None,
) -> list[tuple[list[tuple[int | None, int, int, int]], list[int]]]: ...
