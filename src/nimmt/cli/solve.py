"""``nimmt solve``: the equilibrium of two known hands."""

from __future__ import annotations

from pathlib import Path

import click

from nimmt.analysis.solve import DEFAULT_MEMORY
from nimmt.analysis.solve import solve as solve_position
from nimmt.cli._input import file_option, position_argument, read_position
from nimmt.cli._interruption import interruption
from nimmt.cli._output import print_answer, status_line
from nimmt.limits import Limit

__all__ = ["solve"]


@click.command()
@position_argument
@file_option
@click.option("--seconds", type=float, help="Stop after this time with what is proved.")
@click.option("--nodes", type=int, help="Stop after so many positions with what is proved.")
@click.option(
    "--tolerance", type=float, default=0.0, help="Stop when the bounds are no further apart."
)
@click.option(
    "--memory", type=int, default=DEFAULT_MEMORY, show_default=True, help="MiB for the tables."
)
@click.option("--workers", type=int, default=1, show_default=True, help="Threads.")
@click.option(
    "--card-values/--no-card-values",
    default=True,
    show_default=True,
    help="Go on until the value of every card is exact.",
)
@click.option("--json", "as_json", is_flag=True, help="Answer in JSON.")
def solve(
    position: tuple[str, ...],
    file: Path | None,
    seconds: float | None,
    nodes: int | None,
    tolerance: float,
    memory: int,
    workers: int,
    card_values: bool,
    as_json: bool,
) -> None:
    """Solve a position of two players with known hands.

    POSITION is a line of text with both hands, a file, or - for standard input. Ctrl-C prints what
    is proved so far, and exits with 130.
    """
    from nimmt.display.exact import solution_view

    limit = None if seconds is None and nodes is None else Limit(seconds=seconds, nodes=nodes)
    root = read_position(position, file)
    with interruption() as interrupted, status_line() as show:
        interrupted.hold()

        def progress(lo: float, hi: float, searched: int) -> bool:
            show(f"between {lo:.4f} and {hi:.4f}, {searched} positions")
            return interrupted.noted

        solution = solve_position(
            root,
            limit=limit,
            tolerance=tolerance,
            memory=memory,
            workers=workers,
            card_values=card_values,
            progress=progress,
        )
    print_answer(solution, solution_view, as_json)
    interrupted.exit()
