"""Reading positions and records from an argument, a file or standard input."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from nimmt.analysis.advice import Objective
from nimmt.errors import NotationError
from nimmt.notation import parse_position, position_from_json
from nimmt.position import InformationSet, Position
from nimmt.rules import CardSet, Placement

__all__ = [
    "cards_option",
    "file_option",
    "objective_option",
    "placement_option",
    "position_argument",
    "read_known",
    "read_position",
    "read_text",
    "read_view",
]

position_argument = click.argument("position", nargs=-1, metavar="[POSITION]")
file_option = click.option(
    "--file",
    "-f",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Read the position from a file.",
)

placement_option = click.option(
    "--placement",
    type=click.Choice([str(placement) for placement in Placement]),
    default=str(Placement.STANDARD),
    show_default=True,
)
cards_option = click.option(
    "--cards",
    type=click.Choice([str(card_set) for card_set in CardSet]),
    default=str(CardSet.STANDARD),
    show_default=True,
)

objective_option = click.option(
    "--objective",
    type=click.Choice([str(Objective.OWN), str(Objective.RELATIVE)]),
    default=str(Objective.OWN),
    show_default=True,
    help="Own bull heads, or own minus the others' mean.",
)


def read_position(words: tuple[str, ...], file: Path | None) -> Position | InformationSet:
    """Read a position, as text or JSON."""
    text = read_text(words, file, "position").strip()
    return position_from_json(text) if text.startswith("{") else parse_position(text)


def read_view(words: tuple[str, ...], file: Path | None, seat: int | None) -> InformationSet:
    """Read what one seat knows; of a position, the seat that has to choose, or else seat 0."""
    view = read_position(words, file)
    if isinstance(view, Position):
        chooser = view.to_choose or 0
        return view.information_set(chooser if seat is None else seat, open_hands=True)
    if seat is not None:
        raise click.UsageError(
            "--seat is for positions with all hands; a single hand says seat=N in the text"
        )
    return view


def read_known(
    words: tuple[str, ...], file: Path | None, seat: int | None = None
) -> tuple[Position, int]:
    """Read a position with every hand known, and whose decision it is.

    That is the seat that has to choose; or the seat of a view whose hands are known, or seat 0.
    """
    read = read_position(words, file)
    if isinstance(read, Position):
        asker = (read.to_choose or 0) if seat is None else seat
        return read, asker
    return read.position(), read.seat if seat is None else seat


def read_text(words: tuple[str, ...], file: Path | None, what: str) -> str:
    """Read text from the words, a file or standard input.

    A single word cannot be a position, so it may name a file.
    """
    if file is not None:
        if words:
            raise click.UsageError(f"the {what} was given twice: as an argument and with --file")
        return _read_file(file)
    if words == ("-",) or (not words and not sys.stdin.isatty()):
        return _decoded(sys.stdin.buffer.read(), "standard input")
    if not words:
        raise click.UsageError(
            f"no {what} was given: as an argument, with --file, or on standard input"
        )
    if len(words) == 1 and not words[0].lstrip().startswith("{") and Path(words[0]).is_file():
        return _read_file(Path(words[0]))
    return " ".join(words)


def _read_file(path: Path) -> str:
    try:
        return _decoded(path.read_bytes(), str(path))
    except OSError as error:
        raise click.FileError(str(path), error.strerror or str(error)) from None


def _decoded(data: bytes, where: str) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise NotationError(f"{where} is not text in UTF-8") from None
