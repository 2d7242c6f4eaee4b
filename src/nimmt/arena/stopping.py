"""When a tournament stops early: as soon as the differences are clear, with a known error rate."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import combinations
from typing import Any

from nimmt._numbers import checked_integer, checked_number
from nimmt.arena.scoring import Measure
from nimmt.arena.statistics import Interval, Tally
from nimmt.errors import ArenaError, LimitError

__all__ = ["Stopping", "Verdict", "looks", "settled", "verdict_of"]

FIRST_LOOK = 50
LOOKS_PER_DOUBLING = 32


class Verdict(StrEnum):
    """What is settled about a player beside another."""

    BETTER = "better"
    WORSE = "worse"
    LEVEL = "level"


@dataclass(frozen=True)
class Stopping:
    """Stop as soon as the differences between the players are settled.

    The chance that any of the differences is settled wrongly is no more than ``error``, although
    they are looked at again and again.  That is exact for differences that are normal from deal to
    deal; for those of games it was found to hold by simulation.

    Attributes
    ----------
    measure : Measure or None
        What players are compared by: ``"bull_heads"`` or ``"points"``, as the game has it, which is
        what None means; ``"rank"`` or ``"win_share"``.
    error : float
        Chance of a wrong verdict, over all the differences together.
    margin : float
        A difference that is surely smaller than this, in the measure's unit, is settled as level;
        0 goes on until it is clear who is better.
    against : str or None
        Settle only this player's differences to the others, not all of them.
    first_look : int
        Deals to play before the first look, 2 or more; the more, the less it matters how unlike a
        normal distribution the differences are.

    Raises
    ------
    ArenaError
        If there is no such measure.
    LimitError
        If ``error`` is no chance between 0 and 1, ``margin`` is negative, or ``first_look`` is no
        integer of 2 or more.
    """

    measure: Measure | None = None
    error: float = 0.05
    margin: float = 0.0
    against: str | None = None
    first_look: int = FIRST_LOOK

    def __post_init__(self) -> None:
        """Check the values."""
        if self.measure is not None:
            object.__setattr__(self, "measure", _measure_of(self.measure, tuple(Measure)))
        object.__setattr__(self, "error", checked_number(self.error, "error", positive=True))
        if self.error >= 1:
            raise LimitError(f"error {self.error!r} is not a chance between 0 and 1")
        object.__setattr__(self, "first_look", checked_integer(self.first_look, "first_look", 2))
        object.__setattr__(self, "margin", checked_number(self.margin, "margin"))

    def by(self, measures: tuple[Measure, ...]) -> Stopping:
        """Return the rule for a game that has these measures, the most important first.

        Raises
        ------
        ArenaError
            If the game does not have the measure.
        """
        if self.measure is None:
            return replace(self, measure=measures[0])
        _measure_of(self.measure, measures)
        return self

    def pairs(self, names: tuple[str, ...]) -> tuple[tuple[int, int], ...]:
        """Return the pairs of players whose difference is to be settled.

        Raises
        ------
        ArenaError
            If there is no pair, or ``against`` is no player.
        """
        if self.against is not None and self.against not in names:
            raise ArenaError(f"no player is called {self.against!r}: {', '.join(names)} play")
        found = tuple(
            (player, other)
            for player, other in combinations(range(len(names)), 2)
            if self.against in (None, names[player], names[other])
        )
        if not found:
            raise ArenaError("one player alone has no differences to stop at")
        return found

    def to_dict(self) -> dict[str, Any]:
        """Return the values, for JSON."""
        return {
            "measure": None if self.measure is None else str(self.measure),
            "error": self.error,
            "margin": self.margin,
            "against": self.against,
            "first_look": self.first_look,
        }


def _measure_of(value: Any, measures: tuple[Measure, ...]) -> Measure:
    if value not in measures:
        names = ", ".join(repr(str(measure)) for measure in measures)
        said = str(value) if isinstance(value, Measure) else value
        raise ArenaError(f"measure {said!r} is not one of {names}")
    return Measure(value)


def verdict_of(interval: Interval, stopping: Stopping) -> Verdict | None:
    """Return what an interval of the rule's measure settles; None if nothing."""
    assert stopping.measure is not None
    if interval.low > 0 or interval.high < 0:
        more = interval.low > 0
        return Verdict.BETTER if more is stopping.measure.more_is_better else Verdict.WORSE
    if -stopping.margin < interval.low and interval.high < stopping.margin:
        return Verdict.LEVEL
    return None


def settled(
    tally: Tally, stopping: Stopping, pairs: tuple[tuple[int, int], ...]
) -> dict[tuple[int, int], Verdict | None]:
    """Return the verdict on every pair; Bonferroni's correction keeps the error over all."""
    assert stopping.measure is not None
    error = stopping.error / len(pairs)
    return {
        pair: verdict_of(
            tally.difference(stopping.measure, *pair).interval(sequential=True, error=error),
            stopping,
        )
        for pair in pairs
    }


def looks(first: int) -> Iterator[int]:
    """Yield the numbers of deals after which the differences are looked at.

    The rule would allow to look after every deal; few looks cost less time, and the same looks
    whatever the size of the blocks make the result the same.
    """
    deals = first
    while True:
        yield deals
        deals += max(1, deals // LOOKS_PER_DOUBLING)
