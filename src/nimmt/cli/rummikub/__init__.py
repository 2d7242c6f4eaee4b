"""The commands for Rummikub: one module for each."""

import click

from nimmt.cli._group import CommandGroup

__all__ = ["rummikub"]

COMMANDS = ("show",)


@click.group(
    cls=CommandGroup, package=__name__, commands=[click.Command(name) for name in COMMANDS]
)
def rummikub() -> None:
    """Rummikub: the same for another game.

    Positions are one line of text: the sets on the table separated by /, then a rack, then fields,
    such as

        nimmt rummikub show K1,J,K3/B5,O5,R5 K4,R9,R9 p=2 sizes=3,12
    """
