"""``nimmt recommend``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import nimmt
from cli.conftest import Run, check_refusal, interrupted, redirected, shown_on_a_terminal
from nimmt.notation import position_to_json

VIEW = "4,13/21/40,44,47/77 5,14,48,80,99 p=5"
ROW_CHOICE = "40/50,55/60/70,71 12,90 now=0:3,1:5,2:66,3:80"
TWO_HANDS = "24/15,22/7,13,14/3,5 1,2,10,11,12/4,6,8,9,16 tac"
ALL_HANDS = "4/21/40/77 5,14/48,80/30,99"
FAST = ("--samples", "300", "--seed", "7", "--json")


def view_of(text: str) -> nimmt.InformationSet:
    view = nimmt.parse_position(text)
    assert isinstance(view, nimmt.InformationSet)
    return view


def expected(text: str) -> nimmt.Recommendation:
    """What the library itself answers to the text."""
    return nimmt.recommend(view_of(text), limit=nimmt.Limit(samples=300), rng=7)


@pytest.mark.parametrize("text", [VIEW, ROW_CHOICE])
def test_answers_what_the_library_answers(run: Run, text: str) -> None:
    result = run("recommend", *text.split(), *FAST)
    assert result.exit_code == 0
    assert json.loads(result.stdout) == json.loads(json.dumps(expected(text).to_dict()))


def test_reads_an_argument_a_file_and_standard_input(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "table.txt"
    file.write_text(VIEW + "\n")
    view = nimmt.parse_position(VIEW)
    as_json = tmp_path / "table.json"
    as_json.write_text(position_to_json(view))
    answers = {
        run("recommend", VIEW, *FAST).stdout,
        run("recommend", *VIEW.split(), *FAST).stdout,
        run("recommend", "--file", str(file), *FAST).stdout,
        run("recommend", str(file), *FAST).stdout,
        run("recommend", str(as_json), *FAST).stdout,
        run("recommend", "-", *FAST, text=VIEW).stdout,
        run("recommend", *FAST, text=VIEW).stdout,
        run("recommend", *FAST, text=b"\xef\xbb\xbf" + VIEW.encode()).stdout,
    }
    assert len(answers) == 1
    assert json.loads(answers.pop())["best"] == expected(VIEW).best


def test_text_shows_every_card_the_reasons_and_the_seed(run: Run) -> None:
    result = run("recommend", VIEW, "--seed", "7", "--samples", "100")
    for part in ("5", "14", "48", "80", "99", "Play ", "Note: 22 cards", "seed 7", "100 deals"):
        assert part in result.stdout
    assert result.stderr == ""


def test_a_position_with_all_hands_is_advised_for_a_seat(run: Run) -> None:
    answers = [
        json.loads(run("recommend", ALL_HANDS, "--seat", str(seat), *FAST).stdout)
        for seat in range(3)
    ]
    assert [sorted(entry["card"] for entry in answer["candidates"]) for answer in answers] == [
        [5, 14],
        [48, 80],
        [30, 99],
    ]
    assert "has=1:48,80/2:30,99" in answers[0]["position"]


def test_objective_and_workers_are_passed_on(run: Run) -> None:
    one = run("recommend", VIEW, *FAST, "--objective", "rank").stdout
    assert json.loads(one)["objective"] == "rank"
    assert run("recommend", VIEW, *FAST, "--objective", "rank", "--workers", "3").stdout == one


def test_two_known_hands_are_proved_unless_told_otherwise(run: Run) -> None:
    position = nimmt.parse_position(TWO_HANDS)
    assert isinstance(position, nimmt.Position)
    view = position.information_set(1, open_hands=True)
    options = (TWO_HANDS, "--seat", "1", "--seed", "7", "--json")
    answer = json.loads(run("recommend", *options).stdout)
    assert answer == json.loads(json.dumps(nimmt.recommend(view).to_dict()))
    assert answer["method"] == "exact"
    assert "Exact: proved by search" in run("recommend", *options[:-1]).stdout
    for other in (["--no-exact"], ["--objective", "own"], ["--nodes", "20"]):
        simulated = json.loads(run("recommend", *options, "--samples", "300", *other).stdout)
        assert (simulated["method"], simulated["objective"]) == ("simulation", "own")


def test_chances_of_this_turn_beyond_the_budget_are_estimates(run: Run) -> None:
    for budget, exact in (("0", False), ("10000000", True)):
        answer = json.loads(run("recommend", VIEW, *FAST, "--budget", budget).stdout)
        assert {entry["risk"]["exact"] for entry in answer["candidates"]} == {exact}


@pytest.mark.parametrize(
    ("arguments", "status", "message"),
    [
        (["4/21/40/77 5,14,x"], 3, "'x'"),
        (["nonsense"], 3, "'nonsense'"),
        (["4/21/40/77 5,14 p=11"], 3, "11"),
        (["4/21/40/77 5,14 p=5", "--samples", "1"], 3, "samples 1"),
        (["4/21/40/77 5,14 p=5", "--seconds", "-1"], 3, "seconds -1"),
        (["4/21/40/77 5,14 p=5", "--workers", "0"], 3, "workers 0"),
        (["4/21/40/77 5,14 p=5", "--budget", "-1"], 3, "budget -1"),
        (["4/21/40/77 5,14 p=5", "--nodes", "0"], 3, "nodes 0"),
        (["4/21/40/77 5,14 p=5", "--seed", "-3"], 3, "-3"),
        (["4/21/40/77 -"], 3, "hand is empty"),
        (["4/21/40/77 5,14 p=5", "--objective", "win"], 2, "'win'"),
        (["4/21/40/77 5,14 p=5", "--seat", "1"], 2, "--seat"),
        (["--file", "no-such-file"], 2, "no-such-file"),
        ([ALL_HANDS, "--seat", "3"], 3, "seat 3"),
    ],
)
def test_bad_input_is_named(run: Run, arguments: list[str], status: int, message: str) -> None:
    check_refusal(run("recommend", *arguments), status, message)


def test_everything_wrong_is_listed(run: Run) -> None:
    result = run("recommend", "4/13,12/40/105 5,14,13,4 p=5")
    assert result.exit_code == 3
    lines = [line for line in result.stderr.splitlines() if line.startswith("  - ")]
    assert len(lines) == 4
    assert any("105" in line for line in lines)


def test_bytes_that_are_no_text_are_refused(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "bytes"
    file.write_bytes(b"\xff\xfe\x00")
    for result in (run("recommend", "-f", str(file)), run("recommend", text=b"\xff\xfe")):
        assert result.exit_code == 3
        assert "UTF-8" in result.stderr


@pytest.mark.parametrize("workers", ["1", "2"])
def test_interruption_prints_what_is_sampled(workers: str) -> None:
    # Guided playouts end when one candidate is left; these go on.
    options = ("--playouts", "uniform", "--seconds", "600", "--json", "--workers", workers)
    done = interrupted("recommend", VIEW, *options)
    assert (done.returncode, done.stderr) == (130, "")
    answer = json.loads(done.stdout)
    assert answer["samples"] > 0
    again = nimmt.recommend(
        view_of(VIEW),
        playouts="uniform",
        limit=nimmt.Limit(samples=answer["samples"]),
        rng=answer["seed"],
    )
    assert answer["candidates"] == json.loads(json.dumps(again.to_dict()))["candidates"]


def test_progress_is_shown_on_a_terminal_only() -> None:
    arguments = ("recommend", VIEW, "--playouts", "uniform", "--seconds", "2.5")
    assert redirected(*arguments).stderr == ""
    assert b"largest standard error" in shown_on_a_terminal(*arguments)
