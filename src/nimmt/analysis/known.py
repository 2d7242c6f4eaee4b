"""What the questions about known hands share: their checks, and how much work they are."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from nimmt._checks import Faults
from nimmt._numbers import checked_integer
from nimmt.analysis.advice import Objective
from nimmt.errors import IllegalActionError, LimitError, TooLargeError
from nimmt.position import Position
from nimmt.seeding import block_generator
from nimmt_core import _known

__all__ = [
    "TreeSize",
    "actions_of",
    "checked_budget",
    "checked_objective",
    "checked_position",
    "scale_of",
    "tree_size",
    "within_budget",
]

PROBES = 1000
LARGEST_BUDGET = 10**12
FEWEST_SLOTS, MOST_SLOTS = 1 << 10, 1 << 20


@dataclass(frozen=True, slots=True)
class TreeSize:
    """An estimate of everything that can happen from a position on.

    Attributes
    ----------
    plays : float
        Joint plays, each counted for every way to get there.
    ends : float
        Ways to the end of the round.
    """

    plays: float
    ends: float

    @property
    def slots(self) -> int:
        """Positions that a search of it should remember."""
        return int(min(max(self.plays, FEWEST_SLOTS), MOST_SLOTS))


def tree_size(position: Position) -> TreeSize:
    """Estimate the size of the tree below a position, from random ways through it.

    It takes milliseconds, and the same position gives the same estimate.

    Notes
    -----
    The method is that of D. E. Knuth: Estimating the efficiency of backtrack programs.
    *Mathematics of Computation* 29(129), 1975, 122-136.

    Examples
    --------
    >>> from nimmt.rules import Rules
    >>> position = Position([[4], [13], [40], [77]], [[14, 30], [20, 99]], Rules(players=2))
    >>> tree_size(position)
    TreeSize(plays=8.0, ends=4.0)
    """
    rules = position.rules
    plays, ends = _known.tree_size(
        block_generator(0, 0),
        PROBES,
        position.rows,
        position.hands,
        position.pending,
        rules.row_capacity,
        rules.professional,
    )
    return TreeSize(plays, ends)


def checked_position(position: Any, name: str) -> Position:
    """Return the position of a question called `name`.

    Raises
    ------
    TypeError
        If it is none: an information set does not tell the other hands.
    IllegalActionError
        If the round is over.
    """
    if not isinstance(position, Position):
        raise TypeError(
            f"{name}() takes a Position, with every hand known, not {type(position).__name__}"
        )
    if position.is_over:
        raise IllegalActionError("the round is over: there is nothing to decide")
    return position


def actions_of(position: Position, seat: int) -> tuple[int, ...]:
    """Return the cards that a seat may play, or the rows that it may choose.

    Raises
    ------
    PositionError
        If there is no such seat.
    IllegalActionError
        If another seat has a row to choose first.
    """
    faults = Faults(position.rules)
    faults.seat(seat)
    faults.raise_if_any()
    if not position.pending:
        return position.hands[seat]
    if position.to_choose != seat:
        raise IllegalActionError(f"seat {position.to_choose} has a row to choose, not seat {seat}")
    return position.options


def checked_objective(objective: str) -> Objective:
    """Return an objective that is a sum over the turns.

    Raises
    ------
    LimitError
        If it is none.
    """
    if objective not in (Objective.OWN, Objective.RELATIVE):
        raise LimitError(f"objective {objective!r} is not 'own' or 'relative'")
    return Objective(objective)


def scale_of(position: Position, objective: Objective) -> int:
    """Return by how much a value is multiplied to make it an integer."""
    return position.rules.players - 1 if objective is Objective.RELATIVE else 1


def checked_budget(budget: Any, most: int = LARGEST_BUDGET) -> int:
    """Return a budget; see ``checked_integer``."""
    return checked_integer(budget, "budget", 1, most)


@contextmanager
def within_budget(name: str, unit: str, estimate: float, budget: int) -> Iterator[None]:
    """Refuse what is too large by its estimate, and stop what turns out to be.

    Raises
    ------
    TooLargeError
        In both cases.
    """
    if estimate > budget:
        raise TooLargeError(
            f"{name} would take about {estimate:.2g} {unit} here, more than the budget of "
            f"{budget}: play on, or give a larger budget",
            estimate,
            budget,
        )
    try:
        yield
    except _known.BudgetError:
        raise TooLargeError(
            f"{name} has spent its budget of {budget} {unit}; about {estimate:.2g} were expected: "
            "play on, or give a larger budget",
            estimate,
            budget,
        ) from None
