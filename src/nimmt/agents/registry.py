"""The players that ship, by name."""

from __future__ import annotations

from collections.abc import Callable

from nimmt.agents.montecarlo import MonteCarloPolicy
from nimmt.agents.policy import Policy
from nimmt.agents.simple import LowestPolicy, RandomPolicy
from nimmt.errors import NimmtError

__all__ = ["POLICIES", "policy_named"]

POLICIES: dict[str, Callable[[], Policy]] = {
    "random": RandomPolicy,
    "lowest": LowestPolicy,
    "montecarlo": MonteCarloPolicy,
}


def policy_named(name: str) -> Policy:
    """Make a player that ships.

    Raises
    ------
    NimmtError
        If none is called that.

    Examples
    --------
    >>> policy_named("lowest").name
    'lowest'
    """
    if name not in POLICIES:
        raise NimmtError(f"no player is called {name!r}: one of {', '.join(POLICIES)} was expected")
    return POLICIES[name]()
