"""Where freed jokers lie: whether the sets are new, and how many tiles from the rack they have.

A set is new unless some old set lies whole in it: all its tiles, and those that were put in the
places of its jokers.  Two tiles of a colour and number look alike, so it has to be found out which
of them may have gone where.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from nimmt.rummikub.locks import RACK, Story, Turn
from nimmt.rummikub.rules import FreedJoker
from nimmt.rummikub.sets import TileSet
from nimmt.rummikub.tiles import Tile, less

__all__ = ["RACK_TILES", "well_placed"]

RACK_TILES = 2
"""What a new set needs from the rack where two tiles are wanted."""


@dataclass(frozen=True, slots=True)
class _Copy:
    """A tile that could go anywhere."""

    from_rack: bool
    sets: frozenset[int]
    """The old sets whose tile it was, one after another."""
    at: int = field(compare=False)
    """The set that it was in at last, or ``RACK``."""


def well_placed(turn: Turn, story: Story) -> bool:
    """Whether the freed jokers of a turn may lie where they do.

    Parameters
    ----------
    turn : Turn
        The turn.
    story : Story
        How it went.
    """
    freed = sum(
        len(fate.freeing) if fate.into is not None else turn.old[index].jokers
        for index, fate in story.fates.items()
    )
    if turn.rules.freed_joker is FreedJoker.ANYWHERE or not freed:
        return True
    kept = {fate.into for fate in story.fates.values()}
    room = {
        index: one.jokers
        for index, one in enumerate(turn.new)
        if one.has_joker and index not in kept and _may_do(turn, one)
    }
    if sum(room.values()) < freed:
        return False
    whereabouts = _Whereabouts.of(turn, story)
    return any(whereabouts.can_be(jokers) for jokers in _spread(freed, list(room.items())))


def _may_do(turn: Turn, one: TileSet) -> bool:
    """Whether a new set could have tiles enough from the rack, if all that look alike were."""
    if turn.rules.freed_joker is not FreedJoker.NEW_SET_WITH_TWO:
        return True
    return len(one) - len(less(one.tiles, turn.laid)) >= RACK_TILES


def _spread(count: int, room: list[tuple[int, int]]) -> Iterator[dict[int, int]]:
    """Go through the ways to spread jokers over sets that have room for some."""
    if not room:
        if count == 0:
            yield {}
        return
    (index, most), *others = room
    for here in range(min(count, most) + 1):
        for rest in _spread(count - here, others):
            yield {index: here, **rest} if here else rest


@dataclass
class _Whereabouts:
    """Which copy of each tile may lie in which new set.

    Two copies and two places leave two ways; in the usual one, they are in the order of their
    lists, in the other one, they are exchanged.
    """

    turn: Turn
    copies: dict[Tile, list[_Copy]]
    places: dict[Tile, list[int]]
    open_sets: dict[int, list[Tile]]
    """The tiles of old sets that may be rearranged, and those put in the places of jokers."""
    exchanged: dict[Tile, bool] = field(default_factory=dict)

    @classmethod
    def of(cls, turn: Turn, story: Story) -> _Whereabouts:
        """Set aside what lies still, and list the rest."""
        open_sets = {
            index: _numbered(one.tiles)
            for index, one in enumerate(turn.old)
            if index not in story.fates or story.fates[index].into is None
        }
        copies: dict[Tile, list[_Copy]] = {}
        for tile in _numbered(turn.laid):
            copies.setdefault(tile, []).append(_Copy(True, frozenset(), RACK))
        for index, tiles in open_sets.items():
            for tile in tiles:
                copies.setdefault(tile, []).append(_Copy(False, frozenset({index}), index))
        places: dict[Tile, list[int]] = {}
        for index, one in enumerate(turn.new):
            for tile in _numbered(one.tiles):
                places.setdefault(tile, []).append(index)
        for index, fate in story.fates.items():
            if fate.into is not None:
                for tile in _numbered(turn.old[index].tiles):
                    places[tile].remove(fate.into)
        for (index, tile), source in story.in_order():
            fate = story.fates[index]
            copy = next(copy for copy in copies[tile] if copy.at == source)
            copies[tile].remove(copy)
            if fate.into is not None:
                places[tile].remove(fate.into)
            elif tile in fate.freeing:
                copies[tile].append(_Copy(copy.from_rack, copy.sets | {index}, index))
                open_sets[index].append(tile)
            else:
                copies[tile].append(replace(copy, at=index))
        return cls(turn, copies, places, open_sets)

    def can_be(self, jokers: Mapping[int, int]) -> bool:
        """Whether sets with freed jokers may be as the rules want them, the copies put aright."""
        wrong = next((tiles for index in jokers for tiles in self._wrong(index, jokers)), None)
        if wrong is None:
            return True
        # One of these tiles must be exchanged: try each, and then keep it as it was.
        movable = [tile for tile in wrong if tile not in self.exchanged and self._differ(tile)]
        try:
            for tile in movable:
                self.exchanged[tile] = True
                if self.can_be(jokers):
                    return True
                self.exchanged[tile] = False
            return False
        finally:
            for tile in movable:
                self.exchanged.pop(tile, None)

    def _wrong(self, index: int, jokers: Mapping[int, int]) -> Iterator[tuple[Tile, ...]]:
        """Name the tiles of a new set one of which has to be another copy."""
        one = self.turn.new[index]
        numbered = tuple(_numbered(one.tiles))
        for old, tiles in self.open_sets.items():
            if set(tiles) <= set(numbered) and all(
                old in self._copy_in(tile, index).sets for tile in tiles
            ):
                yield tuple(tiles)
        if self.turn.rules.freed_joker is FreedJoker.NEW_SET_WITH_TWO:
            from_rack = one.jokers - jokers[index]
            from_rack += sum(self._copy_in(tile, index).from_rack for tile in numbered)
            if from_rack < RACK_TILES:
                yield numbered

    def _copy_in(self, tile: Tile, index: int) -> _Copy:
        place = self.places[tile].index(index)
        copies = self.copies[tile]
        return copies[~place if self.exchanged.get(tile) else place]

    def _differ(self, tile: Tile) -> bool:
        return len(set(self.copies[tile])) > 1


def _numbered(tiles: Iterable[Tile]) -> list[Tile]:
    return [tile for tile in tiles if not tile.is_joker]
