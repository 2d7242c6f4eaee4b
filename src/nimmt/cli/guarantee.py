"""``nimmt guarantee``: what each card guarantees, whatever the others do."""

from __future__ import annotations

from pathlib import Path

import click

from nimmt.analysis.guarantee import DEFAULT_BUDGET
from nimmt.analysis.guarantee import guarantee as analyse
from nimmt.cli._input import file_option, objective_option, position_argument, read_known
from nimmt.cli._output import print_answer, work_progress

__all__ = ["guarantee"]


@click.command()
@position_argument
@file_option
@click.option("--seat", type=int, help="Who asks; who has to choose a row, or 0, by default.")
@objective_option
@click.option(
    "--budget", type=int, default=DEFAULT_BUDGET, show_default=True, help="Joint plays to try."
)
@click.option("--json", "as_json", is_flag=True, help="Answer in JSON.")
def guarantee(
    position: tuple[str, ...],
    file: Path | None,
    seat: int | None,
    objective: str,
    budget: int,
    as_json: bool,
) -> None:
    """Show what each card guarantees whatever the others do, with every hand known.

    POSITION is a line of text with every hand, a file, or - for standard input.
    """
    from nimmt.display.exact import guarantee_view

    known, asker = read_known(position, file, seat)
    with work_progress() as progress:
        answer = analyse(known, asker, objective, budget=budget, progress=progress)
    print_answer(answer, guarantee_view, as_json)
