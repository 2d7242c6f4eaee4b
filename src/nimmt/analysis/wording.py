"""Counts and chances in words."""

from __future__ import annotations

__all__ = ["counted", "percent"]


def counted(count: int, noun: str) -> str:
    """Return the count with its noun.

    Examples
    --------
    >>> counted(1, "bull head"), counted(2, "card")
    ('1 bull head', '2 cards')
    """
    return f"{count} {noun}{'' if count == 1 else 's'}"


def percent(chance: float, *, exact: bool = True) -> str:
    """Return a chance in percent; only what is certain, so no estimate, reads 0% or 100%.

    Examples
    --------
    >>> [percent(chance) for chance in (0, 0.001, 0.25, 0.999, 1)]
    ['0%', '<1%', '25%', '>99%', '100%']
    >>> percent(0, exact=False)
    '<1%'
    """
    if chance < 0.005 and not (exact and chance == 0):
        return "<1%"
    if chance > 0.995 and not (exact and chance == 1):
        return ">99%"
    return f"{chance:.0%}"
