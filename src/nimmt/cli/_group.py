"""Commands that are imported when they are run; errors and interruptions as exit statuses."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Any

import click

from nimmt.errors import NimmtError, PositionError
from nimmt.rummikub.errors import IllegalPositionError

__all__ = ["EXIT_BAD_INPUT", "EXIT_INTERRUPTED", "CommandGroup"]

EXIT_BAD_INPUT = 3
EXIT_INTERRUPTED = 130


class BadInput(click.ClickException):
    """Input that the library found wrong."""

    exit_code = EXIT_BAD_INPUT


class CommandGroup(click.Group):
    """Commands whose library errors become messages, and whose Ctrl-C exits with 130.

    Those it is made with stand for the functions of the same names in modules of the same names,
    which are imported when a command is run, or its help is asked for.

    Parameters
    ----------
    package : str
        Where those modules are.
    """

    def __init__(self, *args: Any, package: str = "nimmt.cli", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.package = package

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the words; a position in quotes whose first field is a dash is several of them.

        No option begins with a dash and a space, but this one would be taken for one.
        """
        words = (arg.split() if arg.startswith("- ") else [arg] for arg in args)
        return super().parse_args(ctx, [word for each in words for word in each])

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command."""
        if cmd_name not in self.commands:
            return None
        command = getattr(import_module(f"{self.package}.{cmd_name}"), cmd_name)
        assert isinstance(command, click.Command)
        return command

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command."""
        try:
            return super().invoke(ctx)
        except (PositionError, IllegalPositionError) as error:
            lines = "\n".join(f"  - {problem}" for problem in error.problems)
            raise BadInput(f"this position cannot be:\n{lines}") from None
        except NimmtError as error:
            raise BadInput(str(error)) from None
        except KeyboardInterrupt:
            click.echo("interrupted", err=True)
            sys.exit(EXIT_INTERRUPTED)
