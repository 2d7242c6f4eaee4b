from typing import Final

import numpy as np
from numpy.typing import NDArray

WIN: Final[int]

def seat_values(heads: NDArray[np.int32], lost: NDArray[np.bool_]) -> NDArray[np.int64]: ...
def add_up(
    heads: NDArray[np.int32], lost: NDArray[np.bool_], sits: NDArray[np.int32], players: int
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]: ...
