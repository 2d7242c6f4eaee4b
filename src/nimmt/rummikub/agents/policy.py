"""What a player of Rummikub is: one decision, from what the player knows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Protocol, runtime_checkable

import numpy as np

from nimmt.errors import IllegalActionError
from nimmt.rummikub.errors import IllegalPlayError
from nimmt.rummikub.game import Game, Phase
from nimmt.rummikub.position import InformationSet

__all__ = ["Policy", "play_game", "take_turn"]


@runtime_checkable
class Policy(Protocol):
    """A player.

    It gets what the player knows and a source of randomness.  It keeps nothing between calls that
    a player at the table could not know.
    """

    @property
    def name(self) -> str:
        """What to call it in tables and records."""

    def play(self, view: InformationSet, rng: np.random.Generator) -> Iterable[Any] | None:
        """Return all sets on the table after the turn; None to draw, or pass."""


def take_turn(policy: Policy, game: Game, rng: np.random.Generator) -> None:
    """Ask a policy for its turn, and move the game on by it.

    Parameters
    ----------
    policy : Policy
        Who has the turn.
    game : Game
        A game that waits for a turn; moved on in place.
    rng : Generator
        Source of the policy's randomness.

    Raises
    ------
    IllegalActionError
        If the game waits for no turn, or the answer is not legal.
    """
    if game.phase is not Phase.TURN:
        raise IllegalActionError(f"the game waits for {game.phase}, not for a turn")
    position = game.position
    answer = policy.play(position.information_set(position.turn), rng)
    try:
        if answer is not None:
            game.play(answer)
        elif position.pool:
            game.draw()
        else:
            game.pass_turn()
    except (IllegalActionError, IllegalPlayError) as error:
        raise IllegalActionError(f"{policy.name} at seat {position.turn}: {error}") from error


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
        If the number of policies is not that of the seats, the game has no end, or an answer is not
        legal.
    """
    if len(policies) != game.rules.players:
        raise IllegalActionError(
            f"{len(policies)} policies for {game.rules.players} seats: one for each was expected"
        )
    if game.rules.rounds is None and game.rules.target is None:
        raise IllegalActionError("the rules have neither rounds nor a target: the game has no end")
    while game.phase is not Phase.OVER:
        if game.phase is Phase.DEAL:
            game.deal()
        else:
            take_turn(policies[game.position.turn], game, rng)
