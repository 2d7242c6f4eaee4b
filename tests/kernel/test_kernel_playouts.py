"""Means over playouts against the exact expectations of the reference."""

from math import sqrt

import numpy as np
import pytest
from numpy.random import SFC64

from kernel.chances import is_near
from kernel.decisions import ALL, Decision
from kernel.knowledge import Knowledge
from nimmt_core._deals import DealError
from nimmt_core._playout import HEADS_BINS

DEALS = 100_000
HEADS = np.arange(HEADS_BINS)

by_decision = pytest.mark.parametrize("decision", ALL.values(), ids=ALL)


@by_decision
def test_own_bull_heads(decision: Decision) -> None:
    expected = decision.expected
    candidates = decision.candidates()
    assert list(expected) == candidates
    for seed, candidate in enumerate(candidates):
        turn, rest, _, _ = decision.playouts([candidate]).run(SFC64(seed), DEALS)
        exact = expected[candidate]

        mean = float(HEADS @ rest[0]) / DEALS
        assert is_near(mean, float(exact.own), sqrt(exact.variance / DEALS))

        squares, fourths = (float((HEADS - mean) ** power @ rest[0]) / DEALS for power in (2, 4))
        spread = sqrt(max(fourths - squares**2, 0) / DEALS)
        assert is_near(squares, float(exact.variance), spread)

        mean = float(HEADS @ turn[0]) / DEALS
        variance = float((HEADS - mean) ** 2 @ turn[0]) / DEALS
        assert is_near(mean, float(exact.turn), sqrt(variance / DEALS))

        # A row that is taken costs one bull head at least.
        takes = float(1 - turn[0, 0] / DEALS)
        assert is_near(takes, float(exact.take), sqrt(exact.take * (1 - exact.take) / DEALS))


@pytest.mark.parametrize("objective", ["own", "relative", "rank"])
@by_decision
def test_objectives(decision: Decision, objective: str) -> None:
    # A difference to the others' mean is counted in fractions of a bull head.
    scale = decision.knowledge.players - 1 if objective == "relative" else 1
    for candidate, exact in decision.expected.items():
        playouts = decision.playouts([candidate], objective)
        _, _, values, products = playouts.run(SFC64(100 + candidate), DEALS)
        mean = int(values[0]) / DEALS
        variance = int(products[0, 0]) / DEALS - mean**2
        std_error = sqrt(max(variance, 0) / DEALS) / scale
        assert is_near(mean / scale, float(getattr(exact, objective)), std_error)


def test_bull_heads_before_decide_ranks() -> None:
    # The candidate takes 8, the other none; both hold one card.
    knowledge = Knowledge(0, [15], 2, [], {1: [30]})
    ranks = []
    for before in ([0, 0], [0, 7], [0, 8], [0, 9]):
        decision = Decision([[10, 11], [20]], 2, False, knowledge, before)
        _, _, values, _ = decision.playouts([15], "rank").run(SFC64(1), 10)
        ranks.append(int(values[0]))
    assert ranks == [20, 20, 10, 10]


@pytest.mark.parametrize("professional", [False, True])
def test_one_known_card_each_is_exact(professional: bool) -> None:
    knowledge = Knowledge(1, [21], 4, [], {0: [12], 2: [55], 3: [3]})
    rows = [[10, 11], [19, 20], [40, 50]]
    decision = Decision(rows, 2, professional, knowledge, [4, 0, 0, 1])
    exact = decision.expected[21]
    for objective, scale in (("own", 1), ("relative", 3), ("rank", 1)):
        turn, rest, values, products = decision.playouts([21], objective).run(SFC64(2), 10)
        assert turn[0, int(exact.turn)] == rest[0, int(exact.own)] == 10
        value = getattr(exact, objective) * scale
        assert (values[0], products[0, 0]) == (10 * value, 10 * value**2)


def test_no_cards_left_but_the_pending_ones() -> None:
    pending = [(1, 5), (0, 22)]
    decision = Decision([[10], [20, 21]], 2, False, Knowledge(1, [], 2, [9, 60]), [0, 0], pending)
    turn, rest, values, _ = decision.playouts([0, 1]).run(SFC64(3), 10)
    # 5 takes 10, or 20 and 21.
    assert turn[0, 3] == rest[0, 3] == turn[1, 4] == rest[1, 4] == 10
    assert values.tolist() == [30, 40]


def test_no_deal_is_found() -> None:
    knowledge = Knowledge(0, [1, 2], 3, range(10, 14), {}, {1: [10], 2: [10]})
    decision = Decision([[20]], 5, False, knowledge, [0, 0, 0])
    with pytest.raises(DealError, match="fits"):
        decision.playouts([1])
