"""Whether a card can take a row, must, or can be made to: everything that can happen, tried out."""

from collections.abc import Sequence
from itertools import product

from .placement import Rows, options, place
from .turns import ascending, hands_without

Pending = Sequence[tuple[int, int]]


def outcomes(
    rows: Rows,
    hands: Sequence[Sequence[int]],
    card: int,
    professional: bool,
    capacity: int,
    pending: Pending = (),
) -> set[bool]:
    """Return whether the card takes a row, for all that everybody can do."""
    found: set[bool] = set()
    if pending:
        (_, first), *rest = pending
        for row in options(rows, first, professional):
            after, taken = place(rows, first, row, professional, capacity)
            if first == card:
                found.add(bool(taken))
            else:
                found |= outcomes(after, hands, card, professional, capacity, rest)
        return found
    for plays in product(*hands):
        left = hands_without(hands, plays)
        turn = ascending(list(enumerate(plays)))
        found |= outcomes(rows, left, card, professional, capacity, turn)
    return found


def can_be_forced(
    rows: Rows,
    hands: Sequence[Sequence[int]],
    card: int,
    seat: int,
    professional: bool,
    capacity: int,
    pending: Pending = (),
) -> bool:
    """Tell whether the others, who see what the seat plays, can make its card take a row."""
    if pending:
        (who, first), *rest = pending
        ends = []
        for row in options(rows, first, professional):
            after, taken = place(rows, first, row, professional, capacity)
            ends.append(
                bool(taken)
                if first == card
                else can_be_forced(after, hands, card, seat, professional, capacity, rest)
            )
        return all(ends) if who == seat else any(ends)
    return all(
        any(
            can_be_forced(
                rows,
                hands_without(hands, plays),
                card,
                seat,
                professional,
                capacity,
                ascending(list(enumerate(plays))),
            )
            for plays in product(*hands)
            if plays[seat] == own
        )
        for own in hands[seat]
    )
