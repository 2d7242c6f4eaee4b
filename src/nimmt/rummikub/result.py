"""What a tournament of Rummikub found."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from nimmt.arena.ratings import Rating
from nimmt.arena.statistics import Interval
from nimmt.rummikub.rules import Rules

__all__ = ["Difference", "Standing", "Tournament"]

MEASURES = ("points", "rank", "win_share")


@dataclass(frozen=True)
class Standing:
    """How a player did.

    Attributes
    ----------
    player : str
        Its name.
    seats : int
        How often it sat at a table, over all games.
    points, rank, win_share : Interval
        Means of a game; a win is shared by those with the most points.
    rating : Rating or None
        Its rating, if ratings were asked for.
    """

    player: str
    seats: int
    points: Interval
    rank: Interval
    win_share: Interval
    rating: Rating | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return the values, for JSON."""
        return {
            "player": self.player,
            "seats": self.seats,
            **{name: getattr(self, name).to_dict() for name in MEASURES},
            **({"rating": self.rating.to_dict()} if self.rating else {}),
        }


@dataclass(frozen=True)
class Difference:
    """A player beside another on the same deals.

    Attributes
    ----------
    player, other : str
        Their names.
    points, rank, win_share : Interval
        The player's mean less the other's, paired by deal.
    """

    player: str
    other: str
    points: Interval
    rank: Interval
    win_share: Interval

    def to_dict(self) -> dict[str, Any]:
        """Return the values, for JSON."""
        return {
            "player": self.player,
            "other": self.other,
            **{name: getattr(self, name).to_dict() for name in MEASURES},
        }


@dataclass(frozen=True)
class Tournament:
    """A tournament.

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
    version : str
        The library's version.
    """

    rules: Rules
    lineups: tuple[tuple[str, ...], ...]
    deals: int
    games: int
    seed: int
    standings: tuple[Standing, ...]
    differences: tuple[Difference, ...]
    version: str

    def __getitem__(self, player: str) -> Standing:
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
            "version": self.version,
        }

    def __str__(self) -> str:
        from nimmt.display.rummikub import tournament_text

        return tournament_text(self)
