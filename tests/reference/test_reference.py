"""Tests of the reference implementation against worked examples and the rules' consequences."""

import json
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import permutations, product
from math import factorial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from reference import (
    Outcome,
    Rows,
    bull_heads,
    cheapest,
    cheapest_lowest_end,
    cost,
    deals,
    draft,
    expected_choices,
    expected_values,
    is_free_choice,
    match_over,
    options,
    perft,
    place,
    play_round,
    ranks,
    tactical_cards,
    total_bull_heads,
    turn,
    winners,
)

FULL_DECK = range(1, 105)
VECTORS_FILE = Path(__file__).parent.parent / "data" / "turn_vectors.json"
VECTORS: list[dict[str, Any]] = json.loads(VECTORS_FILE.read_text(encoding="utf-8"))["turns"]


def random_rows(random: Random, deck: range = FULL_DECK) -> list[list[int]]:
    """Make four rows of one to five cards of the deck."""
    cards = random.sample(deck, 20)
    return [sorted(cards[5 * i : 5 * i + random.randint(1, 5)]) for i in range(4)]


def spare_cards(rows: Rows) -> list[int]:
    """Return the cards of the full deck that are not in the rows."""
    return [card for card in FULL_DECK if all(card not in row for row in rows)]


def no_choice(rows: Rows, card: int, professional: bool, capacity: int) -> int:
    """Stand in as the chooser where no choice may come up."""
    raise AssertionError(f"card {card} has a choice in {rows}")


# Cards


def test_full_deck() -> None:
    assert Counter(map(bull_heads, FULL_DECK)) == {1: 76, 2: 9, 3: 10, 5: 8, 7: 1}
    assert total_bull_heads(FULL_DECK) == 171


@pytest.mark.parametrize(
    ("card", "expected"),
    # The last two are beyond the deck; 110 is a multiple of 11 in the first place.
    [(1, 1), (5, 2), (10, 3), (11, 5), (50, 3), (55, 7), (95, 2), (104, 1), (105, 2), (110, 5)],
)
def test_bull_heads(card: int, expected: int) -> None:
    assert bull_heads(card) == expected


def test_bull_heads_of_no_card() -> None:
    with pytest.raises(ValueError, match="positive"):
        bull_heads(0)


# Turns


@pytest.mark.parametrize("vector", VECTORS, ids=[vector["id"] for vector in VECTORS])
def test_vector(vector: dict[str, Any]) -> None:
    asked: list[str] = []

    def chooser(rows: Rows, card: int, professional: bool, capacity: int) -> int:
        choice = vector["choices"][str(card)]
        asked.append(str(card))
        row: int = choice["row"]
        if "side" in choice:
            assert len(options(rows, card, professional)) == 2
            assert choice["side"] == ("left" if card < rows[row][0] else "right")
        return row

    plays = [(int(player[1:]), card) for player, card in vector["plays"]]
    rows_after, taken = turn(vector["rows"], plays, chooser, vector["placement"] == "professional")
    assert rows_after == vector["rows_after"]
    heads = {f"p{seat}": total_bull_heads(cards) for seat, cards in taken.items()}
    assert heads == vector["bull_heads_taken"]
    assert sorted(asked) == sorted(vector["choices"])


def test_vectors_are_all_there() -> None:
    placements = Counter(vector["placement"] for vector in VECTORS)
    assert placements == {"standard": 11, "professional": 10}


def test_turn_does_not_depend_on_the_order_or_form_of_plays() -> None:
    rows = [[10], [20], [30], [40]]
    plays = [(0, 41), (1, 5), (2, 12), (3, 11)]
    expected = turn(rows, plays, cheapest, False)
    # 5 takes 10 (all rows cost 3, the first wins) and starts row 0; 11 and 12 join it.
    assert expected == ([[5, 11, 12], [20], [30], [40, 41]], {0: [], 1: [10], 2: [], 3: []})
    for order in permutations(plays):
        assert turn(rows, order, cheapest, False) == expected
        assert turn(rows, dict(order), cheapest, False) == expected


