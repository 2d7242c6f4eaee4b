"""A tournament goes on after an interruption, as if there had been none."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from arena.programs import misfit
from nimmt import InformationSet, Rules
from nimmt.agents import RandomPolicy
from nimmt.arena import Stopping, Tournament, tournament
from nimmt.errors import JournalError

PLAYERS = ["nearest", "risk"]
RULES = Rules(2, hand_size=4, threshold=None, rounds=1)


class Interrupting(RandomPolicy):
    """Presses Ctrl-C after so many cards."""

    name = "risk"

    def __init__(self, cards: int) -> None:
        self.cards = cards

    def play(self, view: InformationSet, rng: np.random.Generator) -> int:
        self.cards -= 1
        if self.cards == 0:
            raise KeyboardInterrupt
        return super().play(view, rng)


def play(journal: Path | None = None, **options: Any) -> Tournament:
    return tournament(
        options.pop("players", PLAYERS), RULES, rng=3, journal=journal, **{"deals": 12, **options}
    )


def test_a_journal_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    assert play(path) == play()
    assert len(path.read_text().splitlines()) == 13
    # Once more: nothing is left to play.
    before = path.read_bytes()
    assert play(path) == play()
    assert path.read_bytes() == before


@pytest.mark.parametrize("keep", [0, 1, 30, 300, 900, 1200, -1])
def test_whatever_is_left_of_the_file_is_gone_on_from(tmp_path: Path, keep: int) -> None:
    path = tmp_path / "journal"
    play(path)
    whole = path.read_bytes()
    path.write_bytes(whole[:keep])
    assert play(path) == play()
    assert path.read_bytes() == whole


def test_every_tear_of_the_last_lines_is_mended(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    expected = play(path, deals=3)
    whole = path.read_bytes()
    for keep in range(len(whole) - len(whole.splitlines()[-1]) - 2, len(whole)):
        path.write_bytes(whole[:keep])
        assert play(path, deals=3) == expected
        assert path.read_bytes() == whole


def test_it_goes_on_after_an_interruption(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    with pytest.raises(KeyboardInterrupt):
        tournament({"nearest": "nearest", "risk": Interrupting(40)}, RULES, rng=3, journal=path)
    played = len(path.read_text().splitlines()) - 1
    assert 0 < played < 12
    # Its header names the class of the player, so this one is not the same.
    with pytest.raises(JournalError, match="another tournament: its players"):
        play(path)
    for _ in range(3):
        again = tournament(
            {"nearest": "nearest", "risk": Interrupting(-1)}, RULES, deals=12, rng=3, journal=path
        )
    whole = tournament({"nearest": "nearest", "risk": Interrupting(-1)}, RULES, deals=12, rng=3)
    assert again == whole


def test_a_killed_tournament_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    code = (
        "from nimmt.arena import tournament\n"
        f"tournament(['nearest', 'risk'], deals=100_000, rng=3, journal={str(path)!r})\n"
    )
    process = subprocess.Popen([sys.executable, "-c", code])
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        if path.exists() and path.read_bytes().count(b"\n") > 10:
            break
        time.sleep(0.02)
    process.send_signal(signal.SIGKILL)
    process.wait()
    lines = path.read_bytes().count(b"\n") - 1
    assert lines >= 10
    deals = lines + 3
    assert tournament(PLAYERS, deals=deals, journal=path) == tournament(PLAYERS, deals=deals, rng=3)


def test_failures_are_remembered(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    players = [misfit("mute"), "random"]
    whole = play(path, players=players, deals=4)
    assert whole["mute"].withdrawn
    for lines in (2, 3, 4):
        path.write_text("".join(path.read_text().splitlines(keepends=True)[:lines]))
        assert play(path, players=players, deals=4) == whole


def test_more_or_fewer_deals_and_another_rule_to_stop(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    play(path, deals=5)
    assert play(path, deals=9) == play(deals=9)
    assert play(path, deals=4) == play(deals=4)
    stopping = Stopping(first_look=5, margin=100.0)
    stopped = play(path, deals=100, stopping=stopping)
    assert stopped == play(deals=100, stopping=stopping)
    assert stopped.settled


def test_compiled_games_are_remembered_too(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    compiled: dict[str, Any] = {"deals": 3000, "rng": 4}
    tournament(["random", "nearest"], journal=path, **compiled)
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2])
    assert tournament(["random", "nearest"], journal=path, **compiled) == tournament(
        ["random", "nearest"], **compiled
    )
    assert tournament(["random", "nearest"], journal=path, deals=1234, rng=4) == tournament(
        ["random", "nearest"], deals=1234, rng=4
    )


def test_the_seed_is_remembered(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    play(path)
    assert tournament(PLAYERS, RULES, deals=12, journal=path) == play()
    with pytest.raises(JournalError, match="its seed 3 is not 4"):
        tournament(PLAYERS, RULES, deals=12, journal=path, rng=4)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"players": ["risk", "nearest"]}, "its players"),
        ({"strikes": 7}, "its strikes"),
        ({"lineups": [["risk", "nearest"]]}, "its lineups"),
    ],
)
def test_another_tournament_is_refused(
    tmp_path: Path, change: dict[str, Any], message: str
) -> None:
    path = tmp_path / "journal"
    play(path)
    before = path.read_bytes()
    with pytest.raises(JournalError, match=message):
        play(path, **change)
    assert path.read_bytes() == before


def test_a_line_in_the_middle_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    play(path)
    lines = path.read_text().splitlines(keepends=True)
    entry = json.loads(lines[4])
    for wrong in (
        "{}\n",
        "nonsense\n",
        json.dumps({**entry, "deal": 7}) + "\n",
        json.dumps({**entry, "costs": [[[1]]]}) + "\n",
        json.dumps({**entry, "costs": [[[1, 2**70]]]}) + "\n",
        json.dumps({**entry, "lost": [[9, 9, 9]]}) + "\n",
        json.dumps({**entry, "faults": [{"kind": "?"}]}) + "\n",
    ):
        path.write_text("".join([*lines[:4], wrong, *lines[5:]]))
        before = path.read_bytes()
        with pytest.raises(JournalError, match=r"line 5 of .* cannot be read"):
            play(path)
        assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("my diary", "no journal"),
        ("{}\n", "no journal"),
        ('{"format":"nimmt-game","version":1}\n', "no journal"),
        ('{"format":"nimmt-arena","version":2}\n', "version 2, 1 was expected"),
    ],
)
def test_other_files_are_left_alone(tmp_path: Path, content: str, message: str) -> None:
    path = tmp_path / "journal"
    path.write_text(content)
    with pytest.raises(JournalError, match=message):
        play(path)
    assert path.read_text() == content


def test_a_journal_has_one_tournament_at_a_time(tmp_path: Path) -> None:
    pytest.importorskip("fcntl")
    path = tmp_path / "journal"

    class Nested(RandomPolicy):
        name = "nested"

        def play(self, view: InformationSet, rng: np.random.Generator) -> int:
            with pytest.raises(JournalError, match="in use"):
                play(path)
            return super().play(view, rng)

    assert not play(path, players=[Nested(), "random"], deals=2).faults


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may write anywhere")
def test_a_file_that_cannot_be_written(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(JournalError, match="cannot be opened"):
        play(tmp_path / "journal")


def test_a_folder_is_no_journal(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match="cannot be opened"):
        play(tmp_path)
