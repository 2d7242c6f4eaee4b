"""What the exact search says of itself while it runs in another thread."""

from random import Random
from threading import Thread

import pytest

from nimmt_core import _exact
from reference import bull_heads

ROUNDING = 1e-6
FOREVER = 1 << 62


def begun(random: Random, workers: int) -> _exact.Solver:
    """A solver of a tactical deal of six cards each, ready to run."""
    cards = random.sample(range(1, 17), 16)
    held = sorted(cards[4:])
    heads = [bull_heads(card) for card in held]
    solver = _exact.Solver(held, heads, 4, 5, False, 16, workers)
    rows = [(card, card, 1, bull_heads(card)) for card in cards[:4]]
    solver.begin(rows, sorted(cards[4:10]), sorted(cards[10:]))
    return solver


def searched(solver: _exact.Solver, worker: int) -> None:
    """A worker's part of the search of the value."""
    solver.serialize(worker, False, 0.0, FOREVER)
    solver.close(worker, 0.0, FOREVER)


@pytest.mark.parametrize("workers", [1, 2, 3])
def test_bounds_are_true_at_any_moment(workers: int) -> None:
    # Read again and again while the search writes them: a number of which only half is computed,
    # such as a running maximum, would be told as a bound that is not proved.
    random = Random("bounds")
    reads = 0
    for _ in range(60):
        solver = begun(random, workers)
        threads = [
            Thread(target=searched, args=(solver, worker), name="nimmt-test")
            for worker in range(workers)
        ]
        told = set()
        for thread in threads:
            thread.start()
        while any(thread.is_alive() for thread in threads):
            told.add(solver.bounds())
            reads += 1
        lo, hi = solver.bounds()
        assert hi - lo <= ROUNDING
        for told_lo, told_hi in told:
            assert told_lo <= lo + ROUNDING
            assert told_hi >= hi - ROUNDING
    assert reads > 1000
