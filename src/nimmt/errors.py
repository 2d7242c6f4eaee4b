"""Named exceptions.  Each quotes the offending value and says what was expected."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

__all__ = [
    "ArenaError",
    "DealError",
    "Defect",
    "IllegalActionError",
    "JournalError",
    "LimitError",
    "MatrixError",
    "NimmtError",
    "NotationError",
    "PositionError",
    "Problem",
    "ProblemsError",
    "RecordError",
    "RulesError",
    "TooLargeError",
]


class NimmtError(Exception):
    """Whatever this library finds wrong with what it was given."""


class RulesError(NimmtError, ValueError):
    """Rules that cannot be played."""


class LimitError(NimmtError, ValueError):
    """A limit, seed, objective or number of workers that makes no sense."""


class MatrixError(NimmtError, ValueError):
    """Payoffs that are no matrix game."""


class NotationError(NimmtError, ValueError):
    """Text or JSON that is no position, information set or record."""


class DealError(NimmtError, ValueError):
    """Knowledge of hands that fits so few deals that none is found by drawing."""


class IllegalActionError(NimmtError, ValueError):
    """An action that the rules do not allow now."""


class ArenaError(NimmtError, ValueError):
    """Players, line-ups or a stopping rule that make no tournament."""


class JournalError(NimmtError):
    """A journal that cannot be read, or that belongs to another tournament."""


class RecordError(NimmtError, ValueError):
    """A game record with an entry that cannot have happened.

    Attributes
    ----------
    entry : str
        The first impossible entry, such as ``"round 2, turn 3"``.
    """

    def __init__(self, entry: str, reason: str) -> None:
        super().__init__(f"{entry}: {reason}")
        self.entry = entry


class TooLargeError(NimmtError):
    """A position that is too large for what was asked of it.

    Attributes
    ----------
    estimate : float or None
        The work that it would be, about, in the units of the budget, where there is one.
    budget : int or None
        The work that was allowed.
    """

    def __init__(
        self, message: str, estimate: float | None = None, budget: int | None = None
    ) -> None:
        super().__init__(message)
        self.estimate = estimate
        self.budget = budget


class Defect(StrEnum):
    """What can be wrong with a position or an information set."""

    NOT_A_CARD = "not a card"
    CARD_OUTSIDE = "card outside the set"
    CARD_TWICE = "card twice"
    SEEN_CARD_HELD = "seen card held"
    ROW_COUNT = "number of rows"
    ROW_EMPTY = "empty row"
    ROW_ORDER = "row not ascending"
    ROW_TOO_LONG = "row too long"
    HAND_COUNT = "number of hands"
    HAND_SIZES = "hand sizes"
    TOO_MANY_CARDS = "more cards than the set has"
    SEAT = "no such seat"
    PENDING = "cards still to be placed"
    KNOWLEDGE = "contradictory knowledge"
    TOTALS = "bull heads taken"
    HISTORY = "turns that cannot have been"


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong.

    Attributes
    ----------
    defect : Defect
        Its kind.
    value : Any
        The offending value.
    message : str
        A sentence with the value and what was expected.
    """

    defect: Defect
    value: Any
    message: str

    def __str__(self) -> str:
        return self.message


class ProblemsError(NimmtError, ValueError):
    """What all errors have in common that say everything that is wrong.

    Attributes
    ----------
    problems : tuple of Problem
        What that is.
    """

    def __init__(self, problems: tuple[Any, ...]) -> None:
        super().__init__("; ".join(problem.message for problem in problems))
        self.problems = problems


class PositionError(ProblemsError):
    """A position or information set that cannot be; its ``problems`` say why."""
