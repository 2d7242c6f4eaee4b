"""The value of a matrix game, by a linear program written down as in a textbook."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linprog

Payoffs = NDArray[np.float64] | Sequence[Sequence[float]]


def matrix_value(payoffs: Payoffs) -> float:
    """Return what the row player, who maximises, gets when both play optimally.

    Maximise v, subject to: the mixed strategy x gets v or more against every column.
    """
    table = np.asarray(payoffs, dtype=float)
    rows, columns = table.shape
    result: Any = linprog(
        c=[0.0] * rows + [-1.0],
        A_ub=np.hstack([-table.T, np.ones((columns, 1))]),
        b_ub=np.zeros(columns),
        A_eq=[[1.0] * rows + [0.0]],
        b_eq=[1.0],
        bounds=[(0.0, None)] * rows + [(None, None)],
        method="highs",
    )
    if not result.success:
        raise ArithmeticError(result.message)
    return -float(result.fun)
