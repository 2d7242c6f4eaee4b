"""Records of what cannot have happened: the first impossible entry is named, and nothing else."""

import json
from collections.abc import Callable
from copy import deepcopy
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings

import strategies
from api.damage import damaged, json_values
from nimmt import Game, GameRecord, NimmtError, Phase, Rules
from nimmt.errors import NotationError, RecordError, RulesError
from nimmt.record import ChoiceRecord, RoundRecord, TurnRecord
from strategies import act

Data = dict[str, Any]


def finished(card_set: str = "standard") -> Data:
    """Return the record of a match of two rounds in which rows were chosen."""
    random = Random(2)
    game = Game(Rules(3, card_set=card_set, hand_size=4, threshold=None, rounds=2), rng=2)
    while game.phase is not Phase.OVER:
        act(game, random)
    data = game.record.to_dict()
    assert any("choices" in turn for turn in data["rounds"][0]["turns"])
    return data


def with_choice(data: Data) -> tuple[int, Data]:
    """Return the first turn of round 1 with a choice: its number, and itself."""
    turns = data["rounds"][0]["turns"]
    return next((number, turn) for number, turn in enumerate(turns, 1) if "choices" in turn)


def no_such_play(data: Data) -> str:
    data["rounds"][1]["turns"][2]["plays"][1] = 999
    return "round 2, turn 3"


def card_played_again(data: Data) -> str:
    turns = data["rounds"][0]["turns"]
    turns[3]["plays"][0] = turns[1]["plays"][0]
    return "round 1, turn 4"


def card_of_another_seat(data: Data) -> str:
    plays = data["rounds"][0]["turns"][0]["plays"]
    plays[0], plays[1] = plays[1], plays[0]
    return "round 1, turn 1"


def play_missing(data: Data) -> str:
    data["rounds"][1]["turns"][0]["plays"].pop()
    return "round 2, turn 1"


def no_such_row(data: Data) -> str:
    number, turn = with_choice(data)
    card = turn["choices"][0][0]
    turn["choices"][0] = [card, 4]
    return f"round 1, turn {number}, card {card}"


def choice_of_another_card(data: Data) -> str:
    number, turn = with_choice(data)
    turn["choices"][0][0] = 999
    return f"round 1, turn {number}, card 999"


def choice_missing(data: Data) -> str:
    number, turn = with_choice(data)
    del turn["choices"]
    if number == len(data["rounds"][0]["turns"]):
        return "round 1"
    return f"round 1, turn {number + 1}"


def choice_too_many(data: Data) -> str:
    data["rounds"][1]["turns"][-1].setdefault("choices", []).append([50, 0])
    return f"round 2, turn {len(data['rounds'][1]['turns'])}, card 50"


def turn_missing(data: Data) -> str:
    data["rounds"][0]["turns"].pop()
    return "round 1"


def turn_missing_at_the_end(data: Data) -> str:
    data["rounds"][1]["turns"].pop()
    return "round 2, taken"


def turn_too_many(data: Data) -> str:
    turns = data["rounds"][0]["turns"]
    turns.append(turns[0])
    return f"round 1, turn {len(turns)}"


def round_too_many(data: Data) -> str:
    data["rounds"].append(data["rounds"][0])
    return "round 3, draft" if "picks" in data["rounds"][0] else "round 3, deal"


def other_heads(data: Data) -> str:
    data["rounds"][0]["taken"][2] += 1
    return "round 1, taken"


def heads_missing(data: Data) -> str:
    del data["rounds"][1]["taken"]
    return "round 2, taken"


def name_missing(data: Data) -> str:
    data["names"].pop()
    return "players"


def card_dealt_twice(data: Data) -> str:
    hands = data["rounds"][1]["hands"]
    hands[0][0] = hands[1][0]
    return "round 2, deal"


def card_outside(data: Data) -> str:
    data["rounds"][0]["rows"][0] = [105]
    return "round 1, deal"


def long_row_dealt(data: Data) -> str:
    data["rounds"][0]["rows"][0] = [1, 2]
    return "round 1, deal"


def short_hands(data: Data) -> str:
    for hand in data["rounds"][0]["hands"]:
        hand.pop()
    return "round 1, deal"


def deal_missing(data: Data) -> str:
    del data["rounds"][1]["hands"]
    return "round 2, deal"


def picks_of_a_deal(data: Data) -> str:
    data["rounds"][1]["picks"] = [5]
    return "round 2"


def first_of_a_deal(data: Data) -> str:
    data["rounds"][1]["first"] = 0
    return "round 2"


def pick_that_is_gone(data: Data) -> str:
    picks = data["rounds"][1]["picks"]
    picks[4] = picks[1]
    return "round 2, pick 5"


def pick_outside(data: Data) -> str:
    data["rounds"][0]["picks"][0] = 17
    return "round 1, pick 1"


def pick_too_many(data: Data) -> str:
    data["rounds"][0]["picks"].append(1)
    return "round 1, pick 13"


def pick_missing(data: Data) -> str:
    data["rounds"][0]["picks"].pop()
    return "round 1, turn 1"


def other_first_picker(data: Data) -> str:
    first = data["rounds"][0]["first"]
    data["rounds"][0]["first"] = (first + 1) % 3
    return "round 1, turn 1"


def no_such_first_picker(data: Data) -> str:
    data["rounds"][1]["first"] = 3
    return "round 2, draft"


def first_picker_missing(data: Data) -> str:
    del data["rounds"][1]["first"]
    return "round 2"


def deal_of_a_draft(data: Data) -> str:
    data["rounds"][1]["rows"] = [[1], [2], [3], [4]]
    return "round 2"


