"""What a game is worth to each seat: bull heads, rank and share of the win, as integers."""

from __future__ import annotations

from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from nimmt.arena.units import Deals

__all__ = ["UNITS", "Measure", "charged_heads", "seat_ranks", "seat_values"]


class Measure(StrEnum):
    """What players are compared by."""

    BULL_HEADS = "bull_heads"
    RANK = "rank"
    WIN_SHARE = "win_share"

    @property
    def more_is_better(self) -> bool:
        """Whether a player wants much of it."""
        return self is Measure.WIN_SHARE


UNITS = {Measure.BULL_HEADS: 1, Measure.RANK: 1, Measure.WIN_SHARE: 2520}
"""How many units of the integers below make one; a win can be shared by up to ten."""

Integers = NDArray[np.int64]


def charged_heads(deals: Deals) -> Integers:
    """Return the bull heads that count: who lost by failing is charged the most at the table."""
    heads = deals.heads.astype(np.int64)
    return np.where(deals.lost, heads.max(axis=-1, keepdims=True), heads)


def seat_ranks(deals: Deals) -> Integers:
    """Return ranks: 1 and how many have fewer bull heads; the last rank for who lost by failing."""
    seats = deals.heads.shape[-1]
    # Others' bull heads, out of reach where they lost.
    heads = np.where(deals.lost, np.iinfo(np.int32).max, deals.heads)
    ranks = np.ones(heads.shape, dtype=np.int64)
    for other in range(seats):
        ranks += heads[..., other, None] < heads
    return np.where(deals.lost, seats, ranks)


def seat_values(deals: Deals) -> dict[Measure, Integers]:
    """Return every measure of every seat, in its units.

    Returns
    -------
    dict of Measure to ndarray of int64, shape (deals, games, seats)
    """
    ranks = seat_ranks(deals)
    first = (ranks == 1) & ~deals.lost
    winners = first.sum(axis=-1, keepdims=True)
    return {
        Measure.BULL_HEADS: charged_heads(deals),
        Measure.RANK: ranks,
        Measure.WIN_SHARE: first * (UNITS[Measure.WIN_SHARE] // np.maximum(winners, 1)),
    }
