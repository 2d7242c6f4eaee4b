"""``nimmt risk``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import nimmt
from cli.conftest import Run, check_refusal, interrupted
from nimmt.notation import position_to_json

VIEW = "4,13/21/40,44,47,50/77 1,14,55,80 p=5"
ALL_HANDS = "4/21/40/77 5,14/48,80/30,99"
LONG = (
    "4/40/70/90 8,15,33,44,51,63,75,82,95,103 p=10 pro has="
    "1:11,21,37,84/2:19,66,69,73/3:16,30,56,72/"
    "4:1,5,57,64/5:17,34,39,97/6:3,47,79,89/"
    "7:2,31,91,94/8:38,54,76,98/9:18,32,36,74"
)


def view_of(text: str) -> nimmt.InformationSet:
    view = nimmt.parse_position(text)
    assert isinstance(view, nimmt.InformationSet)
    return view


def test_answers_what_the_library_answers(run: Run) -> None:
    result = run("risk", *VIEW.split(), "--json")
    assert result.exit_code == 0
    assert json.loads(result.stdout) == json.loads(json.dumps(nimmt.risk(view_of(VIEW)).to_dict()))
    text = run("risk", VIEW)
    assert text.stdout.split() == str(nimmt.risk(view_of(VIEW))).split()
    assert text.stderr == ""


def test_reads_an_argument_a_file_and_standard_input(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "table.txt"
    file.write_text(VIEW + "\n")
    as_json = tmp_path / "table.json"
    as_json.write_text(position_to_json(nimmt.parse_position(VIEW)))
    answers = {
        run("risk", VIEW).stdout,
        run("risk", *VIEW.split()).stdout,
        run("risk", "--file", str(file)).stdout,
        run("risk", str(as_json)).stdout,
        run("risk", "-", text=VIEW).stdout,
    }
    assert len(answers) == 1


def test_the_estimate_has_its_options(run: Run) -> None:
    options = ("--budget", "0", "--samples", "5000", "--seed", "7", "--json")
    result = run("risk", VIEW, *options)
    expected = nimmt.risk(view_of(VIEW), budget=0, limit=nimmt.Limit(samples=5000), rng=7)
    assert json.loads(result.stdout) == json.loads(json.dumps(expected.to_dict()))
    assert run("risk", VIEW, *options, "--workers", "2").stdout == result.stdout


def test_a_position_with_all_hands_is_seen_from_a_seat(run: Run) -> None:
    for seat, hand in enumerate([[5, 14], [48, 80], [30, 99]]):
        answer = json.loads(run("risk", ALL_HANDS, "--seat", str(seat), "--json").stdout)
        assert [entry["card"] for entry in answer["cards"]] == hand
        assert answer["exact"]


@pytest.mark.parametrize(
    ("arguments", "status", "message"),
    [
        (["4/21/40/77 5,14,x"], 3, "'x'"),
        (["4/21/40/77 5,14 p=5", "--budget", "-1"], 3, "budget -1"),
        (["4/21/40/77 5,14 p=5", "--samples", "1"], 3, "samples 1"),
        (["4/21/40/77 5,14 p=5", "--workers", "0"], 3, "workers 0"),
        (["4/21/40/77 5,14 p=5", "--seed", "-3"], 3, "-3"),
        (["4/21/40/77 -"], 3, "hand is empty"),
        (["40/50,55/60/70,71 12,90 now=0:3,1:5,2:66,3:80"], 3, "seat 0 has a row to choose"),
        (["4/21/40/77 5,14 p=5", "--seat", "1"], 2, "--seat"),
        ([ALL_HANDS, "--seat", "3"], 3, "seat 3"),
    ],
)
def test_bad_input_is_named(run: Run, arguments: list[str], status: int, message: str) -> None:
    check_refusal(run("risk", *arguments), status, message)


def test_interruption_prints_the_estimate_so_far() -> None:
    done = interrupted("risk", VIEW, "--budget", "0", "--samples", str(10**12), "--json")
    assert (done.returncode, done.stderr) == (130, "")
    answer = json.loads(done.stdout)
    assert (answer["exact"], answer["samples"] % 4096) == (False, 0)
    assert answer["samples"] > 0


def test_interruption_of_an_exact_answer_ends_it_with_130() -> None:
    done = interrupted("risk", LONG, "--budget", str(10**12))
    assert done.returncode == 130
    assert done.stdout == ""
    assert done.stderr.strip() == "interrupted"
