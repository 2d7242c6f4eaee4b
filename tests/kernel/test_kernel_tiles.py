"""The arranger of tiles: what its search rests on, and its answers on bare numbers."""

import pytest

Tiles = list[int]
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


def closes(state: State) -> bool:
    return state[0] + state[1] == 0


Reached = frozenset[tuple[State, int]]
"""States that are reached, with the jokers used."""


def extended(reached: Reached, tiles: int, jokers: int, most: int) -> Reached:
    return frozenset(
        (state, used + more)
        for before, used in reached
        for more in range(jokers - used + 1)
        if (state := after(before, tiles + more)) is not None and sum(state) <= most
    )


def jokers_that_do(reached: Reached) -> frozenset[int]:
    """Return the numbers of jokers with which everything is in a run."""
    return frozenset(used for state, used in reached if closes(state))


@pytest.mark.parametrize("jokers", [0, 1, 2])
def test_two_open_runs_are_enough(jokers: int) -> None:
    # Every way to put 0, 1 or 2 tiles of each value into runs, told apart by what can be reached
    # with two open runs at most, and with any number; with the fewest tiles that lead there.
    start = frozenset([((0, 0, 0), 0)])
    fewest = {(start, start): 0}
    for _ in range(VALUES):
        following: dict[tuple[Reached, Reached], int] = {}
        for (two, any_number), count in fewest.items():
            for tiles in range(3):
                pair = (
                    extended(two, tiles, jokers, 2),
                    extended(any_number, tiles, jokers, 2 + jokers),
                )
                following[pair] = min(following.get(pair, STEPS), count + tiles)
        fewest = following
    differ = [
        count
        for (two, any_number), count in fewest.items()
        if jokers_that_do(two) != jokers_that_do(any_number)
    ]
    assert len(fewest) > 10
    # The arranger allows for more open runs where a colour has 25 tiles or more.
    assert min(differ, default=26) >= 25
    assert bool(differ) == (jokers > 0)
