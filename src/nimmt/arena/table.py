"""One game at one table, to its end whatever the players do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from nimmt.agents import LowestPolicy, Policy, choose_action, move_on
from nimmt.arena.asking import Seats
from nimmt.arena.faults import PlayerFailed
from nimmt.errors import ArenaError
from nimmt.game import Game, Phase
from nimmt.record import GameRecord
from nimmt.rules import Rules
from nimmt_core import _games

__all__ = ["SUBSTITUTE", "GameOutcome", "play_game"]

SUBSTITUTE: Policy = LowestPolicy()
"""Who plays on for a player that has lost by failing."""


class GameOutcome(NamedTuple):
    """How a game ended.

    Attributes
    ----------
    heads : tuple of int
        Bull heads of each seat, those that a substitute took among them.
    failed : dict of int to PlayerFailed
        What happened at the seats whose players failed.
    record : GameRecord
        The game.
    """

    heads: tuple[int, ...]
    failed: dict[int, PlayerFailed]
    record: GameRecord


def play_game(
    rules: Rules,
    names: Sequence[str],
    policies: Sequence[Policy | PlayerFailed],
    generators: Sequence[np.random.Generator],
    cards: Callable[[int], Sequence[int]],
    going_on: Callable[[], None],
) -> GameOutcome:
    """Play a game.

    Parameters
    ----------
    rules : Rules
        The rules.
    names : sequence of str
        What the seats are called in the record.
    policies : sequence of Policy or PlayerFailed
        Who sits at each seat, or why nobody does.
    generators : sequence of Generator
        The random numbers of each seat.
    cards : callable
        Takes the number of a round, from 0, and returns its cards: those of the rows, then hand by
        hand.
    going_on : callable
        Called before every decision; raises if the tournament is given up.

    Raises
    ------
    ArenaError
        If the match does not end.
    """
    game = Game(rules, names=names)
    seats = Seats(policies, SUBSTITUTE, going_on)

    def decide(seat: int) -> int:
        return seats.decide(
            seat, lambda policy: choose_action(policy, game, seat, generators[seat])
        )

    while game.phase is not Phase.OVER:
        if game.round_number == _games.MOST_ROUNDS and game.phase is Phase.DEAL:
            raise ArenaError(f"a match had not ended after {_games.MOST_ROUNDS} rounds")
        if game.phase is Phase.DEAL:
            deal(game, cards)
        else:
            move_on(game, decide)
    return GameOutcome(game.scores, seats.failed, game.record)


def deal(game: Game, cards: Callable[[int], Sequence[int]]) -> None:
    """Begin a round with its cards, or with the open table."""
    rules = game.rules
    if rules.drafted:
        game.deal()
        return
    dealt = cards(game.round_number)
    rows, rest = dealt[: rules.rows], dealt[rules.rows :]
    hands = [
        rest[first : first + rules.hand_size] for first in range(0, len(rest), rules.hand_size)
    ]
    game.deal([[card] for card in rows], hands)
