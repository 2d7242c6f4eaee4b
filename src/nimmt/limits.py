"""When a search stops."""

from __future__ import annotations

import math
import operator
from dataclasses import dataclass
from typing import Any

from nimmt.errors import LimitError

__all__ = ["Limit", "at_least", "positive"]

FEWEST_SAMPLES = 2  # a standard error needs two


@dataclass(frozen=True, slots=True)
class Limit:
    """When a search stops: at whichever is reached first.

    Attributes
    ----------
    samples : int or None
        Deals to sample; 2 or more.
    seconds : float or None
        Time to use.  What was done is reported, so that the run can be repeated exactly with
        ``samples``.
    std_error : float or None
        Stop when the standard error of every candidate is no larger.
    nodes : int or None
        Positions to search, in exact searches.

    Raises
    ------
    LimitError
        If a value makes no sense, or all are None.

    Examples
    --------
    >>> Limit(samples=2000)
    Limit(samples=2000, seconds=None, std_error=None, nodes=None)
    """

    samples: int | None = None
    seconds: float | None = None
    std_error: float | None = None
    nodes: int | None = None

    def __post_init__(self) -> None:
        """Check every value."""
        if not self.to_dict():
            raise LimitError("a limit needs samples, seconds, std_error or nodes: all are None")
        for name, fewest in (("samples", FEWEST_SAMPLES), ("nodes", 1)):
            value = getattr(self, name)
            if value is not None:
                object.__setattr__(self, name, at_least(fewest, name, value))
        for name in ("seconds", "std_error"):
            value = getattr(self, name)
            if value is not None:
                object.__setattr__(self, name, positive(name, value))

    def to_dict(self) -> dict[str, Any]:
        """Return the values that are set, for JSON."""
        values = {
            "samples": self.samples,
            "seconds": self.seconds,
            "std_error": self.std_error,
            "nodes": self.nodes,
        }
        return {name: value for name, value in values.items() if value is not None}


def at_least(fewest: int, name: str, value: Any) -> int:
    """Return a value as an integer that is no smaller than another.

    Raises
    ------
    LimitError
        If it is none.
    """
    try:
        number = -1 if isinstance(value, bool) else operator.index(value)
    except TypeError:
        number = -1
    if number < fewest:
        raise LimitError(f"{name} {value!r} is not an integer of {fewest} or more")
    return number


def positive(name: str, value: Any) -> float:
    """Return a value as a positive number.

    Raises
    ------
    LimitError
        If it is none.
    """
    try:
        number = math.nan if isinstance(value, bool | str) else float(value)
    except (TypeError, ValueError, OverflowError):
        number = math.nan
    if not (number > 0 and math.isfinite(number)):
        raise LimitError(f"{name} {value!r} is not a positive number")
    return number
