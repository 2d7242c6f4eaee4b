"""The players of a tournament: who they are, and how they are opened for a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from nimmt.agents import (
    CheapestPolicy,
    HighestPolicy,
    InstantPolicy,
    LowestPolicy,
    NearestPolicy,
    Policy,
    RandomPolicy,
    policy_named,
)
from nimmt.analysis.network import suits
from nimmt.arena.program import Program
from nimmt.errors import ArenaError
from nimmt.rules import Rules
from nimmt_core import _games

__all__ = [
    "Entrant",
    "Player",
    "Players",
    "check_name",
    "entrants_of",
    "named_players",
    "policy_to_dict",
]

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
    InstantPolicy: "instant",
}
"""Policies that the kernel can play; not what is derived from them."""

INSTANT = COMPILED[InstantPolicy]


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

    def compiled(self, rules: Rules) -> int | None:
        """Return the kernel's number of the player; None if it cannot play by these rules."""
        name = COMPILED.get(type(self.player))
        if name is None or (name == INSTANT and not suits(rules)):
            return None
        return _games.PLAYERS.index(name)

    def to_dict(self) -> dict[str, Any]:
        """Return what tells it from other players, for JSON."""
        if isinstance(self.player, Program):
            return {"name": self.name, "program": self.player.to_dict()}
        return policy_to_dict(self.name, self.player)


def policy_to_dict(name: str, policy: Any) -> dict[str, Any]:
    """Return what tells a policy, of whichever game, from others, for JSON."""
    kind = type(policy)
    return {
        "name": name,
        "policy": f"{kind.__module__}.{kind.__qualname__}",
        "called": policy.name,
    }


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
    different, listed = named_players(players)
    return tuple(_entrant(name, player) for name, player in different.items()), listed


def named_players(
    players: Sequence[Any] | Mapping[str, Any],
) -> tuple[dict[str, Any], tuple[int, ...]]:
    """Tell the players that were given apart by their names, whatever they are.

    Returns
    -------
    different : dict of str to players
        The different ones, in the order given.
    indices : tuple of int
        For each that was given, which of them it is.

    Raises
    ------
    ArenaError
        If there are none, or two different ones have one name.
    """
    if isinstance(players, str) or not isinstance(players, Sequence | Mapping):
        raise ArenaError(
            f"players {players!r} are not a series of players, or a mapping from names"
        )
    named = (
        list(players.items())
        if isinstance(players, Mapping)
        else [(_own_name(player), player) for player in players]
    )
    if not named:
        raise ArenaError("there are no players: one was expected at least")
    different: dict[str, Any] = {}
    for name, player in named:
        before = different.setdefault(name, player)
        if before is not player and before != player:
            raise ArenaError(
                f"two different players are called {name!r}: give them in a mapping from names"
            )
    names = list(different)
    return different, tuple(names.index(name) for name, _ in named)


def _own_name(player: Any) -> Any:
    return player if isinstance(player, str) else getattr(player, "name", None)


def _entrant(name: Any, player: Any) -> Entrant:
    if isinstance(player, str):
        player = policy_named(player)
    if not isinstance(player, Policy | Program):
        raise ArenaError(f"{player!r} is no player: a name, a policy or a Program was expected")
    check_name(name)
    return Entrant(name, player)


def check_name(name: Any) -> None:
    """Refuse what is no name of a player.

    Raises
    ------
    ArenaError
        If it is none.
    """
    if not isinstance(name, str) or not name:
        raise ArenaError(f"{name!r} is no name of a player")
