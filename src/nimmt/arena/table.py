"""One game at one table, to its end whatever the players do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from nimmt.agents import LowestPolicy, Policy, choose_action, move_on
from nimmt.arena.faults import FaultKind, PlayerFailed
from nimmt.errors import ArenaError, IllegalActionError
from nimmt.game import Game, Phase
from nimmt.record import GameRecord
from nimmt.rules import Rules
from nimmt_core import _games

__all__ = ["SUBSTITUTE", "Abandoned", "GameOutcome", "play_game"]

SUBSTITUTE = LowestPolicy()
"""Who plays on for a player that has lost by failing."""


class Abandoned(Exception):  # noqa: N818 - nothing went wrong
    """The tournament is given up."""


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
    failed = {
        seat: policy for seat, policy in enumerate(policies) if isinstance(policy, PlayerFailed)
    }

    def decide(seat: int) -> int:
        going_on()
        policy = policies[seat]
        if seat not in failed and not isinstance(policy, PlayerFailed):
            try:
                return choose_action(policy, game, seat, generators[seat])
            except PlayerFailed as failure:
                failed[seat] = failure
            except IllegalActionError as error:
                failed[seat] = PlayerFailed(FaultKind.ILLEGAL, str(error))
            except Abandoned:
                raise
            except Exception as error:
                failed[seat] = PlayerFailed(FaultKind.CRASHED, f"{type(error).__name__}: {error}")
        return choose_action(SUBSTITUTE, game, seat, generators[seat])

    while game.phase is not Phase.OVER:
        if game.round_number == _games.MOST_ROUNDS and game.phase is Phase.DEAL:
            raise ArenaError(f"a match had not ended after {_games.MOST_ROUNDS} rounds")
        if game.phase is Phase.DEAL:
            deal(game, cards)
        else:
            move_on(game, decide)
    return GameOutcome(game.scores, failed, game.record)


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