def test_nothing_is_mutated() -> None:
    rows = [[1, 2, 3, 4, 5], [50]]
    hands = [[6, 7], [51, 52]]
    turn(rows, [(0, 6), (1, 51)], cheapest, False)
    place(rows, 51, 1, False)
    play_round(rows, hands, cheapest, False)
    perft(rows, hands, 2, False)
    assert rows == [[1, 2, 3, 4, 5], [50]]
    assert hands == [[6, 7], [51, 52]]


@pytest.mark.parametrize("plays", [[(0, 5), (0, 6)], [(0, 5), (1, 5)]])
def test_impossible_plays(plays: list[tuple[int, int]]) -> None:
    with pytest.raises(ValueError, match="one card"):
        turn([[1]], plays, cheapest, False)


def test_chooser_must_name_an_option() -> None:
    with pytest.raises(ValueError, match="may not go to row 3"):
        turn([[10], [20]], [(0, 5)], lambda rows, card, professional, capacity: 3, False)


# Placement of one card


@pytest.mark.parametrize(
    ("rows", "card", "professional", "expected", "free"),
    [
        ([[10], [20], [30]], 25, False, [1], False),
        ([[10], [20], [30]], 5, False, [0, 1, 2], True),
        ([[10]], 5, False, [0], True),  # one row: the free choice has a single option
        ([[10], [20], [30]], 5, True, [0], False),  # low cards need not take
        ([[10], [20], [30]], 24, True, [1], False),
        ([[10], [20], [30]], 25, True, [1, 2], False),
        ([[10], [20], [30]], 26, True, [2], False),
        ([[20], [10]], 15, True, [0, 1], False),  # ascending by row, whichever the side
        ([[4, 8, 11], [30]], 5, True, [1], False),  # 4 is nearer, but 5 is inside its row
        ([[1, 9], [2, 8]], 5, True, [0, 1], True),
        ([[1, 9], [2, 8]], 5, False, [0, 1], True),
        ([[1, 9], [7]], 8, False, [1], False),
    ],
)
def test_options(
    rows: list[list[int]], card: int, professional: bool, expected: list[int], free: bool
) -> None:
    assert options(rows, card, professional) == expected
    assert is_free_choice(rows, card, professional) is free


def test_place_both_ends() -> None:
    rows = [[50], [99]]
    assert place(rows, 51, 0, True) == ([[50, 51], [99]], [])
    assert place(rows, 49, 0, True) == ([[49, 50], [99]], [])
    assert place(rows, 49, 0, False) == ([[49], [99]], [50])


@pytest.mark.parametrize("capacity", [1, 2, 3, 4, 5, 6, 7])
def test_capacity(capacity: int) -> None:
    room = list(range(10, 10 + capacity - 1))
    full = list(range(10, 10 + capacity))
    if room:
        assert place([room, [99]], 50, 0, False, capacity) == ([[*room, 50], [99]], [])
        assert place([room, [99]], 3, 0, True, capacity) == ([[3, *room], [99]], [])
    assert place([full, [99]], 50, 0, False, capacity) == ([[50], [99]], full)
    assert place([full, [99]], 3, 0, True, capacity) == ([[3], [99]], full)


@pytest.mark.parametrize(("card", "row"), [(25, 0), (25, 2), (25, -2), (25, 3)])
def test_place_refuses(card: int, row: int) -> None:
    with pytest.raises(ValueError, match="may not go"):
        place([[10], [20], [30]], card, row, False)


def test_place_refuses_rows_without_room_for_any_card() -> None:
    with pytest.raises(ValueError, match="at least one card"):
        place([[10]], 11, 0, False, 0)


def test_cheapest_free_choice() -> None:
    # The rows cost 5, 1 + 1, 2 and 1 + 1: row 1 is the first of the cheap ones, row 2 has the
    # lowest right end.
    rows = [[33], [41, 42], [35], [36, 37]]
    assert cheapest(rows, 3, False) == 1
    assert cheapest_lowest_end(rows, 3, False) == 2
    # Both cost 4; it is the right end that counts, not the left.
    assert cheapest([[31, 60], [40, 41]], 3, False) == 0
    assert cheapest_lowest_end([[31, 60], [40, 41]], 3, False) == 1


