"""Candidates compared by proof: the equilibrium of two players whose hands are known."""

from __future__ import annotations

from nimmt.analysis.advice import Candidate, Proof
from nimmt.analysis.solve import ROUNDING, Solution, solve
from nimmt.analysis.statistics import Estimate
from nimmt.analysis.turn import CardRisk, exact_turn, row_turn
from nimmt.errors import TooLargeError
from nimmt.limits import Limit
from nimmt.position import InformationSet

__all__ = ["can_be_proved", "proved", "searched"]

MOST_CARDS = 7
"""Cards each that are searched, unless the limit says how far; docs/how-it-works.md says why."""

MOST_NODES = 1_000_000
"""Positions searched at most, unless the limit says it: about a second."""

SHARE = 0.5  # of the seconds of a limit
MEMORY = 32  # MiB
ENOUGH = 1 << 30  # steps


def can_be_proved(view: InformationSet, limit: Limit) -> bool:
    """Whether a search may settle it: two players, hands that are known, and few cards."""
    few = limit.nodes is not None or view.hand_size <= MOST_CARDS
    return view.rules.players == 2 and few and view.hands_known


def searched(view: InformationSet, limit: Limit) -> Solution | None:
    """Solve the view as far as the limit allows; None if it is too large for the search."""
    stop = Limit(
        nodes=limit.nodes or MOST_NODES,
        seconds=None if limit.seconds is None else SHARE * limit.seconds,
    )
    try:
        return solve(view, limit=stop, memory=MEMORY)
    except TooLargeError:
        return None


def proved(view: InformationSet, solution: Solution) -> tuple[tuple[Candidate, ...], Proof]:
    """Return the candidates, best first, and the proof, of a solution that is exact."""
    sign = -1 if view.seat == 0 else 1  # solutions count what seat 0 gains
    lo, hi = sorted((sign * solution.lo, sign * solution.hi))
    if solution.rows:
        values = [sign * entry.value for entry in solution.rows]
        chances = [float(entry.row == solution.best_row) for entry in solution.rows]
        risks = [row_turn(view, entry.row) for entry in solution.rows]
        opponent = {}
    else:
        values = [-entry.value for entry in solution.cards[view.seat]]
        chances = [entry.probability for entry in solution.cards[view.seat]]
        risks = _risks(view)
        opponent = solution.strategy(1 - view.seat)
    actions = view.options or view.hand
    least = min(values)
    entries = [
        Candidate(
            card=risk.card,
            row=action if view.pending else None,
            value=Estimate(value + 0.0, 0.0),
            difference=Estimate(value - least, 0.0),
            separable=value - least > ROUNDING,
            risk=risk,
            probability=chance,
        )
        for action, value, chance, risk in zip(actions, values, chances, risks, strict=True)
    ]
    entries.sort(key=_order)
    return tuple(entries), Proof(lo, hi, opponent, solution.nodes)


def _order(entry: Candidate) -> tuple[float, ...]:
    """What the equilibrium does most often comes first, and what loses most last."""
    assert entry.probability is not None
    loss = entry.difference.mean if entry.separable else 0.0
    return loss, -entry.probability, entry.action


def _risks(view: InformationSet) -> list[CardRisk]:
    risks = exact_turn(view, ENOUGH)
    assert risks is not None  # one hand, all of it known: some hundred steps
    return list(risks)
