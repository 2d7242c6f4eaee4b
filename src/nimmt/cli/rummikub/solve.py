"""``nimmt rummikub solve``: the best play, exactly."""

from __future__ import annotations

from pathlib import Path

import click

from nimmt.cli._input import file_option, position_argument
from nimmt.cli._output import print_answer
from nimmt.cli.rummikub._input import read_position
from nimmt.rummikub.rules import JokerLock
from nimmt.rummikub.solver import solve as solve_position

__all__ = ["solve"]


@click.command()
@position_argument
@file_option
@click.option(
    "--objective",
    default="tiles",
    show_default=True,
    help="What to make large: tiles, value, fewest_tiles, least_value, or several with commas, the "
    "most important first; out first goes out if possible.",
)
@click.option(
    "--joker-value", type=int, help="What a joker counts as value; its penalty if not given."
)
@click.option(
    "--joker-lock",
    type=click.Choice([str(lock) for lock in JokerLock]),
    help="How sets with jokers are treated, in place of what the position says.",
)
@click.option(
    "--fewest-changes/--any-changes",
    default=True,
    show_default=True,
    help="Of the best plays, find one that leaves the most sets whole.",
)
@click.option("--json", "as_json", is_flag=True, help="Answer in JSON.")
def solve(
    position: tuple[str, ...],
    file: Path | None,
    objective: str,
    joker_value: int | None,
    joker_lock: str | None,
    fewest_changes: bool,
    as_json: bool,
) -> None:
    """Find the best play of a turn, and the moves that lead there.

    POSITION is a line of text, a file, or - for standard input.
    """
    from nimmt.display.rummikub import solution_view

    found = solve_position(
        read_position(position, file),
        objective=objective,
        joker_value=joker_value,
        joker_lock=joker_lock,
        fewest_changes=fewest_changes,
    )
    print_answer(found, solution_view, as_json)
