"""Games and records: the draw for the start, rounds to the end, replays, broken records."""

import copy
import json
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from api.damage import damaged, json_values
from nimmt import NimmtError
from nimmt.errors import IllegalActionError, NotationError, RecordError
from nimmt.rummikub import Game, GameRecord, IllegalPositionError, Phase, Rules, Tile
from nimmt.rummikub.record import Action
from nimmt.rummikub.setup import random_draws, starter_of
from rummikub.strategies import act, games, randoms

TWO = Rules(players=2, rounds=2)


def played_out(rules: Rules, seed: int) -> Game:
    random = Random(seed)
    game = Game(rules, rng=seed)
    while game.phase is not Phase.OVER:
        act(game, random)
    return game


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("lock", ["locked", "free"])
def test_whole_games(players: int, lock: str) -> None:
    rules = Rules(players=players, joker_lock=lock, rounds=2)
    game = played_out(rules, players)
    assert game.round_number == 2
    assert sum(game.scores) == 0
    rounds = game.record.rounds
    assert game.scores == tuple(map(sum, zip(*(r.scores or () for r in rounds), strict=True)))
    assert game.winners == tuple(
        seat for seat in range(players) if game.scores[seat] == max(game.scores)
    )
    assert any(turn.action is Action.PLAY for round_ in rounds for turn in round_.turns)
    with pytest.raises(IllegalActionError, match="the game waits for over, not for turn"):
        game.draw()
    with pytest.raises(IllegalActionError, match="the game waits for over, not for deal"):
        game.deal()


def test_a_target_ends_the_game() -> None:
    game = played_out(Rules(players=3, target=60), 5)
    assert max(game.scores) >= 60
    before = [sum(scores) for scores in zip(*(r.scores or () for r in game.record.rounds[:-1]),
                                            strict=True)]  # fmt: skip
    assert max(before, default=0) < 60


def test_without_an_end_games_go_on() -> None:
    game = Game(Rules(players=2, rack_size=1), rng=3)
    for _ in range(3):
        game.deal()
        while game.phase is Phase.TURN:
            act(game, Random(1))
    assert game.phase is Phase.DEAL
    assert game.round_number == 3


@given(games())
def test_records_replay(game: Game) -> None:
    record = game.record
    assert record.replay() == game
    assert record.replay().scores == game.scores
    read = GameRecord.from_json(record.to_json())
    assert read == record
    assert read.to_dict() == json.loads(record.to_json())
    entries = [step.entry for step in record.steps()]
    turns = sum(len(round_.turns) for round_ in record.rounds)
    assert len(entries) == turns + len(record.rounds)


@given(games(), randoms, json_values)
def test_damaged_records(game: Game, random: Random, value: Any) -> None:
    data = damaged(game.record.to_dict(), random, value)
    try:
        record = GameRecord.from_dict(data)
        replayed = record.replay()
    except NimmtError:
        return
    assert replayed.record.rounds == record.rounds


@pytest.fixture
def record() -> dict[str, Any]:
    return played_out(TWO, 7).record.to_dict()


def said_of(record: dict[str, Any]) -> str:
    with pytest.raises(RecordError) as caught:
        GameRecord.from_dict(record).replay()
    assert str(caught.value).startswith(caught.value.entry)
    return str(caught.value)


