"""Tournaments of Rummikub: which player is better, by how much, and how sure."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import closing
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nimmt._numbers import checked_integer
from nimmt.arena.players import check_name, named_players
from nimmt.arena.ratings import Rater
from nimmt.arena.scoring import Measure
from nimmt.arena.seating import Seating, lineups_of, rotated, seats_of
from nimmt.arena.statistics import Interval, Moments, Tally
from nimmt.arena.streams import Key, key_of, player_stream
from nimmt.arena.units import Deals
from nimmt.blocks import checked_workers, ordered_results
from nimmt.errors import ArenaError, IllegalActionError
from nimmt.rummikub.agents import GreedyPolicy, Policy, policy_named, take_turn
from nimmt.rummikub.errors import IllegalPlayError
from nimmt.rummikub.game import Game, Phase
from nimmt.rummikub.result import Difference, Standing, Tournament
from nimmt.rummikub.rounds import GreedyRounds
from nimmt.rummikub.rules import Rules
from nimmt.rummikub.scoring import round_scores
from nimmt.rummikub.setup import Deal, Draws, random_deal, random_draws, starter_of
from nimmt.seeding import RNG, seed_of
from nimmt.version import __version__

__all__ = ["tournament"]

DEALS = 100
FEWEST_DEALS = 2  # an interval needs two
GREEDY = {"tiles, value", "value, tiles"}
GREEDY_DEALS = 16  # of a block; results do not depend on it
TILES = 0  # what stands for a seat in the counter of the tiles' random numbers


def tournament(
    players: Sequence[str | Policy] | Mapping[str, str | Policy],
    rules: Rules | None = None,
    *,
    lineups: Sequence[Sequence[str]] | None = None,
    deals: int = DEALS,
    rng: RNG = None,
    workers: int | None = None,
    executor: Executor | None = None,
    ratings: bool = False,
    progress: Callable[[int, int], object] | None = None,
) -> Tournament:
    """Let players meet on the same deals, from every seat.

    Every line-up plays every deal once in each rotation of its seats.  Racks, the order of the
    pool and who starts are the same in all these games; each player's own random numbers depend on
    nothing but the seed, the deal, the rotation and the seat.

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
    rng : int, SeedSequence, Generator or None, optional
        Source of randomness.
    workers : int, optional
        Threads, 1 if not given; or how many workers of the executor are kept busy, as many as
        there are processors if not given.  The result does not depend on it.
    executor : concurrent.futures.Executor, optional
        Where to play instead; policies must be picklable.
    ratings : bool, optional
        Whether to rate the players, with openskill.
    progress : callable, optional
        Called with the deals played by now and the deals to play.

    Returns
    -------
    Tournament

    Raises
    ------
    ArenaError
        If the players or the line-ups make no tournament, the rules have no end, or a player's
        answer is not legal.
    LimitError
        If a number makes no sense.

    Examples
    --------
    >>> result = tournament(["tiles", "random"], deals=20, rng=1)
    >>> result["tiles"].win_share.mean > 0.5
    True
    """
    entrants, listed = _entrants(players)
    names = tuple(entrants)
    rules = rules or _usual_rules(len(listed))
    if rules.rounds is None and rules.target is None:
        raise ArenaError("the rules have neither rounds nor a target: a game would never end")
    teams = lineups_of(lineups, names, listed, rules.players)
    seatings = rotated(teams)
    total = checked_integer(deals, "deals", FEWEST_DEALS)
    if workers is None:
        workers = 1 if executor is None else os.cpu_count() or 1
    seed = seed_of(rng)
    setup = _Setup(rules, tuple(entrants.values()), seatings, key_of(seed))
    tally = Tally(seats_of(seatings, len(names)))
    rater = Rater(names, seatings) if ratings else None
    size = 1 if setup.objectives is None else GREEDY_DEALS
    run = partial(_played, setup, size, total)
    blocks = -(-total // size)
    with closing(ordered_results(run, blocks, checked_workers(workers), executor)) as results:
        for played in results:
            tally.add(played)
            if rater is not None:
                rater.add(played)
            if progress is not None:
                progress(tally.deals, total)
    return Tournament(
        rules=rules,
        lineups=tuple(tuple(names[player] for player in team) for team in teams),
        deals=tally.deals,
        games=len(seatings),
        seed=seed,
        standings=_standings(names, tally, seatings, rater),
        differences=tuple(
            Difference(
                names[player],
                names[other],
                **_intervals(partial(tally.difference, player=player, other=other)),
            )
            for player, other in combinations(range(len(names)), 2)
        ),
        version=__version__,
    )


@dataclass(frozen=True)
class _Setup:
    """What is played; the same for every worker."""

    rules: Rules
    players: tuple[Policy, ...]
    seatings: tuple[Seating, ...]
    key: Key

    @cached_property
    def objectives(self) -> tuple[str, ...] | None:
        """What the players make large, if all are greedy and play a round unasked; else None."""
        if self.rules.rounds != 1 or not all(type(one) is GreedyPolicy for one in self.players):
            return None
        found = tuple(str(getattr(one, "objective", None)) for one in self.players)
        return found if set(found) <= GREEDY else None


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


def _played(setup: _Setup, size: int, total: int, block: int) -> Deals:
    """Play all the games on some deals; points are handed on as bull heads of the first game."""
    deals = range(block * size, min((block + 1) * size, total))
    play = _game_scores if setup.objectives is None else _round_player(setup, setup.objectives)
    points: NDArray[np.int32] = np.array(
        [[play(setup, deal, seating) for seating in setup.seatings] for deal in deals],
        dtype=np.int32,
    )
    return Deals(-points, np.zeros(points.shape, dtype=np.bool_))


_Play = Callable[["_Setup", int, Seating], tuple[int, ...]]


def _round_player(setup: _Setup, objectives: Sequence[str]) -> _Play:
    """Return what plays a round of greedy players; no two threads may share it."""
    rounds = {
        seating: GreedyRounds(setup.rules, [objectives[player] for player in seating.players])
        for seating in setup.seatings
    }

    def play(setup: _Setup, deal: int, seating: Seating) -> tuple[int, ...]:
        draws, dealt = _dealt(setup, deal, 0)
        racks = rounds[seating].play(dealt, starter_of(draws, setup.rules))
        return round_scores(racks, setup.rules)

    return play


def _game_scores(setup: _Setup, deal: int, seating: Seating) -> tuple[int, ...]:
    """Play a game, and return the points of the seats."""
    game = Game(setup.rules)
    generators = [
        player_stream(setup.key, deal, seating.rotation, seat)
        for seat in range(len(seating.players))
    ]
    while game.phase is not Phase.OVER:
        if game.phase is Phase.DEAL:
            draws, (racks, pool) = _dealt(setup, deal, game.round_number)
            game.deal(racks, pool, draws=draws)
            continue
        seat = game.position.turn
        policy = setup.players[seating.players[seat]]
        try:
            take_turn(game, policy, generators[seat])
        except (IllegalActionError, IllegalPlayError) as error:
            raise ArenaError(
                f"{policy.name} at seat {seat} of deal {deal}: its answer is not legal: {error}"
            ) from error
    return game.scores


def _dealt(setup: _Setup, deal: int, round_number: int) -> tuple[Draws, Deal]:
    """Return the draws for the start, and the tiles, of a round from 0."""
    generator = np.random.Generator(
        np.random.Philox(
            key=np.array(setup.key, dtype=np.uint64),
            counter=np.array([0, TILES, round_number, deal], dtype=np.uint64),
        )
    )
    return random_draws(setup.rules, generator), random_deal(setup.rules, generator)


def _standings(
    names: Sequence[str], tally: Tally, seatings: Sequence[Seating], rater: Rater | None
) -> tuple[Standing, ...]:
    ratings = rater.ratings() if rater else [None] * len(names)
    seats = seats_of(seatings, len(names)).sum(axis=0).tolist()
    return tuple(
        Standing(
            name,
            seats[player] * tally.deals,
            **_intervals(partial(tally.moments, player=player)),
            rating=ratings[player],
        )
        for player, name in enumerate(names)
    )


def _intervals(moments: Callable[[Measure], Moments]) -> dict[str, Interval]:
    """Return the intervals of all measures; points are what bull heads are less of."""
    heads = moments(Measure.BULL_HEADS)
    found: dict[str, Any] = {
        "points": replace(heads, mean=-heads.mean),
        "rank": moments(Measure.RANK),
        "win_share": moments(Measure.WIN_SHARE),
    }
    return {name: each.interval(sequential=False) for name, each in found.items()}
