"""``nimmt rummikub arena``: players against each other on the same deals."""

from __future__ import annotations

from typing import Any

import click

from nimmt.cli._tournament import play_and_print, seats_option, tournament_options
from nimmt.cli.rummikub._input import lock_option, rounds_option
from nimmt.rummikub.agents import POLICIES
from nimmt.rummikub.arena import DEALS, tournament
from nimmt.rummikub.result import Standing
from nimmt.rummikub.rules import Rules

__all__ = ["arena"]


@click.command()
@click.argument("players", nargs=-1, required=True, metavar="PLAYER...")
@seats_option
@lock_option
@rounds_option
@tournament_options(DEALS, Standing.MEASURES)
def arena(
    players: tuple[str, ...], seats: int | None, joker_lock: str, rounds: int, **options: Any
) -> None:
    """Let players meet on the same deals, from every seat.

    PLAYER is one of {names}, where sampling:50 looks at 50 deals a turn. A player listed more than
    once has as many seats.
    """
    from nimmt.display.rummikub import tournament_view

    rules = Rules(
        players=len(players) if seats is None else seats, joker_lock=joker_lock, rounds=rounds
    )
    play_and_print(tournament, players, rules, tournament_view, **options)


arena.help = (arena.help or "").format(names=", ".join(POLICIES))
