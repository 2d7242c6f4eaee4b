"""Players that look no further than their own rack and the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from nimmt.rummikub.objective import as_objective
from nimmt.rummikub.position import InformationSet
from nimmt.rummikub.sets import TileSet
from nimmt.rummikub.solver import solve
from nimmt.rummikub.tiles import Tile

__all__ = ["GreedyPolicy", "HoldBackPolicy", "RandomPolicy"]

LARGEST_WEIGHT = 1000
ALARM = 4


class RandomPolicy:
    """Makes a random legal play if there is one: every turn, each tile has another random worth."""

    name = "random"

    def play(self, view: InformationSet, rng: np.random.Generator) -> Sequence[TileSet] | None:
        """Return the play that is best by weights drawn for the turn, half of them negative."""
        drawn = rng.integers(-LARGEST_WEIGHT, LARGEST_WEIGHT + 1, size=len(Tile))
        weights = dict(zip(Tile, drawn.tolist(), strict=True))
        found = solve(view, objective=weights, fewest_changes=False)
        return found.table if found.possible else None


class GreedyPolicy:
    """Lays as much as it can in every turn.

    Parameters
    ----------
    objective : str, mapping, or series of these
        What it makes as large as it can, as in ``solve``.
    name : str
        What to call it.

    Raises
    ------
    LimitError
        If that makes no sense.
    """

    def __init__(self, objective: Any = "tiles, value", name: str = "greedy") -> None:
        as_objective(objective, joker_value=0)
        self.objective = objective
        self.name = name

    def play(self, view: InformationSet, rng: np.random.Generator) -> Sequence[TileSet] | None:
        """Return the best play by the objective."""
        found = solve(view, objective=self.objective, fewest_changes=False)
        return found.table if found.possible else None


class HoldBackPolicy:
    """Lays as many tiles as it can, but holds jokers back while nobody is about to go out.

    A joker is laid with the last tiles, when another rack has few tiles, when the pool is empty,
    for the initial meld if it needs one, or if the rules force a play.

    Parameters
    ----------
    alarm : int
        The tiles on another rack that are few.
    """

    name = "holdback"

    def __init__(self, alarm: int = ALARM) -> None:
        self.alarm = alarm

    def play(self, view: InformationSet, rng: np.random.Generator) -> Sequence[TileSet] | None:
        """Return the best play without jokers, or with them when it is time."""
        others = [size for seat, size in enumerate(view.sizes) if seat != view.seat]
        urgent = min(others) <= self.alarm or not view.pool_size
        thrift = () if urgent else ({Tile.J: -1},)
        found = solve(view, objective=("out", *thrift, "tiles", "value"), fewest_changes=False)
        if not found.possible:
            return None
        wasted = thrift and Tile.J in found.laid and not found.goes_out
        return None if wasted and view.has_melded and not view.rules.forced_play else found.table
