"""Playouts in which everybody follows the policy network: stages, dropped candidates, errors."""

from functools import cache
from math import sqrt

import numpy as np
import pytest

import nimmt
from api.workers import nimmt_threads
from nimmt import InformationSet, Limit, Objective, Playouts, Recommendation, Rules, recommend
from nimmt.analysis.guided import DEALS_PER_BLOCK, FIRST_BLOCKS
from nimmt.analysis.network import network_of, prior, seen_cards
from nimmt.errors import LimitError, RulesError
from nimmt_core import _decision, _guided

VIEW = InformationSet(
    [[4, 13], [21], [40, 44, 47], [77]],
    [5, 14, 48, 80, 99],
    Rules(5),
    known={1: [50]},
    excluded={2: [60, 61]},
)
CHOICE = InformationSet(
    [[14], [21, 33], [40, 44, 47], [77]], [48, 80], Rules(4), pending={0: 5, 3: 9, 1: 70, 2: 90}
)
TIE = InformationSet(
    [[10], [20], [40], [77]], [48, 80], Rules(2, placement="professional"), pending={0: 15, 1: 70}
)
EASY = InformationSet(
    [[96], [35, 62, 63, 69, 75], [39, 51, 56, 79, 83], [5, 6, 15, 21, 30]],
    [11, 19, 28, 34, 57, 80, 88],
)
SAMPLES = 9 * DEALS_PER_BLOCK + 77
VIEWS = pytest.mark.parametrize("view", [VIEW, CHOICE, TIE])


@VIEWS
@pytest.mark.parametrize("objective", Objective)
@pytest.mark.parametrize("limit", [Limit(samples=SAMPLES), Limit(std_error=0.15)])
def test_the_number_of_workers_changes_nothing(
    view: InformationSet, objective: str, limit: Limit
) -> None:
    answers = [
        recommend(view, objective=objective, limit=limit, rng=11, workers=workers)
        for workers in (1, 2, 7)
    ]
    assert answers[1:] == answers[:1] * 2
    assert answers[0].playouts is Playouts.NETWORK
    assert not nimmt_threads()


@pytest.mark.parametrize("seed", range(5))
def test_what_was_done_in_some_time_can_be_repeated(seed: int) -> None:
    timed = recommend(VIEW, limit=Limit(seconds=0.01), rng=seed)
    again = recommend(VIEW, limit=Limit(samples=timed.samples), rng=timed.seed)
    assert (timed.candidates, timed.others) == (again.candidates, again.others)


def test_candidates_that_fall_behind_are_dropped() -> None:
    advice = recommend(VIEW, trust=0, limit=Limit(samples=4000), rng=1)
    deals = [entry.deals for entry in advice]
    assert deals == sorted(deals, reverse=True)
    assert deals[0] == advice.samples
    assert len(set(deals)) > 1
    assert min(deals) >= FIRST_BLOCKS * DEALS_PER_BLOCK
    assert all(entry.separable for entry in advice if entry.deals < advice.samples / 8)
    least = min(entry.value.mean for entry in advice if entry.deals == advice.samples)
    assert advice.candidates[0].value.mean == least
    # It ends when one candidate is left.
    decided = recommend(EASY, limit=Limit(samples=10**6), rng=1)
    assert decided.close == (decided.best,)
    assert decided.samples < 10**5


def test_what_is_said_of_a_candidate_is_what_the_kernel_counted() -> None:
    advice = recommend(VIEW, limit=Limit(samples=DEALS_PER_BLOCK), rng=3)
    assert [entry.prior for entry in sorted(advice, key=lambda entry: entry.card)] == [*prior(VIEW)]
    assert sum(entry.prior or 0 for entry in advice) == pytest.approx(1)
    assert sum(advice.others) == pytest.approx(VIEW.rules.players - 1)
    assert not any(advice.others[card] for card in VIEW.hand)
    assert {entry.deals for entry in advice} == {DEALS_PER_BLOCK}
    for entry in advice:
        assert entry.distribution is not None
        assert sum(entry.distribution) == DEALS_PER_BLOCK
        assert 0 <= (entry.takes or 0) <= 1


@cache
def truth(view: InformationSet) -> dict[int, float]:
    """The mean of every candidate over very many deals, none of them dropped."""
    rules = view.rules
    playouts = _guided.GuidedPlayouts(
        network_of(rules),
        view.rows,
        rules.row_capacity,
        rules.professional,
        rules.top_card,
        view.dealer(),
        view.seat,
        view.hand,
        view.pending,
        view.taken,
        seen_cards(view),
        _decision.OBJECTIVES.index("own"),
    )
    deals = 60_000
    values = playouts.run(np.random.SFC64(7), deals)[2]
    return dict(zip(view.hand, (values / deals).tolist(), strict=True))


