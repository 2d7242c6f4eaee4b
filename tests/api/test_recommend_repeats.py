"""The same seed gives the same answer, however it was worked out; and work can be interrupted."""

from functools import partial

import numpy as np
import pytest

import nimmt
from api.workers import nimmt_threads
from nimmt import InformationSet, Limit, Objective, Recommendation, Rules
from nimmt.analysis.playouts import DEALS_PER_BLOCK

VIEW = InformationSet(
    [[4, 13], [21], [40, 44, 47], [77]],
    [5, 14, 48, 80, 99],
    Rules(5),
    known={1: [50]},
    excluded={2: [60, 61]},
)
CHOICE = InformationSet(
    [[14], [21, 33], [40, 44, 47], [77]], [48, 80], Rules(4), pending={0: 5, 3: 9, 1: 70}
)
SAMPLES = 5 * DEALS_PER_BLOCK + 77

# Guided playouts come in smaller blocks, and end when one candidate is left: they have tests of
# their own.
recommend = partial(nimmt.recommend, playouts="uniform")


@pytest.mark.parametrize("view", [VIEW, CHOICE])
@pytest.mark.parametrize("objective", Objective)
@pytest.mark.parametrize("limit", [Limit(samples=SAMPLES), Limit(std_error=0.07)])
def test_the_number_of_workers_changes_nothing(
    view: InformationSet, objective: str, limit: Limit
) -> None:
    answers = [
        recommend(view, objective=objective, limit=limit, rng=11, workers=workers)
        for workers in (1, 2, 3, 7)
    ]
    assert answers[1:] == answers[:1] * 3
    assert not nimmt_threads()
    if limit.samples:
        assert answers[0].samples == SAMPLES
    else:
        assert all(entry.value.std_error <= 0.07 for entry in answers[0])


def findings(advice: Recommendation) -> tuple[object, ...]:
    """Return all of an answer but the limit that was set."""
    return advice.candidates, advice.samples, advice.blocks, advice.seed, advice.best


@pytest.mark.parametrize("workers", [1, 3])
@pytest.mark.parametrize("rng", [None, 5, np.random.SeedSequence(5).spawn(1)[0]])
def test_what_was_done_in_some_time_can_be_repeated(
    workers: int, rng: int | np.random.SeedSequence | None
) -> None:
    timed = recommend(VIEW, limit=Limit(seconds=0.02), rng=rng, workers=workers)
    again = recommend(VIEW, limit=Limit(samples=timed.samples), rng=timed.seed)
    assert findings(timed) == findings(again)


def test_a_precision_that_was_reached_can_be_repeated() -> None:
    precise = recommend(VIEW, limit=Limit(std_error=0.05), rng=1, workers=2)
    again = recommend(VIEW, limit=Limit(samples=precise.samples), rng=precise.seed)
    assert findings(precise) == findings(again)
    # It stopped as soon as it could.
    before = recommend(VIEW, limit=Limit(samples=precise.samples - DEALS_PER_BLOCK), rng=1)
    assert max(entry.value.std_error for entry in before) > 0.05


def test_whichever_limit_is_reached_first() -> None:
    by_samples = recommend(VIEW, limit=Limit(samples=300, seconds=3600, std_error=1e-9), rng=1)
    assert by_samples.samples == 300
    by_error = recommend(VIEW, limit=Limit(samples=10**12, seconds=3600, std_error=100), rng=1)
    assert by_error.samples == DEALS_PER_BLOCK
    by_time = recommend(VIEW, limit=Limit(samples=10**12, seconds=1e-9), rng=1)
    assert by_time.samples == DEALS_PER_BLOCK


def test_other_seeds_give_other_samples() -> None:
    limit = Limit(samples=SAMPLES)
    generator = np.random.default_rng(1)
    answers = [recommend(VIEW, limit=limit, rng=rng) for rng in (1, 2, None, generator, generator)]
    assert len({answer.seed for answer in answers}) == 5
    assert len({answer.candidates for answer in answers}) == 5


def test_more_samples_begin_with_the_same() -> None:
    # What a seed means does not depend on how long one looks.
    seen: list[tuple[int, float]] = []
    recommend(VIEW, limit=Limit(samples=SAMPLES), rng=1, progress=lambda *done: seen.append(done))
    for deals, worst in seen:
        shorter = recommend(VIEW, limit=Limit(samples=deals), rng=1)
        assert worst == max(entry.value.std_error for entry in shorter)
    assert [deals for deals, _ in seen] == [
        *range(DEALS_PER_BLOCK, SAMPLES, DEALS_PER_BLOCK),
        SAMPLES,
    ]


@pytest.mark.parametrize("workers", [1, 2, 7])
@pytest.mark.parametrize("error", [KeyboardInterrupt, ZeroDivisionError])
def test_an_interrupt_ends_the_work(workers: int, error: type[BaseException]) -> None:
    calls: list[int] = []

    def progress(deals: int, worst: float) -> None:
        calls.append(deals)
        if len(calls) == 3:
            raise error

    # Without the interrupt this would go on for an hour.
    with pytest.raises(error):
        recommend(VIEW, limit=Limit(seconds=3600), rng=1, workers=workers, progress=progress)
    assert calls == [DEALS_PER_BLOCK, 2 * DEALS_PER_BLOCK, 3 * DEALS_PER_BLOCK]
    assert not nimmt_threads()
    limit = Limit(samples=SAMPLES)
    assert recommend(VIEW, limit=limit, rng=1, workers=workers) == recommend(
        VIEW, limit=limit, rng=1
    )
