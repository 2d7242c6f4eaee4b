"""Whole rounds at random: published means, and the same distribution as the reference."""

from itertools import permutations
from math import sqrt
from random import Random

import numpy as np
import pytest
from numpy.random import SFC64
from numpy.typing import NDArray

from kernel.chances import chi_square, chi_square_limit, is_near
from kernel.positions import fresh_round
from nimmt_core._playout import HEADS_BINS
from nimmt_core._rounds import random_rounds
from reference import cheapest, cheapest_lowest_end, play_round

HEADS = np.arange(HEADS_BINS)
BATCHES = 50
# The published means have two digits after the point.
ROUNDING = 0.005


def mean_and_error(batch: int, players: int, professional: bool, lowest_end: bool) -> list[float]:
    """Return the mean bull heads of a player in a round, and its standard error.

    The error is that between batches, since the players of a round share their luck.
    """
    source = SFC64(players)
    means = [
        float(
            (
                random_rounds(source, batch, players, 10, 4, 5, 104, professional, lowest_end)
                @ HEADS
            ).sum()
        )
        / (batch * players)
        for _ in range(BATCHES)
    ]
    return [float(np.mean(means)), float(np.std(means, ddof=1)) / sqrt(BATCHES)]


@pytest.mark.parametrize(
    ("players", "lowest_end", "published", "batch"),
    [(4, False, 12.13, 14_000), (4, True, 12.09, 14_000), (10, False, 14.66, 3_000)],
)
def test_published_means(players: int, lowest_end: bool, published: float, batch: int) -> None:
    mean, std_error = mean_and_error(batch, players, False, lowest_end)
    # Small enough that 12.13 and 12.09 are told apart.
    assert 4 * std_error + ROUNDING < 0.02
    assert abs(mean - published) <= 4 * std_error + ROUNDING


@pytest.mark.parametrize("professional", [False, True])
def test_mean_of_the_reference(professional: bool) -> None:
    random = Random(f"reference rounds {professional}")
    rounds = [
        sum(play_round(*fresh_round(random, "standard", 4), cheapest, professional)) / 4
        for _ in range(1_000)
    ]
    mean, std_error = mean_and_error(4_000, 4, professional, False)
    reference_error = float(np.std(rounds, ddof=1)) / sqrt(len(rounds))
    assert is_near(float(np.mean(rounds)), mean, sqrt(std_error**2 + reference_error**2))


def exact_chances(professional: bool, lowest_end: bool) -> NDArray[np.float64]:
    """Return each seat's chances of bull heads, over all deals of a game of seven cards.

    Two players with two cards each, two rows of up to two.
    """
    chooser = cheapest_lowest_end if lowest_end else cheapest
    counts = np.zeros((2, HEADS_BINS))
    for a, b, c, d, e, f in permutations(range(1, 8), 6):
        heads = play_round([[a], [b]], [[c, d], [e, f]], chooser, professional, 2)
        counts[[0, 1], heads] += 1
    chances: NDArray[np.float64] = counts / counts.sum(axis=1, keepdims=True)
    return chances


@pytest.mark.parametrize("lowest_end", [False, True])
@pytest.mark.parametrize("professional", [False, True])
def test_distribution_of_a_small_game(professional: bool, lowest_end: bool) -> None:
    chances = exact_chances(professional, lowest_end)
    counts = random_rounds(SFC64(5), 1_000_000, 2, 2, 2, 2, 7, professional, lowest_end)
    for seat in range(2):
        possible = chances[seat] > 0
        assert not counts[seat, ~possible].any()
        seen = counts[seat, possible].tolist()
        statistic = chi_square(seen, chances[seat, possible].tolist())
        assert statistic < chi_square_limit(len(seen))


def test_no_bull_head_is_lost() -> None:
    # One row of one card: every card takes the one before it.  1..11 have 18 bull heads; left at
    # the end is 11, with 5 of them, or 10, with 3, if 11 started the row.
    source = SFC64(6)
    totals = [
        int((random_rounds(source, 1, 10, 1, 1, 1, 11, False) @ HEADS).sum()) for _ in range(500)
    ]
    assert set(totals) == {13, 15}


def test_seats_are_alike() -> None:
    rounds = 200_000
    counts = random_rounds(SFC64(7), rounds, 5, 10, 4, 5, 104, False)
    assert counts.shape == (5, HEADS_BINS)
    assert (counts.sum(axis=1) == rounds).all()
    means = counts @ HEADS / rounds
    variances = counts @ HEADS**2 / rounds - means**2
    for seat in range(5):
        assert is_near(means[seat], float(means.mean()), sqrt(variances[seat] / rounds))


def test_the_seed_decides() -> None:
    first, again, other = (
        random_rounds(SFC64(seed), 100, 3, 10, 4, 5, 104, True) for seed in (8, 8, 9)
    )
    assert (first == again).all()
    assert (first != other).any()
