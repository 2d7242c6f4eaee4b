"""Every deal that fits is equally likely, and so is every order of every hand."""

from collections import Counter
from itertools import permutations, product
from math import comb, factorial

import numpy as np
import pytest
from numpy.random import SFC64
from numpy.typing import NDArray

from kernel.chances import SIGMAS, chi_square, chi_square_limit
from kernel.knowledge import Knowledge
from nimmt_core._deals import PLAN_BUDGET

# Without a plan, misfits are dealt again.
BUDGETS = (PLAN_BUDGET, 0)
DEALS = 200_000

by_budget = pytest.mark.parametrize("plan_budget", BUDGETS, ids=["planned", "rejecting"])

UNRESTRICTED = {
    "nothing known": Knowledge(0, [10, 20], 3, [1, 2, 3, 4, 5]),
    "all dealt": Knowledge(2, [10, 20], 3, [1, 2, 3, 4]),
    "some known": Knowledge(1, [10, 20, 30], 3, [1, 2, 3, 4], {0: [40], 2: [50, 60]}),
    "one hand known": Knowledge(0, [10, 20], 3, [1, 2, 3], {2: [40, 50]}),
}
RESTRICTED = {
    "one seat": Knowledge(0, [10, 20], 3, [1, 2, 3, 4, 5], {}, {2: [1, 2]}),
    "overlapping": Knowledge(0, [10, 20], 3, range(1, 8), {}, {1: [1, 2, 3], 2: [3, 4]}),
    "all dealt": Knowledge(0, [10, 20], 4, [1, 2, 3, 4, 5, 6], {}, {1: [1, 2], 2: [2, 3], 3: [4]}),
    "with known cards": Knowledge(
        1, [10, 20], 3, [1, 2, 3, 4, 5], {0: [40]}, {0: [1, 2], 2: [2, 3]}
    ),
    "a hand known": Knowledge(
        0, [10, 20], 4, [1, 2, 3, 4, 5], {2: [30, 40]}, {1: [1, 2], 2: [1, 3, 5], 3: [4]}
    ),
    "a card out of play": Knowledge(
        0, [10, 20], 3, [1, 2, 3, 4, 5, 6], {}, {1: [1, 2, 3], 2: [1, 4]}
    ),
    "four seats": Knowledge(
        3, [10], 5, [1, 2, 3, 4, 5, 6], {}, {0: [1, 2], 1: [2, 3], 2: [3, 4, 5], 4: [1, 6, 3]}
    ),
}
EVERY_CASE = [
    *(pytest.param(case, PLAN_BUDGET, id=f"{name}, free") for name, case in UNRESTRICTED.items()),
    *(pytest.param(case, PLAN_BUDGET, id=f"{name}, planned") for name, case in RESTRICTED.items()),
    *(pytest.param(case, 0, id=f"{name}, rejecting") for name, case in RESTRICTED.items()),
]

OrderedDeal = tuple[tuple[int, ...], ...]


def counted(dealt: NDArray[np.int8]) -> Counter[OrderedDeal]:
    """Count the deals with their orders."""
    count, players, hand_size = dealt.shape
    # A deal as one number, since numpy counts numbers much faster than arrays.
    digits = 128 ** np.arange(players * hand_size)
    _, first, counts = np.unique(
        dealt.reshape(count, -1) @ digits, return_index=True, return_counts=True
    )
    return Counter(
        {
            tuple(tuple(hand) for hand in dealt[index].tolist()): number
            for index, number in zip(first, counts.tolist(), strict=True)
        }
    )


@pytest.mark.parametrize(("case", "plan_budget"), EVERY_CASE)
def test_every_deal_and_order_is_equally_likely(case: Knowledge, plan_budget: int) -> None:
    counts = counted(case.dealer(plan_budget).deals(SFC64(20), DEALS))
    possible = [orders for hands in case.deals() for orders in product(*map(permutations, hands))]
    assert set(counts) <= set(possible)
    statistic = chi_square([counts[deal] for deal in possible], [1 / len(possible)] * len(possible))
    assert statistic < chi_square_limit(len(possible))


