"""``nimmt equilibrium``: how everybody may play so that nobody gains much by leaving it alone."""

from __future__ import annotations

from pathlib import Path

import click

from nimmt.analysis.equilibrium import DEFAULT_BUDGET, DEFAULT_ITERATIONS, DEFAULT_TOLERANCE, Start
from nimmt.analysis.equilibrium import equilibrium as analyse
from nimmt.cli._input import file_option, objective_option, position_argument, read_known
from nimmt.cli._interruption import interruption
from nimmt.cli._output import print_answer, status_line

__all__ = ["equilibrium"]


@click.command()
@position_argument
@file_option
@objective_option
@click.option(
    "--iterations",
    type=int,
    default=DEFAULT_ITERATIONS,
    show_default=True,
    help="Stop after so many at the latest.",
)
@click.option(
    "--tolerance",
    type=float,
    default=DEFAULT_TOLERANCE,
    show_default=True,
    help="Stop when all seats together could gain no more.",
)
@click.option(
    "--start",
    type=click.Choice([str(start) for start in Start]),
    default=str(Start.UNIFORM),
    show_default=True,
    help="Where to begin.",
)
@click.option("--seed", type=int, help="Repeats a random start.")
@click.option(
    "--budget", type=int, default=DEFAULT_BUDGET, show_default=True, help="Nodes of the tree."
)
@click.option("--json", "as_json", is_flag=True, help="Answer in JSON.")
def equilibrium(
    position: tuple[str, ...],
    file: Path | None,
    objective: str,
    iterations: int,
    tolerance: float,
    start: str,
    seed: int | None,
    budget: int,
    as_json: bool,
) -> None:
    """Look for a profile that nobody gains much by leaving alone, with every hand known.

    POSITION is a line of text with every hand, a file, or - for standard input. Ctrl-C prints the
    best profile met so far, and exits with 130.
    """
    from nimmt.display.exact import equilibrium_view

    known, _ = read_known(position, file)
    with interruption() as interrupted, status_line() as show:

        def progress(done: int, nash_conv: float) -> bool:
            show(f"{done} iterations, {nash_conv:.4f} to gain")
            return interrupted.hold()

        answer = analyse(
            known,
            objective,
            iterations=iterations,
            tolerance=tolerance,
            start=start,
            rng=seed,
            budget=budget,
            progress=progress,
        )
    print_answer(answer, equilibrium_view, as_json)
    interrupted.exit()
