"""``nimmt arena``: players against each other on the same deals."""

from __future__ import annotations

import shlex
from contextlib import nullcontext
from pathlib import Path

import click

from nimmt.agents import POLICIES
from nimmt.arena import Measure, Player, Program, Stopping, tournament
from nimmt.blocks import checked_workers
from nimmt.cli._input import cards_option, placement_option
from nimmt.cli._output import print_answer, status_line
from nimmt.cli._processes import worker_processes
from nimmt.rules import Rules

__all__ = ["arena"]

FULL_MATCH = 66


@click.command()
@click.argument("players", nargs=-1, required=True, metavar="PLAYER...")
@click.option(
    "--seats", type=int, help="Seats at the table; one for each player listed if not given."
)
@placement_option
@cards_option
@click.option("--match", is_flag=True, help="Play whole matches to 66 instead of single rounds.")
@click.option("--deals", type=int, default=1000, show_default=True, help="Deals to play at most.")
@click.option("--stop", is_flag=True, help="Stop as soon as all differences are settled.")
@click.option(
    "--measure",
    type=click.Choice([str(measure) for measure in Measure]),
    help="What --stop compares; bull heads if not given.",
)
@click.option(
    "--margin",
    type=float,
    help="Differences surely smaller than this are settled, too.",
)
@click.option("--against", help="Settle this player's differences only.")
@click.option("--move-seconds", type=float, default=10.0, show_default=True, help="For programs.")
@click.option("--start-seconds", type=float, default=10.0, show_default=True, help="For programs.")
@click.option("--seed", type=int, help="Repeats an earlier tournament.")
@click.option("--workers", type=int, help="Threads; 1 if not given.")
@click.option("--processes", type=int, help="Processes instead of threads.")
@click.option(
    "--journal",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Remember here what was played; go on from there if the file exists.",
)
@click.option(
    "--games",
    type=click.Path(file_okay=False, path_type=Path),
    help="Write the record of every game to this folder.",
)
@click.option("--ratings", is_flag=True, help="Rate the players, too; needs openskill.")
@click.option("--json", "as_json", is_flag=True, help="Answer in JSON.")
def arena(
    players: tuple[str, ...],
    seats: int | None,
    placement: str,
    cards: str,
    match: bool,
    deals: int,
    stop: bool,
    measure: str | None,
    margin: float | None,
    against: str | None,
    move_seconds: float,
    start_seconds: float,
    seed: int | None,
    workers: int | None,
    processes: int | None,
    journal: Path | None,
    games: Path | None,
    ratings: bool,
    as_json: bool,
) -> None:
    """Let players meet on the same deals, from every seat.

    PLAYER is one of {names}, where montecarlo:100 plays by 100 playouts a card; or NAME=COMMAND, a
    program that speaks the protocol. A player listed more than once has as many seats.
    """
    from nimmt.display.arena import tournament_view

    if not stop and any(value is not None for value in (measure, margin, against)):
        raise click.UsageError("--measure, --margin and --against need --stop")
    stopping = Stopping(
        Measure(measure or Measure.BULL_HEADS), margin=margin or 0.0, against=against
    )
    rules = Rules(
        players=len(players) if seats is None else seats,
        placement=placement,
        card_set=cards,
        threshold=FULL_MATCH if match else None,
        rounds=None if match else 1,
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
            [_player(text, move_seconds, start_seconds) for text in players],
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
    print_answer(found, tournament_view, as_json)


arena.help = (arena.help or "").format(names=", ".join(POLICIES))


def _player(text: str, move_seconds: float, start_seconds: float) -> Player:
    """Read a player: the name of one that ships, or NAME=COMMAND."""
    name, equals, command = text.partition("=")
    if not equals:
        return text
    try:
        words = tuple(shlex.split(command))
    except ValueError as error:
        raise click.UsageError(f"the command of {name!r} cannot be read: {error}") from None
    return Program(name, words, move_seconds, start_seconds)
