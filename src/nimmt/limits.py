"""When a search stops."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from nimmt._numbers import checked_integer, checked_number
from nimmt.errors import LimitError

__all__ = ["Limit"]

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
                object.__setattr__(self, name, checked_integer(value, name, fewest))
        for name in ("seconds", "std_error"):
            value = getattr(self, name)
            if value is not None:
                object.__setattr__(self, name, checked_number(value, name, positive=True))

    def to_dict(self) -> dict[str, Any]:
        """Return the values that are set, for JSON."""
        values = {
            "samples": self.samples,
            "seconds": self.seconds,
            "std_error": self.std_error,
            "nodes": self.nodes,
        }
        return {name: value for name, value in values.items() if value is not None}
