"""The kernel's search, in tiles and sets: the best arrangement of a table and tiles of a rack."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from itertools import product

from nimmt.rummikub.objective import Weights
from nimmt.rummikub.sets import TileSet
from nimmt.rummikub.tiles import NUMBERS, Colour, Tile
from nimmt_core._tiles import Arranger

__all__ = ["Ends", "Keep", "Placed", "Table"]

UNLIMITED = 1 << 52
JOKER = int(Tile.J)
HIGHEST = NUMBERS
POINTS = [0 if tile.is_joker else tile.number for tile in Tile]
MOST_ADDED = 2
"""What is added to an end of a set; three tiles are a set of their own."""

OPEN = (True, True)
LACKING = [HIGHEST - number for number in range(1, NUMBERS + 1)]  # of a joker's points

Ends = tuple[bool, bool]
_Held = tuple[int, int, int, int, int, int, int, bool, int, bool, int]


class Keep(Enum):
    """Whether a set of the table stays whole."""

    MUST = "must"
    MAY = "may"
    NOT = "not"


@dataclass(frozen=True, slots=True)
class Placed:
    """A set of an arrangement.

    Attributes
    ----------
    tiles : TileSet
        The set.
    kept : int or None
        The index of the set of the table that it is, or that lies whole in it.
    """

    tiles: TileSet
    kept: int | None = None


class Table:
    """A table to be arranged with tiles of a rack.

    Parameters
    ----------
    tiles : sequence of Tile
        The tiles on it.
    sets : sequence of TileSet
        The sets that they are, or become when jokers are freed.
    keep : sequence of Keep
        For each, whether it must be kept, or may.
    rack : sequence of Tile
        Tiles that may be laid.
    forced : sequence of Tile
        Tiles that must be laid, besides.
    ends : mapping of int to (bool, bool), optional
        Of sets that must be kept, whether anything may be put before and behind them; a group has
        no more than the second of these.  Of others anything may.
    wrap : bool
        Whether a run may go on from 13 to 1.
    """

    def __init__(
        self,
        tiles: Sequence[Tile],
        sets: Sequence[TileSet],
        keep: Sequence[Keep],
        rack: Sequence[Tile],
        forced: Sequence[Tile] = (),
        *,
        ends: Mapping[int, Ends] | None = None,
        wrap: bool = False,
    ) -> None:
        self.sets = sets
        self.keep = keep
        self.rack = rack
        self.forced = forced
        self.ends = ends or {}
        self.wrap = wrap
        self._must = _counts([*tiles, *forced])
        self._may = _counts(rack)

    def best(self, arranger: Arranger, weights: Weights, least: int | None = None) -> int | None:
        """Return what the best play pays, if it is no less than `least`; None if there is none."""
        self._load(arranger, every=False)
        arranger.weigh(weights[:JOKER], weights[JOKER])
        limit = self.limit(weights, least)
        cost = arranger.search(limit, 0) if limit >= 0 else None
        return None if cost is None else self.limit(weights, 0) - cost

    def limit(self, weights: Weights, least: int | None) -> int:
        """Return what may be lost, of all that could be paid, to be paid no less than `least`."""
        if least is None:
            return UNLIMITED
        return sum(weights[tile] for tile in self.forced) + self._most(weights) - least

    def fewest_changes(
        self, arranger: Arranger, weights: Weights, pays: int, most: int | None = None
    ) -> int | None:
        """Return how many sets a play that pays so much must change; None if more than `most`."""
        self._load(arranger, every=True)
        arranger.weigh_changes(weights[:JOKER], weights[JOKER])
        limit = UNLIMITED if most is None else most
        if limit < 0:
            return None
        return arranger.search(limit, self.limit(weights, pays))

    def meld(self, arranger: Arranger, weights: Weights, points: int) -> int | None:
        """Return what the best play pays that has so many points, on an empty table."""
        most = sum(POINTS[tile] for tile in self.rack) + HIGHEST * self._may[JOKER]
        self._load(arranger, every=False)
        arranger.weigh(
            weights[:JOKER],
            weights[JOKER],
            POINTS[:JOKER],
            HIGHEST,
            LACKING,
        )
        cost = arranger.search(UNLIMITED, most - points) if most >= points else None
        return None if cost is None else self._most(weights) - cost

    def found(self, arranger: Arranger) -> tuple[Placed, ...]:
        """Return the arrangement of the last search."""
        return tuple(self._placed(*each) for each in arranger.arrangement())

    def _placed(self, held: int, colour: int, first: int, tiles: tuple[int, ...]) -> Placed:
        kept = self._order[held] if held >= 0 else None
        if kept is not None and len(tiles) == len(self.sets[kept]):
            return Placed(self.sets[kept], kept)
        return Placed(_set(colour, first, tiles), kept)

    def _most(self, weights: Weights) -> int:
        return sum(max(weights[tile], 0) for tile in self.rack)

    def _load(self, arranger: Arranger, *, every: bool) -> None:
        """Hand over the tiles, and the sets that may be kept, in the order of their numbers."""
        wanted = (Keep.MUST, Keep.MAY) if every else (Keep.MUST,)
        kept = [index for index, keep in enumerate(self.keep) if keep in wanted]
        kept.sort(key=lambda index: self.sets[index].number)
        self._order = []
        held: list[_Held] = []
        for index in kept:
            ends = self.ends.get(index, OPEN)
            forms = _forms(self.sets[index], self.keep[index] is Keep.MUST, ends, self.wrap)
            self._order += [index] * len(forms)
            held += forms
        arranger.load(
            self._must[:JOKER],
            self._may[:JOKER],
            self._must[JOKER],
            self._may[JOKER],
            held,
            self.wrap,
        )


@lru_cache(maxsize=1 << 13)
def _set(colour: int, first: int, tiles: tuple[int, ...]) -> TileSet:
    """Make a set of what the kernel says of it: see its stub."""
    if colour < 0:
        faces = [Tile.J if one < 0 else Tile.of(Colour(one), first + 1) for one in tiles]
        return TileSet.group(first + 1, faces)
    start = Tile.of(Colour(colour), first + 1)
    faces = [
        Tile.J if wild else Tile.of(Colour(colour), (first + place) % NUMBERS + 1)
        for place, wild in enumerate(tiles)
    ]
    return TileSet.run(start, faces, wrap=first + len(tiles) > NUMBERS)


def _counts(tiles: Sequence[Tile]) -> list[int]:
    counts = [0] * len(Tile)
    for tile in tiles:
        counts[tile] += 1
    return counts


@lru_cache(maxsize=1 << 13)
def _forms(one: TileSet, forced: bool, ends: Ends, wrap: bool) -> tuple[_Held, ...]:
    """Describe a set to the kernel in all forms that it has to be told of.

    A run that is so long that it would meet itself round the corner may be made longer at its ends
    by so many tiles only; each way to put some behind it is a form of its own.
    """
    if one.colour is None:
        first = one.number - 1
        colours = sum(1 << tile.colour for tile in one.tiles if not tile.is_joker)
        closed = not ends[1]
        return ((-1, first, first, 0, colours, one.jokers, len(one), forced, 0, closed, 1),)
    before, behind = (MOST_ADDED * end for end in ends)
    room = NUMBERS - len(one) if wrap else NUMBERS
    if room >= before + behind:
        closed = not behind
        return (_run(one.colour, one.number, _wild(one), forced, before, closed=closed),)
    forms = [
        added
        for count in range(min(room, behind) + 1)
        for added in product((False, True), repeat=count)
    ]
    return tuple(
        _run(
            one.colour,
            one.number,
            [*_wild(one), *added],
            forced,
            min(room - len(added), before),
            closed=True,
            forms=len(forms) - place,
        )
        for place, added in enumerate(forms)
    )


def _wild(one: TileSet) -> list[bool]:
    return [tile.is_joker for tile in one.tiles]


def _run(
    colour: Colour,
    number: int,
    wild: Sequence[bool],
    forced: bool,
    before: int,
    *,
    closed: bool,
    forms: int = 1,
) -> _Held:
    first = number - 1
    last = first + len(wild) - 1
    bits = sum(1 << place for place, one in enumerate(wild) if one)
    return (colour, first, last, bits, 0, sum(wild), len(wild), forced, before, closed, forms)
