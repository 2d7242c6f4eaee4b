"""Text and JSON: round trips, what is written, and what is refused, quoting the culprit."""

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from api.damage import damaged, json_values
from nimmt import NimmtError
from nimmt.errors import NotationError, RulesError
from nimmt.rummikub import IllegalPositionError, InformationSet, Position, SetError
from nimmt.rummikub.notation import (
    format_position,
    format_sets,
    format_tiles,
    parse_position,
    parse_sets,
    parse_tiles,
    position_from_dict,
    position_from_json,
    position_to_dict,
    position_to_json,
)
from rummikub.strategies import positions, randoms, views

LINE = "K1,J,K3/R5,B5,O5 K4,R9"
TWO = f"{LINE}/B1,J"


@given(positions() | views())
def test_text_round_trip(position: Position | InformationSet) -> None:
    text = format_position(position)
    assert "\n" not in text
    assert parse_position(text) == position
    words = text.split()
    assert parse_position(" ".join([*words[:2], *reversed(words[2:])])) == position


@given(positions() | views())
def test_json_round_trip(position: Position | InformationSet) -> None:
    assert position_from_json(position_to_json(position)) == position
    assert json.loads(position_to_json(position)) == position_to_dict(position)


@given(positions())
def test_parts_round_trip(position: Position) -> None:
    wrap = position.rules.wrap
    assert parse_sets(format_sets(position.table), wrap=wrap) == position.table
    assert parse_tiles(format_tiles(position.rack)) == position.rack


@pytest.mark.parametrize(
    ("text", "written"),
    [
        (LINE, LINE.replace("R5,B5,O5", "B5,O5,R5")),
        ("k1,*,black3/Red5,b5,yellow5 r9,K4", "K1,J,K3/B5,O5,R5 K4,R9"),
        ("K5,J=K6,J=K7/J,B9,J=9 K1", "K5,J=K6,J/B9,J=9,J K1 jokers=4"),
        (f"{LINE} p=2 sizes=2,5 turn=1 seat=0", "K1,J,K3/B5,O5,R5 K4,R9 p=2 sizes=2,5 turn=1"),
        ("- K1/K2 melded=- turn=1", "- K1/K2 turn=1"),
        ("K1,K2,K3 K4/K5/K6 melded=0,2 score=5,-5,0", "K1,K2,K3 K4/K5/K6 melded=0,2 score=5,-5,0"),
        (
            "- K1/K2 playon single forced lock=free tie=split way=counterclockwise",
            "- K1/K2 single playon forced lock=free tie=split way=counterclockwise",
        ),
        (
            "- K1 by=rack into=new_set group=both deal=7 meld=50 penalty=0 to=200 rounds=3",
            "- K1 deal=7 meld=50 penalty=0 to=200 rounds=3 by=rack into=new_set group=both",
        ),
    ],
)
def test_what_is_written(text: str, written: str) -> None:
    if "jokers=4" in written:
        text += " jokers=4"
    assert str(parse_position(text)) == written


def test_players_are_counted_or_said() -> None:
    assert parse_position(TWO).rules.players == 2
    assert parse_position(LINE).rules.players == 4
    assert parse_position(f"{LINE} sizes=2,9,9").rules.players == 3
    with pytest.raises(IllegalPositionError, match=r"\[2, 9, 9\] are not a number of tiles for 2"):
        parse_position(f"{LINE} sizes=2,9,9 p=2")


def only_library_errors(read: Callable[[Any], Position | InformationSet], data: Any) -> None:
    """Read something; whatever is read must be a position that can be written and read again."""
    try:
        position = read(data)
    except NimmtError:
        return
    assert parse_position(format_position(position)) == position


WORDS = """
    - -/- K1/K2 K1,K2,K3 K1,K2,K3/K5,J,J K1,J=K2,K3 K4 K4/K5 p=2 p= p=0 jokers=0 jokers=9 deal=1
    seat=1 sizes=1,1 sizes=- turn=1 turn=-1 melded=0 melded=9 pool=K1 pool=- passes=1 idle=1
    score=1,2 score=-
    to=0 lock=free lock= by=rack single wrap wrap=1 forced playon J * / , = K1,=,K2
"""


@given(st.text())
@example("")
@example("- ٣")
@example("K1,K2,K3 K1\ud800")
@example("/ /")
@example("= =")
def test_any_text(text: str) -> None:
    only_library_errors(parse_position, text)
    only_library_errors(position_from_json, text)
    for parse in (parse_sets, parse_tiles):
        try:
            parse(text)
        except NimmtError:
            continue


