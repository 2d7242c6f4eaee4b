"""From games to means, paired differences and their intervals.  The deal is the unit.

The games of a deal are not independent: they share the cards.  So a player's values are added up
over the games of each deal first, and what varies is those sums, from deal to deal.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nimmt.arena.deals import Deals
from nimmt.arena.scoring import KERNEL, UNITS, Measure
from nimmt_core import _scores

__all__ = ["Interval", "Moments", "Tally", "sequence_quantile", "student_quantile"]

CONFIDENCE = 0.95
ORDER = {measure: index for index, measure in enumerate(KERNEL)} | {Measure.POINTS: 0}


@dataclass(frozen=True, slots=True)
class Interval:
    """A mean, and a range that contains the true one with 95% confidence.

    Attributes
    ----------
    mean : float
        The mean over the deals.
    low, high : float
        The ends; infinite where there are too few deals to tell.
    """

    mean: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.mean:.3f} ({self.low:.3f} to {self.high:.3f})"

    def to_dict(self) -> dict[str, float | None]:
        """Return the values, for JSON, which knows no infinity."""
        return {
            name: value if math.isfinite(value) else None
            for name, value in (("mean", self.mean), ("low", self.low), ("high", self.high))
        }


@dataclass(frozen=True, slots=True)
class Moments:
    """The mean over deals of a quantity that is independent from deal to deal.

    Attributes
    ----------
    deals : int
        How many.
    mean, std_error : float
        The mean, and its standard error.
    """

    deals: int
    mean: float
    std_error: float

    @classmethod
    def of(cls, deals: int, total: int, squares: int, divisor: int) -> Moments:
        """Reduce sums of integers and of their squares, computed exactly up to the last step."""
        spread = deals * squares - total * total
        variance = spread / (deals * (deals - 1)) if deals > 1 else math.inf
        error = math.sqrt(variance / deals) / divisor
        return cls(deals, total / (deals * divisor), error)

    def interval(self, *, sequential: bool, error: float = 1 - CONFIDENCE) -> Interval:
        """Return the interval of a confidence of 1 - error.

        Parameters
        ----------
        sequential : bool
            Whether the number of deals depended on what was found.
        error : float
            Chance that the interval misses the true mean.
        """
        if self.deals < 2:
            quantile = math.inf
        elif sequential:
            quantile = sequence_quantile(error, self.deals)
        else:
            quantile = student_quantile(1 - error / 2, self.deals - 1)
        half = quantile * self.std_error if math.isfinite(quantile) else math.inf
        return Interval(self.mean, self.mean - half, self.mean + half)


class Tally:
    """Sums over deals, and of the products of every two players' sums; all integers.

    Parameters
    ----------
    seats : ndarray of int64, shape (games * seats, players)
        Who has which seat, as 0 and 1.

    Attributes
    ----------
    deals : int
        Deals by now.
    lost : ndarray of int
        Games that each player lost by failing, a game for each of its seats.
    """

    def __init__(self, seats: NDArray[np.int64]) -> None:
        self.deals = 0
        players = seats.shape[1]
        # Python's integers: they cannot overflow, however many deals there are.
        self.lost: NDArray[Any] = np.zeros(players, dtype=object)
        self._count = seats.sum(axis=0).tolist()
        self._sits = seats.argmax(axis=1).astype(np.int32)
        self._sums: NDArray[Any] = np.zeros((len(KERNEL), players), dtype=object)
        self._products: NDArray[Any] = np.zeros((len(KERNEL), players, players), dtype=object)

    def add(self, deals: Deals) -> None:
        """Add some deals."""
        self.deals += len(deals.costs)
        sums, products, lost = _scores.add_up(deals.costs, deals.lost, self._sits, len(self._count))
        self._sums += sums
        self._products += products
        self.lost += lost

    def moments(self, measure: Measure, player: int) -> Moments:
        """Return the mean of a player."""
        return Moments.of(
            self.deals,
            measure.sign * int(self._sums[ORDER[measure], player]),
            int(self._products[ORDER[measure], player, player]),
            self._count[player] * UNITS[measure],
        )

    def difference(self, measure: Measure, player: int, other: int) -> Moments:
        """Return the mean of a player less that of another, paired by deal."""
        # Each weighted with the other's number of seats, so that all stays integer.
        mine, theirs = self._count[other], self._count[player]
        sums, products = self._sums[ORDER[measure]], self._products[ORDER[measure]]
        return Moments.of(
            self.deals,
            measure.sign * int(mine * sums[player] - theirs * sums[other]),
            int(
                mine * mine * products[player, player]
                + theirs * theirs * products[other, other]
                - 2 * mine * theirs * products[player, other]
            ),
            mine * theirs * UNITS[measure],
        )


EFFECT = 0.2
"""The difference, in standard deviations from deal to deal, that is told soonest."""


def sequence_quantile(error: float, deals: int) -> float:
    """Return by how many standard errors a sequence of intervals reaches out.

    All the intervals, one after each deal, contain the true mean together with a chance of
    1 - error, so one may look after every deal and stop when one likes.  The standard deviation
    need not be known.

    It is the inversion of the mixture t-test: of the likelihood ratio that mixes normal
    alternatives, mean over standard deviation, with a normal weight of standard deviation
    ``EFFECT`` (Robbins 1970; Lai 1976; in this form Wang and Ramdas, arXiv:2310.03722; by Ville's
    inequality, as in Howard and others 2021).  Exact if the deals' values are normal.

    Parameters
    ----------
    error : float
        Chance that any of the intervals misses the true mean.
    deals : int
        Deals by now; 2 or more.

    Examples
    --------
    >>> [round(sequence_quantile(0.05, deals), 2) for deals in (30, 300, 3000)]
    [4.13, 3.06, 3.3]
    """
    ratio = 1 + deals * EFFECT**2
    bound = math.exp(2 / deals * (math.log(ratio) / 2 - math.log(error)))
    if bound >= ratio:
        return math.inf
    return math.sqrt((deals - 1) * (bound - 1) / (1 - bound / ratio))


def student_quantile(level: float, degrees: int) -> float:
    """Return a quantile of Student's t distribution.

    Parameters
    ----------
    level : float
        Above 0.5 and below 1.
    degrees : int
        Degrees of freedom; 1 or more.

    Examples
    --------
    >>> round(student_quantile(0.975, 9), 4)
    2.2622
    """
    normal = NormalDist().inv_cdf(level)
    if degrees > EXACT_DEGREES:
        # The expansion in 1 / degrees of Abramowitz and Stegun, 26.7.5.
        x2 = normal * normal
        return normal * (
            1
            + (x2 + 1) / 4 / degrees
            + ((5 * x2 + 16) * x2 + 3) / 96 / degrees**2
            + (((3 * x2 + 19) * x2 + 17) * x2 - 15) / 384 / degrees**3
        )
    low, high = normal, normal + 1
    while _student_level(high, degrees) < level:
        low, high = high, 2 * high
    while (middle := (low + high) / 2) not in (low, high):
        if _student_level(middle, degrees) < level:
            low = middle
        else:
            high = middle
    return high


EXACT_DEGREES = 100


def _student_level(value: float, degrees: int) -> float:
    """Return the distribution function, by the finite sums of Abramowitz and Stegun, 26.7.3-4."""
    angle = math.atan(value / math.sqrt(degrees))
    cosine2 = math.cos(angle) ** 2
    odd = degrees % 2
    term = math.cos(angle) if odd else 1.0
    total = 0.0
    for index in range(1 + odd, degrees, 2):
        total += term
        term *= cosine2 * index / (index + 1)
    inside = math.sin(angle) * total
    if odd:
        inside = 2 / math.pi * (angle + inside)
    return (1 + inside) / 2
