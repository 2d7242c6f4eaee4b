"""Some deals, with all the games on each: the unit of work that a worker is given."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property, partial
from threading import Event
from typing import cast

import numpy as np
from numpy.typing import NDArray

from nimmt.agents import Policy
from nimmt.analysis.network import network_of
from nimmt.arena.asking import going_on
from nimmt.arena.deals import Deals
from nimmt.arena.faults import Fault, FaultKind, PlayerFailed
from nimmt.arena.players import INSTANT, Entrant
from nimmt.arena.program import Program, Session
from nimmt.arena.seating import Seating
from nimmt.arena.streams import CompiledChoices, Key, player_stream, round_cards
from nimmt.arena.table import GameOutcome, play_game
from nimmt.errors import ArenaError
from nimmt.record import GameRecord
from nimmt.rules import Rules
from nimmt_core import _games
from nimmt_core._lanes import GROUP
from nimmt_core._network import Network

__all__ = ["Setup", "play_deals"]

COMPILED_GAMES = 16384
"""Games of a block, about, where the kernel plays; results do not depend on it."""


@dataclass(frozen=True)
class Setup:
    """What is played; the same for every worker.

    Attributes
    ----------
    rules : Rules
        The rules.
    entrants : tuple of Entrant
        The players.
    seatings : tuple of Seating
        The games on each deal.
    key : pair of int
        The key of all random numbers.
    records : bool
        Whether the games are recorded.
    """

    rules: Rules
    entrants: tuple[Entrant, ...]
    seatings: tuple[Seating, ...]
    key: Key
    records: bool = False

    @property
    def compiled(self) -> bool:
        """Whether the kernel plays all of it."""
        return not self.records and None not in self._codes

    @property
    def block(self) -> int:
        """Deals of a block."""
        return (
            GROUP * max(1, COMPILED_GAMES // (GROUP * len(self.seatings))) if self.compiled else 1
        )

    def play(
        self, withdrawn: frozenset[int], first: int, count: int, given_up: Event | None = None
    ) -> Deals:
        """Play all the games on some deals, as ``play_deals`` says."""
        return play_deals(self, withdrawn, first, count, given_up)

    @cached_property
    def _codes(self) -> list[int | None]:
        """The kernel's numbers of the players."""
        return [entrant.compiled(self.rules) for entrant in self.entrants]

    @cached_property
    def codes(self) -> NDArray[np.int8]:
        """The kernel's number of the player at each seat of each game, if it plays all of it."""
        return np.array(
            [[self._codes[player] for player in seating.players] for seating in self.seatings],
            dtype=np.int8,
        )

    @property
    def network(self) -> Network | None:
        """What instant players follow that the kernel plays; None if there are none."""
        if _games.PLAYERS.index(INSTANT) not in self._codes:
            return None
        return network_of(self.rules)

    @cached_property
    def rotations(self) -> NDArray[np.uint64]:
        """The rotation of each game."""
        return np.array([seating.rotation for seating in self.seatings], dtype=np.uint64)


def play_deals(
    setup: Setup, withdrawn: frozenset[int], first: int, count: int, given_up: Event | None = None
) -> Deals:
    """Play all the games on some deals.

    Parameters
    ----------
    setup : Setup
        What is played.
    withdrawn : frozenset of int
        Players that are not asked any more.
    first, count : int
        The number of the first deal, and how many.
    given_up : Event, optional
        Ends the work early.

    Raises
    ------
    Abandoned
        If the tournament is given up.
    ArenaError
        If a match does not end.
    """
    if setup.compiled:
        return _compiled_deals(setup, first, count)
    games = len(setup.seatings)
    costs = np.zeros((count, games, setup.rules.players), dtype=np.int32)
    lost = np.zeros(costs.shape, dtype=np.bool_)
    faults: list[Fault] = []
    records: list[GameRecord] = []

    for deal in range(first, first + count):
        bench = _Bench(setup, withdrawn, going_on(given_up))
        with bench.open():
            for game, seating in enumerate(setup.seatings):
                outcome, game_faults = bench.play(deal, game, seating)
                costs[deal - first, game] = outcome.heads
                lost[deal - first, game, [*outcome.failed]] = True
                faults += game_faults
                if setup.records:
                    records.append(outcome.record)
    return Deals(costs, lost, tuple(faults), tuple(records))


