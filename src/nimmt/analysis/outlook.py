"""What is certain about a card before anything is sampled: where it lands, what threatens it."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from nimmt.analysis.wording import counted
from nimmt.cards import total_bull_heads
from nimmt.position import InformationSet
from nimmt.table import landing

__all__ = ["Outlook", "outlook", "outlooks"]


@dataclass(frozen=True, slots=True)
class Outlook:
    """What is certain about playing a card now.

    Attributes
    ----------
    card : int
        The card.
    options : tuple of int
        Rows that it could go to if nothing changed before it: one, two on a professional tie, or
        all of them if it fits nowhere.
    fits_nowhere : bool
        Whether it would have to take a row of the player's choice.
    row_heads : int
        Bull heads of that row; of the cheapest option where there are several.
    room : int
        Cards that the row can still hold before one takes it; 0 for a full row.
    cut_in : int
        Cards between the row's end and the card that others may hold: each would go before it.
    below : int
        Where it fits nowhere: lower cards that others may hold, which would be placed before it.
    forced_take : bool
        Whether every row is full, so that the first card placed takes one.
    """

    card: int
    options: tuple[int, ...]
    fits_nowhere: bool
    row_heads: int
    room: int
    cut_in: int
    below: int
    forced_take: bool

    def sentence(self) -> str:
        """Say it in words."""
        if self.fits_nowhere:
            cheap = self.options[0]
            before = (
                f"{counted(self.below, 'card')} below it could be placed first"
                if self.below
                else "no card can be placed before it"
            )
            return (
                f"{self.card} fits nowhere now and would take a row, the cheapest being row "
                f"{cheap} ({counted(self.row_heads, 'bull head')}); {before}."
            )
        row = " or ".join(f"row {option}" for option in self.options)
        cut_in = (
            f"{counted(self.cut_in, 'card')} could cut in before it"
            if self.cut_in
            else "no card can cut in before it"
        )
        if not self.room:
            return (
                f"{self.card} would take {row} ({counted(self.row_heads, 'bull head')}) unless "
                f"somebody clears it first; {cut_in}."
            )
        return f"{self.card} lands on {row}, which has room for {self.room} more; {cut_in}."

    def to_dict(self) -> dict[str, Any]:
        """Return the values, for JSON."""
        return {
            "options": list(self.options),
            "fits_nowhere": self.fits_nowhere,
            "row_heads": self.row_heads,
            "room": self.room,
            "cut_in": self.cut_in,
            "below": self.below,
            "forced_take": self.forced_take,
        }


def outlook(view: InformationSet, card: int) -> Outlook:
    """Look at a card of the hand, or at one that is being placed, in the rows as they are.

    Examples
    --------
    >>> view = InformationSet([[4, 13], [20], [40], [77]], [5, 14, 85])
    >>> print(outlook(view, 85).sentence())
    85 lands on row 3, which has room for 4 more; 7 cards could cut in before it.
    """
    return outlooks(view, [card])[0]


def outlooks(view: InformationSet, cards: Iterable[int]) -> tuple[Outlook, ...]:
    """Look at several cards, as ``outlook`` does at one."""
    rules = view.rules
    heads = [total_bull_heads(row) for row in view.rows]
    held = {played for _, played in view.pending}
    for seat in range(rules.players):
        if seat != view.seat:
            held.update(view.possible_cards(seat))
    others = sorted(held)
    forced_take = all(len(row) == rules.row_capacity for row in view.rows)

    def look(card: int) -> Outlook:
        where = landing(view.rows, card, rules)
        if where.free:
            best = min(where.options, key=lambda row: heads[row])
            room, cut_in = 0, 0
            options = (best, *(row for row in where.options if row != best))
        else:
            options = where.options
            best = min(options, key=lambda row: (len(view.rows[row]), heads[row]))
            row = view.rows[best]
            room = rules.row_capacity - len(row)
            low, high = sorted((card, row[-1] if card > row[-1] else row[0]))
            cut_in = bisect_left(others, high) - bisect_right(others, low)
        return Outlook(
            card=card,
            options=options,
            fits_nowhere=where.free,
            row_heads=heads[best],
            room=room,
            cut_in=cut_in,
            below=bisect_left(others, card) if where.free else 0,
            forced_take=forced_take,
        )

    return tuple(map(look, cards))
