"""The tactical set of cards, and its draft in the logical variant."""

from collections.abc import Sequence


def tactical_cards(players: int, hand_size: int = 10, rows: int = 4) -> list[int]:
    """Return the cards of the set that is dealt out completely."""
    return list(range(1, hand_size * players + rows + 1))


def draft(
    players: int, picks: Sequence[int], first: int = 0, hand_size: int = 10, rows: int = 4
) -> tuple[list[list[int]], list[list[int]]]:
    """Pick the hands from the open tactical set; return the rows and the hands.

    The seats pick one card each in turn, from seat ``first`` upwards and round again, until
    every hand is full. The cards left over start the rows in ascending order. The hands are
    returned ascending.
    """
    if not 0 <= first < players:
        raise ValueError(f"seat {first} is not one of {players} players")
    if len(picks) != players * hand_size:
        raise ValueError(f"{players} players pick {players * hand_size} cards, not {len(picks)}")
    remaining = tactical_cards(players, hand_size, rows)
    hands: list[list[int]] = [[] for _ in range(players)]
    for number, card in enumerate(picks):
        if card not in remaining:
            raise ValueError(f"card {card} is not there to be picked")
        remaining.remove(card)
        hands[(first + number) % players].append(card)
    return [[card] for card in remaining], [sorted(hand) for hand in hands]
