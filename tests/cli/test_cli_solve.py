"""``nimmt solve``."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import nimmt
from cli.conftest import Run, check_refusal, interrupted, redirected, shown_on_a_terminal
from nimmt.notation import position_to_json

HANDS = "4/13/40/77 2,14,78/20,41,99"
ROW_CHOICE = "40/50,55/60/70,71 12,90/13,91 now=0:3,1:5"
# Ten cards each: no machine finishes it while the tests wait.
ENDLESS = "1/8/15/22 2,3,5,7,9,12,16,18,21,24/4,6,10,11,13,14,17,19,20,23 tac"


def position(text: str) -> nimmt.Position:
    parsed = nimmt.parse_position(text)
    assert isinstance(parsed, nimmt.Position)
    return parsed


@pytest.mark.parametrize("text", [HANDS, ROW_CHOICE, f"{HANDS} pro"])
def test_answers_what_the_library_answers(run: Run, text: str) -> None:
    solution = nimmt.solve(position(text))
    result = run("solve", *text.split(), "--json")
    assert result.exit_code == 0
    assert json.loads(result.stdout) == solution.to_dict()
    lines = run("solve", text).stdout.rstrip().splitlines()
    assert [line.rstrip() for line in lines] == str(solution).rstrip().splitlines()
    assert result.stderr == ""


def test_reads_an_argument_a_file_and_standard_input(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "table.txt"
    file.write_text(HANDS + "\n")
    as_json = tmp_path / "table.json"
    as_json.write_text(position_to_json(position(HANDS)))
    answers = {
        run("solve", HANDS).stdout,
        run("solve", "--file", str(file)).stdout,
        run("solve", str(file)).stdout,
        run("solve", str(as_json)).stdout,
        run("solve", "-", text=HANDS).stdout,
        run("solve", text=HANDS).stdout,
    }
    assert answers == {run("solve", *HANDS.split()).stdout}


def test_a_view_of_a_tactical_game_is_solved(run: Run) -> None:
    deal = "1,4,9/8/15/22 2,3,5,7/10,11,13,14"
    seen = "seen=" + ",".join(map(str, [6, 12, *range(16, 22), 23, 24]))
    view = run("solve", f"{deal.split('/10')[0]} p=2 tac {seen}", "--json")
    both = run("solve", f"{deal} tac {seen}", "--json")
    assert view.exit_code == 0
    assert json.loads(view.stdout) == json.loads(both.stdout)


def test_limits_and_options_are_passed_on(run: Run) -> None:
    stopped = json.loads(run("solve", ENDLESS, "--nodes", "200", "--json").stdout)
    expected = nimmt.solve(position(ENDLESS), limit=nimmt.Limit(nodes=200))
    assert stopped == expected.to_dict()
    assert not stopped["exact"]
    assert "not known yet" in run("solve", ENDLESS, "--nodes", "200").stdout
    timed = json.loads(run("solve", ENDLESS, "--seconds", "0.2", "--json").stdout)
    assert timed["lo"] < timed["hi"]
    loose = json.loads(run("solve", HANDS, "--tolerance", "5", "--memory", "1", "--json").stdout)
    assert (loose["tolerance"], loose["exact"]) == (5, True)


@pytest.mark.parametrize(
    ("arguments", "status", "message"),
    [
        (["4/21/40/77 5,14/20,x"], 3, "'x'"),
        (["4/21/40/77 5,14/20"], 3, "hand"),
        (["4/21/40/77 5,14 p=2"], 3, "the hands are not known"),
        (["4/21/40/77 5,14/20,30/31,32"], 3, "two players, not 3"),
        (["4/21/40/77/90 5,14/20,30"], 3, "5 rows are more than the 4"),
        ([HANDS, "--nodes", "0"], 3, "nodes 0"),
        ([HANDS, "--seconds", "-1"], 3, "seconds -1"),
        ([HANDS, "--tolerance", "-1"], 3, "tolerance -1"),
        ([HANDS, "--tolerance", "nan"], 3, "tolerance nan"),
        ([HANDS, "--memory", "0"], 3, "memory 0"),
        ([HANDS, "--nodes", "many"], 2, "'many'"),
        (["--file", "no-such-file"], 2, "no-such-file"),
        ([HANDS, "--file", "no-such-file"], 2, "no-such-file"),
        ([HANDS, "--seed", "1"], 2, "--seed"),
    ],
)
def test_bad_input_is_named(run: Run, arguments: list[str], status: int, message: str) -> None:
    check_refusal(run("solve", *arguments), status, message)


@pytest.mark.parametrize("as_json", [False, True])
def test_interruption_prints_what_is_proved(as_json: bool) -> None:
    done = interrupted("solve", ENDLESS, *["--json"] * as_json)
    assert done.returncode == 130
    assert done.stderr == ""
    if as_json:
        data = json.loads(done.stdout)
        assert not data["exact"]
        lo, hi = data["lo"], data["hi"]
    else:
        found = re.search(r"between (-?[\d.]+) and (-?[\d.]+)", done.stdout)
        assert found
        lo, hi = float(found[1]), float(found[2])
    assert lo < hi


def test_progress_is_shown_on_a_terminal_only() -> None:
    arguments = ("solve", ENDLESS, "--seconds", "2.5")
    quiet = redirected(*arguments)
    assert quiet.stderr == ""
    assert "not known yet" in quiet.stdout
    assert b"positions" in shown_on_a_terminal(*arguments)


def test_help_says_what_it_does(run: Run) -> None:
    output = run("solve", "--help").stdout
    for word in ("--seconds", "--nodes", "--tolerance", "--memory", "--json", "130"):
        assert word in output
    assert "solve" in run("--help").stdout