Corruption = Callable[[Data], str]

OF_BOTH: list[Corruption] = [
    no_such_play,
    card_played_again,
    card_of_another_seat,
    play_missing,
    no_such_row,
    choice_of_another_card,
    choice_missing,
    choice_too_many,
    turn_missing,
    turn_missing_at_the_end,
    turn_too_many,
    round_too_many,
    other_heads,
    heads_missing,
    name_missing,
]
OF_A_DEAL: list[Corruption] = [
    card_dealt_twice,
    card_outside,
    long_row_dealt,
    short_hands,
    deal_missing,
    picks_of_a_deal,
    first_of_a_deal,
]
OF_A_DRAFT: list[Corruption] = [
    pick_that_is_gone,
    pick_outside,
    pick_too_many,
    pick_missing,
    other_first_picker,
    no_such_first_picker,
    first_picker_missing,
    deal_of_a_draft,
]


@pytest.mark.parametrize(
    ("card_set", "corrupt"),
    [
        *(("standard", corrupt) for corrupt in OF_BOTH + OF_A_DEAL),
        *(("logical", corrupt) for corrupt in OF_BOTH + OF_A_DRAFT),
    ],
)
def test_the_first_impossible_entry_is_named(card_set: str, corrupt: Corruption) -> None:
    data = finished(card_set)
    GameRecord.from_dict(data).replay()
    entry = corrupt(data)
    record = GameRecord.from_json(json.dumps(data))
    with pytest.raises(RecordError) as caught:
        record.replay()
    assert caught.value.entry == entry
    assert str(caught.value).startswith(f"{entry}: ")


def test_steps_go_as_far_as_the_record_can_have_happened() -> None:
    data = finished()
    no_such_play(data)
    steps = GameRecord.from_dict(data).steps()
    reached: list[str] = []
    with pytest.raises(RecordError):
        reached.extend(step.entry for step in steps)
    assert reached[-1].startswith("round 2, turn 2")


@settings(max_examples=150)
@given(strategies.games(), strategies.randoms, json_values)
def test_damage_raises_nothing_else(game: Game, random: Random, value: Any) -> None:
    data = game.record.to_dict()
    worse = damaged(deepcopy(data), random, value)
    try:
        record = GameRecord.from_dict(worse)
        replayed = record.replay()
    except (RecordError, NotationError, RulesError):
        return
    # What can have happened is replayed as it is written.
    assert replayed.record.rounds == record.rounds
    assert GameRecord.from_json(replayed.record.to_json()) == replayed.record


@settings(max_examples=100)
@given(json_values)
def test_any_json_value(value: Any) -> None:
    for read in (GameRecord.from_dict, lambda data: GameRecord.from_json(json.dumps(data))):
        with pytest.raises(NotationError):
            read(value)


@pytest.mark.parametrize("text", ["", "{", "[1,]", None, 5])
def test_what_is_not_json(text: Any) -> None:
    with pytest.raises(NotationError, match="is not JSON"):
        GameRecord.from_json(text)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"format": "chess"}, "format 'chess'"),
        ({"version": 2}, "version 2"),
        ({"winner": 0, "date": 1}, "'date', 'winner'"),
        ({1: 2, "date": 1}, "'1', 'date'"),
        ({"names": "abc"}, "names of the record is not a list"),
        ({"names": ["a", 2, "c"]}, "names ['a', 2, 'c'] are not all text"),
        ({"rounds": {}}, "rounds of the record is not a list"),
        ({"rounds": [[]]}, "round 1 is not a JSON object"),
        ({"rounds": [{"turns": [{}]}]}, "plays of round 1, turn 1"),
        ({"rounds": [{"turns": [{"plays": [1.5]}]}]}, "1.5 in plays of round 1, turn 1"),
        ({"rounds": [{"turns": [{"plays": [True]}]}]}, "True in plays of round 1, turn 1"),
        ({"rounds": [{"rows": [4]}]}, "rows of round 1"),
        ({"rounds": [{}, {"first": "0"}]}, "'0' in first of round 2"),
        ({"rounds": [{"taken": None}]}, "taken of round 1"),
        (
            {"rounds": [{"turns": [{"plays": [1], "choices": [[1, 2, 3]]}]}]},
            "choice [1, 2, 3] of round 1, turn 1",
        ),
    ],
)
def test_the_wrong_form_is_quoted(change: Data, said: str) -> None:
    with pytest.raises(NotationError) as caught:
        GameRecord.from_dict({**finished(), **change})
    assert said in str(caught.value)


@pytest.mark.parametrize("rules", [{"players": 1}, {"player": 4}, [], None])
def test_rules_that_are_none(rules: Any) -> None:
    with pytest.raises(RulesError):
        GameRecord.from_dict({**finished(), "rules": rules})


@pytest.mark.parametrize(
    "turn",
    [
        TurnRecord((5, 6, 7)),
        TurnRecord(()),
        TurnRecord(("5", None, 7.0)),  # type: ignore[arg-type]
        TurnRecord((5, 6), (ChoiceRecord(5, 0),)),
    ],
)
def test_records_made_by_hand(turn: TurnRecord) -> None:
    deal = RoundRecord(rows=((10,), (20,)), hands=((5,), (25,)), turns=(turn,))
    record = GameRecord(Rules(2, hand_size=1, rows=2), rounds=(deal,))
    with pytest.raises(NimmtError) as caught:
        record.replay()
    assert isinstance(caught.value, RecordError)
    assert caught.value.entry == "round 1, turn 1"
