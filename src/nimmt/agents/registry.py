"""The players that ship, by name."""

from __future__ import annotations

from collections.abc import Callable

from nimmt._named import named
from nimmt.agents.advised import AdvisedPolicy
from nimmt.agents.drafters import Drafting, drafter_named
from nimmt.agents.instant import InstantPolicy
from nimmt.agents.montecarlo import MonteCarloPolicy
from nimmt.agents.policy import Policy
from nimmt.agents.risk import RiskPolicy
from nimmt.agents.simple import (
    CheapestPolicy,
    HighestPolicy,
    LowestPolicy,
    NearestPolicy,
    RandomPolicy,
)
from nimmt.agents.strong import StrongPolicy

__all__ = ["POLICIES", "policy_named"]

POLICIES: dict[str, Callable[[], Policy]] = {
    "random": RandomPolicy,
    "lowest": LowestPolicy,
    "highest": HighestPolicy,
    "nearest": NearestPolicy,
    "cheapest": CheapestPolicy,
    "risk": RiskPolicy,
    "montecarlo": MonteCarloPolicy,
    "instant": InstantPolicy,
    "strong": StrongPolicy,
}

SAMPLING: dict[str, type[AdvisedPolicy]] = {
    policy.kind: policy for policy in (MonteCarloPolicy, StrongPolicy)
}
"""Players that take a number of deals."""


def policy_named(name: str) -> Policy:
    """Make a player that ships.

    Parameters
    ----------
    name : str
        One of ``POLICIES``, or ``montecarlo:N`` or ``strong:N`` for N playouts a card; with a
        drafter before it, such as ``engine+strong``, it picks as that one in logical games.

    Raises
    ------
    NimmtError
        If none is called that.

    Examples
    --------
    >>> policy_named("lowest").name
    'lowest'
    >>> policy_named("montecarlo:100").limit
    Limit(samples=100, seconds=None, std_error=None, nodes=None)
    >>> policy_named("gaps+instant").name
    'gaps+instant'
    """
    drafter, plus, player = name.partition("+")
    if plus:
        return Drafting(drafter_named(drafter), policy_named(player))
    return named(name, "player", POLICIES, SAMPLING, "montecarlo:100")
