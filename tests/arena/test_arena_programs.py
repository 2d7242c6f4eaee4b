"""Programs at the table: met on equal terms, and ended whatever they do."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from arena.programs import EXAMPLE, ROUND, example, left_over, misfit, needs_proc
from nimmt import CardSet, InformationSet, Placement, Rules
from nimmt.agents import LowestPolicy, RandomPolicy
from nimmt.arena import FaultKind, Players, Program, tournament
from nimmt.draft import DraftView
from nimmt.errors import ArenaError, LimitError

pytestmark = pytest.mark.skipif(os.name != "posix", reason="programs need POSIX")

QUICK = 0.4  # seconds for a program that is to run out of them


class Lowest(LowestPolicy):
    """What the well-behaved misfit plays, in Python."""

    name = "good"

    def choose(self, view: InformationSet, rng: np.random.Generator) -> int:
        return view.options[0]


@pytest.mark.parametrize("card_set", CardSet)
@pytest.mark.parametrize("placement", Placement)
def test_a_program_is_met_as_a_policy_is(card_set: str, placement: str) -> None:
    # Cards, rows, professional ties and picks: the same answers give the same games.
    rules = Rules(
        3, placement=placement, card_set=card_set, threshold=None, rounds=2, public_picks=False
    )
    found = [
        tournament([player, "random", "nearest"], rules, deals=2, rng=5)
        for player in (misfit("good"), Lowest())
    ]
    assert not found[0].faults
    assert found[0].to_dict() == found[1].to_dict()


class Example(RandomPolicy):
    """What the player of the docs says it plays."""

    name = "example"

    def play(self, view: InformationSet, rng: np.random.Generator) -> int:
        fitting = [
            card
            for card in view.hand
            if any(len(row) < view.rules.row_capacity and row[-1] < card for row in view.rows)
        ]
        return max(fitting, default=view.hand[0])

    def choose(self, view: InformationSet, rng: np.random.Generator) -> int:
        return min(view.options, key=lambda row: len(view.rows[row]))

    def pick(self, view: DraftView, rng: np.random.Generator) -> int:
        return view.remaining[-1]


@pytest.mark.skipif(not EXAMPLE.is_file(), reason="the tests are run without the docs")
@pytest.mark.parametrize("card_set", CardSet)
def test_the_example_of_the_docs_plays(card_set: str) -> None:
    rules = Rules(2, card_set=card_set, threshold=None, rounds=1)
    found = [
        tournament([player, "random"], rules, deals=4, rng=5) for player in (example(), Example())
    ]
    assert not found[0].faults
    assert found[0].to_dict() == found[1].to_dict()
    assert len(EXAMPLE.read_text().splitlines()) <= 22


FAILURES: dict[str, tuple[FaultKind, str]] = {
    "crash": (FaultKind.CRASHED, "ended with status 1"),
    "kill": (FaultKind.CRASHED, "ended by SIGKILL"),
    "hang": (FaultKind.TIMEOUT, " in 0.4 s"),
    "stubborn": (FaultKind.TIMEOUT, "no answer to request"),
    "slow-start": (FaultKind.TIMEOUT, "no answer to request 1 in 0.4 s"),
    "nonsense": (FaultKind.NONSENSE, "'my best card' is not JSON"),
    "deep": (FaultKind.NONSENSE, "is not JSON"),
    "no-object": (FaultKind.NONSENSE, "no object with 'id' and 'answer'"),
    "wrong-id": (FaultKind.NONSENSE, "answers request"),
    "flood": (FaultKind.NONSENSE, "more than 65536 bytes"),
    "lines": (FaultKind.NONSENSE, "'{}' is no object"),
    "unready": (FaultKind.NONSENSE, "'ready' was expected"),
    "close": (FaultKind.CRASHED, "closed its standard output"),
    "close-talk": (FaultKind.CRASHED, "closed its standard output"),
    "close-input": (FaultKind.TIMEOUT, "no answer to request"),
    "stderr": (FaultKind.CRASHED, "ended with status 7"),
    "child": (FaultKind.CRASHED, "ended with status 1"),
    "mute": (FaultKind.CRASHED, "ended with status 0"),
    "strange": (FaultKind.ILLEGAL, "answered 105"),
    "text": (FaultKind.ILLEGAL, "answered '5'"),
    "float": (FaultKind.ILLEGAL, "answered 5.0"),
    "true": (FaultKind.ILLEGAL, "answered True"),
    "null": (FaultKind.ILLEGAL, "answered None"),
}
IN_TIME = {"hang", "stubborn", "slow-start", "close-input"}

# A duel of hands of five.
DUEL = Rules(2, hand_size=5, rows=4, threshold=None, rounds=1)


@pytest.mark.parametrize("kind", FAILURES)
def test_a_failing_program_loses_and_is_named(kind: str) -> None:
    started = time.monotonic()
    player = misfit(kind, QUICK if kind in IN_TIME else 20.0)
    found = tournament([player, "highest"], DUEL, deals=3, rng=25, strikes=2)
    assert time.monotonic() - started < 15
    fault = found.faults[0]
    expected_kind, detail = FAILURES[kind]
    assert (fault.player, fault.kind) == (kind, expected_kind)
    assert detail in fault.detail
    # Two games of the first deal are lost at the table, the others without asking.
    assert len(found.faults) == 2
    loser, winner = found.standings
    assert (loser.lost, loser.withdrawn) == (6, True)
    assert (winner.lost, winner.withdrawn) == (0, False)
    assert (loser.rank.mean, loser.win_share.mean) == (2.0, 0.0)
    assert (winner.rank.mean, winner.win_share.mean) == (1.0, 1.0)
    assert kind in str(found)
    assert not left_over("misfit.py")
    assert not left_over("time.sleep(600)")


def test_the_end_of_the_standard_error_stream_is_kept() -> None:
    found = tournament([misfit("stderr"), "highest"], DUEL, deals=2, rng=25, strikes=1)
    assert found.faults[0].stderr.endswith("tell me why\n")
    assert len(found.faults[0].stderr) <= 2000
    found = tournament([misfit("crash"), "highest"], DUEL, deals=2, rng=25, strikes=1)
    assert found.faults[0].stderr == "no idea what to play\n"
    found = tournament([misfit("nonsense"), "highest"], DUEL, deals=2, rng=25, strikes=1)
    assert found.faults[0].stderr == "I like this one\n"


def test_a_program_that_will_not_end_is_ended() -> None:
    found = tournament([misfit("lingering"), "random"], DUEL, deals=2, rng=1)
    assert not found.faults
    assert not left_over("misfit.py")


def test_a_slow_start_has_a_time_of_its_own() -> None:
    command = misfit("late").command
    slow = Program("late", command, move_seconds=0.5, start_seconds=20.0)
    assert not tournament([slow, "random"], DUEL, deals=2, rng=1).faults
    hasty = Program("late", command, move_seconds=20.0, start_seconds=0.5)
    assert tournament([hasty, "random"], DUEL, deals=2, rng=1).faults[0].kind is FaultKind.TIMEOUT


def test_without_strikes_a_program_is_asked_for_ever() -> None:
    found = tournament([misfit("mute"), "random"], DUEL, deals=3, rng=1, strikes=None)
    assert len(found.faults) == 6
    assert not found["mute"].withdrawn


@pytest.mark.parametrize("workers", [2, 3])
def test_failures_do_not_depend_on_the_workers(workers: int) -> None:
    def play(workers: int) -> dict[str, Any]:
        players: Players = [misfit("crash"), misfit("strange"), "random"]
        rules = Rules(3, threshold=None, rounds=1)
        return tournament(players, rules, deals=5, rng=8, strikes=4, workers=workers).to_dict()

    assert play(workers) == play(1)


def test_a_kept_process_plays_all_games_of_a_deal(tmp_path: Path) -> None:
    log = tmp_path / "starts"
    code = (
        "import os, runpy, sys\n"
        f"open({str(log)!r}, 'a').write('started\\n')\n"
        f"sys.argv = ['misfit', 'good']\n"
        f"runpy.run_path({misfit('good').command[1]!r}, run_name='__main__')\n"
    )

    def starts(*, fresh: bool) -> tuple[int, dict[str, Any]]:
        log.unlink(missing_ok=True)
        player = Program("good", (sys.executable, "-c", code), fresh=fresh)
        found = tournament(
            [player, "random", player], Rules(3, threshold=None, rounds=1), deals=2, rng=1
        )
        assert not found.faults
        return len(log.read_text().splitlines()), found.to_dict()

    anew, kept = starts(fresh=True), starts(fresh=False)
    assert (anew[0], kept[0]) == (2 * 3 * 2, 2 * 2)
    assert anew[1] == kept[1]


@needs_proc
@pytest.mark.parametrize("workers", [1, 2])
def test_interruption_leaves_no_process_behind(workers: int) -> None:
    code = (
        "from arena.programs import *\nfrom nimmt.arena import tournament\n"
        f"tournament([misfit('hang', 500.0), 'random'], ROUND, rng=1, workers={workers})\n"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", code],
        cwd=Path(__file__).parents[1],
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    deadline = time.monotonic() + 30
    while not left_over("misfit.py") and time.monotonic() < deadline:
        time.sleep(0.05)
    time.sleep(0.5)
    assert left_over("misfit.py")
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=20)
    assert b"KeyboardInterrupt" in errors
    assert not left_over("misfit.py")


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        (("x", ()), ArenaError, "no program ''"),
        (("x", ("no-such-program",)), ArenaError, "'no-such-program'"),
        (("x", "python3 player.py"), ArenaError, "not a series of words"),
        (("x", (sys.executable,), 0), LimitError, "move_seconds 0"),
        (("x", (sys.executable,), 1, float("inf")), LimitError, "start_seconds inf"),
    ],
)
def test_what_cannot_be_started_is_refused(
    arguments: tuple[Any, ...], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        Program(*arguments)


def test_a_program_that_vanished_loses(tmp_path: Path) -> None:
    path = tmp_path / "player"
    path.write_text("#!/bin/sh\nexit 3\n")
    path.chmod(0o755)
    player = Program("gone", (str(path),))
    path.unlink()
    found = tournament([player, "random"], ROUND, deals=2, rng=1, strikes=1)
    assert "cannot be started" in found.faults[0].detail
