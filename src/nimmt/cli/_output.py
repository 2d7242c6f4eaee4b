"""Writing answers, and progress on a terminal."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Protocol, TypeVar

import click
from rich.console import Console, RenderableType

from nimmt.analysis.sampling import SamplingProgress
from nimmt.analysis.watching import WorkProgress
from nimmt.cli._interruption import Interruption, interruption
from nimmt.limits import Limit

__all__ = [
    "print_answer",
    "print_json",
    "print_view",
    "sampling_progress",
    "status_line",
    "work_progress",
]

PATIENCE = 1.0  # seconds before progress is shown
REFRESH = 0.1


def print_view(view: RenderableType) -> None:
    """Print a picture, with colours on a terminal."""
    console = Console(highlight=False)
    if not console.is_terminal:
        console = Console(highlight=False, width=100)
    console.print(view)


def print_json(data: Any) -> None:
    """Print an answer as JSON."""
    click.echo(json.dumps(data, indent=2))


class _Answer(Protocol):
    def to_dict(self) -> dict[str, Any]: ...


Answer = TypeVar("Answer", bound=_Answer)


def print_answer(answer: Answer, view: Callable[[Answer], RenderableType], as_json: bool) -> None:
    """Print an answer as JSON, or as the picture that a view makes of it."""
    if as_json:
        print_json(answer.to_dict())
    else:
        print_view(view(answer))


@contextmanager
def status_line() -> Iterator[Callable[[str], None]]:
    """Give a function that shows a line on a terminal, from the second second on."""
    console = Console(stderr=True)
    started = time.monotonic()
    shown = started
    status = console.status("")

    def show(text: str) -> None:
        nonlocal shown
        now = time.monotonic()
        if not console.is_terminal or now - started < PATIENCE or now - shown < REFRESH:
            return
        shown = now
        status.update(f"{text}, {now - started:.0f} s")
        status.start()

    try:
        yield show
    finally:
        status.stop()


@contextmanager
def work_progress() -> Iterator[WorkProgress]:
    """Give a callback that shows how many joint plays were tried."""
    with status_line() as show:
        yield lambda done, expected: show(f"{done} joint plays, of about {expected:.2g}")


@contextmanager
def sampling_progress(limit: Limit) -> Iterator[tuple[SamplingProgress, Interruption]]:
    """Give a callback that shows the progress of sampling, and stops it at Ctrl-C."""
    goal = "" if limit.samples is None else f" of {limit.samples}"
    with interruption() as interrupted, status_line() as show:

        def progress(deals: int, std_error: float) -> bool:
            show(f"{deals}{goal} deals, largest standard error {std_error:.3f}")
            return interrupted.hold()

        yield progress, interrupted
