"""``nimmt rummikub show``: draw a position."""

from __future__ import annotations

from pathlib import Path

import click

from nimmt.cli._input import file_option, position_argument
from nimmt.cli._output import print_json, print_view
from nimmt.cli.rummikub._input import read_position
from nimmt.rummikub.notation import position_to_dict

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

    read = read_position(position, file)
    if as_json:
        print_json(position_to_dict(read))
    else:
        print_view(position_view(read))
