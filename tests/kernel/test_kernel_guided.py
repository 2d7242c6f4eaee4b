"""Playouts that a network guides: by plain Python, by their chances, and on every path."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import product
from random import Random
from typing import Any

import numpy as np
import pytest
from numpy.random import SFC64

from kernel.chances import chi_square, chi_square_limit
from kernel.decisions import ALL, CARDS, ROWS, Decision
from kernel.knowledge import Knowledge
from kernel.networks import chances_of, network_of, random_network, random_weights, zeros
from nimmt_core import _network
from nimmt_core._decision import OBJECTIVES
from nimmt_core._guided import GuidedPlayouts
from nimmt_core._lanes import GROUP, PATHS
from reference import cheapest, is_free_choice, place, ranks, total_bull_heads, turn
from reference.guided import Round, liked_cards, turn_by_networks
from reference.network import Weights, card_scores

VECTOR_PATHS = PATHS[1:]
TOP_CARD = 75

by_decision = pytest.mark.parametrize("decision", ALL.values(), ids=ALL)
by_objective = pytest.mark.parametrize("objective", OBJECTIVES)


def seen_cards(decision: Decision) -> list[int]:
    """Return what lies on the table."""
    return [card for row in decision.rows for card in row] + [card for _, card in decision.pending]


def guided(
    decision: Decision, network: _network.Network, aim: str = "own", **changes: Any
) -> GuidedPlayouts:
    """Return playouts of all candidates."""
    arguments: dict[str, Any] = {
        "network": network,
        "rows": decision.rows,
        "capacity": decision.capacity,
        "professional": decision.professional,
        "top_card": TOP_CARD,
        "dealer": decision.knowledge.dealer(),
        "seat": decision.knowledge.seat,
        "candidates": decision.candidates(),
        "pending": decision.pending,
        "before": decision.before,
        "seen": seen_cards(decision),
        "objective": OBJECTIVES.index(aim),
    }
    return GuidedPlayouts(**{**arguments, **changes})


def dealt(decision: Decision, hands: Sequence[Sequence[int]]) -> Round:
    """Return the round of a deal."""
    return Round(
        decision.rows,
        [sorted(hand) for hand in hands],
        seen_cards(decision),
        TOP_CARD,
        decision.capacity,
        decision.professional,
    )


def decided(decision: Decision, start: Round, candidate: int) -> tuple[Round, list[int]]:
    """Let a row be chosen, and place what is pending by cost."""
    seat, card = decision.pending[0]
    rows, taken = place(start.rows, card, candidate, start.professional, start.capacity)
    heads = [0] * len(start.hands)
    heads[seat] = total_bull_heads(taken)
    rows, others = turn(rows, decision.pending[1:], cheapest, start.professional, start.capacity)
    for other, cards in others.items():
        heads[other] += total_bull_heads(cards)
    after = Round(rows, start.hands, start.seen, TOP_CARD, start.capacity, start.professional)
    return after, heads


def value(objective: str, heads: Sequence[int], before: Sequence[int], seat: int) -> int:
    """Return the objective as the kernel counts it."""
    if objective == "own":
        return heads[seat]
    if objective == "relative":
        return len(heads) * heads[seat] - sum(heads)
    return ranks([now + once for now, once in zip(heads, before, strict=True)])[seat]


# The noise is between -2 and 10: what is liked so much more than everything else is played.
GAP = max(_network.noises()) - min(_network.noises())


def is_certain(scores: Sequence[int]) -> bool:
    """Tell whether the noise cannot change which one is chosen."""
    least, most = sorted(scores)[-2:] if len(scores) > 1 else (scores[0] - GAP - 1, scores[0])
    return most - least > GAP


def decided_weights(random: Random) -> Weights:
    """Draw weights that like or dislike what is true or not of a card very much."""
    weights = zeros(16)
    features = [0, 1, 2, 3, 4, 5, 14, 19, 20, 26]
    for unit, feature in enumerate(random.sample([*features, 18, 18, 18, 18, 18, 18], 16)):
        weights.card[unit][feature] = 8192
        # Of the rank, which is a fourth or more, all units are liked alike.
        weights.last[unit] = 4096 if feature == 18 else random.choice([-4096, 0, 4096])
    # Not more than fits, and rows by anything.
    rows = random_weights(random, 2, 400, 1500)
    return weights._replace(row=rows.row, row_last=rows.row_last)


def certain_playout(
    decision: Decision, start: Round, candidate: int, weights: Weights
) -> tuple[list[int], list[int], list[int]] | None:
    """Play a candidate out; None if the noise may matter.

    Returns what everybody takes in the turn and from then on, and what the others play in the turn.
    """
    seat = decision.knowledge.seat
    networks = [weights] * len(start.hands)
    played: list[int] = []
    now, first = start, [0] * len(start.hands)
    if decision.pending:
        now, first = decided(decision, start, candidate)
    total = list(first)
    while now.hands[0]:
        others = [now.sight(other) for other in range(len(now.hands)) if other != seat]
        if not all(is_certain(card_scores(weights, sight)) for sight in others):
            return None
        cards = liked_cards(now, networks)
        if now is start:
            cards[seat] = candidate
            played = [card for other, card in enumerate(cards) if other != seat]
        is_first = now is start
        now, heads = turn_by_networks(now, cards, networks)
        total = [one + more for one, more in zip(total, heads, strict=True)]
        if is_first:
            first = heads
    return first, total, played


def known_decisions(random: Random) -> Iterator[tuple[Decision, Round]]:
    """Make decisions of a player who knows all hands: cards to play, and rows to choose."""
    while True:
        players = random.randint(2, 5)
        held = random.randint(1, 4)
        capacity = random.randint(1, 4)
        professional = random.random() < 0.4
        cards = random.sample(range(1, TOP_CARD + 1), 50)
        rows = [
            sorted(cards.pop() for _ in range(random.randint(1, capacity)))
            for _ in range(random.randint(1, 4))
        ]
        hands = [sorted(cards.pop() for _ in range(held)) for _ in range(players)]
        seat = random.randrange(players)
        plays = sorted((cards.pop(), player) for player in range(players))
        pending: list[tuple[int, int]] = []
        if random.random() < 0.4 and is_free_choice(rows, plays[0][0], professional):
            pending = [(player, card) for card, player in plays]
            seat = pending[0][0]
        known = {other: hands[other] for other in range(players) if other != seat}
        knowledge = Knowledge(seat, hands[seat], players, cards[:5], known)
        before = [random.randint(0, 9) for _ in range(players)]
        decision = Decision(rows, capacity, professional, knowledge, before, pending)
        yield decision, dealt(decision, hands)


@by_objective
def test_certain_playouts(objective: str) -> None:
    random = Random(f"guided {objective}")
    found = 0
    rows_chosen = 0
    decisions = known_decisions(random)
    while found < 90:
        decision, start = next(decisions)
        weights = decided_weights(random)
        candidates = decision.candidates()
        playouts = {}
        for index, candidate in enumerate(candidates):
            playout = certain_playout(decision, start, candidate, weights)
            if playout is not None:
                playouts[index] = playout
        certain = list(playouts)
        if not certain:
            continue
        found += 1
        rows_chosen += bool(decision.pending)
        seat = decision.knowledge.seat
        asked = guided(decision, network_of(weights), objective)
        deals = random.choice([1, GROUP, GROUP + 3])
        expected = [
            (first[seat], total[seat], value(objective, total, decision.before, seat), played)
            for first, total, played in playouts.values()
        ]
        for path in VECTOR_PATHS:
            turns, rests, values, products, others = asked.run(SFC64(found), deals, certain, path)
            for number, (first, rest, worth, played) in enumerate(expected):
                assert np.flatnonzero(turns[number]).tolist() == [first]
                assert np.flatnonzero(rests[number]).tolist() == [rest]
                assert turns[number, first] == rests[number, rest] == deals
                assert values[number] == deals * worth
                assert products[number, number:].tolist() == [
                    deals * worth * other for _, _, other, _ in expected[number:]
                ]
                assert others.tolist() == [deals * (card in played) for card in range(TOP_CARD + 1)]
    assert 10 < rows_chosen < 80


def chances(decision: Decision, candidate: int, weights: Weights) -> dict[tuple[int, int], float]:
    """Return the chances of what is taken in the turn, and in all, over deals and choices."""
    seat = decision.knowledge.seat
    found: defaultdict[tuple[int, int], float] = defaultdict(float)
    networks = [weights] * decision.knowledge.players

    def play_on(now: Round, chance: float, first: int | None, total: int) -> None:
        if not now.hands[0]:
            assert first is not None
            found[first, total] += chance
            return
        liked = liked_cards(now, networks)[seat]
        own = candidate if first is None else liked
        choices = [
            [(own, 1.0)]
            if player == seat
            else list(zip(hand, chances_of(card_scores(weights, now.sight(player))), strict=True))
            for player, hand in enumerate(now.hands)
        ]
        for choice in product(*choices):
            each = chance
            for _, one in choice:
                each *= one
            after, heads = turn_by_networks(now, [card for card, _ in choice], networks)
            play_on(after, each, heads[seat] if first is None else first, total + heads[seat])

    deals = decision.knowledge.deals()
    for hands in deals:
        start = dealt(decision, hands)
        if decision.pending:
            after, heads = decided(decision, start, candidate)
            play_on(after, 1 / len(deals), heads[seat], heads[seat])
        else:
            play_on(start, 1 / len(deals), None, 0)
    return dict(found)


SMALL = {
    "two players": Decision(
        [[10], [20, 23], [30, 31]],
        3,
        False,
        Knowledge(0, [12, 25], 2, [3, 8, 11, 22, 35]),
        [0, 0],
    ),
    "three players": Decision(
        [[20, 21], [40]],
        2,
        False,
        Knowledge(1, [22, 41], 3, [7, 24, 43], {0: [9]}),
        [0, 0, 0],
    ),
    "professional": CARDS["professional, full rows"],
    **ROWS,
}


@pytest.mark.parametrize("decision", SMALL.values(), ids=SMALL)
def test_chances(decision: Decision) -> None:
    weights = random_weights(Random("chances of guided playouts"), 4, 700, 2500)
    candidates = decision.candidates()
    asked = guided(decision, network_of(weights))
    deals = 20_000
    turns, rests, _, _, others = asked.run(SFC64(8), deals)
    cells = 0
    for index, candidate in enumerate(candidates):
        expected = chances(decision, candidate, weights)
        for counts, which in ((turns[index], 0), (rests[index], 1)):
            each: defaultdict[int, float] = defaultdict(float)
            for heads, chance in expected.items():
                each[heads[which]] += chance
            assert set(np.flatnonzero(counts).tolist()) <= each.keys()
            likely = [heads for heads, chance in each.items() if chance * deals > 5]
            if len(likely) > 1:
                total = sum(each[heads] for heads in likely)
                statistic = chi_square(
                    counts[likely].tolist(), [each[heads] / total for heads in likely]
                )
                assert statistic < chi_square_limit(len(likely))
                cells += len(likely)
    assert cells > 3
    players = decision.knowledge.players
    assert others.sum() == (0 if decision.pending else deals * (players - 1))


@by_decision
@by_objective
def test_paths_and_subsets_change_nothing(decision: Decision, objective: str) -> None:
    # Among the decisions are cards known and excluded, turns half placed, and ties.
    asked = guided(decision, random_network("guided"), objective)
    count = len(decision.candidates())
    for deals in (1, GROUP - 1, 2 * GROUP + 9):
        whole = asked.run(SFC64(deals), deals, path=PATHS[1])
        turns, rests, values, products, others = whole
        assert turns.sum(axis=1).tolist() == rests.sum(axis=1).tolist() == [deals] * count
        for path in (None, *VECTOR_PATHS[1:]):
            for one, same in zip(whole, asked.run(SFC64(deals), deals, path=path), strict=True):
                assert (one == same).all()
        for active in ([], [count - 1], [0], [0, count - 1], [count - 1, 0]):
            some = asked.run(SFC64(deals), deals, active)
            assert (some[0] == turns[active]).all()
            assert (some[1] == rests[active]).all()
            assert (some[2] == values[active]).all()
            both = np.triu(products) + np.triu(products, 1).T
            assert (np.triu(some[3]) == np.triu(both[np.ix_(active, active)])).all()
            assert (some[4] == (others if active else 0)).all()


@by_decision
def test_moments(decision: Decision) -> None:
    asked = guided(decision, random_network("moments"))
    deals = 3 * GROUP
    _, rests, values, products, _ = asked.run(SFC64(1), deals)
    heads = np.arange(rests.shape[1])
    assert (rests @ heads == values).all()
    assert (rests @ heads**2 == products.diagonal()).all()


DECISION = CARDS["two players"]
UNKNOWN = Knowledge(0, [5, 12, 25], 2, [3, 8, 11, 14, 22, 27, 35])


@pytest.mark.parametrize(
    ("decision", "changes", "message"),
    [
        (DECISION, {"seat": 2}, "no such seat or objective"),
        (DECISION, {"objective": 3}, "no such seat or objective"),
        (DECISION, {"before": [0]}, "no such seat or objective"),
        (DECISION, {"top_card": 128}, "cards up to 128"),
        (DECISION, {"top_card": 0}, "cards up to 0"),
        (DECISION, {"seen": [10, 10]}, "not there, or twice"),
        (DECISION, {"seen": [10, TOP_CARD + 1]}, "not there, or twice"),
        (DECISION, {"candidates": [5, 6]}, r"candidates \[5, 6\] are not all there"),
        (DECISION, {"seat": 1}, "hand of whoever decides is not known"),
        (ROWS["free choice"], {"candidates": [0, 3]}, r"candidates \[0, 3\] are not all there"),
        (DECISION, {"rows": []}, "1 to 8 rows expected"),
    ],
)
def test_decisions_that_are_none(decision: Decision, changes: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        guided(decision, random_network("none"), **changes)


def test_runs_that_are_none() -> None:
    asked = guided(DECISION, random_network("none"))
    with pytest.raises(ValueError, match="there is no candidate 4"):
        asked.run(SFC64(1), 1, [0, 4])
    with pytest.raises(ValueError, match="there is no candidate -1"):
        asked.run(SFC64(1), 1, [-1])
    with pytest.raises(ValueError, match="the scalar path has no networks"):
        asked.run(SFC64(1), 1, path="scalar")
    assert not asked.run(SFC64(1), 0)[0].any()
    with pytest.raises(TypeError):
        guided(DECISION, None)  # type: ignore[arg-type]