@cache
def runs(trust: float) -> list[Recommendation]:
    """Ask the same with many seeds."""
    return [
        recommend(SHORT_VIEW, trust=trust, limit=Limit(samples=1000), budget=0, rng=seed)
        for seed in range(300)
    ]


SHORT_VIEW = InformationSet([[4, 13], [21], [40, 44, 47], [77, 78, 79, 81]], [14, 48, 82], Rules(4))


@pytest.mark.parametrize("trust", [0, 0.5])
def test_intervals_hold_the_truth_though_sampling_is_adaptive(trust: float) -> None:
    exact = truth(SHORT_VIEW)
    best = min(exact, key=lambda card: exact[card])
    assert len({entry.deals for run in runs(trust) for entry in run}) > 1
    for card in SHORT_VIEW.hand:
        values = [run[card].value for run in runs(trust)]
        held = [abs(found.mean - exact[card]) <= 1.96 * found.std_error for found in values]
        assert 0.91 <= sum(held) / len(held) <= 0.985
        if card != best:
            apart = [run[card].difference for run in runs(trust) if run.best == best]
            difference = exact[card] - exact[best]
            held = [abs(found.mean - difference) <= 1.96 * found.std_error for found in apart]
            assert 0.89 <= sum(held) / len(held) <= 0.985


def test_the_best_is_rarely_called_worse() -> None:
    exact = truth(SHORT_VIEW)
    best = min(exact, key=lambda card: exact[card])
    # At most 5%, and three deviations of 300 runs.
    assert sum(run[best].separable for run in runs(0)) <= 15 + 3 * sqrt(300 * 0.05 * 0.95)


def test_a_difference_without_chance_settles_it() -> None:
    # Whichever of its cards the other plays first makes no difference.
    view = InformationSet(
        [[40], [50], [60], [70]],
        [1, 2],
        Rules(2, hand_size=2, deck_size=104),
        known={1: [103, 104]},
    )
    advice = recommend(view, playouts="network", exact=False, limit=Limit(samples=4000), rng=1)
    assert [(entry.card, entry.value.mean, entry.value.std_error) for entry in advice] == [
        (1, 3.0, 0.0),
        (2, 4.0, 0.0),
    ]
    assert advice.close == (1,)
    assert advice.samples == FIRST_BLOCKS * DEALS_PER_BLOCK


def test_trust_in_the_network_orders_the_candidates() -> None:
    limit = Limit(samples=500)
    plain = recommend(EASY, trust=0, limit=limit, rng=1)
    trusting = recommend(EASY, trust=100, limit=limit, rng=1)
    chances = dict(zip(EASY.hand, prior(EASY), strict=True))
    assert trusting.best == max(chances, key=lambda card: chances[card]) != plain.best
    assert trusting.best == trusting.candidates[0].action
    # What is said of a candidate is from the playouts alone.
    block = Limit(samples=DEALS_PER_BLOCK)
    values = [
        {entry.card: entry.value for entry in recommend(EASY, trust=trust, limit=block, rng=1)}
        for trust in (0, 100)
    ]
    assert values[0] == values[1]
    assert "less in the playouts, but the policy itself would prefer it in only 14%" in trusting.why
    assert (plain.trust, trusting.trust) == (0, 100)
    assert recommend(EASY, limit=limit, rng=1).trust == 0.5
    assert recommend(EASY, objective="rank", limit=limit, rng=1).trust == 0
    assert recommend(EASY, playouts="uniform", limit=limit, rng=1).trust is None
    with pytest.raises(LimitError, match="trust -1 is not a number of 0 or more"):
        recommend(EASY, trust=-1)


def test_playouts_by_name() -> None:
    with pytest.raises(LimitError, match="playouts 'expert' is not one of 'network', 'uniform'"):
        recommend(VIEW, playouts="expert")
    five_rows = InformationSet([[4], [13], [40], [77], [90]], [5, 14], Rules(3, rows=5))
    with pytest.raises(RulesError, match="4 rows of 5 cards and hands of up to 10, not for 5 rows"):
        recommend(five_rows, playouts="network")
    assert recommend(five_rows, limit=Limit(samples=100), rng=1).playouts is Playouts.UNIFORM


def test_the_words_say_what_the_others_are_expected_to_do() -> None:
    advice = recommend(EASY, limit=Limit(samples=500), rng=1)
    assert "The others are expected to play" in advice.why
    assert "if the others played at random" in advice.why
    assert "Everybody plays as the policy network does" in str(advice)
    row = recommend(CHOICE, limit=Limit(samples=500), rng=1)
    assert row.others == ()
    assert "of them this turn." in row.why
    safe = InformationSet([[4], [30], [50], [70]], [31, 100], Rules(2))
    assert "it is safe now" in nimmt.recommend(safe, limit=Limit(samples=500), rng=1).why
