"""What has been played, on disk: a file of JSON lines that is only ever added to.

The first line says what is played, each other line what came of some deals, in order.  A line that
an interruption tore is dropped; then the tournament goes on from there.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Self

import numpy as np

from nimmt.arena.deals import Deals
from nimmt.arena.faults import Fault
from nimmt.errors import JournalError

__all__ = ["FORMAT", "Journal"]

FORMAT = "nimmt-arena"
FORMAT_VERSION = 1
BEGINNING = f'{{"format":"{FORMAT}","version":{FORMAT_VERSION},'.encode()


class Journal:
    """The journal of a tournament, open for adding to it.

    Parameters
    ----------
    path : path
        The file; made if there is none.

    Raises
    ------
    JournalError
        If it cannot be opened, is in use, or is no journal.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            self._file: IO[bytes] = open(path, "a+b")  # noqa: SIM115 - closed by close()
        except OSError as error:
            raise JournalError(f"{path} cannot be opened: {error.strerror}") from None
        try:
            self._lock()
            self._file.seek(0)
            self._header = self._read_header()
        except BaseException:
            self.close()
            raise

    @property
    def header(self) -> dict[str, Any] | None:
        """What the journal says is played; None if it is new."""
        return self._header

    def begin(self, header: dict[str, Any]) -> None:
        """Say what is played, or check that it is what the journal says.

        Raises
        ------
        JournalError
            If the journal belongs to another tournament.
        """
        wanted = json.loads(json.dumps(header))
        if self._header is None:
            self._header = {"format": FORMAT, "version": FORMAT_VERSION, **wanted}
            self._append(self._header)
            return
        for name, value in wanted.items():
            if self._header.get(name) != value:
                raise JournalError(
                    f"{self.path} belongs to another tournament: its {name} "
                    f"{json.dumps(self._header.get(name))} is not {json.dumps(value)}"
                )

    def played(self, games: int, seats: int) -> Iterator[Deals]:
        """Yield what has been played, and get ready to add to it.

        Parameters
        ----------
        games, seats : int
            Games on each deal, and seats.

        Raises
        ------
        JournalError
            If a line before the last cannot be read.
        """
        number = 1
        first = 0
        end = self._file.tell()
        torn: str | None = None
        for number, line in enumerate(self._file, 2):
            if torn is not None:
                raise JournalError(f"line {number - 1} of {self.path} cannot be read: {torn}")
            try:
                deals = _deals_of(line, first, games, seats)
            except (ValueError, LookupError, TypeError, OverflowError) as error:
                torn = f"{type(error).__name__}: {error}"
                continue
            yield deals
            first += len(deals.costs)
            end += len(line)
        self._file.truncate(end)

    def add(self, first: int, deals: Deals) -> None:
        """Add what came of the next deals."""
        self._append(
            {
                "deal": first,
                "costs": deals.costs.tolist(),
                "lost": np.argwhere(deals.lost).tolist(),
                "faults": [fault.to_dict() for fault in deals.faults],
            }
        )

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _append(self, entry: dict[str, Any]) -> None:
        try:
            self._file.write(json.dumps(entry, separators=(",", ":")).encode() + b"\n")
            self._file.flush()
        except OSError as error:
            raise JournalError(f"{self.path} cannot be written: {error.strerror}") from None

    def _read_header(self) -> dict[str, Any] | None:
        line = self._file.readline()
        if not line:
            return None
        if not line.endswith(b"\n") and BEGINNING.startswith(line[: len(BEGINNING)]):
            # Torn before anything was played.
            self._file.truncate(0)
            return None
        header: Any = None
        with suppress(ValueError):
            header = json.loads(line)
        if not isinstance(header, dict) or header.get("format") != FORMAT:
            raise JournalError(f"{self.path} is no journal of a tournament")
        if header.get("version") != FORMAT_VERSION:
            raise JournalError(
                f"{self.path} is of version {header.get('version')!r}, {FORMAT_VERSION} was "
                "expected"
            )
        return header

    def _lock(self) -> None:
        """Keep others from adding to the file, where the system can."""
        try:
            import fcntl
        except ImportError:
            return
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise JournalError(f"{self.path} is in use by another tournament") from None
        except OSError:
            return  # a file system without locks


def _deals_of(line: bytes, first: int, games: int, seats: int) -> Deals:
    """Read a line; whatever is wrong with it raises one of Python's own errors."""
    if not line.endswith(b"\n"):
        raise ValueError("it has no end")
    entry = json.loads(line)
    if entry["deal"] != first:
        raise ValueError(f"deal {entry['deal']!r} comes where {first} was expected")
    costs = np.array(entry["costs"], dtype=np.int32)
    if costs.ndim != 3 or costs.shape[1:] != (games, seats):
        raise ValueError(f"its results have the shape {costs.shape}")
    lost = np.zeros(costs.shape, dtype=np.bool_)
    for place in entry["lost"]:
        lost[tuple(place)] = True
    return Deals(costs, lost, tuple(Fault.from_dict(fault) for fault in entry["faults"]))
