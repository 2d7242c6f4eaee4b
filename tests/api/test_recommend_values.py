"""Recommended values against the exact ones of the reference."""

from fractions import Fraction
from math import sqrt

import pytest

import reference
from api.cases import CASES, Case
from nimmt import Candidate, InformationSet, Limit, Objective, Rules, recommend
from nimmt.analysis.statistics import Estimate

SAMPLES = 20_000
MOST_ERRORS = 4.5

by_case = pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])


def assert_close(estimate: Estimate, exact: Fraction) -> None:
    """Check an estimate against the exact value by its own standard error."""
    assert abs(estimate.mean - float(exact)) <= MOST_ERRORS * estimate.std_error + 1e-9


def objective_value(exact: reference.Outcome, objective: Objective) -> Fraction:
    return {
        Objective.OWN: exact.own,
        Objective.RELATIVE: exact.relative,
        Objective.RANK: exact.rank,
    }[objective]


@by_case
@pytest.mark.parametrize("objective", Objective)
def test_values_are_those_of_the_reference(case: Case, objective: Objective) -> None:
    exact = case.exact
    limit = Limit(samples=SAMPLES)
    advice = recommend(case.view, objective=objective, exact=False, limit=limit, rng=1)
    assert {entry.action for entry in advice} == set(exact)
    best = objective_value(exact[advice.best], objective)
    for entry in advice:
        truth = exact[entry.action]
        value = objective_value(truth, objective)
        assert_close(entry.value, value)
        assert_close(entry.difference, value - best)
        assert entry.rest is not None
        assert_close(entry.rest, truth.own)
        assert entry.risk.exact
        assert entry.risk.expected == pytest.approx(float(truth.turn), abs=1e-12)
        assert entry.risk.chance == pytest.approx(float(truth.take), abs=1e-12)
        # The error itself: the exact variance, which a sample of this size is near to.
        error = sqrt(float(truth.variance) / SAMPLES)
        assert entry.std_error == pytest.approx(error, rel=0.15, abs=1e-9)


@by_case
def test_this_turn_is_estimated_beyond_the_budget(case: Case) -> None:
    advice = recommend(case.view, exact=False, budget=0, limit=Limit(samples=SAMPLES), rng=1)
    for entry in advice:
        truth, risk = case.exact[entry.action], entry.risk
        assert risk.exact == (entry.row is not None)
        assert_close(Estimate(risk.expected, risk.std_error), truth.turn)
        assert_close(Estimate(risk.chance, risk.chance_error), truth.take)


@by_case
def test_the_best_is_the_best_or_close(case: Case) -> None:
    exact = case.exact
    least = min(outcome.own for outcome in exact.values())
    advice = recommend(case.view, objective="own", limit=Limit(samples=SAMPLES), rng=2)
    assert any(exact[action].own == least for action in advice.close)
    for entry in advice:
        if entry.separable:
            assert exact[entry.action].own > exact[advice.best].own


def entry_of(view: InformationSet, objective: str) -> Candidate:
    (entry,) = recommend(view, objective=objective, exact=False, limit=Limit(samples=10), rng=1)
    return entry


def test_objectives_where_everything_is_known() -> None:
    # Row 10 is taken by 15 with rows of one card: 3 bull heads.  The others take 15 (2) and
    # 16 (1), so relative is 3 - 3 / 2.
    rules = Rules(3, rows=1, row_capacity=1, hand_size=1, deck_size=20)
    others = {1: [16], 2: [17]}
    view = InformationSet([[10]], [15], rules, known=others)
    assert entry_of(view, "own").value == Estimate(3.0, 0.0)
    assert entry_of(view, "relative").value == Estimate(1.5, 0.0)
    assert entry_of(view, "rank").value == Estimate(3.0, 0.0)
    # Rank counts what was taken before: 3, 1 + 2 and 4 + 1; the other objectives do not.
    later = InformationSet([[10]], [15], rules, known=others, taken=[0, 1, 4])
    assert entry_of(later, "own").value == Estimate(3.0, 0.0)
    assert entry_of(later, "relative").value == Estimate(1.5, 0.0)
    assert entry_of(later, "rank").value == Estimate(1.0, 0.0)
