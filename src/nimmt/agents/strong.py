"""The player that searches with the policy network in everybody's place."""

from __future__ import annotations

import numpy as np

from nimmt.agents.advised import AdvisedPolicy
from nimmt.analysis.advice import Objective, Playouts
from nimmt.analysis.recommend import DEFAULT_BELIEF, recommend
from nimmt.limits import Limit
from nimmt.position import InformationSet

__all__ = ["StrongPolicy"]


class StrongPolicy(AdvisedPolicy):
    """Follows ``recommend`` for cards and rows; picks at random in a draft.

    Parameters
    ----------
    limit : Limit, optional
        When to stop thinking about a decision; 2000 deals if not given, some ten milliseconds.
    objective : str, optional
        What to minimise where it is not proved.
    belief : float, optional
        How much it concludes from what the others have played.
    """

    kind = "strong"
    default = Limit(samples=2000)

    def __init__(
        self,
        limit: Limit | None = None,
        objective: str = Objective.OWN,
        belief: float = DEFAULT_BELIEF,
    ) -> None:
        super().__init__(limit, objective)
        self.belief = belief

    def _best(self, view: InformationSet, rng: np.random.Generator) -> int:
        return recommend(
            view,
            objective=self.objective,
            playouts=Playouts.NETWORK,
            belief=self.belief,
            budget=0,
            limit=self.limit,
            rng=rng,
        ).best
