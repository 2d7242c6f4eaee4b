"""What is certain about a card before anything is sampled."""

from typing import Any

import pytest

from nimmt import InformationSet, Rules
from nimmt.analysis.outlook import Outlook, outlook

STANDARD = Rules(3)
PROFESSIONAL = Rules(3, placement="professional")
ROWS = [[9, 11, 13, 18], [30, 31, 32, 33, 34], [50, 55], [80]]
FULL = [[*range(start, start + 5)] for start in (10, 30, 50, 70)]


def look(rows: list[list[int]], card: int, rules: Rules, **knowledge: Any) -> Outlook:
    """Look at the only card of the hand."""
    return outlook(InformationSet(rows, [card], rules, **knowledge), card)


@pytest.mark.parametrize(
    ("rules", "card", "expected"),
    [
        # The row that it would complete: 21..18 leaves 19 and 20 to cut in.
        (STANDARD, 21, {"options": (0,), "room": 1, "cut_in": 2, "row_heads": 1 + 5 + 1 + 1}),
        (STANDARD, 19, {"options": (0,), "room": 1, "cut_in": 0}),
        # A full row.
        (STANDARD, 40, {"options": (1,), "room": 0, "cut_in": 5, "row_heads": 3 + 1 + 1 + 5 + 1}),
        (STANDARD, 60, {"options": (2,), "room": 3, "cut_in": 4, "row_heads": 3 + 7}),
        # Below every end: the cheapest row first, and the cards below that go before.
        (STANDARD, 7, {"options": (3, 0, 1, 2), "fits_nowhere": True, "below": 6, "row_heads": 3}),
        # 70 is nearer to the left of 80 than to the right of 55, 60 the other way round.
        (PROFESSIONAL, 70, {"options": (3,), "room": 4, "cut_in": 9, "row_heads": 3}),
        (PROFESSIONAL, 60, {"options": (2,), "room": 3, "cut_in": 4}),
        (PROFESSIONAL, 7, {"options": (0,), "room": 1, "cut_in": 1}),
        # 24 is as far from 18 as from 30; the row with room is cheaper.
        (PROFESSIONAL, 24, {"options": (0, 1), "room": 1, "cut_in": 5, "row_heads": 8}),
    ],
)
def test_where_a_card_lands(rules: Rules, card: int, expected: dict[str, Any]) -> None:
    found = look(ROWS, card, rules).to_dict()
    wanted = {
        "fits_nowhere": False,
        "below": 0,
        "forced_take": False,
        **expected,
        "options": list(expected["options"]),
    }
    assert {name: found[name] for name in wanted} == wanted


def test_a_card_inside_every_row_fits_nowhere() -> None:
    rows = [[10, 60], [20, 70], [5, 90], [30, 49]]
    found = look(rows, 48, PROFESSIONAL)
    assert found.fits_nowhere
    assert found.options == (3, 0, 1, 2)
    # 47 lower cards, less 5, 10, 20 and 30 in the rows.
    assert found.below == 47 - 4
    # Below 49 and above 30, it would go between them if cards could be inserted.
    assert not look([*rows[:3], [30, 47]], 48, PROFESSIONAL).fits_nowhere


def test_a_tie_of_two_full_rows_costs_the_cheaper() -> None:
    rows = [[10, 20, 30, 33, 44], [50, 51, 52, 53, 54], [90], [91]]
    found = look(rows, 47, PROFESSIONAL)
    assert (found.options, found.room, found.row_heads) == ((0, 1), 0, 3 + 4)


def test_forced_take() -> None:
    assert look(FULL, 90, STANDARD).forced_take
    assert look(FULL, 1, STANDARD).forced_take
    assert not look([*FULL[:3], FULL[3][:4]], 90, STANDARD).forced_take


def test_only_cards_that_others_may_hold_cut_in() -> None:
    # Between 18 and 23 lie 19, 20, 21 and 22.
    def cut_in(**knowledge: Any) -> int:
        return look(ROWS, 23, STANDARD, **knowledge).cut_in

    assert cut_in() == 4
    assert cut_in(seen=[19, 20]) == 2
    assert cut_in(excluded={1: [21]}) == 4
    assert cut_in(excluded={1: [21], 2: [21, 22]}) == 3
    assert cut_in(known={1: [60]}) == 4
    assert cut_in(known={1: [60], 2: [61]}) == 0
    assert cut_in(known={1: [60], 2: [22]}) == 1


def test_a_card_at_a_choice_has_the_pending_cards_before_it() -> None:
    view = InformationSet(ROWS, [60], STANDARD, seat=1, pending={1: 7, 0: 8, 2: 90})
    found = outlook(view, 7)
    assert found.fits_nowhere
    assert found.below == 6


@pytest.mark.parametrize(
    ("rows", "card", "said"),
    [
        (ROWS, 60, ["60 lands on row 2", "room for 3 more", "4 cards could cut in"]),
        (ROWS, 19, ["19 lands on row 0", "no card can cut in"]),
        (ROWS, 20, ["1 card could cut in"]),
        (ROWS, 40, ["40 would take row 1 (11 bull heads)", "5 cards could cut in"]),
        (ROWS, 7, ["7 fits nowhere", "row 3 (3 bull heads)", "6 cards below it"]),
        (ROWS, 1, ["1 fits nowhere", "no card can be placed before it"]),
        ([[3], [11], [22], [33]], 2, ["row 0 (1 bull head)", "1 card below it"]),
    ],
)
def test_sentences(rows: list[list[int]], card: int, said: list[str]) -> None:
    sentence = look(rows, card, STANDARD).sentence()
    for part in said:
        assert part in sentence


def test_a_tie_names_both_rows() -> None:
    assert "24 lands on row 0 or row 1" in look(ROWS, 24, PROFESSIONAL).sentence()
