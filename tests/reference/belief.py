"""What plays say of hands: how likely they were, from a deal, if everybody follows a network."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import exp, prod

from .network import Sight, Weights, card_scores
from .placement import Rows

SCORE = 256


@dataclass(frozen=True)
class Turn:
    """A turn that has been played: what everybody saw before it, and the card of each seat."""

    rows: Rows
    seen: Sequence[int]
    plays: Sequence[int]


Hands = tuple[tuple[int, ...], ...]


def all_deals(unseen: Sequence[int], sizes: Sequence[int]) -> Iterator[Hands]:
    """Deal hands of some sizes in every way there is, each ascending."""
    if not sizes:
        yield ()
        return
    for hand in combinations(sorted(unseen), sizes[0]):
        rest = [card for card in unseen if card not in hand]
        for others in all_deals(rest, sizes[1:]):
            yield (hand, *others)


def likelihood(
    hand: Sequence[int],
    seat: int,
    turns: Sequence[Turn],
    weights: Weights,
    top_card: int,
    capacity: int,
    professional: bool,
) -> float:
    """Return how likely a seat's plays were, if it is left with a hand."""

    def chance(number: int) -> float:
        turn = turns[number]
        then = sorted([*hand, *(later.plays[seat] for later in turns[number:])])
        sight = Sight(turn.rows, then, turn.seen, len(turn.plays), top_card, capacity, professional)
        powers = [exp(score / SCORE) for score in card_scores(weights, sight)]
        return powers[then.index(turn.plays[seat])] / sum(powers)

    return prod(chance(number) for number in range(len(turns)))
