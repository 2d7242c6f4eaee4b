"""What the solver found: the best play, the table after it, and the moves that lead there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from nimmt.rummikub.moves import Move
from nimmt.rummikub.objective import Objective, value_of
from nimmt.rummikub.rules import Rules
from nimmt.rummikub.sets import TileSet
from nimmt.rummikub.tiles import Tile

__all__ = ["Solution"]


@dataclass(frozen=True)
class Solution:
    """The best play, or that there is none.

    Places are numbered: first the sets of the table before the play, from 0 on, then new sets.

    Attributes
    ----------
    before : tuple of TileSet
        The table before the play.
    rack : tuple of Tile
        The rack, ascending.
    rules : Rules
        The rules.
    melded : bool
        Whether the player has laid the initial meld before.
    objective : Objective
        What was made as large as can be.
    laid : tuple of Tile
        The tiles that are laid, ascending; none if there is no play.
    table : tuple of TileSet
        The whole table after the play; before it, if there is no play.
    places : tuple of int
        The place of each set of the table.
    origins : tuple of tuple of (int or None)
        For each tile of each set of the table, the set that it was in before; None for the rack.
    moves : tuple of Move
        Moves that lead from the old table to the new one, in order.
    changed : int
        Sets of the old table that do not lie whole in a set of the new one, with a joker put
        elsewhere counting as a change; the fewest of all best plays if that was asked for.
    version : str
        The library's version.
    """

    before: tuple[TileSet, ...]
    rack: tuple[Tile, ...]
    rules: Rules
    melded: bool
    objective: Objective
    laid: tuple[Tile, ...]
    table: tuple[TileSet, ...]
    places: tuple[int, ...]
    origins: tuple[tuple[int | None, ...], ...]
    moves: tuple[Move, ...]
    changed: int
    version: str

    @property
    def possible(self) -> bool:
        """Whether there is a play at all; if not, the player draws."""
        return bool(self.laid)

    @property
    def tiles_laid(self) -> int:
        """How many tiles are laid."""
        return len(self.laid)

    @property
    def value_laid(self) -> int:
        """The sum of the numbers of the tiles laid, a joker counting ``joker_value``."""
        return value_of(self.laid, self.objective.joker_value)

    @property
    def goes_out(self) -> bool:
        """Whether the whole rack is laid."""
        return self.possible and len(self.laid) == len(self.rack)

    def to_dict(self) -> dict[str, Any]:
        """Return the whole answer, for JSON."""
        return {
            "before": [str(one) for one in self.before],
            "rack": [tile.name for tile in self.rack],
            "rules": self.rules.to_dict(),
            "melded": self.melded,
            "objective": self.objective.to_dict(),
            "possible": self.possible,
            "tiles_laid": self.tiles_laid,
            "value_laid": self.value_laid,
            "goes_out": self.goes_out,
            "laid": [tile.name for tile in self.laid],
            "table": [str(one) for one in self.table],
            "places": list(self.places),
            "origins": [list(one) for one in self.origins],
            "moves": [move.to_dict() for move in self.moves],
            "changed": self.changed,
            "version": self.version,
        }

    def __str__(self) -> str:
        return "\n".join(self._lines())

    def _lines(self) -> Iterator[str]:
        if not self.possible:
            yield "No play: draw."
            return
        count = f"{self.tiles_laid} tile" + "s" * (self.tiles_laid != 1)
        names = " ".join(tile.name for tile in self.laid)
        out = " Out!" if self.goes_out else ""
        yield f"Lay {count}, value {self.value_laid}: {names}.{out}"
        for number, move in enumerate(self.moves, 1):
            yield f"{number:>3}. {move}"
        yield "The table then:"
        for place, one in zip(self.places, self.table, strict=True):
            yield f"  set {place}: {one}"
