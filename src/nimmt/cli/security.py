"""``nimmt security``: how to mix cards against all others as one."""

from __future__ import annotations

from pathlib import Path

import click

from nimmt.analysis.security import DEFAULT_BUDGET
from nimmt.analysis.security import security as analyse
from nimmt.cli._input import file_option, objective_option, position_argument, read_known
from nimmt.cli._output import print_answer, work_progress

__all__ = ["security"]


@click.command()
@position_argument
@file_option
@click.option("--seat", type=int, help="Who asks; who has to choose a row, or 0, by default.")
@objective_option
@click.option(
    "--budget", type=int, default=DEFAULT_BUDGET, show_default=True, help="Joint plays to try."
)
@click.option("--json", "as_json", is_flag=True, help="Answer in JSON.")
def security(
    position: tuple[str, ...],
    file: Path | None,
    seat: int | None,
    objective: str,
    budget: int,
    as_json: bool,
) -> None:
    """Show how to mix cards against all others as one, with every hand known.

    POSITION is a line of text with every hand, a file, or - for standard input.
    """
    from nimmt.display.exact import security_view

    known, asker = read_known(position, file, seat)
    with work_progress() as progress:
        answer = analyse(known, asker, objective, budget=budget, progress=progress)
    print_answer(answer, security_view, as_json)
