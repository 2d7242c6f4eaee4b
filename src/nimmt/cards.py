"""Cards are plain integers; this module knows what they are worth."""

from __future__ import annotations

import operator
from collections.abc import Iterable

from nimmt.errors import NimmtError
from nimmt_core import _rules

__all__ = ["MAX_CARD", "as_card", "bull_heads", "total_bull_heads"]

MAX_CARD = _rules.LIMITS["card"]


def as_card(value: object) -> int | None:
    """Return the value as a card of 1..127, or None if it is none."""
    if isinstance(value, bool):
        return None
    try:
        card = operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        return None
    return card if 1 <= card <= MAX_CARD else None


def bull_heads(card: int) -> int:
    """Bull heads of a card.

    Parameters
    ----------
    card : int
        1..127; the game's own cards are 1..104.

    Returns
    -------
    int
        7 for 55, 5 for other multiples of 11, 3 for other multiples of 10, 2 for other cards that
        end in 5, and 1 for the rest.

    Raises
    ------
    NimmtError
        If the value is no card.

    Examples
    --------
    >>> [bull_heads(card) for card in (1, 5, 10, 11, 55)]
    [1, 2, 3, 5, 7]
    """
    value = as_card(card)
    if value is None:
        raise NimmtError(f"{card!r} is not a card: an integer of 1 to {MAX_CARD} was expected")
    return _rules.bull_heads(value)


def total_bull_heads(cards: Iterable[int]) -> int:
    """Bull heads of some cards together.

    Examples
    --------
    >>> total_bull_heads(range(1, 105))
    171
    """
    return sum(bull_heads(card) for card in cards)
