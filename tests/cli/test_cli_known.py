"""``nimmt guarantee``, ``nimmt security`` and ``nimmt equilibrium``."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import nimmt
from cli.conftest import Run, check_refusal, interrupted, redirected, shown_on_a_terminal
from nimmt.notation import position_to_json

HANDS = "12,24,37,41,55/60,61/70,71,72,73/80 13,62,85/44,64,86/50,74,99"
ROWS_DUE = "40/50,55/60/70,71 12,90/13,91/14,92 now=1:3,0:5"
VIEW = "4/13/40/77 14,78 p=2 has=1:41,99"
UNKNOWN = "4/13/40/77 14,78 p=2"
SIX_EACH = "5/20/45/80 6,16,26,36,46,56/7,17,27,37,47,57/8,18,28,38,48,58/9,19,29,39,49,59 deal=6"
FIVE_EACH = "5/20/45/80 6,16,26,36,46/7,17,27,37,47/8,18,28,38,48/9,19,29,39,49 deal=5"
# Some seconds of work: enough to see its progress.
FOUR_EACH = "5/20/45/80 6,16,26,36/7,17,27,37/8,18,28,38 deal=4"
THREE_OF_FIVE = "5/20/45/80 6,16,26,36,46/7,17,27,37,47/8,18,28,38,48 deal=5"
# More than the tests wait for.
LONG = {
    "guarantee": (SIX_EACH, "--budget", str(10**12)),
    "security": (FIVE_EACH, "--budget", str(10**12)),
}
ENDLESS = ("--objective", "relative", "--tolerance", "0", "--iterations", str(10**9))

COMMANDS = ("guarantee", "security", "equilibrium")
by_command = pytest.mark.parametrize("command", COMMANDS)
of_a_seat = pytest.mark.parametrize("command", ["guarantee", "security"])


def position_of(text: str) -> nimmt.Position:
    read = nimmt.parse_position(text)
    return read if isinstance(read, nimmt.Position) else read.position()


def ask(command: str, text: str, seat: int | None = None, **options: Any) -> Any:
    """Ask the library itself."""
    function: Callable[..., Any] = getattr(nimmt, command)
    position = position_of(text)
    if command == "equilibrium":
        return function(position, **options)
    return function(position, (position.to_choose or 0) if seat is None else seat, **options)


def as_json(answer: Any) -> Any:
    return json.loads(json.dumps(answer.to_dict()))


@by_command
@pytest.mark.parametrize("text", [HANDS, ROWS_DUE, VIEW, f"{HANDS} pro"])
def test_answers_what_the_library_answers(run: Run, command: str, text: str) -> None:
    result = run(command, *text.split(), "--json")
    assert (result.exit_code, result.stderr) == (0, "")
    answer = ask(command, text)
    assert json.loads(result.stdout) == as_json(answer)
    lines = run(command, text).stdout.rstrip().splitlines()
    assert [line.rstrip() for line in lines] == str(answer).rstrip().splitlines()


@by_command
def test_reads_an_argument_a_file_and_standard_input(
    run: Run, command: str, tmp_path: Path
) -> None:
    file = tmp_path / "table.txt"
    file.write_text(HANDS + "\n")
    written = tmp_path / "table.json"
    written.write_text(position_to_json(position_of(HANDS)))
    answers = {
        run(command, HANDS).stdout,
        run(command, *HANDS.split()).stdout,
        run(command, "--file", str(file)).stdout,
        run(command, str(written)).stdout,
        run(command, "-", text=HANDS).stdout,
        run(command, text=HANDS).stdout,
    }
    assert len(answers) == 1


@of_a_seat
def test_a_seat_and_an_objective_are_passed_on(run: Run, command: str) -> None:
    for seat in range(3):
        result = run(command, HANDS, "--seat", str(seat), "--objective", "relative", "--json")
        answer = ask(command, HANDS, seat, objective="relative")
        assert json.loads(result.stdout) == as_json(answer)
    assert json.loads(run(command, f"{VIEW} seat=0", "--json").stdout)["seat"] == 0
    swapped = "4/13/40/77 41,99 p=2 seat=1 has=0:14,78"
    assert json.loads(run(command, swapped, "--json").stdout)["seat"] == 1
    assert json.loads(run(command, ROWS_DUE, "--json").stdout)["seat"] == 1


def test_the_options_of_an_equilibrium_are_passed_on(run: Run) -> None:
    options = ("--objective", "relative", "--iterations", "30", "--tolerance", "0.5")
    result = run("equilibrium", HANDS, *options, "--start", "random", "--seed", "4", "--json")
    answer = ask(
        "equilibrium",
        HANDS,
        objective="relative",
        iterations=30,
        tolerance=0.5,
        start="random",
        rng=4,
    )
    assert json.loads(result.stdout) == as_json(answer)


@by_command
@pytest.mark.parametrize(
    ("arguments", "status", "message"),
    [
        (["4/21/40/77 5,14/20,x"], 3, "'x'"),
        ([UNKNOWN], 3, "the hands are not known"),
        ([HANDS, "--budget", "0"], 3, "budget 0"),
        ([HANDS, "--budget", "5"], 3, "more than the budget of 5"),
        ([HANDS, "--objective", "rank"], 2, "'rank'"),
        (["--file", "no-such-file"], 2, "no-such-file"),
        (["4/21/40/77 -/- p=2"], 3, ""),
    ],
)
def test_bad_input_is_named(
    run: Run, command: str, arguments: list[str], status: int, message: str
) -> None:
    check_refusal(run(command, *arguments), status, message)


@pytest.mark.parametrize(
    ("arguments", "status", "message"),
    [
        (["guarantee", HANDS, "--seat", "3"], 3, "seat 3"),
        (["security", HANDS, "--seat", "-1"], 3, "seat -1"),
        (["security", ROWS_DUE, "--seat", "0"], 3, "seat 1 has a row to choose"),
        (["equilibrium", HANDS, "--iterations", "0"], 3, "iterations 0"),
        (["equilibrium", HANDS, "--tolerance", "-1"], 3, "tolerance -1"),
        (["equilibrium", HANDS, "--start", "here"], 2, "'here'"),
        (["equilibrium", HANDS, "--seat", "1"], 2, "--seat"),
    ],
)
def test_bad_options_are_named(run: Run, arguments: list[str], status: int, message: str) -> None:
    check_refusal(run(*arguments), status, message)


@of_a_seat
def test_interruption_ends_it_with_130(command: str) -> None:
    done = interrupted(command, *LONG[command])
    assert (done.returncode, done.stdout, done.stderr.strip()) == (130, "", "interrupted")


@pytest.mark.parametrize("json_option", [[], ["--json"]])
def test_interruption_prints_the_best_profile_so_far(json_option: list[str]) -> None:
    done = interrupted("equilibrium", HANDS, *ENDLESS, *json_option)
    assert (done.returncode, done.stderr) == (130, "")
    if json_option:
        answer = json.loads(done.stdout)
        assert answer["nash_conv"] == min(gain for _, gain in answer["measured"])
        assert sum(answer["seats"][0]["strategy"].values()) == pytest.approx(1)
    else:
        assert re.search(r"could gain 0\.0000 by leaving", done.stdout)


@pytest.mark.parametrize(
    ("arguments", "shown"),
    [
        (["equilibrium", FOUR_EACH, *ENDLESS[:4], "--iterations", "400"], b"iterations, "),
        (["security", THREE_OF_FIVE], b"joint plays, of about"),
    ],
)
def test_progress_is_shown_on_a_terminal_only(arguments: list[str], shown: bytes) -> None:
    assert redirected(arguments[0], HANDS).stderr == ""
    assert shown in shown_on_a_terminal(*arguments)


def test_help_says_what_they_do(run: Run) -> None:
    listed = run("--help").stdout
    for command in COMMANDS:
        assert command in listed
        output = run(command, "--help").stdout
        for word in ("--objective", "--budget", "--json"):
            assert word in output
