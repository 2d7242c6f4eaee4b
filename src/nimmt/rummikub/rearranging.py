"""The best play of a player who has melded: all ways to free jokers, and the best arrangement."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from nimmt.rummikub.arranging import Keep, Placed, Table
from nimmt.rummikub.freeing import Freeing, Way, ways
from nimmt.rummikub.locks import kept_whole
from nimmt.rummikub.objective import Weights
from nimmt.rummikub.rules import Rules
from nimmt.rummikub.sets import TileSet
from nimmt.rummikub.tiles import Tile, less
from nimmt_core._tiles import Arranger

__all__ = ["Found", "best_play"]


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


def best_play(
    arranger: Arranger,
    sets: Sequence[TileSet],
    rack: Sequence[Tile],
    rules: Rules,
    weights: Weights,
    fewest_changes: bool,
    least: int | None = None,
) -> Found | None:
    """Find the best play.

    Parameters
    ----------
    arranger : Arranger
        Room to search in.
    sets : sequence of TileSet
        The table.
    rack : sequence of Tile
        The rack.
    rules : Rules
        What is locked.
    weights : tuple of int
        What each tile pays.
    fewest_changes : bool
        Whether it has to be one that leaves as many sets whole as can be.
    least : int, optional
        What it must pay.

    Returns
    -------
    Found or None
        None if no tile can be laid, or nothing pays enough.
    """
    possible = [(way, _table(way, rack)) for way in ways(sets, rack, rules)]
    best = _best(arranger, possible, weights, least)
    if best is not None and best[0] <= 0:
        if all(weights[tile] > 0 for tile in rack):
            return None
        # The best may be to lay nothing, which is no play: then some tile must be laid.
        possible = [each for way, _ in possible for each in _with_a_tile(way, rack)]
        best = _best(arranger, possible, weights, least)
    if best is None:
        return None
    pays, equal = best
    if fewest_changes:
        return _least_changed(arranger, equal, weights, pays)
    way, table = equal[-1]
    if table is not possible[-1][1]:  # other searches came after that one
        table.best(arranger, weights, pays)
    return _found(way, _recognised(way, table.found(arranger)), pays)


def _table(way: Way, rack: Sequence[Tile], tile: tuple[Tile, ...] = ()) -> Table:
    forced = (*way.forced, *tile)
    left = less(rack, forced) if forced else rack
    return Table(_tiles(way.before), way.sets, way.keep, left, forced)


def _tiles(sets: Iterable[TileSet]) -> list[Tile]:
    return [tile for one in sets for tile in one.tiles]


def _with_a_tile(way: Way, rack: Sequence[Tile]) -> Iterator[tuple[Way, Table]]:
    """Go through the tiles that may be laid at least."""
    if way.forced:
        yield way, _table(way, rack)
        return
    for tile in sorted(set(rack)):
        yield way, _table(way, rack, (tile,))


def _best(
    arranger: Arranger,
    possible: Sequence[tuple[Way, Table]],
    weights: Weights,
    least: int | None,
) -> tuple[int, list[tuple[Way, Table]]] | None:
    """Return what the best plays pay, and the ways that lead to them."""
    equal: list[tuple[Way, Table]] = []
    for way, table in possible:
        pays = table.best(arranger, weights, least)
        if pays is None:
            continue
        if least is None or pays > least:
            least = pays
            equal = []
        equal.append((way, table))
    return None if least is None or not equal else (least, equal)


def _least_changed(
    arranger: Arranger,
    equal: Sequence[tuple[Way, Table]],
    weights: Weights,
    pays: int,
) -> Found:
    """Return the play that leaves the most sets whole, of those that pay so much."""
    best: Found | None = None
    for way, table in equal:
        most = None if best is None else best.changed - 1 - len(way.freed)
        changed = table.fewest_changes(arranger, weights, pays, most)
        if changed is not None:
            best = _found(way, table.found(arranger), pays)
    assert best is not None  # there is a play that pays so much
    return best


def _found(way: Way, placed: Sequence[Placed], pays: int) -> Found:
    kept = {one.kept for one in placed} - {one.index for one in way.freed}
    return Found(
        pays,
        less(_tiles(one.tiles for one in placed), _tiles(way.before)),
        tuple(placed),
        sum(index not in kept for index in range(len(way.before))),
        way.freed,
    )


def _recognised(way: Way, placed: Sequence[Placed]) -> list[Placed]:
    """Say which sets of the table lie whole in new ones, where the search did not care."""
    free = {index for index, keep in enumerate(way.keep) if keep is Keep.MAY}
    same = {way.sets[index]: index for index in free}
    found = []
    for one in placed:
        kept = one.kept
        if kept is None:
            kept = same.pop(one.tiles, None)
            if kept not in free:
                kept = next((index for index in free if _lies_in(way.sets[index], one.tiles)), None)
            free.discard(kept if kept is not None else -1)
        found.append(Placed(one.tiles, kept))
    return found


def _lies_in(one: TileSet, other: TileSet) -> bool:
    return (
        one.kind is other.kind
        and one.colour == other.colour
        and (one.is_run or one.number == other.number)
        and kept_whole(one, other.tiles)
    )