def test_records_that_cannot_have_happened(record: dict[str, Any]) -> None:
    broken = copy.deepcopy(record)
    broken["rounds"][0]["turns"][1]["seat"] ^= 1
    assert "round 1, turn 2: seat" in said_of(broken)
    broken = copy.deepcopy(record)
    broken["rounds"][0]["scores"][0] += 1
    assert "round 1, scores: the record says [" in said_of(broken)
    broken = copy.deepcopy(record)
    del broken["rounds"][0]["turns"][-1]
    assert "round 1: the round is not over, but another one follows" in said_of(broken)
    broken = copy.deepcopy(record)
    broken["rounds"].append(broken["rounds"][0])
    assert "round 3, deal: the game waits for over" in said_of(broken)
    broken = copy.deepcopy(record)
    broken["rounds"][0]["starter"] ^= 1
    assert "round 1, deal: seat" in said_of(broken)
    broken = copy.deepcopy(record)
    broken["rounds"][0]["racks"][0][0] = broken["rounds"][0]["racks"][0][1]
    assert "round 1, deal:" in said_of(broken)
    broken = copy.deepcopy(record)
    broken["rounds"][0]["turns"][0]["action"] = "pass"
    broken["rounds"][0]["turns"][0].pop("table", None)
    assert "a seat that lays nothing draws one" in said_of(broken)
    broken = copy.deepcopy(record)
    broken["names"] = ["Ada"]
    assert "players: 1 names were given for 2 seats" in said_of(broken)


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        (["format"], "nimmt-game", "format 'nimmt-game' of the record is not"),
        (["version"], 2, "version 2 of the record is not 1"),
        (["names"], [1, 2], "names [1, 2] are not all text"),
        (["rounds"], {}, "rounds of the record is not a list"),
        (["rounds", 0], 5, "round 1 is not a JSON object"),
        (["rounds", 0, "more"], 5, "round 1 has nothing called 'more'"),
        (["rounds", 0, "starter"], "0", "'0' in starter of round 1 is not an integer"),
        (["rounds", 0, "racks", 0], "K1", "'K1', racks of round 1, is not a list"),
        (["rounds", 0, "racks", 0, 0], "K99", "racks of round 1: 'K99' is not a tile"),
        (["rounds", 0, "pool"], None, "None, pool of round 1, is not a list"),
        (["rounds", 0, "draws", 0, 0], [1], "[1] in draws of round 1 is not [seat, tile]"),
        (["rounds", 0, "turns", 0], [], "round 1, turn 1 is not a JSON object"),
        (["rounds", 0, "turns", 0, "action"], "skip", "action 'skip' of round 1, turn 1"),
        (["rounds", 0, "turns", 0], {"seat": 0, "action": "play"}, "is a play without a table"),
        (
            ["rounds", 0, "turns", 0],
            {"seat": 0, "action": "draw", "table": []},
            "round 1, turn 1 has a table, but action 'draw' leaves it",
        ),
        (
            ["rounds", 0, "turns", 0],
            {"seat": 0, "action": "play", "table": [["K1", "K2"]]},
            "table of round 1, turn 1: K1 K2 is no set",
        ),
        (["rounds", 0, "scores"], 5, "5, scores of round 1, is not a list"),
    ],
)
def test_json_that_is_no_record(
    record: dict[str, Any], path: list[Any], value: Any, said: str
) -> None:
    target: Any = record
    for key in path[:-1]:
        target = target[key]
    target[path[-1]] = value
    with pytest.raises(NotationError) as caught:
        GameRecord.from_dict(record)
    assert said in str(caught.value)


# The draw for the start.


def test_the_highest_number_starts() -> None:
    rules = Rules(players=3)
    first = ((0, Tile.K9), (1, Tile.R9), (2, Tile.J))
    assert starter_of((first, ((0, Tile.K1), (1, Tile.K2))), rules) == 1
    with pytest.raises(IllegalActionError, match=r"seats \[0, 1\] are still to draw"):
        starter_of((first,), rules)
    with pytest.raises(IllegalActionError, match=r"\[0, 1\] were expected"):
        starter_of((first, first), rules)
    with pytest.raises(IllegalActionError, match=r"\[0, 1, 2\] were expected"):
        starter_of((first[:2],), rules)


@given(st.integers(0, 2**32), st.integers(2, 4))
def test_random_draws_settle_it(seed: int, players: int) -> None:
    rules = Rules(players=players)
    draws = random_draws(rules, np.random.default_rng(seed))
    assert 0 <= starter_of(draws, rules) < players


def test_every_seat_starts_as_often() -> None:
    rules = Rules(players=4)
    generator = np.random.default_rng(1)
    starters = [starter_of(random_draws(rules, generator), rules) for _ in range(2000)]
    for seat in range(4):
        assert 420 < starters.count(seat) < 580  # 4 standard deviations


