"""The player that searches with the policy network in everybody's place."""

from __future__ import annotations

import numpy as np

from nimmt.agents.simple import RandomPolicy
from nimmt.analysis.advice import Objective, Playouts
from nimmt.analysis.recommend import recommend
from nimmt.limits import Limit
from nimmt.position import InformationSet

__all__ = ["StrongPolicy"]

DEALS = 2000
TRUST = 0.5


class StrongPolicy(RandomPolicy):
    """Follows ``recommend`` for cards and rows; picks at random in a draft.

    It trusts the network's own opinion with half a bull head for a factor e, because opponents may
    play otherwise than in the playouts.

    Parameters
    ----------
    limit : Limit, optional
        When to stop thinking about a decision; 2000 deals if not given, some ten milliseconds.
    objective : str, optional
        What to minimise where it is not proved.
    """

    def __init__(self, limit: Limit | None = None, objective: str = Objective.OWN) -> None:
        self.limit = limit or Limit(samples=DEALS)
        self.objective = objective
        only_samples = limit is not None and [*limit.to_dict()] == ["samples"]
        self.name = f"strong:{self.limit.samples}" if only_samples else "strong"

    def play(self, view: InformationSet, rng: np.random.Generator) -> int:
        """Return the recommended card; an only card without thinking."""
        return view.hand[0] if len(view.hand) == 1 else self._best(view, rng)

    def choose(self, view: InformationSet, rng: np.random.Generator) -> int:
        """Return the recommended row."""
        return self._best(view, rng)

    def _best(self, view: InformationSet, rng: np.random.Generator) -> int:
        return recommend(
            view,
            objective=self.objective,
            playouts=Playouts.NETWORK,
            trust=TRUST,
            budget=0,
            limit=self.limit,
            rng=rng,
        ).best
