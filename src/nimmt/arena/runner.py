"""Tournaments of the first game."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import Executor

from nimmt.arena.book import Field
from nimmt.arena.frame import STRIKES, play_tournament
from nimmt.arena.players import Players, entrants_of
from nimmt.arena.result import Difference, Standing, Tournament
from nimmt.arena.stopping import Stopping
from nimmt.arena.streams import Key
from nimmt.arena.units import Setup
from nimmt.rules import Rules
from nimmt.seeding import RNG

__all__ = ["DEALS", "tournament"]

DEALS = 1000


def tournament(
    players: Players,
    rules: Rules | None = None,
    *,
    lineups: Sequence[Sequence[str]] | None = None,
    deals: int = DEALS,
    stopping: Stopping | None = None,
    rng: RNG = None,
    workers: int | None = None,
    executor: Executor | None = None,
    journal: str | os.PathLike[str] | None = None,
    games_folder: str | os.PathLike[str] | None = None,
    ratings: bool = False,
    strikes: int | None = STRIKES,
    progress: Callable[[int, int], object] | None = None,
) -> Tournament:
    """Let players meet on the same deals, from every seat.

    Every line-up plays every deal once in each rotation of its seats.  The cards are the same in
    all these games; each player's own random numbers depend on nothing but the seed, the deal, the
    rotation and the seat.

    A player that fails (crashes, takes too long, answers nonsense or what is not legal) loses the
    game: another plays its lowest cards for it from there on, so that the others can go on; it is
    charged the most bull heads of that game's table, has the last rank and no share of the win.
    After ``strikes`` lost games, from the next deal on, it is not asked any more and loses them
    all.

    Parameters
    ----------
    players : sequence of players, or mapping from names to players
        A player is the name of one that ships, a policy, or a ``Program``.  As many as seats are
        the line-up, and one may be listed more than once.  If there are fewer, they share the
        seats; of more, every choice of them makes a line-up.
    rules : Rules, optional
        The rules of a game; if not given, one round of the standard game with a seat for each
        player listed.
    lineups : sequence of sequences of str, optional
        Who meets whom, by names, instead.
    deals : int, optional
        Deals to play; 2 or more.
    stopping : Stopping, optional
        When to stop earlier.
    rng : int, SeedSequence, Generator or None, optional
        Source of randomness.  A journal remembers its seed.
    workers : int, optional
        Threads, 1 if not given; or how many workers of the executor are kept busy, as many as
        there are processors if not given.  The result does not depend on it.
    executor : concurrent.futures.Executor, optional
        Where to play instead: other processes, or other machines.  Policies must be picklable.
    journal : path, optional
        A file that remembers what was played.  If it exists, the tournament goes on from there;
        ``deals`` and ``stopping`` may be others than before.
    games_folder : path, optional
        A folder to write the record of every game to, as ``deal-0-game-0.json``; of those that are
        played now, not of those that the journal has already.
    ratings : bool, optional
        Whether to rate the players, with openskill.
    strikes : int or None, optional
        Lost games after which a player that fails is withdrawn; None for never.
    progress : callable, optional
        Called with the deals played by now and the deals to play.

    Returns
    -------
    Tournament

    Raises
    ------
    ArenaError
        If the players, the line-ups, the folder or the stopping rule make no tournament, a match
        does not end in a million rounds, or the executor breaks.
    JournalError
        If the journal cannot be used.
    LimitError
        If a number makes no sense.

    Examples
    --------
    >>> result = tournament(["nearest", "random", "random", "random"], deals=500, rng=1)
    >>> print(result.difference("nearest", "random").bull_heads)
    -4.030 (-4.424 to -3.637)
    """
    entrants, listed = entrants_of(players)
    rules = rules or Rules(players=len(listed), threshold=None, rounds=1)
    field = Field.of(lineups, tuple(one.name for one in entrants), listed, rules.players)

    def prepare(key: Key, records: bool) -> Setup:
        return Setup(rules, entrants, field.seatings, key, records)

    book = play_tournament(
        field,
        {"rules": rules.to_dict(), "players": [entrant.to_dict() for entrant in entrants]},
        Standing,
        prepare,
        {
            "deals": deals,
            "stopping": stopping,
            "rng": rng,
            "workers": workers,
            "executor": executor,
            "journal": journal,
            "games_folder": games_folder,
            "ratings": ratings,
            "strikes": strikes,
            "progress": progress,
        },
    )
    return Tournament(
        rules=rules,
        standings=book.standings(Standing),
        differences=book.differences(Difference),
        **book.result(),
    )
