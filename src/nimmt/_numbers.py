"""The checks of the plain numbers that limit a piece of work."""

from __future__ import annotations

import math
import operator
from typing import Any

from nimmt.errors import LimitError

__all__ = ["checked_integer", "checked_number"]


def checked_integer(
    value: Any, name: str, least: int, most: int | None = None, unit: str = ""
) -> int:
    """Return an integer of `least` or more, and of no more than `most`.

    Raises
    ------
    LimitError
        If it is none.
    """
    try:
        number = None if isinstance(value, bool) else operator.index(value)
    except TypeError:
        number = None
    if number is None or number < least or (most is not None and number > most):
        size = f"{least} or more" if most is None else f"{least} to {most}"
        raise LimitError(f"{name} {value!r} is not an integer of {size}{unit}")
    return number


def checked_number(value: Any, name: str, *, positive: bool = False) -> float:
    """Return a finite number of 0 or more, or a positive one.

    Raises
    ------
    LimitError
        If it is none.
    """
    try:
        number = math.nan if isinstance(value, bool | str) else float(value)
    except (TypeError, ValueError, OverflowError):
        number = math.nan
    if not (number >= 0 and math.isfinite(number)) or (positive and number == 0):
        what = "a positive number" if positive else "a number of 0 or more"
        raise LimitError(f"{name} {value!r} is not {what}")
    return number