def test_cheapest_tie() -> None:
    rows = [[30], [10, 11, 12, 13, 20]]
    assert options(rows, 25, True) == [0, 1]
    # Row 0 has room and costs nothing; row 1 has none.
    assert cost(rows, 25, 0, True) == 0
    assert cost(rows, 25, 1, True) == 3 + 5 + 1 + 1 + 3
    assert cheapest(rows, 25, True) == cheapest_lowest_end(rows, 25, True) == 0
    # With room in both nothing is taken: the first row against the lowest right end.
    assert cheapest(rows, 25, True, 6) == 0
    assert cheapest_lowest_end(rows, 25, True, 6) == 1
    # With room in neither the cheaper one is taken.
    assert cheapest([[10, 20], [30]], 25, True, 1) == 1
    assert cheapest_lowest_end([[10, 20], [30]], 25, True, 1) == 1


# Consequences of the rules


@pytest.mark.parametrize("professional", [False, True])
def test_consequences_in_random_turns(professional: bool) -> None:
    random = Random(6)
    free_choices_of_others_than_the_lowest = 0
    ties = 0
    for _ in range(400):
        rows = random_rows(random)
        cards = sorted(random.sample(spare_cards(rows), 10))
        free: list[int] = []
        for card in cards:
            allowed = options(rows, card, professional)
            if is_free_choice(rows, card, professional):
                free.append(card)
                assert allowed == [0, 1, 2, 3]
            elif len(allowed) > 1:
                assert professional
                left, right = sorted(allowed, key=lambda row: rows[row][0], reverse=True)
                assert rows[left][0] - card == card - rows[right][-1]
                ties += 1
            rows_before, row = rows, random.choice(allowed)
            rows, taken = place(rows, card, row, professional)
            assert all(new == sorted(new) and 1 <= len(new) <= 5 for new in rows)
            assert sorted([*taken, *rows[row]]) == sorted([*rows_before[row], card])
            assert [old for i, old in enumerate(rows_before) if i != row] == [
                new for i, new in enumerate(rows) if i != row
            ]
            if taken:
                assert rows[row] == [card]
                assert taken == rows_before[row]
                assert len(taken) == 5 or card in free
        assert len(free) <= 1
        free_choices_of_others_than_the_lowest += free not in ([], [cards[0]])
    assert (free_choices_of_others_than_the_lowest > 0) is professional
    assert (ties > 0) is professional


def test_card_1_and_the_highest_card() -> None:
    random = Random(7)
    for _ in range(200):
        rows = random_rows(random, range(2, 104))
        assert is_free_choice(rows, 1, False)
        assert not is_free_choice(rows, 1, True)
        assert not is_free_choice(rows, 104, False)
        assert not is_free_choice(rows, 104, True)


def test_cost_of_a_sixth_card_is_5_to_27() -> None:
    by_cost = sorted(FULL_DECK, key=bull_heads)
    cheap, dear = sorted(by_cost[:5]), sorted(by_cost[-5:])
    assert cost([cheap], cheap[-1] + 1, 0, False) == 5
    assert cost([dear], dear[-1] + 1, 0, False) == 27


def test_one_row_taken_twice_in_a_turn() -> None:
    rows = [[50], [60], [70], [80]]
    plays = list(enumerate([1, 2, 3, 4, 5, 6]))
    rows_after, taken = turn(rows, plays, cheapest, False)
    assert rows_after == [[6], [60], [70], [80]]
    assert taken == {0: [50], 1: [], 2: [], 3: [], 4: [], 5: [1, 2, 3, 4, 5]}


def test_cards_taken_never_return_and_a_round_adds_up() -> None:
    # Turn 1: 5 takes [10] (3 against 3, the first row), 21 joins 20.
    # Turn 2: 12 joins 5, 22 joins 21. Turn 3: 1 takes [5, 12] (2 + 1) rather than
    # [20, 21, 22] (3 + 1 + 5), 13 joins 1.
    assert play_round([[10], [20]], [[5, 12, 1], [21, 22, 13]], cheapest, False) == [6, 0]


def test_a_round_of_unequal_hands() -> None:
    with pytest.raises(ValueError, match="shorter"):
        play_round([[10]], [[11, 12], [13]], cheapest, False)


# Match


