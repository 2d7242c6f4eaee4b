"""The best play of a player who has melded: all ways to free jokers, and the best arrangement."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from nimmt.rummikub.arranging import Table
from nimmt.rummikub.dividing import best_divided
from nimmt.rummikub.found import Found, found_play, recognised, tiles_of
from nimmt.rummikub.freeing import Way, ways
from nimmt.rummikub.objective import Weights
from nimmt.rummikub.rules import FreedJoker, Rules
from nimmt.rummikub.sets import TileSet
from nimmt.rummikub.tiles import Tile, less
from nimmt_core._tiles import Arranger

__all__ = ["best_play"]

FEW_LOCKED = 4
"""Locked sets of which all ways to free their jokers are gone through."""


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
    few = sum(one.has_joker for one in sets) <= FEW_LOCKED
    first = ways(sets, rack, rules, FEW_LOCKED if few else 1)
    settled: list[tuple[Way, tuple[Tile, ...]]] = [(way, ()) for way in first]
    restricted = rules.freed_joker is not FreedJoker.ANYWHERE and len(settled) > 1
    find = best_divided if restricted or settled[0][0].waiting else _best_anywhere
    # What pays nothing may be to lay nothing, which is no play: then some tile must be laid.
    gain = 1 if least is None else max(least, 1)
    found = find(arranger, settled, rack, rules, weights, fewest_changes, gain)
    if found is None and not all(weights[tile] > 0 for tile in rack):
        settled = [each for way, _ in settled for each in _with_a_tile(way, rack)]
        found = find(arranger, settled, rack, rules, weights, fewest_changes, least)
    return found


def _with_a_tile(way: Way, rack: Sequence[Tile]) -> Iterator[tuple[Way, tuple[Tile, ...]]]:
    """Go through the tiles that may be laid at least."""
    if way.forced:
        yield way, ()
        return
    for tile in sorted(set(rack)):
        yield way, (tile,)


def _best_anywhere(
    arranger: Arranger,
    settled: Sequence[tuple[Way, tuple[Tile, ...]]],
    rack: Sequence[Tile],
    rules: Rules,
    weights: Weights,
    fewest_changes: bool,
    least: int | None,
) -> Found | None:
    """Find the best play where freed jokers may go anywhere: see ``best_divided``."""
    equal: list[tuple[Way, Table]] = []
    last = None
    for way, laid in settled:
        forced = (*way.forced, *laid)
        left = less(rack, forced) if forced else rack
        table = Table(tiles_of(way.before), way.sets, way.keep, left, forced, wrap=rules.wrap)
        pays = table.best(arranger, weights, least)
        last = table
        if pays is None:
            continue
        if least is None or pays > least:
            least = pays
            equal = []
        equal.append((way, table))
    if least is None or not equal:
        return None
    if fewest_changes:
        return _least_changed(arranger, equal, weights, least)
    way, table = equal[-1]
    if table is not last:  # other searches came after that one
        table.best(arranger, weights, least)
    return found_play(way, recognised(way, table.found(arranger)), least)


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
            best = found_play(way, table.found(arranger), pays)
    assert best is not None  # there is a play that pays so much
    return best
