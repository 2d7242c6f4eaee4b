"""The two ways to the exact risk of a turn agree where both go."""

from random import Random

import numpy as np
import pytest

import nimmt
from nimmt.analysis.plays import joint_plays
from nimmt_core._merged import merged_risk
from nimmt_core._sweep import most_heads, swept_risk

BUDGET = 10**8


def big_view(random: Random, players: int, known: int, excluded: int) -> nimmt.InformationSet:
    """Deal a view of full size, with cards that seats 1 and 2 hold or do not hold."""
    cards = random.sample(range(1, 105), 104)
    rows = [sorted(cards.pop() for _ in range(random.randint(1, 4))) for _ in range(4)]
    hand = [cards.pop() for _ in range(random.randint(max(known, 1), 7))]
    held = {seat: [cards.pop() for _ in range(known)] for seat in (1, 2) if seat < players}
    lacking = {seat: random.sample(cards, excluded) for seat in (1, 2) if seat < players}
    rules = nimmt.Rules(players=players)
    return nimmt.InformationSet(rows, hand, rules, known=held, excluded=lacking)


@pytest.mark.parametrize("players", range(2, 11))
@pytest.mark.parametrize(("known", "excluded"), [(0, 0), (2, 0), (0, 4), (1, 3)])
def test_sweeping_and_merging_agree(players: int, known: int, excluded: int) -> None:
    view = big_view(Random(f"{players} {known} {excluded}"), players, known, excluded)
    others = joint_plays(view, BUDGET)
    assert others is not None
    swept, swept_bounds = swept_risk(view.rows, 5, others, view.hand)
    merged = merged_risk(view.rows, 5, False, others, view.hand, BUDGET)
    assert merged is not None
    np.testing.assert_allclose(swept, merged[0], rtol=0, atol=1e-13)
    np.testing.assert_allclose(swept.sum(axis=1), 1, rtol=0, atol=1e-13)
    assert swept_bounds == merged[1]


@pytest.mark.parametrize("professional", [False, True])
def test_a_budget_is_enough_or_not(professional: bool) -> None:
    view = big_view(Random("budget"), 5, 0, 0)
    others = joint_plays(view, BUDGET)
    assert others is not None

    def fits(budget: int) -> bool:
        return merged_risk(view.rows, 5, professional, others, view.hand, budget) is not None

    low, high = 0, BUDGET
    assert not fits(low)
    assert fits(high)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if fits(middle) else (middle, high)
    assert 1000 < high < 10**7
    full = merged_risk(view.rows, 5, professional, others, view.hand, BUDGET)
    least = merged_risk(view.rows, 5, professional, others, view.hand, high)
    assert full is not None
    assert least is not None
    np.testing.assert_array_equal(full[0], least[0])
    assert full[1] == least[1]


@pytest.mark.parametrize(("known", "excluded"), [(0, 0), (3, 0), (0, 4), (2, 5)])
def test_joint_plays_fit_a_budget_or_not(known: int, excluded: int) -> None:
    view = big_view(Random(f"plays {known} {excluded}"), 6, known, excluded)
    found = [joint_plays(view, 4**power) is not None for power in range(16)]
    assert found == sorted(found)
    assert not found[3]
    assert found[-1]


def test_most_heads() -> None:
    assert most_heads(range(1, 105), 5) == 27
    assert most_heads([1, 10, 55], 2) == 10
    assert most_heads([], 5) == 0
