"""The commands of Rummikub: one module for each."""

import click

from nimmt.cli._group import CommandGroup

__all__ = ["rummikub"]

COMMANDS = ("arena", "play", "recommend", "show", "solve")


@click.group(
    cls=CommandGroup, package=__name__, commands=[click.Command(name) for name in COMMANDS]
)
def rummikub() -> None:
    """Analysis and play for Rummikub.

    Positions are one line of text: sets separated by /, then a rack, then fields, such as

        nimmt rummikub solve K1,K2,K3/R5,B5,O5 K4,J,R9 p=2
    """
