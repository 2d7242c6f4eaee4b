"""``nimmt draft``: advice, a game in the terminal, and reviews."""

import json
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

import nimmt
from cli.conftest import Run, check_refusal
from nimmt.agents import play_match, policy_named

QUICK = ("--samples", "64", "--seed", "1")


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """Write the record of a small logical game."""
    rules = nimmt.Rules(players=2, card_set="logical", rounds=1, threshold=None)
    game = nimmt.Game(rules, rng=1)
    play_match(game, [policy_named("lowest+random")] * 2, np.random.default_rng(1))
    path = tmp_path / "match.json"
    path.write_text(game.record.to_json())
    return path


def test_advice_for_the_first_pick(run: Run) -> None:
    result = run("draft", "advise", "--players", "5", *QUICK)
    assert result.exit_code == 0
    assert "Pick " in result.stdout
    assert "and 42 cards more" in result.stdout
    assert (
        "more"
        not in run("draft", "advise", "--players", "2", "--all", *QUICK).stdout.split("Pick")[0]
    )


def test_advice_is_that_of_the_library(run: Run) -> None:
    result = run("draft", "advise", "5,6", "20", "--players", "3", "--first", "1", "--json", *QUICK)
    found = json.loads(result.stdout)
    rules = nimmt.Rules(players=3, card_set="logical")
    advice = nimmt.analyse_draft(
        nimmt.Draft(rules, 1, [5, 6, 20]), limit=nimmt.Limit(samples=64), rng=1
    )
    assert found == json.loads(json.dumps(advice.to_dict()))
    assert found["seat"] == 1


def test_small_games_are_proved(run: Run) -> None:
    result = run(
        "draft", "advise", "--players", "2", "--hand-size", "3", "--rows", "2", "--capacity", "2"
    )
    assert result.exit_code == 0
    assert "Exact: 560 complete drafts solved" in result.stdout


def test_hidden_picks(run: Run) -> None:
    result = run("draft", "advise", "9,8,7", "--hidden", "--players", "3", *QUICK)
    assert result.exit_code == 0
    assert "nobody keeps track of the picks" in " ".join(result.stdout.split())


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("30,30",), "pick 2 is card 30, which is gone"),
        (("45",), "pick 1 is card 45, which is not in 1..44"),
        (("5,x",), "pick 2 is 'x', which is not the number of a card"),
        (("--players", "11"), "players 11 is not an integer of 2 to 10"),
        (("5", "--seat", "0"), "seat 0 is out of turn: seat 1 picks next"),
        (("--first", "4"), "seat 4 is not one of 0..3"),
        (("--rows", "3"), "trained for 4 rows of 5 cards"),
        (("1,2,3,4", "--players", "2", "--hand-size", "2"), "the draft is over"),
        (("--samples", "1"), "samples 1"),
    ],
)
def test_bad_input(run: Run, arguments: tuple[str, ...], message: str) -> None:
    check_refusal(run("draft", "advise", *arguments), 3, message)


def test_a_review(run: Run, record: Path, tmp_path: Path) -> None:
    picture = tmp_path / "review.svg"
    result = run("draft", "review", str(record), "--seat", "0", "--svg", str(picture), *QUICK)
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[0].split() == ["pick", "seat", "card", "relative", "best", "mistake", "±", "s.e."]
    assert len(lines[1:11]) == 10
    bars = ElementTree.fromstring(picture.read_text()).findall(
        "{http://www.w3.org/2000/svg}rect[@width='16']"
    )
    assert len(bars) == 10
    again = run("draft", "review", str(record), "--seat", "0", "--json", *QUICK)
    assert [entry["number"] for entry in json.loads(again.stdout)["picks"]] == list(range(1, 21, 2))


def test_reviews_of_what_is_not_there(run: Run, record: Path) -> None:
    assert run("draft", "review", "nothing.json").exit_code == 2
    check_refusal(
        run("draft", "review", str(record), "--round", "2"), 3, "round 2 is not in the record"
    )
    check_refusal(run("draft", "review", str(record), "--seat", "2"), 3, "seat 2")


def test_a_logical_game_in_the_terminal(run: Run, tmp_path: Path) -> None:
    save = tmp_path / "match.json"
    result = run(
        "draft", "play", "--opponents", "gaps+random", "--seed", "1", "--save", str(save),
        text="h\n24\n99\n23\nq\n",
    )  # fmt: skip
    assert result.exit_code == 0
    assert "Pick " in result.stdout
    assert "you picks 24" in result.stdout
    assert "'99' is not one of" in result.stdout
    game = nimmt.GameRecord.from_json(save.read_text()).replay()
    assert game.phase is nimmt.Phase.DRAFT
    assert game.draft.picks[::2][:2] == (24, 23)
