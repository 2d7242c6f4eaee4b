"""How people draft: styles, and whose picks look like which.

A style says how much a drafter likes each card, and how much more for each distance to an own card;
it picks in proportion to the exponentials.  The styles are simple on purpose: they are what the
others may be doing while an analysis looks ahead, and plans of one's own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from nimmt.analysis.hands import DISTANCES, hand_table
from nimmt.rules import Rules
from nimmt_core import _drafted, _network

__all__ = ["STYLES", "Styles", "styles_of", "weights_of_styles"]

NEARNESS = (2.0, 1.2, 0.8, 0.6, 0.4, 0.3, 0.2, 0.1)
"""How much more neighbours-lovers like a card at a distance of 1, 2, ... from an own one."""

STEEP = 0.9  # how much more a card is liked than the next, by lovers of high or low ones
GENTLE = 0.15  # and by those who also look for neighbours
SHARP = 4.0  # what a bull head is to a drafter who knows what cards are worth

STYLES = (
    "random",
    "highest",
    "lowest",
    "middle",
    "neighbours",
    "high neighbours",
    "low neighbours",
    "worth",
    "sharp worth",
    "practised",
    "sharp practised",
)
"""The names of the styles, in the order of their numbers."""

Numbers = NDArray[np.float64]
Scores = NDArray[np.int16]


@dataclass(frozen=True, eq=False)
class Styles:
    """The styles for some rules, in the kernel's units.

    Attributes
    ----------
    scores : ndarray of int16, shape (styles, top_card)
        How much each likes each card, from card 1 on; 1 is ``_network.SCORE``.
    pairs : ndarray of int16, shape (styles, distances)
        How much more for each own card at a distance of 1, 2, ...
    """

    scores: Scores
    pairs: Scores

    def likes(self, hand: Sequence[int]) -> Numbers:
        """Return how much each style likes each card beside some own ones.

        Returns
        -------
        ndarray of float, shape (styles, top_card)
            In units of the logarithm of the chance.
        """
        likes = self.scores.astype(np.float64)
        top_card = likes.shape[1]
        for card in hand:
            for distance in range(1, self.pairs.shape[1] + 1):
                for other in (card - distance, card + distance):
                    if 1 <= other <= top_card:
                        likes[:, other - 1] += self.pairs[:, distance - 1]
        return likes / _network.SCORE

    def nearness(self) -> Numbers:
        """Return how much more each style likes each card for each own one.

        Returns
        -------
        ndarray of float, shape (styles, top_card, top_card)
            In units of the logarithm of the chance.
        """
        top_card = self.scores.shape[1]
        distances = np.abs(np.arange(top_card)[:, None] - np.arange(top_card))
        near = np.zeros((len(self.pairs), top_card, top_card))
        for distance in range(1, self.pairs.shape[1] + 1):
            near[:, distances == distance] = self.pairs[:, distance - 1, None]
        return near / _network.SCORE


def styles_of(rules: Rules) -> Styles:
    """Return the styles for some rules.

    What was measured for hands of ten is stretched to other card sets.
    """
    return _styles(rules)


def _made(rules: Rules) -> Styles:
    table = hand_table(rules)
    top_card = rules.top_card
    cards: Numbers = np.arange(1.0, top_card + 1) - (top_card + 1) / 2
    near: Numbers = np.array([*NEARNESS, *[0.0] * (DISTANCES - len(NEARNESS))])
    nothing: Numbers = np.zeros(DISTANCES)
    worth = -_stretched(table.cards, top_card)
    practised = _stretched(table.likes, top_card)
    by_name: dict[str, tuple[Numbers, Numbers]] = {
        "random": (np.zeros(top_card), nothing),
        "highest": (STEEP * cards, nothing),
        "lowest": (-STEEP * cards, nothing),
        "middle": (-STEEP * abs(cards), nothing),
        "neighbours": (np.zeros(top_card), near),
        "high neighbours": (GENTLE * cards, near),
        "low neighbours": (-GENTLE * cards, near),
        "worth": (worth, -table.pairs),
        "sharp worth": (SHARP * worth, -SHARP * table.pairs),
        "practised": (practised, table.pair_likes),
        "sharp practised": (SHARP * practised, SHARP * table.pair_likes),
    }
    assert tuple(by_name) == STYLES
    return Styles(
        np.array([_scores(likes, _drafted.LARGEST_SCORE) for likes, _ in by_name.values()]),
        np.array([_scores(pairs, _drafted.LARGEST_PAIR) for _, pairs in by_name.values()]),
    )


_styles = cache(_made)


def _stretched(values: Numbers, top_card: int) -> Numbers:
    """Return what a table has for cards, for a card set of another size."""
    known = (np.arange(len(values)) + 0.5) / len(values)
    return np.asarray(np.interp((np.arange(top_card) + 0.5) / top_card, known, values))


def _scores(likes: Numbers, most: int) -> Scores:
    return np.clip(np.rint(_network.SCORE * likes), -most, most).astype(np.int16)


def weights_of_styles(rules: Rules, first: int, picks: Sequence[int] | None) -> Numbers:
    """Return how likely each seat has each style, from what it has picked.

    Before the first pick all are equally likely, and each pick counts as often as the style would
    make it (Bayes).

    Parameters
    ----------
    rules : Rules
        The rules.
    first : int
        The seat that picked first.
    picks : sequence of int, or None
        All picks in order; None if they are not known.

    Returns
    -------
    ndarray of float, shape (players, styles)
        Each row adds up to 1.
    """
    styles = styles_of(rules)
    weights = np.zeros((rules.players, len(STYLES)))
    left = np.ones(rules.top_card, dtype=bool)
    hands: list[list[int]] = [[] for _ in range(rules.players)]
    for number, card in enumerate(picks or ()):
        seat = (first + number) % rules.players
        likes = np.where(left, styles.likes(hands[seat]), -np.inf)
        most = likes.max(axis=1)
        total = most + np.log(np.exp(likes - most[:, None]).sum(axis=1))
        weights[seat] += likes[:, card - 1] - total
        hands[seat].append(card)
        left[card - 1] = False
    chances = np.exp(weights - weights.max(axis=1, keepdims=True))
    return np.asarray(chances / chances.sum(axis=1, keepdims=True))
