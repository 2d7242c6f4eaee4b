"""Small logical games of two: what the draft is worth if both pick and play optimally."""

from collections.abc import Sequence
from functools import cache

from .drafts import draft, tactical_cards
from .equilibrium import game_value


def draft_value(
    picks: Sequence[int], hand_size: int, rows: int, capacity: int, professional: bool
) -> float:
    """Return what seat 0 gains from a running draft that it began, for all ways to go on.

    That is the bull heads that seat 1 takes less those that seat 0 takes. Whoever picks takes what
    is best for the picker; a complete draft is worth the value of its play.
    """

    @cache
    def played(first_hand: frozenset[int], second_hand: frozenset[int]) -> float:
        order = [card for pair in zip(first_hand, second_hand, strict=True) for card in pair]
        table, hands = draft(2, order, hand_size=hand_size, rows=rows)
        return game_value(table, hands, professional, capacity)

    @cache
    def value(first_hand: frozenset[int], second_hand: frozenset[int]) -> float:
        if len(second_hand) == hand_size:
            return played(first_hand, second_hand)
        left = set(tactical_cards(2, hand_size, rows)) - first_hand - second_hand
        if len(first_hand) == len(second_hand):
            return max(value(first_hand | {card}, second_hand) for card in left)
        return min(value(first_hand, second_hand | {card}) for card in left)

    return value(frozenset(picks[::2]), frozenset(picks[1::2]))
