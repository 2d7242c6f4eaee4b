"""Rounds in which seats follow policy networks."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from .cards import total_bull_heads
from .network import Sight, Weights, best, card_scores, row_scores
from .placement import Rows, cheapest
from .turns import hands_without, turn


@dataclass(frozen=True)
class Round:
    """A round before a turn."""

    rows: Rows
    hands: Sequence[Sequence[int]]
    """Ascending."""
    seen: Sequence[int]
    """Cards that everybody has seen, those of the rows among them."""
    top_card: int
    capacity: int
    professional: bool

    def sight(self, seat: int) -> Sight:
        """Return what a seat sees."""
        return Sight(
            self.rows,
            self.hands[seat],
            self.seen,
            len(self.hands),
            self.top_card,
            self.capacity,
            self.professional,
        )

    def after_plays(self, cards: Sequence[int]) -> "Round":
        """Return the round with the cards of a turn seen, and not yet placed."""
        return replace(self, hands=hands_without(self.hands, cards), seen=[*self.seen, *cards])


def liked_row(before: Round, cards: Sequence[int], weights: Weights) -> int:
    """Return the row that the owner of the lowest card likes best, when the cards have been seen.

    ``before`` is the round before the turn.
    """
    owner = cards.index(min(cards))
    return best(row_scores(weights, before.after_plays(cards).sight(owner), cards))


def turn_by_networks(
    before: Round, cards: Sequence[int], networks: Sequence[Weights | None]
) -> tuple[Round, list[int]]:
    """Play the card of each seat; return the round after it and the bull heads by seat.

    Under standard placement the owner of a low card takes the row that its network likes best.
    Everything else is settled by cost, and so is all for seats without a network.
    """

    def chosen(rows: Rows, card: int, professional: bool, capacity: int) -> int:
        network = networks[cards.index(card)]
        if professional or network is None:
            return cheapest(rows, card, professional, capacity)
        return liked_row(before, cards, network)

    rows, taken = turn(
        before.rows, list(enumerate(cards)), chosen, before.professional, before.capacity
    )
    after = replace(before.after_plays(cards), rows=rows)
    return after, [total_bull_heads(taken[seat]) for seat in range(len(cards))]


def liked_cards(before: Round, networks: Sequence[Weights]) -> list[int]:
    """Return the card that each seat likes best."""
    return [
        hand[best(card_scores(network, before.sight(seat)))]
        for seat, (hand, network) in enumerate(zip(before.hands, networks, strict=True))
    ]
