"""The player that looks one turn ahead."""

from __future__ import annotations

import numpy as np

from nimmt.agents.simple import RandomPolicy
from nimmt.analysis.risk import risk
from nimmt.limits import Limit
from nimmt.position import InformationSet

__all__ = ["RiskPolicy"]

BUDGET = 100_000  # steps to spend on exact chances: some hundredths of a second
SAMPLES = 2000


class RiskPolicy(RandomPolicy):
    """Plays the card that is expected to cost least this turn, against random play.

    It takes the cheapest row, and picks at random.

    Parameters
    ----------
    budget : int, optional
        Steps to spend on exact chances, as in ``nimmt.risk``.
    samples : int, optional
        Deals to estimate them from where that is not enough.
    """

    name = "risk"

    def __init__(self, budget: int = BUDGET, samples: int = SAMPLES) -> None:
        self.budget = budget
        self.limit = Limit(samples=samples)

    def play(self, view: InformationSet, rng: np.random.Generator) -> int:
        """Return the card of the smallest expected cost, the lowest among equals."""
        if len(view.hand) == 1:
            return view.hand[0]
        risks = risk(view, budget=self.budget, limit=self.limit, rng=rng)
        return min(risks, key=lambda entry: entry.expected).card
