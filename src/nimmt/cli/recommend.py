"""``nimmt recommend``: which card, or which row."""

from __future__ import annotations

from pathlib import Path

import click

from nimmt.analysis.advice import Objective, Playouts
from nimmt.analysis.recommend import DEFAULT_BELIEF, DEFAULT_LIMITS, checked_playouts
from nimmt.analysis.recommend import recommend as analyse
from nimmt.analysis.risk import DEFAULT_BUDGET
from nimmt.cli._input import file_option, position_argument, read_view
from nimmt.cli._output import print_answer, sampling_progress
from nimmt.limits import Limit

__all__ = ["recommend"]


@click.command()
@position_argument
@file_option
@click.option("--seat", type=int, help="Whose decision, where all hands are given; 0 by default.")
@click.option(
    "--objective",
    type=click.Choice([str(objective) for objective in Objective]),
    help="Own bull heads, own minus the others' mean, or the rank in the round; if not given, "
    "relative where it can be proved, and else own.",
)
@click.option(
    "--playouts",
    type=click.Choice([str(model) for model in Playouts]),
    help="How everybody plays in the playouts: as the policy network, or uniformly at random; the "
    "network where it was trained for the rules, if not given.",
)
@click.option(
    "--trust",
    type=float,
    help="What the network's own opinion is worth beside the playouts: so much for a factor e; 0.5 "
    "if not given, 0 for ranks.",
)
@click.option(
    "--belief",
    type=float,
    default=DEFAULT_BELIEF,
    show_default=True,
    help="How much to conclude from the others' plays, where the position has a history.",
)
@click.option(
    "--exact/--no-exact",
    default=True,
    help="Prove the answer where two hands are known and few cards left; the default.",
)
@click.option(
    "--budget",
    type=int,
    default=DEFAULT_BUDGET,
    show_default=True,
    help="Steps to spend on exact chances of this turn.",
)
@click.option(
    "--samples", type=int, help="Deals to sample; 2000 if no limit is given, 20000 at random."
)
@click.option("--seconds", type=float, help="Time to use.")
@click.option("--std-error", type=float, help="Stop at this standard error for every candidate.")
@click.option("--nodes", type=int, help="Positions of a proof; 1000000 if not given.")
@click.option("--seed", type=int, help="Repeats an earlier answer.")
@click.option("--workers", type=int, default=1, show_default=True, help="Threads.")
@click.option("--json", "as_json", is_flag=True, help="Answer in JSON.")
def recommend(
    position: tuple[str, ...],
    file: Path | None,
    seat: int | None,
    objective: str | None,
    playouts: str | None,
    trust: float | None,
    belief: float,
    exact: bool,
    budget: int,
    samples: int | None,
    seconds: float | None,
    std_error: float | None,
    nodes: int | None,
    seed: int | None,
    workers: int,
    as_json: bool,
) -> None:
    """Recommend a card to play, or a row to choose.

    POSITION is a line of text, a file, or - for standard input. Ctrl-C prints what is sampled so
    far, and exits with 130.
    """
    from nimmt.display.advice import recommendation_view

    view = read_view(position, file, seat)
    if samples is None and seconds is None and std_error is None:
        samples = DEFAULT_LIMITS[checked_playouts(playouts, view)].samples
    limit = Limit(samples, seconds, std_error, nodes)
    with sampling_progress(limit) as (progress, interrupted):
        advice = analyse(
            view,
            objective=objective,
            playouts=playouts,
            trust=trust,
            belief=belief,
            exact=exact,
            budget=budget,
            limit=limit,
            rng=seed,
            workers=workers,
            progress=progress,
        )
    print_answer(advice, recommendation_view, as_json)
    interrupted.exit()
