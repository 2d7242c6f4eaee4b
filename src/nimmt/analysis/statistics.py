"""From integer tallies to means, standard errors and comparisons."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field
from statistics import NormalDist
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

__all__ = ["Estimate", "StagedTally", "Tally", "mean_heads", "quantile", "separation", "trimmed"]

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
        return _estimate(self.value_sums(index), scale)

    def difference(self, index: int, other: int, scale: int) -> Estimate:
        """Mean of the difference of two candidates on the same deals."""
        return _estimate(self.difference_sums(index, other), scale)

    def worst_std_error(self, scale: int) -> float:
        """Largest standard error of the objective among the candidates."""
        if self.deals < 2:
            return math.inf
        return max(self.value(index, scale).std_error for index in range(len(self.values)))

    def value_sums(self, index: int) -> Sums:
        """Sums of a candidate's objective."""
        return Sums(self.deals, int(self.values[index]), int(self.products[index, index]))

    def difference_sums(self, index: int, other: int) -> Sums:
        """Sums of the difference of two candidates."""
        return Sums(
            self.deals,
            int(self.values[index] - self.values[other]),
            int(
                self.products[index, index]
                + self.products[other, other]
                - 2 * self.products[min(index, other), max(index, other)]
            ),
        )


@dataclass
class StagedTally:
    """What playouts add up to if some candidates are played on fewer deals than others.

    Attributes
    ----------
    parts : list of (tuple of int, Tally)
        For each part of the deals the candidates that were played on it, and what they came to.
    """

    parts: list[tuple[tuple[int, ...], Tally]] = field(default_factory=list)

    def add(self, active: tuple[int, ...], tally: Tally) -> None:
        """Add some deals."""
        if self.parts and self.parts[-1][0] == active:
            self.parts[-1] = active, self.parts[-1][1] + tally
        else:
            self.parts.append((active, tally))

    def deals(self, index: int) -> int:
        """Deals on which a candidate was played."""
        return sum(tally.deals for active, tally in self.parts if index in active)

    def value(self, index: int, scale: int) -> Estimate:
        """Mean of a candidate's objective, an integer multiple of 1 / scale."""
        return _estimate(
            _total(
                tally.value_sums(active.index(index))
                for active, tally in self.parts
                if index in active
            ),
            scale,
        )

    def difference(self, index: int, other: int, scale: int) -> Estimate:
        """Mean of the difference of two candidates on the deals that both were played on."""
        return _estimate(
            _total(
                tally.difference_sums(active.index(index), active.index(other))
                for active, tally in self.parts
                if index in active and other in active
            ),
            scale,
        )

    def rest(self, index: int) -> Counts:
        """How often a candidate took each number of bull heads to the end of the round."""
        return self._added([tally.rest for _, tally in self.parts], index)

    def turn(self, index: int) -> Counts:
        """How often a candidate took each number of bull heads this turn."""
        return self._added([tally.turn for _, tally in self.parts], index)

    def _added(self, counts: list[Counts], index: int) -> Counts:
        """Add up the counts of a candidate, which are a row in each part that has it."""
        total = np.zeros(counts[0].shape[1], dtype=np.int64)
        for (active, _), part in zip(self.parts, counts, strict=True):
            if index in active:
                total += part[active.index(index)]
        return total


class Sums(NamedTuple):
    """Sums over some numbers: how many, their sum, and that of their squares."""

    numbers: int
    total: int
    squares: int


def mean_heads(counts: Counts) -> Estimate:
    """Mean of bull heads, from how often each number was taken."""
    heads = np.arange(len(counts))
    return _estimate(Sums(int(counts.sum()), int(counts @ heads), int(counts @ heads**2)), 1)


def _total(parts: Iterable[Sums]) -> Sums:
    return Sums(*map(sum, zip(*parts, strict=True)))


def _estimate(sums: Sums, scale: int) -> Estimate:
    """Mean and standard error, computed in integers up to the last step."""
    numbers, total, squares = sums
    spread = numbers * squares - total * total
    variance = spread / (numbers * (numbers - 1))
    return Estimate(total / numbers / scale, math.sqrt(max(variance, 0.0) / numbers) / scale)


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
