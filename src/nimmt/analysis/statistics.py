"""From integer tallies to means, standard errors and comparisons."""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["Estimate", "Tally", "quantile", "separation"]

Counts = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean over sampled deals.

    Attributes
    ----------
    mean : float
        The estimate.
    std_error : float
        Its standard error.
    """

    mean: float
    std_error: float

    def __str__(self) -> str:
        return f"{self.mean:.2f} ± {self.std_error:.2f}"


@dataclass(frozen=True)
class Tally:
    """What blocks of playouts add up to, for every candidate; all integers.

    Attributes
    ----------
    deals : int
        Deals sampled.
    turn, rest : ndarray of int64, shape (candidates, bins)
        How often each number of bull heads was taken this turn, and to the end of the round.
    values : ndarray of int64, shape (candidates,)
        Sums of the objective.
    products : ndarray of int64, shape (candidates, candidates)
        Sums of products of the objective on the same deal; upper triangle.
    """

    deals: int
    turn: Counts
    rest: Counts
    values: Counts
    products: Counts

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            self.deals + other.deals,
            self.turn + other.turn,
            self.rest + other.rest,
            self.values + other.values,
            self.products + other.products,
        )

    def value(self, index: int, scale: int) -> Estimate:
        """Mean of a candidate's objective, an integer multiple of 1 / scale."""
        total = int(self.values[index])
        return self._estimate(total, int(self.products[index, index]), scale)

    def difference(self, index: int, other: int, scale: int) -> Estimate:
        """Mean of the difference of two candidates on the same deals."""
        total = int(self.values[index] - self.values[other])
        squares = int(
            self.products[index, index]
            + self.products[other, other]
            - 2 * self.products[min(index, other), max(index, other)]
        )
        return self._estimate(total, squares, scale)

    def heads(self, counts: Counts) -> Estimate:
        """Mean of bull heads, from how often each number was taken."""
        heads = np.arange(len(counts))
        return self._estimate(int(counts @ heads), int(counts @ heads**2), 1)

    def worst_std_error(self, scale: int) -> float:
        """Largest standard error of the objective among the candidates."""
        if self.deals < 2:
            return math.inf
        return max(self.value(index, scale).std_error for index in range(len(self.values)))

    def _estimate(self, total: int, squares: int, scale: int) -> Estimate:
        """Mean and standard error, computed in integers up to the last step."""
        spread = self.deals * squares - total * total
        variance = spread / (self.deals * (self.deals - 1))
        return Estimate(
            total / self.deals / scale, math.sqrt(max(variance, 0.0) / self.deals) / scale
        )


def quantile(counts: tuple[int, ...], share: float) -> int:
    """Return the smallest value that at least this share of the sample does not exceed.

    Examples
    --------
    >>> quantile((5, 3, 2), 0.5), quantile((5, 3, 2), 0.9)
    (0, 2)
    """
    needed = share * sum(counts)
    reached = 0
    for value, count in enumerate(counts):
        reached += count
        if reached >= needed and count:
            return value
    return len(counts) - 1


def separation(candidates: int, confidence: float) -> float:
    """Standard errors by which a candidate must be worse to be told apart from the best.

    With Bonferroni's correction: the candidates that are not worse by as much contain the truly
    best one with at least the given confidence.
    """
    if candidates < 2:
        return 0.0
    return NormalDist().inv_cdf(1 - (1 - confidence) / (candidates - 1))


def trimmed(counts: NDArray[Any]) -> tuple[int, ...]:
    """Return counts without the zeros at the end."""
    last = int(np.flatnonzero(counts)[-1])
    return tuple(counts[: last + 1].tolist())
