"""What a policy network sees of a round, and what it computes, in whole numbers.

A feature of 1 is written as 64, and no feature is above 255. A weight of 1 is 1024; hidden units
and scores of 1 are 256. A score says how much a player likes a card, or a row to take.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from math import comb
from typing import NamedTuple

from .cards import bull_heads, total_bull_heads
from .placement import Rows

ONE = 64
MOST_FEATURE = 255
STATE_ROWS = 4
"""So many rows have features of their own."""


class Weights(NamedTuple):
    """The weights of a network, each hidden unit's in a row."""

    state: list[list[int]]
    card: list[list[int]]
    last: list[int]
    row: list[list[int]]
    row_last: list[int]


@dataclass(frozen=True)
class Sight:
    """What a seat sees when it has a card or a row to choose."""

    rows: Rows
    hand: Sequence[int]
    seen: Collection[int]
    """Cards that everybody has seen, those of the rows among them."""
    players: int
    top_card: int
    capacity: int
    professional: bool

    @cached_property
    def unseen(self) -> list[int]:
        """Cards that the seat has never seen, in any hand or out of play."""
        gone = {*self.seen, *self.hand}
        return [card for card in range(1, self.top_card + 1) if card not in gone]

    @property
    def ascending_rows(self) -> list[Sequence[int]]:
        """The rows in the order of their right ends."""
        return sorted(self.rows, key=lambda row: row[-1])

    def share(self, count: int) -> int:
        """Return so many unseen cards as a share of all, 255 for the whole, rounded down."""
        whole = max(len(self.unseen), 1)
        return count * (65535 // whole) // 256

    def unseen_between(self, low: int, high: int | None) -> int:
        """Count unseen cards above one and below another, None for no limit."""
        return sum(card > low and (high is None or card < high) for card in self.unseen)

    def own_between(self, low: int, high: int | None) -> int:
        """Count own cards above one and below another, None for no limit."""
        return sum(card > low and (high is None or card < high) for card in self.hand)

    def next_end(self, end: int) -> int | None:
        """Return the next right end above a card, None if there is none."""
        return min((row[-1] for row in self.rows if row[-1] > end), default=None)


def limited(number: int) -> int:
    """Return a feature that may be too large for one."""
    return min(number, MOST_FEATURE)


def truth(is_so: bool) -> int:
    """Return 1 or 0."""
    return ONE if is_so else 0


@cache
def tail(players: int, slots: int, share: int) -> int:
    """Return the chance that many others play a card of a share of the unseen ones, 255 for 1.

    At least ``slots`` of the others, each for himself, with the chance ``share`` / 255.
    """
    others = players - 1
    chance = Fraction(share, 255)
    total = sum(
        (
            comb(others, count) * chance**count * (1 - chance) ** (others - count)
            for count in range(slots, others + 1)
        ),
        Fraction(0),
    )
    return int(255 * total + Fraction(1, 2))


def state_features(sight: Sight) -> list[int]:
    """Return what all cards of a hand share."""
    rows = sight.ascending_rows
    features = []
    for index in range(STATE_ROWS):
        if index >= len(rows):
            features += [0] * 6
            continue
        row = rows[index]
        after = sight.next_end(row[-1])
        features += [
            12 * len(row),
            limited(8 * total_bull_heads(row)),
            2 * row[-1],
            2 * row[0] if sight.professional else 0,
            limited(32 * sight.own_between(row[-1], after)),
            sight.share(sight.unseen_between(row[-1], after)),
        ]
    lowest_end = rows[0][-1]
    held = len(sight.hand)
    others_hold = (sight.players - 1) * held
    all_in_play = others_hold >= len(sight.unseen)
    return [
        *features,
        limited(32 * sight.own_between(0, lowest_end)),
        sight.share(sight.unseen_between(0, lowest_end)),
        limited(8 * min(total_bull_heads(row) for row in rows)),
        limited(32 * sum(len(row) == sight.capacity for row in rows)),
        16 * sight.players,
        truth(sight.players == 2),
        truth(sight.players == 3),
        truth(sight.players >= 6),
        8 * held,
        truth(held <= 2),
        MOST_FEATURE if all_in_play else sight.share(others_hold),
        ONE,
    ]


class Target(NamedTuple):
    """The end of a row that a card would join as the rows are now."""

    row: Sequence[int]
    distance: int
    is_left: bool


def target(sight: Sight, card: int) -> Target | None:
    """Return the end nearest to a card, the right one of two that are; None for a low card."""
    ends = [Target(row, card - row[-1], False) for row in sight.rows if card > row[-1]]
    if sight.professional:
        ends += [Target(row, row[0] - card, True) for row in sight.rows if card < row[0]]
    return min(ends, key=lambda end: (end.distance, end.is_left), default=None)


def card_features(sight: Sight, card: int) -> list[int]:
    """Return what a card of the hand looks like."""
    hand = sorted(sight.hand)
    place = hand.index(card)
    below = sight.unseen_between(0, card)
    least_heads = min(total_bull_heads(row) for row in sight.rows)
    end = target(sight, card)
    features = [truth(end is None)]
    if end is None:
        tail_below = tail(sight.players, 1, sight.share(below))
        features += [0] * 11
        features += [tail_below // 4, limited((255 - tail_below) * least_heads // 32), 0, 0]
        own_between = 0
    else:
        low, high = (card, end.row[0]) if end.is_left else (end.row[-1], card)
        between = sight.unseen_between(low, high)
        own_between = 0 if end.is_left else sight.own_between(low, high)
        share = sight.share(between)
        slots = min(sight.capacity - len(end.row), 4)
        heads = total_bull_heads(end.row)
        too_late = tail(sight.players, slots, share)
        features += [truth(slots == count) for count in range(5)]
        features += [
            share,
            limited(share * (sight.players - 1) // 4),
            too_late // 4,
            tail(sight.players, max(slots - 1, 0), share) // 4,
            limited(8 * heads),
            limited(too_late * heads // 32),
            0,
            0,
            truth(between == 0),
            limited(2 * end.distance),
        ]
    next_end = sight.next_end(card)
    before = hand[place - 1] if place else 0
    after = hand[place + 1] if place + 1 < len(hand) else None
    return [
        *features,
        2 * card,
        16 * bull_heads(card),
        ONE * place // len(hand),
        truth(place == 0),
        truth(place == len(hand) - 1),
        limited(32 * own_between),
        limited(32 * sight.own_between(card, next_end)),
        sight.share(sight.unseen_between(card, next_end)),
        sight.share(below),
        16 * sum(row[-1] < card for row in sight.rows),
        truth(end is not None and end.is_left),
        limited(2 * ((128 if next_end is None else next_end) - card)),
        sight.share(sight.unseen_between(before, card)),
        sight.share(sight.unseen_between(card, after)),
    ]


def row_features(sight: Sight, cards: Collection[int], index: int) -> list[int]:
    """Return what a row looks like to the owner of a low card.

    ``sight.hand`` is what the owner is left with, and ``cards`` are those of the turn, the own one
    among them; ``sight.seen`` has them too.
    """
    row = sight.rows[index]
    end = row[-1]
    next_end = sight.next_end(end)
    lowest_end = min(other[-1] for other in sight.rows)
    heads = total_bull_heads(row)
    joining = sum(card > end and (next_end is None or card < next_end) for card in cards)
    return [
        limited(8 * heads),
        limited(16 * (heads - min(total_bull_heads(other) for other in sight.rows))),
        12 * len(row),
        truth(len(row) == sight.capacity),
        2 * end,
        limited(32 * joining),
        truth(len(row) + joining > sight.capacity),
        limited(32 * (sum(card < lowest_end for card in cards) - 1)),
        limited(32 * sight.own_between(end, next_end)),
        limited(32 * sight.own_between(0, end)),
        limited(32 * sight.own_between(0, lowest_end)),
        sight.share(sight.unseen_between(end, next_end)),
        16 * sum(other[-1] < end for other in sight.rows),
        8 * len(sight.hand),
        16 * sight.players,
        ONE,
    ]


def dot(weights: Sequence[int], inputs: Sequence[int]) -> int:
    """Return the sum of products."""
    return sum(weight * value for weight, value in zip(weights, inputs, strict=True))


def score(layer: Sequence[Sequence[int]], last: Sequence[int], features: Sequence[int]) -> int:
    """Return what two layers make of features; halves of units and scores are rounded down."""
    hidden = [min(max(dot(weights, features) >> 8, 0), 4096) for weights in layer]
    return max(-32768, min(dot(last, hidden) >> 10, 32767))


def card_scores(weights: Weights, sight: Sight) -> list[int]:
    """Return how much the seat likes each card of its hand."""
    state = state_features(sight)
    layer = [[*ours, *own] for ours, own in zip(weights.state, weights.card, strict=True)]
    return [
        score(layer, weights.last, [*state, *card_features(sight, card)]) for card in sight.hand
    ]


def row_scores(weights: Weights, sight: Sight, cards: Collection[int]) -> list[int]:
    """Return how much the owner of a low card likes each row."""
    return [
        score(weights.row, weights.row_last, row_features(sight, cards, index))
        for index in range(len(sight.rows))
    ]


def best(scores: Sequence[int]) -> int:
    """Return the place of the highest score, the first among equals."""
    return max(range(len(scores)), key=lambda place: (scores[place], -place))