def test_given_deals() -> None:
    rules = Rules(players=2, rack_size=2)
    game = Game(rules, rng=1)
    game.deal(["K1 K2", "B1 B2"], starter=1)
    assert game.position.turn == 1
    assert game.position.racks[0] == (Tile.K1, Tile.K2)
    assert game.actions == (Action.PLAY, Action.DRAW)
    assert game.information_set(0).sizes == (2, 2)
    draws: Any = [[(0, "K5"), (1, "K4")]]
    twin = Game(rules)
    twin.deal(["K1 K2", "B1 B2"], draws=draws)
    assert twin.position.turn == 0


@pytest.mark.parametrize(
    ("values", "error", "said"),
    [
        ({"racks": ["K1 K2"]}, IllegalPositionError, "there are 1 racks, 2 expected"),
        ({"racks": ["K1", "K2"]}, IllegalActionError, r"racks of \[1, 1\] tiles are no deal"),
        ({"pool": "K1"}, IllegalActionError, "a pool was given, but no racks"),
        ({"starter": 2}, IllegalPositionError, "turn 2 is not one of"),
        ({"draws": 5}, IllegalActionError, "draws 5 are not series of pairs"),
        ({"draws": [[(0, "K1"), (1, "x")]]}, IllegalActionError, "are not series of pairs"),
        ({"draws": [[(0, "K1"), (1, "K2")]], "starter": 0}, IllegalActionError, "seat 1 drew"),
    ],
)
def test_deals_that_cannot_be(values: dict[str, Any], error: type[NimmtError], said: str) -> None:
    game = Game(Rules(players=2, rack_size=2), rng=1)
    with pytest.raises(error, match=said):
        game.deal(**values)
    assert game.phase is Phase.DEAL
    assert game.round_number == 0


def test_a_tile_is_drawn_no_more_often_than_it_is_there() -> None:
    with pytest.raises(IllegalActionError, match="K1 was drawn more often than the game has it"):
        Game(Rules(players=3)).deal(draws=(((0, Tile.K1), (1, Tile.K1), (2, Tile.K1)),))


def test_names() -> None:
    assert Game(TWO).names == ("seat 0", "seat 1")
    with pytest.raises(IllegalActionError, match="3 names were given for 2 seats"):
        Game(TWO, names=["a", "b", "c"])


def test_a_new_game_has_nothing() -> None:
    game = Game(TWO, rng=1)
    assert (game.phase, game.actions, game.scores, game.winners) == (Phase.DEAL, (), (0, 0), ())
    with pytest.raises(IllegalActionError, match="the game waits for deal"):
        _ = game.position
    with pytest.raises(IllegalActionError, match="the game waits for deal, not for turn"):
        game.draw()


@given(games())
def test_copies_go_their_own_way(game: Game) -> None:
    twin = copy.deepcopy(game)
    assert twin == game
    before = game.record
    if game.phase is not Phase.OVER:
        act(twin, Random(1))
        assert twin != game
    assert game.record == before


def test_the_same_seed_deals_the_same() -> None:
    one, two, other = (Game(TWO, rng=seed) for seed in (4, 4, 5))
    for game in (one, two, other):
        game.deal()
    assert one == two
    assert one != other


def test_overruns_are_recorded_as_they_ended() -> None:
    game = Game(Rules(players=2, rack_size=4), rng=1)
    game.deal(["K13 B13 R13 K1", "B1 B2 B3 B4"], starter=0)
    anything: Any
    for anything in (["K13 B13"], 5):
        twin = game.copy()
        twin.overrun(anything)
        assert twin.record.rounds[0].turns[-1].action is Action.UNDO
    game.overrun(["K13 B13"])
    game.overrun()
    game.overrun(["K13 B13 R13"])
    assert [turn.action for turn in game.record.rounds[0].turns] == [
        Action.UNDO,
        Action.OVERRUN,
        Action.OVERRUN,
    ]
    assert len(game.position.racks[0]) == 4 + 3 - 3 + 1
    assert game.record.replay() == game
