"""A play that was found: the new table, which sets of the old one lie whole in it, what it pays."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from nimmt.rummikub.arranging import Keep, Placed
from nimmt.rummikub.freeing import Freeing, Way
from nimmt.rummikub.locks import kept_whole
from nimmt.rummikub.sets import TileSet
from nimmt.rummikub.tiles import Tile, less

__all__ = ["Found", "found_play", "recognised", "tiles_of"]


@dataclass(frozen=True, slots=True)
class Found:
    """A play.

    Attributes
    ----------
    pays : int
        What it pays.
    laid : tuple of Tile
        The tiles that are laid, ascending.
    placed : tuple of Placed
        The new table.
    changed : int
        Sets of the table that do not lie whole in a new one.
    freed : tuple of Freeing
        The jokers that are freed, in order.
    """

    pays: int
    laid: tuple[Tile, ...]
    placed: tuple[Placed, ...]
    changed: int
    freed: tuple[Freeing, ...] = ()


def tiles_of(sets: Iterable[TileSet]) -> list[Tile]:
    """Return all tiles of some sets."""
    return [tile for one in sets for tile in one.tiles]


def found_play(way: Way, placed: Sequence[Placed], pays: int) -> Found:
    """Return the play that leads to an arrangement."""
    kept = {one.kept for one in placed} - {one.index for one in way.freed}
    return Found(
        pays,
        less(tiles_of(one.tiles for one in placed), tiles_of(way.before)),
        tuple(placed),
        sum(index not in kept for index in range(len(way.before))),
        way.freed,
    )


def recognised(way: Way, placed: Sequence[Placed]) -> list[Placed]:
    """Say which sets of the table lie whole in new ones, where the search did not care."""
    free: dict[int, list[int]] = {}
    for index, keep in enumerate(way.keep):
        if keep is Keep.MAY:
            free.setdefault(_likeness(way.sets[index]), []).append(index)
    found = []
    for one in placed:
        kept = one.kept
        if kept is None and (alike := free.get(_likeness(one.tiles))):
            whole = [i for i in alike if kept_whole(way.sets[i], one.tiles.tiles)]
            if whole:
                kept = max(whole, key=lambda index: len(way.sets[index]))
                alike.remove(kept)
        found.append(Placed(one.tiles, kept))
    return found


def _likeness(one: TileSet) -> int:
    """Return what sets have in common of which one may lie in the other: colour, or number."""
    return one.number if one.colour is None else -1 - one.colour
