"""Named exceptions, and everything that can be wrong with a position or a play."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from nimmt.errors import NimmtError, ProblemsError

if TYPE_CHECKING:
    from nimmt.rummikub.tiles import Tile

__all__ = [
    "Defect",
    "IllegalPlayError",
    "IllegalPositionError",
    "Problem",
    "SetError",
    "TileError",
]


class Defect(StrEnum):
    """What can be wrong with a set, a position or a play."""

    # Sets, wherever they are.
    NOT_A_TILE = "not a tile"
    NOT_A_SET = "neither run nor group"
    AMBIGUOUS_SET = "run or group not declared"
    TOO_MANY_TILES = "more of a tile than there are"
    # Positions.
    RACK_COUNT = "number of racks"
    RACK_SIZES = "rack sizes"
    POOL = "pool"
    SEAT = "no such seat"
    MELDED = "who has melded"
    PASSES = "passes"
    IDLE = "seats that laid nothing"
    SCORES = "scores"
    # Plays.
    NOT_ON_RACK = "tile laid that is not on the rack"
    NOTHING_LAID = "nothing laid"
    TABLE_TILE_MISSING = "table tile missing"
    LAID_TILE_MISSING = "tile laid that is in no set"
    TILE_FROM_NOWHERE = "tile from nowhere"
    FREED_JOKER_NOT_LAID = "freed joker not laid again"
    TABLE_TOUCHED = "table touched before the initial meld"
    MELD_TOO_LOW = "initial meld too low"
    MELD_SETS = "initial meld of several sets"
    JOKER_MOVED = "locked joker moved without being freed"
    LOCKED_TILE_MOVED = "tile of a locked set moved"
    LOCKED_SETS = "locked sets in each other's way"
    FREEING_TILE = "joker freed by a tile that is not from the rack"
    FREED_JOKER_PLACE = "freed joker in a place that the rules forbid"


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong with a position or a play.

    Attributes
    ----------
    defect : Defect
        Its kind.
    tiles : tuple of Tile
        The tiles that it is about; empty where it is about none.
    message : str
        A sentence with the value and what was expected.
    """

    defect: Defect
    tiles: tuple[Tile, ...]
    message: str

    def __str__(self) -> str:
        return self.message


class TileError(NimmtError, ValueError):
    """Something that is no tile, or no series of tiles."""


class SetError(NimmtError, ValueError):
    """Tiles that are no set, or of which it is not said which set they are.

    Attributes
    ----------
    defect : Defect
        What is wrong: ``NOT_A_SET`` or ``AMBIGUOUS_SET``.
    tiles : tuple of Tile
        The tiles.
    """

    def __init__(self, defect: Defect, tiles: tuple[Tile, ...], message: str) -> None:
        super().__init__(message)
        self.defect = defect
        self.tiles = tiles


class IllegalPositionError(ProblemsError):
    """A position, or a player's view of one, that cannot be."""


class IllegalPlayError(ProblemsError):
    """A play that the rules do not allow."""
