"""What a card costs."""

from collections.abc import Iterable


def bull_heads(card: int) -> int:
    """Return the bull heads on a card."""
    if card < 1:
        raise ValueError(f"a card is a positive number, not {card}")
    if card == 55:
        return 7
    if card % 11 == 0:
        return 5
    if card % 10 == 0:
        return 3
    if card % 10 == 5:
        return 2
    return 1


def total_bull_heads(cards: Iterable[int]) -> int:
    """Return the bull heads on all the cards together."""
    return sum(bull_heads(card) for card in cards)
