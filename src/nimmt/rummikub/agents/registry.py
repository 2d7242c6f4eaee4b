"""The players of Rummikub that ship, by name."""

from __future__ import annotations

from collections.abc import Callable

from nimmt.errors import NimmtError
from nimmt.limits import Limit
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
    kind, colon, number = name.partition(":")
    if kind not in POLICIES:
        raise NimmtError(f"no player is called {name!r}: one of {', '.join(POLICIES)} was expected")
    if not colon:
        return POLICIES[kind]()
    if kind != SamplingPolicy.name or not (number.isascii() and number.isdecimal()):
        raise NimmtError(
            f"no player is called {name!r}: sampling alone takes a number, such as sampling:50"
        )
    return SamplingPolicy(Limit(samples=int(number)))
