"""What a card guarantees whatever the others do, and what it allows to hope for."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from nimmt.analysis.advice import Objective
from nimmt.analysis.entries import Action, HasEntries
from nimmt.analysis.known import (
    actions_of,
    checked_budget,
    checked_objective,
    checked_position,
    scale_of,
    tree_size,
    within_budget,
)
from nimmt.analysis.watching import WorkProgress, watched
from nimmt.notation import format_position
from nimmt.position import Position
from nimmt.record import ChoiceRecord, TurnRecord
from nimmt.version import __version__
from nimmt_core import _minimax

__all__ = ["Guarantee", "GuaranteedAction", "Line", "guarantee"]

Line = tuple[TurnRecord, ...]
"""Turns to the end of the round.  The first has no plays if it was under way."""

DEFAULT_BUDGET = 100_000_000

# Joint plays tried, as a power of those in the tree: measured, see bench/multi.md.
SEARCH_EXPONENT = {Objective.OWN: 0.85, Objective.RELATIVE: 0.9}


@dataclass(frozen=True)
class GuaranteedAction(Action):
    """What is certain about one card to play, or one row to choose.

    Attributes
    ----------
    card : int
        The card to play; at a choice of rows, the card that is being placed.
    row : int or None
        The row to choose, or None where a card is to be played.
    most : Fraction
        The most that the others can bring about, if they see the card and conspire, and the seat
        plays on as well as it can.
    most_line : tuple of TurnRecord
        A way there.
    least : Fraction
        The least that is possible, if everybody helps.
    least_line : tuple of TurnRecord
        A way there.
    """

    most: Fraction
    most_line: Line
    least: Fraction
    least_line: Line

    def to_dict(self) -> dict[str, Any]:
        """Return the values, for JSON; fractions as text."""
        return {
            **super().to_dict(),
            "most": str(self.most),
            "most_line": _line_to_list(self.most_line),
            "least": str(self.least),
            "least_line": _line_to_list(self.least_line),
        }


@dataclass(frozen=True)
class Guarantee(HasEntries[GuaranteedAction]):
    """What every card, or every row, guarantees: exact.

    Attributes
    ----------
    position : Position
        The position.
    seat : int
        Whose cards were compared.
    objective : Objective
        What was minimised, from now to the end of the round.
    actions : tuple of GuaranteedAction
        Every card of the hand, or every row that may be chosen; the best guarantee first, the
        better hope first among equal ones.
    nodes : int
        Joint plays that were tried.
    budget : int
        How many were allowed.
    version : str
        The library's version.
    """

    position: Position
    seat: int
    objective: Objective
    actions: tuple[GuaranteedAction, ...]
    nodes: int
    budget: int
    version: str

    @property
    def best(self) -> int:
        """The card to play, or the row to choose, with the best guarantee."""
        return self.actions[0].action

    @property
    def value(self) -> Fraction:
        """Its guarantee, which nothing that the others do exceeds."""
        return self.actions[0].most

    @property
    def _entries(self) -> tuple[GuaranteedAction, ...]:
        return self.actions

    def to_dict(self) -> dict[str, Any]:
        """Return the whole answer, for JSON."""
        return {
            "best": self.best,
            "value": str(self.value),
            "seat": self.seat,
            "objective": str(self.objective),
            "actions": [entry.to_dict() for entry in self.actions],
            "position": format_position(self.position),
            "nodes": self.nodes,
            "budget": self.budget,
            "version": self.version,
        }

    def __str__(self) -> str:
        from nimmt.display.exact import guarantee_text

        return guarantee_text(self)


def guarantee(
    position: Position,
    seat: int,
    objective: str = Objective.OWN,
    *,
    budget: int = DEFAULT_BUDGET,
    progress: WorkProgress | None = None,
) -> Guarantee:
    """Find the card that keeps the worst case small, and what each card allows to hope for.

    In the worst case the others know the seat's card before they play, act together, and care for
    nothing but to make it take more; the seat answers as well as it can.  So nothing that they do
    costs it more than its guarantee.  The other end is what happens if everybody helps.

    Parameters
    ----------
    position : Position
        Every hand known; between two turns, or at a choice of rows of the seat's.
    seat : int
        Who asks.
    objective : str, optional
        ``"own"`` bull heads, or ``"relative"``: minus the others' mean.
    budget : int, optional
        Joint plays to try at most.
    progress : callable, optional
        Called about 20 times a second with the joint plays tried and those expected; what it raises
        ends the search.

    Returns
    -------
    Guarantee

    Raises
    ------
    TooLargeError
        If the budget will not do, by an estimate that is made first, or does not.
    IllegalActionError
        If the seat has nothing to decide now.
    PositionError, LimitError
        If the seat, the objective or the budget makes no sense.

    Notes
    -----
    This is the pure minimax value of a game of perfect information, in which the seat moves before
    the others in each turn.  It is found by alpha-beta search (Knuth and Moore 1975) with a memory
    of positions that were met before.  A guarantee is no forecast: see ``security`` for opponents
    who cannot see the card, and ``equilibrium`` for ones with aims of their own.

    References
    ----------
    D. E. Knuth, R. W. Moore: An analysis of alpha-beta pruning. *Artificial Intelligence* 6(4),
    1975, 293-326.

    Examples
    --------
    >>> from nimmt import guarantee, parse_position
    >>> position = parse_position(
    ...     "12,24,37,41,55/60,61/70,71,72,73/80 13,62,85/44,64,86/50,74,99"
    ... )
    >>> answer = guarantee(position, seat=0)
    >>> answer.best, str(answer.value), [(entry.card, str(entry.most)) for entry in answer]
    (85, '12', [(85, '12'), (13, '14'), (62, '17')])
    """
    checked_position(position, "guarantee")
    wanted = checked_objective(objective)
    actions = actions_of(position, seat)
    allowed = checked_budget(budget)
    size = tree_size(position)
    estimate = size.plays ** SEARCH_EXPONENT[wanted]
    with within_budget("guarantee", "joint plays", estimate, allowed):
        searches = _Searches(position, seat, wanted, size.slots, allowed)
        most, least = watched(
            lambda: (searches.search(hostile=True), searches.search(hostile=False)),
            lambda: progress and progress(searches.nodes, estimate),
            searches.cancel,
        )
    entries = [
        GuaranteedAction(
            card=position.pending[0][1] if position.pending else action,
            row=action if position.pending else None,
            most=worst[0],
            most_line=worst[1],
            least=hope[0],
            least_line=hope[1],
        )
        for action, worst, hope in zip(actions, most, least, strict=True)
    ]
    return Guarantee(
        position=position,
        seat=seat,
        objective=wanted,
        actions=tuple(sorted(entries, key=lambda entry: (entry.most, entry.least, entry.action))),
        nodes=searches.nodes,
        budget=allowed,
        version=__version__,
    )


class _Searches:
    """The searches of one question, which share its budget."""

    def __init__(
        self, position: Position, seat: int, objective: Objective, slots: int, budget: int
    ) -> None:
        self._position = position
        self._seat = seat
        self._objective = objective
        self._slots = slots
        self._budget = budget
        self._searches: list[_minimax.Minimax] = []

    @property
    def nodes(self) -> int:
        """Joint plays tried so far."""
        return sum(search.nodes for search in self._searches)

    def cancel(self) -> None:
        """Stop what is running."""
        for search in self._searches:
            search.cancel()

    def search(self, *, hostile: bool) -> list[tuple[Fraction, Line]]:
        """Find value and line of every action at one end."""
        position = self._position
        rules = position.rules
        scale = scale_of(position, self._objective)
        search = _minimax.Minimax(
            position.rows,
            position.hands,
            position.pending,
            rules.row_capacity,
            rules.professional,
            self._seat,
            self._objective is Objective.RELATIVE,
            hostile,
            self._slots,
            self._budget - self.nodes,
        )
        self._searches.append(search)
        found = []
        # The kernel knows cards by their place in the hand.
        for action in position.options if position.pending else range(position.hand_size):
            value = search.value(action)
            line = _line_of(position, search.line(action, value))
            found.append((Fraction(value, scale), line))
        return found


def _line_of(position: Position, turns: list[tuple[tuple[int, ...], tuple[int, ...]]]) -> Line:
    """Play the turns on, which names the cards of the choices."""
    line = []
    for cards, rows in turns:
        if cards:
            position, _ = position.play(cards)
        choices = []
        for row in rows:
            choices.append(ChoiceRecord(position.pending[0][1], row))
            position, _ = position.choose(row)
        line.append(TurnRecord(cards, tuple(choices)))
    return tuple(line)


def _line_to_list(line: Line) -> list[dict[str, Any]]:
    return [
        {
            "plays": list(turn.plays),
            "choices": [{"card": choice.card, "row": choice.row} for choice in turn.choices],
        }
        for turn in line
    ]
