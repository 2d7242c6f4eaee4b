"""The player that follows ``recommend`` with uniformly random playouts."""

from __future__ import annotations

import numpy as np

from nimmt.agents.advised import AdvisedPolicy
from nimmt.analysis.advice import Playouts
from nimmt.analysis.recommend import recommend
from nimmt.limits import Limit
from nimmt.position import InformationSet

__all__ = ["MonteCarloPolicy"]


class MonteCarloPolicy(AdvisedPolicy):
    """Follows the simulation of ``recommend`` for cards and rows; picks at random in a draft.

    Parameters
    ----------
    limit : Limit, optional
        When to stop thinking about a decision; 1000 deals if not given.  With ``samples`` alone it
        is flat Monte Carlo: so many uniformly random playouts for each card, on common deals.
    objective : str, optional
        What to minimise.
    """

    kind = "montecarlo"
    default = Limit(samples=1000)

    def _best(self, view: InformationSet, rng: np.random.Generator) -> int:
        # It is the player of flat simulation, and tells nobody what a card may cost this turn.
        return recommend(
            view,
            objective=self.objective,
            playouts=Playouts.UNIFORM,
            exact=False,
            budget=0,
            limit=self.limit,
            rng=rng,
        ).best
