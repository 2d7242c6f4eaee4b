"""Reading positions of Rummikub."""

from __future__ import annotations

from pathlib import Path

import click

from nimmt.cli._input import read_text
from nimmt.rummikub.notation import parse_position, position_from_json
from nimmt.rummikub.position import InformationSet, Position
from nimmt.rummikub.rules import JokerLock

__all__ = ["lock_option", "read_position", "read_view", "rounds_option", "seat_option"]

lock_option = click.option(
    "--joker-lock",
    type=click.Choice([str(lock) for lock in JokerLock]),
    default=str(JokerLock.LOCKED),
    show_default=True,
)
rounds_option = click.option(
    "--rounds", type=int, default=1, show_default=True, help="Rounds of a game."
)
seat_option = click.option(
    "--seat", type=int, help="Whose view, where all racks are given; by default, whose turn it is."
)


def read_position(words: tuple[str, ...], file: Path | None) -> Position | InformationSet:
    """Read a position, as text or JSON."""
    text = read_text(words, file, "position").strip()
    return position_from_json(text) if text.startswith("{") else parse_position(text)


def read_view(words: tuple[str, ...], file: Path | None, seat: int | None) -> InformationSet:
    """Read what one seat knows; of a position, the seat whose turn it is unless one is named."""
    read = read_position(words, file)
    if isinstance(read, Position):
        return read.information_set(read.turn if seat is None else seat)
    if seat is not None:
        raise click.UsageError(
            "--seat is for positions with all racks; a single rack says seat=N in the text"
        )
    return read
