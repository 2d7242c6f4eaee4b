"""Every way in which a position or a view can be wrong is found and named with the value."""

from typing import Any

import pytest

from nimmt import InformationSet, Position, PositionError, Rules
from nimmt.errors import Defect

Case = tuple[dict[str, Any], Defect, Any]

RULES = Rules(players=2)
ROWS = [[4], [13, 20], [40], [77]]
HANDS = [[5, 14], [30, 99]]

# Both kinds: changes to what is fine, the defect, and the offending value.
SHARED: list[Case] = [
    ({"rows": [[4], [13, "x"], [40], [77]]}, Defect.NOT_A_CARD, "x"),
    ({"rows": [[4], [13, 20.0], [40], [77]]}, Defect.NOT_A_CARD, 20.0),
    ({"rows": [[True], [13], [40], [77]]}, Defect.NOT_A_CARD, True),
    ({"rows": [4, [13], [40], [77]]}, Defect.NOT_A_CARD, 4),
    ({"rows": ["4", [13], [40], [77]]}, Defect.NOT_A_CARD, "4"),
    ({"rows": [[0], [13], [40], [77]]}, Defect.CARD_OUTSIDE, 0),
    ({"rows": [[4], [13], [40], [105]]}, Defect.CARD_OUTSIDE, 105),
    ({"rows": [[4], [13], [40], [10**30]]}, Defect.CARD_OUTSIDE, 10**30),
    ({"rows": [[4, 4], [13], [40], [77]]}, Defect.CARD_TWICE, 4),
    ({"rows": [[4], [13], [13], [77]]}, Defect.CARD_TWICE, 13),
    ({"rows": [[4], [13], [40], [5]]}, Defect.CARD_TWICE, 5),
    ({"seen": [13]}, Defect.CARD_TWICE, 13),
    ({"seen": [60, 60]}, Defect.CARD_TWICE, 60),
    ({"seen": [14]}, Defect.SEEN_CARD_HELD, 14),
    ({"seen": 60}, Defect.NOT_A_CARD, 60),
    ({"rows": 4}, Defect.ROW_COUNT, 4),
    ({"rows": "4/13"}, Defect.ROW_COUNT, "4/13"),
    ({"rows": [[4], [13], [40]]}, Defect.ROW_COUNT, 3),
    ({"rows": [[4], [], [40], [77]]}, Defect.ROW_EMPTY, ()),
    ({"rows": [[4], [20, 13], [40], [77]]}, Defect.ROW_ORDER, (20, 13)),
    ({"rows": [[4], [21, 22, 23, 24, 25, 26], [40], [77]]}, Defect.ROW_TOO_LONG, (*range(21, 27),)),
    ({"pending": 3}, Defect.PENDING, 3),
    ({"pending": [(0, 1, 2)]}, Defect.PENDING, [(0, 1, 2)]),
    ({"pending": [(0, 1), (0, 2)]}, Defect.PENDING, [(0, 1), (0, 2)]),
    ({"pending": [(0, 50), (1, 60)]}, Defect.PENDING, 50),
    ({"pending": [(0, 4)]}, Defect.CARD_TWICE, 4),
    ({"pending": [(2, 1)]}, Defect.SEAT, 2),
    ({"pending": [(True, 1)]}, Defect.SEAT, True),
    ({"pending": {"0": 1}}, Defect.SEAT, "0"),
    ({"pending": [(0, 0)]}, Defect.CARD_OUTSIDE, 0),
    ({"taken": [1, 2, 3]}, Defect.TOTALS, (1, 2, 3)),
    ({"taken": [1, -2]}, Defect.TOTALS, -2),
    ({"taken": [0, 10**9]}, Defect.TOTALS, 10**9),
    ({"taken": [1, 2.5]}, Defect.TOTALS, [1, 2.5]),
    ({"taken": [1, True]}, Defect.TOTALS, [1, True]),
    ({"scores": "12"}, Defect.TOTALS, "12"),
    ({"scores": [-1, 0]}, Defect.TOTALS, -1),
    ({"history": [([[3], [13], [40], [77]], [4, 20])]}, Defect.HISTORY, 3),
]

POSITIONS: list[Case] = [
    *SHARED,
    ({"hands": 5}, Defect.HAND_COUNT, 5),
    ({"hands": [[5, 14]]}, Defect.HAND_COUNT, 1),
    ({"hands": [[5, 14], [30, 99], [31, 98]]}, Defect.HAND_COUNT, 3),
    ({"hands": [[5, 14], [30]]}, Defect.HAND_SIZES, [2, 1]),
    ({"hands": [range(50, 61), range(61, 72)]}, Defect.HAND_SIZES, 11),
    ({"hands": [[5, 14], [5, 99]]}, Defect.CARD_TWICE, 5),
    ({"hands": [[5, 14], [30, 30]]}, Defect.CARD_TWICE, 30),
]

