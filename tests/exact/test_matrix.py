"""Matrix games against scipy's linear programming, and their certificates in exact arithmetic."""

from collections.abc import Callable
from fractions import Fraction
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from numpy.random import Generator, default_rng
from numpy.typing import NDArray

from nimmt.errors import MatrixError, NimmtError
from nimmt.matrix import MatrixMethod, MatrixSolution, solve_matrix
from nimmt_core import _matrix
from reference.matrix import matrix_value

Payoffs = NDArray[np.float64]

# Certificates are as wide as this share of the spread of the payoffs at most.
WIDEST = 1e-9


def certify(solution: MatrixSolution) -> None:
    """Check the bounds with fractions: no rounding can hide in them."""
    payoffs = [[Fraction(entry) for entry in row] for row in solution.payoffs.tolist()]
    mix = [Fraction(chance) for chance in solution.row_strategy.tolist()]
    other = [Fraction(chance) for chance in solution.column_strategy.tolist()]
    for strategy in (mix, other):
        assert min(strategy) >= 0
        assert abs(sum(strategy, Fraction(0)) - 1) < 1e-12
    guaranteed = min(
        sum(x * row[j] for x, row in zip(mix, payoffs, strict=True)) for j in range(len(other))
    ) / sum(mix)
    conceded = max(
        sum(y * entry for y, entry in zip(other, row, strict=True)) for row in payoffs
    ) / sum(other)
    assert solution.lower <= guaranteed <= conceded <= solution.upper
    assert solution.lower <= solution.value <= solution.upper
    spread = np.ptp(solution.payoffs)
    rounding = float(np.abs(solution.payoffs).max()) * 1e-12
    assert solution.upper - solution.lower <= WIDEST * spread + rounding


def shapes(rng: Generator, most: int) -> tuple[int, int]:
    rows, columns = rng.integers(1, most + 1, size=2)
    return int(rows), int(columns)


def uniform(rng: Generator, most: int) -> Payoffs:
    return rng.normal(size=shapes(rng, most))


def integers(rng: Generator, most: int) -> Payoffs:
    return rng.integers(-9, 10, size=shapes(rng, most)).astype(float)


def tied(rng: Generator, most: int) -> Payoffs:
    return rng.integers(0, 3, size=shapes(rng, most)).astype(float)


def degenerate(rng: Generator, most: int) -> Payoffs:
    """Make rows that are copies and averages of others."""
    payoffs = tied(rng, most)
    rows = len(payoffs)
    mixing = rng.dirichlet(np.ones(rows), size=rows).round(2)
    return np.vstack([payoffs, payoffs[rng.integers(rows, size=rows)], mixing @ payoffs])


def skewed(rng: Generator, most: int) -> Payoffs:
    """Make the sizes of the entries differ by many orders."""
    return rng.normal(size=shapes(rng, most)) * 10.0 ** rng.integers(-4, 5)


def wide(rng: Generator, most: int) -> Payoffs:
    """Make few rows and many columns, as a player against a coalition has."""
    return rng.integers(-30, 1, size=(int(rng.integers(2, 11)), most * most)).astype(float)


