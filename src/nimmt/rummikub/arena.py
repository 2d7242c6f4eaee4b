"""Tournaments of Rummikub: which player is better, by how much, and how sure."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import cached_property, partial
from threading import Event

import numpy as np
from numpy.typing import NDArray

from nimmt.arena.asking import Seats, going_on
from nimmt.arena.book import Field
from nimmt.arena.deals import Deals
from nimmt.arena.faults import Fault, FaultKind, PlayerFailed
from nimmt.arena.frame import STRIKES, play_tournament
from nimmt.arena.players import check_name, named_players, policy_to_dict
from nimmt.arena.seating import Seating
from nimmt.arena.stopping import Stopping
from nimmt.arena.streams import Key, player_stream
from nimmt.errors import ArenaError
from nimmt.rummikub.agents import GreedyPolicy, Policy, policy_named, take_turn
from nimmt.rummikub.errors import IllegalPlayError
from nimmt.rummikub.game import Game, Phase
from nimmt.rummikub.record import GameRecord
from nimmt.rummikub.result import Difference, Standing, Tournament
from nimmt.rummikub.rounds import GreedyRounds
from nimmt.rummikub.rules import Rules
from nimmt.rummikub.scoring import round_scores
from nimmt.rummikub.setup import Deal, Draws, random_deal, random_draws, starter_of
from nimmt.seeding import RNG

__all__ = ["tournament"]

DEALS = 100
GREEDY = {"tiles, value", "value, tiles"}
GREEDY_DEALS = 16  # of a block; results do not depend on it
TILES = 0  # what stands for a seat in the counter of the tiles' random numbers
SUBSTITUTE: Policy = GreedyPolicy()
"""Who plays on for a player that has lost by failing."""


def tournament(
    players: Sequence[str | Policy] | Mapping[str, str | Policy],
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

    Every line-up plays every deal once in each rotation of its seats.  Racks, the order of the
    pool and who starts are the same in all these games; each player's own random numbers depend on
    nothing but the seed, the deal, the rotation and the seat.

    A player that fails (raises an error, or answers what is not legal) loses the game: ``tiles``
    plays on for it, so that the others can; it is charged the least points of that game's table,
    has the last rank and no share of the win.  After ``strikes`` lost games, from the next deal on,
    it is not asked any more and loses them all.

    Parameters
    ----------
    players : sequence of players, or mapping from names to players
        A player is the name of one that ships, or a policy.  As many as seats are the line-up, and
        one may be listed more than once.  If there are fewer, they share the seats; of more, every
        choice of them makes a line-up.
    rules : Rules, optional
        The rules of a game, which must have an end; if not given, one round by the usual rules
        with a seat for each player listed.
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
        Where to play instead; policies must be picklable.
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
        If the players, the line-ups, the folder or the stopping rule make no tournament, the rules
        have no end, or the executor breaks.
    JournalError
        If the journal cannot be used.
    LimitError
        If a number makes no sense.

    Examples
    --------
    >>> result = tournament(["tiles", "random"], deals=20, rng=1)
    >>> result["tiles"].win_share.mean > 0.5
    True
    """
    entrants, listed = _entrants(players)
    rules = rules or _usual_rules(len(listed))
    if rules.rounds is None and rules.target is None:
        raise ArenaError("the rules have neither rounds nor a target: a game would never end")
    field = Field.of(lineups, tuple(entrants), listed, rules.players)

    def prepare(key: Key, records: bool) -> _Setup:
        return _Setup(rules, tuple(entrants.items()), field.seatings, key, records)

    book = play_tournament(
        field,
        {
            "game": "rummikub",
            "rules": rules.to_dict(),
            "players": [policy_to_dict(name, policy) for name, policy in entrants.items()],
        },
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


def _usual_rules(players: int) -> Rules:
    if not 2 <= players <= 4:
        raise ArenaError(f"{players} players are listed: 2 to 4 were expected, or rules")
    return Rules(players=players, rounds=1)


def _entrants(
    players: Sequence[str | Policy] | Mapping[str, str | Policy],
) -> tuple[dict[str, Policy], tuple[int, ...]]:
    """Read the players that were given."""
    different, listed = named_players(players)
    made = {}
    for name, given in different.items():
        player = policy_named(given) if isinstance(given, str) else given
        if not isinstance(player, Policy):
            raise ArenaError(f"{player!r} is no player: a name or a policy was expected")
        check_name(name)
        made[name] = player
    return made, listed


@dataclass(frozen=True)
class _Setup:
    """What is played; the same for every worker."""

    rules: Rules
    players: tuple[tuple[str, Policy], ...]
    seatings: tuple[Seating, ...]
    key: Key
    records: bool

    @cached_property
    def objectives(self) -> tuple[str, ...] | None:
        """What the players make large, if all are greedy and play a round unasked; else None."""
        policies = [policy for _, policy in self.players]
        if self.records or self.rules.rounds != 1:
            return None
        if not all(type(one) is GreedyPolicy for one in policies):
            return None
        found = tuple(str(getattr(one, "objective", None)) for one in policies)
        return found if set(found) <= GREEDY else None

    @property
    def block(self) -> int:
        """Deals of a block."""
        return 1 if self.objectives is None else GREEDY_DEALS

    def play(
        self, withdrawn: frozenset[int], first: int, count: int, given_up: Event | None
    ) -> Deals:
        """Play all the games on some deals."""
        costs = np.zeros((count, len(self.seatings), self.rules.players), dtype=np.int32)
        lost = np.zeros(costs.shape, dtype=np.bool_)
        check = going_on(given_up)
        if self.objectives is not None:
            self._play_greedy(self.objectives, first, costs, check)
            return Deals(costs, lost)
        faults: list[Fault] = []
        records: list[GameRecord] = []
        for place in np.ndindex(count, len(self.seatings)):
            deal, number = first + place[0], place[1]
            game, failed = self._played(deal, self.seatings[number], withdrawn, check)
            costs[place] = [-points for points in game.scores]
            lost[(*place, [*failed])] = True
            faults += [
                Fault.of(self.players[player][0], (deal, number, seat), failed[seat])
                for seat, player in enumerate(self.seatings[number].players)
                if seat in failed and player not in withdrawn
            ]
            if self.records:
                records.append(game.record)
        return Deals(costs, lost, tuple(faults), tuple(records))

    def _play_greedy(
        self,
        objectives: Sequence[str],
        first: int,
        costs: NDArray[np.int32],
        check: Callable[[], None],
    ) -> None:
        """Fill in what rounds of greedy players cost; no two threads may share what plays them."""
        rounds = [
            GreedyRounds(self.rules, [objectives[player] for player in seating.players])
            for seating in self.seatings
        ]
        for deal in range(len(costs)):
            check()
            draws, dealt = _dealt(self.rules, self.key, first + deal, 0)
            starter = starter_of(draws, self.rules)
            for number, greedy in enumerate(rounds):
                points = round_scores(greedy.play(dealt, starter), self.rules)
                costs[deal, number] = [-each for each in points]

    def _played(
        self, deal: int, seating: Seating, withdrawn: frozenset[int], check: Callable[[], None]
    ) -> tuple[Game, dict[int, PlayerFailed]]:
        """Play a game; return it, and what happened at the seats whose players failed."""
        game = Game(self.rules, names=[self.players[player][0] for player in seating.players])
        seats = Seats(
            [
                PlayerFailed(FaultKind.CRASHED, "withdrawn")
                if player in withdrawn
                else self.players[player][1]
                for player in seating.players
            ],
            SUBSTITUTE,
            check,
        )
        generators = [
            player_stream(self.key, deal, seating.rotation, seat)
            for seat in range(len(seating.players))
        ]
        while game.phase is not Phase.OVER:
            if game.phase is Phase.DEAL:
                draws, (racks, pool) = _dealt(self.rules, self.key, deal, game.round_number)
                game.deal(racks, pool, draws=draws)
                continue
            seat = game.position.turn
            seats.decide(seat, partial(_take_turn, game, generators[seat]))
        return game, seats.failed


def _take_turn(game: Game, rng: np.random.Generator, policy: Policy) -> None:
    try:
        take_turn(game, policy, rng)
    except IllegalPlayError as error:
        raise PlayerFailed(FaultKind.ILLEGAL, str(error)) from error


def _dealt(rules: Rules, key: Key, deal: int, round_number: int) -> tuple[Draws, Deal]:
    """Return the draws for the start, and the tiles, of a round from 0."""
    generator = np.random.Generator(
        np.random.Philox(
            key=np.array(key, dtype=np.uint64),
            counter=np.array([0, TILES, round_number, deal], dtype=np.uint64),
        )
    )
    return random_draws(rules, generator), random_deal(rules, generator)
