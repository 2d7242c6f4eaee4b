"""Where one card goes, and what its owner takes.

Standard placement: a row offers its right end to every higher card. Professional placement: a
row offers its right end to every card above it and its left end to every card below that. The
card goes to the offered end that is nearest. Where no row offers an end the owner takes any row.
"""

from collections.abc import Callable, Sequence

from .cards import total_bull_heads

CAPACITY = 5
"""How many cards a row holds, unless told otherwise."""

Rows = Sequence[Sequence[int]]
"""Rows as they are passed in; what is returned is always ``list[list[int]]``."""

Chooser = Callable[[Rows, int, bool, int], int]
"""Settles a choice: (rows, card, professional, capacity) -> the index of one of the options."""


def offered_distance(row: Sequence[int], card: int, professional: bool) -> int | None:
    """Return how far the card is from the end that the row offers it, None if it offers none."""
    left_end = row[0]
    right_end = row[-1]
    if card > right_end:
        return card - right_end
    if professional and card < left_end:
        return left_end - card
    return None


def is_free_choice(rows: Rows, card: int, professional: bool) -> bool:
    """Tell whether no row offers the card an end, so that its owner takes a row of choice."""
    return all(offered_distance(row, card, professional) is None for row in rows)


def options(rows: Rows, card: int, professional: bool) -> list[int]:
    """Return the rows that the card's owner may choose between, ascending.

    One row if the placement is forced; two if two ends are equally near, which happens only in
    professional placement between the left end of one row and the right end of another; every
    row if none offers an end.
    """
    if is_free_choice(rows, card, professional):
        return list(range(len(rows)))
    distances: dict[int, int] = {}
    for index, row in enumerate(rows):
        distance = offered_distance(row, card, professional)
        if distance is not None:
            distances[index] = distance
    nearest = min(distances.values())
    return [index for index, distance in distances.items() if distance == nearest]


def place(
    rows: Rows, card: int, row: int, professional: bool, capacity: int = CAPACITY
) -> tuple[list[list[int]], list[int]]:
    """Place the card in the row; return the rows after it and the cards that its owner takes."""
    if capacity < 1:
        raise ValueError(f"a row holds at least one card, not {capacity}")
    if row not in options(rows, card, professional):
        raise ValueError(f"card {card} may not go to row {row}")
    old_row = list(rows[row])
    if is_free_choice(rows, card, professional) or len(old_row) >= capacity:
        new_row, taken = [card], old_row
    elif card > old_row[-1]:
        new_row, taken = [*old_row, card], []
    else:
        new_row, taken = [card, *old_row], []
    rows_after = [list(other) for other in rows]
    rows_after[row] = new_row
    return rows_after, taken


def cost(rows: Rows, card: int, row: int, professional: bool, capacity: int = CAPACITY) -> int:
    """Return the bull heads that the card's owner takes by placing it in the row."""
    _, taken = place(rows, card, row, professional, capacity)
    return total_bull_heads(taken)


def cheapest(rows: Rows, card: int, professional: bool, capacity: int = CAPACITY) -> int:
    """Choose the option that costs the fewest bull heads now, the first row among equals."""
    return min(
        options(rows, card, professional),
        key=lambda row: (cost(rows, card, row, professional, capacity), row),
    )


def cheapest_lowest_end(rows: Rows, card: int, professional: bool, capacity: int = CAPACITY) -> int:
    """Choose the option that costs the fewest bull heads now, the lowest right end among equals."""
    return min(
        options(rows, card, professional),
        key=lambda row: (cost(rows, card, row, professional, capacity), rows[row][-1]),
    )
