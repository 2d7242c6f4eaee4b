"""A human at seat 0 of a game in the terminal, against policies; for both games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Generic, TypeVar

import click
import numpy as np

from nimmt.cli._files import write_whole
from nimmt.seeding import seed_of

__all__ = ["HUMAN", "LeftTheTable", "Table", "play_at", "save_option", "seed_option"]

HUMAN = 0

seed_option = click.option("--seed", type=int, help="Repeats the deals and the opponents' choices.")
save_option = click.option(
    "--save",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write the record of the game here, also when it is left early.",
)

GameT = TypeVar("GameT")
PolicyT = TypeVar("PolicyT")


class LeftTheTable(Exception):  # noqa: N818 - no error
    """The player left the table."""


class Table(Generic[GameT, PolicyT]):
    """The human, the opponents, and the game between them.

    Parameters
    ----------
    game : Game
        The game, moved on in place.
    policies : sequence of Policy
        Who sits at seats 1, 2, ...
    rng : Generator
        Source of their randomness, and of the hints'.
    """

    def __init__(self, game: GameT, policies: Sequence[PolicyT], rng: np.random.Generator) -> None:
        self.game = game
        self.policies = policies
        self.rng = rng

    def run(self) -> None:
        """Play to the end of the game."""
        raise NotImplementedError

    def hint(self) -> None:
        """Print advice for the human."""
        raise NotImplementedError

    def answer(self, prompt: str) -> str:
        """Ask the human; give hints as long as they are asked for.

        Raises
        ------
        LeftTheTable
            If the human leaves.
        """
        while True:
            answer: str = click.prompt(prompt, type=str).strip()
            if answer.lower() in ("q", "quit"):
                raise LeftTheTable
            if answer.lower() not in ("h", "hint", "?"):
                return answer
            self.hint()


def play_at(
    table: Callable[[Any, Sequence[Any], np.random.Generator], Table[Any, Any]],
    begin: Callable[..., Any],
    opponents: str,
    policy_named: Callable[[str], Any],
    seed: int | None,
    save: Path | None,
) -> None:
    """Let the human play a game, and write its record.

    Parameters
    ----------
    table : callable
        Makes the table.
    begin : callable
        Takes the number of players, ``rng`` and ``names``, and returns the game.
    opponents : str
        Who sits at seats 1, 2, ..., separated by commas.
    policy_named : callable
        Makes a player that ships.
    seed, save
        The options.
    """
    if save is not None and not save.absolute().parent.is_dir():
        raise click.UsageError(f"--save: there is no folder {save.absolute().parent}")
    policies = [policy_named(name.strip()) for name in opponents.split(",")]
    deals, choices = np.random.SeedSequence(seed_of(seed)).spawn(2)
    names = ("you", *(f"{policy.name} {seat}" for seat, policy in enumerate(policies, 1)))
    game = begin(len(names), rng=deals, names=names)
    try:
        table(game, policies, np.random.default_rng(choices)).run()
    except (LeftTheTable, click.Abort, KeyboardInterrupt):
        click.echo("You left the table.")
    finally:
        if save is not None:
            write_whole(save, game.record.to_json() + "\n")
            click.echo(f"The record is in {save}.")