@pytest.mark.parametrize(
    ("penalties", "expected"),
    [
        ([5, 3, 8], [2, 1, 3]),
        ([3, 3, 8], [1, 1, 3]),
        ([8, 3, 8, 9], [2, 1, 2, 4]),
        ([0, 0], [1, 1]),
    ],
)
def test_ranks(penalties: list[int], expected: list[int]) -> None:
    assert ranks(penalties) == expected


def test_winners() -> None:
    assert winners([66, 12, 70, 12]) == [1, 3]
    assert winners([4, 3, 9]) == [1]


def test_match_over() -> None:
    assert not match_over([65, 0, 65])
    assert match_over([0, 66])
    assert match_over([90, 0])
    assert match_over([0, 20], threshold=20)
    assert not match_over([0, 66], threshold=67)


# Draft


def test_tactical_cards() -> None:
    assert [len(tactical_cards(n)) for n in range(2, 11)] == [24, 34, 44, 54, 64, 74, 84, 94, 104]
    assert tactical_cards(2, hand_size=3, rows=1) == [1, 2, 3, 4, 5, 6, 7]


def test_draft() -> None:
    # 3 players pick 2 cards each out of 1..8. From seat 2: 8 and 5 to seat 2, 1 and 7 to seat 0,
    # 4 and 3 to seat 1; 2 and 6 start the rows.
    rows, hands = draft(3, [8, 1, 4, 5, 7, 3], first=2, hand_size=2, rows=2)
    assert rows == [[2], [6]]
    assert hands == [[1, 7], [3, 4], [5, 8]]


def test_draft_of_the_default_size() -> None:
    rows, hands = draft(2, range(24, 4, -1))
    assert rows == [[1], [2], [3], [4]]
    assert hands == [list(range(6, 25, 2)), list(range(5, 24, 2))]


