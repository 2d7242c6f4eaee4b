"""Policies inside playouts: what they choose, and that rounds and playouts follow them."""

from itertools import permutations
from random import Random

import numpy as np
import pytest
from numpy.random import SFC64

from kernel.chances import chi_square, chi_square_limit
from kernel.decisions import ALL, Decision
from kernel.knowledge import Knowledge
from kernel.positions import MOST_CAPACITY, MOST_PLAYERS, MOST_ROWS, TOP_CARD, random_rows
from nimmt_core._decision import OBJECTIVES
from nimmt_core._lanes import GROUP, PATHS
from nimmt_core._playout import HEADS_BINS, Playouts
from nimmt_core._policies import POLICIES, choices
from nimmt_core._rounds import random_rounds
from reference import Rows, cheapest, is_free_choice, options, total_bull_heads, turn

by_professional = pytest.mark.parametrize("professional", [False, True])


def lowest(rows: Rows, hand: list[int], professional: bool, capacity: int) -> int:
    """Return the lowest card."""
    return min(hand)


def nearest(rows: Rows, hand: list[int], professional: bool, capacity: int) -> int:
    """Return the card nearest to an end of a row with room, the first such one, or the highest."""
    distances = {}
    for card in hand:
        if is_free_choice(rows, card, professional):
            continue
        for row in (rows[index] for index in options(rows, card, professional)):
            if len(row) < capacity:
                distances[card] = card - row[-1] if card > row[-1] else row[0] - card
    return min(distances, key=lambda card: distances[card]) if distances else max(hand)


ORACLES = {"lowest": lowest, "nearest": nearest}


@by_professional
@pytest.mark.parametrize("policy", ORACLES)
def test_choices(policy: str, professional: bool) -> None:
    assert ("random", *ORACLES) == POLICIES
    random = Random(f"choices {policy} {professional}")
    taking = 0
    for _ in range(60):
        count = random.randint(1, MOST_ROWS)
        held = random.randint(1, 16)
        capacity = random.randint(1, min(MOST_CAPACITY, (TOP_CARD - held) // count))
        tables, hands = [], []
        for _ in range(random.randint(1, GROUP)):
            top_card = random.randint(count * capacity + held, TOP_CARD)
            cards = random.sample(range(1, top_card + 1), top_card)
            rows, left = random_rows(random, cards, count, capacity)
            tables.append(rows)
            hands.append(left[:held])
        expected = [
            ORACLES[policy](rows, hand, professional, capacity)
            for rows, hand in zip(tables, hands, strict=True)
        ]
        taking += sum(
            card == max(hand) for card, hand in zip(expected, hands, strict=True) if len(hand) > 1
        )
        for path in PATHS:
            assert choices(policy, tables, hands, capacity, professional, path) == expected, path
    if policy == "nearest":
        assert taking > 50


@by_professional
@pytest.mark.parametrize("players", range(1, MOST_PLAYERS + 1))
def test_rounds_on_every_path(professional: bool, players: int) -> None:
    random = Random(f"policies {professional} {players}")
    for _ in range(6):
        rows = random.randint(1, MOST_ROWS)
        hand = random.randint(0, min(16, (TOP_CARD - rows) // players))
        size = (hand, rows, random.randint(1, 6), random.randint(rows + players * hand, TOP_CARD))
        policies = random.choices(POLICIES, k=players)
        rounds = random.randint(1, 3 * GROUP)
        results = [
            random_rounds(SFC64(1), rounds, players, *size, professional, False, policies, path)
            for path in PATHS
        ]
        for result in results:
            assert (result == results[0]).all(), (size, policies)


@by_professional
@pytest.mark.parametrize(
    "policies", [("lowest", "random"), ("nearest", "random"), ("nearest", "lowest")]
)
def test_distribution_of_a_small_game(professional: bool, policies: tuple[str, str]) -> None:
    # Two players with two cards each, two rows of up to two, seven cards.
    counts = np.zeros((2, HEADS_BINS))
    for a, b, c, d, e, f in permutations(range(1, 8), 6):
        rows = [[a], [b]]
        hands = [[c, d], [e, f]]
        heads = [0, 0]
        while hands[0]:
            plays = []
            for seat, policy in enumerate(policies):
                # A random hand is in random order.
                oracle = ORACLES.get(policy)
                card = oracle(rows, hands[seat], professional, 2) if oracle else hands[seat][0]
                hands[seat].remove(card)
                plays.append((seat, card))
            rows, taken = turn(rows, plays, cheapest, professional, 2)
            for seat in range(2):
                heads[seat] += total_bull_heads(taken[seat])
        counts[[0, 1], heads] += 1
    chances = counts / counts.sum(axis=1, keepdims=True)
    found = random_rounds(SFC64(2), 500_000, 2, 2, 2, 2, 7, professional, False, policies)
    for seat in range(2):
        possible = chances[seat] > 0
        assert not found[seat, ~possible].any()
        seen = found[seat, possible].tolist()
        assert chi_square(seen, chances[seat, possible].tolist()) < chi_square_limit(len(seen))


def playouts(decision: Decision, candidates: list[int], objective: str, policy: str) -> Playouts:
    """Return the playouts of a decision with a policy at every seat."""
    return Playouts(
        decision.rows,
        decision.capacity,
        decision.professional,
        decision.knowledge.dealer(),
        decision.knowledge.seat,
        candidates,
        decision.pending,
        decision.before,
        OBJECTIVES.index(objective),
        [policy] * decision.knowledge.players,
    )


@pytest.mark.parametrize("decision", ALL.values(), ids=ALL)
@pytest.mark.parametrize("objective", OBJECTIVES)
@pytest.mark.parametrize("policy", POLICIES)
def test_playouts_on_every_path(decision: Decision, objective: str, policy: str) -> None:
    candidates = decision.candidates()
    asked = playouts(decision, candidates, objective, policy)
    deals = GROUP + 9
    first, *others = [asked.run(SFC64(4), deals, path) for path in PATHS]
    for other in others:
        for one, same in zip(first, other, strict=True):
            assert (one == same).all()
    # A candidate alone meets the same hands, which policies have put in order for others before.
    for index, candidate in enumerate(candidates):
        _, rest, values, _ = playouts(decision, [candidate], objective, policy).run(SFC64(4), deals)
        assert (rest[0] == first[1][index]).all()
        assert values[0] == first[2][index]


@pytest.mark.parametrize(("policy", "expected"), [("lowest", {4}), ("random", {0, 4})])
def test_playouts_follow_the_policy(policy: str, expected: set[int]) -> None:
    # If 12 is played now, 11 must take it with the 10; if 51 is, 11 has a place.
    dealer = Knowledge(0, [11, 50], 2, [], {1: [12, 51]}).dealer()
    asked = Playouts([[10], [20]], 2, False, dealer, 0, [50], (), [0, 0], 0, ["lowest", policy])
    _, rest, _, _ = asked.run(SFC64(5), 200)
    assert set(np.flatnonzero(rest[0]).tolist()) == expected


@pytest.mark.parametrize(
    ("policies", "message"),
    [
        (["random"] * 3, "3 policies for 4 seats"),
        (["random"] * 3 + ["best"], "policy 'best' is not one of random, lowest, nearest"),
        (["random"] * 3 + [7], "policy 7 is not one of"),
    ],
)
def test_no_such_policies(policies: list[str], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        random_rounds(SFC64(1), 1, 4, 10, 4, 5, 104, False, policies=policies)
