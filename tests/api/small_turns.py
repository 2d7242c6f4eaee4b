"""Small views, for which every deal and every play can be gone through."""

from collections.abc import Iterator
from random import Random

import nimmt
from reference import OneTurn, cheapest, one_turn, turn

TOP_CARD = 60
MOST_HIDDEN = 6


def small_views(random: Random, placement: str) -> Iterator[nimmt.InformationSet]:
    """Go on making views of a turn with few hidden cards, of all sorts of knowledge."""
    while True:
        view = _small_view(random, placement)
        if view is not None:
            yield view


def _small_view(random: Random, placement: str) -> nimmt.InformationSet | None:
    players = random.choice([2, 3, 3, 4, 4, 5, 6])
    hand_size = 1 if players > 4 else random.randint(1, 2 if players == 4 else 3)
    capacity = random.choice([1, 1, 2, 2, 3, 4, 5])
    cards = random.sample(range(1, TOP_CARD + 1), TOP_CARD)
    rows = [
        sorted(cards.pop() for _ in range(random.randint(1, capacity)))
        for _ in range(random.choice([1, 2, 2, 3, 4]))
    ]
    hand = [cards.pop() for _ in range(hand_size)]
    seat = random.randrange(players)
    others = [other for other in range(players) if other != seat]
    known = {
        other: [
            cards.pop()
            for _ in range(random.choice([0, 0, hand_size, random.randint(0, hand_size)]))
        ]
        for other in others
    }
    hidden = sum(hand_size - len(known[other]) for other in others)
    if hidden > MOST_HIDDEN:
        return None
    unseen = [cards.pop() for _ in range(hidden + random.randint(0, 8 - hidden))]
    excluded = {
        other: random.sample(unseen, random.randint(0, min(3, len(unseen))))
        for other in others
        if random.random() < 0.3
    }
    rules = nimmt.Rules(
        players=players,
        placement=placement,
        rows=len(rows),
        row_capacity=capacity,
        hand_size=hand_size,
        deck_size=TOP_CARD,
    )
    try:
        return nimmt.InformationSet(
            rows, hand, rules, seat, seen=cards, known=known, excluded=excluded
        )
    except nimmt.PositionError:
        return None  # the cards excluded leave no deal


def referee(view: nimmt.InformationSet) -> dict[int, OneTurn]:
    """Return what each card may cost, by the reference."""
    by_seat = range(view.rules.players)
    return one_turn(
        view.rows,
        view.seat,
        view.hand,
        view.rules.players,
        view.unseen,
        {seat: view.known[seat] for seat in by_seat if seat != view.seat},
        {seat: view.excluded[seat] for seat in by_seat if seat != view.seat},
        view.rules.professional,
        view.rules.row_capacity,
    )


def happenings(view: nimmt.InformationSet, card: int, others: tuple[int, ...]) -> set[str]:
    """Name what is special about a turn of these cards."""
    rules = view.rules
    plays = list(enumerate((card, *others)))
    _, taken = turn(view.rows, plays, cheapest, rules.professional, rules.row_capacity)
    found = set()
    if taken[0] and not {played for row in view.rows for played in row} & set(taken[0]):
        found.add("a row of this turn's cards is taken")
    if min(others) < card < min(row[-1] for row in view.rows):
        found.add("low, but not the lowest")
        if taken[0]:
            found.add("low, not the lowest, and takes")
    return found
