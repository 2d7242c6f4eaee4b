"""What a card may cost this turn: the bounds, and the chances against random play."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nimmt.analysis.outlook import Outlook, outlook, outlooks
from nimmt.analysis.plays import joint_plays
from nimmt.cards import total_bull_heads
from nimmt.position import InformationSet
from nimmt.table import place
from nimmt_core import _merged, _sweep

__all__ = [
    "CardRisk",
    "Counts",
    "estimated_turn",
    "exact_turn",
    "known_turn",
    "row_turn",
    "std_error_of",
]

Chances = NDArray[np.float64]
Counts = NDArray[np.int64]
Bounds = list[tuple[int, int]]


@dataclass(frozen=True)
class CardRisk:
    """What a card may cost this turn.

    Attributes
    ----------
    card : int
        The card.
    safe : bool
        Whether nothing that the others can hold, play and choose makes it take a row.
    certain : bool
        Whether it takes a row whatever the others hold, play and choose.
    least, most : int
        Fewest and most bull heads that it can cost.
    chance : float
        Chance to take a row, against random play.
    expected : float
        Expected bull heads, against random play.
    distribution : tuple of float
        Chances of 0, 1, 2, ... bull heads, against random play.
    exact : bool
        Whether the chances are exact.  If not, they are estimates; ``safe`` and ``certain`` are
        proven where they are true; and ``least`` and ``most`` bound what can happen, but need not
        be reached.
    chance_error, std_error : float
        Standard errors of ``chance`` and ``expected``; 0 if they are exact.
    outlook : Outlook
        Where the card would go now, and what threatens it.
    """

    card: int
    safe: bool
    certain: bool
    least: int
    most: int
    chance: float
    expected: float
    distribution: tuple[float, ...]
    exact: bool
    chance_error: float
    std_error: float
    outlook: Outlook

    @property
    def placed(self) -> float:
        """Chance that it is placed without taking a row."""
        return 1.0 - self.chance

    @property
    def why(self) -> str:
        """The verdict and its reason in a sentence or two."""
        if self.safe:
            verdict = "Safe. "
        elif self.certain:
            verdict = "Certain to take a row. "
        else:
            verdict = ""
        return verdict + self.outlook.sentence()

    def to_dict(self) -> dict[str, Any]:
        """Return the values, for JSON."""
        return {
            "card": self.card,
            "safe": self.safe,
            "certain": self.certain,
            "least": self.least,
            "most": self.most,
            "chance": self.chance,
            "chance_error": self.chance_error,
            "expected": self.expected,
            "std_error": self.std_error,
            "distribution": list(self.distribution),
            "exact": self.exact,
            "why": self.why,
            "outlook": self.outlook.to_dict(),
        }


def exact_turn(view: InformationSet, budget: int) -> tuple[CardRisk, ...] | None:
    """Find what every card of the hand may cost, exactly; None if it takes more than the budget."""
    found = _exact(view, budget)
    if found is None:
        return None
    return tuple(
        _entry(card, row, bound, look, exact=True)
        for card, row, bound, look in zip(view.hand, *found, outlooks(view, view.hand), strict=True)
    )


def estimated_turn(view: InformationSet, counts: Counts, budget: int) -> tuple[CardRisk, ...]:
    """Find what is proved of every card within the budget, and estimate the rest.

    Parameters
    ----------
    view : InformationSet
        What is known.
    counts : ndarray of int64, shape (cards, bins)
        In how many deals each card of the hand cost 0, 1, 2, ... bull heads.
    budget : int
        Steps to spend on bounds.
    """
    entries = []
    looks = outlooks(view, view.hand)
    for card, row, bound, look in zip(view.hand, counts, _bounds(view, budget), looks, strict=True):
        deals = int(row.sum())
        taking = 1 - int(row[0]) / deals
        entries.append(
            replace(
                _entry(card, row / deals, bound, look, exact=False),
                chance_error=math.sqrt(taking * (1 - taking) / (deals - 1)),
                std_error=std_error_of(row),
            )
        )
    return tuple(entries)


def known_turn(
    view: InformationSet, actions: tuple[int, ...], budget: int
) -> tuple[CardRisk, ...] | None:
    """Say exactly what each card, or each choice of rows, may cost; None beyond the budget."""
    if view.pending:
        return tuple(row_turn(view, row) for row in actions)
    return exact_turn(view, budget)


def row_turn(view: InformationSet, row: int) -> CardRisk:
    """Say what a choice of rows costs: the cards to be placed are known, so nothing is open."""
    seat, card = view.pending[0]
    _, placed = place(view.rows, (seat, card), row, view.rules)
    chances = np.zeros(placed.heads + 1)
    chances[placed.heads] = 1.0
    return _entry(card, chances, (placed.heads, placed.heads), outlook(view, card), exact=True)


def std_error_of(counts: Counts) -> float:
    """Standard error of the mean of bull heads, from how often each number was taken."""
    deals = int(counts.sum())
    heads = np.arange(len(counts))
    total, squares = int(counts @ heads), int(counts @ heads**2)
    variance = (deals * squares - total * total) / (deals * (deals - 1))
    return math.sqrt(variance / deals)


def _exact(view: InformationSet, budget: int) -> tuple[Chances, Bounds] | None:
    """Return the chances of every number of bull heads, and the bounds, for each card.

    None if it takes more than the budget.
    """
    rules = view.rules
    others = joint_plays(view, budget)
    if others is None:
        return None
    if not rules.professional:
        return _sweep.swept_risk(view.rows, rules.row_capacity, others, view.hand)
    return _merged.merged_risk(view.rows, rules.row_capacity, True, others, view.hand, budget)


def _bounds(view: InformationSet, budget: int) -> Bounds:
    """Return bounds of what each card costs, without going through all that is possible.

    Knowing less allows more.  Failing that too, a row that is taken has cards of a row now and
    other cards, or other cards only.
    """
    vaguer = replace(view, excluded=())
    for less in (vaguer, replace(vaguer, known=())):
        if less != view:
            found = _exact(less, budget)
            if found is not None:
                return found[1]
    capacity = view.rules.row_capacity
    others = {card for cards in view.known for card in cards}.union(view.unseen) - {*view.hand}
    heads = sorted((total_bull_heads([card]) for card in others), reverse=True)
    most = max(
        total_bull_heads(row) + sum(heads[: capacity - len(row)]) for row in ((), *view.rows)
    )
    return [(0, most)] * len(view.hand)


def _entry(
    card: int, chances: Chances, bounds: tuple[int, int], look: Outlook, *, exact: bool
) -> CardRisk:
    least, most = bounds
    last = int(np.flatnonzero(chances)[-1])
    return CardRisk(
        card=card,
        safe=most == 0,
        certain=least > 0,
        least=least,
        most=most,
        # A sum of rounded numbers may exceed 1 by the last digit.
        chance=1.0 if least > 0 else min(1.0, float(chances[1:].sum())),
        expected=float(chances @ np.arange(len(chances))),
        distribution=tuple(chances[: last + 1].tolist()),
        exact=exact,
        chance_error=0.0,
        std_error=0.0,
        outlook=look,
    )
