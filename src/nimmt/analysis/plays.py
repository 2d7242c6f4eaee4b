"""What the other seats may play this turn, for the kernel: seats, classes of cards, weights."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from math import comb, prod

from nimmt.position import InformationSet
from nimmt_core import _others

__all__ = ["joint_plays"]

MOST_VECTORS = 2000  # the kernel has tables of their square
PYTHON_STEP = 100  # steps of the kernel in the time of one here
DIGIT = 16  # more than there are seats

Vector = tuple[int, ...]
"""How many cards of each class."""


class _TooManyError(Exception):
    """There is more to go through than is allowed."""


class _Steps:
    """Counts steps up to a limit."""

    def __init__(self, limit: int) -> None:
        self.left = limit

    def take(self, count: int) -> None:
        """Take some.

        Raises
        ------
        _TooManyError
            If there are not as many left.
        """
        self.left -= count
        if self.left < 0:
            raise _TooManyError


@dataclass(frozen=True)
class _Seat:
    """Another seat.

    Attributes
    ----------
    known : tuple of int
        Its known cards.
    slots : int
        Its cards that are not known.
    classes : tuple of int
        The classes of cards that they may be.
    lacks_some : bool
        Whether these are not all the classes.
    """

    known: tuple[int, ...]
    slots: int
    classes: tuple[int, ...]
    lacks_some: bool


def joint_plays(view: InformationSet, budget: int) -> _others.Others | None:
    """Return all that the other seats may play, with weights; None if it is beyond the budget.

    Every deal that fits is equally likely, and so is every card of a hand.  A step of the budget is
    a card that is played, or not, after some others.
    """
    seats, classes = _seats_and_classes(view)
    masks = 1 << sum(bool(seat.known) for seat in seats)
    try:
        vectors = _vectors(seats, classes, budget // masks)
        if masks * len(vectors) * max(len(vectors), len(view.rules.cards)) > budget:
            raise _TooManyError
        steps = _Steps(budget // PYTHON_STEP)
        weights = _weights(seats, classes, vectors, view.hand_size, steps)
    except _TooManyError:
        return None
    # A card that no seat may hold is no play.
    most = _most(seats, classes)
    possible = [cards if limit else () for cards, limit in zip(classes, most, strict=True)]
    known = [seat.known for seat in seats if seat.known]
    rests = [(seat.slots, seat.classes) for seat in seats if seat.known]
    like = [rests.index(rest) for rest in rests]
    return _others.Others(len(seats), known, like, possible, vectors, weights)


def _seats_and_classes(view: InformationSet) -> tuple[list[_Seat], list[tuple[int, ...]]]:
    """Sort the unseen cards by who lacks them; the seats with known cards come first."""
    size = view.hand_size
    others = [seat for seat in range(view.rules.players) if seat != view.seat]
    others.sort(key=lambda seat: not view.known[seat])
    filling = [seat for seat in others if len(view.known[seat]) < size]
    members: dict[tuple[int, ...], list[int]] = {(): []}
    for card in view.unseen:
        lacking = tuple(seat for seat in filling if card in view.excluded[seat])
        members.setdefault(lacking, []).append(card)
    seats = []
    for seat in others:
        allowed = tuple(i for i, lacking in enumerate(members) if seat not in lacking)
        slots = size - len(view.known[seat])
        lacks_some = slots > 0 and len(allowed) < len(members)
        seats.append(_Seat(view.known[seat], slots, allowed, lacks_some))
    return seats, [tuple(cards) for cards in members.values()]


def _most(seats: Sequence[_Seat], classes: Sequence[tuple[int, ...]]) -> list[int]:
    """Most cards of each class that can be played."""
    return [
        min(len(cards), sum(seat.slots > 0 and i in seat.classes for seat in seats))
        for i, cards in enumerate(classes)
    ]


def _vectors(
    seats: Sequence[_Seat], classes: Sequence[tuple[int, ...]], limit: int
) -> list[Vector]:
    """Go through how many cards of each class can be played, by ascending sum."""
    most = _most(seats, classes)
    filling = sum(seat.slots > 0 for seat in seats)
    found: list[Vector] = [()]
    for count in most:
        found = [
            (*vector, more)
            for vector in found
            for more in range(min(count, filling - sum(vector)) + 1)
        ]
        if len(found) > min(limit, MOST_VECTORS):
            raise _TooManyError
    return sorted(found, key=sum)


def _weights(
    seats: Sequence[_Seat],
    classes: Sequence[tuple[int, ...]],
    vectors: Sequence[Vector],
    hand_size: int,
    steps: _Steps,
) -> list[list[float]]:
    """For each mask of seats that play a known card, the weight of each vector.

    That is the chance that the others play certain unseen cards, so many of each class, times the
    chance that the seats of the mask play certain known cards.
    """
    sizes = tuple(len(cards) for cards in classes)
    binned = [seat for seat in seats if seat.lacks_some]
    left = sum(sizes) - sum(seat.slots for seat in binned)

    deals = sum(_spread(binned, [False] * len(binned), sizes, steps).values())
    scale = deals * hand_size ** len(seats)

    def chances(binned_playing: tuple[bool, ...], drawing: tuple[int, ...]) -> list[float]:
        """Weigh every vector, if these play an unseen card: all alike, but for their slots."""
        counts = _spread(binned, binned_playing, sizes, steps)
        found = [0.0] * len(vectors)
        for index, vector in enumerate(vectors):
            if sum(vector) == sum(binned_playing) + len(drawing):
                steps.take(len(counts))
                ways = sum(
                    count * _choices(sizes, dealt, vector, played)
                    for (dealt, played), count in counts.items()
                )
                same = comb(left, len(drawing)) * prod(map(comb, sizes, vector))
                found[index] = ways * prod(drawing) / (same * scale) if ways else 0.0
        return found

    binned_places = [place for place, seat in enumerate(seats) if seat.lacks_some]
    loose_places = [place for place, seat in enumerate(seats) if not seat.lacks_some]
    # Loose seats with as many slots are alike, so that masks differ by how many of each there are:
    # digits of a number, which no count of seats overflows.
    kinds = [place if seat.lacks_some else -1 - seat.slots for place, seat in enumerate(seats)]
    units = [DIGIT ** kinds.index(kind) for kind in kinds]
    sorts = [0]
    for seat, unit in zip(seats, units, strict=True):
        if seat.known:
            sorts += [sort + unit for sort in sorts]
    found: dict[int, list[float]] = {}
    for mask, sort in enumerate(sorts):
        if sort not in found:
            found[sort] = chances(
                tuple(not mask >> place & 1 for place in binned_places),
                tuple(seats[place].slots for place in loose_places if not mask >> place & 1),
            )
    return [found[sort] for sort in sorts]


def _choices(sizes: Vector, dealt: Vector, vector: Vector, played: Vector) -> int:
    """Count the ways to complete the cards played to the vector from those not dealt."""
    if any(before > more for before, more in zip(played, vector, strict=True)):
        return 0
    return prod(
        comb(size - held, more - before)
        for size, held, more, before in zip(sizes, dealt, vector, played, strict=True)
    )


def _spread(
    seats: Sequence[_Seat], playing: Sequence[bool], sizes: Sequence[int], steps: _Steps
) -> dict[tuple[Vector, Vector], int]:
    """Count the ways to fill the hands of some seats, and to play a card of some of these.

    By how many cards of each class are dealt, and how many of them are played.
    """
    nothing = (0,) * len(sizes)
    counts = {(nothing, nothing): 1}
    for seat, plays in zip(seats, playing, strict=True):
        after: dict[tuple[Vector, Vector], int] = {}
        for (dealt, played), count in counts.items():
            free = [size - held for size, held in zip(sizes, dealt, strict=True)]
            for hand in _hands(seat, free, steps):
                ways = count * prod(map(comb, free, hand))
                total = tuple(map(sum, zip(dealt, hand, strict=True)))
                if not plays:
                    after[total, played] = after.get((total, played), 0) + ways
                    continue
                for i in seat.classes:
                    more = (*played[:i], played[i] + 1, *played[i + 1 :])
                    if hand[i]:
                        after[total, more] = after.get((total, more), 0) + ways * hand[i]
        counts = after
    return counts


def _hands(seat: _Seat, free: Sequence[int], steps: _Steps) -> Iterator[Vector]:
    """Go through how many cards of each class the seat may hold."""
    limits = [min(seat.slots, count) if i in seat.classes else 0 for i, count in enumerate(free)]
    for most in product(*(range(limit + 1) for limit in limits[1:])):
        steps.take(1)
        first = seat.slots - sum(most)
        if 0 <= first <= limits[0]:
            yield (first, *most)
