"""Means, differences and intervals: against plain arithmetic, scipy, and simulated coverage."""

from __future__ import annotations

import math
from fractions import Fraction
from random import Random

import numpy as np
import pytest
from scipy import integrate, stats

from nimmt.arena import Interval, Measure
from nimmt.arena.deals import Deals
from nimmt.arena.scoring import UNITS, seat_values
from nimmt.arena.seating import Seating, seats_of
from nimmt.arena.statistics import Moments, Tally, sequence_quantile, student_quantile
from nimmt_core._scores import add_up
from reference.match import ranks as reference_ranks

SEATINGS = (
    Seating(0, (0, 1, 2, 0)),
    Seating(1, (1, 2, 0, 1)),
    Seating(0, (2, 2, 1, 0)),
)


def random_deals(random: Random, count: int, *, failing: bool) -> Deals:
    heads = [[[random.randrange(6) for _ in range(4)] for _ in SEATINGS] for _ in range(count)]
    lost = [
        [[failing and random.random() < 0.2 for _ in range(4)] for _ in SEATINGS]
        for _ in range(count)
    ]
    return Deals(np.array(heads, dtype=np.int32), np.array(lost))


def plain_values(heads: list[int], lost: list[bool]) -> dict[Measure, list[Fraction]]:
    """Return what the rule for players that fail says, word by word."""
    charged = [max(heads) if failed else own for own, failed in zip(heads, lost, strict=True)]
    left = [own for own, failed in zip(heads, lost, strict=True) if not failed]
    ranks_left = dict(zip(left, reference_ranks(left), strict=True)) if left else {}
    ranks = [4 if failed else ranks_left[own] for own, failed in zip(heads, lost, strict=True)]
    winners = sum(rank == 1 and not failed for rank, failed in zip(ranks, lost, strict=True))
    shares = [
        Fraction(1, winners) if rank == 1 and not failed else Fraction(0)
        for rank, failed in zip(ranks, lost, strict=True)
    ]
    return {
        Measure.BULL_HEADS: [Fraction(own) for own in charged],
        Measure.RANK: [Fraction(rank) for rank in ranks],
        Measure.WIN_SHARE: shares,
    }


@pytest.mark.parametrize("failing", [False, True])
def test_values_of_seats(failing: bool) -> None:
    deals = random_deals(Random(1), 300, failing=failing)
    found = seat_values(deals)
    for deal, game in np.ndindex(300, 3):
        expected = plain_values(deals.costs[deal, game].tolist(), deals.lost[deal, game].tolist())
        for measure, values in expected.items():
            scaled = [value * UNITS[measure] for value in values]
            assert found[measure][deal, game].tolist() == scaled


@pytest.mark.parametrize("failing", [False, True])
def test_means_and_errors_are_those_of_the_deals(failing: bool) -> None:
    deals = random_deals(Random(2), 40, failing=failing)
    tally = Tally(seats_of(SEATINGS, 3))
    for first, end in ((0, 1), (1, 7), (7, 40)):
        tally.add(deals.part(first, end))
    by_deal: dict[Measure, list[list[float]]] = {measure: [] for measure in Measure}
    for deal in range(40):
        sums = {measure: [0.0] * 3 for measure in Measure}
        seats = [0] * 3
        for game, seating in enumerate(SEATINGS):
            values = plain_values(deals.costs[deal, game].tolist(), deals.lost[deal, game].tolist())
            for seat, player in enumerate(seating.players):
                seats[player] += 1
                for measure in Measure:
                    sums[measure][player] += float(values[measure][seat])
        for measure in Measure:
            by_deal[measure].append([s / n for s, n in zip(sums[measure], seats, strict=True)])
    for measure in Measure:
        table = np.array(by_deal[measure])
        for player in range(3):
            check(tally.moments(measure, player), table[:, player])
            for other in set(range(3)) - {player}:
                check(tally.difference(measure, player, other), table[:, player] - table[:, other])


def check(moments: Moments, values: np.ndarray) -> None:
    assert moments.mean == pytest.approx(values.mean())
    assert moments.std_error == pytest.approx(values.std(ddof=1) / math.sqrt(len(values)))
    interval = moments.interval(sequential=False)
    expected = stats.ttest_1samp(values, 0.0).confidence_interval(0.95)
    assert (interval.low, interval.high) == pytest.approx((expected.low, expected.high))


