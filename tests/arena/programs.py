"""Programs that take seats in the tests."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from uuid import uuid4

import pytest

from nimmt import Rules
from nimmt.arena import Program

HERE = Path(__file__).parent
ROUND = Rules(players=2, threshold=None, rounds=1)
EXAMPLE = HERE.parents[1] / "docs" / "examples" / "player.py"

# Whatever these tests start inherits it, and another run of them at the same time does not have it.
MARK = f"NIMMT_TESTS={os.environ.setdefault('NIMMT_TESTS', str(uuid4()))}"


needs_proc = pytest.mark.skipif(
    not Path("/proc/self/cmdline").is_file(), reason="processes are looked for in /proc"
)


def misfit(kind: str, seconds: float = 20.0, **options: bool) -> Program:
    """Return a program that does what ``misfit.py`` says."""
    command = (sys.executable, str(HERE / "misfit.py"), kind)
    return Program(kind, command, seconds, seconds, **options)


def example() -> Program:
    """Return the player of the docs."""
    return Program("example", (sys.executable, str(EXAMPLE)))


def left_over(word: str) -> list[str]:
    """Return the commands of this run's processes that have a word in them; Linux's only."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            command = (process / "cmdline").read_bytes().replace(b"\0", b" ").decode()
            state = (process / "stat").read_text().rpartition(")")[2].split()[0]
            ours = MARK.encode() in (process / "environ").read_bytes()
        except OSError:
            continue
        if ours and word in command and state != "Z" and int(process.name) != os.getpid():
            found.append(command)
    return found
