"""What a player can do wrong, and how it is told."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

__all__ = ["Fault", "FaultKind", "PlayerFailed"]


class FaultKind(StrEnum):
    """What a player did wrong."""

    CRASHED = "crashed"
    TIMEOUT = "took too long"
    NONSENSE = "answered nonsense"
    ILLEGAL = "answered an illegal action"


class PlayerFailed(Exception):  # noqa: N818 - what happened to a player, not to the library
    """A player that gives no answer, or none that can be read.

    Attributes
    ----------
    kind : FaultKind
        What it did wrong.
    detail : str
        The particulars.
    """

    def __init__(self, kind: FaultKind, detail: str) -> None:
        super().__init__(f"{kind}: {detail}")
        self.kind = kind
        self.detail = detail


@dataclass(frozen=True, slots=True)
class Fault:
    """A player that lost a game by failing.

    Attributes
    ----------
    player : str
        Its name.
    deal, game, seat : int
        Where: the number of the deal, of the game on it, and the seat.
    kind : FaultKind
        What it did wrong.
    detail : str
        The particulars.
    stderr : str
        The end of what a program wrote to its standard error stream.
    """

    player: str
    deal: int
    game: int
    seat: int
    kind: FaultKind
    detail: str
    stderr: str = ""

    @classmethod
    def of(
        cls, player: str, place: tuple[int, int, int], failure: PlayerFailed, stderr: str = ""
    ) -> Fault:
        """Note a failure at a place: deal, game and seat."""
        return cls(player, *place, failure.kind, failure.detail, stderr)

    def __str__(self) -> str:
        return (
            f"{self.player} {self.kind} at seat {self.seat} of game {self.game} on deal "
            f"{self.deal}: {self.detail}"
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the values, for JSON."""
        return {
            "player": self.player,
            "deal": self.deal,
            "game": self.game,
            "seat": self.seat,
            "kind": str(self.kind),
            "detail": self.detail,
            "stderr": self.stderr,
        }

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Fault:
        """Make a fault from ``to_dict``'s result."""
        return cls(**{**data, "kind": FaultKind(data["kind"])})
