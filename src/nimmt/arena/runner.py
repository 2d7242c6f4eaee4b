"""A tournament: deals handed to workers, their results taken in order."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor
from contextlib import ExitStack, closing
from functools import partial
from itertools import combinations
from pathlib import Path
from threading import Event
from typing import Any

from nimmt._numbers import checked_integer
from nimmt.arena.faults import Fault
from nimmt.arena.journal import Journal
from nimmt.arena.players import Entrant, Players, entrants_of
from nimmt.arena.ratings import Rater
from nimmt.arena.result import Difference, Standing, Tournament
from nimmt.arena.scoring import Measure
from nimmt.arena.seating import lineups_of, rotated, seats_of
from nimmt.arena.statistics import Interval, Moments, Tally
from nimmt.arena.stopping import Stopping, Verdict, looks, settled
from nimmt.arena.streams import key_of
from nimmt.arena.units import Deals, Setup, play_deals
from nimmt.blocks import checked_workers, ordered_results
from nimmt.errors import ArenaError
from nimmt.rules import Rules
from nimmt.seeding import RNG, seed_of
from nimmt.version import __version__
from nimmt_core._lanes import GROUP

__all__ = ["DEALS", "STRIKES", "tournament"]

DEALS = 1000
STRIKES = 3
FEWEST_DEALS = 2  # an interval needs two
FAULTS_KEPT = 100
COMPILED_GAMES = 16384
"""Games of a block, about, where the kernel plays; results do not depend on it."""


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
    names = tuple(entrant.name for entrant in entrants)
    teams = lineups_of(lineups, names, listed, rules.players)
    seatings = rotated(teams)
    total = checked_integer(deals, "deals", FEWEST_DEALS)
    limit = None if strikes is None else checked_integer(strikes, "strikes", 1)
    if workers is None:
        workers = 1 if executor is None else os.cpu_count() or 1
    workers = checked_workers(workers)
    book = _Book(names, seats_of(seatings, len(names)), stopping, limit)
    book.rater = Rater(names, seatings) if ratings else None
    folder = None if games_folder is None else _folder(Path(games_folder))
    with ExitStack() as stack:
        kept = None if journal is None else stack.enter_context(Journal(Path(journal)))
        seed = _seed(kept, rng)
        if kept is not None:
            kept.begin(_header(rules, entrants, teams, seed, limit))
            for part in kept.played(len(seatings), rules.players):
                book.add(part, total)
        setup = Setup(rules, entrants, seatings, key_of(seed), records=folder is not None)
        for first, part in _play(setup, book, total, workers, executor):
            if folder is not None:
                _write_games(folder, first, part)
            if kept is not None:
                kept.add(first, part)
            book.add(part, total)
            if progress is not None:
                progress(book.deals, total)
    return _result(book, rules, teams, len(seatings), seed)


class _Book:
    """Adds up what was played, in the order of the deals, and says when it is enough."""

    def __init__(
        self, names: tuple[str, ...], seats: Any, stopping: Stopping | None, strikes: int | None
    ) -> None:
        self.names = names
        self.seats = seats
        self.stopping = stopping
        self.strikes = strikes
        self.rater: Rater | None = None
        self.tally = Tally(seats)
        self.failed = dict.fromkeys(names, 0)
        self.faults: list[Fault] = []
        self.verdicts: dict[tuple[int, int], Verdict | None] = {}
        self.settled = False
        self._pairs = () if stopping is None else stopping.pairs(names)
        self._looks = looks(2 if stopping is None else stopping.first_look)
        self._next_look = next(self._looks)

    @property
    def deals(self) -> int:
        """Deals played and counted."""
        return self.tally.deals

    @property
    def withdrawn(self) -> frozenset[int]:
        """Players that are not asked any more."""
        if self.strikes is None:
            return frozenset()
        return frozenset(
            player for player, name in enumerate(self.names) if self.failed[name] >= self.strikes
        )

    def add(self, played: Deals, most: int) -> None:
        """Add what came of the next deals, up to the one where it is enough."""
        first = 0
        count = min(len(played.heads), most - self.deals)
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
                self.failed[fault.player] += 1
            self.faults += played.faults[: FAULTS_KEPT - len(self.faults)]

    def _add_part(self, part: Deals) -> None:
        self.tally.add(part)
        if self.rater is not None:
            self.rater.add(part)

    def _look(self, stopping: Stopping) -> None:
        self._next_look = next(self._looks)
        self.verdicts = settled(self.tally, stopping, self._pairs)
        self.settled = None not in self.verdicts.values()

    def verdict(self, player: int, other: int) -> Verdict | None:
        """What the last look settled about a player beside another."""
        return self.verdicts.get((player, other))


def _play(
    setup: Setup, book: _Book, total: int, workers: int, executor: Executor | None
) -> Iterator[tuple[int, Deals]]:
    """Yield what comes of the deals that are still to be played, in order, until it is enough."""
    groups = max(1, COMPILED_GAMES // (GROUP * len(setup.seatings)))
    size = GROUP * groups if setup.compiled else 1
    while book.deals < total and not book.settled:
        first = book.deals
        withdrawn = book.withdrawn
        given_up = Event() if executor is None else None
        run = partial(_block, setup, withdrawn, first, total, size, given_up)
        abandon = None if given_up is None else given_up.set
        blocks = -(-(total - first) // size)
        with closing(ordered_results(run, blocks, workers, executor, abandon)) as results:
            for played in _unbroken(results):
                yield book.deals, played
                if book.settled or book.withdrawn != withdrawn:
                    # Blocks that ran ahead asked a player that is withdrawn: played again.
                    break


def _block(
    setup: Setup,
    withdrawn: frozenset[int],
    first: int,
    total: int,
    size: int,
    given_up: Event | None,
    block: int,
) -> Deals:
    start = first + block * size
    return play_deals(setup, withdrawn, start, min(size, total - start), given_up)


def _unbroken(results: Iterator[Deals]) -> Iterator[Deals]:
    try:
        yield from results
    except BrokenExecutor as error:
        raise ArenaError(
            f"the executor broke: {error}; a journal goes on from what was played"
        ) from error


def _result(
    book: _Book, rules: Rules, lineups: Sequence[tuple[int, ...]], games: int, seed: int
) -> Tournament:
    tally, names = book.tally, book.names
    sequential = book.stopping is not None
    ratings = book.rater.ratings() if book.rater else [None] * len(names)
    seats = book.seats.sum(axis=0).tolist()

    def intervals(moments: Callable[[Measure], Moments]) -> dict[str, Interval]:
        return {
            str(measure): moments(measure).interval(sequential=sequential) for measure in Measure
        }

    standings = tuple(
        Standing(
            name,
            seats[player] * book.deals,
            **intervals(partial(tally.moments, player=player)),
            lost=int(tally.lost[player]),
            withdrawn=player in book.withdrawn,
            rating=ratings[player],
        )
        for player, name in enumerate(names)
    )
    differences = tuple(
        Difference(
            names[player],
            names[other],
            **intervals(partial(tally.difference, player=player, other=other)),
            verdict=book.verdict(player, other),
        )
        for player, other in combinations(range(len(names)), 2)
    )
    return Tournament(
        rules=rules,
        lineups=tuple(tuple(names[player] for player in lineup) for lineup in lineups),
        deals=book.deals,
        games=games,
        seed=seed,
        standings=standings,
        differences=differences,
        faults=tuple(book.faults),
        stopping=book.stopping,
        settled=book.settled,
        version=__version__,
    )


def _seed(journal: Journal | None, rng: RNG) -> int:
    """Return the seed; a journal's own, if none was asked for."""
    remembered = None if journal is None or journal.header is None else journal.header.get("seed")
    return seed_of(remembered if rng is None else rng)


def _header(
    rules: Rules,
    entrants: Sequence[Entrant],
    lineups: Sequence[tuple[int, ...]],
    seed: int,
    strikes: int | None,
) -> dict[str, Any]:
    return {
        "rules": rules.to_dict(),
        "players": [entrant.to_dict() for entrant in entrants],
        "lineups": lineups,
        "seed": seed,
        "strikes": strikes,
        "library": __version__,
    }


def _folder(path: Path) -> Path:
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ArenaError(f"the folder {path} cannot be made: {error.strerror}") from None
    return path


def _write_games(folder: Path, first: int, played: Deals) -> None:
    """Write the records of some deals; before the journal has them, so that none is missing."""
    games = played.heads.shape[1]
    for number, record in enumerate(played.records):
        deal, game = divmod(number, games)
        path = folder / f"deal-{first + deal}-game-{game}.json"
        try:
            path.write_text(record.to_json() + "\n", encoding="utf-8")
        except OSError as error:
            raise ArenaError(f"{path} cannot be written: {error.strerror}") from None
