"""The players of a tournament: who they are, and how they are opened for a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from nimmt.agents import (
    CheapestPolicy,
    HighestPolicy,
    LowestPolicy,
    NearestPolicy,
    Policy,
    RandomPolicy,
    policy_named,
)
from nimmt.arena.program import Program
from nimmt.errors import ArenaError
from nimmt_core import _games

__all__ = ["Entrant", "Player", "Players", "entrants_of"]

Player = str | Policy | Program
"""Who can take a seat: the name of a player that ships, a policy, or a program."""

Players = Sequence[Player] | Mapping[str, Player]
"""Players, by their own names or by other names."""

COMPILED: dict[type, str] = {
    RandomPolicy: "random",
    LowestPolicy: "lowest",
    HighestPolicy: "highest",
    NearestPolicy: "nearest",
    CheapestPolicy: "cheapest",
}
"""Policies that the kernel can play; not what is derived from them."""


@dataclass(frozen=True)
class Entrant:
    """A player of a tournament.

    Attributes
    ----------
    name : str
        What it is called.
    player : Policy or Program
        Who plays.
    """

    name: str
    player: Policy | Program

    @property
    def compiled(self) -> int | None:
        """The kernel's number of the player; None if it is not compiled."""
        name = COMPILED.get(type(self.player))
        return None if name is None else _games.PLAYERS.index(name)

    def to_dict(self) -> dict[str, Any]:
        """Return what tells it from other players, for JSON."""
        if isinstance(self.player, Program):
            return {"name": self.name, "program": self.player.to_dict()}
        kind = type(self.player)
        policy = f"{kind.__module__}.{kind.__qualname__}"
        return {"name": self.name, "policy": policy, "called": self.player.name}


def entrants_of(players: Players) -> tuple[tuple[Entrant, ...], tuple[int, ...]]:
    """Read the players that were given.

    Returns
    -------
    entrants : tuple of Entrant
        The different ones, in the order given.
    indices : tuple of int
        For each that was given, which of them it is.

    Raises
    ------
    ArenaError
        If there are none, one is no player, or two different ones have one name.
    NimmtError
        If no player that ships is called what a name says.
    """
    if isinstance(players, str) or not isinstance(players, Sequence | Mapping):
        raise ArenaError(
            f"players {players!r} are not a series of players, or a mapping from names"
        )
    given = (
        [_entrant(player, name) for name, player in players.items()]
        if isinstance(players, Mapping)
        else [_entrant(player, None) for player in players]
    )
    if not given:
        raise ArenaError("there are no players: one was expected at least")
    entrants: dict[str, Entrant] = {}
    for entrant, player in zip(given, _values(players), strict=True):
        before = entrants.setdefault(entrant.name, entrant)
        same = before.player is entrant.player or before.player == entrant.player
        if not same and not isinstance(player, str):
            raise ArenaError(
                f"two different players are called {entrant.name!r}: give them in a mapping from "
                "names"
            )
    names = list(entrants)
    return tuple(entrants.values()), tuple(names.index(entrant.name) for entrant in given)


def _values(players: Players) -> Sequence[Player]:
    return list(players.values()) if isinstance(players, Mapping) else players


def _entrant(player: Any, name: str | None) -> Entrant:
    if isinstance(player, str):
        return Entrant(player if name is None else name, policy_named(player))
    if not isinstance(player, Policy | Program):
        raise ArenaError(f"{player!r} is no player: a name, a policy or a Program was expected")
    called = player.name if name is None else name
    if not isinstance(called, str) or not called:
        raise ArenaError(f"{called!r} is no name of a player")
    return Entrant(called, player)
