"""Bull heads and ranks."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import reference
from nimmt import NimmtError, bull_heads
from nimmt.cards import total_bull_heads
from nimmt.scoring import ranks, winners


def test_bull_heads_are_those_of_the_reference() -> None:
    cards = range(1, 128)
    assert [bull_heads(card) for card in cards] == [reference.bull_heads(card) for card in cards]
    assert total_bull_heads(range(1, 105)) == 171
    assert total_bull_heads([]) == 0
    numpy: Any = np.int8(55)
    assert bull_heads(numpy) == 7


@pytest.mark.parametrize("card", [0, -1, 128, 10**30, 55.0, "55", True, None])
def test_what_is_not_a_card_is_quoted(card: Any) -> None:
    with pytest.raises(NimmtError) as caught:
        bull_heads(card)
    assert repr(card) in str(caught.value)


@given(st.lists(st.integers(0, 20), min_size=1, max_size=10))
def test_ranks_are_those_of_the_reference(heads: list[int]) -> None:
    assert list(ranks(heads)) == reference.ranks(heads)
    assert list(winners(heads)) == reference.winners(heads)
