"""``solve`` with several workers: they share tables, and the value is the same."""

from random import Random
from typing import Any

import pytest

from api.solve_cases import SAME, dealt_down
from api.workers import nimmt_threads
from nimmt import Limit, Placement, Solution, solve
from nimmt.errors import LimitError
from reference.equilibrium import guarantees

PLACEMENTS = pytest.mark.parametrize("placement", list(Placement))


def check_strategies(solution: Solution) -> None:
    """Check that each seat's strategy gets it the value, whatever the other plays."""
    values = solution.matrix()
    first, second = solution.position.hands
    matrix = [[values[a, b] for b in second] for a in first]
    mixes = [[entry.probability for entry in seat] for seat in solution.cards]
    guaranteed, conceded = guarantees(matrix, *mixes)
    assert guaranteed == pytest.approx(solution.value, abs=SAME)
    assert conceded == pytest.approx(solution.value, abs=SAME)


@PLACEMENTS
@pytest.mark.parametrize("workers", [2, 3, 8])
def test_the_value_is_that_of_one_worker(placement: Placement, workers: int) -> None:
    random = Random(f"{placement} workers {workers}")
    for cards in (1, 3, 4, 5, 6, 6):
        position = dealt_down(random, placement, cards)
        alone = solve(position)
        together = solve(position, workers=workers)
        assert together.exact
        assert together.value == pytest.approx(alone.value, abs=SAME), position
        assert together.serialized == alone.serialized, position
        check_strategies(together)


@PLACEMENTS
def test_a_table_that_is_full_and_contended(placement: Placement) -> None:
    # Every bucket is overwritten again and again, by all workers at once.
    random = Random(f"{placement} contended")
    for _ in range(3):
        position = dealt_down(random, placement, 7)
        alone = solve(position, card_values=False)
        together = solve(position, memory=1, workers=4, card_values=False)
        assert together.value == pytest.approx(alone.value, abs=SAME), position


def test_a_choice_of_rows_and_what_follows() -> None:
    random = Random("workers, after")
    position = dealt_down(random, Placement.STANDARD, 5)
    solution = solve(position, workers=2)
    for a, b in [(position.hands[0][0], position.hands[1][0]), (position.hands[0][-1],) * 2]:
        if (a, b) not in solution.matrix():
            continue
        after = solution.after(a, b)
        assert after.value == pytest.approx(solve(after.position).value, abs=SAME)


@pytest.mark.parametrize("limit", [Limit(nodes=20_000), Limit(seconds=0.05)])
def test_a_search_that_is_stopped(limit: Limit) -> None:
    position = dealt_down(Random("workers, stopped"), Placement.STANDARD, 8)
    before = nimmt_threads()
    stopped = solve(position, limit=limit, workers=3)
    assert nimmt_threads() == before
    assert not stopped.exact
    assert stopped.serialized is None
    value = solve(position, card_values=False, workers=2).value
    assert stopped.lo - SAME <= value <= stopped.hi + SAME


def test_a_callback_that_stops() -> None:
    position = dealt_down(Random("workers, callback"), Placement.STANDARD, 9)
    solution = solve(position, workers=2, progress=lambda lo, hi, nodes: nodes > 1000)
    assert not solution.exact
    assert nimmt_threads() == []


@pytest.mark.parametrize("workers", [0, -1, 65, 1.5, "two", None, True])
def test_workers_that_make_no_sense(workers: Any) -> None:
    position = dealt_down(Random("workers"), Placement.STANDARD, 2)
    with pytest.raises(LimitError, match="workers"):
        solve(position, workers=workers)
