"""Worker processes that end quietly, and at once, on Ctrl-C."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager, suppress
from multiprocessing import active_children, get_context
from typing import Any, TypeVar

from nimmt.cli._group import EXIT_INTERRUPTED

__all__ = ["worker_processes"]

T = TypeVar("T")

_working = False
"""Whether this process, a worker, does some work now."""


@contextmanager
def worker_processes(count: int) -> Iterator[Executor]:
    """Give an executor of so many processes; an exception ends them in the midst of their work."""
    pool = ProcessPoolExecutor(count, get_context("spawn"), initializer=_begin)
    try:
        yield _Quiet(pool)
    except BaseException:
        for child in active_children():
            # A terminal has told them already; others than terminals tell this process alone.
            with suppress(ProcessLookupError):
                os.kill(child.pid or 0, signal.SIGINT)
        raise
    finally:
        pool.shutdown(cancel_futures=True)


class _Quiet(Executor):
    """Lets a pool's workers know when they work."""

    def __init__(self, pool: Executor) -> None:
        self.pool = pool

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        return self.pool.submit(_work, fn, *args, **kwargs)


def _begin() -> None:
    signal.signal(signal.SIGINT, _interrupt)


def _interrupt(number: int, frame: object) -> None:
    """Interrupt the work, so that it cleans up; a process that only waits just ends."""
    if _working:
        raise KeyboardInterrupt
    os._exit(EXIT_INTERRUPTED)


def _work(fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> T:
    global _working
    _working = True
    try:
        return fn(*args, **kwargs)
    finally:
        _working = False
