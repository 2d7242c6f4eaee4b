"""The arranger of tiles: what its search rests on, and its answers on bare numbers."""

import json
import signal
import threading
from collections.abc import Sequence
from functools import cache
from itertools import chain, product
from pathlib import Path
from random import Random
from typing import Any

import pytest

from nimmt_core._tiles import Arranger

PATH = Path(__file__).parent.parent / "data" / "rummikub_positions.json"
POSITIONS = json.loads(PATH.read_text(encoding="utf-8"))["positions"]
State = tuple[int, int, int]
VALUES = 13
STEPS = 52


def after(state: State, tiles: int) -> State | None:
    """Open runs of one, two and more tiles, after so many more tiles of one value."""
    ones, twos, more = state
    extra = tiles - ones - twos
    if extra < 0:
        return None
    longer = min(more, extra)
    return extra - longer, ones, twos + longer


def starts(most: int, wrap: bool) -> list[State]:
    """List what may be open before the first value: nothing, or what comes from the last one."""
    numbers = range(most + 1 if wrap else 1)
    return [(a, b, c) for a, b, c in product(numbers, repeat=3) if a + b + c <= most]


Reached = frozenset[tuple[State, int]]
"""States that are reached, with the jokers used."""


@cache
def extended(reached: Reached, tiles: int, jokers: int, most: int) -> Reached:
    return frozenset(
        (state, used + more)
        for before, used in reached
        for more in range(jokers - used + 1)
        if (state := after(before, tiles + more)) is not None and sum(state) <= most
    )


def jokers_that_do(reached: Sequence[Reached], begun: Sequence[State]) -> set[int]:
    """Return the numbers of jokers with which everything is in a run."""
    return {
        used
        for (ones, twos, more), states in zip(begun, reached, strict=True)
        for state, used in states
        if state[:2] == (ones, twos) and state[2] >= more
    }


@pytest.mark.parametrize(
    ("jokers", "wrap"),
    [*((jokers, False) for jokers in range(9)), *((jokers, True) for jokers in range(4))],
)
def test_two_open_runs_are_enough(jokers: int, wrap: bool) -> None:
    # Every way to put 0, 1 or 2 tiles of each value into runs, told apart by what can be reached
    # with two open runs at most, and with any number; with the fewest tiles that lead there.
    both = [starts(2, wrap), starts(2 + jokers, wrap)]
    first = tuple(tuple(frozenset([(state, 0)]) for state in begun) for begun in both)
    fewest = {first: 0}
    for _ in range(VALUES):
        following: dict[tuple[tuple[Reached, ...], ...], int] = {}
        for pair, count in fewest.items():
            for tiles in range(3):
                reached = tuple(
                    tuple(extended(one, tiles, jokers, most) for one in side)
                    for side, most in zip(pair, (2, 2 + jokers), strict=True)
                )
                following[reached] = min(following.get(reached, STEPS), count + tiles)
        fewest = following
    differ = [
        count
        for (two, any_number), count in fewest.items()
        if jokers_that_do(two, both[0]) != jokers_that_do(any_number, both[1])
    ]
    assert len(fewest) > 10
    # The arranger allows for more open runs where tiles and jokers are more than 26.
    assert min(differ, default=27) + jokers >= 27
    assert bool(differ) == (jokers > 0)


def as_question(position: dict[str, Any]) -> tuple[list[int], list[int], int, int]:
    """Return what is on the table and on the rack as the kernel counts it."""
    table, rack = [0] * (STEPS + 1), [0] * (STEPS + 1)
    for counts, names in ((table, chain(*position["table"])), (rack, position["rack"])):
        for name in names:
            tile = STEPS if name == "J" else VALUES * "KBOR".index(name[0]) + int(name[1:]) - 1
            counts[tile] += 1
    return table[:STEPS], rack[:STEPS], table[STEPS], rack[STEPS]


def used(arranged: list[tuple[int, int, int, tuple[int, ...]]]) -> tuple[list[int], int]:
    """Check that these are sets, and count their tiles and jokers."""
    tiles, jokers = [0] * STEPS, 0
    for _, colour, first, what in arranged:
        if colour >= 0:
            assert 3 <= len(what) <= VALUES - first
            faces = [VALUES * colour + first + i for i, wild in enumerate(what) if not wild]
        else:
            assert 3 <= len(what) <= 4
            faces = [VALUES * one + first for one in what if one >= 0]
            assert len(set(faces)) == len(faces)
        jokers += len(what) - len(faces)
        for face in faces:
            tiles[face] += 1
    return tiles, jokers


@pytest.mark.parametrize("suite", ["A", "JJ", "L", "I"])
def test_prices_change_no_answer(suite: str) -> None:
    # Prices for what goes to groups are looked for when a search is long; here at once, or soon.
    arranger = Arranger()
    random = Random(suite)
    for position in POSITIONS:
        if position["suite"] != suite:
            continue
        table, rack, table_jokers, rack_jokers = as_question(position)
        arranger.load(table, rack, table_jokers, rack_jokers, [])
        for weights in ([1] * STEPS, [random.randint(-3, 20) for _ in range(STEPS)]):
            joker = random.randint(-3, 20)
            arranger.weigh(weights, joker)
            expected = arranger.search(1 << 40, 0, patience=1 << 40)
            assert expected is not None
            for patience in (0, 20):
                assert arranger.search(1 << 40, 0, patience=patience) == expected
                tiles, jokers = used(arranger.arrangement())
                assert all(t <= n <= t + r for t, n, r in zip(table, tiles, rack, strict=True))
                assert 0 <= jokers - table_jokers <= rack_jokers
                laid = [n - t for n, t in zip(tiles, table, strict=True)]
                most = sum(max(w, 0) * r for w, r in zip(weights, rack, strict=True))
                most += max(joker, 0) * rack_jokers
                paid = sum(w * n for w, n in zip(weights, laid, strict=True))
                assert most - expected == paid + joker * (jokers - table_jokers)
            assert arranger.search(expected, 0, patience=0) == expected
            assert arranger.search(expected - 1, 0, patience=0) is None


def test_ctrl_c_stops_a_search() -> None:
    arranger = Arranger()
    position = next(each for each in POSITIONS if each["suite"] == "L")
    arranger.load(*as_question(position), [])
    arranger.weigh([1] * STEPS, 1)
    timer = threading.Timer(0.1, signal.raise_signal, [signal.SIGINT])
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        arranger.search(1 << 40, 0, repeats=1 << 30)
    timer.join()
    expected = len(position["rack"]) - position["optimum"]["tiles"]
    assert arranger.search(1 << 40, 0) == expected


def test_an_arranger_can_be_used_again_and_again() -> None:
    # A long search leaves larger tables behind, which short ones after it do not mind.
    arranger = Arranger()
    found = []
    for position in [*POSITIONS, *POSITIONS[:50]]:
        arranger.load(*as_question(position), [])
        arranger.weigh([1] * STEPS, 1)
        found.append(arranger.search(1 << 40, 0, repeats=2))
        assert found[-1] == len(position["rack"]) - position["optimum"]["tiles"]
    assert found[-50:] == found[:50]
