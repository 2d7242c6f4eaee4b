"""``nimmt rummikub arena``: players against each other on the same deals."""

from __future__ import annotations

import click

from nimmt.cli._output import print_answer, status_line
from nimmt.rummikub.agents import POLICIES
from nimmt.rummikub.arena import DEALS, tournament
from nimmt.rummikub.rules import JokerLock, Rules

__all__ = ["arena"]


@click.command()
@click.argument("players", nargs=-1, required=True, metavar="PLAYER...")
@click.option(
    "--seats", type=int, help="Seats at the table; one for each player listed if not given."
)
@click.option(
    "--joker-lock",
    type=click.Choice([str(lock) for lock in JokerLock]),
    default=str(JokerLock.LOCKED),
    show_default=True,
)
@click.option("--rounds", type=int, default=1, show_default=True, help="Rounds of a game.")
@click.option("--deals", type=int, default=DEALS, show_default=True, help="Deals to play.")
@click.option("--seed", type=int, help="Repeats an earlier tournament.")
@click.option("--workers", type=int, help="Threads; 1 if not given.")
@click.option("--ratings", is_flag=True, help="Rate the players, too; needs openskill.")
@click.option("--json", "as_json", is_flag=True, help="Answer in JSON.")
def arena(
    players: tuple[str, ...],
    seats: int | None,
    joker_lock: str,
    rounds: int,
    deals: int,
    seed: int | None,
    workers: int | None,
    ratings: bool,
    as_json: bool,
) -> None:
    """Let players meet on the same deals, from every seat.

    PLAYER is one of {names}, where sampling:50 looks at 50 deals a turn. A player listed more than
    once has as many seats.
    """
    from nimmt.display.rummikub import tournament_view

    rules = Rules(
        players=len(players) if seats is None else seats, joker_lock=joker_lock, rounds=rounds
    )
    with status_line() as show:
        found = tournament(
            players,
            rules,
            deals=deals,
            rng=seed,
            workers=workers,
            ratings=ratings,
            progress=lambda done, total: show(f"{done} of {total} deals"),
        )
    print_answer(found, tournament_view, as_json)


arena.help = (arena.help or "").format(names=", ".join(POLICIES))
