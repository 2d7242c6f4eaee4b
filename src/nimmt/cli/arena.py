"""``nimmt arena``: players against each other on the same deals."""

from __future__ import annotations

import shlex
from typing import Any

import click

from nimmt.agents import POLICIES
from nimmt.arena import Player, Program, Standing, tournament
from nimmt.arena.runner import DEALS
from nimmt.cli._input import cards_option, placement_option
from nimmt.cli._tournament import play_and_print, seats_option, tournament_options
from nimmt.rules import Rules

__all__ = ["arena"]

FULL_MATCH = 66


@click.command()
@click.argument("players", nargs=-1, required=True, metavar="PLAYER...")
@seats_option
@placement_option
@cards_option
@click.option("--match", is_flag=True, help="Play whole matches to 66 instead of single rounds.")
@click.option("--move-seconds", type=float, default=10.0, show_default=True, help="For programs.")
@click.option("--start-seconds", type=float, default=10.0, show_default=True, help="For programs.")
@tournament_options(DEALS, Standing.MEASURES)
def arena(
    players: tuple[str, ...],
    seats: int | None,
    placement: str,
    cards: str,
    match: bool,
    move_seconds: float,
    start_seconds: float,
    **options: Any,
) -> None:
    """Let players meet on the same deals, from every seat.

    PLAYER is one of {names}, where montecarlo:100 plays by 100 playouts a card; or NAME=COMMAND, a
    program that speaks the protocol. A player listed more than once has as many seats.
    """
    from nimmt.display.arena import tournament_view

    rules = Rules(
        players=len(players) if seats is None else seats,
        placement=placement,
        card_set=cards,
        threshold=FULL_MATCH if match else None,
        rounds=None if match else 1,
    )
    entrants = [_player(text, move_seconds, start_seconds) for text in players]
    play_and_print(tournament, entrants, rules, tournament_view, **options)


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
