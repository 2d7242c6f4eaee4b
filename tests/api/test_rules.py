"""The rules as a value: what can be played, and what is said about what cannot."""

import json
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import strategies
from nimmt import CardSet, NimmtError, Placement, Rules
from nimmt.errors import RulesError

GAMES = list(product(Placement, CardSet, range(2, 11)))


@pytest.mark.parametrize(("placement", "card_set", "players"), GAMES)
def test_every_game_can_be_played(placement: str, card_set: str, players: int) -> None:
    rules = Rules(players, placement=str(placement), card_set=str(card_set))
    assert rules.top_card == (104 if card_set == "standard" else 10 * players + 4)
    assert rules.cards == range(1, rules.top_card + 1)
    assert rules.cards_dealt == 10 * players + 4
    assert rules.professional == (placement == "professional")
    assert rules.drafted == (card_set == "logical")


def test_defaults_are_the_game_as_sold() -> None:
    rules = Rules()
    assert (rules.players, rules.rows, rules.row_capacity, rules.hand_size) == (4, 4, 5, 10)
    assert (rules.threshold, rules.rounds, rules.public_picks) == (66, None, True)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *product(
            ["players", "rows", "row_capacity", "hand_size"], [0, -1, 17, 4.0, "4", None, True]
        ),
        ("players", 1),
        ("players", 11),
        ("rows", 9),
        *product(["threshold", "rounds"], [0, -5, 1_000_001, 2.5, "66", False]),
        *product(["deck_size"], [0, 43, 128, 10**30, 44.0, "104"]),
        *product(["placement", "card_set"], ["Standard", "", None, 3, []]),
        *product(["public_picks"], [0, 1, "yes", None]),
    ],
)
def test_bad_values_are_quoted(name: str, value: Any) -> None:
    with pytest.raises(RulesError) as caught:
        Rules(**{name: value})
    # A deck may be of a size that can be, and be too small.
    named = "cards are too few" if value == 43 else name
    assert named in str(caught.value)
    assert (str(value) if value == 43 else repr(value)) in str(caught.value)


def test_every_fault_is_named() -> None:
    faults: dict[str, Any] = {
        "players": 1,
        "placement": "sideways",
        "card_set": "marked",
        "rows": 9,
        "row_capacity": 0,
        "hand_size": 99,
        "deck_size": 500,
        "threshold": -66,
        "rounds": 1.5,
        "public_picks": "no",
    }
    with pytest.raises(RulesError) as caught:
        Rules(**faults)
    for name, value in faults.items():
        assert f"{name} {value!r}" in str(caught.value)


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"threshold": None}, "never end"),
        ({"players": 10, "rows": 5}, "104 cards are too few.*105"),
        ({"card_set": "tactical", "deck_size": 45}, "45.*44 cards of the tactical set"),
        ({"card_set": "logical", "deck_size": 104}, "104.*44 cards of the logical set"),
        ({"card_set": "tactical", "players": 10, "hand_size": 16}, "164 cards, more than 127"),
    ],
)
def test_values_that_do_not_go_together(values: dict[str, Any], said: str) -> None:
    with pytest.raises(RulesError, match=said):
        Rules(**values)


@given(strategies.rules)
def test_dict_round_trip(rules: Rules) -> None:
    data = json.loads(json.dumps(rules.to_dict()))
    again = Rules.from_dict(data)
    assert again == rules
    assert hash(again) == hash(rules)


def test_only_what_differs_is_written() -> None:
    assert Rules().to_dict() == {}
    assert Rules(5, placement="professional", threshold=None, rounds=2).to_dict() == {
        "players": 5,
        "placement": "professional",
        "threshold": None,
        "rounds": 2,
    }


def test_different_rules_are_unequal() -> None:
    assert len({Rules(), Rules(4), Rules(5), Rules(public_picks=False)}) == 3


def test_rules_are_frozen() -> None:
    with pytest.raises(AttributeError):
        Rules().players = 5  # type: ignore[misc]


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
