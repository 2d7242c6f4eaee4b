"""The player that follows ``recommend``."""

from __future__ import annotations

import numpy as np

from nimmt.agents.simple import RandomPolicy
from nimmt.analysis.advice import Objective, Playouts
from nimmt.analysis.recommend import recommend
from nimmt.limits import Limit
from nimmt.position import InformationSet

__all__ = ["MonteCarloPolicy"]


class MonteCarloPolicy(RandomPolicy):
    """Follows the simulation of ``recommend`` for cards and rows; picks at random in a draft.

    Parameters
    ----------
    limit : Limit, optional
        When to stop thinking about a decision; 1000 deals if not given.  With ``samples`` alone it
        is flat Monte Carlo: so many uniformly random playouts for each card, on common deals.
    objective : str, optional
        What to minimise.
    """

    def __init__(self, limit: Limit | None = None, objective: str = Objective.OWN) -> None:
        self.limit = limit or Limit(samples=1000)
        self.objective = objective
        only_samples = limit is not None and [*limit.to_dict()] == ["samples"]
        self.name = f"montecarlo:{self.limit.samples}" if only_samples else "montecarlo"

    def play(self, view: InformationSet, rng: np.random.Generator) -> int:
        """Return the recommended card; an only card without thinking."""
        return view.hand[0] if len(view.hand) == 1 else self._best(view, rng)

    def choose(self, view: InformationSet, rng: np.random.Generator) -> int:
        """Return the recommended row."""
        return self._best(view, rng)

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
