"""The players of Rummikub that ship, by name."""

from __future__ import annotations

from collections.abc import Callable

from nimmt._named import named
from nimmt.rummikub.agents.policy import Policy
from nimmt.rummikub.agents.sampling import SamplingPolicy
from nimmt.rummikub.agents.simple import GreedyPolicy, HoldBackPolicy, RandomPolicy

__all__ = ["POLICIES", "policy_named"]

POLICIES: dict[str, Callable[[], Policy]] = {
    "random": RandomPolicy,
    "tiles": lambda: GreedyPolicy("tiles, value", "tiles"),
    "value": lambda: GreedyPolicy("value, tiles", "value"),
    "holdback": HoldBackPolicy,
    "sampling": SamplingPolicy,
}


def policy_named(name: str) -> Policy:
    """Make a player that ships.

    Parameters
    ----------
    name : str
        One of ``POLICIES``, or ``sampling:N`` for N deals a turn.

    Raises
    ------
    NimmtError
        If none is called that.

    Examples
    --------
    >>> policy_named("value").name
    'value'
    >>> policy_named("sampling:50").limit
    Limit(samples=50, seconds=None, std_error=None, nodes=None)
    """
    return named(name, "player", POLICIES, {SamplingPolicy.kind: SamplingPolicy}, "sampling:50")
