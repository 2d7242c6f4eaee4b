"""One turn and one round of given cards."""

from collections.abc import Mapping, Sequence

from .cards import total_bull_heads
from .placement import CAPACITY, Chooser, Rows, options, place

Plays = Mapping[int, int] | Sequence[tuple[int, int]]
"""The cards of a turn: {seat: card}, or pairs of seat and card in any order."""


def ascending(plays: Plays) -> list[tuple[int, int]]:
    """Return the (seat, card) pairs of a turn by ascending card."""
    pairs = list(plays.items()) if isinstance(plays, Mapping) else list(plays)
    seats = {seat for seat, _ in pairs}
    cards = {card for _, card in pairs}
    if len(seats) < len(pairs) or len(cards) < len(pairs):
        raise ValueError("in a turn each seat plays one card, and no two seats the same card")
    return sorted(pairs, key=lambda pair: pair[1])


def turn(
    rows: Rows, plays: Plays, chooser: Chooser, professional: bool, capacity: int = CAPACITY
) -> tuple[list[list[int]], dict[int, list[int]]]:
    """Place the cards of a turn in ascending order.

    Return the rows after the turn, and the cards taken by each seat that played, an empty list
    for a seat that took none. The chooser is asked only where there are two options or more.
    """
    current = [list(row) for row in rows]
    pairs = ascending(plays)
    taken: dict[int, list[int]] = {seat: [] for seat in sorted(seat for seat, _ in pairs)}
    for seat, card in pairs:
        allowed = options(current, card, professional)
        row = allowed[0] if len(allowed) == 1 else chooser(current, card, professional, capacity)
        current, taken[seat] = place(current, card, row, professional, capacity)
    return current, taken


def hands_without(hands: Sequence[Sequence[int]], cards: Sequence[int]) -> list[list[int]]:
    """Return the hands after each seat has played its one of the cards."""
    return [
        [card for card in hand if card != played] for hand, played in zip(hands, cards, strict=True)
    ]


def play_round(
    rows: Rows,
    hands_in_play_order: Sequence[Sequence[int]],
    chooser: Chooser,
    professional: bool,
    capacity: int = CAPACITY,
) -> list[int]:
    """Play whole hands, each in its given order; return the bull heads taken by each seat."""
    penalties = [0] * len(hands_in_play_order)
    current = [list(row) for row in rows]
    for cards in zip(*hands_in_play_order, strict=True):
        plays = list(enumerate(cards))
        current, taken = turn(current, plays, chooser, professional, capacity)
        for seat, cards_taken in taken.items():
            penalties[seat] += total_bull_heads(cards_taken)
    return penalties