@pytest.mark.parametrize(
    ("picks", "first", "message"),
    [
        ([1, 2, 3, 6], 0, "not there"),  # outside the set 1..5
        ([1, 2, 3, 0], 0, "not there"),
        ([1, 2, 3, 2], 0, "not there"),  # picked before
        ([1, 2, 3], 0, "pick 4 cards"),
        ([1, 2, 3, 4, 5], 0, "pick 4 cards"),
        ([1, 2, 3, 4], 2, "not one of"),
        ([1, 2, 3, 4], -1, "not one of"),
    ],
)
def test_impossible_draft(picks: list[int], first: int, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        draft(2, picks, first=first, hand_size=2, rows=1)


# Perft


def test_perft_of_depth_0_or_empty_hands() -> None:
    assert perft([[10], [20]], [[1], [2]], 0, False) == (1, 0, 0)
    assert perft([[10], [20]], [[], []], 3, False) == (1, 0, 0)


def test_perft_one_row_gives_no_choice() -> None:
    # 5 has to take 10, which has 3 bull heads, for seat 0.
    assert perft([[10]], [[5], [12]], 1, False) == (1, 0, 3)


def test_perft_free_choices() -> None:
    rows = [[10], [20]]
    hands = [[30, 31], [5, 6]]
    # Turn 1: 4 joint plays. The low card takes 10 or 20, 3 bull heads each way, for seat 1,
    # whose weight is 2; so 8 leaves of 6. The high card joins the row left over.
    assert perft(rows, hands, 1, False) == (8, 4, 8 * 6)
    # Turn 2. If 5 came first, 6 joins it and the other high card has a place: the 4 leaves with
    # 5 first stay 4, with 3 bull heads each: 12.
    # If 6 came first, the rows are now [6] and one of [10, 30], [20, 30], [10, 31], [20, 31]; 5
    # is again below both ends and takes the row [6] for 1 or the other row for 6 or, with 31,
    # for 4. So there are 4 more choices and 8 leaves:
    # with 30: twice (3 + 1) and (3 + 6), 26 in all; with 31: twice (3 + 1) and (3 + 4), 22.
    # Together 12 leaves, 8 choices, (12 + 26 + 22) * 2 = 120.
    assert perft(rows, hands, 2, False) == (12, 8, 120)
    assert perft(rows, hands, 9, False) == (12, 8, 120)


def test_perft_professional_ties() -> None:
    rows = [[10], [20], [40], [60]]
    hands = [[15], [50]]
    # 15 ties between 10 and 20; after either, 50 ties between 40 and 60: 1 + 2 choices.
    assert perft(rows, hands, 1, True) == (4, 3, 0)
    # If rows hold one card, each placement takes a card of 3 bull heads: 4 * (1 * 3 + 2 * 3).
    assert perft(rows, hands, 1, True, capacity=1) == (4, 3, 36)
    # Standard: 15 joins 10 and 50 joins 40.
    assert perft(rows, hands, 1, False) == (1, 0, 0)


def test_perft_professional_side_matters_to_the_next_card() -> None:
    # 15 ties. To the right of 10: 16 follows it. To the left of 20: 16 is inside [15, 20] and
    # joins 10. Nobody takes anything. If rows hold one card, 15 takes 10 or 20, 3 bull heads
    # for seat 0, and 16 takes 15, 2 bull heads for seat 1: twice 3 + 2 * 2.
    assert perft([[10], [20]], [[15], [16]], 1, True) == (2, 1, 0)
    assert perft([[10], [20]], [[15], [16]], 1, True, capacity=1) == (2, 1, 14)


def test_perft_counts_play_orders_where_there_is_no_choice() -> None:
    # One row: each of the three hands can be played in 3! orders, and nobody ever chooses.
    leaves, choices, _ = perft([[10]], [[11, 4, 17], [12, 5, 18], [13, 6, 19]], 3, False)
    assert (leaves, choices) == (factorial(3) ** 3, 0)


def test_perft_checksum_wraps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("reference.tree.MODULUS", 100)
    assert perft([[10], [20]], [[30, 31], [5, 6]], 2, False) == (12, 8, 20)


@pytest.mark.parametrize("hands", [[], [[3], [4, 5]]])
def test_perft_of_unequal_hands(hands: list[list[int]]) -> None:
    with pytest.raises(ValueError, match="same size"):
        perft([[1]], hands, 1, False)


# Deals


def test_deals() -> None:
    # Seat 2 is the player. Seat 0 does not hold 12, so it has 13 or 30; seat 1 has one of the
    # other two cards.
    found = list(deals(2, [15], 3, [12, 13, 30], {}, {0: [12]}))
    assert sorted(found) == [
        [[13], [12], [15]],
        [[13], [30], [15]],
        [[30], [12], [15]],
        [[30], [13], [15]],
    ]


def test_deals_with_known_cards() -> None:
    # Seat 1 holds 40 and one of 12 and 13 (not 30), seat 2 any two of the rest.
    found = list(deals(0, [15, 16], 3, [12, 13, 30, 31], {1: [40]}, {1: [30, 31]}))
    assert len(found) == 2 * 3
    assert len({str(deal) for deal in found}) == 6
    for own, first, second in found:
        assert own == [15, 16]
        assert first in ([12, 40], [13, 40])
        assert len(second) == 2
        assert set(second) <= {12, 13, 30, 31} - set(first)


def test_no_deal() -> None:
    assert list(deals(0, [15], 2, [], {}, {})) == []
    assert list(deals(0, [15], 2, [20], {}, {1: [20]})) == []
    with pytest.raises(ValueError, match="no deal"):
        expected_values([[10]], 0, [15], 2, [20], {}, {1: [20]}, False, 5, [0, 0])


@pytest.mark.parametrize(
    ("seat", "players", "unseen", "known", "excluded", "message"),
    [
        (2, 2, [20], {}, {}, "not one of"),
        (0, 1, [20], {}, {}, "two players"),
        (0, 2, [15, 20], {}, {}, "only once"),
        (0, 2, [20], {1: [20]}, {}, "only once"),
        (0, 3, [20], {1: [30], 2: [30]}, {}, "only once"),
        (0, 2, [20], {1: [30, 31]}, {}, "more cards"),
        (0, 2, [20], {1: [30]}, {1: [30]}, "not to hold"),
    ],
)
def test_impossible_knowledge(
    seat: int,
    players: int,
    unseen: list[int],
    known: dict[int, list[int]],
    excluded: dict[int, list[int]],
    message: str,
) -> None:
    with pytest.raises(ValueError, match=message):
        list(deals(seat, [15], players, unseen, known, excluded))


# Expectations


def outcome(
    own: str | int,
    turn_heads: str | int,
    take: str | int,
    relative: str | int,
    rank: str | int,
    variance: str | int,
) -> Outcome:
    """Write an outcome with fractions such as "3/2"."""
    values = [Fraction(value) for value in (own, turn_heads, take, relative, rank, variance)]
    return Outcome(*values)


def test_expected_values_of_the_last_card() -> None:
    rows = [[10, 11], [20]]
    # Rows hold two cards. The other seat has 12 or 30.
    # 12: it takes 10 and 11, 3 + 5 = 8, and 15 joins it. Own 0, other 8.
    # 30: 15 takes 10 and 11. Own 8, other 0.
    # Relative (-8 + 8) / 2; rank (1 + 2) / 2; variance (0 + 64) / 2 - 4 * 4.
    assert expected_values(rows, 0, [15], 2, [12, 30], {}, {}, False, 2, [0, 0]) == {
        15: outcome(4, 4, "1/2", 0, "3/2", 16)
    }
    # Had the other seat taken 8 before, the ranks would be 1 and 1, from 0:16 and 8:8.
    assert expected_values(rows, 0, [15], 2, [12, 30], {}, {}, False, 2, [0, 8]) == {
        15: outcome(4, 4, "1/2", 0, 1, 16)
    }
    # Known to hold 12, or not to hold it.
    assert expected_values(rows, 0, [15], 2, [30], {1: [12]}, {}, False, 2, [0, 0]) == {
        15: outcome(0, 0, 0, -8, 1, 0)
    }
    assert expected_values(rows, 0, [15], 2, [12, 30], {}, {1: [12]}, False, 2, [0, 0]) == {
        15: outcome(8, 8, 1, 8, 2, 0)
    }


def test_expected_values_of_two_cards() -> None:
    # One row, [10]. The player at seat 1 has 5 and 20, the other has 3 and 30.
    # 5 now. Other 3: 3 takes 10 (3); [3, 5], then 20 and 30 join. Own 0, other 3.
    #        Other 30: 5 takes 10 (3); [5, 30], then 3 takes 5 and 30 (2 + 3), 20 joins.
    #        Own 3, other 5.
    #   Own 3/2, all of it now, a take 1/2; relative (-3 - 2) / 2; rank 1; variance 9/2 - 9/4.
    # 20 now. Other 3: 3 takes 10 (3); [3, 20], then 5 takes 3 and 20 (1 + 3), 30 joins.
    #         Own 4, other 3.
    #         Other 30: [10, 20, 30], then 3 takes them (9), 5 joins. Own 0, other 9.
    #   Own 2, none of it now; relative (1 - 9) / 2; rank (2 + 1) / 2; variance 16/2 - 4.
    assert expected_values([[10]], 1, [20, 5], 2, [3, 30], {}, {}, False, 5, [0, 0]) == {
        5: outcome("3/2", "3/2", "1/2", "-5/2", 1, "9/4"),
        20: outcome(2, 0, 0, -4, "3/2", 4),
    }


def test_expected_values_professional() -> None:
    # Rows hold two cards. 15 ties between the right of the full row [10, 11] and the left of
    # [19], where it costs nothing. 17 is then inside [15, 19] and takes 10 and 11 (3 + 5).
    # 25 is nearest to 19 and takes 15 and 19 (2 + 1). Relative: 0 - (8 + 3) / 2.
    assert expected_values([[10, 11], [19]], 0, [15], 3, [17, 25], {}, {}, True, 2, [0, 0, 0]) == {
        15: outcome(0, 0, 0, "-11/2", 1, 0)
    }


def test_expected_choices_of_the_last_card() -> None:
    rows = [[10], [20, 21]]
    pending = [(0, 5), (1, 22)]
    # Rows hold two cards. Row 0: 5 takes 10 (3), and 22 takes 20 and 21 (3 + 1).
    # Row 1: 5 takes 20 and 21 (4), and 22 joins 10.
    assert expected_choices(rows, pending, 0, [], 2, [9], {}, {}, False, 2, [0, 0]) == {
        0: outcome(3, 3, 1, -1, 1, 0),
        1: outcome(4, 4, 1, 4, 2, 0),
    }
    # Having taken 2 before makes it 5:4 and 6:0 instead of 3:4 and 4:0.
    assert expected_choices(rows, pending, 0, [], 2, [9], {}, {}, False, 2, [2, 0]) == {
        0: outcome(3, 3, 1, -1, 2, 0),
        1: outcome(4, 4, 1, 4, 2, 0),
    }


def test_expected_choices_with_a_card_left() -> None:
    # Rows hold two cards; the player has 8 left, the other seat 7 or 9.
    # Row 0: 5 takes 11 (5); [5], [20, 25]. Then 7 fills [5, 7], and 8 takes 2 + 1: own 8, other
    #   0; or 8 fills [5, 8], and 9 takes 2 + 1: own 5, other 3.
    # Row 1: 5 takes 20 (3); [11, 25], [5]. The rest is the same: own 6, other 0; own 3, other 3.
    chosen = expected_choices(
        [[11], [20]], [(0, 5), (1, 25)], 0, [8], 2, [7, 9], {}, {}, False, 2, [0, 0]
    )
    assert chosen == {
        0: outcome("13/2", 5, 1, 5, 2, "9/4"),
        1: outcome("9/2", 3, 1, 3, "3/2", "9/4"),
    }


def test_expected_choices_of_a_professional_tie() -> None:
    # Rows hold two cards. 15 costs nothing on either side. On the right of 10, it is followed by
    # 16, which takes 10 and 15 (3 + 2). On the left of 20, it leaves 16 to join 10.
    chosen = expected_choices(
        [[10], [20]], [(1, 15), (0, 16)], 1, [], 2, [], {}, {}, True, 2, [0, 0]
    )
    assert chosen == {0: outcome(0, 0, 0, -5, 1, 0), 1: outcome(0, 0, 0, 0, 1, 0)}


@pytest.mark.parametrize("pending", [[], [(1, 5), (0, 6)], [(0, 6), (1, 5)]])
def test_expected_choices_of_another_seat(pending: list[tuple[int, int]]) -> None:
    with pytest.raises(ValueError, match="pending"):
        expected_choices([[10], [20]], pending, 0, [], 2, [], {}, {}, False, 5, [0, 0])


def rounds_by_play_order(
    rows: Rows, candidate: int, hands: Sequence[Sequence[int]], professional: bool
) -> list[list[int]]:
    """Play whole rounds in every order in which seat 0 begins with the candidate."""
    orders = [list(permutations(hand)) for hand in hands]
    orders[0] = [order for order in orders[0] if order[0] == candidate]
    return [play_round(rows, played, cheapest, professional) for played in product(*orders)]


@pytest.mark.parametrize("professional", [False, True])
@pytest.mark.parametrize(("players", "hand_size"), [(2, 3), (2, 4), (3, 2)])
def test_expected_values_agree_with_whole_rounds(
    professional: bool, players: int, hand_size: int
) -> None:
    rows = [[9, 14, 22, 31, 40], [44, 45, 46, 50], [60]]
    cards = Random(8).sample([card for card in spare_cards(rows) if card < 75], hand_size + 5)
    hand, unseen, known = cards[:hand_size], cards[hand_size:-1], {1: cards[-1:]}
    excluded = {1: unseen[:1]}
    taken = [4, 7, 2][:players]
    values = expected_values(
        rows, 0, hand, players, unseen, known, excluded, professional, 5, taken
    )
    assert set(values) == set(hand)
    for card in hand:
        rounds = [
            penalties
            for dealt in deals(0, hand, players, unseen, known, excluded)
            for penalties in rounds_by_play_order(rows, card, dealt, professional)
        ]
        assert values[card].own == Fraction(sum(heads[0] for heads in rounds), len(rounds))
        excess = [heads[0] - Fraction(sum(heads[1:]), players - 1) for heads in rounds]
        assert values[card].relative == sum(excess) / len(rounds)
        standings = [[a + b for a, b in zip(taken, heads, strict=True)] for heads in rounds]
        rank_sum = sum(sorted(totals).index(totals[0]) + 1 for totals in standings)
        assert values[card].rank == Fraction(rank_sum, len(rounds))
        deviations = [(heads[0] - values[card].own) ** 2 for heads in rounds]
        assert values[card].variance == sum(deviations) / len(rounds)
