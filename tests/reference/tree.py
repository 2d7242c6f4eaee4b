"""Counting every way that the next turns can go."""

from collections.abc import Sequence
from itertools import product

from .cards import total_bull_heads
from .placement import CAPACITY, Rows, options, place
from .turns import ascending, hands_without

MODULUS = 2**64


def perft(
    rows: Rows,
    hands: Sequence[Sequence[int]],
    depth: int,
    professional: bool,
    capacity: int = CAPACITY,
) -> tuple[int, int, int]:
    """Play every joint play and every choice, ``depth`` turns deep or until the hands are empty.

    Return (leaves, choices, checksum): the number of ways that it can go; the number of places
    in the tree of these ways at which the owner of a card had two options or more; and the sum
    over the leaves, modulo 2**64, of (seat + 1) times each bull head that the seat took.
    """
    if len({len(hand) for hand in hands}) != 1:
        raise ValueError("all hands have the same size, and there is at least one")
    leaves, choices, checksum = _turns(rows, hands, depth, 0, professional, capacity)
    return leaves, choices, checksum % MODULUS


def _turns(
    rows: Rows,
    hands: Sequence[Sequence[int]],
    depth: int,
    score: int,
    professional: bool,
    capacity: int,
) -> tuple[int, int, int]:
    """Count from the start of a turn; ``score`` is the weighted sum of bull heads so far."""
    if depth == 0 or not hands[0]:
        return 1, 0, score
    leaves = choices = checksum = 0
    for cards in product(*hands):
        pending = ascending(list(enumerate(cards)))
        hands_left = hands_without(hands, cards)
        counts = _placements(rows, pending, hands_left, depth, score, professional, capacity)
        leaves += counts[0]
        choices += counts[1]
        checksum += counts[2]
    return leaves, choices, checksum


def _placements(
    rows: Rows,
    pending: Sequence[tuple[int, int]],
    hands: Sequence[Sequence[int]],
    depth: int,
    score: int,
    professional: bool,
    capacity: int,
) -> tuple[int, int, int]:
    """Count from within a turn, when the ``pending`` (seat, card) pairs are still to be placed."""
    if not pending:
        return _turns(rows, hands, depth - 1, score, professional, capacity)
    seat, card = pending[0]
    allowed = options(rows, card, professional)
    leaves = checksum = 0
    choices = 1 if len(allowed) >= 2 else 0
    for row in allowed:
        rows_after, taken = place(rows, card, row, professional, capacity)
        score_after = score + (seat + 1) * total_bull_heads(taken)
        counts = _placements(
            rows_after, pending[1:], hands, depth, score_after, professional, capacity
        )
        leaves += counts[0]
        choices += counts[1]
        checksum += counts[2]
    return leaves, choices, checksum