def seat_by_seat_chance(case: Knowledge, hands: list[list[int]]) -> float:
    """Return the chance of a deal if each seat in turn drew from the cards that it may hold."""
    left = set(case.unseen)
    chance = 1.0
    for seat, held in enumerate(case.known_by_seat()):
        drawn = set(hands[seat]) - set(held)
        chance /= comb(len(left - set(case.excluded.get(seat, ()))), len(drawn))
        left -= drawn
    return chance


@pytest.mark.parametrize("case", RESTRICTED.values(), ids=RESTRICTED)
def test_a_biased_dealer_would_be_told_apart(case: Knowledge) -> None:
    # The usual wrong dealer fills one hand after the other.  The statistic of its deals would be
    # larger by this than that of fair ones: by 25,000 to 66,000, where the limits are 90 to 320.
    hands = case.deals()
    chances = [seat_by_seat_chance(case, dealt) for dealt in hands]
    fair = 1 / len(hands)
    excess = DEALS * sum((chance / sum(chances) - fair) ** 2 / fair for chance in chances)
    cells = len(hands) * factorial(len(case.hand)) ** case.players
    assert excess > 20 * chi_square_limit(cells)


LARGE = Knowledge(
    2,
    [100, 101, 102, 103, 104],
    6,
    range(1, 31),
    {0: [50, 51], 4: [60]},
    {0: range(1, 8), 1: range(5, 14), 3: [5, 6, 20, 21], 4: [1, 6, 29, 30]},
)
LARGE_DEALS = 100_000


def placed(dealt: NDArray[np.int8]) -> NDArray[np.int64]:
    """Count how often each seat held each card in each place: (seats, places, cards)."""
    _, seats, places = dealt.shape
    cells = np.arange(seats * places).reshape(seats, places) * 128
    return np.bincount((dealt + cells).ravel(), minlength=seats * places * 128).reshape(
        seats, places, 128
    )


@by_budget
def test_every_place_in_a_hand_is_alike(plan_budget: int) -> None:
    counts = placed(LARGE.dealer(plan_budget).deals(SFC64(21), LARGE_DEALS))
    for in_places in counts.transpose(0, 2, 1).reshape(-1, len(LARGE.hand)):
        if in_places.any():
            statistic = chi_square(in_places.tolist(), [1 / len(in_places)] * len(in_places))
            assert statistic < chi_square_limit(len(in_places))


def test_planned_and_rejecting_hold_the_same_cards() -> None:
    planned, rejecting = (
        placed(LARGE.dealer(budget).deals(SFC64(22 + budget), LARGE_DEALS)).sum(axis=1)
        for budget in BUDGETS
    )
    chance = (planned + rejecting) / (2 * LARGE_DEALS)
    std_error = np.sqrt(2 * chance * (1 - chance) / LARGE_DEALS)
    assert (abs(planned - rejecting) / LARGE_DEALS <= SIGMAS * std_error).all()


@pytest.mark.parametrize("excluded", [{}, {1: [1, 2], 2: [1, 2], 3: [1, 2]}, {2: [7]}])
def test_seats_of_which_the_same_is_known_are_alike(excluded: dict[int, list[int]]) -> None:
    dealer = Knowledge(0, [90, 91, 92], 4, range(1, 13), {}, excluded).dealer()
    held = placed(dealer.deals(SFC64(23), LARGE_DEALS)).sum(axis=1)[[1, 3]]
    chance = held.mean(axis=0) / LARGE_DEALS
    # A card in one hand is not in the other.
    std_error = np.sqrt(2 * chance / LARGE_DEALS)
    assert (abs(held[0] - held[1]) / LARGE_DEALS <= SIGMAS * std_error).all()
    assert held.sum() == 2 * 3 * LARGE_DEALS
