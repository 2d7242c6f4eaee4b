"""The one-line notation and JSON: what is written is read again, whatever it is."""

import json
from random import Random

import pytest
from hypothesis import given

import strategies
from nimmt import InformationSet, Position, Rules, format_position, parse_position
from nimmt.notation import (
    position_from_dict,
    position_from_json,
    position_to_dict,
    position_to_json,
)


@given(strategies.positions() | strategies.views)
def test_text_round_trip(position: Position | InformationSet) -> None:
    text = format_position(position)
    assert parse_position(text) == position
    assert format_position(parse_position(text)) == text
    assert str(position) == text
    assert "\n" not in text


@given(strategies.positions() | strategies.views)
def test_json_round_trip(position: Position | InformationSet) -> None:
    text = position_to_json(position)
    assert position_from_json(text) == position
    assert position_to_json(position_from_json(text)) == text
    assert position_from_dict(position_to_dict(position)) == position
    assert json.loads(text) == position_to_dict(position)


@given(strategies.positions() | strategies.views, strategies.randoms)
def test_fields_come_in_any_order(position: Position | InformationSet, random: Random) -> None:
    rows, hands, *fields = format_position(position).split()
    random.shuffle(fields)
    assert parse_position("  ".join([rows, hands, *fields]) + "\n") == position


CANONICAL = [
    "4/13,20/40/77 5,14",
    "4/13,20/40/77 5,14/30,99",
    "4/13,20/40/77 -",
    "4/13,20/40/77 -/- took=3,66",
    "4/13,20/40/77 5,14 p=5",
    "4/13,20/40/77 5,14 pro tac p=8 seat=2 seen=30,31 has=0:7,9/3:50 not=1:6 took=0,0,0,0,5,0,0,0",
    "4/13,20/40/77 5,14/30,33 log hidden cap=7 deal=2 deck=104 to=- rounds=3"
    .replace("log hidden ", ""),
    "1/2/3/4 5/6 log hidden deal=1",
    "4/13,20/40/77 5/30 to=- rounds=12 now=1:1,0:60 score=10,70",
    "9 1/2/3/4/5/6/7/8/10/11 cap=1 deal=1 deck=12",
    "1/2/3/4/5/6/7/8 11 p=10 cap=16 deal=11 deck=127",
]  # fmt: skip


@pytest.mark.parametrize("text", CANONICAL)
def test_canonical_text(text: str) -> None:
    position = parse_position(text)
    assert format_position(position) == text
    assert position_from_json(position_to_json(position)) == position


def test_what_a_line_says() -> None:
    text = "4/13,20/40/77 5,14 pro p=5 seat=2 now=2:30,0:90 seen=60 has=1:8/4:7 not=3:6"
    assert parse_position(f"{text} score=9,8,7,6,5") == InformationSet(
        [[4], [13, 20], [40], [77]],
        [5, 14],
        Rules(5, placement="professional"),
        seat=2,
        seen=[60],
        pending=[(2, 30), (0, 90)],
        known={1: [8], 4: [7]},
        excluded={3: [6]},
        scores=[9, 8, 7, 6, 5],
    )


def test_one_hand_makes_a_view_and_more_a_position() -> None:
    assert isinstance(parse_position("4/13/40/77 5"), InformationSet)
    position = parse_position("4/13/40/77 5/6/7")
    assert isinstance(position, Position)
    assert position.rules == Rules(3)


def test_what_is_empty_is_not_written() -> None:
    view = InformationSet([[4], [13], [40], [77]], [5])
    assert position_to_dict(view) == {
        "kind": "information_set",
        "rules": {},
        "rows": [[4], [13], [40], [77]],
        "hand": [5],
    }
