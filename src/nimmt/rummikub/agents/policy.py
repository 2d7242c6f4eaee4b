"""What a player of Rummikub is: one decision, from what the player knows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

import numpy as np

from nimmt.errors import IllegalActionError
from nimmt.rummikub.game import Game, Phase
from nimmt.rummikub.position import InformationSet
from nimmt.rummikub.record import Action
from nimmt.rummikub.sets import TileSet

__all__ = ["Policy", "play_game", "take_turn"]


@runtime_checkable
class Policy(Protocol):
    """A player.

    A policy gets what the player knows and a source of randomness.  It keeps nothing between calls
    that a player at the table could not know.
    """

    @property
    def name(self) -> str:
        """What to call it in tables and records."""

    def play(self, view: InformationSet, rng: np.random.Generator) -> Sequence[TileSet] | None:
        """Return the table after the turn, or None to lay nothing."""


def take_turn(game: Game, policy: Policy, rng: np.random.Generator) -> None:
    """Let a policy take the turn that is due.

    Parameters
    ----------
    game : Game
        A game that waits for a turn; moved on in place.
    policy : Policy
        Who takes it.
    rng : Generator
        Source of the policy's randomness.

    Raises
    ------
    IllegalPlayError
        If the rules do not allow the policy's play.
    IllegalActionError
        If it is nobody's turn, or a play is forced and the policy makes none.
    """
    if game.phase is not Phase.TURN:
        raise IllegalActionError(f"nobody has a turn: the game waits for {game.phase}")
    arrangement = policy.play(game.information_set(game.position.turn), rng)
    if arrangement is not None:
        game.play(arrangement)
    elif Action.DRAW in game.actions:
        game.draw()
    else:
        game.pass_turn()


def play_game(game: Game, policies: Sequence[Policy], rng: np.random.Generator) -> None:
    """Let policies play a game to its end.

    Parameters
    ----------
    game : Game
        The game, moved on in place; its rules say when it ends.
    policies : sequence of Policy
        One for each seat.
    rng : Generator
        Source of the policies' randomness.

    Raises
    ------
    IllegalActionError
        If the number of policies is not that of the seats, the game would never end, or a play is
        forced and a policy makes none.
    IllegalPlayError
        If the rules do not allow a policy's play.

    Examples
    --------
    >>> from nimmt.rummikub import Rules
    >>> from nimmt.rummikub.agents import GreedyPolicy, RandomPolicy
    >>> game = Game(Rules(players=2, rounds=1), rng=1)
    >>> play_game(game, [GreedyPolicy(), RandomPolicy()], np.random.default_rng(1))
    >>> game.phase, sum(game.scores)
    (<Phase.OVER: 'over'>, 0)
    """
    if len(policies) != game.rules.players:
        raise IllegalActionError(
            f"{len(policies)} policies for {game.rules.players} seats: one for each was expected"
        )
    if game.rules.target is None and game.rules.rounds is None:
        raise IllegalActionError("target and rounds are both None: the game would never end")
    while game.phase is not Phase.OVER:
        if game.phase is Phase.DEAL:
            game.deal()
        else:
            take_turn(game, policies[game.position.turn], rng)
