"""What a player knows of the cards, in the forms of the kernel and of the reference."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import reference
from nimmt_core._deals import PLAN_BUDGET, Dealer


@dataclass(frozen=True)
class Knowledge:
    """The own hand, and what is known of the others'."""

    seat: int
    hand: Sequence[int]
    players: int
    unseen: Sequence[int]
    known: Mapping[int, Sequence[int]] = field(default_factory=dict)
    excluded: Mapping[int, Sequence[int]] = field(default_factory=dict)

    def known_by_seat(self) -> list[list[int]]:
        """Return the cards that each seat holds for certain, the own ones too."""
        by_seat = {**self.known, self.seat: self.hand}
        return [list(by_seat.get(seat, ())) for seat in range(self.players)]

    def excluded_by_seat(self) -> list[list[int]]:
        """Return the cards that each seat does not hold."""
        return [list(self.excluded.get(seat, ())) for seat in range(self.players)]

    def dealer(self, plan_budget: int = PLAN_BUDGET) -> Dealer:
        """Return the kernel's dealer."""
        return Dealer(
            self.known_by_seat(),
            self.unseen,
            len(self.hand),
            self.excluded_by_seat(),
            plan_budget,
        )

    def deals(self) -> list[list[list[int]]]:
        """Return all deals that fit, by the reference."""
        return list(
            reference.deals(
                self.seat, self.hand, self.players, self.unseen, self.known, self.excluded
            )
        )
