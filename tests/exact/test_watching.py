"""Looking on while the kernel works, and stopping it."""

import threading
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest

from api.workers import nimmt_threads
from exact.positions import parsed
from nimmt import equilibrium, guarantee, security
from nimmt.analysis.watching import watched

LARGE = parsed("5/20/45/80 6,16,26,36/7,17,27,37/8,18,28,38/9,19,29,39 deal=4")
SMALL = parsed("12,24,37,41,55/60,61/70,71,72,73/80 13,62,85/44,64,86/50,74,99")


class Enough(Exception):  # noqa: N818 - no error
    """Raised by a callback."""


@pytest.mark.parametrize("question", [guarantee, security])
def test_progress_counts_up_and_changes_nothing(question: Callable[..., Any]) -> None:
    told: list[tuple[int, float]] = []
    answer = question(LARGE, 0, progress=lambda *work: told.append(work))
    assert answer == question(LARGE, 0)
    counts = [done for done, _ in told]
    assert 0 < counts[-1] <= answer.nodes
    assert all(before <= after for before, after in pairwise(counts))
    assert len({expected for _, expected in told}) == 1


@pytest.mark.parametrize("question", [guarantee, security])
def test_what_progress_raises_ends_the_work(question: Callable[..., Any]) -> None:
    told: list[int] = []

    def progress(done: int, expected: float) -> None:
        told.append(done)
        raise Enough

    with pytest.raises(Enough):
        question(LARGE, 0, progress=progress)
    # It ends long before it is done: at the next look at the budget.
    assert len(told) == 1
    assert not nimmt_threads()


def test_a_profile_is_told_of_every_iteration_and_may_be_taken_early() -> None:
    told: list[tuple[int, float]] = []

    def progress(iterations: int, nash_conv: float) -> bool:
        told.append((iterations, nash_conv))
        return iterations == 37

    answer = equilibrium(SMALL, "relative", tolerance=0, progress=progress)
    assert [iterations for iterations, _ in told] == [*range(1, 38)]
    assert told[0][1] == float("inf")
    assert all(after <= before for (_, before), (_, after) in pairwise(told))
    assert answer.measured[-1][0] == 37
    assert answer.nash_conv == min(gain for _, gain in answer.measured)
    # The same as if so many had been asked for, step by step or not.
    whole = equilibrium(SMALL, "relative", tolerance=0, iterations=37)
    assert (answer.seats, answer.measured) == (whole.seats, whole.measured)


def test_a_task_that_ends_gives_its_result_or_its_error() -> None:
    def fail() -> None:
        raise Enough

    assert watched(lambda: 5, lambda: None, lambda: None) == 5
    with pytest.raises(Enough):
        watched(fail, lambda: None, lambda: None)


def test_a_task_is_stopped_until_it_ends() -> None:
    asked = []
    ended = threading.Event()

    def stop() -> None:
        asked.append(1)
        if len(asked) == 3:  # the first ones may come too early
            ended.set()

    def look() -> None:
        raise Enough

    with pytest.raises(Enough):
        watched(ended.wait, look, stop)
    assert len(asked) == 3
