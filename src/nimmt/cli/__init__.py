"""The command line: one module for each command."""

import click

from nimmt.cli._group import CommandGroup

__all__ = ["main"]

COMMANDS = (
    "arena",
    "draft",
    "equilibrium",
    "guarantee",
    "play",
    "recommend",
    "replay",
    "risk",
    "rummikub",
    "security",
    "show",
    "solve",
)


@click.group(cls=CommandGroup, commands=[click.Command(name) for name in COMMANDS])
@click.version_option(package_name="nimmt", prog_name="nimmt")
def main() -> None:
    """Analysis and play for the card game 6 nimmt! (Take 6), and for Rummikub.

    Positions are one line of text: rows separated by /, then a hand, then fields, such as

        nimmt recommend 4,13/21/40,44,47/77 5,14,48,80,99 p=5

    Exit status: 0 done, 1 a file that cannot be read or written, 2 wrong usage, 3 input that cannot
    be (position, record, rules), 130 interrupted.
    """
