"""Drafts in the kernel: how they go on and are played, by plain Python and by their chances."""

from collections import Counter
from collections.abc import Sequence
from itertools import permutations, product
from random import Random
from typing import Any

import numpy as np
import pytest
from numpy.random import SFC64
from numpy.typing import NDArray

from kernel.chances import chi_square, chi_square_limit, is_near
from kernel.networks import certain_weights, chances_of, network_of, random_network, zeros
from nimmt_core import _drafted
from nimmt_core._lanes import GROUP, PATHS
from reference import cheapest, draft, play_round
from reference.guided import Round, liked_cards, turn_by_networks
from reference.styles import completed

Bytes = NDArray[np.uint8]

by_professional = pytest.mark.parametrize("professional", [False, True])


def complete(
    scores: Sequence[Sequence[int]],
    pairs: Sequence[Sequence[int]],
    styles: Sequence[Sequence[int]],
    **changes: Any,
) -> Bytes:
    """Let drafts of two with hands of three and two rows go on."""
    arguments: dict[str, Any] = {
        "picks": [],
        "players": 2,
        "first": 0,
        "hand_size": 3,
        "rows": 2,
        "bit_generator": SFC64(1),
    }
    return _drafted.complete_drafts(
        np.array(scores, dtype=np.int16),
        np.array(pairs, dtype=np.int16).reshape(len(scores), -1),
        np.array(styles, dtype=np.uint8),
        **{**arguments, **changes},
    )


@pytest.mark.parametrize("seed", range(40))
def test_without_chance_everybody_picks_what_it_likes_best(seed: int) -> None:
    random = Random(seed)
    players = random.randint(2, 10)
    hand_size = random.randint(1, 10 if players > 2 else 16)
    rows = random.randint(1, 8)
    first = random.randrange(players)
    top_card = players * hand_size + rows
    count = random.randint(1, 4)
    largest = random.choice([1, 100, _drafted.LARGEST_SCORE])
    scores = [[random.randint(-largest, largest) for _ in range(top_card)] for _ in range(count)]
    distances = random.randint(0, _drafted.DISTANCES)
    pairs = [
        [random.randint(-_drafted.LARGEST_PAIR, _drafted.LARGEST_PAIR) for _ in range(distances)]
        for _ in range(count)
    ]
    styles = [[random.randrange(count) for _ in range(2 * GROUP)] for _ in range(players)]
    picks = random.sample(range(1, top_card + 1), random.randint(0, players * hand_size))
    found = complete(
        scores,
        pairs,
        styles,
        picks=picks,
        players=players,
        first=first,
        hand_size=hand_size,
        rows=rows,
        by_chance=False,
    )
    for number in random.sample(range(2 * GROUP), 8):
        likes = [(scores[own[number]], pairs[own[number]]) for own in styles]
        expected = completed(picks, players, first, hand_size, rows, likes)
        assert found[number].tolist() == expected


def test_picks_are_in_proportion_to_the_exponentials() -> None:
    scores = [[0, 300, -200, 100, 0, 50, -100, 250], [200, 0, 0, -300, 400, 0, 100, 0]]
    drafts = 300 * GROUP
    found = complete(scores, [[], []], [[0] * drafts, [1] * drafts])
    counts = Counter(map(tuple, found[:, :2].tolist()))
    first = chances_of(scores[0])
    cells = []
    for card, other in product(range(1, 9), repeat=2):
        if card == other:
            continue
        left = [number for number in range(1, 9) if number != card]
        second = chances_of([scores[1][number - 1] for number in left])
        cells.append((counts[card, other], first[card - 1] * second[left.index(other)]))
    statistic = chi_square([count for count, _ in cells], [chance for _, chance in cells])
    assert statistic < chi_square_limit(len(cells))


def test_every_draft_may_have_picks_of_its_own() -> None:
    drafts = 2 * GROUP
    picks = np.array([[4, 1, 8, 7], [4, 7, 8, 1]] * GROUP, dtype=np.uint8)
    found = complete([[0] * 8], [[400]], [[0] * drafts, [0] * drafts], picks=picks, by_chance=False)
    assert (found[:, :4] == picks).all()
    # Seat 0 likes 3 and 5, and takes the lower; seat 1 has 1 and 7, whose neighbours are 2 and 6.
    assert (found[:, 4:] == [3, 2]).all()


def test_what_is_liked_by_chance_does_not_depend_on_the_picks() -> None:
    drafts = 4 * GROUP
    styles = [[0] * drafts, [0] * drafts]
    free = complete([[0] * 8], [[]], styles)
    forced = complete([[0] * 8], [[]], styles, picks=[8])
    # Seat 1 picks the same, unless one of the two drafts has it gone.
    same = (free[:, 1] != 8) & (free[:, 0] != forced[:, 1])
    assert same.sum() > drafts / 2
    assert (free[same, 1] == forced[same, 1]).all()


