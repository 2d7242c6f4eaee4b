"""``nimmt rummikub show``: draw a position."""

from __future__ import annotations

from pathlib import Path

import click

from nimmt.cli._input import file_option, position_argument, read_text
from nimmt.cli._output import print_json, print_view
from nimmt.rummikub.notation import parse_position, position_from_json, position_to_dict

__all__ = ["show"]


@click.command()
@position_argument
@file_option
@click.option("--json", "as_json", is_flag=True, help="Print the position's JSON form.")
def show(position: tuple[str, ...], file: Path | None, as_json: bool) -> None:
    """Draw a position, or say everything that is wrong with it.

    POSITION is a line of text, a file, or - for standard input.
    """
    from nimmt.display.rummikub import position_view

    text = read_text(position, file, "position").strip()
    view = position_from_json(text) if text.startswith("{") else parse_position(text)
    if as_json:
        print_json(position_to_dict(view))
    else:
        print_view(position_view(view))
