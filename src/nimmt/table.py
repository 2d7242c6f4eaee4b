"""The rows: where a card may go, and what happens when it is placed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from nimmt.cards import total_bull_heads
from nimmt.errors import IllegalActionError
from nimmt.rules import Rules
from nimmt_core import _rules

__all__ = ["Landing", "Placed", "Play", "Row", "Rows", "advance", "cheapest", "landing", "place"]

Row = tuple[int, ...]
Rows = tuple[Row, ...]
Play = tuple[int, int]
"""A seat and the card that it plays."""


@dataclass(frozen=True, slots=True)
class Landing:
    """Where a card may go.

    Attributes
    ----------
    options : tuple of int
        Row indices, ascending: one where the card is forced, two on a professional tie, all rows
        where it fits nowhere.
    free : bool
        The card fits nowhere: its owner takes the row of their choice.
    """

    options: tuple[int, ...]
    free: bool

    @property
    def is_choice(self) -> bool:
        """Whether the owner has something to choose."""
        return len(self.options) > 1


@dataclass(frozen=True, slots=True)
class Placed:
    """A card that was placed.

    Attributes
    ----------
    seat, card, row : int
        Whose card it is, and the index of its row.
    chosen : bool
        Whether the owner had a choice.
    taken : tuple of int
        The cards that the owner took, left to right.
    """

    seat: int
    card: int
    row: int
    chosen: bool
    taken: Row

    @property
    def heads(self) -> int:
        """Bull heads taken."""
        return total_bull_heads(self.taken)


def landing(rows: Rows, card: int, rules: Rules) -> Landing:
    """Find where a card may go.

    Examples
    --------
    >>> landing(((4,), (13, 20), (40,), (77,)), 30, Rules())
    Landing(options=(1,), free=False)
    >>> landing(((4,), (13, 20), (40,), (77,)), 30, Rules(placement="professional"))
    Landing(options=(1, 2), free=False)
    """
    options = _rules.landing_rows(rows, card, rules.professional)
    if options:
        return Landing(options, False)
    return Landing(tuple(range(len(rows))), True)


def cheapest(rows: Rows, card: int, rules: Rules) -> int:
    """Return the option that costs least now; the lowest index among equals."""
    return _rules.cheapest_choice(rows, card, rules.row_capacity, rules.professional)


def place(rows: Rows, play: Play, row: int, rules: Rules) -> tuple[Rows, Placed]:
    """Place a card on a row.

    Raises
    ------
    IllegalActionError
        If the card may not go there.
    """
    seat, card = play
    where = landing(rows, card, rules)
    if not isinstance(row, int | np.integer) or isinstance(row, bool) or row not in where.options:
        raise IllegalActionError(
            f"card {card} cannot go to row {row!r}: {_expected(where.options)} was expected"
        )
    old = rows[row]
    new: Row
    taken: Row
    if where.free or len(old) == rules.row_capacity:
        new, taken = (card,), old
    else:
        new, taken = ((*old, card) if card > old[-1] else (card, *old)), ()
    return (
        (*rows[:row], new, *rows[row + 1 :]),
        Placed(seat, card, row, where.is_choice, taken),
    )


def advance(
    rows: Rows, pending: Sequence[Play], rules: Rules
) -> tuple[Rows, tuple[Play, ...], tuple[Placed, ...]]:
    """Place cards in ascending order as far as nobody has a choice.

    Returns
    -------
    rows : tuple
        The rows after it.
    pending : tuple of (int, int)
        What is still to be placed; the first of them is a choice.
    placed : tuple of Placed
        What was placed, in order.
    """
    waiting = sorted(pending, key=lambda play: play[1])
    placed: list[Placed] = []
    while waiting:
        where = landing(rows, waiting[0][1], rules)
        if where.is_choice:
            break
        rows, event = place(rows, waiting.pop(0), where.options[0], rules)
        placed.append(event)
    return rows, tuple(waiting), tuple(placed)


def _expected(options: tuple[int, ...]) -> str:
    return " or ".join(f"row {row}" for row in options)
