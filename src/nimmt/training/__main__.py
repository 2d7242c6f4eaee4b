"""Train a policy network: ``python -m nimmt.training --help``."""

from __future__ import annotations

import csv
import json
from dataclasses import asdict, fields
from pathlib import Path

import click
import numpy as np

from nimmt.analysis.network import ARRAYS
from nimmt.errors import NimmtError
from nimmt.rules import Placement
from nimmt.training.league import MOST_TWOS
from nimmt.training.session import Plan, Progress, Training
from nimmt.version import __version__

DEFAULTS = Plan()


@click.command()
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option(
    "--placement",
    type=click.Choice([str(placement) for placement in Placement]),
    default=DEFAULTS.placement,
    show_default=True,
    help="The placement rule.",
)
@click.option("--seed", type=int, default=DEFAULTS.seed, show_default=True, help="Random numbers.")
@click.option(
    "--steps", type=int, default=DEFAULTS.steps, show_default=True, help="Steps of the gradient."
)
@click.option(
    "--rate", type=float, default=DEFAULTS.rate, show_default=True, help="Of the first steps."
)
@click.option(
    "--hidden", type=int, default=DEFAULTS.hidden, show_default=True, help="Hidden units."
)
@click.option(
    "--imitated-rounds",
    type=int,
    default=DEFAULTS.imitated_rounds,
    show_default=True,
    help="Rounds of flat Monte Carlo to imitate for the league.",
)
@click.option(
    "--twos",
    type=click.FloatRange(0, MOST_TWOS),
    default=DEFAULTS.twos,
    show_default=True,
    help="Share of tables of two players, beside those that chance makes.",
)
@click.option("--drafted", is_flag=True, help="Train for drafted hands, not for dealt ones.")
@click.option(
    "--start",
    type=click.Choice([str(placement) for placement in Placement]),
    help="Start from the network for dealt hands that ships, not from random weights.",
)
@click.option(
    "--until",
    type=click.IntRange(1),
    help="Stop at this step of the plan; at its end, if not given.",
)
def main(
    folder: Path,
    placement: str,
    seed: int,
    steps: int,
    rate: float,
    hidden: int,
    imitated_rounds: int,
    twos: float,
    drafted: bool,
    start: str | None,
    until: int | None,
) -> None:
    """Train a policy network by self-play, and write its weights to FOLDER.

    There will be PLACEMENT.npz, the weights; PLACEMENT.json, where they come from; PLACEMENT.csv,
    the curve; and PLACEMENT.training, which a training that was broken off goes on from when the
    same command is given again.  For drafted hands they are called PLACEMENT_drafted.
    """
    folder.mkdir(parents=True, exist_ok=True)
    name = f"{placement}_drafted" if drafted else placement
    saved = folder / f"{name}.training"
    try:
        plan = Plan(
            seed=seed,
            steps=steps,
            placement=placement,
            rate=rate,
            hidden=hidden,
            imitated_rounds=imitated_rounds,
            twos=twos,
            drafted=drafted,
            start=start or "",
        )
        training = Training.resumed(saved, plan) if saved.exists() else Training(plan)
    except NimmtError as error:
        raise click.ClickException(str(error)) from None
    curve = folder / f"{name}.csv"
    if not training.done:
        curve.write_text(",".join(field.name for field in fields(Progress)) + "\n")
    for point in training.run(until):
        training.save(saved)
        with curve.open("a", newline="") as file:
            csv.writer(file).writerow(
                [point.step, *(f"{value:.3f}" for value in list(asdict(point).values())[1:])]
            )
        click.echo(
            f"step {point.step} of {steps}: entropy {point.entropy:.2f}, against two random "
            f"players {point.against_random:+.2f}, two nearest {point.against_nearest:+.2f}"
        )
    np.savez(
        folder / f"{name}.npz",
        **dict(zip(ARRAYS, training.weights.rounded(), strict=True)),  # type: ignore[arg-type]
    )
    provenance = {
        "plan": asdict(plan),
        "steps_done": training.done,
        "library": __version__,
        "numpy": np.__version__,
        "processor_seconds": round(training.seconds),
    }
    (folder / f"{name}.json").write_text(json.dumps(provenance, indent=2) + "\n")


if __name__ == "__main__":
    main()