KINDS = (uniform, integers, tied, degenerate, skewed, wide)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("most", [3, 10, 24])
def test_against_linear_programming(kind: Callable[[Generator, int], Payoffs], most: int) -> None:
    rng = default_rng([KINDS.index(kind), most])
    for _ in range(60 // most):
        payoffs = kind(rng, most)
        solution = solve_matrix(payoffs)
        certify(solution)
        scale = max(1.0, float(np.abs(payoffs).max()))
        assert solution.value == pytest.approx(matrix_value(payoffs), abs=1e-7 * scale)


@pytest.mark.parametrize("kind", KINDS)
def test_certificates_of_many(kind: Callable[[Generator, int], Payoffs]) -> None:
    rng = default_rng([7, KINDS.index(kind)])
    for _ in range(150):
        certify(solve_matrix(kind(rng, 5)))


def test_all_small_games_of_three_payoffs() -> None:
    # Every 2 x 3 game with payoffs 0, 1, 2 up to the order of columns, against the formula: against
    # two rows the column player needs two columns at most.
    columns = [(a, b) for a in range(3) for b in range(3)]
    kinds = set()
    for chosen in combinations(columns, 3):
        payoffs = np.array(chosen, dtype=float).T
        solution = solve_matrix(payoffs)
        pairs = [payoffs[:, pair] for pair in combinations(range(3), 2)]
        assert solution.value == pytest.approx(min(map(two_by_two, pairs)), abs=1e-12)
        kinds.add(solution.method)
    assert kinds == set(MatrixMethod)


def two_by_two(payoffs: Payoffs) -> float:
    """Return the value by the formula of two by two games."""
    maximin, minimax = payoffs.min(axis=1).max(), payoffs.max(axis=0).min()
    if maximin == minimax:
        return float(maximin)
    (a, b), (c, d) = payoffs
    return float((a * d - b * c) / (a + d - b - c))


def test_a_saddle_point_is_exact() -> None:
    solution = solve_matrix([[0.1, 0.3, 0.2], [0.0, 0.4, 0.7]])
    assert solution.method is MatrixMethod.SADDLE_POINT
    assert solution.value == solution.lower == solution.upper == 0.1
    assert solution.row_strategy.tolist() == [1, 0]
    assert solution.column_strategy.tolist() == [1, 0, 0]


@pytest.mark.parametrize("size", [2, 3, 7, 16, 17, 40])
def test_the_identity_mixes_everything_evenly(size: int) -> None:
    solution = solve_matrix(np.eye(size))
    assert solution.value == pytest.approx(1 / size)
    assert solution.row_strategy == pytest.approx(np.full(size, 1 / size))
    certify(solution)


def test_small_differences_of_large_payoffs() -> None:
    solution = solve_matrix(np.eye(3) + 2.0**40)
    assert solution.row_strategy == pytest.approx(np.full(3, 1 / 3))
    certify(solution)


@pytest.mark.parametrize("scale", [1e-310, 1e-200, 1e300])
def test_extreme_scales(scale: float) -> None:
    solution = solve_matrix(np.array([[2.0, 0.0], [0.0, 1.0]]) * scale)
    assert solution.row_strategy == pytest.approx([1 / 3, 2 / 3])
    assert np.isfinite([solution.lower, solution.value, solution.upper]).all()


def test_ties_do_not_cycle() -> None:
    for size in range(2, 12):
        # Rock, paper, scissors of many gestures, each row twice, with a column of zeros.
        turn = np.subtract.outer(np.arange(size), np.arange(size)) % size
        cyclic = np.where(turn == 0, 0, np.where(2 * turn < size, 1, -1)).astype(float)
        doubled = np.hstack([np.repeat(cyclic, 2, axis=0), np.zeros((2 * size, 1))])
        certify(solve_matrix(doubled))


def plain_undominated(payoffs: Payoffs) -> tuple[list[int], list[int]]:
    """Strike one dominated row or column at a time until there is none."""
    rows, columns = list(range(len(payoffs))), list(range(payoffs.shape[1]))
    while True:
        left = payoffs[np.ix_(rows, columns)]
        bad_row = next((r for r in rows if struck(left, rows, r)), None)
        bad_column = next((c for c in columns if struck(-left.T, columns, c)), None)
        if bad_row is not None:
            rows.remove(bad_row)
        elif bad_column is not None:
            columns.remove(bad_column)
        else:
            return rows, columns


def struck(left: Payoffs, names: list[int], name: int) -> bool:
    own = left[names.index(name)]
    return any(
        (other >= own).all() and ((other > own).any() or before < name)
        for before, other in zip(names, left, strict=True)
        if before != name
    )


def test_dominance() -> None:
    rng = default_rng(11)
    shrunk = 0
    for _ in range(300):
        payoffs = tied(rng, 5)
        rows, columns = _matrix.undominated(payoffs)
        left = payoffs[np.ix_(rows, columns)]
        assert plain_undominated(left) == (list(range(len(rows))), list(range(len(columns))))
        assert solve_matrix(left).value == pytest.approx(solve_matrix(payoffs).value, abs=1e-12)
        shrunk += left.size < payoffs.size
    assert shrunk > 100


def test_dominated_choices_are_not_used() -> None:
    payoffs = [[3.0, -1.0, -1.0], [-2.0, 1.0, 1.0], [-2.0, 1.0, 0.0]]
    solution = solve_matrix(payoffs)
    assert solution.row_strategy[2] == 0
    assert solution.value == pytest.approx(1 / 7)


@pytest.mark.parametrize(
    ("payoffs", "words"),
    [
        ([], "shape"),
        ([[]], "shape"),
        ([1.0, 2.0], "shape"),
        (3.0, "shape"),
        ([[[1.0]]], "shape"),
        ([[1.0, float("nan")]], "nan is not a finite"),
        ([[float("inf")]], "inf is not a finite"),
        ([[1e308, -1e308]], "too far apart"),
        ([[1, 2], [3]], "table of numbers"),
        ([["a"]], "table of numbers"),
        (None, "shape"),
        ([[1 + 2j]], "table of numbers"),
    ],
)
def test_no_games(payoffs: Any, words: str) -> None:
    with pytest.raises(MatrixError, match=words) as caught:
        solve_matrix(payoffs)
    assert isinstance(caught.value, NimmtError)


def test_the_answer_is_a_value() -> None:
    given = np.array([[3, -1], [-2, 1]])
    solution = solve_matrix(given)
    given[0, 0] = 100
    assert solution.payoffs[0, 0] == 3
    for array in (solution.payoffs, solution.row_strategy, solution.column_strategy):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0
    values = solution.to_dict()
    assert values["method"] == "linear program"
    assert values["payoffs"] == [[3, -1], [-2, 1]]
    assert values["row_strategy"] == pytest.approx([3 / 7, 4 / 7])
    assert str(solution).splitlines()[:2] == [
        "2 x 2 game, value 0.142857, by linear program",
        "row player     0: 0.4286, 1: 0.5714",
    ]
