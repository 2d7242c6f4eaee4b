"""The two games in which a seat commits to a card first, in every turn."""

from random import Random

import pytest

from api.solve_cases import SAME, between_turns, dealt_down, drawn, exact_value
from nimmt import Limit, Placement, solve

PLACEMENTS = pytest.mark.parametrize("placement", list(Placement))


@PLACEMENTS
@pytest.mark.parametrize("seed", range(2))
def test_small_positions(placement: Placement, seed: int) -> None:
    random = Random(f"{placement} serialized {seed}")
    apart = 0
    for _ in range(150):
        position = drawn(random, placement, most_cards=3)
        serialized = solve(position, memory=1).serialized
        assert serialized == (exact_value(position, 0), exact_value(position, 1)), position
        apart += serialized[0] < serialized[1]
    assert apart > 10


@PLACEMENTS
def test_positions_of_four_cards(placement: Placement) -> None:
    # More cards than the simultaneous game is gone on with inside the serialized ones.
    random = Random(f"{placement} serialized, four cards")
    for _ in range(4):
        position = between_turns(random, placement, 4)
        serialized = solve(position, memory=1).serialized
        assert serialized == (exact_value(position, 0), exact_value(position, 1)), position


@PLACEMENTS
def test_they_bound_the_value(placement: Placement) -> None:
    random = Random(f"{placement} serialized bounds")
    for cards in (5, 6, 6):
        position = dealt_down(random, placement, cards)
        solution = solve(position)
        assert solution.serialized is not None
        first, second = solution.serialized
        assert first - SAME <= solution.value <= second + SAME
        assert first == int(first) and second == int(second)


def test_a_search_that_is_stopped_early_has_none() -> None:
    position = dealt_down(Random("serialized, stopped"), Placement.STANDARD, 6)
    assert solve(position, limit=Limit(nodes=1)).serialized is None
    assert solve(position, limit=Limit(nodes=1)).to_dict()["serialized"] is None
    assert solve(position).to_dict()["serialized"] == list(solve(position).serialized or ())
