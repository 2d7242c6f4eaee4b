"""Answers with an entry for everything that a player could do."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

__all__ = ["Action", "HasEntries"]


@dataclass(frozen=True)
class Action:
    """One card to play, or one row to choose.

    Attributes
    ----------
    card : int
        The card to play; at a choice of rows, the card that is being placed.
    row : int or None
        The row to choose, or None where a card is to be played.
    """

    card: int
    row: int | None

    @property
    def action(self) -> int:
        """The card to play, or the row to choose."""
        return self.card if self.row is None else self.row

    def to_dict(self) -> dict[str, Any]:
        """Return the values, for JSON."""
        return {"card": self.card, **({} if self.row is None else {"row": self.row})}


class _Entry(Protocol):
    @property
    def action(self) -> int: ...


Entry = TypeVar("Entry", bound=_Entry)


class HasEntries(ABC, Generic[Entry]):
    """What an answer with an entry for each card, or for each row, can do."""

    @property
    @abstractmethod
    def _entries(self) -> tuple[Entry, ...]:
        """The entries, in the order of the answer."""

    def __getitem__(self, action: int) -> Entry:
        """Return the entry of a card, or of a row where a row is chosen.

        Raises
        ------
        KeyError
            If it was not possible.
        """
        for entry in self._entries:
            if entry.action == action:
                return entry
        raise KeyError(action)

    def __iter__(self) -> Iterator[Entry]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)
