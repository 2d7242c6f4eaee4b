"""Turns of greedy players, fast: nothing is checked, and no moves are looked for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from nimmt.rummikub.melding import best_meld
from nimmt.rummikub.objective import Weights, as_objective
from nimmt.rummikub.position import Position
from nimmt.rummikub.rearranging import best_play
from nimmt.rummikub.rules import Rules
from nimmt.rummikub.sets import TileSet
from nimmt.rummikub.tiles import Tile, full_set, less
from nimmt_core._tiles import Arranger

__all__ = ["AheadTable", "greedy_weights"]


@dataclass(slots=True)
class AheadTable:
    """A round that is played on, in place, without looking at whether plays are legal.

    Attributes
    ----------
    rules : Rules
        The rules.
    table : sequence of TileSet
        The sets.
    racks : list of tuple of Tile
        The racks by seat.
    melded : list of bool
        Whether each seat has melded.
    pool : list of Tile
        The pool, the tile that is drawn next last.
    """

    rules: Rules
    table: Sequence[TileSet]
    racks: list[tuple[Tile, ...]]
    melded: list[bool]
    pool: list[Tile]

    @classmethod
    def of(cls, position: Position) -> AheadTable:
        """Begin at a position."""
        return cls(
            position.rules,
            position.table,
            list(position.racks),
            list(position.melded),
            list(reversed(position.pool)),
        )

    def lay(self, seat: int, laid: Sequence[Tile], table: Sequence[TileSet]) -> None:
        """Let a seat lay tiles."""
        self.racks[seat] = less(self.racks[seat], laid)
        self.table = table
        self.melded[seat] = True

    def draw(self, seat: int) -> None:
        """Let a seat draw a tile, if there is one."""
        if self.pool:
            self.racks[seat] = tuple(sorted((*self.racks[seat], self.pool.pop())))

    def greedy_turn(self, seat: int, arranger: Arranger, weights: Weights) -> int:
        """Let a seat make the play that pays most, or draw; return how many tiles it laid."""
        rules = self.rules
        find = best_play if self.melded[seat] else best_meld
        found = find(arranger, self.table, self.racks[seat], rules, weights, False)
        if found is None:
            self.draw(seat)
            return 0
        self.lay(seat, found.laid, tuple(one.tiles for one in found.placed))
        return len(found.laid)


@lru_cache(maxsize=64)
def greedy_weights(rules: Rules, objective: str) -> Weights:
    """Return weights by which a play is the best by an objective, whatever the rack."""
    return as_objective(objective, rules.joker_penalty).weights(full_set(rules.jokers))
