"""Perft through the API against the reference, and what it refuses."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import reference
from nimmt import Position, Rules, perft
from nimmt.errors import IllegalActionError, LimitError
from strategies import composed, randoms

SMALL = st.builds(
    Rules,
    players=st.integers(2, 3),
    placement=st.sampled_from(["standard", "professional"]),
    rows=st.integers(1, 3),
    row_capacity=st.integers(1, 3),
    hand_size=st.just(2),
    deck_size=st.integers(9, 30),
)


@settings(max_examples=60)
@given(st.builds(composed, SMALL, randoms), st.integers(0, 3))
def test_counts_are_those_of_the_reference(position: Position, depth: int) -> None:
    if position.pending:
        with pytest.raises(IllegalActionError, match="has a row to choose"):
            perft(position, depth)
        return
    found = perft(position, depth)
    rules = position.rules
    assert (found.leaves, found.choices, found.checksum) == reference.perft(
        position.rows, position.hands, depth, rules.professional, rules.row_capacity
    )


@pytest.mark.parametrize("depth", [-1, 1.0, "2", True, None])
def test_depths_that_are_none(depth: Any) -> None:
    position = Position([[1], [2], [3], [4]], [[5], [6]], Rules(2))
    with pytest.raises(LimitError, match=f"depth {depth!r}"):
        perft(position, depth)
