"""A search that is stopped: what it has proved by then is true, and everything stays usable."""

import signal
import time
from functools import cache
from itertools import pairwise
from random import Random

import pytest

from api.solve_cases import SAME, TACTICAL_DEAL, dealt_down
from api.workers import nimmt_threads
from nimmt import Limit, Placement, Position, Solution, solve
from reference.equilibrium import guarantees

PLACEMENTS = pytest.mark.parametrize("placement", list(Placement))


@cache
def known(placement: Placement, number: int) -> tuple[Position, float, list[list[float]]]:
    """A position of five cards with its value and its matrix, from a search that was not stopped.

    That these are right is what the tests of values are about.
    """
    position = dealt_down(Random(f"{placement} limits {number}"), placement, 5)
    solution = solve(position)
    values = solution.matrix()
    matrix = [[values[a, b] for b in position.hands[1]] for a in position.hands[0]]
    return position, solution.value, matrix


def check_what_is_proved(solution: Solution, value: float, matrix: list[list[float]]) -> None:
    """Check the interval, that the strategies guarantee it, and the intervals of the cards."""
    assert solution.lo - SAME <= value <= solution.hi + SAME
    assert solution.exact == (solution.hi - solution.lo <= max(solution.tolerance, SAME))
    first, second = ([entry.probability for entry in seat] for seat in solution.cards)
    assert sum(first) == pytest.approx(1)
    assert sum(second) == pytest.approx(1)
    guaranteed, conceded = guarantees(matrix, first, second)
    assert guaranteed >= solution.lo - SAME
    assert conceded <= solution.hi + SAME
    for i, entry in enumerate(solution.cards[0]):
        gain = sum(chance * matrix[i][j] for j, chance in enumerate(second))
        assert entry.lo - SAME <= gain <= entry.hi + SAME
    for j, entry in enumerate(solution.cards[1]):
        gain = -sum(chance * matrix[i][j] for i, chance in enumerate(first))
        assert entry.lo - SAME <= gain <= entry.hi + SAME


@PLACEMENTS
def test_a_limit_of_nodes(placement: Placement) -> None:
    met = set()
    for number in range(8):
        position, value, matrix = known(placement, number)
        for nodes in (1, 3, 10, 30, 100, 300, 1000, 3000, 10_000_000):
            solution = solve(position, limit=Limit(nodes=nodes), memory=4)
            check_what_is_proved(solution, value, matrix)
            assert solution.nodes <= nodes
            met.add(solution.exact)
        assert solution.exact
    assert met == {False, True}


@PLACEMENTS
def test_more_nodes_prove_no_less(placement: Placement) -> None:
    # One thread and no clock: a longer search goes through everything that a shorter one did.
    position, _, _ = known(placement, 0)
    widths = []
    for nodes in (1, 10, 100, 1000, 10_000, 100_000):
        solution = solve(position, limit=Limit(nodes=nodes))
        widths.append(solution.hi - solution.lo)
        assert solve(position, limit=Limit(nodes=nodes)) == solution
    assert widths == sorted(widths, reverse=True)


@PLACEMENTS
@pytest.mark.parametrize("tolerance", [0.01, 0.5, 3, 1000])
def test_a_tolerance(placement: Placement, tolerance: float) -> None:
    for number in range(8):
        position, value, matrix = known(placement, number)
        solution = solve(position, tolerance=tolerance)
        check_what_is_proved(solution, value, matrix)
        assert solution.exact
        assert solution.hi - solution.lo <= max(tolerance, SAME)
        assert solution.tolerance == tolerance


def test_a_wide_tolerance_takes_fewer_nodes() -> None:
    positions = [known(Placement.STANDARD, number)[0] for number in range(8)]
    nodes, fewer = (
        sum(solve(position, tolerance=tolerance).nodes for position in positions)
        for tolerance in (0, 20)
    )
    assert fewer < nodes


def test_a_tolerance_that_nothing_can_exceed_needs_no_search() -> None:
    # Nobody takes more than all bull heads that there are; the limit only keeps a fault short.
    solution = solve(TACTICAL_DEAL, tolerance=500, limit=Limit(nodes=1000))
    assert solution.exact
    assert solution.nodes == 0


