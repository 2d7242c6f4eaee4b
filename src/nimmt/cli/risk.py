"""``nimmt risk``: what each card may cost this turn."""

from __future__ import annotations

from pathlib import Path

import click

from nimmt.analysis.risk import DEFAULT_BUDGET, DEFAULT_LIMIT
from nimmt.analysis.risk import risk as analyse
from nimmt.cli._input import file_option, position_argument, read_view
from nimmt.cli._output import print_answer, sampling_progress
from nimmt.limits import Limit

__all__ = ["risk"]


@click.command()
@position_argument
@file_option
@click.option("--seat", type=int, help="Whose cards, where all hands are given; 0 by default.")
@click.option(
    "--budget",
    type=int,
    default=DEFAULT_BUDGET,
    show_default=True,
    help="Steps to spend on exact chances; 0 always estimates.",
)
@click.option("--samples", type=int, help="Deals of an estimate; 100000 if not given.")
@click.option("--seed", type=int, help="Repeats an earlier estimate.")
@click.option("--workers", type=int, default=1, show_default=True, help="Threads of an estimate.")
@click.option("--json", "as_json", is_flag=True, help="Answer in JSON.")
def risk(
    position: tuple[str, ...],
    file: Path | None,
    seat: int | None,
    budget: int,
    samples: int | None,
    seed: int | None,
    workers: int,
    as_json: bool,
) -> None:
    """Show what each card may cost this turn: the bounds, and exact chances.

    POSITION is a line of text, a file, or - for standard input. Ctrl-C prints an estimate as far as
    it has come, and exits with 130.
    """
    from nimmt.display.text import risk_view

    view = read_view(position, file, seat)
    limit = DEFAULT_LIMIT if samples is None else Limit(samples)
    with sampling_progress(limit) as (progress, interrupted):
        risks = analyse(
            view, budget=budget, limit=limit, rng=seed, workers=workers, progress=progress
        )
    print_answer(risks, risk_view, as_json)
    interrupted.exit()
