"""A program at the table: started, asked within a time, and ended whatever it does.

Pipes that can be waited on and process groups that can be killed are POSIX's.
"""

from __future__ import annotations

import os
import selectors
import shutil
import signal
import subprocess
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import numpy as np

from nimmt._numbers import checked_number
from nimmt.arena import protocol
from nimmt.arena.faults import FaultKind, PlayerFailed
from nimmt.draft import DraftView
from nimmt.errors import ArenaError
from nimmt.position import InformationSet
from nimmt.rules import Rules

__all__ = ["Program", "Session"]

CHUNK = 65_536
MOST_IN_PIPE = 1_048_576  # bytes that a pipe can hold, as systems are set up
STDERR_KEPT = 2000  # bytes of the end of what a program writes to its standard error stream
GRACE = 0.5  # seconds to end by itself, and again after SIGTERM
SLICE = 0.1  # seconds between looks at whether the tournament goes on
STATUS_WAIT = 0.2  # seconds to wait for the exit status of a program that closed its output


@dataclass(frozen=True)
class Program:
    """A player that is a program of its own, in any language.

    It reads requests from its standard input and answers on its standard output, one JSON object
    on each line.

    Attributes
    ----------
    name : str
        What to call it.
    command : tuple of str
        The program and its arguments; no shell reads them.
    move_seconds : float
        Time for each answer.
    start_seconds : float
        Time from the start of the process to its first answer.
    fresh : bool
        Whether a new process is started for every game.  If not, one process at each seat plays
        all the games of a deal, and is trusted to remember nothing: it will see the same cards from
        other seats.

    Raises
    ------
    ArenaError
        If the command is empty, or there is no such program.
    LimitError
        If a time is not a positive number.
    """

    name: str
    command: tuple[str, ...]
    move_seconds: float = 10.0
    start_seconds: float = 10.0
    fresh: bool = True

    def __post_init__(self) -> None:
        """Check the values."""
        if isinstance(self.command, str) or not all(isinstance(part, str) for part in self.command):
            raise ArenaError(
                f"command {self.command!r} of {self.name!r} is not a series of words, such as "
                "('python3', 'player.py')"
            )
        object.__setattr__(self, "command", tuple(self.command))
        for name in ("move_seconds", "start_seconds"):
            value = checked_number(getattr(self, name), name, positive=True)
            object.__setattr__(self, name, value)
        if not self.command or shutil.which(self.command[0]) is None:
            raise ArenaError(
                f"there is no program {' '.join(self.command)!r} to start for {self.name!r}"
            )
        if os.name != "posix":
            raise ArenaError(f"{self.name!r} is a program: it needs a POSIX system, not {os.name}")

    def start(self, going_on: Callable[[], None]) -> Session:
        """Start a process.

        Parameters
        ----------
        going_on : callable
            Called while the process is waited for; raises if the tournament is given up.

        Raises
        ------
        PlayerFailed
            If it cannot be started.
        """
        return Session(self, going_on)

    def to_dict(self) -> dict[str, Any]:
        """Return what the program's play depends on, for JSON."""
        return {
            "command": list(self.command),
            "move_seconds": self.move_seconds,
            "start_seconds": self.start_seconds,
            "fresh": self.fresh,
        }


