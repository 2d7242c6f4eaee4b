"""Text and JSON that are no positions: only errors of the library, quoting the culprit."""

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import strategies
from api.damage import damaged, json_values
from nimmt import InformationSet, NimmtError, Position, format_position, parse_position
from nimmt.errors import NotationError, PositionError, RulesError
from nimmt.notation import position_from_dict, position_from_json, position_to_dict

LINE = "4/13,20/40/77 5,14"


WORDS = """
    4/13/40/77 5,14 5/6 p= p=4 pro tac log hidden cap= deal=0 deck=- to=- rounds=- seat=1 now=0:1
    now=: has=0: has=1:3/1:4 not=0:-/1:5 seen=- took=1 score=,
"""


def only_library_errors(read: Callable[[Any], Position | InformationSet], data: Any) -> None:
    """Read something; whatever is read must be a position that can be written and read again."""
    try:
        position = read(data)
    except NimmtError:
        return
    assert parse_position(format_position(position)) == position


@given(st.text())
@example("")
@example("4/13/40/77 ٣")
@example("4/13/40/77 5²")
@example("\ud800 \udfff")
@example("- -")
@example("-/- -/-")
@example("/ /")
def test_any_text(text: str) -> None:
    only_library_errors(parse_position, text)
    only_library_errors(position_from_json, text)


@given(strategies.positions() | strategies.views, strategies.randoms, st.text(max_size=3))
def test_damaged_text(position: Position | InformationSet, random: Random, inserted: str) -> None:
    text = format_position(position)
    for _ in range(random.randint(1, 3)):
        start = random.randrange(len(text) + 1)
        text = text[:start] + inserted + text[start + random.choice([0, 0, 1, 5]) :]
    only_library_errors(parse_position, text)


@given(st.lists(st.sampled_from(WORDS.split()), max_size=8))
def test_words_in_any_order(words: list[str]) -> None:
    only_library_errors(parse_position, " ".join(words))


@given(json_values)
def test_any_json_value(value: Any) -> None:
    only_library_errors(position_from_dict, value)
    only_library_errors(position_from_json, json.dumps(value))


@given(strategies.positions() | strategies.views, strategies.randoms, json_values)
def test_damaged_json(position: Position | InformationSet, random: Random, value: Any) -> None:
    only_library_errors(position_from_dict, damaged(position_to_dict(position), random, value))


@pytest.mark.parametrize("depth", [100, 900, 950, 980, 990, 100_000])
def test_deep_json(depth: int) -> None:
    nested = "[" * depth + "]" * depth
    for text in (nested, f'{{"kind": "position", "rows": [[{nested}]], "hands": [{nested}]}}'):
        with pytest.raises(NimmtError):
            position_from_json(text)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "'' is no position"),
        ("4/13/40/77", "'4/13/40/77' is no position"),
        ("4/13/x/77 5", "'x' in 'rows 4/13/x/77'"),
        ("4/13/40/77 5,,6", "'' in 'hands 5,,6'"),
        ("4/13/40/77 5,-6", "'-6' in 'hands 5,-6'"),
        ("4/13/40/77 1e3", "'1e3'"),
        ("4/13/40/77 ٣", "'٣'"),
        ("4/13/40/77 1234567890", "'1234567890'"),
        (f"{LINE} p", "'p' is not a field of an information set; cards are joined by commas"),
        (f"{LINE} 30", "'30' is not a field of an information set; cards are joined by commas"),
        (f"{LINE} pro=1", "'pro=1' is not a field"),
        (f"{LINE} players=5", "'players=5' is not a field"),
        (f"{LINE} p=five", "'five' in 'p=five'"),
        (f"{LINE} cap=-", "'-' in 'cap=-'"),
        (f"{LINE} now=1", "'1' in 'now=1' is not SEAT:CARD"),
        (f"{LINE} now=1:x", "'x' in 'now=1:x'"),
        (f"{LINE} has=7", "'7' in 'has=7' is not SEAT:CARDS"),
        (f"{LINE} has=1:7/1:8", "'has=1:7/1:8' names seat 1 twice"),
        (f"{LINE} p=4 p=5", "'p=5' says again"),
        (f"{LINE} tac log", "'log' says again"),
        (f"{LINE} seen=30 seen=31", "'seen=31' says again"),
        (f"{LINE}/30,99 seat=1", "'seat=1' is not a field of a position"),
        (f"{LINE}/30,99 p=2", "'p=2' is not a field of a position"),
        (f"{LINE}/30,99 has=1:30", "'has=1:30' is not a field of a position"),
        ("5" * 10_001, "10001 characters"),
    ],
)
def test_the_culprit_is_quoted(text: str, said: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_position(text)
    assert said in str(caught.value)


def test_long_culprits_are_shortened() -> None:
    with pytest.raises(NotationError) as caught:
        parse_position("4/13/40/77 " + "x" * 5000)
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize(
    ("text", "error"),
    [
        (f"{LINE} p=1", RulesError),
        ("/".join("123456789") + " 5", RulesError),
        (f"{LINE},105", PositionError),
        (f"{LINE} has=9:1", PositionError),
        ("4/13/40 5/6 to=-", RulesError),
    ],
)
def test_well_formed_nonsense(text: str, error: type[NimmtError]) -> None:
    with pytest.raises(error):
        parse_position(text)


@pytest.mark.parametrize("text", [None, 5, b"4/13/40/77 5", ["4/13/40/77", "5"]])
def test_what_is_not_text(text: Any) -> None:
    with pytest.raises(NotationError, match=type(text).__name__):
        parse_position(text)


VIEW = {"kind": "information_set", "rows": [[4], [13], [40], [77]], "hand": [5]}


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ([], "[] is no JSON object"),
        ({}, "kind None"),
        ({**VIEW, "kind": "view"}, "kind 'view'"),
        ({**VIEW, "kind": ["position"]}, "kind ['position']"),
        ({**VIEW, "hands": [[5]]}, "the information_set has nothing called 'hands'"),
        ({**VIEW, "colour": 1, "size": 2}, "'colour', 'size'"),
        ({"kind": "position", "rows": []}, "the position has no hands"),
        ({"kind": "position", "hands": []}, "the position has no rows"),
        ({**VIEW, "known": {"one": [6]}}, "'one' in 'known'"),
        ({**VIEW, "known": {"1": [6], "01": [7]}}, "known names seat 1 twice"),
    ],
)
def test_the_culprit_in_json_is_quoted(data: Any, said: str) -> None:
    with pytest.raises(NotationError) as caught:
        position_from_dict(data)
    assert said in str(caught.value)


@pytest.mark.parametrize("text", ["", "{", "nul", "[1,]", '{"a": 1', "4/13/40/77 5"])
def test_what_is_not_json(text: str) -> None:
    with pytest.raises(NotationError, match="is not JSON"):
        position_from_json(text)


@pytest.mark.parametrize("text", [None, 5, [], object()])
def test_json_that_is_not_text(text: Any) -> None:
    with pytest.raises(NotationError, match="is not JSON"):
        position_from_json(text)
