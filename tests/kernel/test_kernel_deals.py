"""Deals respect everything known, and are refused where nothing fits."""

from random import Random

import numpy as np
import pytest
from numpy.random import SFC64

from kernel.knowledge import Knowledge
from kernel.positions import PLAYERS, deck
from nimmt_core._deals import PLAN_BUDGET, Dealer, DealError

by_budget = pytest.mark.parametrize("plan_budget", [PLAN_BUDGET, 0], ids=["planned", "rejecting"])


def random_knowledge(random: Random, players: int, card_set: str) -> Knowledge:
    """Deal a round in the middle, and make known some of what is true of it."""
    hand_size = random.randint(1, 10)
    cards = random.sample(deck(card_set, players), players * hand_size + random.randint(0, 4))
    seat = random.randrange(players)
    hands = [cards[s * hand_size : (s + 1) * hand_size] for s in range(players)]
    known: dict[int, list[int]] = {}
    excluded: dict[int, list[int]] = {}
    for other in range(players):
        if other != seat:
            known[other] = hands[other][: random.choice([0, 0, 1, hand_size])]
            not_held = [card for card in cards if card not in hands[other] + hands[seat]]
            excluded[other] = random.sample(not_held, random.randint(0, min(4, len(not_held))))
    located = {card for held in known.values() for card in held} | set(hands[seat])
    unseen = [card for card in cards if card not in located]
    return Knowledge(seat, hands[seat], players, unseen, known, excluded)


def assert_respected(knowledge: Knowledge, hands: list[list[int]]) -> None:
    """Check one deal."""
    held = [card for hand in hands for card in hand]
    assert len(set(held)) == len(held)
    for hand, known, excluded in zip(
        hands, knowledge.known_by_seat(), knowledge.excluded_by_seat(), strict=True
    ):
        assert len(hand) == len(knowledge.hand)
        assert set(known) <= set(hand)
        assert set(hand) - set(known) <= set(knowledge.unseen) - set(excluded)


@pytest.mark.parametrize("card_set", ["standard", "tactical"])
@pytest.mark.parametrize("players", PLAYERS)
def test_what_is_known_is_respected(players: int, card_set: str) -> None:
    random = Random(f"knowledge {players} {card_set}")
    for seed in range(25):
        knowledge = random_knowledge(random, players, card_set)
        # A middling budget, so that large cases are dealt with rejections.
        for hands in knowledge.dealer(3_000).deals(SFC64(seed), 20).tolist():
            assert_respected(knowledge, hands)


def test_sizes_of_a_dealer() -> None:
    dealer = Knowledge(0, [1, 2, 3], 4, range(10, 30)).dealer()
    assert (dealer.players, dealer.hand_size) == (4, 3)
    dealt = dealer.deals(SFC64(1), 7)
    assert dealt.shape == (7, 4, 3)
    assert dealt.dtype == np.int8


def test_empty_hands() -> None:
    assert Knowledge(0, [], 3, [5, 6], {}, {1: [5]}).dealer().deals(SFC64(1), 2).shape == (2, 3, 0)


@by_budget
def test_a_card_that_no_other_seat_holds_is_out_of_play(plan_budget: int) -> None:
    nobody = {seat: [7, 8] for seat in (1, 2, 3)}
    dealer = Knowledge(0, [1, 2, 3], 4, range(5, 18), {}, nobody).dealer(plan_budget)
    held = np.unique(dealer.deals(SFC64(2), 2_000))
    # The others come up all.
    assert sorted(held.tolist()) == [1, 2, 3, 5, 6, *range(9, 18)]


@by_budget
def test_exclusions_force_cards(plan_budget: int) -> None:
    # All of 10..15 are held. Seats 2 and 3 hold neither 10 nor 11, so seat 1 does; seat 3 has
    # neither 12 nor 13 either, so it has 14 and 15.
    forced = {2: [10, 11], 3: [10, 11, 12, 13]}
    dealer = Knowledge(0, [1, 2], 4, range(10, 16), {}, forced).dealer(plan_budget)
    for hands in dealer.deals(SFC64(3), 500).tolist():
        assert [set(hand) for hand in hands] == [{1, 2}, {10, 11}, {12, 13}, {14, 15}]


def test_exclusions_force_cards_of_large_hands() -> None:
    # One deal of 5.5 million millions fits: only a plan finds it.
    hands = [list(range(10 * seat + 1, 10 * seat + 11)) for seat in range(4)]
    unseen = [card for hand in hands[1:] for card in hand]
    excluded = {1: hands[3], 2: hands[1], 3: [*hands[1], *hands[2]]}
    dealer = Knowledge(0, hands[0], 4, unseen, {}, excluded).dealer()
    for dealt in dealer.deals(SFC64(4), 20).tolist():
        assert [sorted(hand) for hand in dealt] == hands


def test_an_exclusion_of_a_card_that_is_not_unseen_means_nothing() -> None:
    said = Knowledge(0, [1, 2], 3, range(10, 20), {2: [30]}, {1: [1, 30, 99], 2: [40]})
    unsaid = Knowledge(0, [1, 2], 3, range(10, 20), {2: [30]})
    seeds = SFC64(5), SFC64(5)
    assert np.array_equal(said.dealer().deals(seeds[0], 50), unsaid.dealer().deals(seeds[1], 50))


def test_deals_follow_the_seed() -> None:
    dealer = Knowledge(0, [1, 2], 3, range(10, 20), {2: [30]}, {1: [10]}).dealer()
    first, again, other = (dealer.deals(SFC64(seed), 50) for seed in (6, 6, 7))
    assert np.array_equal(first, again)
    assert not np.array_equal(first, other)


@pytest.mark.parametrize(
    ("excluded", "unseen"),
    [
        # Nobody may hold 10, and all cards are held.
        ({1: [10], 2: [10]}, range(10, 14)),
        # Seat 1 may hold one card of two.
        ({1: [11, 12, 13]}, range(10, 14)),
        # Seats 1 and 2 may hold three cards between them.
        ({1: [13, 14], 2: [13, 14]}, range(10, 15)),
    ],
)
def test_no_deal_fits(excluded: dict[int, list[int]], unseen: range) -> None:
    knowledge = Knowledge(0, [1, 2], 3, unseen, {}, excluded)
    assert knowledge.deals() == []
    with pytest.raises(DealError, match="fits"):
        knowledge.dealer()
    with pytest.raises(DealError, match="1000000 tries"):
        knowledge.dealer(0).deals(SFC64(8), 1)


def test_too_many_known_cards() -> None:
    with pytest.raises(DealError, match="seat 1 holds 3 known cards of 2"):
        Dealer([[1, 2], [3, 4, 5]], [6, 7], 2, [[], []])


def test_too_few_cards() -> None:
    with pytest.raises(DealError, match="4 cards are to be dealt from 1"):
        Dealer([[1, 2], [], []], [6], 2, [[], [], []])