def _compiled_deals(setup: Setup, first: int, count: int) -> Deals:
    rules = setup.rules
    try:
        heads = _games.play_games(
            setup.key[0],
            first,
            count,
            setup.codes,
            setup.rotations,
            rules.hand_size,
            rules.rows,
            rules.row_capacity,
            rules.top_card,
            rules.professional,
            rules.drafted,
            -1 if rules.threshold is None else rules.threshold,
            -1 if rules.rounds is None else rules.rounds,
            setup.network,
        )
    except _games.EndlessMatchError as error:
        raise ArenaError(str(error)) from None
    return Deals(heads, np.zeros(heads.shape, dtype=np.bool_))


class _Bench:
    """The processes of a deal, and how players are brought to the table.

    Whatever a process may remember, it is of this deal only; so results do not depend on which
    worker plays what.
    """

    def __init__(
        self, setup: Setup, withdrawn: frozenset[int], going_on: Callable[[], None]
    ) -> None:
        self.setup = setup
        self.withdrawn = withdrawn
        self.going_on = going_on
        self.sessions: dict[tuple[int, int], Session] = {}

    @contextmanager
    def open(self) -> Iterator[None]:
        """End all processes at the end: at once, if the end was not to be expected."""
        at_once = True
        try:
            yield
            at_once = False
        finally:
            for place in list(self.sessions):
                self._end(place, at_once=at_once)

    def play(self, deal: int, game: int, seating: Seating) -> tuple[GameOutcome, list[Fault]]:
        """Play a game."""
        setup = self.setup
        names = [setup.entrants[player].name for player in seating.players]
        generators = [
            self._generator(player, deal, seating.rotation, seat)
            for seat, player in enumerate(seating.players)
        ]
        # A player that sits twice has a process for each seat.
        places = [
            (player, seating.players[:seat].count(player))
            for seat, player in enumerate(seating.players)
        ]
        policies = self._seated(places, generators)
        outcome = play_game(
            setup.rules,
            names,
            policies,
            generators,
            partial(round_cards, setup.key, deal, setup.rules),
            self.going_on,
        )
        faults = []
        for seat, place in enumerate(places):
            failure = outcome.failed.get(seat)
            session = self.sessions.get(place)
            if failure is not None and place[0] not in self.withdrawn:
                stderr = "" if session is None else session.stderr
                faults.append(Fault.of(names[seat], (deal, game, seat), failure, stderr))
            if session is not None and failure is not None:
                self._end(place, at_once=True)
            elif session is not None:
                session.tell_over(outcome.heads)
                if session.program.fresh:
                    self._end(place)
        return outcome, faults

    def _generator(self, player: int, deal: int, rotation: int, seat: int) -> np.random.Generator:
        """Return the random numbers of a seat."""
        setup = self.setup
        if setup.entrants[player].compiled(setup.rules) is None:
            return player_stream(setup.key, deal, rotation, seat)
        choices = CompiledChoices(
            setup.key, deal, rotation, setup.rules.players, setup.rules.hand_size, seat
        )
        return cast(np.random.Generator, choices)

    def _seated(
        self, places: list[tuple[int, int]], generators: list[np.random.Generator]
    ) -> list[Policy | PlayerFailed]:
        """Bring the players to their seats; all processes start before one is waited for."""
        seated: list[Policy | PlayerFailed] = []
        for seat, (place, rng) in enumerate(zip(places, generators, strict=True)):
            player = self.setup.entrants[place[0]].player
            if place[0] in self.withdrawn:
                seated.append(PlayerFailed(FaultKind.CRASHED, "withdrawn"))
            elif not isinstance(player, Program):
                seated.append(player)
            else:
                seated.append(self._started(place, player, seat, rng))
        for seat, policy in enumerate(seated):
            if isinstance(policy, Session):
                try:
                    policy.await_ready()
                except PlayerFailed as failure:
                    seated[seat] = failure
        return seated

    def _started(
        self, place: tuple[int, int], program: Program, seat: int, rng: np.random.Generator
    ) -> Session | PlayerFailed:
        try:
            if place not in self.sessions:
                self.sessions[place] = program.start(self.going_on)
        except PlayerFailed as failure:
            return failure
        session = self.sessions[place]
        session.announce(self.setup.rules, seat, rng)
        return session

    def _end(self, place: tuple[int, int], *, at_once: bool = False) -> None:
        self.sessions.pop(place).close(at_once=at_once)
