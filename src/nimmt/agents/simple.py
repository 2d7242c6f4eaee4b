"""Players that look no further than their own hand."""

from __future__ import annotations

import numpy as np

from nimmt.draft import DraftView
from nimmt.position import InformationSet
from nimmt.table import cheapest

__all__ = ["LowestPolicy", "RandomPolicy"]


class RandomPolicy:
    """Plays and picks at random, and takes the cheapest row, as in the playouts."""

    name = "random"

    def play(self, view: InformationSet, rng: np.random.Generator) -> int:
        """Return a random card."""
        return int(rng.choice(view.hand))

    def choose(self, view: InformationSet, rng: np.random.Generator) -> int:
        """Return the row that costs least now, the lowest index among equals."""
        return cheapest(view.rows, view.pending[0][1], view.rules)

    def pick(self, view: DraftView, rng: np.random.Generator) -> int:
        """Return a random card of the table."""
        return int(rng.choice(view.remaining))


class LowestPolicy(RandomPolicy):
    """Plays and picks the lowest card, and takes the cheapest row."""

    name = "lowest"

    def play(self, view: InformationSet, rng: np.random.Generator) -> int:
        """Return the lowest card."""
        return view.hand[0]

    def pick(self, view: DraftView, rng: np.random.Generator) -> int:
        """Return the lowest card of the table."""
        return view.remaining[0]
