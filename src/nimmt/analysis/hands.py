"""What cards and pairs of cards of a drafted hand are worth: the tables that ship."""

from __future__ import annotations

import json
from collections.abc import Collection
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nimmt.rules import Placement, Rules

__all__ = ["HandTable", "hand_table"]

DISTANCES = 12
"""Pairs of own cards count up to this distance."""

Numbers = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class HandTable:
    """What a hand is worth, as a sum over its cards and over its pairs of cards.

    The worth is in bull heads of a round: how much more than the table's mean the holder takes, so
    less is better.  It was fitted by least squares to drafts that everybody picked in one way, and
    that the policy network played.

    Attributes
    ----------
    placement : Placement
        The placement rule.
    players : int
        At the table.
    cards, card_errors : ndarray of float, shape (10 * players + 4,)
        What each card adds, from card 1 on, their mean 0; and standard errors.
    pairs, pair_errors : ndarray of float, shape (12,)
        What two own cards at a distance of 1, 2, ... add, beside what each of them does.
    drafts : int
        Drafts that it was fitted to.
    explained : float
        The share of the variance of what a seat takes in one round, less the table's mean, that
        the sum explains in drafts that it was not fitted to.
    likes : ndarray of float, shape (10 * players + 4,)
        How much a drafter likes each card who practised against itself, in units of its chance.
    pair_likes : ndarray of float, shape (12,)
        What it adds for distances to own cards.
    """

    placement: Placement
    players: int
    cards: Numbers
    card_errors: Numbers
    pairs: Numbers
    pair_errors: Numbers
    drafts: int
    explained: float
    likes: Numbers
    pair_likes: Numbers

    def worth(self, hand: Collection[int]) -> float:
        """Return what a hand is worth, in bull heads; less is better.

        Examples
        --------
        >>> table = hand_table(Rules(players=2, card_set="logical"))
        >>> table.worth([15, 16, 17, 18, 19, 20, 21, 22, 23, 24]) < table.worth(range(1, 11))
        True
        """
        cards = sorted(hand)
        pairs = sum(
            float(self.pairs[high - low - 1])
            for place, low in enumerate(cards)
            for high in cards[place + 1 :]
            if high - low <= DISTANCES
        )
        return float(sum(self.cards[card - 1] for card in cards)) + pairs

    @classmethod
    def from_dict(cls, placement: Placement, players: int, data: Any) -> HandTable:
        """Make a table of its entry in the file that ships."""
        values: dict[str, Any] = {
            name: np.array(value) if isinstance(value, list) else value
            for name, value in data.items()
        }
        return cls(placement=placement, players=players, **values)


def _loaded() -> dict[tuple[Placement, int], HandTable]:
    file = files("nimmt") / "weights" / "hands.json"
    tables = json.loads(file.read_text(encoding="utf-8"))
    return {
        (placement, int(players)): HandTable.from_dict(placement, int(players), entry)
        for placement in Placement
        for players, entry in tables[placement].items()
    }


_tables = cache(_loaded)


def hand_table(rules: Rules) -> HandTable:
    """Return the table for a number of players and a placement rule.

    It is that of four rows and hands of ten, whatever the rules say about these.
    """
    return _tables()[rules.placement, rules.players]
