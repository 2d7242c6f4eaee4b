"""What a tournament found."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from nimmt.arena.faults import Fault
from nimmt.arena.ratings import Rating
from nimmt.arena.scoring import Measure
from nimmt.arena.statistics import Interval
from nimmt.arena.stopping import Stopping, Verdict
from nimmt.rules import Rules

__all__ = [
    "AnyDifference",
    "AnyStanding",
    "AnyTournament",
    "Difference",
    "Standing",
    "Tournament",
]


class _Measured:
    """What has an interval of every measure.

    Attributes
    ----------
    MEASURES : tuple of Measure
        The measures, the most important first.
    """

    MEASURES: ClassVar[tuple[Measure, ...]]

    def __getitem__(self, measure: Measure) -> Interval:
        """Return the interval of a measure."""
        found: Interval = getattr(self, Measure(measure))
        return found

    def _intervals(self) -> dict[str, Any]:
        return {str(measure): self[measure].to_dict() for measure in self.MEASURES}


@dataclass(frozen=True, kw_only=True)
class AnyStanding(_Measured):
    """How a player did, in whichever game.

    Attributes
    ----------
    player : str
        Its name.
    seats : int
        How often it sat at a table, over all games.
    rank, win_share : Interval
        Means of a game.
    lost : int
        Seats where it lost by failing, or because it was withdrawn.
    withdrawn : bool
        Whether it was not asked any more after failing too often.
    rating : Rating or None
        Its rating, if ratings were asked for.
    """

    player: str
    seats: int
    rank: Interval
    win_share: Interval
    lost: int = 0
    withdrawn: bool = False
    rating: Rating | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return the values, for JSON."""
        return {
            "player": self.player,
            "seats": self.seats,
            **self._intervals(),
            "lost": self.lost,
            "withdrawn": self.withdrawn,
            **({"rating": self.rating.to_dict()} if self.rating else {}),
        }


@dataclass(frozen=True, kw_only=True)
class AnyDifference(_Measured):
    """A player beside another on the same deals, in whichever game.

    Attributes
    ----------
    player, other : str
        Their names.
    rank, win_share : Interval
        The player's mean less the other's, paired by deal.
    verdict : Verdict or None
        What the stopping rule settled about the player, if there was one.
    """

    player: str
    other: str
    rank: Interval
    win_share: Interval
    verdict: Verdict | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return the values, for JSON."""
        return {
            "player": self.player,
            "other": self.other,
            **self._intervals(),
            "verdict": None if self.verdict is None else str(self.verdict),
        }


class _Rules(Protocol):
    def to_dict(self) -> dict[str, Any]: ...


R = TypeVar("R", bound=_Rules)
S = TypeVar("S", bound=AnyStanding)
D = TypeVar("D", bound=AnyDifference)


@dataclass(frozen=True)
class AnyTournament(Generic[R, S, D]):
    """A tournament of whichever game.

    Attributes
    ----------
    rules : Rules
        The rules of each game.
    lineups : tuple of tuple of str
        Who sat at the seats, before rotation.
    deals : int
        Deals played; the unit of all intervals.
    games : int
        Games on each deal.
    seed : int
        Repeats the tournament, as ``rng``.
    standings : tuple of Standing
        How each player did, in the order given.
    differences : tuple of Difference
        Every two players, in the order given.
    faults : tuple of Fault
        The first failures of players; ``Standing.lost`` counts them all.
    stopping : Stopping or None
        The rule for an early stop.  With one, the intervals hold whenever it stops: they are wider.
    settled : bool
        Whether it stopped because the differences were settled.
    version : str
        The library's version.
    """

    rules: R
    lineups: tuple[tuple[str, ...], ...]
    deals: int
    games: int
    seed: int
    standings: tuple[S, ...]
    differences: tuple[D, ...]
    faults: tuple[Fault, ...]
    stopping: Stopping | None
    settled: bool
    version: str

    def __getitem__(self, player: str) -> S:
        """Return how a player did.

        Raises
        ------
        KeyError
            If none is called that.
        """
        for standing in self.standings:
            if standing.player == player:
                return standing
        raise KeyError(player)

    def difference(self, player: str, other: str) -> D:
        """Return the difference of two players, in the order in which they were given.

        Raises
        ------
        KeyError
            If there is none.
        """
        for difference in self.differences:
            if (difference.player, difference.other) == (player, other):
                return difference
        raise KeyError((player, other))

    def to_dict(self) -> dict[str, Any]:
        """Return the whole result, for JSON."""
        return {
            "rules": self.rules.to_dict(),
            "lineups": [list(lineup) for lineup in self.lineups],
            "deals": self.deals,
            "games_on_each_deal": self.games,
            "seed": self.seed,
            "standings": [standing.to_dict() for standing in self.standings],
            "differences": [difference.to_dict() for difference in self.differences],
            "faults": [fault.to_dict() for fault in self.faults],
            "stopping": None if self.stopping is None else self.stopping.to_dict(),
            "settled": self.settled,
            "version": self.version,
        }


@dataclass(frozen=True, kw_only=True)
class Standing(AnyStanding):
    """How a player did; what is not listed is that of ``AnyStanding``.

    Attributes
    ----------
    bull_heads : Interval
        Mean of a game; a win is shared by those with the fewest.
    """

    MEASURES = (Measure.BULL_HEADS, Measure.RANK, Measure.WIN_SHARE)
    bull_heads: Interval


@dataclass(frozen=True, kw_only=True)
class Difference(AnyDifference):
    """A player beside another on the same deals; the rest is that of ``AnyDifference``.

    Attributes
    ----------
    bull_heads : Interval
        The player's mean less the other's, paired by deal.
    """

    MEASURES = Standing.MEASURES
    bull_heads: Interval


@dataclass(frozen=True)
class Tournament(AnyTournament[Rules, Standing, Difference]):
    """A tournament; its attributes are those of ``AnyTournament``."""

    def __str__(self) -> str:
        from nimmt.display.arena import tournament_text

        return tournament_text(self)
