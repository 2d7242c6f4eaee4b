"""Blocks of work over threads: in order, stopped or not, and nothing left running."""

import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from itertools import islice
from random import Random
from threading import Event
from typing import Any

import pytest

from api.workers import nimmt_threads
from nimmt import blocks
from nimmt.blocks import checked_workers, ordered_results
from nimmt.errors import LimitError

WORKERS = [1, 2, 3, 7]


@pytest.mark.parametrize("workers", WORKERS)
@pytest.mark.parametrize("count", [0, 1, 2, 50])
def test_results_come_in_order(workers: int, count: int) -> None:
    random = Random(1)
    pauses = [random.random() / 1000 for _ in range(count)]
    waiting = Event()

    def run(block: int) -> int:
        waiting.wait(pauses[block])
        return block

    assert list(ordered_results(run, count, workers)) == list(range(count))
    assert not nimmt_threads()


@pytest.mark.parametrize("workers", [2, 3, 7])
def test_a_slow_block_holds_up_those_after_it(workers: int) -> None:
    # Block 0 ends only when block 1 has run, so they must run at the same time.
    second_ran = Event()

    def run(block: int) -> int:
        if block == 0:
            assert second_ran.wait(60)
        else:
            second_ran.set()
        return block

    assert list(ordered_results(run, 6, workers)) == list(range(6))


def test_one_worker_is_the_caller() -> None:
    threads = set(ordered_results(lambda block: threading.current_thread(), 3, 1))
    assert threads == {threading.current_thread()}


@pytest.mark.parametrize("workers", WORKERS)
def test_without_an_end_it_goes_on_until_it_is_closed(workers: int) -> None:
    with closing(ordered_results(lambda block: block * block, None, workers)) as results:
        assert list(islice(results, 20)) == [block * block for block in range(20)]
    assert not nimmt_threads()


@pytest.mark.parametrize("workers", WORKERS)
def test_an_exception_of_a_block_comes_in_its_turn(workers: int) -> None:
    def run(block: int) -> int:
        if block >= 3:
            raise ZeroDivisionError(f"block {block}")
        return block

    results = ordered_results(run, None, workers)
    assert list(islice(results, 3)) == [0, 1, 2]
    with pytest.raises(ZeroDivisionError, match="block 3"):
        next(results)
    assert list(results) == []
    assert not nimmt_threads()


@pytest.mark.parametrize("workers", [2, 3, 7])
def test_waiting_blocks_are_dropped_on_closing(
    workers: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    closed = Event()
    begun: list[int] = []

    class Pool(ThreadPoolExecutor):
        """Says when it is closed: until then no block but the first ends."""

        def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
            closed.set()
            super().shutdown(wait, cancel_futures=cancel_futures)

    def run(block: int) -> None:
        begun.append(block)
        if block:
            assert closed.wait(60)

    monkeypatch.setattr(blocks, "ThreadPoolExecutor", Pool)
    with closing(ordered_results(run, None, workers)) as results:
        next(results)
    # Besides the first block, only what the workers had in hand.
    assert len(begun) <= 1 + workers
    assert not nimmt_threads()


@pytest.mark.parametrize("workers", [0, -1, 1025, 1.0, "2", True, None])
def test_numbers_of_workers_that_make_no_sense(workers: Any) -> None:
    with pytest.raises(LimitError) as caught:
        checked_workers(workers)
    assert f"workers {workers!r}" in str(caught.value)
