"""How far a sample may be from what it is a sample of.

All seeds are fixed, so a test passes always or never; the limits are such that a right
implementation fails hardly ever when a seed or the order of its draws is changed.
"""

from collections.abc import Sequence
from math import sqrt

# Standard errors that a mean may be off.
SIGMAS = 4.5


def chi_square(counts: Sequence[int], chances: Sequence[float]) -> float:
    """Return Pearson's statistic of counts of outcomes with these chances."""
    total = sum(counts)
    return sum(
        (count - total * chance) ** 2 / (total * chance)
        for count, chance in zip(counts, chances, strict=True)
    )


def chi_square_limit(cells: int) -> float:
    """Return what the statistic exceeds as rarely as a mean is off by so many standard errors.

    By Wilson and Hilferty's approximation.
    """
    freedom = cells - 1
    spread = 2 / (9 * freedom)
    return float(freedom * (1 - spread + SIGMAS * sqrt(spread)) ** 3)


def is_near(mean: float, exact: float, std_error: float) -> bool:
    """Tell whether a mean is as near to the exact value as it must be."""
    return abs(mean - exact) <= SIGMAS * std_error + 1e-9
