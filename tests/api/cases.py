"""Small decisions whose exact values the reference can go through every case for."""

from dataclasses import dataclass, field
from functools import cached_property

import reference
from nimmt import InformationSet, Rules


@dataclass(frozen=True)
class Case:
    """A view, told to both sides in the same words."""

    name: str
    rules: Rules
    rows: list[list[int]]
    hand: list[int]
    seat: int = 0
    seen: list[int] = field(default_factory=list)
    pending: list[tuple[int, int]] = field(default_factory=list)
    known: dict[int, list[int]] = field(default_factory=dict)
    excluded: dict[int, list[int]] = field(default_factory=dict)
    taken: list[int] = field(default_factory=list)

    @property
    def view(self) -> InformationSet:
        """What the library is asked about."""
        return InformationSet(
            self.rows,
            self.hand,
            self.rules,
            self.seat,
            seen=self.seen,
            pending=self.pending,
            known=self.known,
            excluded=self.excluded,
            taken=self.taken,
        )

    @cached_property
    def exact(self) -> dict[int, reference.Outcome]:
        """The exact outcome of each card, or of each row if one is to be chosen."""
        held = [*self.hand, *(card for cards in self.known.values() for card in cards)]
        shown = {*held, *self.seen, *(card for _, card in self.pending)}
        shown.update(card for row in self.rows for card in row)
        unseen = [card for card in range(1, self.rules.top_card + 1) if card not in shown]
        players = self.rules.players
        told = (self.seat, self.hand, players, unseen, self.known, self.excluded)
        how = (self.rules.professional, self.rules.row_capacity, self.taken or [0] * players)
        if self.pending:
            return reference.expected_choices(self.rows, self.pending, *told, *how)
        return reference.expected_values(self.rows, *told, *how)


def small(players: int, deck: int, placement: str = "standard", row_capacity: int = 3) -> Rules:
    """Return the rules of a game of two rows and three cards each."""
    return Rules(
        players,
        placement=placement,
        rows=2,
        row_capacity=row_capacity,
        hand_size=3,
        deck_size=deck,
    )


CASES = [
    Case("two players", small(2, 20), [[6, 10, 11], [15]], [3, 12, 18], taken=[3, 1]),
    Case(
        "three players, professional",
        small(3, 16, "professional"),
        [[5, 10], [8, 9]],
        [4, 11],
        seat=1,
        seen=[16],
        taken=[2, 0, 2],
    ),
    Case("one card left", small(4, 22), [[10, 11, 12], [20]], [15], seat=3, taken=[0, 5, 5, 1]),
    Case(
        "known and excluded",
        small(3, 18),
        [[6, 10], [12, 15]],
        [7, 13],
        known={1: [5]},
        excluded={1: [16, 17], 2: [18, 1, 2]},
        taken=[1, 0, 4],
    ),
    Case(
        "all hands known, professional",
        small(3, 25, "professional"),
        [[6, 10], [20]],
        [7, 13],
        seat=2,
        known={0: [5, 19], 1: [11, 22]},
    ),
    Case(
        "any row",
        small(3, 18),
        [[10, 11, 12], [15, 16]],
        [13, 18],
        seat=1,
        pending=[(1, 4), (0, 14), (2, 17)],
        taken=[0, 3, 0],
    ),
    Case(
        "a tie of two ends",
        small(2, 20, "professional"),
        [[8, 9, 10], [14, 15]],
        [5, 13],
        pending=[(0, 12), (1, 16)],
        excluded={1: [1, 2]},
        taken=[0, 9],
    ),
    Case(
        "any row, professional, at the last card",
        small(3, 30, "professional", row_capacity=5),
        [[5, 20], [8, 25]],
        [],
        pending=[(0, 15), (1, 26), (2, 27)],
    ),
]

LOOKAHEAD = Case(
    "the cheaper row is of more use later",
    Rules(2, rows=2, row_capacity=2, hand_size=2),
    [[10], [20, 22]],
    [23],
    pending=[(0, 5), (1, 9)],
    known={1: [60]},
)
"""A choice of rows in which the cheapest is not the best."""
