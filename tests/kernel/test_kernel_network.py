"""The policy network: features and scores by the reference, on every path; noise by its chances."""

from collections.abc import Iterator
from math import exp, floor, log
from random import Random
from typing import Any

import numpy as np
import pytest
from numpy.random import SFC64

from kernel.chances import chi_square, chi_square_limit
from kernel.networks import (
    MOST_LAST_WEIGHT,
    MOST_WEIGHT,
    as_lists,
    chances_of,
    likes,
    network_of,
    random_network,
    random_weights,
    weights_of_any_size,
    zeros,
)
from kernel.positions import MOST_CAPACITY, MOST_ROWS, PLAYERS, TOP_CARD, random_rows
from nimmt_core import _network
from nimmt_core._lanes import GROUP, PATHS
from nimmt_core._selfplay import play_to_learn
from reference import tactical_cards
from reference.network import (
    Sight,
    Weights,
    card_features,
    card_scores,
    row_features,
    row_scores,
    state_features,
    tail,
)

VECTOR_PATHS = PATHS[1:]
GROUPS = 80

by_professional = pytest.mark.parametrize("professional", [False, True])


def sights(
    random: Random, professional: bool, turn: int = 0
) -> Iterator[tuple[list[Sight], list[list[int]]]]:
    """Make groups of sights of one size, with cards of a turn, the first of which is low.

    Half of them are of rounds as they are sold, half of any size that the kernel is built for.
    """
    while True:
        players = random.choice(PLAYERS)
        rows, capacity = 4, 5
        top_card = random.choice([104, len(tactical_cards(players))])
        if random.random() < 0.5:
            rows = random.randint(1, MOST_ROWS)
            capacity = random.randint(1, min(MOST_CAPACITY, 100 // rows))
            top_card = random.randint(min(rows * capacity + 20, TOP_CARD), TOP_CARD)
        most_held = top_card - rows - turn
        held = random.randint(0 if turn else 1, min(16, most_held // 2))
        lanes = random.randint(1, GROUP)
        found: list[tuple[list[list[int]], list[int], list[int], list[int]]] = []
        while len(found) < lanes:
            cards = random.sample(range(1, top_card + 1), top_card)
            # Fewer cards in the rows where there are not enough for all.
            most = max(1, min(capacity, (top_card - held - turn) // rows))
            table, rest = random_rows(random, cards, rows, most)
            if turn:
                rest.remove(low := min(rest))
                if low > min(row[-1] for row in table):
                    continue
                rest.append(low)
            plays = [rest.pop() for _ in range(min(turn, players))]
            hand = sorted(rest.pop() for _ in range(held))
            found.append((table, hand, plays, rest))
        most_seen = top_card - held
        least_seen = max(most_seen - len(rest) for _, _, _, rest in found)
        seen = random.choice([least_seen, most_seen, random.randint(least_seen, most_seen)])
        group, turns = [], []
        for table, hand, plays, rest in found:
            gone = [*plays, *(card for row in table for card in row)]
            gone += rest[: seen - len(gone)]
            group.append(Sight(table, hand, gone, players, top_card, capacity, professional))
            turns.append(plays)
        yield group, turns


def rules_of(sight: Sight) -> dict[str, Any]:
    """Return the rules as the kernel is told of them."""
    return {"players": sight.players, "top_card": sight.top_card, "capacity": sight.capacity}


def arguments(group: list[Sight]) -> dict[str, Any]:
    """Return what the kernel is told of a group."""
    return {
        "tables": [sight.rows for sight in group],
        "hands": [sight.hand for sight in group],
        "seen": [sight.seen for sight in group],
        **rules_of(group[0]),
    }


@by_professional
def test_cards(professional: bool) -> None:
    random = Random(f"sights {professional}")
    groups = sights(random, professional)
    compared = 0
    for number in range(GROUPS):
        group, _ = next(groups)
        weights = weights_of_any_size(random)
        state = [state_features(sight) for sight in group]
        cards = [[card_features(sight, card) for card in sight.hand] for sight in group]
        # All scores of small networks, some of large ones: the reference is slow.
        scored = len(group) if len(weights.last) < 10 else 2
        scores = [card_scores(weights, sight) for sight in group[:scored]]
        for path in VECTOR_PATHS:
            found, found_state, found_cards = _network.hand_scores(
                network_of(weights), **arguments(group), professional=professional, path=path
            )
            assert found_state.tolist() == state, (path, number)
            assert found_cards.tolist() == cards, (path, number)
            assert found.tolist()[:scored] == scores, (path, number)
        compared += len(group)
        for features in (*state, *(card for sight in cards for card in sight)):
            assert 0 <= min(features) <= max(features) <= 255
    assert compared > 2000


def test_rows() -> None:
    random = Random("rows to choose")
    compared = 0
    for number in range(GROUPS):
        group, turns = next(sights(random, False, random.randint(1, 10)))
        weights = weights_of_any_size(random)
        features = [
            [row_features(sight, cards, row) for row in range(len(sight.rows))]
            for sight, cards in zip(group, turns, strict=True)
        ]
        scores = [
            row_scores(weights, sight, cards) for sight, cards in zip(group, turns, strict=True)
        ]
        for path in VECTOR_PATHS:
            found, found_features = _network.look_at_rows(
                network_of(weights), turns=turns, **arguments(group), path=path
            )
            assert found_features.tolist() == features, (path, number)
            assert found == scores, (path, number)
        compared += len(group)
        assert all(0 <= each <= 255 for sight in features for row in sight for each in row)
    assert compared > 2000


@by_professional
def test_one_hand(professional: bool) -> None:
    random = Random(f"one hand {professional}")
    weights = random_weights(random, 8, 400, 1500)
    network = network_of(weights)
    for _ in range(20):
        (sight, *_), _ = next(sights(random, professional))
        told = (sight.rows, sight.hand, list(sight.seen))
        for path in (None, *VECTOR_PATHS):
            found = network.scores(*told, **rules_of(sight), professional=professional, path=path)
            assert found == card_scores(weights, sight)


def test_rows_of_one_hand() -> None:
    random = Random("rows of one hand")
    weights = random_weights(random, 8, 400, 1500)
    network = network_of(weights)
    for _ in range(20):
        (sight, *_), (cards, *_) = next(sights(random, False, random.randint(1, 10)))
        told = (sight.rows, cards, sight.hand, list(sight.seen))
        for path in (None, *VECTOR_PATHS):
            found = network.row_scores(*told, **rules_of(sight), path=path)
            assert found == row_scores(weights, sight, cards)


def test_no_sum_overflows() -> None:
    # The largest sums that there can be, of features up to 255 and hidden units up to 4096, and so
    # of all partial sums, whatever their order: below 2**31 in both layers.
    inputs = max(_network.STATE_FEATURES + _network.CARD_FEATURES, _network.ROW_FEATURES)
    assert 255 * MOST_WEIGHT * inputs < 1 << 31
    assert 4096 * MOST_LAST_WEIGHT * max(_network.MOST_HIDDEN, _network.ROW_HIDDEN) < 1 << 31


@pytest.mark.parametrize("last", [-MOST_LAST_WEIGHT, MOST_LAST_WEIGHT])
@pytest.mark.parametrize("first", [-MOST_WEIGHT, MOST_WEIGHT])
def test_the_largest_weights(first: int, last: int) -> None:
    random = Random("largest")
    empty = zeros(_network.MOST_HIDDEN)
    weights = Weights(
        [[first] * len(row) for row in empty.state],
        [[first] * len(row) for row in empty.card],
        [last] * len(empty.last),
        [[first] * len(row) for row in empty.row],
        [last] * len(empty.row_last),
    )
    limit = (32767 if last > 0 else -32768) if first > 0 else 0
    group, turns = next(sights(random, False, 2))
    while not group[0].hand:
        group, turns = next(sights(random, False, 2))
    assert card_scores(weights, group[0]) == [limit] * len(group[0].hand)
    for path in VECTOR_PATHS:
        found, _, _ = _network.hand_scores(
            network_of(weights), **arguments(group), professional=False, path=path
        )
        assert (found == limit).all()
        scores, _ = _network.look_at_rows(
            network_of(weights), turns=turns, **arguments(group), path=path
        )
        assert {score for row in scores for score in row} == {limit}


def test_hidden_units_have_a_largest_value() -> None:
    # A feature of twice the card, times 8192 / 256: 4096 is reached at card 64.
    weights = likes(card_feature=16, size=256)
    weights.card[0][16] = MOST_WEIGHT
    for path in VECTOR_PATHS:
        scores = network_of(weights).scores(
            [[5]], [10, 32, 63, 64, 100], [5], 2, 104, 5, False, path
        )
        assert scores == [160, 512, 1008, 1024, 1024]


def test_tails() -> None:
    network = random_network("tails")
    for players in PLAYERS:
        for slots in range(_network.SLOTS):
            for share in range(256):
                found = network.tail(players, slots, share)
                assert found == tail(players, slots, share), (players, slots, share)
    for wrong in [(1, 0, 0), (11, 0, 0), (2, -1, 0), (2, _network.SLOTS, 0), (2, 0, 256)]:
        with pytest.raises(ValueError, match="no such players, slots or share"):
            network.tail(*wrong)


def test_noise() -> None:
    noises = _network.noises()
    count = len(noises)
    assert noises == [
        floor(0.5 - 256 * log(-log((number + 0.5) / count))) for number in range(count)
    ]
    assert noises == sorted(noises)


@pytest.mark.parametrize(
    ("feature", "size"),
    [(18, 0), (18, 2048), (18, -3000), (19, 1024), (20, -700), (18, 4096)],
)
def test_choices_have_the_frequencies_of_the_scores(feature: int, size: int) -> None:
    # The scores depend on the place of a card in the hand, and on nothing else.
    weights = likes(card_feature=feature, size=size)
    hand_size = 4
    turns = play_to_learn(
        network_of(weights), SFC64(3), 400, 2, 2, [], 1, hand_size, 1, 2, 104, False
    )
    for held, (_, _, chosen, *_) in zip(range(hand_size, 1, -1), turns, strict=False):
        places = np.arange(held)
        value = {18: 64 * places // held, 19: 64 * (places == 0), 20: 64 * (places == held - 1)}
        scores = [int(each) * size >> 8 for each in value[feature]]
        chances = chances_of(scores)
        weights_of_places = [exp(score / 256) for score in scores]
        for chance, weight in zip(chances, weights_of_places, strict=True):
            assert abs(chance - weight / sum(weights_of_places)) < 0.002
        counts = np.bincount(chosen.reshape(-1), minlength=held).tolist()
        assert sum(counts) == 400 * 2 * GROUP
        assert chi_square(counts, chances) < chi_square_limit(held)


def test_arrays() -> None:
    weights = random_weights(Random("arrays"), 6, 400, 1500)
    arrays = [np.array(array, dtype=np.int16) for array in weights]
    network = _network.Network(*arrays)
    assert network.hidden == 6
    arrays[0][:] = 0  # not the network's own
    assert as_lists(network.arrays()) == weights
    again = _network.Network(*network.arrays())
    rows, hand = [[20], [40, 44], [60], [61]], [3, 30, 77]
    seen = [20, 40, 44, 60, 61]
    assert again.scores(rows, hand, seen, 4, 104, 5, False) == network.scores(
        rows, hand, seen, 4, 104, 5, False
    )


def changed(name: str, array: Any) -> list[Any]:
    """Return arrays of weights, one of them another."""
    arrays = zeros(4)._replace(**{name: array})
    return [np.array(each, dtype=np.int16) if isinstance(each, list) else each for each in arrays]


def filled(shape: tuple[int, ...], value: int, dtype: Any = np.int16) -> Any:
    return np.full(shape, value, dtype=dtype)


@pytest.mark.parametrize(
    ("arrays", "message"),
    [
        (changed("state", filled((4, 35), 0)), r"shape \(4, 36\) expected, not int16 and \(4, 35"),
        (changed("state", filled((4, 36), 0, np.int32)), "int16 and shape .* expected, not int32"),
        (changed("state", filled((4, 36), MOST_WEIGHT + 1)), "weights beyond 8192"),
        (changed("card", filled((2, 30), 0)), r"shape \(4, 30\) expected"),
        (changed("card", filled((4, 30), -MOST_WEIGHT - 1)), "weights beyond 8192"),
        (changed("card", filled((4, 30), -32768)), "weights beyond 8192"),
        (changed("last", filled((4,), MOST_LAST_WEIGHT + 1)), "weights beyond 4096"),
        (changed("last", filled((3,), 0)), "3 hidden units: an even number up to 64 expected"),
        (changed("last", filled((0,), 0)), "0 hidden units"),
        (changed("last", filled((66,), 0)), "66 hidden units"),
        (changed("row", filled((16, 15), 0)), r"shape \(16, 16\) expected"),
        (changed("row", filled((16, 16), MOST_WEIGHT + 1)), "weights beyond 8192"),
        (changed("row_last", filled((15,), 0)), r"shape \(1, 16\) expected"),
        (changed("row_last", filled((16,), -MOST_LAST_WEIGHT - 1)), "weights beyond 4096"),
    ],
)
def test_weights_that_are_none(arrays: list[Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        _network.Network(*arrays)


SIGHT: dict[str, Any] = {
    "tables": [[[20], [30, 33]]],
    "hands": [[5, 40]],
    "seen": [[20, 30, 33, 7]],
    "players": 2,
    "top_card": 50,
    "capacity": 3,
}


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"tables": []}, "differ"),
        ({"hands": [[5, 40], [6, 41]]}, "differ"),
        ({"tables": [], "hands": [], "seen": []}, "differ"),
        ({"hands": [list(range(1, 18))]}, "more than there can be"),
        ({"players": 1}, "more than there can be"),
        ({"players": 11}, "more than there can be"),
        ({"top_card": 128}, "more than there can be"),
        ({"hands": [[40, 5]]}, "do not fit together"),
        ({"hands": [[5, 51]]}, "do not fit together"),
        ({"hands": [[0, 40]]}, "do not fit together"),
        ({"hands": [[7, 40]]}, "do not fit together"),
        ({"seen": [[20, 30, 33, 33]]}, "do not fit together"),
        ({"seen": [[20, 30, 7]]}, "do not fit together"),
        ({"capacity": 1}, "do not fit together"),
        ({"tables": [[[20], []]]}, "do not fit together"),
        ({name: 2 * SIGHT[name] for name in ("tables", "hands", "seen")}, ""),
        (
            {"tables": 2 * SIGHT["tables"], "hands": [[5], [5, 40]], "seen": 2 * SIGHT["seen"]},
            "different numbers",
        ),
        (
            {
                "tables": 2 * SIGHT["tables"],
                "hands": 2 * SIGHT["hands"],
                "seen": [[20, 30, 33, 7], [20, 30, 33]],
            },
            "different numbers",
        ),
        ({name: 65 * SIGHT[name] for name in ("tables", "hands", "seen")}, "1 to 64 tables"),
    ],
)
def test_positions_that_are_none(changes: dict[str, Any], message: str) -> None:
    network = random_network("none")
    wrong = {**SIGHT, **changes}
    turns = [[7]] * len(wrong["tables"])
    if not message:
        assert len(_network.hand_scores(network, **wrong, professional=False)[0]) == 2
        assert len(_network.look_at_rows(network, turns=turns, **wrong)[0]) == 2
        return
    with pytest.raises(ValueError, match=message):
        _network.hand_scores(network, **wrong, professional=False)
    with pytest.raises(ValueError, match=message):
        _network.look_at_rows(network, turns=turns, **wrong)


@pytest.mark.parametrize(
    ("turns", "message"),
    [
        ([[7], [7]], "2 turns for 1 tables"),
        ([[]], "turns of no cards"),
        ([[7, 20, 30]], "more than the players"),
        ([[7, 8]], "not been seen"),
    ],
)
def test_turns_that_are_none(turns: list[list[int]], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        _network.look_at_rows(random_network("none"), turns=turns, **SIGHT)


def test_the_scalar_path_has_no_networks() -> None:
    network = random_network("scalar")
    with pytest.raises(ValueError, match="the scalar path has no networks"):
        network.scores([[20]], [5], [20], 2, 50, 3, False, "scalar")
    with pytest.raises(ValueError, match="path 'avx' is not one of"):
        network.row_scores([[20]], [7], [5], [7, 20], 2, 50, 3, "avx")
