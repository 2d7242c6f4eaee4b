"""Whether the stated errors are right: how often intervals hold the truth, over many seeds."""

from fractions import Fraction
from functools import cache, partial
from math import sqrt

import pytest

import nimmt
from api.cases import CASES
from nimmt import Limit, Recommendation
from nimmt.analysis.statistics import Estimate

SEEDS = 400
SAMPLES = 256
CASE = CASES[0]

# The cases are too small for the policy network.
recommend = partial(nimmt.recommend, playouts="uniform")


@cache
def runs() -> list[Recommendation]:
    """Ask the same with many seeds."""
    limit = Limit(samples=SAMPLES)
    return [
        recommend(CASE.view, objective="own", budget=0, limit=limit, rng=seed)
        for seed in range(SEEDS)
    ]


def coverage(estimates: list[Estimate], truth: Fraction) -> float:
    """Return the share of nominal 95% intervals that hold the truth."""
    held = [abs(found.mean - float(truth)) <= 1.96 * found.std_error for found in estimates]
    return sum(held) / len(held)


# 12 is not asked about this turn: it takes the same row now whatever happens.
@pytest.mark.parametrize(
    ("action", "what"), [(3, "value"), (12, "value"), (18, "value"), (3, "turn"), (18, "turn")]
)
def test_intervals_hold_the_truth(action: int, what: str) -> None:
    exact = CASE.exact[action]
    truth = {"value": exact.own, "turn": exact.turn}[what]
    estimates = [
        run[action].value
        if what == "value"
        else Estimate(run[action].risk.expected, run[action].risk.std_error)
        for run in runs()
    ]
    assert 0.92 <= coverage(estimates, truth) <= 0.975


def test_intervals_of_differences_hold_the_truth() -> None:
    exact = CASE.exact
    # The best is the same in every run, so which pair is compared does not depend on luck.
    best = min(exact, key=lambda action: exact[action].own)
    assert {run.best for run in runs()} == {best}
    for action in set(exact) - {best}:
        differences = [run[action].difference for run in runs()]
        assert 0.92 <= coverage(differences, exact[action].own - exact[best].own) <= 0.975


def test_stated_errors_are_those_of_repetition() -> None:
    for action in CASE.hand:
        for what in ("value", "difference"):
            estimates: list[Estimate] = [getattr(run[action], what) for run in runs()]
            means = [estimate.mean for estimate in estimates]
            middle = sum(means) / len(means)
            spread = sqrt(sum((mean - middle) ** 2 for mean in means) / (len(means) - 1))
            stated = sqrt(sum(estimate.std_error**2 for estimate in estimates) / len(estimates))
            # The spread of 400 means is itself known to 1 / sqrt(800), 3.5%.
            assert spread == pytest.approx(stated, rel=0.14, abs=1e-12)


def test_pairing_sharpens_the_comparison() -> None:
    # A hand of the game as sold: most of what is random hits both cards alike.
    advice = recommend(
        rows=[[4, 13], [21], [40, 44, 47], [77]],
        hand=[5, 14, 48, 80, 99],
        players=5,
        limit=Limit(samples=4000),
        rng=1,
    )
    for entry in advice.candidates[1:]:
        unpaired = sqrt(entry.value.std_error**2 + advice.candidates[0].value.std_error ** 2)
        assert entry.difference.std_error < unpaired


def test_the_best_is_rarely_called_worse() -> None:
    # Told apart with 95% confidence: of 400 runs, at most 20 and three deviations may be wrong.
    exact = CASES[3].exact
    best = min(exact, key=lambda action: exact[action].own)
    limit = Limit(samples=16)
    answers = [recommend(CASES[3].view, limit=limit, rng=seed) for seed in range(SEEDS)]
    assert len({answer.best for answer in answers}) > 1
    assert sum(answer[best].separable for answer in answers) <= 33
