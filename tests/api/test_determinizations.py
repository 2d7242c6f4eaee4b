"""Positions drawn from what a seat knows."""

from collections import Counter
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings

import reference
import strategies
from nimmt import InformationSet, Limit, Rules, recommend
from nimmt.errors import DealError, LimitError


@settings(max_examples=50)
@given(strategies.views)
def test_what_is_known_holds_in_every_one(view: InformationSet) -> None:
    for position in view.determinizations(10, 1):
        assert position.hands[view.seat] == view.hand
        assert (position.rows, position.pending, position.taken) == (
            view.rows,
            view.pending,
            view.taken,
        )
        for hand, known, excluded in zip(position.hands, view.known, view.excluded, strict=True):
            assert set(known) <= set(hand)
            assert not set(excluded) & set(hand)


def test_the_seed_repeats_them() -> None:
    view = InformationSet([[4], [13, 20], [40], [77]], [5, 14], known={1: [50]}, excluded={2: [60]})
    drawn = view.determinizations(20, 7)
    assert drawn == view.determinizations(20, 7)
    assert drawn[:5] == view.determinizations(5, np.random.SeedSequence(7))
    assert drawn != view.determinizations(20, 8)
    generator = np.random.default_rng(7)
    assert view.determinizations(20, generator) != view.determinizations(20, generator)
    assert view.determinizations(0) == []


@pytest.mark.parametrize("count", [-1, 1.5, True, None])
def test_counts_that_are_none(count: Any) -> None:
    view = InformationSet([[4], [13], [40], [77]], [5, 14])
    with pytest.raises(LimitError, match=repr(count)):
        view.determinizations(count, 1)


def test_every_deal_is_equally_likely() -> None:
    rules = Rules(3, rows=1, hand_size=2, deck_size=9)
    view = InformationSet([[1]], [2, 3], rules, known={1: [4]}, excluded={2: [5], 1: [6]})
    deals = list(reference.deals(0, [2, 3], 3, [5, 6, 7, 8, 9], {1: [4]}, {2: [5], 1: [6]}))
    draws = 6000
    counts = Counter(position.hands for position in view.determinizations(draws, 1))
    assert set(counts) == {tuple(map(tuple, deal)) for deal in deals}
    expected = draws / len(deals)
    chi_square = sum((counts[hands] - expected) ** 2 for hands in counts) / expected
    # Mean len - 1, standard deviation about the root of twice that.
    freedom = len(deals) - 1
    assert chi_square < freedom + 4 * (2 * freedom) ** 0.5


def test_sampled_hands_are_exchangeable() -> None:
    # Nothing tells the other seats apart, so each must hold any two cards equally often, and in
    # particular not the lower ones at the lower seats.
    view = InformationSet([[1], [2], [3], [4]], [50, 60], Rules(4, hand_size=2, deck_size=60))
    draws = 4000
    positions = view.determinizations(draws, 3)
    sums = np.array([[sum(hand) for hand in position.hands[1:]] for position in positions])
    deviation = sums.std(ddof=1) / np.sqrt(draws)
    assert np.ptp(sums.mean(axis=0)) < 6 * deviation
    lower = [np.mean(sums[:, a] < sums[:, b]) for a, b in combinations(range(3), 2)]
    # Some sums are equal; those apart, either is lower half of the time.
    upper = [np.mean(sums[:, a] > sums[:, b]) for a, b in combinations(range(3), 2)]
    assert np.allclose(lower, upper, atol=5 / np.sqrt(draws))


def test_knowledge_too_heavy_to_draw_is_named() -> None:
    # Nine seats that lack different halves of the set: deals exist, but chance finds none.
    excluded = {
        seat: [card for card in range(15, 105) if (card * seat) % 11 > 4] for seat in range(1, 10)
    }
    view = InformationSet(
        [[11], [12], [13], [14]], list(range(1, 11)), Rules(players=10), excluded=excluded
    )
    with pytest.raises(DealError, match="tries"):
        view.determinizations(1, 1)
    with pytest.raises(DealError, match="tries"):
        recommend(view, limit=Limit(samples=2), rng=1)
