"""Sets: runs and groups, and what the jokers in them stand for."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Any, NamedTuple, Self

from nimmt._json import quoted
from nimmt.rummikub.errors import Defect, SetError, TileError
from nimmt.rummikub.tiles import (
    COLOURS,
    NUMBERS,
    PART_END,
    TILE_PATTERN,
    Colour,
    Tile,
    as_tile,
    as_tiles,
    matched_tile,
    matches,
    named,
)

__all__ = ["Kind", "TileSet", "as_set", "as_sets", "series_of_sets"]

SHORTEST = 3


class Kind(StrEnum):
    """The kinds of sets."""

    RUN = "run"
    GROUP = "group"


@dataclass(frozen=True, slots=True, init=False)
class TileSet:
    """A run or a group.

    Parameters
    ----------
    tiles : str, iterable of Tile or str
        The tiles; those of a run in their order, jokers in the places of the tiles that they stand
        for.  Where the same tiles read as a run and as a group, or as several runs, a joker says
        what it stands for: ``K5 J=K6 J`` is the run of K5 to K7, ``K5 J=5 J`` a group of fives.
    wrap : bool
        Whether a run may go on from 13 to 1.

    Attributes
    ----------
    kind : Kind
        Run or group.
    tiles : tuple of Tile
        The tiles.  Those of a group are sorted: their order means nothing.
    number : int
        The number of the tiles of a group; of a run, the number of its first place.
    colour : Colour or None
        The colour of a run; None for a group.

    Raises
    ------
    TileError
        If something is no tile.
    SetError
        If the tiles are no set, or it is not said which.

    Examples
    --------
    >>> TileSet("K1 J K3").stands_for(1), TileSet("K5 B5 J").stands_for(2)
    ((K2,), (O5, R5))
    >>> TileSet("K5 J=K6 J").points, TileSet("K5 J=5 J").points
    (18, 15)
    """

    kind: Kind
    tiles: tuple[Tile, ...]
    number: int
    colour: Colour | None

    def __init__(self, tiles: Any, *, wrap: bool = False) -> None:
        self._store(_declared_reading(_parts(tiles), wrap))

    def _store(self, reading: _Reading) -> None:
        for name, value in zip(reading._fields, reading, strict=True):
            object.__setattr__(self, name, value)

    @classmethod
    def run(cls, first: Any, tiles: Any, *, wrap: bool = False) -> Self:
        """Return the run whose first place stands for a tile.

        Parameters
        ----------
        first : Tile or str
            That tile.
        tiles : str, iterable of Tile or str
            The tiles in order, jokers among them.
        wrap : bool
            Whether it may go on from 13 to 1.

        Raises
        ------
        TileError, SetError
            If there is no such run.

        Examples
        --------
        >>> TileSet.run("K5", "J J K7")
        TileSet('J=K5,J,K7')
        """
        start, given = as_tile(first), as_tiles(tiles)
        if not start.is_joker:
            for reading in _readings(given, wrap):
                if reading.colour == start.colour and reading.number == start.number:
                    return cls._of(reading)
        raise SetError(Defect.NOT_A_SET, given, f"{named(given)} is no run that begins at {start}")

    @classmethod
    def group(cls, number: int, tiles: Any) -> Self:
        """Return the group of a number.

        Parameters
        ----------
        number : int
            1 to 13.
        tiles : str, iterable of Tile or str
            The tiles in any order, jokers among them.

        Raises
        ------
        TileError, SetError
            If there is no such group.

        Examples
        --------
        >>> TileSet.group(5, "J J K5")
        TileSet('K5,J=5,J')
        """
        given = as_tiles(tiles)
        for reading in _readings(given, False):
            if reading.kind is Kind.GROUP and reading.number == number:
                return cls._of(reading)
        raise SetError(Defect.NOT_A_SET, given, f"{named(given)} is no group of {number!r}s")

    @classmethod
    def _of(cls, reading: _Reading) -> Self:
        made = object.__new__(cls)
        made._store(reading)
        return made

    @property
    def is_run(self) -> bool:
        """Whether it is a run."""
        return self.kind is Kind.RUN

    @property
    def has_joker(self) -> bool:
        """Whether a joker is in it."""
        return Tile.J in self.tiles

    @property
    def points(self) -> int:
        """The sum of its numbers; a joker counts as the tile that it stands for."""
        if self.colour is None:
            return self.number * len(self.tiles)
        return sum(face.number for face in self._faces)

    @property
    def missing(self) -> tuple[Tile, ...]:
        """The tiles of its number in the colours that a group lacks; none for a run."""
        if self.colour is not None:
            return ()
        faces = (Tile.of(colour, self.number) for colour in Colour)
        return tuple(face for face in faces if face not in self.tiles)

    @property
    def wraps(self) -> bool:
        """Whether it is a run that goes on from 13 to 1."""
        return self.colour is not None and self.number + len(self.tiles) - 1 > NUMBERS

    @property
    def _faces(self) -> tuple[Tile, ...]:
        """The tiles that the places of a run stand for."""
        assert self.colour is not None
        return tuple(_face(self.colour, self.number + place) for place in range(len(self.tiles)))

    @property
    def freeing(self) -> tuple[Tile, ...]:
        """The tiles that its jokers stand for; in a group, those are all that it lacks."""
        if self.colour is None:
            return self.missing if self.has_joker else ()
        return tuple(
            face for face, tile in zip(self._faces, self.tiles, strict=True) if tile.is_joker
        )

    @property
    def jokers(self) -> int:
        """How many of its tiles are jokers."""
        return self.tiles.count(Tile.J)

    def stands_for(self, place: int) -> tuple[Tile, ...]:
        """Return what the tile at a place may be taken for.

        Parameters
        ----------
        place : int
            0 is the first.

        Returns
        -------
        tuple of Tile
            The tile itself.  For a joker, the tile that it stands for in a run; in a group, all
            tiles that the group lacks, of which there may be more than there are jokers.
        """
        tile = self.tiles[place]
        if not tile.is_joker:
            return (tile,)
        return self.missing if self.colour is None else (self._faces[place],)

    def __len__(self) -> int:
        return len(self.tiles)

    def __iter__(self) -> Iterator[Tile]:
        return iter(self.tiles)

    def __str__(self) -> str:
        """Write it as the notation does, with a declaration only where it needs one."""
        names = [tile.name for tile in self.tiles]
        if self.has_joker and len(_readings(self.tiles, True)) > 1:
            place = self.tiles.index(Tile.J)
            said = self.number if self.colour is None else self._faces[place]
            names[place] = f"J={said}"
        return ",".join(names)

    def __repr__(self) -> str:
        return f"TileSet('{self}')"


class _Reading(NamedTuple):
    """What a series of tiles may be."""

    kind: Kind
    tiles: tuple[Tile, ...]
    number: int
    colour: Colour | None


def as_set(value: Any, *, wrap: bool = False) -> TileSet:
    """Read a set, or return it if it is one already.

    Raises
    ------
    TileError, SetError
        As ``TileSet`` does.
    """
    if isinstance(value, TileSet):
        return value
    if isinstance(value, list | tuple) and all(type(tile) is str for tile in value):
        return _set_of_names(tuple(value), wrap)
    return _set_of_names(value, wrap) if type(value) is str else TileSet(value, wrap=wrap)


@lru_cache(maxsize=1 << 13)
def _set_of_names(names: str | tuple[str, ...], wrap: bool) -> TileSet:
    """Read a set that is written as others were before."""
    return TileSet(names, wrap=wrap)


def as_sets(values: Any, *, wrap: bool = False) -> tuple[TileSet, ...]:
    """Read the sets of a table.

    Parameters
    ----------
    values : iterable of TileSet or what makes one
        The sets.
    wrap : bool
        Whether a run may go on from 13 to 1.

    Raises
    ------
    TileError, SetError
        As ``TileSet`` does, and if it is no series of sets.
    """
    return tuple(as_set(value, wrap=wrap) for value in series_of_sets(values))


def series_of_sets(values: Any) -> Iterable[Any]:
    """Return what may be a series of sets, each to be read.

    Raises
    ------
    TileError
        If it is none: a text, one set, or nothing that can be gone through.
    """
    if isinstance(values, str | bytes | TileSet) or not isinstance(values, Iterable):
        raise TileError(f"{quoted(values)} is not a series of sets")
    return values


def _face(colour: Colour, number: int) -> Tile:
    """Return the tile of a place of a run; behind 13 comes 1."""
    return Tile.of(colour, (number - 1) % NUMBERS + 1)


# What is written.


class _Part(NamedTuple):
    """A tile, and what it is declared to stand for: a tile, or any of a number (0 for none)."""

    tile: Tile
    face: Tile | None = None
    number: int = 0

    @property
    def said(self) -> str:
        """The declaration, as it is written."""
        return f"J={self.number if self.face is None else self.face}"


_PART = re.compile(rf"{TILE_PATTERN}(?:=(?P<said>[^\s,]+))?{PART_END}", re.ASCII | re.IGNORECASE)
_NUMBER = re.compile(r"1[0-3]|[1-9]", re.ASCII)


def _parts(values: Any) -> tuple[_Part, ...]:
    """Read tiles and declarations."""
    if isinstance(values, TileSet):
        values = str(values)
    if isinstance(values, str):
        return tuple(map(_matched_part, matches(values, _PART)))
    if isinstance(values, bytes) or not isinstance(values, Iterable):
        raise TileError(f"{quoted(values)} is not a series of tiles")
    return tuple(map(_part, values))


def _part(value: Any) -> _Part:
    if isinstance(value, str) and "=" in value and (match := _PART.fullmatch(value.strip())):
        return _matched_part(match)
    return _Part(as_tile(value))


def _matched_part(match: re.Match[str]) -> _Part:
    tile = matched_tile(match)
    said = match["said"]
    if said is None:
        return _Part(tile)
    if _NUMBER.fullmatch(said):
        part = _Part(tile, number=int(said))
    else:
        part = _Part(tile, face=as_tile(said))
    if not tile.is_joker or part.face is Tile.J:
        raise TileError(f"{match[0]!r} does not say what tile a joker stands for")
    return part


# What tiles in an order may be.


@lru_cache(maxsize=1 << 14)
def _declared_reading(parts: tuple[_Part, ...], wrap: bool) -> _Reading:
    """Find the one reading that the declarations leave."""
    tiles = tuple(part.tile for part in parts)
    possible = _readings(tiles, wrap)
    if not possible:
        raise SetError(
            Defect.NOT_A_SET, tiles, f"{named(tiles) or 'nothing'} is no set: {_why(tiles, wrap)}"
        )
    fitting = [reading for reading in possible if _fits(reading, parts)]
    if any(part.face is not None for part in parts):
        # A tile is what a joker stands for in a run, if it can be; a group has no places.
        fitting = [reading for reading in fitting if reading.kind is Kind.RUN] or fitting
    if not fitting:
        said = " and ".join(part.said for part in parts if part.face is not None or part.number)
        raise SetError(Defect.NOT_A_SET, tiles, f"{named(tiles)} is no set with {said}")
    if len(fitting) > 1:
        raise SetError(
            Defect.AMBIGUOUS_SET,
            tiles,
            f"{named(tiles)} reads as {_described(fitting[0])} and as {_described(fitting[-1])}: "
            f"let a joker say what it stands for, as in J={_face_of_joker(fitting[0])} or "
            f"J={_face_of_joker(fitting[-1])}",
        )
    return fitting[0]


def _fits(reading: _Reading, parts: tuple[_Part, ...]) -> bool:
    """Say whether a reading agrees with what the jokers are declared to stand for."""
    faces = {place: part.face for place, part in enumerate(parts) if part.face is not None}
    numbers = {part.number for part in parts} - {0}
    if reading.colour is not None:
        return not numbers and all(
            face is _face(reading.colour, reading.number + place) for place, face in faces.items()
        )
    numbers |= {face.number for face in faces.values()}
    return (
        numbers <= {reading.number}
        and len({*faces.values()}) == len(faces)
        and not {*faces.values()} & {*reading.tiles}
    )


@lru_cache(maxsize=1 << 14)
def _readings(tiles: tuple[Tile, ...], wrap: bool) -> tuple[_Reading, ...]:
    """Find every run and every group that tiles in this order may be, the runs first."""
    return (*_runs(tiles, wrap), *_groups(tiles))


def _runs(tiles: tuple[Tile, ...], wrap: bool) -> Iterator[_Reading]:
    if not SHORTEST <= len(tiles) <= NUMBERS:
        return
    numbered = [(place, tile) for place, tile in enumerate(tiles) if not tile.is_joker]
    colours = {tile.colour for _, tile in numbered} or set(Colour)
    firsts = {(tile.number - place - 1) % NUMBERS + 1 for place, tile in numbered}
    if len(firsts) > 1 or (numbered and len(colours) > 1):
        return
    for colour in sorted(colours):
        for first in firsts or range(1, NUMBERS + 1):
            if wrap or first + len(tiles) - 1 <= NUMBERS:
                yield _Reading(Kind.RUN, tiles, first, colour)


def _groups(tiles: tuple[Tile, ...]) -> Iterator[_Reading]:
    if not SHORTEST <= len(tiles) <= COLOURS:
        return
    numbered = [tile for tile in tiles if not tile.is_joker]
    numbers = {tile.number for tile in numbered} or set(range(1, NUMBERS + 1))
    if len(set(numbered)) < len(numbered) or (numbered and len(numbers) > 1):
        return
    for number in sorted(numbers):
        yield _Reading(Kind.GROUP, tuple(sorted(tiles)), number, None)


# Words of errors.


def _why(tiles: tuple[Tile, ...], wrap: bool) -> str:
    numbered = [tile for tile in tiles if not tile.is_joker]
    if len(tiles) < SHORTEST:
        return f"a set has {SHORTEST} tiles or more"
    if len(numbered) == len(tiles) and any(_runs(tuple(sorted(tiles)), wrap)):
        return f"a run goes upward, as {named(sorted(tiles))}"
    if len({tile.number for tile in numbered}) == 1:
        return "a group has each colour once, and four tiles at most"
    if len({tile.colour for tile in numbered}) == 1:
        if any(_runs(tiles, True)):
            return "13 is not followed by 1"
        return "the numbers of a run follow each other, with a joker in each gap"
    return "it is neither a run of one colour nor a group of one number"


def _described(reading: _Reading) -> str:
    if reading.colour is None:
        return f"a group of {reading.number}s"
    last = _face(reading.colour, reading.number + len(reading.tiles) - 1)
    return f"the run {_face(reading.colour, reading.number)} to {last}"


def _face_of_joker(reading: _Reading) -> Tile | int:
    if reading.colour is None:
        return reading.number
    return _face(reading.colour, reading.number + reading.tiles.index(Tile.J))
