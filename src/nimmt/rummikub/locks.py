"""Locked sets: which of them a new arrangement keeps, and how the jokers of the others got free.

A set with a joker is locked.  In a turn it may be made longer, and a joker may be taken out of it
against the tile that it stands for; the set is open once its last joker has been freed.  All that
is seen of a turn is the table before and after it.  So this module looks for a story: for each
locked set, whether it lies whole in a new set, and if not, which tiles freed its jokers, where they
came from, and an order in which that could happen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from nimmt.rummikub.rules import FreeingTile, GroupJoker, Rules
from nimmt.rummikub.sets import TileSet
from nimmt.rummikub.tiles import NUMBERS, Tile, less

__all__ = ["RACK", "Fate", "Story", "Turn", "fates_of", "kept_whole", "stories"]

RACK = -1
"""Where a tile comes from that is from the rack; other places are indices of old sets."""


@dataclass(frozen=True, slots=True)
class Turn:
    """What a turn is judged by.

    Attributes
    ----------
    rules : Rules
        The rules.
    old, new : tuple of TileSet
        The sets on the table before and after it.
    laid : tuple of Tile
        The tiles from the rack.  Together with the old sets they are the new sets.
    """

    rules: Rules
    old: tuple[TileSet, ...]
    new: tuple[TileSet, ...]
    laid: tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class Fate:
    """What may have happened to a locked set.

    Attributes
    ----------
    into : int or None
        The index of the new set in which it lies whole, with a joker still in its place; None if
        all its jokers were freed.
    freeing : tuple of Tile
        Tiles that were put in the place of a joker.
    completing : tuple of Tile
        The tile that had to complete a group before its jokers could be freed.
    """

    into: int | None
    freeing: tuple[Tile, ...] = ()
    completing: tuple[Tile, ...] = ()


@dataclass(frozen=True, slots=True)
class Story:
    """How a turn may have gone.

    Attributes
    ----------
    fates : dict of int to Fate
        What happened to each locked set, by its index.
    sources : dict of (int, Tile) to int
        Where the tile came from that was put into a locked set: ``RACK``, or an old set.
    """

    fates: dict[int, Fate]
    sources: dict[tuple[int, Tile], int]

    def in_order(self) -> Iterator[tuple[tuple[int, Tile], int]]:
        """Go through the sources, each after those of the set that the tile is from.

        What cannot be ordered, as each of two sets was opened by a tile of the other, is left out.
        """
        locked = {index for index, fate in self.fates.items() if fate.into is None}
        left = set(self.fates)
        while ready := [
            index
            for index in sorted(left)
            if not any(at == index and source in locked for (at, _), source in self.sources.items())
        ]:
            for index in ready:
                yield from (item for item in self.sources.items() if item[0][0] == index)
            locked.difference_update(ready)
            left.difference_update(ready)


def stories(turn: Turn, *, any_source: bool = False) -> Iterator[Story]:
    """Go through all ways in which a turn may have gone.

    Parameters
    ----------
    turn : Turn
        The turn.
    any_source : bool
        Whether to let any tile free a joker, whatever the rules say of where it comes from.

    Yields
    ------
    Story
        One of them; without locked sets there is exactly one, with nothing in it.
    """
    rack_only = turn.rules.freeing_tile is FreeingTile.RACK and not any_source
    for fates in _fates_together(turn):
        for sources in _sourcings(turn, fates, rack_only):
            story = Story(fates, sources)
            if len(list(story.in_order())) == len(sources):
                yield story


def fates_of(locked: TileSet, new: Sequence[TileSet], rules: Rules) -> Iterator[Fate]:
    """Go through what may have happened to one locked set."""
    for index, candidate in enumerate(new):
        yield from _kept(locked, candidate, index, rules)
    if len(locked.freeing) == locked.jokers:
        yield Fate(None, locked.freeing)
    elif rules.group_joker is GroupJoker.EITHER:
        for freeing in combinations(locked.missing, locked.jokers):
            yield Fate(None, freeing)
    else:
        for completing in locked.missing:
            yield Fate(None, less(locked.missing, [completing]), (completing,))


def kept_whole(locked: TileSet, tiles: Sequence[Tile]) -> bool:
    """Whether a locked set still lies, joker and all, in tiles that need not be a set."""
    if not locked.is_run:
        return not Counter(locked.tiles) - Counter(tiles)
    size = len(locked)
    return any(
        tuple(tiles[start : start + size]) == locked.tiles for start in range(len(tiles) - size + 1)
    )


def _kept(locked: TileSet, candidate: TileSet, index: int, rules: Rules) -> Iterator[Fate]:
    """Say how a locked set may lie whole in a new one."""
    if len(candidate) < len(locked) or candidate.kind is not locked.kind:
        return
    if locked.is_run:
        yield from _kept_run(locked, candidate, index)
    elif candidate.number == locked.number:
        yield from _kept_group(locked, candidate, index, rules)


def _kept_run(locked: TileSet, candidate: TileSet, index: int) -> Iterator[Fate]:
    start = (locked.number - candidate.number) % NUMBERS
    there = candidate.tiles[start : start + len(locked)]
    if candidate.colour != locked.colour or len(there) < len(locked):
        return
    freeing = []
    for before, after in zip(locked.tiles, there, strict=True):
        if before.is_joker and not after.is_joker:
            freeing.append(after)
        elif after.is_joker and not before.is_joker:
            return
    if len(freeing) < locked.jokers:
        yield Fate(index, tuple(freeing))


def _kept_group(locked: TileSet, candidate: TileSet, index: int, rules: Rules) -> Iterator[Fate]:
    numbered = {tile for tile in locked.tiles if not tile.is_joker}
    there = {tile for tile in candidate.tiles if not tile.is_joker}
    if not numbered <= there:
        return
    # A tile more completes the group; it frees no joker.
    longer = len(candidate) > len(locked)
    added = sorted(there - numbered)
    freed = max(0, len(added) - longer)
    of_three = rules.group_joker is GroupJoker.BOTH and len(locked.missing) > locked.jokers
    if freed >= locked.jokers or (freed and of_three and not longer):
        return
    for freeing in combinations(added, freed):
        yield Fate(index, freeing)


def _fates_together(turn: Turn) -> Iterator[dict[int, Fate]]:
    """Go through the fates of all locked sets at once; no two of them lie in one new set."""
    locked = [index for index, one in enumerate(turn.old) if one.has_joker]

    def extend(place: int, chosen: dict[int, Fate]) -> Iterator[dict[int, Fate]]:
        if place == len(locked):
            yield dict(chosen)
            return
        taken = {fate.into for fate in chosen.values()} - {None}
        for fate in fates_of(turn.old[locked[place]], turn.new, turn.rules):
            if fate.into not in taken:
                chosen[locked[place]] = fate
                yield from extend(place + 1, chosen)
                del chosen[locked[place]]

    return extend(0, {})


def _sourcings(
    turn: Turn, fates: dict[int, Fate], rack_only: bool
) -> Iterator[dict[tuple[int, Tile], int]]:
    """Go through where the tiles came from that were put into locked sets."""
    copies: dict[Tile, list[int]] = {}
    for tile in turn.laid:
        copies.setdefault(tile, []).append(RACK)
    for index, one in enumerate(turn.old):
        if index not in fates or fates[index].into is None:
            for tile in one.tiles:
                copies.setdefault(tile, []).append(index)
    wanted = []
    for index, fate in fates.items():
        for tile in (*fate.freeing, *fate.completing):
            wanted.append((index, tile, rack_only and tile in fate.freeing))
            if fate.into is None:
                copies.setdefault(tile, []).append(index)  # loose again when the set is open

    def extend(place: int, chosen: dict[tuple[int, Tile], int]) -> Iterator[None]:
        if place == len(wanted):
            yield None
            return
        index, tile, from_rack = wanted[place]
        left = copies.get(tile, [])
        for source in sorted(set(left)):
            if source == index or (from_rack and source != RACK):
                continue
            left.remove(source)
            chosen[index, tile] = source
            yield from extend(place + 1, chosen)
            del chosen[index, tile]
            left.append(source)

    chosen: dict[tuple[int, Tile], int] = {}
    for _ in extend(0, chosen):
        yield dict(chosen)
