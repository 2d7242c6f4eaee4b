"""What two players with known hands can expect when both play optimally.

Backward induction: the last turn first. A turn is a matrix game, with one entry for each pair of
cards; where a card's owner has a choice, made after the reveal, the owner takes what is best from
there on. All values are for seat 0: the bull heads that seat 1 takes less those that seat 0 takes,
from now to the end of the round.
"""

from collections.abc import Sequence
from functools import lru_cache

from .cards import total_bull_heads
from .matrix import matrix_value
from .placement import CAPACITY, Rows, options, place
from .turns import ascending, hands_without

FrozenRows = tuple[tuple[int, ...], ...]
Pending = Sequence[tuple[int, int]]


def game_value(
    rows: Rows,
    hands: Sequence[Sequence[int]],
    professional: bool,
    capacity: int = CAPACITY,
    pending: Pending = (),
    committer: int | None = None,
) -> float:
    """Return the value of a position; ``pending`` (seat, card) pairs are placed first."""
    return _placed_value(
        _frozen(rows), tuple(pending), _frozen(hands), professional, capacity, committer
    )


def stage_matrix(
    rows: Rows,
    hands: Sequence[Sequence[int]],
    professional: bool,
    capacity: int = CAPACITY,
    committer: int | None = None,
) -> list[list[float]]:
    """Return the value of every pair of cards, a row for each card of seat 0."""
    return [
        [
            game_value(
                rows,
                hands_without(hands, (first, second)),
                professional,
                capacity,
                ascending([(0, first), (1, second)]),
                committer,
            )
            for second in hands[1]
        ]
        for first in hands[0]
    ]


def choice_values(
    rows: Rows,
    pending: Pending,
    hands: Sequence[Sequence[int]],
    professional: bool,
    capacity: int = CAPACITY,
    committer: int | None = None,
) -> dict[int, float]:
    """Return the value after each row that the first pending card may go to."""
    (seat, card), *later = pending
    values = {}
    for row in options(rows, card, professional):
        rows_after, taken = place(rows, card, row, professional, capacity)
        gain = total_bull_heads(taken) * (1 if seat == 1 else -1)
        values[row] = gain + game_value(
            rows_after, hands, professional, capacity, later, committer
        )
    return values


def guarantees(
    matrix: Sequence[Sequence[float]], first: Sequence[float], second: Sequence[float]
) -> tuple[float, float]:
    """Return what the seats' mixed cards are worth against best responses, both for seat 0.

    Seat 0 is certain of the first number with ``first``, and of no more; seat 1 holds it down to
    the second number with ``second``, and no further.
    """
    against_first = [
        sum(chance * row[j] for chance, row in zip(first, matrix, strict=True))
        for j in range(len(second))
    ]
    against_second = [
        sum(chance * entry for chance, entry in zip(second, row, strict=True)) for row in matrix
    ]
    return min(against_first), max(against_second)


def remembered() -> int:
    """Return how many positions were worked out since the start, or since ``forget``."""
    return _placed_value.cache_info().misses


def forget() -> None:
    """Forget all positions."""
    _placed_value.cache_clear()


@lru_cache(maxsize=2**17)
def _placed_value(
    rows: FrozenRows,
    pending: tuple[tuple[int, int], ...],
    hands: FrozenRows,
    professional: bool,
    capacity: int,
    committer: int | None,
) -> float:
    """Place what is pending, the owner choosing what is best, and play on."""
    if pending:
        values = choice_values(
            rows, pending, hands, professional, capacity, committer
        ).values()
        return max(values) if pending[0][0] == 0 else min(values)
    if not hands[0]:
        return 0.0
    matrix = stage_matrix(rows, hands, professional, capacity, committer)
    if committer is None:
        return _stage_value(matrix)
    if committer == 0:
        return max(min(row) for row in matrix)
    return min(max(column) for column in zip(*matrix, strict=True))


def _stage_value(matrix: list[list[float]]) -> float:
    """Return the value of a matrix game: a saddle point, the formula of 2 x 2 games, or a program.

    Where a 2 x 2 game has no saddle point, both mix so that the other is indifferent.
    """
    maximin = max(min(row) for row in matrix)
    minimax = min(max(column) for column in zip(*matrix, strict=True))
    if maximin == minimax:
        return maximin
    if len(matrix) == 2:
        (a, b), (c, d) = matrix
        return (a * d - b * c) / (a + d - b - c)
    return matrix_value(matrix)


def _frozen(lists: Sequence[Sequence[int]]) -> FrozenRows:
    """Return lists of cards as tuples, which can be remembered."""
    return tuple(tuple(cards) for cards in lists)
