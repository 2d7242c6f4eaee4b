"""Long work of the kernel in a thread of its own, so that somebody can look on and stop it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TypeVar

__all__ = ["WorkProgress", "watched"]

WorkProgress = Callable[[int, float], object]
"""Called with the work done so far and the work expected, both in the unit of the budget."""

POLL = 0.05  # seconds between looks, for Ctrl-C and for progress

T = TypeVar("T")


def watched(task: Callable[[], T], look: Callable[[], object], stop: Callable[[], object]) -> T:
    """Do a task in a thread, and return what it returns or raise what it raises.

    Parameters
    ----------
    task : callable
        The work, which has to release the GIL.
    look : callable
        Called in the caller's thread about 20 times a second.
    stop : callable
        Makes the task end soon.  Called if a look raises, or Ctrl-C is pressed, until it ends; then
        that is raised, and what the task raises is dropped.
    """
    results: list[T] = []
    failures: list[BaseException] = []

    def guarded() -> None:
        try:
            results.append(task())
        except BaseException as error:
            failures.append(error)

    thread = threading.Thread(target=guarded, name="nimmt-work", daemon=True)
    thread.start()
    try:
        while thread.is_alive():
            thread.join(POLL)
            look()
    finally:
        while thread.is_alive():
            stop()
            thread.join(POLL)
    if failures:
        raise failures[0]
    return results[0]
