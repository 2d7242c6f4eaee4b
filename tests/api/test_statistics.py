"""Means, standard errors and comparisons from integer tallies, against the samples."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from nimmt.analysis.statistics import Tally, mean_heads, quantile, separation, trimmed

samples = st.integers(2, 40).flatmap(
    lambda count: st.lists(
        st.lists(st.integers(0, 60), min_size=count, max_size=count), min_size=1, max_size=4
    )
)


def tally_of(values: NDArray[np.int64]) -> Tally:
    """Tally samples of an objective, one row a candidate, that are also what it took."""
    counts = np.array([np.bincount(row, minlength=61) for row in values])
    products = np.triu(values @ values.T)
    return Tally(values.shape[1], counts, counts, values.sum(axis=1), products)


@given(samples, st.integers(1, 9))
def test_estimates_are_those_of_the_samples(lists: list[list[int]], scale: int) -> None:
    values = np.array(lists)
    tally = tally_of(values)
    root = np.sqrt(values.shape[1])
    for index, row in enumerate(values / scale):
        estimate = tally.value(index, scale)
        assert estimate.mean == pytest.approx(row.mean())
        assert estimate.std_error == pytest.approx(row.std(ddof=1) / root, abs=1e-12)
        heads = mean_heads(tally.rest[index])
        assert heads.mean == pytest.approx(values[index].mean())
        assert heads.std_error == pytest.approx(values[index].std(ddof=1) / root, abs=1e-12)
        for other, other_row in enumerate(values / scale):
            pairs = row - other_row
            difference = tally.difference(index, other, scale)
            assert difference.mean == pytest.approx(pairs.mean())
            assert difference.std_error == pytest.approx(pairs.std(ddof=1) / root, abs=1e-12)
    worst = max(tally.value(index, scale).std_error for index in range(len(values)))
    assert tally.worst_std_error(scale) == worst


@given(samples, samples)
def test_tallies_add_up(lists: list[list[int]], more: list[list[int]]) -> None:
    count = min(len(lists), len(more))
    first, second = np.array(lists[:count]), np.array(more[:count])
    together = tally_of(np.concatenate([first, second], axis=1))
    added = tally_of(first) + tally_of(second)
    assert added.deals == together.deals
    for name in ("turn", "rest", "values", "products"):
        assert np.array_equal(getattr(added, name), getattr(together, name))


@given(st.lists(st.integers(0, 30), min_size=1), st.floats(0.01, 1))
def test_quantiles(values: list[int], share: float) -> None:
    found = quantile(tuple(np.bincount(values).tolist()), share)
    not_exceeded = [sum(value <= bound for value in values) for bound in (found, found - 1)]
    assert found in values
    assert not_exceeded[0] >= share * len(values) > not_exceeded[1]


def test_trimmed() -> None:
    assert trimmed(np.array([3, 0, 1, 0, 0])) == (3, 0, 1)
    assert trimmed(np.array([3, 0])) == (3,)


def test_separation_is_corrected_for_the_number_of_candidates() -> None:
    # One-sided 95% for two; for eleven, 99.5%.
    assert separation(2, 0.95) == pytest.approx(1.6449, abs=1e-4)
    assert separation(11, 0.95) == pytest.approx(2.5758, abs=1e-4)
