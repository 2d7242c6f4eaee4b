"""What a player is: three decisions, each from what the player knows."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from typing import Protocol, runtime_checkable

import numpy as np

from nimmt.draft import DraftView
from nimmt.errors import IllegalActionError
from nimmt.game import Game, Phase
from nimmt.position import InformationSet

__all__ = ["Policy", "choose_action", "move_on", "play_match"]


@runtime_checkable
class Policy(Protocol):
    """A player.

    Every method gets what the player knows and a source of randomness, and returns a legal
    action.  A policy keeps nothing between calls that a player at the table could not know.
    """

    @property
    def name(self) -> str:
        """What to call it in tables and records."""

    def play(self, view: InformationSet, rng: np.random.Generator) -> int:
        """Return a card of ``view.hand``."""

    def choose(self, view: InformationSet, rng: np.random.Generator) -> int:
        """Return a row of ``view.options`` for the own card, the first of ``view.pending``."""

    def pick(self, view: DraftView, rng: np.random.Generator) -> int:
        """Return a card of ``view.remaining``."""


def choose_action(policy: Policy, game: Game, seat: int, rng: np.random.Generator) -> int:
    """Ask a policy for its decision in a game.

    Raises
    ------
    IllegalActionError
        If it is not the seat's turn, or the policy's answer is not legal.
    """
    legal = game.legal_actions(seat)
    if not legal:
        raise IllegalActionError(f"seat {seat} has nothing to decide now")
    if game.phase is Phase.DRAFT:
        action = policy.pick(game.draft_view(seat), rng)
    elif game.phase is Phase.CHOOSE:
        action = policy.choose(game.information_set(seat), rng)
    else:
        action = policy.play(game.information_set(seat), rng)
    try:
        answer = None if isinstance(action, bool) else operator.index(action)
    except TypeError:
        answer = None
    if answer not in legal:
        raise IllegalActionError(
            f"{policy.name} at seat {seat} answered {action!r}, one of {list(legal)} was expected"
        )
    return answer


def move_on(game: Game, decide: Callable[[int], int]) -> None:
    """Ask every seat that has something to decide, and move the game on by the answers.

    Parameters
    ----------
    game : Game
        A game that waits for picks, plays or a choice; moved on in place.
    decide : callable
        Takes a seat, and returns its legal action.
    """
    actions = {seat: decide(seat) for seat in game.seats_to_act}
    if game.phase is Phase.PLAY:
        game.play(actions)
    elif game.phase is Phase.CHOOSE:
        game.choose(*actions.values())
    else:
        game.pick(*actions.values())


def play_match(game: Game, policies: Sequence[Policy], rng: np.random.Generator) -> None:
    """Let policies play a game to its end.

    Parameters
    ----------
    game : Game
        The game, moved on in place.
    policies : sequence of Policy
        One for each seat.
    rng : Generator
        Source of the policies' randomness.

    Raises
    ------
    IllegalActionError
        If the number of policies is not that of the seats, or an answer is not legal.
    """
    if len(policies) != game.rules.players:
        raise IllegalActionError(
            f"{len(policies)} policies for {game.rules.players} seats: one for each was expected"
        )
    while game.phase is not Phase.OVER:
        if game.phase is Phase.DEAL:
            game.deal()
        else:
            move_on(game, lambda seat: choose_action(policies[seat], game, seat, rng))
