"""Sampling in blocks of deals until a limit is reached."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import closing
from typing import Protocol, Self, TypeVar

from nimmt.blocks import ordered_results
from nimmt.dealing import drawing
from nimmt.errors import LimitError
from nimmt.limits import Limit

__all__ = ["SamplingProgress", "checked_sampling_limit", "sample"]

SamplingProgress = Callable[[int, float], bool | None]
"""Called with the deals done and the largest standard error; True stops."""


class _Sum(Protocol):
    def __add__(self, other: Self, /) -> Self: ...


Found = TypeVar("Found", bound=_Sum)


def sample(
    run: Callable[[int, int], Found],
    deals_per_block: int,
    limit: Limit,
    workers: int,
    std_error_of: Callable[[Found], float],
    progress: SamplingProgress | None = None,
    started: float | None = None,
) -> tuple[Found, int]:
    """Run blocks of deals until a limit is reached.

    Parameters
    ----------
    run : callable
        Takes the number of a block and its deals, and returns what was found, to be added up.
    deals_per_block : int
        Deals of a block; the last one may have fewer.
    limit : Limit
        When to stop; one block is run at least.
    workers : int
        Threads.
    std_error_of : callable
        The largest standard error of what was found so far.
    progress : callable, optional
        Called after every block.
    started : float, optional
        When the seconds of the limit began, by ``time.monotonic``; now if not given.

    Returns
    -------
    found
        The sum over the blocks, in their order.
    blocks : int
        How many were run.
    """
    samples = limit.samples
    blocks = None if samples is None else -(-samples // deals_per_block)

    def deals_before(block: int) -> int:
        deals = block * deals_per_block
        return deals if samples is None else min(deals, samples)

    def run_block(block: int) -> Found:
        with drawing():
            return run(block, deals_before(block + 1) - deals_before(block))

    begin = time.monotonic() if started is None else started
    deadline = None if limit.seconds is None else begin + limit.seconds
    total: Found | None = None
    done = 0
    with closing(ordered_results(run_block, blocks, workers)) as results:
        for found in results:
            total = found if total is None else total + found
            done += 1
            if progress is not None and progress(deals_before(done), std_error_of(total)):
                break
            if limit.std_error is not None and std_error_of(total) <= limit.std_error:
                break
            if deadline is not None and time.monotonic() >= deadline:
                break
    assert total is not None  # a limit allows one block at least
    return total, done


def checked_sampling_limit(limit: Limit | None, default: Limit) -> Limit:
    """Return a limit that stops sampling; the default if none is given.

    Raises
    ------
    LimitError
        If it is no limit, or does not stop sampling.
    """
    if limit is None:
        return default
    if not isinstance(limit, Limit):
        raise LimitError(f"limit {limit!r} is not a Limit, such as Limit(samples=2000)")
    if limit.samples is None and limit.seconds is None and limit.std_error is None:
        raise LimitError(f"{limit} has no samples, seconds or std_error, the limits of sampling")
    return limit
