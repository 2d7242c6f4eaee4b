"""Players that look no further than their own hand and the rows."""

from __future__ import annotations

import numpy as np

from nimmt.cards import total_bull_heads
from nimmt.draft import DraftView
from nimmt.position import InformationSet
from nimmt.table import cheapest, landing

__all__ = ["CheapestPolicy", "HighestPolicy", "LowestPolicy", "NearestPolicy", "RandomPolicy"]


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


class HighestPolicy(RandomPolicy):
    """Plays and picks the highest card, and takes the cheapest row."""

    name = "highest"

    def play(self, view: InformationSet, rng: np.random.Generator) -> int:
        """Return the highest card."""
        return view.hand[-1]

    def pick(self, view: DraftView, rng: np.random.Generator) -> int:
        """Return the highest card of the table."""
        return view.remaining[-1]


class NearestPolicy(RandomPolicy):
    """Plays the card nearest to the end of a row with room; the highest card if there is none.

    It takes the cheapest row, and picks at random.
    """

    name = "nearest"

    def play(self, view: InformationSet, rng: np.random.Generator) -> int:
        """Return the card with the smallest gap as the rows are now, the lowest among equals."""
        gaps = {}
        for card in view.hand:
            where = landing(view.rows, card, view.rules)
            if where.free:
                continue
            row = view.rows[cheapest(view.rows, card, view.rules)]
            if len(row) < view.rules.row_capacity:
                gaps[card] = card - row[-1] if card > row[-1] else row[0] - card
        return min(gaps, key=gaps.__getitem__) if gaps else view.hand[-1]


class CheapestPolicy(RandomPolicy):
    """Plays the card that would cost least if it were placed now, before all others.

    So it takes a cheap row on purpose when every other card has a full row to join.  It takes the
    cheapest row, and picks at random.
    """

    name = "cheapest"

    def play(self, view: InformationSet, rng: np.random.Generator) -> int:
        """Return the card that costs least as the rows are now, the lowest among equals."""

        def cost(card: int) -> int:
            row = view.rows[cheapest(view.rows, card, view.rules)]
            takes = len(row) == view.rules.row_capacity or landing(view.rows, card, view.rules).free
            return total_bull_heads(row) if takes else 0

        return min(view.hand, key=cost)
