"""Who sits where: the games that are played on every deal."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from nimmt.errors import ArenaError

__all__ = ["Seating", "default_lineups", "lineups_of", "rotated", "seats_of"]

MOST_LINEUPS = 1000


@dataclass(frozen=True, slots=True)
class Seating:
    """One of the games on a deal.

    Attributes
    ----------
    rotation : int
        By how many seats the line-up is rotated.
    players : tuple of int
        The index of the player at each seat.
    """

    rotation: int
    players: tuple[int, ...]


def default_lineups(players: int, seats: int) -> tuple[tuple[int, ...], ...]:
    """Return the line-ups in which every player has as many seats.

    As many players as seats sit together.  Fewer fill the seats in turn; where that does not come
    out even, each of them comes first once.  Of more, every choice of them sits together.

    Raises
    ------
    ArenaError
        If there would be too many.

    Examples
    --------
    >>> default_lineups(2, 4)
    ((0, 1, 0, 1),)
    >>> default_lineups(3, 4)
    ((0, 1, 2, 0), (1, 2, 0, 1), (2, 0, 1, 2))
    >>> default_lineups(3, 2)
    ((0, 1), (0, 2), (1, 2))
    """
    if players > seats:
        if (count := math.comb(players, seats)) > MOST_LINEUPS:
            raise ArenaError(
                f"{players} players have {count} line-ups of {seats}, more than {MOST_LINEUPS}: "
                "say which of them are to be played"
            )
        return tuple(combinations(range(players), seats))
    starts = 1 if seats % players == 0 else players
    return tuple(
        tuple((start + seat) % players for seat in range(seats)) for start in range(starts)
    )


def lineups_of(
    given: Sequence[Sequence[str]] | None,
    names: tuple[str, ...],
    listed: tuple[int, ...],
    seats: int,
) -> tuple[tuple[int, ...], ...]:
    """Return who meets whom, as indices of the players.

    Parameters
    ----------
    given : sequence of sequences of str, or None
        Line-ups by names; None for those that follow from who is listed.
    names : tuple of str
        The players.
    listed : tuple of int
        The players as they were listed, some perhaps more than once.
    seats : int
        Seats at the table.

    Raises
    ------
    ArenaError
        If these make no line-ups.
    """
    if given is None:
        if len(listed) == seats:
            return (listed,)
        if len(listed) > len(names):
            raise ArenaError(
                f"{len(listed)} players are listed, some more than once, for {seats} seats: list "
                "each once, or one for every seat"
            )
        return default_lineups(len(names), seats)
    teams = []
    for lineup in given:
        if isinstance(lineup, str) or len(lineup) != seats:
            raise ArenaError(f"line-up {lineup!r} does not name a player for each of {seats} seats")
        for name in lineup:
            if name not in names:
                raise ArenaError(f"line-up {lineup!r}: no player is called {name!r}")
        teams.append(tuple(names.index(name) for name in lineup))
    if idle := [name for index, name in enumerate(names) if all(index not in t for t in teams)]:
        raise ArenaError(f"no line-up has a seat for {', '.join(idle)}")
    return tuple(teams)


def rotated(lineups: Sequence[tuple[int, ...]]) -> tuple[Seating, ...]:
    """Return the line-ups in all their rotations, those that look alike once.

    Examples
    --------
    >>> [seating.players for seating in rotated([(0, 1, 0, 1)])]
    [(0, 1, 0, 1), (1, 0, 1, 0)]
    """
    seatings = []
    for lineup in lineups:
        turned = (lineup[-turn:] + lineup[:-turn] for turn in range(len(lineup)))
        different = dict.fromkeys(turned)
        seatings += [Seating(turn, players) for turn, players in enumerate(different)]
    return tuple(seatings)


def seats_of(seatings: Sequence[Seating], players: int) -> NDArray[np.int64]:
    """Return who has which seat, as an array of shape (games * seats, players) of 0 and 1."""
    flat = [player for seating in seatings for player in seating.players]
    return np.eye(players, dtype=np.int64)[flat]
