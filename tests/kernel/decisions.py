"""Small decisions, in the forms of the kernel and of the reference."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from kernel.knowledge import Knowledge
from nimmt_core._decision import OBJECTIVES
from nimmt_core._playout import Playouts
from reference import Outcome, expected_choices, expected_values, options


@dataclass(frozen=True)
class Decision:
    """A card to play; or with pending (seat, card) pairs, a row for the first of them."""

    rows: Sequence[Sequence[int]]
    capacity: int
    professional: bool
    knowledge: Knowledge
    before: Sequence[int]
    pending: Sequence[tuple[int, int]] = ()

    def candidates(self) -> list[int]:
        """Return what there is to choose from."""
        if self.pending:
            return options(self.rows, self.pending[0][1], self.professional)
        return sorted(self.knowledge.hand)

    def playouts(self, candidates: Sequence[int], objective: str = "own") -> Playouts:
        """Return the kernel's playouts of the candidates."""
        return Playouts(
            self.rows,
            self.capacity,
            self.professional,
            self.knowledge.dealer(),
            self.knowledge.seat,
            candidates,
            self.pending,
            self.before,
            OBJECTIVES.index(objective),
        )

    @cached_property
    def expected(self) -> dict[int, Outcome]:
        """Return the exact means of every candidate, by the reference."""
        known = self.knowledge
        cards = (known.seat, known.hand, known.players, known.unseen, known.known, known.excluded)
        if self.pending:
            return expected_choices(
                self.rows, self.pending, *cards, self.professional, self.capacity, self.before
            )
        return expected_values(self.rows, *cards, self.professional, self.capacity, self.before)


CARDS = {
    "two players": Decision(
        [[10], [20, 23], [30, 31]],
        3,
        False,
        Knowledge(0, [5, 12, 25, 33], 2, [3, 8, 11, 14, 22, 27, 35]),
        [0, 0],
    ),
    "three players": Decision(
        [[44, 46, 47, 50, 52], [60, 61, 62, 65]],
        5,
        False,
        Knowledge(2, [7, 55, 70], 3, [40, 48, 53, 57, 63, 66, 68]),
        [3, 0, 1],
    ),
    "cards known and excluded": Decision(
        [[11, 22], [33, 40]],
        2,
        False,
        Knowledge(
            1, [9, 30, 41], 3, [8, 12, 25, 34, 42, 45, 50], {0: [36], 2: [10]}, {0: [8], 2: [8, 50]}
        ),
        [0, 9, 5],
    ),
    "professional": Decision(
        [[10, 14], [20, 29], [40]],
        3,
        True,
        Knowledge(0, [12, 17, 35], 3, [5, 15, 18, 24, 30, 37, 44], {1: [34]}, {2: [5, 24]}),
        [2, 2, 4],
    ),
    "professional, full rows": Decision(
        [[10, 11, 13, 15, 22], [30, 33, 36, 39, 44]],
        5,
        True,
        Knowledge(1, [12, 26, 50], 2, [8, 20, 27, 31, 46, 55]),
        [0, 6],
    ),
}
ROWS = {
    "free choice": Decision(
        [[20], [30, 33], [40, 44]],
        2,
        False,
        Knowledge(0, [9, 35], 3, [8, 22, 25, 34, 42, 46], {2: [45]}, {1: [8, 22]}),
        [0, 3, 1],
        [(0, 7), (2, 31), (1, 41)],
    ),
    "free choice, lower cards placed before": Decision(
        [[20, 21, 22], [30], [40]],
        3,
        False,
        Knowledge(1, [29, 55], 2, [1, 23, 39, 41, 57]),
        [5, 5],
        [(1, 19)],
    ),
    "professional free choice": Decision(
        [[10, 30], [12, 40], [5, 33]],
        3,
        True,
        Knowledge(2, [11, 36], 3, [4, 15, 29, 31, 38, 45], {0: [44]}),
        [0, 0, 4],
        [(2, 25), (0, 32)],
    ),
    "professional tie": Decision(
        [[10, 15], [25, 28, 31], [50]],
        3,
        True,
        Knowledge(1, [18, 45], 2, [14, 22, 26, 33, 47]),
        [0, 2],
        [(1, 20), (0, 29)],
    ),
}
ALL = CARDS | ROWS
