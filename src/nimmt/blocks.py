"""Blocks of work over worker threads, their results in order.

The kernels release the GIL, so threads do.  A consumer that stops at a block has seen exactly the
blocks before it, however many workers there were and however far ahead they had run.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

from nimmt._numbers import checked_integer

__all__ = ["checked_workers", "ordered_results"]

T = TypeVar("T")

MOST_WORKERS = 1024


def checked_workers(workers: int) -> int:
    """Return the number of workers.

    Raises
    ------
    LimitError
        If it is not an integer of 1 or more.
    """
    return checked_integer(workers, "workers", 1, MOST_WORKERS)


def ordered_results(
    run: Callable[[int], T], blocks: int | None, workers: int
) -> Generator[T, None, None]:
    """Yield ``run(0)``, ``run(1)``, ... in order.

    Parameters
    ----------
    run : callable
        Does one block; called from several threads at once.
    blocks : int or None
        How many; None goes on until the consumer stops.
    workers : int
        Threads; 1 works in the caller's.

    Notes
    -----
    Closing the iterator, as an exception such as KeyboardInterrupt in the consumer does, waits
    for the blocks that are running and drops the rest.
    """
    if workers == 1:
        block = 0
        while blocks is None or block < blocks:
            yield run(block)
            block += 1
        return
    with ThreadPoolExecutor(workers, thread_name_prefix="nimmt") as pool:
        waiting: deque[Future[T]] = deque()
        block = 0
        try:
            while waiting or blocks is None or block < blocks:
                while len(waiting) < 2 * workers and (blocks is None or block < blocks):
                    waiting.append(pool.submit(run, block))
                    block += 1
                yield waiting.popleft().result()
        finally:
            for future in waiting:
                future.cancel()
