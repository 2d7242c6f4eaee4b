"""What is certain about a card that is picked: whether the play can make it take a row.

Where few cards are left to pick and to play, everything that can happen is gone through.  For other
drafts there are two bounds that hold whatever follows: a card below all others always takes a row,
and one that is played in the first turn takes none if too few cards can come before it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import StrEnum
from itertools import combinations, product
from math import factorial

from nimmt.analysis.draft_exact import draft_count
from nimmt.draft import DraftView
from nimmt.position import Position
from nimmt.rules import Placement
from nimmt.table import Placed

__all__ = ["Fate", "fate_in", "fate_of"]

MOST_PLAYS = 3000  # orders of the cards, in all drafts that can still come, that are gone through


class Fate(StrEnum):
    """What is certain about a card."""

    ALWAYS = "always"
    """It takes a row whatever everybody does."""
    FORCED = "forced"
    """The others can make it take a row whenever it is played, if they conspire and see it."""
    ESCAPES = "escapes"
    """Its owner can play it so that it takes no row, whatever the others do."""
    NEVER = "never"
    """It takes no row whatever everybody does."""


def fate_of(view: DraftView, card: int) -> Fate | None:
    """Return what is certain about a card of the table if it is picked.

    Parameters
    ----------
    view : DraftView
        What the picker knows.
    card : int
        The card.

    Returns
    -------
    Fate or None
        None if nothing is proved.
    """
    if _plays(view) <= MOST_PLAYS:
        fates = {fate_in(position, view.seat, card) for position in _complete(view, card)}
        return _common(fates)
    if view.rules.placement is Placement.STANDARD and card == 1:
        return Fate.ALWAYS
    return Fate.ESCAPES if _is_safe_at_first(view, card) else None


def fate_in(position: Position, seat: int, card: int) -> Fate:
    """Return what the play of a position can make of a card of a seat's hand.

    Everything that can happen is gone through.  The others are allowed to see what the seat plays.
    """
    takes, escapes, is_forced = _outcomes(position, seat, card, {})
    if not takes:
        return Fate.NEVER
    if not escapes:
        return Fate.ALWAYS
    return Fate.FORCED if is_forced else Fate.ESCAPES


# Whether the card can take a row, whether it can take none, and whether the others can force it.
Outcomes = tuple[bool, bool, bool]
Memory = dict[tuple[object, object], Outcomes]


def _outcomes(position: Position, seat: int, card: int, known: Memory) -> Outcomes:
    """Go through everything that can happen from a position between two turns."""
    key = position.rows, position.hands
    if key not in known:
        others = product(*(hand for who, hand in enumerate(position.hands) if who != seat))
        replies = list(others)
        known[key] = _joined(
            (
                _joined(
                    (
                        _after(
                            *position.play((*reply[:seat], own, *reply[seat:])), seat, card, known
                        )
                        for reply in replies
                    ),
                    any,
                )
                for own in position.hands[seat]
            ),
            all,
        )
    return known[key]


def _after(
    position: Position, placed: tuple[Placed, ...], seat: int, card: int, known: Memory
) -> Outcomes:
    """Go on after cards were placed, with choices of rows first."""
    for one in placed:
        if one.card == card:
            return bool(one.taken), not one.taken, bool(one.taken)
    chooser = position.to_choose
    if chooser is None:
        return _outcomes(position, seat, card, known)
    return _joined(
        (_after(*position.choose(row), seat, card, known) for row in position.options),
        all if chooser == seat else any,
    )


def _joined(found: Iterator[Outcomes], choose: Callable[[list[bool]], bool]) -> Outcomes:
    """Join what can follow; the card is forced if all, or any, of it forces it."""
    takes, escapes, forced = zip(*found, strict=True)
    return any(takes), any(escapes), choose(list(forced))


def _common(fates: set[Fate]) -> Fate | None:
    """Return what holds in all drafts that can still come."""
    if len(fates) == 1:
        return fates.pop()
    if fates <= {Fate.NEVER, Fate.ESCAPES}:
        return Fate.ESCAPES
    return Fate.FORCED if fates <= {Fate.ALWAYS, Fate.FORCED} else None


def _plays(view: DraftView) -> float:
    """Return in how many orders the cards can be played, in all drafts that can still come."""
    rules = view.rules
    return draft_count(view) * float(factorial(rules.hand_size)) ** rules.players


def _complete(view: DraftView, card: int) -> Iterator[Position]:
    """Return the positions after all ways to go on after a pick."""
    assert view.hands is not None
    size = view.rules.hand_size
    rest = tuple(other for other in view.remaining if other != card)
    hands = list(view.hands)
    hands[view.seat] = (*view.hand, card)

    def dealt(seat: int, left: tuple[int, ...]) -> Iterator[list[tuple[int, ...]]]:
        if seat == len(hands):
            yield []
            return
        for more in combinations(left, size - len(hands[seat])):
            following = tuple(other for other in left if other not in more)
            for others in dealt(seat + 1, following):
                yield [tuple(sorted((*hands[seat], *more))), *others]

    for complete in dealt(0, rest):
        held = {other for hand in complete for other in hand}
        rows = [[other] for other in view.rules.cards if other not in held]
        yield Position(rows, complete, view.rules)


def _is_safe_at_first(view: DraftView, card: int) -> bool:
    """Whether the card takes no row if it is played in the first turn, whatever the others hold.

    Each of the others plays one card by then.  A row of one card is not full with fewer than one
    less than its capacity more.  Under standard placement some row must start below the card: too
    few cards are left above it to start them all.  Under professional placement a card fits nowhere
    only inside all rows, and each takes one more card to have an inside.
    """
    rules = view.rules
    others = rules.players - 1
    if others >= rules.row_capacity - 1:
        return False
    if rules.placement is Placement.PROFESSIONAL:
        return others < rules.rows
    return sum(other > card for other in view.remaining) < rules.rows
