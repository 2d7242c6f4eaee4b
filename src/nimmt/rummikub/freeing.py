"""The ways in which jokers of locked sets can be freed before a table is arranged."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product

from nimmt.rummikub.arranging import Keep
from nimmt.rummikub.locks import fates_of
from nimmt.rummikub.rules import MOST_JOKERS, FreeingTile, GroupJoker, Rules
from nimmt.rummikub.sets import TileSet
from nimmt.rummikub.tiles import Tile, less

__all__ = ["Freeing", "Way", "further", "ways"]


@dataclass(frozen=True, slots=True)
class Freeing:
    """Tiles put into a locked set.

    Attributes
    ----------
    index : int
        The set.
    freeing : tuple of Tile
        The tiles that took the place of jokers.
    completing : tuple of Tile
        The tile that completed the group before.
    after : TileSet or None
        The set as it is then, if a joker is still in it; None if it is open.
    """

    index: int
    freeing: tuple[Tile, ...]
    completing: tuple[Tile, ...] = ()
    after: TileSet | None = None

    @property
    def needed(self) -> tuple[Tile, ...]:
        """All tiles that were put into it."""
        return (*self.completing, *self.freeing)


@dataclass(frozen=True, slots=True)
class Way:
    """What is settled about jokers before a table is arranged.

    Attributes
    ----------
    before : tuple of TileSet
        The sets of the table.
    sets : tuple of TileSet
        The same; where jokers were freed and one is left, with the tiles put in.
    keep : tuple of Keep
        For each, whether it must be kept: it is locked; may be; or not: a joker has left it.  What
        is not settled yet may be.
    forced : tuple of Tile
        Tiles of the rack that freed jokers.
    freed : tuple of Freeing
        What was done, in an order in which it could be.
    chosen : tuple of (Freeing or None)
        What becomes of each locked set, in their order, as far as it is settled.
    waiting : int
        Locked sets of which it is not settled.
    """

    before: tuple[TileSet, ...]
    sets: tuple[TileSet, ...]
    keep: tuple[Keep, ...]
    forced: tuple[Tile, ...] = ()
    freed: tuple[Freeing, ...] = ()
    chosen: tuple[Freeing | None, ...] = ()
    waiting: int = 0


def ways(
    sets: Sequence[TileSet], rack: Sequence[Tile], rules: Rules, most: int = MOST_JOKERS
) -> Iterator[Way]:
    """Go through the ways to free jokers, or to leave them where they are.

    Ways that only force tiles of the rack that others do without are left out.

    Parameters
    ----------
    sets : sequence of TileSet
        The table.
    rack : sequence of Tile
        The rack.
    rules : Rules
        What is locked, and what frees a joker.
    most : int
        Locked sets of which it is settled, the first ones.

    Yields
    ------
    Way
        The first one frees none.
    """
    locked = _locked(sets, rules)
    if not locked:
        yield Way(tuple(sets), tuple(sets), (Keep.MAY,) * len(sets))
        return
    choices = [[None, *_freeings(index, sets[index], rules)] for index in locked[:most]]
    seen: set[tuple[object, ...]] = set()
    for chosen in product(*choices):
        for way in _ways_of(sets, locked, chosen, rack, rules):
            # What was put where matters as long as another set may have to be opened for it.
            key = (way.sets, way.keep, way.forced, way.chosen if way.waiting else ())
            if key not in seen:
                seen.add(key)
                yield way


def further(way: Way, rack: Sequence[Tile], rules: Rules) -> Iterator[Way]:
    """Go through the ways that settle one more locked set."""
    locked = _locked(way.before, rules)
    index = locked[len(way.chosen)]
    for choice in (None, *_freeings(index, way.before[index], rules)):
        yield from _ways_of(way.before, locked, (*way.chosen, choice), rack, rules)


def _locked(sets: Sequence[TileSet], rules: Rules) -> list[int]:
    return [index for index, one in enumerate(sets) if rules.locked and one.has_joker]


def _ways_of(
    sets: Sequence[TileSet],
    locked: Sequence[int],
    chosen: tuple[Freeing | None, ...],
    rack: Sequence[Tile],
    rules: Rules,
) -> Iterator[Way]:
    """Go through the ways to do to the first locked sets what was chosen."""
    settled = locked[: len(chosen)]
    freed = [one for one in chosen if one is not None]
    after = {one.index: one.after for one in freed}
    keep = tuple(
        Keep.MAY
        if index not in settled
        else Keep.NOT
        if index in after and after[index] is None
        else Keep.MUST
        for index in range(len(sets))
    )
    new = tuple(after.get(index) or one for index, one in enumerate(sets))
    # Sets that are not settled may be open in the end.
    loose = {
        tile for index, one in enumerate(sets) if index not in settled for tile in one.tiles
    } - {Tile.J}
    for forced, order in _openings(freed, sets, loose, Counter(rack), rules):
        waiting = len(locked) - len(chosen)
        yield Way(tuple(sets), new, keep, forced, order, chosen, waiting)


def _freeings(index: int, one: TileSet, rules: Rules) -> Iterator[Freeing]:
    """Go through what may be put into a locked set for jokers."""
    for fate in fates_of(one, (), rules):
        yield Freeing(index, fate.freeing, fate.completing)
    for count in range(1, one.jokers):
        yield from _some_freed(index, one, count, rules)


def _some_freed(index: int, one: TileSet, count: int, rules: Rules) -> Iterator[Freeing]:
    """Go through the ways to free some of the jokers of a set, but not all."""
    if one.colour is not None:
        wild = [place for place, tile in enumerate(one.tiles) if tile.is_joker]
        for places in combinations(wild, count):
            tiles = list(one.tiles)
            for place in places:
                tiles[place] = one.stands_for(place)[0]
            first = one.stands_for(0)[0]
            freeing = tuple(tiles[place] for place in places)
            yield Freeing(index, freeing, (), TileSet.run(first, tiles, wrap=one.wraps))
        return
    # A group of three may have to be completed first.
    completed: Iterable[tuple[Tile, ...]] = [()]
    if rules.group_joker is GroupJoker.BOTH and len(one.missing) > one.jokers:
        completed = [(tile,) for tile in one.missing]
    for completing in completed:
        for freeing in combinations(less(one.missing, completing), count):
            tiles = [*less(one.tiles, [Tile.J] * count), *completing, *freeing]
            yield Freeing(index, freeing, completing, TileSet.group(one.number, tiles))


def _openings(
    freed: Sequence[Freeing],
    sets: Sequence[TileSet],
    loose: set[Tile],
    rack: Counter[Tile],
    rules: Rules,
) -> Iterator[tuple[tuple[Tile, ...], tuple[Freeing, ...]]]:
    """Go through the tiles of the rack that make it possible to free these jokers, with an order.

    Once a set is open, its tiles are loose, too, and may free jokers of others.
    """
    forced: Counter[Tile] = Counter()
    if rules.freeing_tile is FreeingTile.RACK:
        forced.update(tile for one in freed for tile in one.freeing)
        if forced - rack:
            return
    # Sets that stay locked keep what is put into them, so they come last.
    waiting = sorted(freed, key=lambda one: one.after is not None)
    found: list[tuple[Counter[Tile], tuple[Freeing, ...]]] = []

    def extend(
        order: tuple[Freeing, ...], loose: set[Tile], forced: Counter[Tile], rest: list[Freeing]
    ) -> None:
        for one in rest:
            if loose.issuperset(one.needed):
                opened = loose if one.after else loose.union(sets[one.index].tiles) - {Tile.J}
                others = [other for other in rest if other is not one]
                extend((*order, one), opened, forced, others)
                return
        if not rest:
            found.append((forced, order))
            return
        for one in rest:
            added = Counter(set(one.needed) - loose)
            if not (forced + added) - rack:
                extend(order, loose | set(added), forced + added, rest)

    extend((), loose | set(forced), forced, waiting)
    for forced, order in found:
        if not any(other < forced for other, _ in found):
            yield tuple(sorted(forced.elements())), order
