"""A tournament of whichever game: deals handed to workers, their results taken in order."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import BrokenExecutor, Executor
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path
from threading import Event
from typing import Any, Protocol, TypedDict

from nimmt._numbers import checked_integer
from nimmt.arena.book import Book, Field
from nimmt.arena.deals import Deals
from nimmt.arena.journal import Journal
from nimmt.arena.result import AnyStanding
from nimmt.arena.stopping import Stopping
from nimmt.arena.streams import Key, key_of
from nimmt.blocks import checked_workers, ordered_results
from nimmt.errors import ArenaError
from nimmt.seeding import RNG, seed_of
from nimmt.version import __version__

__all__ = ["STRIKES", "How", "Playing", "play_tournament"]

STRIKES = 3
FEWEST_DEALS = 2  # an interval needs two


class Playing(Protocol):
    """The games of a tournament; the same for every worker, and picklable for an executor."""

    @property
    def block(self) -> int:
        """Deals of a block; results do not depend on it."""

    def play(
        self, withdrawn: frozenset[int], first: int, count: int, given_up: Event | None
    ) -> Deals:
        """Play all the games on some deals, without asking players that are withdrawn.

        Raises
        ------
        Abandoned
            If the tournament is given up.
        """


class How(TypedDict):
    """How a tournament is run: the options of ``nimmt.arena.tournament``, of the same names."""

    deals: int
    stopping: Stopping | None
    rng: RNG
    workers: int | None
    executor: Executor | None
    journal: str | os.PathLike[str] | None
    games_folder: str | os.PathLike[str] | None
    ratings: bool
    strikes: int | None
    progress: Callable[[int, int], object] | None


def play_tournament(
    field: Field,
    header: Mapping[str, Any],
    standing: type[AnyStanding],
    prepare: Callable[[Key, bool], Playing],
    how: How,
) -> Book:
    """Play a tournament, or go on with one.

    Parameters
    ----------
    field : Field
        Who plays.
    header : mapping of str to JSON-ready values
        What tells the tournament from others, but for the line-ups and what is in ``how``.
    standing : type of AnyStanding
        Its measures are what players are compared by.
    prepare : callable
        Takes the key of the random numbers and whether the games are recorded, and returns the
        games.
    how : How
        How it is run.

    Raises
    ------
    ArenaError
        If the stopping rule or the folder cannot be used, or the executor breaks.
    JournalError
        If the journal cannot be used.
    LimitError
        If a number makes no sense.
    """
    total = checked_integer(how["deals"], "deals", FEWEST_DEALS)
    strikes = None if how["strikes"] is None else checked_integer(how["strikes"], "strikes", 1)
    executor, progress = how["executor"], how["progress"]
    workers = how["workers"]
    if workers is None:
        workers = 1 if executor is None else os.cpu_count() or 1
    workers = checked_workers(workers)
    book = Book(field, standing.MEASURES, how["stopping"], strikes, how["ratings"])
    folder = None if how["games_folder"] is None else _folder(Path(how["games_folder"]))
    with ExitStack() as stack:
        journal = how["journal"]
        kept = None if journal is None else stack.enter_context(Journal(Path(journal)))
        book.seed = _seed(kept, how["rng"])
        if kept is not None:
            kept.begin(
                {
                    **header,
                    "lineups": field.teams,
                    "seed": book.seed,
                    "strikes": strikes,
                    "library": __version__,
                }
            )
            for part in kept.played(len(field.seatings), field.seats):
                book.add(part, total)
        playing = prepare(key_of(book.seed), folder is not None)
        for first, part in _play(playing, book, total, workers, executor):
            if folder is not None:
                _write_games(folder, first, part)
            if kept is not None:
                kept.add(first, part)
            book.add(part, total)
            if progress is not None:
                progress(book.deals, total)
    return book


def _play(
    playing: Playing, book: Book, total: int, workers: int, executor: Executor | None
) -> Iterator[tuple[int, Deals]]:
    """Yield what comes of the deals that are still to be played, in order, until it is enough."""
    while book.deals < total and not book.settled:
        first = book.deals
        withdrawn = book.withdrawn
        given_up = Event() if executor is None else None
        run = partial(_block, playing, withdrawn, first, total, given_up)
        abandon = None if given_up is None else given_up.set
        blocks = -(-(total - first) // playing.block)
        with closing(ordered_results(run, blocks, workers, executor, abandon)) as results:
            for played in _unbroken(results):
                yield book.deals, played
                if book.settled or book.withdrawn != withdrawn:
                    # Blocks that ran ahead asked a player that is withdrawn: played again.
                    break


def _block(
    playing: Playing,
    withdrawn: frozenset[int],
    first: int,
    total: int,
    given_up: Event | None,
    block: int,
) -> Deals:
    start = first + block * playing.block
    return playing.play(withdrawn, start, min(playing.block, total - start), given_up)


def _unbroken(results: Iterator[Deals]) -> Iterator[Deals]:
    try:
        yield from results
    except BrokenExecutor as error:
        raise ArenaError(
            f"the executor broke: {error}; a journal goes on from what was played"
        ) from error


def _seed(journal: Journal | None, rng: RNG) -> int:
    """Return the seed; a journal's own, if none was asked for."""
    remembered = None if journal is None or journal.header is None else journal.header.get("seed")
    return seed_of(remembered if rng is None else rng)


def _folder(path: Path) -> Path:
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ArenaError(f"the folder {path} cannot be made: {error.strerror}") from None
    return path


def _write_games(folder: Path, first: int, played: Deals) -> None:
    """Write the records of some deals; before the journal has them, so that none is missing."""
    games = played.costs.shape[1]
    for number, record in enumerate(played.records):
        deal, game = divmod(number, games)
        path = folder / f"deal-{first + deal}-game-{game}.json"
        try:
            path.write_text(record.to_json() + "\n", encoding="utf-8")
        except OSError as error:
            raise ArenaError(f"{path} cannot be written: {error.strerror}") from None
