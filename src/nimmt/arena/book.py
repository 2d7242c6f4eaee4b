"""What a tournament has found by now: sums in the order of the deals, and whether it is enough."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from typing import Any, TypeVar

from nimmt.arena.deals import Deals
from nimmt.arena.faults import Fault
from nimmt.arena.ratings import Rater
from nimmt.arena.result import AnyDifference, AnyStanding
from nimmt.arena.scoring import Measure
from nimmt.arena.seating import Seating, lineups_of, rotated, seats_of
from nimmt.arena.statistics import Interval, Moments, Tally
from nimmt.arena.stopping import Stopping, Verdict, looks, settled
from nimmt.version import __version__

__all__ = ["Book", "Field"]

FAULTS_KEPT = 100

S = TypeVar("S", bound=AnyStanding)
D = TypeVar("D", bound=AnyDifference)


@dataclass(frozen=True)
class Field:
    """Who plays in a tournament, and who sits where.

    Attributes
    ----------
    names : tuple of str
        The players.
    teams : tuple of tuple of int
        The line-ups, before rotation.
    seatings : tuple of Seating
        The games on each deal.
    seats : int
        Seats at the table.
    """

    names: tuple[str, ...]
    teams: tuple[tuple[int, ...], ...]
    seatings: tuple[Seating, ...]
    seats: int

    @classmethod
    def of(cls, lineups: Any, names: tuple[str, ...], listed: tuple[int, ...], seats: int) -> Field:
        """Seat the players, as ``lineups_of`` says.

        Raises
        ------
        ArenaError
            If that makes no line-ups.
        """
        teams = lineups_of(lineups, names, listed, seats)
        return cls(names, teams, rotated(teams), seats)

    @property
    def lineups(self) -> tuple[tuple[str, ...], ...]:
        """The line-ups by names."""
        return tuple(tuple(self.names[player] for player in team) for team in self.teams)


class Book:
    """Adds up what was played, in the order of the deals, and says when it is enough.

    Parameters
    ----------
    field : Field
        Who plays.
    measures : tuple of Measure
        What players of the game are compared by, the most important first.
    stopping : Stopping or None
        When it is enough.
    strikes : int or None
        Lost games after which a player that fails is withdrawn.
    ratings : bool
        Whether to rate the players.

    Attributes
    ----------
    seed : int
        The tournament's.
    faults : list of Fault
        The first ones.
    settled : bool
        Whether it is enough.
    """

    def __init__(
        self,
        field: Field,
        measures: tuple[Measure, ...],
        stopping: Stopping | None,
        strikes: int | None,
        ratings: bool,
    ) -> None:
        self.field = field
        self.seed = 0
        self.stopping = None if stopping is None else stopping.by(measures)
        self.strikes = strikes
        self.faults: list[Fault] = []
        self.settled = False
        self._seats = seats_of(field.seatings, len(field.names))
        self._tally = Tally(self._seats)
        self._rater = Rater(field.names, field.seatings) if ratings else None
        self._failed = dict.fromkeys(field.names, 0)
        self._verdicts: dict[tuple[int, int], Verdict | None] = {}
        self._pairs = () if stopping is None else stopping.pairs(field.names)
        self._looks = looks(2 if stopping is None else stopping.first_look)
        self._next_look = next(self._looks)

    @property
    def deals(self) -> int:
        """Deals played and counted."""
        return self._tally.deals

    @property
    def withdrawn(self) -> frozenset[int]:
        """Players that are not asked any more."""
        if self.strikes is None:
            return frozenset()
        return frozenset(
            player
            for player, name in enumerate(self.field.names)
            if self._failed[name] >= self.strikes
        )

    def add(self, played: Deals, most: int) -> None:
        """Add what came of the next deals, up to the one where it is enough."""
        first = 0
        count = min(len(played.costs), most - self.deals)
        while first < count and not self.settled:
            end = count
            if self.stopping is not None:
                end = min(end, first + self._next_look - self.deals)
            self._add_part(played.part(first, end))
            first = end
            if self.stopping is not None and self.deals == self._next_look:
                self._look(self.stopping)
        if first:
            for fault in played.faults:
                self._failed[fault.player] += 1
            self.faults += played.faults[: FAULTS_KEPT - len(self.faults)]

    def _add_part(self, part: Deals) -> None:
        self._tally.add(part)
        if self._rater is not None:
            self._rater.add(part)

    def _look(self, stopping: Stopping) -> None:
        self._next_look = next(self._looks)
        self._verdicts = settled(self._tally, stopping, self._pairs)
        self.settled = None not in self._verdicts.values()

    def standings(self, kind: type[S]) -> tuple[S, ...]:
        """Return how each player did, in the order given."""
        names = self.field.names
        ratings = self._rater.ratings() if self._rater else [None] * len(names)
        seats = self._seats.sum(axis=0).tolist()
        return tuple(
            kind(
                player=name,
                seats=seats[player] * self.deals,
                **self._intervals(kind.MEASURES, partial(self._tally.moments, player=player)),
                lost=int(self._tally.lost[player]),
                withdrawn=player in self.withdrawn,
                rating=ratings[player],
            )
            for player, name in enumerate(names)
        )

    def differences(self, kind: type[D]) -> tuple[D, ...]:
        """Return every two players beside each other, in the order given."""
        names = self.field.names
        return tuple(
            kind(
                player=names[player],
                other=names[other],
                **self._intervals(
                    kind.MEASURES, partial(self._tally.difference, player=player, other=other)
                ),
                verdict=self._verdicts.get((player, other)),
            )
            for player, other in combinations(range(len(names)), 2)
        )

    def result(self) -> dict[str, Any]:
        """Return what results of all games have, but for what the players did."""
        return {
            "lineups": self.field.lineups,
            "deals": self.deals,
            "games": len(self.field.seatings),
            "seed": self.seed,
            "faults": tuple(self.faults),
            "stopping": self.stopping,
            "settled": self.settled,
            "version": __version__,
        }

    def _intervals(
        self, measures: tuple[Measure, ...], moments: Callable[[Measure], Moments]
    ) -> dict[str, Any]:
        sequential = self.stopping is not None
        found: dict[str, Interval] = {
            str(measure): moments(measure).interval(sequential=sequential) for measure in measures
        }
        return found
