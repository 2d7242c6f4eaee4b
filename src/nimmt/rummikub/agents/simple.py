"""Players that look no further than their own rack and the table."""

from __future__ import annotations

import numpy as np

from nimmt.rummikub.position import InformationSet
from nimmt.rummikub.sets import TileSet
from nimmt.rummikub.solver import solve
from nimmt.rummikub.tiles import Tile

__all__ = ["GreedyPolicy", "HoldBackPolicy", "RandomPolicy"]

WHIM = 100
ALARM = 4


class RandomPolicy:
    """Likes or dislikes every tile at random in each turn, and lays what it likes best.

    It draws where no play is liked, unless the rules force one.  Every largest play by some
    weights of tiles has a chance.
    """

    name = "random"

    def play(self, view: InformationSet, rng: np.random.Generator) -> tuple[TileSet, ...] | None:
        """Return the play that is liked best, if it is liked."""
        whims = rng.integers(-WHIM, WHIM, size=len(Tile), endpoint=True).tolist()
        weights = dict(zip(Tile, whims, strict=True))
        found = solve(view, objective=weights, fewest_changes=False)
        liked = sum(weights[tile] for tile in found.laid) > 0
        return found.table if found.possible and (liked or view.rules.forced_play) else None


class GreedyPolicy:
    """Lays the best play of each turn, and draws only if there is none.

    Parameters
    ----------
    objective : str
        What makes a play the best, as in ``solve``.
    name : str
        What to call it.
    """

    def __init__(self, objective: str = "tiles, value", name: str = "tiles") -> None:
        self.objective = objective
        self.name = name

    def play(self, view: InformationSet, rng: np.random.Generator) -> tuple[TileSet, ...] | None:
        """Return the best play."""
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

    def play(self, view: InformationSet, rng: np.random.Generator) -> tuple[TileSet, ...] | None:
        """Return the best play without jokers, or with them when it is time."""
        others = [size for seat, size in enumerate(view.sizes) if seat != view.seat]
        urgent = min(others) <= self.alarm or not view.pool_size
        thrift = () if urgent else ({Tile.J: -1},)
        found = solve(view, objective=("out", *thrift, "tiles", "value"), fewest_changes=False)
        if not found.possible:
            return None
        wasted = thrift and Tile.J in found.laid and not found.goes_out
        return None if wasted and view.has_melded and not view.rules.forced_play else found.table