def test_who_failed_is_counted() -> None:
    deals = random_deals(Random(3), 150, failing=True)
    tally = Tally(seats_of(SEATINGS, 3))
    tally.add(deals.part(0, 1))
    tally.add(deals.part(1, 150))
    expected = [0, 0, 0]
    for _deal, game, seat in np.argwhere(deals.lost):
        expected[SEATINGS[game].players[seat]] += 1
    assert tally.lost.tolist() == expected


@pytest.mark.parametrize(
    ("heads", "lost", "sits", "message"),
    [
        ((2, 1, 3), (2, 1, 2), [0, 1, 1], "shapes"),
        ((2, 1, 11), (2, 1, 11), [0] * 11, "shapes"),
        ((2, 1, 3), (2, 1, 3), [0, 1], "2 players do not sit"),
        ((2, 1, 3), (2, 1, 3), [0, 1, 2], "player 2 is not one of 2"),
        ((2, 1, 3), (2, 1, 3), [0, -1, 1], "player -1 is not one of 2"),
    ],
)
def test_results_that_do_not_fit_together(
    heads: tuple[int, ...], lost: tuple[int, ...], sits: list[int], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        add_up(
            np.zeros(heads, dtype=np.int32),
            np.zeros(lost, dtype=np.bool_),
            np.array(sits, dtype=np.int32),
            2,
        )


def test_sums_do_not_overflow() -> None:
    heads = np.full((3, 1, 2), 2**31 - 1, dtype=np.int32)
    heads[1] = 0
    tally = Tally(seats_of([Seating(0, (0, 1))], 2))
    for _ in range(4):
        tally.add(Deals(heads, np.zeros(heads.shape, dtype=np.bool_)))
    assert tally.moments(Measure.BULL_HEADS, 0).mean == pytest.approx((2**31 - 1) * 2 / 3)


def test_one_deal_tells_nothing() -> None:
    for sequential in (False, True):
        interval = Moments.of(1, 5, 25, 1).interval(sequential=sequential)
        assert interval == Interval(5.0, -math.inf, math.inf)
        assert interval.to_dict() == {"mean": 5.0, "low": None, "high": None}


@pytest.mark.parametrize("level", [0.6, 0.975, 0.995, 0.99999])
def test_student(level: float) -> None:
    for degrees in [*range(1, 130), 1000, 10**6]:
        assert student_quantile(level, degrees) == pytest.approx(
            stats.t.ppf(level, degrees), rel=2e-6
        )


@pytest.mark.parametrize("deals", [20, 60, 120])
def test_the_sequence_is_where_the_mixture_reaches_its_bound(deals: int) -> None:
    # The likelihood ratio of the t statistic: noncentral, mixed over the effect, to central.
    def ratio(statistic: float) -> float:
        def weighted(effect: float) -> float:
            density = stats.nct.pdf(statistic, deals - 1, effect * math.sqrt(deals))
            return float(density * stats.norm.pdf(effect, scale=0.2))

        mixed, _ = integrate.quad(weighted, -2, 2, points=[0.0, statistic / deals**0.5], limit=200)
        return float(mixed) / float(stats.t.pdf(statistic, deals - 1))

    for error in (0.05, 0.005):
        assert ratio(sequence_quantile(error, deals)) == pytest.approx(1 / error, rel=1e-3)


def test_the_sequence_is_wider_than_one_interval() -> None:
    for deals in (2, 30, 1000, 10**6):
        assert sequence_quantile(0.05, deals) > student_quantile(0.975, deals - 1)
    assert math.isinf(sequence_quantile(0.05, 2))


def test_intervals_over_deals_cover() -> None:
    # Games of a deal that share its cards: intervals over games would be far too narrow.
    source = np.random.default_rng(1)
    tries, deals = 2000, 30
    missed = naive = 0
    for _ in range(tries):
        shared = source.integers(0, 20, size=(deals, 1, 1))
        own = source.integers(0, 4, size=(deals, 4, 2))
        heads = (shared + own).astype(np.int32)
        tally = Tally(seats_of([Seating(turn, (0, 1)) for turn in range(4)], 2))
        tally.add(Deals(heads, np.zeros(heads.shape, dtype=np.bool_)))
        interval = tally.moments(Measure.BULL_HEADS, 0).interval(sequential=False)
        missed += not interval.low <= 11.0 <= interval.high
        games = heads[:, :, 0].ravel()
        naive += abs(games.mean() - 11.0) > 1.98 * games.std(ddof=1) / math.sqrt(len(games))
    assert abs(missed / tries - 0.05) < 0.015
    assert naive / tries > 0.2
