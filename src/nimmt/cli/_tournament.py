"""The options that tournaments of both games have, and running one by them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from nimmt.arena import Measure, Stopping
from nimmt.blocks import checked_workers
from nimmt.cli._output import print_answer, status_line
from nimmt.cli._processes import worker_processes

if TYPE_CHECKING:
    from rich.console import RenderableType

__all__ = ["play_and_print", "seats_option", "tournament_options"]

F = TypeVar("F", bound=Callable[..., object])

seats_option = click.option(
    "--seats", type=int, help="Seats at the table; one for each player listed if not given."
)


def tournament_options(deals: int, measures: Sequence[Measure]) -> Callable[[F], F]:
    """Return what gives a command the options, to be handed on to ``play_and_print``.

    Parameters
    ----------
    deals : int
        Deals that are played if it is not said how many.
    measures : sequence of Measure
        What the game's players are compared by, the most important first.
    """
    first = str(measures[0]).replace("_", " ")
    options = [
        click.option(
            "--deals", type=int, default=deals, show_default=True, help="Deals to play at most."
        ),
        click.option("--stop", is_flag=True, help="Stop as soon as all differences are settled."),
        click.option(
            "--measure",
            type=click.Choice([str(measure) for measure in measures]),
            help=f"What --stop compares; {first} if not given.",
        ),
        click.option(
            "--margin", type=float, help="Differences surely smaller than this are settled, too."
        ),
        click.option("--against", help="Settle this player's differences only."),
        click.option("--seed", type=int, help="Repeats an earlier tournament."),
        click.option("--workers", type=int, help="Threads; 1 if not given."),
        click.option("--processes", type=int, help="Processes instead of threads."),
        click.option(
            "--journal",
            type=click.Path(dir_okay=False, path_type=Path),
            help="Remember here what was played; go on from there if the file exists.",
        ),
        click.option(
            "--games",
            type=click.Path(file_okay=False, path_type=Path),
            help="Write the record of every game to this folder.",
        ),
        click.option("--ratings", is_flag=True, help="Rate the players, too; needs openskill."),
        click.option("--json", "as_json", is_flag=True, help="Answer in JSON."),
    ]

    def decorate(command: F) -> F:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate


def play_and_print(
    tournament: Callable[..., Any],
    players: Sequence[Any],
    rules: Any,
    view: Callable[[Any], RenderableType],
    *,
    deals: int,
    stop: bool,
    measure: str | None,
    margin: float | None,
    against: str | None,
    seed: int | None,
    workers: int | None,
    processes: int | None,
    journal: Path | None,
    games: Path | None,
    ratings: bool,
    as_json: bool,
) -> None:
    """Play a tournament by the options, show how far it is, and print what it found."""
    if not stop and any(value is not None for value in (measure, margin, against)):
        raise click.UsageError("--measure, --margin and --against need --stop")
    stopping = Stopping(
        None if measure is None else Measure(measure), margin=margin or 0.0, against=against
    )
    if processes is not None and workers is not None:
        raise click.UsageError("--workers are threads, --processes are none: give one of them")
    with (
        (
            nullcontext() if processes is None else worker_processes(checked_workers(processes))
        ) as executor,
        status_line() as show,
    ):
        found = tournament(
            players,
            rules,
            deals=deals,
            stopping=stopping if stop else None,
            rng=seed,
            workers=workers if processes is None else processes,
            executor=executor,
            journal=journal,
            games_folder=games,
            ratings=ratings,
            progress=lambda done, total: show(f"{done} of {total} deals"),
        )
    print_answer(found, view, as_json)