def play(picks: Bytes, players: int, **changes: Any) -> Bytes:
    """Play drafts of two rows."""
    arguments: dict[str, Any] = {
        "network": random_network("drafts"),
        "first": 0,
        "rows": 2,
        "capacity": 5,
        "professional": False,
        "bit_generator": SFC64(2),
    }
    arguments.update(changes)
    return _drafted.play_drafts(picks=picks, players=players, **arguments)


def costs_by_reference(
    picks: Sequence[int], players: int, first: int, rows: int, capacity: int, professional: bool
) -> list[int]:
    """Play a draft in plain Python as a network likes best; the bull heads that each card cost."""
    weights = certain_weights()
    hand_size = len(picks) // players
    starts, hands = draft(players, picks, first, hand_size, rows)
    seen = [row[0] for row in starts]
    round_ = Round(starts, hands, seen, len(picks) + rows, capacity, professional)
    costs = [0] * (len(picks) + rows)
    for _ in range(hand_size):
        cards = liked_cards(round_, [weights] * players)
        round_, heads = turn_by_networks(round_, cards, [weights] * players)
        for card, cost in zip(cards, heads, strict=True):
            costs[card - 1] = cost
    return costs


@by_professional
@pytest.mark.parametrize("seed", range(12))
def test_a_play_without_chance_costs_what_it_does_in_plain_python(
    seed: int, professional: bool
) -> None:
    random = Random(seed)
    players = random.randint(2, 10)
    hand_size = random.randint(1, 4)
    rows = random.randint(1, 4)
    first = random.randrange(players)
    capacity = random.randint(1, 5)
    cards = range(1, players * hand_size + rows + 1)
    picks = [random.sample(cards, players * hand_size) for _ in range(GROUP + 5)]
    costs = play(
        np.array(picks, dtype=np.uint8),
        players,
        network=network_of(certain_weights()),
        first=first,
        rows=rows,
        capacity=capacity,
        professional=professional,
    )
    assert costs.shape == (len(picks), len(cards))
    for number in random.sample(range(len(picks)), 6):
        expected = costs_by_reference(picks[number], players, first, rows, capacity, professional)
        assert costs[number].tolist() == expected


def test_a_network_without_opinion_plays_at_random() -> None:
    picks = [6, 3, 5, 8, 1, 7]
    drafts = 200 * GROUP
    costs = play(
        np.tile(np.array(picks, dtype=np.uint8), (drafts, 1)),
        2,
        network=network_of(zeros()),
        professional=True,
        capacity=1,
    )
    starts, hands = draft(2, picks, hand_size=3, rows=2)
    totals = [
        play_round(starts, orders, cheapest, True, 1)
        for orders in product(*(permutations(hand) for hand in hands))
    ]
    for seat, hand in enumerate(hands):
        sums = costs[:, [card - 1 for card in hand]].sum(axis=1, dtype=np.int64)
        exact = sum(total[seat] for total in totals) / len(totals)
        assert is_near(float(sums.mean()), exact, float(sums.std()) / drafts**0.5)


def test_every_path_gives_the_same() -> None:
    results = []
    for path in PATHS[1:]:
        picks = complete([[0] * 8], [[60, 20]], [[0] * 256, [0] * 256], path=path)
        results.append((picks, play(picks, 2, path=path)))
    assert results
    for picks, costs in results[1:]:
        assert (picks == results[0][0]).all()
        assert (costs == results[0][1]).all()


@pytest.mark.parametrize(
    "changes",
    [
        {"picks": [1, 1]},
        {"picks": [9]},
        {"picks": [0]},
        {"picks": [257]},
        {"picks": np.ones((3, 1), dtype=np.uint8)},
        {"first": 2},
        {"players": 11},
        {"rows": 3},
    ],
)
def test_what_does_not_fit_together_is_refused(changes: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"do not fit together|not what the kernel is built for"):
        complete([[0] * 8], [[]], [[0] * GROUP, [0] * GROUP], **changes)


def test_styles_that_are_not_there_are_refused() -> None:
    for styles in ([[1] * GROUP, [0] * GROUP], [[0] * 5, [0] * 5], [[0] * GROUP]):
        with pytest.raises(ValueError, match="do not fit together"):
            complete([[0] * 8], [[]], styles)
    with pytest.raises(ValueError, match="do not fit together"):
        complete([[_drafted.LARGEST_SCORE + 1] * 8], [[]], [[0] * GROUP] * 2)


def test_picks_that_no_draft_can_have_are_not_played() -> None:
    for picks in ([1, 1, 2, 3], [1, 2, 3, 7], [0, 1, 2, 3]):
        with pytest.raises(ValueError, match="no draft can have"):
            play(np.array([picks], dtype=np.uint8), 2)
