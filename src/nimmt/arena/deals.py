"""What came of some deals: what travels from workers to sums, ratings and journals."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from nimmt.arena.faults import Fault

__all__ = ["Deals"]


class Deals(NamedTuple):
    """What came of some deals.

    Attributes
    ----------
    costs : ndarray of int32, shape (deals, games, seats)
        What each seat pays: bull heads, or points with the sign turned.
    lost : ndarray of bool, shape (deals, games, seats)
        Where a player lost by failing, or was not asked any more.
    faults : tuple of Fault
        How players failed.
    records : tuple of GameRecord
        The games one after another, if they were to be recorded.
    """

    costs: NDArray[np.int32]
    lost: NDArray[np.bool_]
    faults: tuple[Fault, ...] = ()
    records: tuple[Any, ...] = ()

    def part(self, first: int, end: int) -> Deals:
        """Return the results of some of the deals; faults and records stay with the whole."""
        return Deals(self.costs[first:end], self.lost[first:end])
