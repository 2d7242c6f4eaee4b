"""Ratings by openskill, for those who know players by such numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from nimmt.arena.deals import Deals
from nimmt.arena.scoring import Measure, seat_values
from nimmt.arena.seating import Seating
from nimmt.errors import ArenaError

__all__ = ["Rater", "Rating"]


@dataclass(frozen=True, slots=True)
class Rating:
    """A player's rating.

    Attributes
    ----------
    mu, sigma : float
        The estimated skill, and how unsure it is.
    """

    mu: float
    sigma: float

    @property
    def ordinal(self) -> float:
        """The skill that the player has almost surely, which is mu less three sigma."""
        return self.mu - 3 * self.sigma

    def to_dict(self) -> dict[str, float]:
        """Return the values, for JSON."""
        return {"mu": self.mu, "sigma": self.sigma, "ordinal": self.ordinal}


class Rater:
    """Rates players game by game, by the Plackett-Luce model (Weng and Lin, JMLR 12, 2011).

    A player with several seats in a game comes in by the mean of its ranks.

    Parameters
    ----------
    names : sequence of str
        The players.
    seatings : sequence of Seating
        The games on each deal.

    Raises
    ------
    ArenaError
        If openskill is not installed.
    """

    def __init__(self, names: Sequence[str], seatings: Sequence[Seating]) -> None:
        try:
            from openskill.models import PlackettLuce
        except ImportError:
            raise ArenaError(
                "ratings need openskill: install it with pip install 'nimmt[ratings]'"
            ) from None
        self._model: Any = PlackettLuce()
        self._ratings: list[Any] = [self._model.rating(name=name) for name in names]
        self._seats = [
            {
                player: [seat for seat, sits in enumerate(seating.players) if sits == player]
                for player in dict.fromkeys(seating.players)
            }
            for seating in seatings
        ]

    def add(self, deals: Deals) -> None:
        """Rate the games of some deals, in their order."""
        for games in seat_values(deals)[Measure.RANK].tolist():
            for ranks, seats in zip(games, self._seats, strict=True):
                if len(seats) > 1:
                    self._rate(ranks, seats)

    def _rate(self, ranks: list[int], seats: dict[int, list[int]]) -> None:
        teams = [[self._ratings[player]] for player in seats]
        means = [sum(ranks[seat] for seat in own) / len(own) for own in seats.values()]
        for player, (rating,) in zip(seats, self._model.rate(teams, ranks=means), strict=True):
            self._ratings[player] = rating

    def ratings(self) -> list[Rating]:
        """Return the ratings as they are now."""
        return [Rating(rating.mu, rating.sigma) for rating in self._ratings]
