"""Records: JSON and back, and replays that lead to the same game."""

import json
from random import Random

import pytest
from hypothesis import given, settings

import strategies
from nimmt import Game, GameRecord, Phase, Rules
from nimmt.record import RoundRecord


@settings(max_examples=60)
@given(strategies.games())
def test_round_trip_and_replay(game: Game) -> None:
    record = game.record
    assert GameRecord.from_json(record.to_json()) == record
    assert json.loads(record.to_json()) == record.to_dict()
    replayed = record.replay()
    assert replayed == game
    assert replayed.phase is game.phase
    assert (replayed.scores, replayed.ranks, replayed.winners) == (
        game.scores,
        game.ranks,
        game.winners,
    )
    assert replayed.seats_to_act == game.seats_to_act
    for seat in range(game.rules.players):
        assert replayed.legal_actions(seat) == game.legal_actions(seat)


@settings(max_examples=40)
@given(strategies.games())
def test_steps_show_every_card_placed(game: Game) -> None:
    steps = list(game.record.steps())
    entries = [step.entry for step in steps]
    assert len(set(entries)) == len(entries)
    if not steps:
        assert game.round_number == 0
        return
    assert steps[-1].game == game
    placed = sum(len(step.placed) for step in steps)
    played = sum(len(turn.plays) for round_ in game.record.rounds for turn in round_.turns)
    assert placed == played - (len(game.position.pending) if game.phase is Phase.CHOOSE else 0)
    # The game of a step stays as it was when later steps are taken.
    records = [step.game.record for step in steps]
    assert records == [step.game.record for step in game.record.steps()]
    assert len(set(records)) == len(steps)


def test_what_a_record_looks_like() -> None:
    game = Game(Rules(2, hand_size=1, rows=2, rounds=1), names=("Ann", "Ben"))
    game.deal([[10], [20]], [[5], [25]])
    game.play([5, 25])
    game.choose(1)
    assert game.record.to_dict() == {
        "format": "nimmt-game",
        "version": 1,
        "rules": {"players": 2, "rows": 2, "hand_size": 1, "rounds": 1},
        "names": ["Ann", "Ben"],
        "rounds": [
            {
                "rows": [[10], [20]],
                "hands": [[5], [25]],
                "turns": [{"plays": [5, 25], "choices": [[5, 1]]}],
                "taken": [3, 0],
            }
        ],
    }
    assert [step.entry for step in game.record.steps()] == [
        "round 1, deal",
        "round 1, turn 1",
        "round 1, turn 1, card 5",
    ]


def test_a_drafted_round_has_its_picks() -> None:
    game = Game(Rules(2, card_set="logical", hand_size=1, rows=1), rng=1)
    game.deal(first=1)
    game.pick(3)
    assert game.record.rounds == (RoundRecord(first=1, picks=(3,)),)
    assert game.record.to_dict()["rounds"] == [{"first": 1, "picks": [3], "turns": []}]
    game.pick(1)
    assert game.record.replay().position.rows == ((2,),)


def test_records_are_values() -> None:
    games = [strategies.round_dealt(Rules(3), 1) for _ in range(2)]
    assert games[0].record == games[1].record
    assert hash(games[0].record) == hash(games[1].record)
    strategies.act(games[0], Random(1))
    assert games[0].record != games[1].record
    with pytest.raises(AttributeError):
        games[0].record.rounds = ()  # type: ignore[misc]