class Session:
    """A process at a seat: a policy that asks it.

    Parameters
    ----------
    program : Program
        What to start.
    going_on : callable
        Called while the process is waited for; raises if the tournament is given up.
    """

    def __init__(self, program: Program, going_on: Callable[[], None]) -> None:
        self.program = program
        self.name = program.name
        self._going_on = going_on
        self._number = 0
        self._unsent = b""
        self._unread = b""
        self._stderr = b""
        self._started = time.monotonic()
        try:
            self._process = subprocess.Popen(
                program.command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,  # a process group that can be killed as a whole
            )
        except OSError as error:
            raise PlayerFailed(FaultKind.CRASHED, f"cannot be started: {error}") from None
        pipes = (self._process.stdin, self._process.stdout, self._process.stderr)
        self._in, self._out, self._err = (pipe.fileno() for pipe in pipes if pipe is not None)
        for pipe in (self._in, self._out, self._err):
            os.set_blocking(pipe, False)
        self._err_open = True
        self._killed = False

    # The policy.

    def announce(self, rules: Rules, seat: int, rng: np.random.Generator) -> None:
        """Announce a game; ``await_ready`` reads the answer."""
        self._send(protocol.game_request(rules, seat, int(rng.integers(1 << 53))))

    def await_ready(self) -> None:
        """Wait until the program is ready for the game that was announced.

        Raises
        ------
        PlayerFailed
            If it is not ready in time.
        """
        first = self._number == 1
        seconds = self.program.start_seconds if first else self.program.move_seconds
        answer = self._answer((self._started if first else time.monotonic()) + seconds, seconds)
        if answer != protocol.READY:
            raise PlayerFailed(
                FaultKind.NONSENSE, f"{answer!r} was answered to a new game, 'ready' was expected"
            )

    def play(self, view: InformationSet, rng: np.random.Generator) -> Any:
        """Ask for a card."""
        return self._ask(protocol.play_request(view))

    def choose(self, view: InformationSet, rng: np.random.Generator) -> Any:
        """Ask for a row."""
        return self._ask(protocol.choose_request(view))

    def pick(self, view: DraftView, rng: np.random.Generator) -> Any:
        """Ask for a card of the open table."""
        return self._ask(protocol.pick_request(view))

    def tell_over(self, scores: tuple[int, ...]) -> None:
        """Tell that the game is over; whether the program reads it is its own affair."""
        self._unsent += protocol.request_line(protocol.over_notice(scores), None)
        with suppress(PlayerFailed):
            self._write(time.monotonic() + SLICE, SLICE)

    @property
    def stderr(self) -> str:
        """The end of what the program wrote to its standard error stream by now."""
        self._drain_stderr()
        return self._stderr.decode(errors="replace")

    # Asking.

    def _ask(self, request: dict[str, Any]) -> Any:
        seconds = self.program.move_seconds
        deadline = time.monotonic() + seconds
        self._send(request)
        return self._answer(deadline, seconds)

    def _send(self, request: dict[str, Any]) -> None:
        self._number += 1
        self._unsent += protocol.request_line(request, self._number)

    def _write(self, deadline: float, seconds: float) -> None:
        """Write what is to be sent; reads the standard error stream on the way."""
        while self._unsent:
            self._wait(deadline, seconds, self._in, selectors.EVENT_WRITE)
            try:
                self._unsent = self._unsent[os.write(self._in, self._unsent) :]
            except BlockingIOError:
                continue
            except BrokenPipeError:
                raise self._ended("closed its standard input") from None

    def _answer(self, deadline: float, seconds: float) -> Any:
        self._write(deadline, seconds)
        while (end := self._unread.find(b"\n")) < 0:
            if len(self._unread) >= protocol.LONGEST_LINE:
                raise PlayerFailed(
                    FaultKind.NONSENSE,
                    f"more than {protocol.LONGEST_LINE} bytes were written without an end of line",
                )
            self._wait(deadline, seconds, self._out, selectors.EVENT_READ)
            try:
                data = os.read(self._out, CHUNK)
            except BlockingIOError:
                continue
            if not data:
                raise self._ended("closed its standard output")
            self._unread += data
        line, self._unread = self._unread[: end + 1], self._unread[end + 1 :]
        return protocol.read_answer(line, self._number)

    def _wait(self, deadline: float, seconds: float, pipe: int, event: int) -> None:
        """Wait for a pipe, and keep the end of the standard error stream meanwhile."""
        with selectors.PollSelector() as selector:
            selector.register(pipe, event)
            if self._err_open:
                selector.register(self._err, selectors.EVENT_READ)
            while True:
                self._going_on()
                left = deadline - time.monotonic()
                ready = {key.fd for key, _ in selector.select(max(0.0, min(left, SLICE)))}
                if self._err in ready and not self._read_stderr():
                    selector.unregister(self._err)
                if pipe in ready:
                    return
                if not ready and self._has_exited():
                    # What it started may still hold its pipes open.
                    raise self._ended("ended")
                if left <= 0:
                    raise PlayerFailed(
                        FaultKind.TIMEOUT, f"no answer to request {self._number} in {seconds:g} s"
                    )

    def _read_stderr(self) -> bool:
        """Read a piece of the standard error stream; False at its end."""
        try:
            data = os.read(self._err, CHUNK)
        except BlockingIOError:
            return True
        self._err_open = bool(data)
        self._stderr = (self._stderr + data)[-STDERR_KEPT:]
        return self._err_open

    def _ended(self, otherwise: str) -> PlayerFailed:
        """Say how a process ended that can be read or written no more."""
        deadline = time.monotonic() + STATUS_WAIT
        while not (exited := self._has_exited()) and time.monotonic() < deadline:
            time.sleep(0.005)
        if not exited:
            return PlayerFailed(FaultKind.CRASHED, otherwise)
        self._kill_group()
        status = self._process.wait()
        if status >= 0:
            return PlayerFailed(FaultKind.CRASHED, f"ended with status {status}")
        names = {number.value: number.name for number in signal.Signals}
        name = names.get(-status, f"signal {-status}")
        return PlayerFailed(FaultKind.CRASHED, f"ended by {name}")

    def _drain_stderr(self) -> None:
        """Read what is in the pipe; no more, as a program may write for ever."""
        for _ in range(MOST_IN_PIPE // CHUNK):
            if not (self._err_open and self._read_stderr()):
                return

    def _has_exited(self) -> bool:
        """Whether the process has ended.

        It is not reaped, so that its number stays its own until its group is killed; but for macOS
        before Python 3.13, which cannot look without.
        """
        if self._process.returncode is None and hasattr(os, "waitid"):
            options = os.WEXITED | os.WNOHANG | os.WNOWAIT
            return os.waitid(os.P_PID, self._process.pid, options) is not None
        return self._process.poll() is not None

    # The end.

    def close(self, *, at_once: bool = False) -> None:
        """End the process and all that it started.

        Parameters
        ----------
        at_once : bool
            Kill it; otherwise its input is closed, and it has a moment to end by itself, and
            another after a SIGTERM.
        """
        try:
            if not (self._killed or at_once):
                self._close_pipe(self._process.stdin)
                if not self._ends_within(GRACE):
                    self._signal_group(signal.SIGTERM)
                    self._ends_within(GRACE)
        finally:
            self._kill_group()
            self._process.wait()
            for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
                self._close_pipe(pipe)

    def _ends_within(self, seconds: float) -> bool:
        deadline = time.monotonic() + seconds
        pause = 0.0005
        while not self._has_exited():
            if time.monotonic() >= deadline:
                return False
            time.sleep(pause)
            pause = min(2 * pause, 0.02)
        return True

    def _kill_group(self) -> None:
        """Kill what is left of the group, once: later its number may be another's."""
        if not self._killed:
            self._killed = True
            self._signal_group(signal.SIGKILL)

    def _signal_group(self, number: signal.Signals) -> None:
        # When nothing is left of the group, macOS says so by a PermissionError.
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, number)

    @staticmethod
    def _close_pipe(pipe: Any) -> None:
        with suppress(OSError):  # nobody reads it any more
            pipe.close()
