"""``nimmt arena``."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from arena.programs import EXAMPLE, left_over, needs_proc
from cli.conftest import PROGRAM, Run, check_refusal, redirected, shown_on_a_terminal
from nimmt import Rules
from nimmt.arena import Program, Stopping, tournament

FAST = ("--deals", "5", "--seed", "3")
EXAMPLE_PLAYER = f"mine={sys.executable} {EXAMPLE}"


def as_json(text: str) -> Any:
    return json.loads(text)


def test_answers_what_the_library_answers(run: Run) -> None:
    result = run("arena", "nearest", "random", "risk", *FAST, "--json")
    assert result.exit_code == 0
    expected = tournament(["nearest", "random", "risk"], deals=5, rng=3)
    assert as_json(result.stdout) == as_json(json.dumps(expected.to_dict()))


def test_options_are_passed_on(run: Run) -> None:
    options = ("--placement", "professional", "--cards", "tactical", "--match", "--workers", "2")
    result = run("arena", "nearest", "montecarlo:20", "--seats", "3", *options, *FAST, "--json")
    rules = Rules(3, placement="professional", card_set="tactical")
    expected = tournament(["nearest", "montecarlo:20"], rules, deals=5, rng=3)
    assert as_json(result.stdout) == as_json(json.dumps(expected.to_dict()))


def test_stopping(run: Run) -> None:
    options = ("--stop", "--measure", "rank", "--margin", "0.1", "--against", "random")
    result = run("arena", "nearest", "random", *options, "--seed", "3", "--json")
    stopping = Stopping("rank", margin=0.1, against="random")  # type: ignore[arg-type]
    expected = tournament(["nearest", "random"], rng=3, stopping=stopping)
    assert expected.settled
    assert as_json(result.stdout) == as_json(json.dumps(expected.to_dict()))


def test_text_shows_players_differences_and_the_seed(run: Run) -> None:
    result = run("arena", "nearest", "random", "random", *FAST)
    for part in ("nearest", "nearest - random", "bull heads", "win share", "5 deals", "seed 3"):
        assert part in result.stdout
    assert result.stderr == ""


needs_example = pytest.mark.skipif(
    os.name != "posix" or not EXAMPLE.is_file(), reason="needs POSIX, and the docs' example"
)


@needs_example
def test_programs_play(run: Run) -> None:
    result = run("arena", EXAMPLE_PLAYER, "random", *FAST, "--json")
    player = Program("mine", (sys.executable, str(EXAMPLE)))
    expected = tournament([player, "random"], deals=5, rng=3)
    assert not expected.faults
    assert as_json(result.stdout) == as_json(json.dumps(expected.to_dict()))


@pytest.mark.skipif(os.name != "posix", reason="programs need POSIX")
def test_a_program_that_fails_is_named(run: Run) -> None:
    bad = f"bad={sys.executable} -c pass"
    slow = f"slow={sys.executable} -c 'import time; time.sleep(60)'"
    result = run("arena", bad, slow, "random", *FAST, "--start-seconds", "0.3")
    assert result.exit_code == 0
    text = " ".join(result.stdout.split())
    assert "bad lost 15 seats of 15 by failing and was withdrawn" in text
    assert "bad crashed at seat 0 of game 0 on deal 0: ended with status 0" in text
    assert "slow took too long" in text


def test_journal_games_and_ratings(run: Run, tmp_path: Path) -> None:
    pytest.importorskip("openskill")
    journal, games = tmp_path / "journal", tmp_path / "games"
    arguments = ("arena", "risk", "random", "--deals", "4", "--journal", str(journal))
    first = run(*arguments, "--games", str(games), "--ratings", "--json")
    again = run(*arguments, "--ratings", "--json")
    assert first.exit_code == 0
    assert first.stdout == again.stdout
    assert "rating" in as_json(first.stdout)["standings"][0]
    assert len(list(games.iterdir())) == 8
    replayed = run("replay", str(games / "deal-3-game-1.json"))
    assert replayed.exit_code == 0
    assert "win" in replayed.stdout


@pytest.mark.parametrize(
    ("arguments", "status", "message"),
    [
        ([], 2, "PLAYER"),
        (["nobody", "random"], 3, "'nobody'"),
        (["random"], 3, "players 1"),
        (["random"] * 11, 3, "players 11"),
        (["x=no-such-program", "random"], 3, "no-such-program"),
        (["x='", "random"], 2, "cannot be read"),
        (["x=", "random"], 3, "no program ''"),
        (["random", "lowest", "--margin", "1"], 2, "need --stop"),
        (["random", "lowest", "--measure", "rank"], 2, "need --stop"),
        (["random", "lowest", "--margin", "-1", "--stop"], 3, "margin -1"),
        (["random", "lowest", "--against", "me", "--stop"], 3, "'me'"),
        (["random", "lowest", "--deals", "1"], 3, "deals 1"),
        (["random", "lowest", "--workers", "2", "--processes", "2"], 2, "one of them"),
        (["random", "lowest", "--processes", "0"], 3, "workers 0"),
        (["random", "lowest", "--seed", "-1"], 3, "-1"),
        (["random", "lowest", "--journal", "."], 2, "directory"),
    ],
)
def test_bad_input_is_named(run: Run, arguments: list[str], status: int, message: str) -> None:
    check_refusal(run("arena", *arguments), status, message)


def test_processes_change_nothing(run: Run) -> None:
    arguments = ("arena", "risk", "random", *FAST, "--json")
    assert run(*arguments, "--processes", "2").stdout == run(*arguments).stdout


def interrupt_one(process: subprocess.Popen[str]) -> None:
    process.send_signal(signal.SIGINT)


def interrupt_all(process: subprocess.Popen[str]) -> None:
    """As a terminal does."""
    os.killpg(process.pid, signal.SIGINT)


def ends(group: int) -> bool:
    """Wait for the last process of a group to end."""
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline:
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.05)
    return False


@needs_example
@needs_proc
@pytest.mark.parametrize("interrupt", [interrupt_one, interrupt_all])
@pytest.mark.parametrize("workers", [(), ("--workers", "2"), ("--processes", "2")])
def test_interruption_keeps_the_journal_and_no_process(
    tmp_path: Path, workers: tuple[str, ...], interrupt: Callable[[subprocess.Popen[str]], None]
) -> None:
    journal = tmp_path / "journal"
    command = [*PROGRAM, "arena", EXAMPLE_PLAYER, "random"]
    command += ["--deals", "100000", "--seed", "1", "--journal", str(journal)]
    process = subprocess.Popen(
        [*command, *workers],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        if journal.exists() and journal.read_bytes().count(b"\n") > 3:
            break
        time.sleep(0.05)
    interrupt(process)
    output, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert output == ""
    assert errors.strip() == "interrupted"
    assert not left_over(EXAMPLE.name)
    assert ends(process.pid)
    assert journal.read_bytes().count(b"\n") > 3


def test_progress_is_shown_on_a_terminal_only() -> None:
    arguments = ("arena", "risk", "risk", "--deals", "600")
    assert redirected(*arguments).stderr == ""
    assert b"of 600 deals" in shown_on_a_terminal(*arguments)
