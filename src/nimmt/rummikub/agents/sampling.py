"""The player that follows ``recommend``."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from nimmt.limits import Limit
from nimmt.rummikub.adviser import recommend
from nimmt.rummikub.position import InformationSet
from nimmt.rummikub.sets import TileSet

__all__ = ["SamplingPolicy"]


class SamplingPolicy:
    """Follows ``recommend``.

    Parameters
    ----------
    limit : Limit, optional
        When to stop thinking about a turn; 20 deals if not given.
    belief : bool, optional
        As in ``recommend``.
    """

    name = "sampling"

    def __init__(self, limit: Limit | None = None, *, belief: bool = True) -> None:
        self.limit = limit or Limit(samples=20)
        self.belief = belief

    def play(self, view: InformationSet, rng: np.random.Generator) -> Sequence[TileSet] | None:
        """Return the play that is recommended."""
        advice = recommend(view, belief=self.belief, limit=self.limit, rng=rng)
        return advice.best.table_if_played
