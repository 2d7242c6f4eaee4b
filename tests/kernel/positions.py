"""Random rows, hands and turns to hold the kernel against the reference on."""

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from reference import draft, tactical_cards

PLACEMENTS = ("standard", "professional")
CARD_SETS = ("standard", "tactical", "logical")
PLAYERS = range(2, 11)
# Small tables more often than large ones: their turns are cheaper to compare.
TABLES = (2, 2, 2, 3, 3, 4, 4, 5, 6, 7, 8, 9, 10)
HAND_SIZE = 10
ROWS = 4
CAPACITY = 5

# What the kernel is built for.
TOP_CARD = 127
MOST_ROWS = 8
MOST_PLAYERS = 10
MOST_CAPACITY = 16


class Turn(NamedTuple):
    """One joint play; the card of each seat."""

    rows: list[list[int]]
    cards: list[int]
    capacity: int


def deck(card_set: str, players: int) -> list[int]:
    """Return the cards of the set."""
    return list(range(1, 105)) if card_set == "standard" else tactical_cards(players)


def fresh_round(
    random: Random, card_set: str, players: int
) -> tuple[list[list[int]], list[list[int]]]:
    """Deal, or draft at random; return the rows, and the hands in random order."""
    cards = random.sample(deck(card_set, players), HAND_SIZE * players + ROWS)
    if card_set == "logical":
        rows, hands = draft(players, cards[ROWS:], random.randrange(players))
        return rows, [random.sample(hand, HAND_SIZE) for hand in hands]
    hands = [cards[ROWS + seat :: players] for seat in range(players)]
    return [[card] for card in cards[:ROWS]], hands


def random_rows(
    random: Random, cards: list[int], count: int, capacity: int
) -> tuple[list[list[int]], list[int]]:
    """Make ascending rows of any length, often full, and return them and the cards left over.

    ``cards`` are in random order.
    """
    rows = []
    used = 0
    for _ in range(count):
        length = random.choice([capacity, random.randint(1, capacity)])
        rows.append(sorted(cards[used : used + length]))
        used += length
    return rows, cards[used:]


def arbitrary_turns(random: Random, card_set: str) -> Iterator[Turn]:
    """Make turns on arbitrary legal rows, 2 to 10 players, for ever."""
    while True:
        for players in TABLES:
            cards = deck(card_set, players)
            random.shuffle(cards)
            rows, left = random_rows(random, cards, ROWS, CAPACITY)
            yield Turn(rows, left[:players], CAPACITY)


def generalised_turns(random: Random) -> Iterator[Turn]:
    """Make turns of games of other sizes, up to the largest of the kernel, for ever."""
    while True:
        players = random.randint(1, MOST_PLAYERS)
        count = random.randint(1, MOST_ROWS)
        capacity = random.randint(1, min(MOST_CAPACITY, (TOP_CARD - players) // count))
        top_card = random.randint(count * capacity + players, TOP_CARD)
        cards = random.sample(range(1, top_card + 1), top_card)
        rows, left = random_rows(random, cards, count, capacity)
        yield Turn(rows, left[:players], capacity)
