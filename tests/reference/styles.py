"""Drafts in which every seat picks the card that it likes best."""

from collections.abc import Collection, Sequence


def liking(card: int, hand: Collection[int], scores: Sequence[int], pairs: Sequence[int]) -> int:
    """Return how much a card is liked beside a hand.

    ``scores`` are those of the cards from 1 on, ``pairs`` what is added for each card of the hand
    at a distance of 1, 2, ...
    """
    distances = [abs(card - own) for own in hand]
    return scores[card - 1] + sum(
        pairs[distance - 1] for distance in distances if distance <= len(pairs)
    )


def completed(
    picks: Sequence[int],
    players: int,
    first: int,
    hand_size: int,
    rows: int,
    likes: Sequence[tuple[Sequence[int], Sequence[int]]],
) -> list[int]:
    """Return all picks of a draft that goes on; the lowest card among equals.

    ``likes`` are the scores and pairs of each seat.
    """
    done = list(picks)
    remaining = [card for card in range(1, players * hand_size + rows + 1) if card not in done]
    while len(done) < players * hand_size:
        seat = (first + len(done)) % players
        hand = done[(seat - first) % players :: players]
        scores, pairs = likes[seat]
        card = max(remaining, key=lambda card: (liking(card, hand, scores, pairs), -card))
        remaining.remove(card)
        done.append(card)
    return done