@given(positions() | views(), randoms, st.text(max_size=3))
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


@given(positions() | views(), randoms, json_values)
def test_damaged_json(position: Position | InformationSet, random: Random, value: Any) -> None:
    only_library_errors(position_from_dict, damaged(position_to_dict(position), random, value))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "'' is no position"),
        ("K1,K2,K3", "'K1,K2,K3' is no position"),
        ("K1,K2,x K4", "set 'K1,K2,x': 'x' is not a tile"),
        ("K1,K2,K33 K4", "'K33' is not a tile"),
        ("K1,K2=K3,K3 K4", "'K2=K3' does not say what tile a joker stands for"),
        ("K1,J=K33,K3 K4", "'K33' is not a tile"),
        ("K1,K2,K3 K4,G5", "'G5' is not a tile"),
        ("K1,K2,K3 K4//K5", "'' is no tiles"),
        ("- K14", "'K14' is not a tile"),
        (f"{LINE} wrap=1", "'wrap=1' is not a field of an information set"),
        (f"{LINE} players=5", "'players=5' is not a field"),
        (f"{LINE} p=five", "'five' in 'p=five' is not a number"),
        (f"{LINE} to=-", "'-' in 'to=-' is not a number"),
        (f"{LINE} pool=K1", "'pool=K1' is not a field of an information set"),
        (f"{LINE} sizes=2,,3", "'' in 'sizes=2,,3' is not a number"),
        (f"{LINE} melded=4", "melded seats [4] are not of 0..3"),
        (f"{LINE} p=4 p=3", "'p=3' says again"),
        (f"{LINE} single single", "'single' says again"),
        (f"{TWO} sizes=2,2", "'sizes=2,2' is not a field of a position"),
        (f"{TWO} seat=1", "'seat=1' is not a field of a position"),
        (f"{TWO} p=2", "'p=2' is not a field of a position"),
        (f"{TWO} pool=K1,x", "'pool=K1,x': 'x' is not a tile"),
        ("K" * 10_001, "10001 characters"),
    ],
)
def test_the_culprit_is_quoted(text: str, said: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_position(text)
    assert said in str(caught.value)
    assert len(str(caught.value)) < 400


@pytest.mark.parametrize(
    ("text", "error"),
    [
        (f"{LINE} p=9", RulesError),
        (f"{LINE} lock=open", RulesError),
        (f"{LINE} lock=free by=rack", RulesError),
        ("K1,K2 K4", IllegalPositionError),
        ("K5,J,J K4", IllegalPositionError),
        (f"{LINE},K4,K4", IllegalPositionError),
    ],
)
def test_well_formed_nonsense(text: str, error: type[NimmtError]) -> None:
    with pytest.raises(error):
        parse_position(text)
    with pytest.raises(SetError):
        parse_sets("K1,K2")


@pytest.mark.parametrize("value", [None, 5, b"- K1", ["-", "K1"]])
def test_what_is_not_text(value: Any) -> None:
    for parse in (parse_position, parse_sets, parse_tiles):
        with pytest.raises(NotationError, match=type(value).__name__):
            parse(value)


VIEW = {"game": "rummikub", "kind": "information_set", "table": [["K1", "J", "K3"]], "rack": ["K5"]}


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ([], "[] is no JSON object"),
        ({}, "game None is not 'rummikub'"),
        ({**VIEW, "game": "6 nimmt"}, "game '6 nimmt'"),
        ({**VIEW, "kind": "view"}, "kind 'view'"),
        ({**VIEW, "kind": ["position"]}, "kind ['position']"),
        ({**VIEW, "racks": []}, "the information_set has nothing called 'racks'"),
        ({"game": "rummikub", "kind": "position", "table": []}, "the position has no racks"),
        ({"game": "rummikub", "kind": "position", "racks": []}, "the position has no table"),
    ],
)
def test_the_culprit_in_json_is_quoted(data: Any, said: str) -> None:
    with pytest.raises(NotationError) as caught:
        position_from_dict(data)
    assert said in str(caught.value)


@pytest.mark.parametrize("text", ["", "{", "nul", "[1,]", None, 5])
def test_what_is_not_json(text: Any) -> None:
    with pytest.raises(NotationError, match="is not JSON"):
        position_from_json(text)
