"""What a tournament of Rummikub found."""

from __future__ import annotations

from dataclasses import dataclass

from nimmt.arena.result import AnyDifference, AnyStanding, AnyTournament
from nimmt.arena.scoring import Measure
from nimmt.arena.statistics import Interval
from nimmt.rummikub.rules import Rules

__all__ = ["Difference", "Standing", "Tournament"]


@dataclass(frozen=True, kw_only=True)
class Standing(AnyStanding):
    """How a player did; what is not listed is that of ``AnyStanding``.

    Attributes
    ----------
    points : Interval
        Mean of a game; a win is shared by those with the most.
    """

    MEASURES = (Measure.POINTS, Measure.RANK, Measure.WIN_SHARE)
    points: Interval


@dataclass(frozen=True, kw_only=True)
class Difference(AnyDifference):
    """A player beside another on the same deals; the rest is that of ``AnyDifference``.

    Attributes
    ----------
    points : Interval
        The player's mean less the other's, paired by deal.
    """

    MEASURES = Standing.MEASURES
    points: Interval


@dataclass(frozen=True)
class Tournament(AnyTournament[Rules, Standing, Difference]):
    """A tournament; its attributes are those of ``AnyTournament``."""

    def __str__(self) -> str:
        from nimmt.display.rummikub import tournament_text

        return tournament_text(self)
