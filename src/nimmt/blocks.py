"""Blocks of work over workers, their results in order.

The kernels release the GIL, so threads do; an executor takes the work elsewhere.  A
consumer that stops at a block has seen exactly the blocks before it, however many workers there
were and however far ahead they had run.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import nullcontext
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
    run: Callable[[int], T],
    blocks: int | None,
    workers: int,
    executor: Executor | None = None,
    abandon: Callable[[], object] | None = None,
) -> Generator[T, None, None]:
    """Yield ``run(0)``, ``run(1)``, ... in order.

    Parameters
    ----------
    run : callable
        Does one block; called from several threads at once, or sent to the executor.
    blocks : int or None
        How many; None goes on until the consumer stops.
    workers : int
        Threads, 1 works in the caller's; or how many of the executor's workers are kept busy.
    executor : Executor, optional
        Where the blocks are done instead; it is not shut down.
    abandon : callable, optional
        Called when blocks may be running that nobody waits for any more; may end them early.

    Notes
    -----
    Closing the iterator, as an exception such as KeyboardInterrupt in the consumer does, waits
    for the blocks that are running in threads and drops the rest.
    """
    if workers == 1 and executor is None:
        block = 0
        while blocks is None or block < blocks:
            yield run(block)
            block += 1
        return
    pool = executor or ThreadPoolExecutor(workers, thread_name_prefix="nimmt")
    with pool if executor is None else nullcontext():
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
            if abandon is not None:
                abandon()
