"""Drafts that go on by styles, and their rounds as the policy network plays them, in bulk."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from nimmt.analysis.network import network_of
from nimmt.analysis.styles import Styles
from nimmt.rules import Rules
from nimmt_core import _drafted

__all__ = ["completed", "heads_of", "played"]

Cards = NDArray[np.uint8]


def completed(
    rules: Rules,
    styles: Styles,
    numbers: Cards,
    stream: np.random.BitGenerator,
    picks: Sequence[int] | Cards = (),
    first: int = 0,
) -> Cards:
    """Let drafts go on.

    Parameters
    ----------
    rules : Rules
        The rules.
    styles : Styles
        The styles.
    numbers : ndarray of uint8, shape (players, drafts)
        The number of each seat's style in each draft; drafts in whole groups of 64.
    stream : BitGenerator
        Source of randomness.
    picks : sequence of int, or ndarray of uint8, shape (drafts, picked)
        The cards picked so far, the same in all drafts or those of each.
    first : int
        The seat that picked first.

    Returns
    -------
    ndarray of uint8, shape (drafts, players * hand_size)
        All picks of each draft.
    """
    return _drafted.complete_drafts(
        styles.scores,
        styles.pairs,
        numbers,
        picks,
        rules.players,
        first,
        rules.hand_size,
        rules.rows,
        stream,
    )


def played(rules: Rules, picks: Cards, stream: np.random.BitGenerator, first: int = 0) -> Cards:
    """Play complete drafts; the bull heads that each card cost, from card 1 on."""
    return _drafted.play_drafts(
        network_of(rules),
        picks,
        rules.players,
        first,
        rules.rows,
        rules.row_capacity,
        rules.professional,
        stream,
    )


def heads_of(rules: Rules, picks: Cards, costs: Cards, first: int = 0) -> NDArray[np.int64]:
    """Return the bull heads of each seat in each draft: the sums over its cards."""
    paid = np.take_along_axis(costs, picks.astype(np.int64) - 1, axis=1)
    by_turn = paid.reshape(len(picks), -1, rules.players).sum(axis=1, dtype=np.int64)
    return np.roll(by_turn, first, axis=1)
