import numpy as np
from numpy.typing import NDArray

def undominated(payoffs: NDArray[np.float64]) -> tuple[list[int], list[int]]: ...
def solve(
    payoffs: NDArray[np.float64],
) -> tuple[float, NDArray[np.float64], NDArray[np.float64], bool]: ...
