"""What the players that follow ``recommend`` have in common."""

from __future__ import annotations

from abc import abstractmethod
from typing import ClassVar

import numpy as np

from nimmt._named import limited_name
from nimmt.agents.simple import RandomPolicy
from nimmt.analysis.advice import Objective
from nimmt.limits import Limit
from nimmt.position import InformationSet

__all__ = ["AdvisedPolicy"]


class AdvisedPolicy(RandomPolicy):
    """Follows advice for cards and rows; picks at random in a draft.

    Parameters
    ----------
    limit : Limit, optional
        When to stop thinking about a decision; ``default`` if not given.  With ``samples`` alone
        the number is part of the name.
    objective : str, optional
        What to minimise.
    """

    kind: ClassVar[str]
    default: ClassVar[Limit]

    def __init__(self, limit: Limit | None = None, objective: str = Objective.OWN) -> None:
        self.limit = limit or self.default
        self.objective = objective
        self.name = limited_name(self.kind, limit)

    def play(self, view: InformationSet, rng: np.random.Generator) -> int:
        """Return the recommended card; an only card without thinking."""
        return view.hand[0] if len(view.hand) == 1 else self._best(view, rng)

    def choose(self, view: InformationSet, rng: np.random.Generator) -> int:
        """Return the recommended row."""
        return self._best(view, rng)

    @abstractmethod
    def _best(self, view: InformationSet, rng: np.random.Generator) -> int:
        """Return what is recommended."""
