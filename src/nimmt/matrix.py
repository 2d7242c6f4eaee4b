"""Zero-sum matrix games: one simultaneous choice of two players whose interests are opposite."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from nimmt.errors import MatrixError
from nimmt.version import __version__
from nimmt_core import _matrix

__all__ = ["MatrixMethod", "MatrixSolution", "solve_matrix"]


class MatrixMethod(StrEnum):
    """How a matrix game was solved."""

    SADDLE_POINT = "saddle point"
    """An entry is least in its row and greatest in its column; the solution is exact."""
    LINEAR_PROGRAM = "linear program"
    """There is none, and both players mix."""


@dataclass(frozen=True, eq=False)
class MatrixSolution:
    """The value of a matrix game, and an optimal strategy of each player.

    Attributes
    ----------
    payoffs : ndarray of float64, shape (rows, columns)
        What the row player gets, and the column player pays.
    value : float
        What the row player gets on average when both play optimally.
    row_strategy, column_strategy : ndarray of float64
        The probability of each row and of each column.
    lower, upper : float
        The certificate: with ``row_strategy`` the row player gets ``lower`` or more, whatever the
        column; with ``column_strategy`` the column player pays ``upper`` or less, whatever the row.
        The true value lies between; both bounds allow for rounding.
    method : MatrixMethod
        How it was solved.
    version : str
        The library's version.
    """

    payoffs: NDArray[np.float64]
    value: float
    row_strategy: NDArray[np.float64]
    column_strategy: NDArray[np.float64]
    lower: float
    upper: float
    method: MatrixMethod
    version: str

    def to_dict(self) -> dict[str, Any]:
        """Return the whole answer, for JSON."""
        return {
            "value": self.value,
            "row_strategy": self.row_strategy.tolist(),
            "column_strategy": self.column_strategy.tolist(),
            "lower": self.lower,
            "upper": self.upper,
            "method": str(self.method),
            "payoffs": self.payoffs.tolist(),
            "version": self.version,
        }

    def __str__(self) -> str:
        from nimmt.display.exact import matrix_text

        return matrix_text(self)


def solve_matrix(payoffs: ArrayLike) -> MatrixSolution:
    """Solve a zero-sum matrix game.

    A saddle point settles it if there is one.  Otherwise rows and columns that another dominates,
    weakly too, are struck again and again, and the rest is solved as a linear program.

    Parameters
    ----------
    payoffs : array_like, shape (rows, columns)
        What the row player gets, and the column player pays, for each pair of choices.

    Returns
    -------
    MatrixSolution

    Raises
    ------
    MatrixError
        If the payoffs are not a table of finite numbers, with a finite spread.

    Notes
    -----
    By the minimax theorem (von Neumann 1928) both players can guarantee the same value, mixing
    their choices.  The linear program is Dantzig's (1951), solved by the simplex method; after a
    number of pivots Bland's rule (1977) takes over, with which it cannot cycle.  Striking weakly
    dominated choices keeps the value; the strategies use none of what was struck.  Where there are
    several optimal strategies, one is returned.

    References
    ----------
    R. G. Bland: New finite pivoting rules for the simplex method. *Mathematics of Operations
    Research* 2(2), 1977, 103-107.

    G. B. Dantzig: A proof of the equivalence of the programming problem and the game problem. In
    *Activity Analysis of Production and Allocation*, 1951, 330-335.

    J. von Neumann: Zur Theorie der Gesellschaftsspiele. *Mathematische Annalen* 100, 1928, 295-320.

    Examples
    --------
    >>> solution = solve_matrix([[3, -1], [-2, 1]])
    >>> round(solution.value, 9), solution.row_strategy.round(9).tolist()
    (0.142857143, [0.428571429, 0.571428571])
    >>> print(solve_matrix([[4, 2, 3], [1, 0, 5]]).method)
    saddle point
    """
    checked = _checked(payoffs)
    value, row_strategy, column_strategy, is_saddle = _matrix.solve(checked)
    if is_saddle:
        lower = upper = value
    else:
        # Standard bound on the rounding of sums of that many terms, rounded outward.
        slack = float((sum(checked.shape) + 4) * np.finfo(float).eps * np.abs(checked).max())
        lower = float((row_strategy @ checked).min()) - slack
        upper = float((checked @ column_strategy).max()) + slack
        value = min(max(value, lower), upper)
    for array in (checked, row_strategy, column_strategy):
        array.setflags(write=False)
    return MatrixSolution(
        payoffs=checked,
        value=value,
        row_strategy=row_strategy,
        column_strategy=column_strategy,
        lower=lower,
        upper=upper,
        method=MatrixMethod.SADDLE_POINT if is_saddle else MatrixMethod.LINEAR_PROGRAM,
        version=__version__,
    )


def _checked(payoffs: ArrayLike) -> NDArray[np.float64]:
    """Return the payoffs as an array of their own."""
    try:
        table = np.array(payoffs, dtype=np.float64, order="C")
    except (TypeError, ValueError, OverflowError):
        raise MatrixError(f"payoffs {payoffs!r} are not a table of numbers") from None
    if table.ndim != 2 or table.size == 0:
        raise MatrixError(
            f"payoffs of shape {table.shape} are no table: rows and columns, at least one of each, "
            "were expected"
        )
    faulty = table[~np.isfinite(table)]
    if faulty.size:
        raise MatrixError(f"payoff {faulty[0]} is not a finite number")
    if table.max() / 2 - table.min() / 2 > np.finfo(float).max / 4:
        raise MatrixError(
            f"payoffs from {table.min()} to {table.max()} are too far apart to compute with"
        )
    return table
