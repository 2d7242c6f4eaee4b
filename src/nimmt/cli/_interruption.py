"""Ctrl-C while something is worked out that is worth printing before it is done."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

import click

from nimmt.cli._group import EXIT_INTERRUPTED

__all__ = ["Interruption", "interruption"]


class Interruption:
    """Ctrl-C: raised as usual until there is something to print, and noted from then on.

    Attributes
    ----------
    noted : bool
        Whether it was pressed since.
    """

    def __init__(self) -> None:
        self.noted = False
        self._held = False

    def hold(self) -> bool:
        """There is something to print; returns whether to stop and print it."""
        self._held = True
        return self.noted

    def exit(self) -> None:
        """Leave with the status of an interruption, if there was one."""
        if self.noted:
            click.get_current_context().exit(EXIT_INTERRUPTED)

    def _press(self, number: int, frame: FrameType | None) -> None:
        if not self._held:
            signal.default_int_handler(number, frame)
        self.noted = True


@contextmanager
def interruption() -> Iterator[Interruption]:
    """Listen to Ctrl-C."""
    pressed = Interruption()
    before = signal.signal(signal.SIGINT, pressed._press)
    try:
        yield pressed
    finally:
        signal.signal(signal.SIGINT, before)
