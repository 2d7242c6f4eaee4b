"""What a game is worth to each seat: bull heads, rank and share of the win, as integers."""

from __future__ import annotations

from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from nimmt.arena.deals import Deals
from nimmt_core import _scores

__all__ = ["KERNEL", "UNITS", "Measure", "seat_values"]


class Measure(StrEnum):
    """What players are compared by."""

    BULL_HEADS = "bull_heads"
    POINTS = "points"
    RANK = "rank"
    WIN_SHARE = "win_share"

    @property
    def more_is_better(self) -> bool:
        """Whether a player wants much of it."""
        return self in (Measure.POINTS, Measure.WIN_SHARE)

    @property
    def sign(self) -> int:
        """What to multiply the kernel's number by: points are what costs are less of."""
        return -1 if self is Measure.POINTS else 1


KERNEL = (Measure.BULL_HEADS, Measure.RANK, Measure.WIN_SHARE)
"""The measures of a game that is paid for, in the kernel's order."""

UNITS = {Measure.BULL_HEADS: 1, Measure.POINTS: 1, Measure.RANK: 1, Measure.WIN_SHARE: _scores.WIN}
"""How many units of the integers below make one."""


def seat_values(deals: Deals) -> dict[Measure, NDArray[np.int64]]:
    """Return the kernel's measures of every seat, in their units; bull heads are what it pays.

    Who lost by failing is charged the most at the table, has the last rank and no share of the win.

    Returns
    -------
    dict of Measure to ndarray of int64, shape (deals, games, seats)
    """
    return dict(zip(KERNEL, _scores.seat_values(deals.costs, deals.lost), strict=True))
