"""Running the command line inside the tests, and beside them."""

from __future__ import annotations

import os
import pty
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from nimmt.cli import main

Run = Callable[..., Result]
PROGRAM = [sys.executable, "-m", "nimmt"]
PATIENCE = 60


@pytest.fixture
def run() -> Run:
    """Run ``nimmt`` with arguments and standard input; errors come back, nothing is raised."""

    def invoke(*arguments: str, text: str | bytes | None = None) -> Result:
        return CliRunner().invoke(main, list(arguments), input=text)

    return invoke


def check_refusal(result: Result, status: int, message: str) -> None:
    """Check that a command said what is wrong, and nothing else."""
    assert result.exit_code == status
    assert message in result.stderr
    assert result.stdout == ""
    assert "Traceback" not in result.stderr


def interrupted(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run ``nimmt`` as a program of its own, and press Ctrl-C when it is at work."""
    command = [*PROGRAM, *arguments]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            _wait_for_work(process.pid)
            process.send_signal(signal.SIGINT)
            output, errors = process.communicate(timeout=PATIENCE)
        finally:
            process.kill()
    return subprocess.CompletedProcess(command, process.returncode, output, errors)


def _wait_for_work(pid: int) -> None:
    """Wait until imports are over: an early signal would test Python's start instead.

    They take well under a second of the processor, and on a busy machine much longer by the clock.
    """
    numbers = Path(f"/proc/{pid}/stat")
    if not numbers.exists():  # not Linux
        time.sleep(5)
        return
    used, end = 0.0, time.monotonic() + PATIENCE
    while used < 1.5:
        assert time.monotonic() < end, "the program does not work"
        time.sleep(0.05)
        user, system = numbers.read_text().rpartition(")")[2].split()[11:13]
        used = (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def redirected(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run ``nimmt`` as a program of its own, with no terminal."""
    return subprocess.run(
        [*PROGRAM, *arguments], capture_output=True, text=True, check=True, timeout=PATIENCE
    )


def shown_on_a_terminal(*arguments: str) -> bytes:
    """Run ``nimmt`` as a program of its own, with a terminal; return what it shows meanwhile."""
    master, slave = pty.openpty()
    command = [*PROGRAM, *arguments]
    environment = {**os.environ, "TERM": "xterm"}
    shown = b""
    with subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=slave, env=environment
    ) as process:
        os.close(slave)
        late = threading.Timer(PATIENCE, process.kill)
        late.start()
        try:
            # Read as it comes: a terminal that nobody reads makes the program wait.
            while part := os.read(master, 100_000):
                shown += part
        except OSError:
            pass  # how Linux says that the program has ended
        finally:
            os.close(master)
            process.wait()
            late.cancel()
    assert process.returncode == 0
    return shown
