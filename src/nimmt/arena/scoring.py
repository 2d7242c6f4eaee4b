"""What a game is worth to each seat: bull heads, rank and share of the win, as integers."""

from __future__ import annotations

from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from nimmt.arena.units import Deals
from nimmt_core import _scores

__all__ = ["UNITS", "Measure", "seat_values"]


class Measure(StrEnum):
    """What players are compared by."""

    # In the kernel's order.

    BULL_HEADS = "bull_heads"
    RANK = "rank"
    WIN_SHARE = "win_share"

    @property
    def more_is_better(self) -> bool:
        """Whether a player wants much of it."""
        return self is Measure.WIN_SHARE


UNITS = {Measure.BULL_HEADS: 1, Measure.RANK: 1, Measure.WIN_SHARE: _scores.WIN}
"""How many units of the integers below make one."""


def seat_values(deals: Deals) -> dict[Measure, NDArray[np.int64]]:
    """Return every measure of every seat, in its units.

    Who lost by failing is charged the most bull heads at the table, has the last rank and no share
    of the win.

    Returns
    -------
    dict of Measure to ndarray of int64, shape (deals, games, seats)
    """
    return dict(zip(Measure, _scores.seat_values(deals.heads, deals.lost), strict=True))
