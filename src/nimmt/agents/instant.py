"""The player that follows the policy network, without looking ahead."""

from __future__ import annotations

import numpy as np

from nimmt.agents.simple import RandomPolicy
from nimmt.analysis.network import check_suits, prior
from nimmt.position import InformationSet

__all__ = ["InstantPolicy"]


class InstantPolicy(RandomPolicy):
    """Plays the card that the policy network likes best, within some microseconds.

    It chooses rows by the network under standard placement, and takes the cheapest one under
    professional placement; it picks at random.  The network was trained for four rows of five cards
    and hands of ten or fewer.
    """

    name = "instant"

    def play(self, view: InformationSet, rng: np.random.Generator) -> int:
        """Return the card that is played most often, the lowest among equals.

        Raises
        ------
        RulesError
            If the network was not trained for such rules.
        """
        return view.hand[_likeliest(view)]

    def choose(self, view: InformationSet, rng: np.random.Generator) -> int:
        """Return the row that is taken most often.

        Raises
        ------
        RulesError
            If the network was not trained for such rules.
        """
        if view.rules.professional:
            return super().choose(view, rng)
        return view.options[_likeliest(view)]


def _likeliest(view: InformationSet) -> int:
    check_suits(view.rules)
    chances = prior(view)
    return chances.index(max(chances))
