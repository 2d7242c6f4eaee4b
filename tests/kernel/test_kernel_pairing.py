"""All candidates are played on the same deals, and what comes back belongs together."""

import numpy as np
import pytest
from numpy.random import SFC64

from kernel.chances import is_near
from kernel.decisions import ALL, Decision
from nimmt_core._decision import OBJECTIVES
from nimmt_core._playout import HEADS_BINS

DEALS = 500

by_decision = pytest.mark.parametrize("decision", ALL.values(), ids=ALL)
by_objective = pytest.mark.parametrize("objective", OBJECTIVES)


@by_decision
@by_objective
def test_sums_belong_together(decision: Decision, objective: str) -> None:
    candidates = decision.candidates()
    turn, rest, values, products = decision.playouts(candidates, objective).run(SFC64(1), DEALS)
    count = len(candidates)
    assert turn.shape == rest.shape == (count, HEADS_BINS)
    assert values.shape == (count,)
    assert products.shape == (count, count)
    assert (turn.sum(axis=1) == DEALS).all()
    assert (rest.sum(axis=1) == DEALS).all()
    # What is taken this turn is taken by the end of the round.
    assert (turn.cumsum(axis=1) >= rest.cumsum(axis=1)).all()
    assert not np.tril(products, -1).any()
    if objective == "own":
        heads = np.arange(HEADS_BINS)
        assert (values == rest @ heads).all()
        assert (products.diagonal() == rest @ heads**2).all()


@by_decision
def test_a_candidate_alone_and_with_others(decision: Decision) -> None:
    candidates = decision.candidates()
    turn, rest, values, products = decision.playouts(candidates).run(SFC64(2), DEALS)
    for index, candidate in enumerate(candidates):
        alone = decision.playouts([candidate]).run(SFC64(2), DEALS)
        assert (alone[0][0] == turn[index]).all()
        assert (alone[1][0] == rest[index]).all()
        assert alone[2][0] == values[index]
        assert alone[3][0, 0] == products[index, index]


def value_of_every_deal(decision: Decision, candidate: int, objective: str) -> list[int]:
    """Return the values of the candidate, deal by deal: what each deal adds to the sum."""
    playouts = decision.playouts([candidate], objective)
    sums = [int(playouts.run(SFC64(3), deals)[2][0]) for deals in range(101)]
    return np.diff(sums).tolist()


@by_decision
@by_objective
def test_products_are_of_the_same_deal(decision: Decision, objective: str) -> None:
    candidates = decision.candidates()
    by_deal = np.array(
        [value_of_every_deal(decision, candidate, objective) for candidate in candidates]
    )
    _, _, _, products = decision.playouts(candidates, objective).run(SFC64(3), 100)
    assert (products == np.triu(by_deal @ by_deal.T)).all()


@by_decision
def test_the_order_of_candidates_does_not_matter(decision: Decision) -> None:
    candidates = decision.candidates()
    forward = decision.playouts(candidates).run(SFC64(4), DEALS)
    backward = decision.playouts(candidates[::-1]).run(SFC64(4), DEALS)
    assert (forward[1] == backward[1][::-1]).all()
    assert (forward[3] == backward[3][::-1, ::-1].T).all()


@by_decision
def test_candidates_together_have_the_exact_means(decision: Decision) -> None:
    # Whatever deals they share.
    deals = 60_000
    candidates = decision.candidates()
    _, _, values, _ = decision.playouts(candidates).run(SFC64(5), deals)
    expected = decision.expected
    for candidate, value in zip(candidates, values.tolist(), strict=True):
        exact = expected[candidate]
        assert is_near(value / deals, float(exact.own), float(exact.variance / deals) ** 0.5)


@by_decision
def test_the_seed_decides(decision: Decision) -> None:
    playouts = decision.playouts(decision.candidates(), "relative")
    first, again, other = (playouts.run(SFC64(seed), DEALS) for seed in (6, 6, 7))
    for one, same in zip(first, again, strict=True):
        assert (one == same).all()
    assert (first[3] != other[3]).any()
