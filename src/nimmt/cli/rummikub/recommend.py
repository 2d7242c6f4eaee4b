"""``nimmt rummikub recommend``: which play, or to draw."""

from __future__ import annotations

from pathlib import Path

import click

from nimmt.cli._input import file_option, position_argument
from nimmt.cli._output import print_answer, sampling_progress
from nimmt.cli.rummikub._input import read_view, seat_option
from nimmt.limits import Limit
from nimmt.rummikub.adviser import DEFAULT_LIMIT
from nimmt.rummikub.adviser import recommend as analyse

__all__ = ["recommend"]


@click.command()
@position_argument
@file_option
@seat_option
@click.option(
    "--belief/--no-belief",
    default=True,
    show_default=True,
    help="Conclude that others who laid nothing could not.",
)
@click.option("--samples", type=int, help="Deals to sample; 100 if no limit is given.")
@click.option("--seconds", type=float, help="Time to use.")
@click.option("--std-error", type=float, help="Stop at this standard error for every candidate.")
@click.option("--seed", type=int, help="Repeats an earlier answer.")
@click.option("--json", "as_json", is_flag=True, help="Answer in JSON.")
def recommend(
    position: tuple[str, ...],
    file: Path | None,
    seat: int | None,
    belief: bool,
    samples: int | None,
    seconds: float | None,
    std_error: float | None,
    seed: int | None,
    as_json: bool,
) -> None:
    """Recommend a play, or to draw.

    POSITION is a line of text, a file, or - for standard input. Ctrl-C prints what is sampled so
    far, and exits with 130.
    """
    from nimmt.display.rummikub import recommendation_view

    view = read_view(position, file, seat)
    if samples is None and seconds is None and std_error is None:
        samples = DEFAULT_LIMIT.samples
    limit = Limit(samples, seconds, std_error)
    with sampling_progress(limit) as (progress, interrupted):
        advice = analyse(view, belief=belief, limit=limit, rng=seed, progress=progress)
    print_answer(advice, recommendation_view, as_json)
    interrupted.exit()
