"""The command line: one module for each command."""

import click

from nimmt.cli._group import CommandGroup
from nimmt.cli.arena import arena
from nimmt.cli.play import play
from nimmt.cli.recommend import recommend
from nimmt.cli.replay import replay
from nimmt.cli.risk import risk
from nimmt.cli.show import show
from nimmt.cli.solve import solve
from nimmt.version import __version__

__all__ = ["main"]


@click.group(cls=CommandGroup)
@click.version_option(__version__, prog_name="nimmt")
def main() -> None:
    """Analysis and play for the card game 6 nimmt! (Take 6).

    Positions are one line of text: rows separated by /, then a hand, then fields, such as

        nimmt recommend 4,13/21/40,44,47/77 5,14,48,80,99 p=5

    Exit status: 0 done, 1 a file that cannot be read or written, 2 wrong usage, 3 input that cannot
    be (position, record, rules), 130 interrupted.
    """


for _command in (recommend, risk, solve, show, play, replay, arena):
    main.add_command(_command)
