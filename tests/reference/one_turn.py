"""What a card may cost in the coming turn, exactly, by going through every deal and every play."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from .cards import total_bull_heads
from .enumeration import CardsOfSeats, deals
from .placement import CAPACITY, Rows, cheapest, cost, options, place
from .turns import turn

OthersCards = tuple[int, ...]
"""The cards that the other seats play in a turn, ascending."""


@dataclass(frozen=True)
class OneTurn:
    """What a card may cost in the coming turn."""

    chances: Mapping[int, Fraction]
    """Probability of every number of bull heads that can be, if every choice is the cheapest."""
    least: int
    """Fewest bull heads, whatever the others play and choose."""
    most: int
    """Most bull heads, whatever the others play and choose."""

    @property
    def take(self) -> Fraction:
        """Probability of taking a row."""
        return sum((chance for heads, chance in self.chances.items() if heads), Fraction(0))

    @property
    def mean(self) -> Fraction:
        """Mean of the bull heads."""
        return sum((heads * chance for heads, chance in self.chances.items()), Fraction(0))


def one_turn(
    rows: Rows,
    seat: int,
    hand: Collection[int],
    players: int,
    unseen: Collection[int],
    known: CardsOfSeats,
    excluded: CardsOfSeats,
    professional: bool,
    capacity: int = CAPACITY,
) -> dict[int, OneTurn]:
    """Return what each card of ``seat`` may cost in the coming turn.

    All deals in ``deals`` are equally likely, and the other seats play a random card of their
    hands. The owner of the card makes the choice that is cheapest for it. In the probabilities
    the others do so too; for the least and the most they choose anything.
    """
    joint_plays: Counter[OthersCards] = Counter()
    for hands in deals(seat, hand, players, unseen, known, excluded):
        others = [hands[other] for other in range(players) if other != seat]
        joint_plays.update(tuple(sorted(cards)) for cards in product(*others))
    total = joint_plays.total()
    results: dict[int, OneTurn] = {}
    for card in sorted(hand):
        counts: Counter[int] = Counter()
        possible: set[int] = set()
        for cards, count in joint_plays.items():
            _, taken = turn(rows, list(enumerate((card, *cards))), cheapest, professional, capacity)
            counts[total_bull_heads(taken[0])] += count
            possible.update(costs(rows, card, cards, professional, capacity))
        chances = {heads: Fraction(count, total) for heads, count in sorted(counts.items())}
        results[card] = OneTurn(chances, min(possible), max(possible))
    return results


def costs(
    rows: Rows, card: int, others: OthersCards, professional: bool, capacity: int = CAPACITY
) -> Iterator[int]:
    """Go through what the card costs its owner over all choices of the others.

    ``others`` are ascending. The owner makes the choice that is cheapest.
    """
    if not others or others[0] > card:
        yield min(
            cost(rows, card, row, professional, capacity)
            for row in options(rows, card, professional)
        )
        return
    for row in options(rows, others[0], professional):
        rows_after, _ = place(rows, others[0], row, professional, capacity)
        yield from costs(rows_after, card, others[1:], professional, capacity)
