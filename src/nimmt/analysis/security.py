"""How to mix one's cards against all others as one opponent who cannot see them."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import product
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
from nimmt.table import Play
from nimmt.version import __version__
from nimmt_core import _security

__all__ = ["JointPlay", "SecuredAction", "Security", "security"]

DEFAULT_BUDGET = 300_000_000


@dataclass(frozen=True)
class SecuredAction(Action):
    """One card to play, or one row to choose.

    Attributes
    ----------
    card : int
        The card to play; at a choice of rows, the card that is being placed.
    row : int or None
        The row to choose, or None where a card is to be played.
    probability : float
        How often to play it.
    value : float
        What it costs on average against the others' optimal joint strategy.
    """

    probability: float
    value: float

    def to_dict(self) -> dict[str, Any]:
        """Return the values, for JSON."""
        return {
            **super().to_dict(),
            "probability": self.probability,
            "value": self.value,
        }


@dataclass(frozen=True, slots=True)
class JointPlay:
    """Cards that the others play together.

    Attributes
    ----------
    plays : tuple of (int, int)
        The card of each other seat, as (seat, card).
    probability : float
        How often.
    """

    plays: tuple[Play, ...]
    probability: float

    def to_dict(self) -> dict[str, Any]:
        """Return the values, for JSON."""
        return {
            "plays": [{"seat": seat, "card": card} for seat, card in self.plays],
            "probability": self.probability,
        }


@dataclass(frozen=True)
class Security(HasEntries[SecuredAction]):
    """The seat's security level, and the mixed strategies that both sides reach it with.

    Attributes
    ----------
    position : Position
        The position.
    seat : int
        Who asks.
    objective : Objective
        What was minimised, from now to the end of the round.
    value : float
        The security level: expected bull heads.
    lower, upper : float
        The certificate: the true level is between.  The seat can hold its expectation down to
        ``upper``; the others can hold it up to ``lower``.
    actions : tuple of SecuredAction
        Every card of the hand, ascending, or every row that may be chosen.
    joint : tuple of JointPlay
        The others' optimal joint strategy, most likely first; empty at a choice of rows.
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
    value: float
    lower: float
    upper: float
    actions: tuple[SecuredAction, ...]
    joint: tuple[JointPlay, ...]
    nodes: int
    budget: int
    version: str

    @property
    def strategy(self) -> dict[int, float]:
        """The probability of each card, or row."""
        return {entry.action: entry.probability for entry in self.actions}

    @property
    def _entries(self) -> tuple[SecuredAction, ...]:
        return self.actions

    def to_dict(self) -> dict[str, Any]:
        """Return the whole answer, for JSON."""
        return {
            "value": self.value,
            "lower": self.lower,
            "upper": self.upper,
            "seat": self.seat,
            "objective": str(self.objective),
            "actions": [entry.to_dict() for entry in self.actions],
            "joint": [entry.to_dict() for entry in self.joint],
            "position": format_position(self.position),
            "nodes": self.nodes,
            "budget": self.budget,
            "version": self.version,
        }

    def __str__(self) -> str:
        from nimmt.display.exact import security_text

        return security_text(self)


def security(
    position: Position,
    seat: int,
    objective: str = Objective.OWN,
    *,
    budget: int = DEFAULT_BUDGET,
    progress: WorkProgress | None = None,
) -> Security:
    """Find the mixed strategy that is safest against all others as one opponent.

    The others act as one, with one aim: that the seat takes much.  They may draw their cards
    together, but they choose them at the same time as the seat does, so that it pays to be
    unpredictable.  Choices of rows are made in the open.  On average the seat takes no more than
    its security level, whoever the others are.

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
        Called about 20 times a second with the joint plays tried and those expected at most; what
        it raises ends the search.

    Returns
    -------
    Security

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
    Against a coalition whose plays may be correlated this is a two-player zero-sum game with
    simultaneous moves and otherwise perfect information.  It is solved by backward induction: each
    turn is a matrix game of the values of what follows (Shapley 1953).  What the strategies
    guarantee is carried along as two bounds, which meet up to rounding.  With two players and the
    objective "relative" this is the solution of the game itself.

    References
    ----------
    L. S. Shapley: Stochastic games. *Proceedings of the National Academy of Sciences* 39(10), 1953,
    1095-1100.

    Examples
    --------
    >>> from nimmt import parse_position, security
    >>> position = parse_position(
    ...     "12,24,37,41,55/60,61/70,71,72,73/80 13,62,85/44,64,86/50,74,99"
    ... )
    >>> answer = security(position, seat=0)
    >>> round(answer.value, 9), round(answer[13].probability, 9)
    (11.6, 0.2)
    """
    checked_position(position, "security")
    wanted = checked_objective(objective)
    actions_of(position, seat)
    allowed = checked_budget(budget)
    size = tree_size(position)
    with within_budget("security", "joint plays", size.plays, allowed):
        solver = _security.Security(
            position.rows,
            position.hands,
            position.pending,
            position.rules.row_capacity,
            position.rules.professional,
            seat,
            wanted is Objective.RELATIVE,
            size.slots,
            allowed,
        )
        actions, joint, lower, upper = watched(
            lambda: _rows(position, solver) if position.pending else _cards(position, seat, solver),
            lambda: progress and progress(solver.nodes, size.plays),
            solver.cancel,
        )
    scale = scale_of(position, wanted)
    lower, upper = _outward(lower, upper, scale)
    return Security(
        position=position,
        seat=seat,
        objective=wanted,
        value=(lower + upper) / 2,
        lower=lower,
        upper=upper,
        actions=tuple(
            SecuredAction(entry.card, entry.row, entry.probability, entry.value / scale)
            for entry in actions
        ),
        joint=joint,
        nodes=solver.nodes,
        budget=allowed,
        version=__version__,
    )


def _rows(
    position: Position, solver: _security.Security
) -> tuple[list[SecuredAction], tuple[JointPlay, ...], float, float]:
    """Compare the rows: the choice is made in the open, so that the best one is certain."""
    bounds = {row: solver.row_bounds(row) for row in position.options}
    best = min(bounds, key=lambda row: bounds[row][1])
    card = position.pending[0][1]
    actions = [
        SecuredAction(card, row, 1.0 if row == best else 0.0, (low + high) / 2)
        for row, (low, high) in bounds.items()
    ]
    return actions, (), min(low for low, _ in bounds.values()), bounds[best][1]


def _cards(
    position: Position, seat: int, solver: _security.Security
) -> tuple[list[SecuredAction], tuple[JointPlay, ...], float, float]:
    """Solve the matrix game of this turn."""
    low, high, mix, joint_mix, lower, upper = solver.stage()
    values = (low + high) / 2 @ joint_mix
    actions = [
        SecuredAction(card, None, float(chance), float(value))
        for card, chance, value in zip(position.hands[seat], mix, values, strict=True)
    ]
    others = [other for other in range(position.rules.players) if other != seat]
    answers = product(*(position.hands[other] for other in others))
    joint = [
        JointPlay(tuple(zip(others, cards, strict=True)), float(chance))
        for cards, chance in zip(answers, joint_mix, strict=True)
        if chance > 0
    ]
    joint.sort(key=lambda entry: (-entry.probability, entry.plays))
    return actions, tuple(joint), lower, upper


def _outward(lower: float, upper: float, scale: int) -> tuple[float, float]:
    """Divide bounds so that rounding cannot make them too narrow."""
    if scale == 1:
        return lower, upper
    return (
        math.nextafter(lower / scale, -math.inf),
        math.nextafter(upper / scale, math.inf),
    )
