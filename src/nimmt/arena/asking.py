"""Players at a table, some of which may fail: then another one decides for them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from threading import Event
from typing import Generic, TypeVar

from nimmt.arena.faults import FaultKind, PlayerFailed
from nimmt.errors import IllegalActionError

__all__ = ["Abandoned", "Seats", "going_on"]

P = TypeVar("P")
T = TypeVar("T")


class Abandoned(Exception):  # noqa: N818 - nothing went wrong
    """The tournament is given up."""


def going_on(given_up: Event | None) -> Callable[[], None]:
    """Return what raises ``Abandoned`` if the tournament is given up."""

    def check() -> None:
        if given_up is not None and given_up.is_set():
            raise Abandoned

    return check


class Seats(Generic[P]):
    """The players of a game.

    Parameters
    ----------
    players : sequence of players or PlayerFailed
        Who sits at each seat, or why nobody does.
    substitute : player
        Who decides for a player that has failed.
    check : callable
        Called before every decision; raises if the tournament is given up.

    Attributes
    ----------
    failed : dict of int to PlayerFailed
        What happened at the seats whose players failed.
    """

    def __init__(
        self, players: Sequence[P | PlayerFailed], substitute: P, check: Callable[[], None]
    ) -> None:
        self._players = players
        self._substitute = substitute
        self._check = check
        self.failed = {
            seat: player for seat, player in enumerate(players) if isinstance(player, PlayerFailed)
        }

    def decide(self, seat: int, ask: Callable[[P], T]) -> T:
        """Let the player at a seat decide; if it fails, it is not asked again.

        Parameters
        ----------
        seat : int
            The seat.
        ask : callable
            Asks a player.
        """
        self._check()
        player = self._players[seat]
        if seat not in self.failed and not isinstance(player, PlayerFailed):
            try:
                return ask(player)
            except PlayerFailed as failure:
                self.failed[seat] = failure
            except IllegalActionError as error:
                self.failed[seat] = PlayerFailed(FaultKind.ILLEGAL, str(error))
            except Abandoned:
                raise
            except Exception as error:
                name = type(error).__name__
                self.failed[seat] = PlayerFailed(FaultKind.CRASHED, f"{name}: {error}")
        return ask(self._substitute)
