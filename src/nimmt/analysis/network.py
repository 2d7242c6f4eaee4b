"""The policy network that ships: how often it would play each card of a hand, or take each row."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from importlib.resources import files

import numpy as np

from nimmt.errors import RulesError
from nimmt.position import InformationSet
from nimmt.rules import Rules
from nimmt_core import _network

__all__ = [
    "ARRAYS",
    "check_suits",
    "network_name",
    "network_of",
    "prior",
    "seen_cards",
    "suits",
]

ARRAYS = ("state", "card", "last", "row", "row_last")
"""The arrays of a file of weights; ``nimmt_core._network.Network`` says what they are."""

ROWS = 4
CAPACITY = 5
MOST_CARDS = 10


def suits(rules: Rules) -> bool:
    """Whether the network was trained for such rules."""
    return rules.rows == ROWS and rules.row_capacity == CAPACITY and rules.hand_size <= MOST_CARDS


def check_suits(rules: Rules) -> None:
    """Raise unless the network was trained for such rules.

    Raises
    ------
    RulesError
        If not.
    """
    if not suits(rules):
        raise RulesError(
            f"the policy network was trained for {ROWS} rows of {CAPACITY} cards and hands of up "
            f"to {MOST_CARDS}, not for {rules.rows} rows of {rules.row_capacity} and hands of "
            f"{rules.hand_size}"
        )


def network_of(rules: Rules) -> _network.Network:
    """Return the network for some rules: one for each placement rule, and others for drafts."""
    return _networks(network_name(rules))


def network_name(rules: Rules) -> str:
    """Return what the file of the network for some rules is called.

    Drafted hands are unlike dealt ones, so logical games have networks of their own.
    """
    return f"{rules.placement}_drafted" if rules.drafted else str(rules.placement)


def _loaded(name: str) -> _network.Network:
    with (files("nimmt") / "weights" / f"{name}.npz").open("rb") as file:
        arrays = np.load(file)
        return _network.Network(*(arrays[name] for name in ARRAYS))


_networks = cache(_loaded)


def seen_cards(view: InformationSet) -> list[int]:
    """Return the cards that everybody has seen."""
    pending = [card for _, card in view.pending]
    return sorted({*view.seen, *pending, *(card for row in view.rows for card in row)})


def prior(view: InformationSet) -> tuple[float, ...]:
    """Return how often the network would play each card of the hand, or take each option.

    Parameters
    ----------
    view : InformationSet
        What the player knows, under rules that suit the network.

    Returns
    -------
    tuple of float
        Probabilities.  The network chooses rows under standard placement alone; under professional
        placement all options are equally likely.
    """
    rules = view.rules
    network = network_of(rules)
    if not view.pending:
        scores = network.scores(
            view.rows,
            view.hand,
            seen_cards(view),
            rules.players,
            rules.top_card,
            rules.row_capacity,
            rules.professional,
        )
    elif rules.professional:
        scores = [0] * len(view.options)
    else:
        scores = network.row_scores(
            view.rows,
            [card for _, card in view.pending],
            view.hand,
            seen_cards(view),
            rules.players,
            rules.top_card,
            rules.row_capacity,
        )
    return _softmax(scores)


def _softmax(scores: Sequence[int]) -> tuple[float, ...]:
    most = max(scores)
    weights = [math.exp((score - most) / _network.SCORE) for score in scores]
    total = sum(weights)
    return tuple(weight / total for weight in weights)
