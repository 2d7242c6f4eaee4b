"""The options: what can be played, and what is said about what cannot."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nimmt import NimmtError
from nimmt.errors import RulesError
from nimmt.rummikub import Rules
from rummikub.strategies import rules as any_rules


def test_defaults_are_the_game_as_described() -> None:
    rules = Rules()
    assert (rules.players, rules.jokers, rules.rack_size, rules.initial_meld) == (4, 2, 14, 30)
    assert rules.locked
    assert not any(
        (rules.single_set, rules.table_in_meld_turn, rules.forced_play, rules.wrap),
    )
    assert (rules.freeing_tile, rules.freed_joker, rules.group_joker) == (
        "any",
        "anywhere",
        "either",
    )
    assert (rules.joker_penalty, rules.tie_break, rules.direction) == (
        30,
        "fewer_tiles",
        "clockwise",
    )
    assert rules.tiles_in_all == 106
    assert len(rules.tiles) == 106


FAULTS: dict[str, Any] = {
    "players": 5,
    "jokers": 9,
    "rack_size": 0,
    "initial_meld": -1,
    "single_set": 1,
    "table_in_meld_turn": "yes",
    "forced_play": None,
    "joker_lock": "open",
    "freeing_tile": "Rack",
    "freed_joker": "",
    "group_joker": 3,
    "joker_penalty": 2.5,
    "tie_break": None,
    "wrap": 0,
    "direction": "left",
    "target": 0,
    "rounds": True,
}


def test_every_option_is_checked() -> None:
    assert set(FAULTS) == set(Rules.__dataclass_fields__)


@pytest.mark.parametrize(("name", "value"), FAULTS.items())
def test_bad_values_are_quoted(name: str, value: Any) -> None:
    with pytest.raises(RulesError) as caught:
        Rules(**{name: value})
    assert f"{name} {value!r}" in str(caught.value)


def test_every_fault_is_named() -> None:
    with pytest.raises(RulesError) as caught:
        Rules(**FAULTS)
    for name, value in FAULTS.items():
        assert f"{name} {value!r}" in str(caught.value)


def test_values_that_do_not_go_together() -> None:
    with pytest.raises(RulesError, match="4 racks of 27 need 108 tiles, more than the 106"):
        Rules(rack_size=27)
    assert Rules(rack_size=26).rack_size == 26
    for name, value in [
        ("freeing_tile", "rack"),
        ("freed_joker", "new_set"),
        ("group_joker", "both"),
    ]:
        with pytest.raises(RulesError, match=f"{name} '{value}' has no meaning"):
            Rules(joker_lock="free", **{name: value})  # type: ignore[arg-type]


def test_the_turn_goes_round() -> None:
    for direction, seats in (("clockwise", [1, 2, 0]), ("counterclockwise", [2, 0, 1])):
        rules = Rules(players=3, direction=direction)
        assert [rules.next_seat(seat) for seat in range(3)] == seats


@given(any_rules)
def test_dict_round_trip(rules: Rules) -> None:
    again = Rules.from_dict(json.loads(json.dumps(rules.to_dict())))
    assert again == rules
    assert hash(again) == hash(rules)


@pytest.mark.parametrize("data", [None, 5, [], "rules", {"player": 4}, {1: 2, "a": 3}])
def test_from_dict_of_something_else(data: Any) -> None:
    with pytest.raises(RulesError):
        Rules.from_dict(data)


names = st.sampled_from(list(Rules.__dataclass_fields__)) | st.text(max_size=5)
anything = st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.lists(st.none())


@given(st.dictionaries(names, anything))
def test_from_dict_raises_nothing_else(data: dict[str, Any]) -> None:
    try:
        rules = Rules.from_dict(data)
    except NimmtError:
        return
    assert Rules.from_dict(rules.to_dict()) == rules
