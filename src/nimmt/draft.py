"""The draft of a logical game: all cards lie open and are picked one by one."""

from __future__ import annotations

import operator
from collections.abc import Iterable
from dataclasses import dataclass

from nimmt.cards import as_card
from nimmt.errors import IllegalActionError, RulesError
from nimmt.rules import Rules
from nimmt.table import Rows

__all__ = ["Draft", "DraftView"]


@dataclass(frozen=True, init=False)
class Draft:
    """A running or finished draft.

    The seats pick one card each in turn, in plain round robin; the cards that nobody picked start
    the rows, in ascending order.

    Attributes
    ----------
    rules : Rules
        Rules with the logical card set.
    first : int
        The seat that picks first.
    picks : tuple of int
        The cards picked, in order.

    Raises
    ------
    RulesError
        If the rules have no draft.
    IllegalActionError
        If a pick is impossible; the message names the first.

    Examples
    --------
    >>> draft = Draft(Rules(players=2, card_set="logical", hand_size=1, rows=1))
    >>> draft = draft.pick(2).pick(3)
    >>> draft.hands, draft.rows
    (((2,), (3,)), ((1,),))
    """

    rules: Rules
    first: int
    picks: tuple[int, ...]

    def __init__(self, rules: Rules, first: int = 0, picks: Iterable[int] = ()) -> None:
        if not rules.drafted:
            raise RulesError(f"the {rules.card_set} card set has no draft; 'logical' was expected")
        object.__setattr__(self, "rules", rules)
        object.__setattr__(self, "first", _checked_seat(first, rules))
        object.__setattr__(self, "picks", ())
        checked: list[int] = []
        left = set(rules.cards)
        for number, value in enumerate(picks):
            card = as_card(value)
            if len(checked) == rules.players * rules.hand_size:
                raise IllegalActionError(f"card {value!r} was picked after the draft was over")
            if card is None or card not in left:
                state = "gone" if card in checked else f"not in 1..{rules.top_card}"
                raise IllegalActionError(f"pick {number + 1} is card {value!r}, which is {state}")
            checked.append(card)
            left.remove(card)
        object.__setattr__(self, "picks", tuple(checked))

    @property
    def is_over(self) -> bool:
        """Whether every hand is full."""
        return len(self.picks) == self.rules.players * self.rules.hand_size

    @property
    def to_pick(self) -> int | None:
        """The seat that picks next, or None."""
        if self.is_over:
            return None
        return (self.first + len(self.picks)) % self.rules.players

    @property
    def remaining(self) -> tuple[int, ...]:
        """Cards still on the table, ascending."""
        gone = set(self.picks)
        return tuple(card for card in self.rules.cards if card not in gone)

    @property
    def hands(self) -> tuple[tuple[int, ...], ...]:
        """What each seat has picked, ascending."""
        players = self.rules.players
        return tuple(
            tuple(sorted(self.picks[(seat - self.first) % players :: players]))
            for seat in range(players)
        )

    @property
    def rows(self) -> Rows:
        """The rows that the leftover cards start; empty until the draft is over."""
        return tuple((card,) for card in self.remaining) if self.is_over else ()

    def pick(self, card: int) -> Draft:
        """Return the draft after the next pick.

        Raises
        ------
        IllegalActionError
            If the card is gone or the draft is over.
        """
        return Draft(self.rules, self.first, (*self.picks, card))

    def view(self, seat: int) -> DraftView:
        """Return what a seat knows: everything, or with hidden picks its own and the table.

        Raises
        ------
        IllegalActionError
            If there is no such seat.
        """
        seat = _checked_seat(seat, self.rules)
        return DraftView(
            rules=self.rules,
            seat=seat,
            first=self.first,
            remaining=self.remaining,
            hand=self.hands[seat],
            hands=self.hands if self.rules.public_picks else None,
            picks=self.picks if self.rules.public_picks else None,
        )


@dataclass(frozen=True)
class DraftView:
    """What one player knows of a draft.

    Attributes
    ----------
    rules : Rules
        The rules.
    seat, first : int
        The own seat, and the seat that picked first.
    remaining : tuple of int
        Cards still on the table.
    hand : tuple of int
        The own picks.
    hands : tuple of tuple of int, or None
        Everybody's picks; None where nobody keeps track of them.
    picks : tuple of int, or None
        All picks in order; None where nobody keeps track of them, or of their order.
    """

    rules: Rules
    seat: int
    first: int
    remaining: tuple[int, ...]
    hand: tuple[int, ...]
    hands: tuple[tuple[int, ...], ...] | None
    picks: tuple[int, ...] | None = None


def _checked_seat(seat: int, rules: Rules) -> int:
    try:
        number = -1 if isinstance(seat, bool) else operator.index(seat)
    except TypeError:
        number = -1
    if not 0 <= number < rules.players:
        raise IllegalActionError(f"seat {seat!r} is not one of 0..{rules.players - 1}")
    return number