def test_serialized_games_bound_the_value_card_by_card() -> None:
    position = dealt_down(Random("card by card"), Placement.STANDARD, 8)
    value = solve(position, card_values=False).value
    stops = [solve(position, limit=Limit(nodes=10_000 * count)) for count in range(1, 15)]
    for before, after in pairwise(stops):
        assert before.lo <= after.lo
        assert before.hi >= after.hi
    # Nothing, then the first card that is looked at, then a better one; from below first.
    assert len({stop.lo for stop in stops}) >= 3
    for stop in stops:
        assert stop.lo - SAME <= value <= stop.hi + SAME
        assert stop.lo == stops[0].lo or max(stop.strategy(0).values()) == 1


def test_a_limit_of_time() -> None:
    solution = solve(TACTICAL_DEAL, limit=Limit(seconds=1e-3), memory=1)
    assert not solution.exact
    assert solution.lo < solution.hi
    for seat in (0, 1):
        assert sum(solution.strategy(seat).values()) == pytest.approx(1)


def test_a_limit_holds_for_every_follow_up() -> None:
    position, value, matrix = known(Placement.STANDARD, 1)
    solution = solve(position, limit=Limit(nodes=5), memory=1)
    assert not solution.exact
    first, second = (hand[0] for hand in position.hands)
    followed = solution.after(first, second)
    assert followed.nodes <= 5 * max(1, len(followed.rows))
    # The matrix is asked for in full, whatever the limit.
    assert list(solution.matrix().values()) == [
        pytest.approx(entry, abs=SAME) for row in matrix for entry in row
    ]
    assert solution.lo - SAME <= value <= solution.hi + SAME


def test_progress_only_narrows(monkeypatch: pytest.MonkeyPatch) -> None:
    # Looked at as often as possible, so that half a step of the search would be seen.
    monkeypatch.setattr("nimmt.analysis.watching.POLL", 1e-5)
    seen: list[tuple[float, float, int]] = []
    position = dealt_down(Random("narrow"), Placement.STANDARD, 7)
    solution = solve(position, progress=lambda lo, hi, nodes: seen.append((lo, hi, nodes)))
    assert len(seen) > 10
    for (lo, hi, nodes), (next_lo, next_hi, more) in pairwise(seen):
        assert lo <= next_lo + SAME
        assert next_hi <= hi + SAME
        assert nodes <= more
    for lo, hi, _ in seen:
        assert lo - SAME <= solution.value <= hi + SAME


def test_progress_can_stop_the_search() -> None:
    calls: list[float] = []

    def stop(lo: float, hi: float, nodes: int) -> bool:
        calls.append(hi - lo)
        return True

    solution = solve(TACTICAL_DEAL, progress=stop, memory=1)
    assert not solution.exact
    assert solution.lo < solution.hi
    assert calls
    assert nimmt_threads() == []


@pytest.mark.parametrize("error", [KeyboardInterrupt, ZeroDivisionError])
def test_an_error_in_progress_ends_the_search(error: type[BaseException]) -> None:
    def fail(lo: float, hi: float, nodes: int) -> bool:
        raise error

    with pytest.raises(error):
        solve(TACTICAL_DEAL, progress=fail, memory=1)
    assert nimmt_threads() == []


def test_ctrl_c_leaves_everything_usable() -> None:
    position, value, _ = known(Placement.STANDARD, 2)
    armed = False

    def press(lo: float, hi: float, nodes: int) -> None:
        if armed:
            signal.raise_signal(signal.SIGINT)

    root = solve(TACTICAL_DEAL, limit=Limit(nodes=1000), memory=1, progress=press)
    armed = True
    with pytest.raises(KeyboardInterrupt):
        root.matrix()
    assert nimmt_threads() == []
    armed = False
    # The same search goes on, and so does the library.
    first, second = (hand[0] for hand in TACTICAL_DEAL.hands)
    interval = root.after(first, second)
    assert interval.lo <= interval.hi
    assert solve(position).value == pytest.approx(value, abs=SAME)


def test_the_lock_of_the_interpreter_is_free() -> None:
    # Were it held, nothing could call progress before the end.
    times: list[float] = []
    solve(
        TACTICAL_DEAL,
        progress=lambda lo, hi, nodes: times.append(time.monotonic()),
        limit=Limit(nodes=300_000),
        memory=1,
    )
    assert len(times) > 1
