"""``nimmt show`` and ``nimmt replay``."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import nimmt
from cli.conftest import Run
from nimmt.agents import RandomPolicy, play_match


def test_version_and_help(run: Run) -> None:
    assert nimmt.__version__ in run("--version").stdout
    for command in ("recommend", "show", "play", "replay"):
        assert command in run("--help").stdout
        assert run(command, "--help").exit_code == 0


def test_show_draws_rows_hand_and_knowledge(run: Run) -> None:
    text = "4,13/21/40,44,47,50,51/77 5,14 pro p=5 seen=1,2 has=2:55 not=1:3 took=0,5,0,0,0"
    output = run("show", text).stdout
    for part in (
        "5 players, professional placement",
        "row 2       40  44  47  50  51",
        "hand         5  14",
        "seat 1 lacks",
        "seat 2 holds",
        "swept        1   2",
        "seat 1: 5",
    ):
        assert part in output


def test_show_says_whose_choice_is_due(run: Run) -> None:
    output = run("show", "40/50,55/60/70,71 12,90 now=1:3,0:5 p=2").stdout
    assert "to choose  seat 1: row 0 or 1 or 2 or 3 for card 3" in output


def test_show_json_can_be_read_back(run: Run) -> None:
    text = "4,13/21/40/77 5,14/20,99"
    as_json = run("show", text, "--json").stdout
    assert run("show", text=as_json).stdout == run("show", text).stdout


def test_nothing_given_is_wrong_usage(run: Run) -> None:
    result = run("show", text="")
    assert result.exit_code == 3
    assert "is no position" in result.stderr


@pytest.fixture(params=["standard", "logical"])
def record_file(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    rules = nimmt.Rules(players=3, card_set=request.param, rounds=2)
    game = nimmt.Game(rules, rng=3)
    play_match(game, [RandomPolicy()] * 3, np.random.default_rng(3))
    file = tmp_path / "match.json"
    file.write_text(game.record.to_json())
    return file


def test_replay_shows_every_turn_and_the_winners(run: Run, record_file: Path) -> None:
    game = nimmt.GameRecord.from_json(record_file.read_text()).replay()
    output = run("replay", str(record_file)).stdout
    for number in range(1, 11):
        assert f"— round 2, turn {number}" in output
    for score in game.scores:
        assert f" {score} " in output
    assert "the match" in output
    assert run("replay", "-", text=record_file.read_text()).stdout == output


def test_replay_shows_one_round(run: Run, record_file: Path) -> None:
    output = run("replay", str(record_file), "--round", "2").stdout
    assert "round 2, turn 10" in output
    assert "round 1" not in output
    result = run("replay", str(record_file), "--round", "3")
    assert result.exit_code == 2
    assert "2 rounds" in result.stderr


def test_replay_json_has_every_step(run: Run, record_file: Path) -> None:
    steps = json.loads(run("replay", str(record_file), "--json").stdout)
    game = nimmt.GameRecord.from_json(record_file.read_text()).replay()
    assert steps[-1]["scores"] == list(game.scores)
    assert steps[-1]["winners"] == list(game.winners)
    heads = sum(event["bull_heads"] for step in steps for event in step["placed"])
    assert heads == sum(game.scores)


def test_replay_names_the_first_impossible_entry(run: Run, record_file: Path) -> None:
    data = json.loads(record_file.read_text())
    data["rounds"][1]["turns"][3]["plays"][0] = data["rounds"][1]["turns"][2]["plays"][0]
    result = run("replay", "-", text=json.dumps(data))
    assert result.exit_code == 3
    assert "round 2, turn 4: seat 0 cannot play" in result.stderr


def test_replay_refuses_what_is_no_record(run: Run, tmp_path: Path) -> None:
    assert run("replay", str(tmp_path / "none")).exit_code == 2
    for text in ("", "[]", "{}", '{"format": "chess"}', "not json"):
        result = run("replay", text=text)
        assert result.exit_code == 3
        assert "Traceback" not in result.stderr


@pytest.mark.parametrize("picks", [(), (3, 20, 11)])
def test_a_record_may_end_in_a_draft(run: Run, picks: tuple[int, ...]) -> None:
    game = nimmt.Game(nimmt.Rules(players=2, card_set="logical"))
    game.deal()
    for card in picks:
        game.pick(card)
    output = run("replay", text=game.record.to_json()).stdout
    assert "round 1, draft" in output
    for card in picks:
        assert f" {card}" in output
    steps = json.loads(run("replay", "--json", text=game.record.to_json()).stdout)
    assert steps[-1]["picks"] == list(picks)
