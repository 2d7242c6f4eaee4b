"""When a search stops."""

from __future__ import annotations

import math
import operator
from dataclasses import dataclass
from typing import Any

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

    Raises
    ------
    LimitError
        If a value makes no sense, or all are None.

    Examples
    --------
    >>> Limit(samples=2000)
    Limit(samples=2000, seconds=None, std_error=None)
    """

    samples: int | None = None
    seconds: float | None = None
    std_error: float | None = None

    def __post_init__(self) -> None:
        """Check every value."""
        if self.samples is None and self.seconds is None and self.std_error is None:
            raise LimitError("a limit needs samples, seconds or std_error: all are None")
        if self.samples is not None:
            try:
                samples = -1 if isinstance(self.samples, bool) else operator.index(self.samples)
            except TypeError:
                samples = -1
            if samples < FEWEST_SAMPLES:
                raise LimitError(
                    f"samples {self.samples!r} is not an integer of {FEWEST_SAMPLES} or more"
                )
            object.__setattr__(self, "samples", samples)
        for name in ("seconds", "std_error"):
            value = getattr(self, name)
            if value is not None:
                object.__setattr__(self, name, _positive(name, value))

    def to_dict(self) -> dict[str, Any]:
        """Return the values that are set, for JSON."""
        values = {
            "samples": self.samples,
            "seconds": self.seconds,
            "std_error": self.std_error,
        }
        return {name: value for name, value in values.items() if value is not None}


def _positive(name: str, value: Any) -> float:
    try:
        number = math.nan if isinstance(value, bool | str) else float(value)
    except (TypeError, ValueError, OverflowError):
        number = math.nan
    if not (number > 0 and math.isfinite(number)):
        raise LimitError(f"{name} {value!r} is not a positive number")
    return number