VIEWS: list[Case] = [
    *SHARED,
    ({"hand": None}, Defect.NOT_A_CARD, None),
    ({"hand": [5, 5]}, Defect.CARD_TWICE, 5),
    ({"hand": range(50, 61)}, Defect.HAND_SIZES, 11),
    ({"seat": 2}, Defect.SEAT, 2),
    ({"seat": -1}, Defect.SEAT, -1),
    ({"seat": "0"}, Defect.SEAT, "0"),
    ({"seat": False}, Defect.SEAT, False),
    ({"known": {2: [60]}}, Defect.SEAT, 2),
    ({"known": {1: [60, 61, 62]}}, Defect.HAND_SIZES, (60, 61, 62)),
    ({"known": {1: [13]}}, Defect.CARD_TWICE, 13),
    ({"known": {1: [5]}}, Defect.CARD_TWICE, 5),
    ({"known": {1: [60]}, "seen": [60]}, Defect.SEEN_CARD_HELD, 60),
    ({"known": {0: [60]}}, Defect.KNOWLEDGE, [60]),
    ({"known": 5}, Defect.KNOWLEDGE, 5),
    ({"known": [[]]}, Defect.KNOWLEDGE, [[]]),
    ({"known": {1: 60}}, Defect.NOT_A_CARD, 60),
    ({"known": {1: [60]}, "excluded": {1: [60, 61]}}, Defect.KNOWLEDGE, [60]),
    ({"excluded": {0: [14]}}, Defect.KNOWLEDGE, [14]),
    ({"excluded": {1: [105]}}, Defect.CARD_OUTSIDE, 105),
    (
        {"excluded": {1: range(1, 105)}, "known": {1: [30]}, "rows": [[4], [13], [40], [77]]},
        Defect.KNOWLEDGE,
        [30],
    ),
    (
        {"excluded": {1: range(1, 104)}},
        Defect.KNOWLEDGE,
        ((), tuple(range(1, 104))),
    ),
    (
        {"rules": Rules(2, deck_size=24), "rows": [[1], [2], [3], [4, *range(6, 10)]],
         "hand": range(10, 20)},
        Defect.TOO_MANY_CARDS,
        10,
    ),
]  # fmt: skip


def assert_found(error: PositionError, defect: Defect, value: Any) -> None:
    """Check that the defect is among the problems, with its value."""
    found = [problem for problem in error.problems if problem.defect is defect]
    assert found, error.problems
    assert any(
        problem.value == value and type(problem.value) is type(value) for problem in found
    ), found
    assert all(str(problem) in str(error) for problem in error.problems)


@pytest.mark.parametrize(("changes", "defect", "value"), POSITIONS)
def test_defects_of_a_position(changes: dict[str, Any], defect: Defect, value: Any) -> None:
    Position(ROWS, HANDS, RULES)
    with pytest.raises(PositionError) as caught:
        Position(**{"rows": ROWS, "hands": HANDS, "rules": RULES, **changes})
    assert_found(caught.value, defect, value)


@pytest.mark.parametrize(("changes", "defect", "value"), VIEWS)
def test_defects_of_a_view(changes: dict[str, Any], defect: Defect, value: Any) -> None:
    InformationSet(ROWS, HANDS[0], RULES)
    with pytest.raises(PositionError) as caught:
        InformationSet(**{"rows": ROWS, "hand": HANDS[0], "rules": RULES, **changes})
    assert_found(caught.value, defect, value)


def test_every_defect_is_among_the_cases() -> None:
    assert {defect for _, defect, _ in POSITIONS + VIEWS} == set(Defect)


def test_all_is_reported_at_once() -> None:
    hand: list[Any] = ["five", 14]
    with pytest.raises(PositionError) as caught:
        InformationSet(
            [[0], [20, 13], []],
            hand,
            RULES,
            seat=7,
            seen=[14],
            known={3: [50]},
            taken=[-1, 0],
        )
    assert {problem.defect for problem in caught.value.problems} == {
        Defect.CARD_OUTSIDE,
        Defect.ROW_ORDER,
        Defect.ROW_EMPTY,
        Defect.ROW_COUNT,
        Defect.NOT_A_CARD,
        Defect.SEAT,
        Defect.SEEN_CARD_HELD,
        Defect.TOTALS,
    }


def test_two_seats_cannot_both_lack_what_only_they_can_hold() -> None:
    # Three cards are left for two hands of one card each and one card out of play.  Each
    # exclusion alone leaves a deal; both together leave one card for two hands.
    rules = Rules(3, rows=1, hand_size=1, deck_size=5)
    for excluded in ({1: [3, 4]}, {2: [3, 4]}):
        InformationSet([[1]], [2], rules, excluded=excluded)
    with pytest.raises(PositionError, match="no deal fits"):
        InformationSet([[1]], [2], rules, excluded={1: [3, 4], 2: [3, 4]})
