"""The tiles: four colours, 1 to 13, and the joker."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from enum import IntEnum
from typing import Any

from nimmt._json import quoted
from nimmt.rummikub.errors import TileError

__all__ = [
    "COLOURS",
    "COPIES",
    "NUMBERS",
    "Colour",
    "Tile",
    "as_tile",
    "as_tiles",
    "full_set",
    "less",
    "named",
]

COLOURS = 4
NUMBERS = 13
COPIES = 2
"""How often each tile but the joker is in the game."""

SHOWN = 12
"""How many tiles a message names; a set has at most one more."""


class Colour(IntEnum):
    """The colours, in the order in which tiles are sorted."""

    BLACK = 0
    BLUE = 1
    ORANGE = 2
    RED = 3

    @property
    def letter(self) -> str:
        """K, B, O or R, the letter that the notation uses."""
        return "KBOR"[self]

    def __str__(self) -> str:
        return self.name.lower()


class Tile(IntEnum):
    """A tile, as an integer: ``13 * colour + number - 1``, and 52 for a joker.

    Two tiles of the same colour and number are the same ``Tile``; so are all jokers.

    Examples
    --------
    >>> Tile.B13, Tile.B13.colour, Tile.B13.number, int(Tile.B13)
    (B13, <Colour.BLUE: 1>, 13, 25)
    """

    K1, K2, K3, K4, K5, K6, K7, K8, K9, K10, K11, K12, K13 = range(13)
    B1, B2, B3, B4, B5, B6, B7, B8, B9, B10, B11, B12, B13 = range(13, 26)
    O1, O2, O3, O4, O5, O6, O7, O8, O9, O10, O11, O12, O13 = range(26, 39)
    R1, R2, R3, R4, R5, R6, R7, R8, R9, R10, R11, R12, R13 = range(39, 52)
    J = 52

    @classmethod
    def of(cls, colour: Colour, number: int) -> Tile:
        """Return the tile of a colour and a number of 1 to 13."""
        return _TILES[NUMBERS * colour + number - 1]

    @property
    def is_joker(self) -> bool:
        """Whether it is a joker."""
        return self is Tile.J

    @property
    def colour(self) -> Colour:
        """Its colour.

        Raises
        ------
        TileError
            If it is a joker.
        """
        return Colour(self._numbered() // NUMBERS)

    @property
    def number(self) -> int:
        """Its number, 1 to 13.

        Raises
        ------
        TileError
            If it is a joker.
        """
        return self._numbered() % NUMBERS + 1

    def _numbered(self) -> int:
        if self is Tile.J:
            raise TileError("a joker has no colour and no number of its own")
        return int(self)

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return self.name


_TILES = tuple(Tile)

# People write colours in several ways.  Orange is yellow in some editions.
COLOUR_WORDS = {
    "k": Colour.BLACK,
    "black": Colour.BLACK,
    "b": Colour.BLUE,
    "blue": Colour.BLUE,
    "o": Colour.ORANGE,
    "orange": Colour.ORANGE,
    "y": Colour.ORANGE,
    "yellow": Colour.ORANGE,
    "r": Colour.RED,
    "red": Colour.RED,
}
JOKER_WORDS = ("joker", "j", "*")
TILE_PATTERN = (
    rf"(?:(?P<colour>{'|'.join(sorted(COLOUR_WORDS, key=len, reverse=True))})[ _-]?"
    r"(?P<number>1[0-3]|0?[1-9])(?![0-9])"
    rf"|(?P<joker>{'|'.join(map(re.escape, JOKER_WORDS))}))"
)
_TILE = re.compile(TILE_PATTERN, re.ASCII | re.IGNORECASE)
_SEPARATORS = re.compile(r"[\s,]*")
PART_END = r"(?=[\s,]|\Z)"
_TILE_IN_TEXT = re.compile(TILE_PATTERN + PART_END, re.ASCII | re.IGNORECASE)
_BY_NAME = {tile.name: tile for tile in _TILES}


def as_tile(value: Any) -> Tile:
    """Read a tile.

    Parameters
    ----------
    value : Tile or str
        A tile, or its name: a colour (K, B, O, R, or a word such as ``black``; Y and ``yellow``
        are orange) and a number, or J, ``joker`` or ``*``.  Case does not matter.

    Raises
    ------
    TileError
        If it is none.

    Examples
    --------
    >>> as_tile("K8"), as_tile("yellow 3"), as_tile("r-13"), as_tile("*")
    (K8, O3, R13, J)
    """
    if isinstance(value, Tile):
        return value
    if isinstance(value, str):
        if value in _BY_NAME:
            return _BY_NAME[value]
        if match := _TILE.fullmatch(value.strip()):
            return matched_tile(match)
    raise TileError(_no_tile(value))


def matched_tile(match: re.Match[str]) -> Tile:
    """Return the tile that the pattern has found."""
    if match["joker"]:
        return Tile.J
    return Tile.of(COLOUR_WORDS[match["colour"].lower()], int(match["number"]))


def as_tiles(values: Any) -> tuple[Tile, ...]:
    """Read some tiles, in their order.

    Parameters
    ----------
    values : str or iterable of Tile or str
        The tiles; in a text they are separated by commas or spaces.

    Raises
    ------
    TileError
        If it is no series of tiles; the first part that is no tile is quoted.

    Examples
    --------
    >>> as_tiles("K8, B8, joker"), as_tiles(["black 8", Tile.J])
    ((K8, B8, J), (K8, J))
    """
    if isinstance(values, str):
        return tuple(map(matched_tile, matches(values, _TILE_IN_TEXT)))
    if isinstance(values, bytes) or not isinstance(values, Iterable):
        raise TileError(f"{quoted(values)} is not a series of tiles")
    return tuple(map(as_tile, values))


def matches(text: str, pattern: re.Pattern[str]) -> Iterator[re.Match[str]]:
    """Go through the parts of a text, which commas or spaces separate.

    Raises
    ------
    TileError
        At the first part that does not match.
    """
    place = _SEPARATORS.match(text).end()  # type: ignore[union-attr]  # it matches nothing, too
    while place < len(text):
        match = pattern.match(text, place)
        if match is None:
            raise TileError(_no_tile(re.split(r"[\s,]", text[place:], maxsplit=1)[0]))
        yield match
        place = _SEPARATORS.match(text, match.end()).end()  # type: ignore[union-attr]


def named(tiles: Iterable[Tile]) -> str:
    """Return the names of tiles as messages have them, not too many.

    Examples
    --------
    >>> named(as_tiles("K1 J")), named(full_set(0))
    ('K1 J', 'K1 K1 K2 K2 K3 K3 K4 K4 K5 K5 K6 K6 and 92 more')
    """
    names = [tile.name for tile in tiles]
    more = f" and {len(names) - SHOWN} more" if len(names) > SHOWN + 1 else ""
    return " ".join(names[:SHOWN] if more else names) + more


def full_set(jokers: int) -> tuple[Tile, ...]:
    """Return all tiles of a game, ascending."""
    return (*sorted(_TILES[:-1] * COPIES), *((Tile.J,) * jokers))


def less(tiles: Iterable[Tile], taken: Iterable[Tile]) -> tuple[Tile, ...]:
    """Return some tiles without others, ascending; what is taken but not there is ignored.

    Examples
    --------
    >>> less(as_tiles("K1 K1 J"), as_tiles("K1 R3"))
    (K1, J)
    """
    return tuple(sorted((Counter(tiles) - Counter(taken)).elements()))


def _no_tile(value: Any) -> str:
    return (
        f"{quoted(value)} is not a tile: a colour of K, B, O, R and a number of 1 to 13, such as "
        "'K8', or 'J' was expected"
    )
