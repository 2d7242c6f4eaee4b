"""Which tiles are a set, by trying every tile for every joker.

A tile is its name: a colour letter of K, B, O and R and a number of 1 to 13, or ``J``.
"""

from collections.abc import Sequence
from itertools import permutations
from typing import NamedTuple

COLOURS = "KBOR"
ALL_TILES = [f"{colour}{number}" for colour in COLOURS for number in range(1, 14)]


class Laid(NamedTuple):
    """A set on a table."""

    tiles: tuple[str, ...]
    """In order, jokers as ``J``."""
    run: tuple[str, ...]
    """What each place of a run stands for; empty for a group."""
    number: int
    """The number of a group; 0 for a run."""


def colour_of(tile: str) -> str:
    """Return the colour letter of a tile that is no joker."""
    return tile[0]


def number_of(tile: str) -> int:
    """Return the number of a tile that is no joker."""
    return int(tile[1:])


def sets_of(tiles: Sequence[str], wrap: bool) -> list[Laid]:
    """Find every set that tiles in this order may be."""
    return [
        *(Laid(tuple(tiles), run, 0) for run in all_runs(len(tiles), wrap) if matches(tiles, run)),
        *(
            Laid(tuple(tiles), (), number)
            for number in range(1, 14)
            if any(matches(tiles, group) for group in all_groups(number, len(tiles)))
        ),
    ]


def all_runs(length: int, wrap: bool) -> list[tuple[str, ...]]:
    """List the runs of a length, without jokers."""
    if not 3 <= length <= 13:
        return []
    numbers = list(range(1, 14))
    starts = [numbers[first:] + (numbers[:first] if wrap else []) for first in range(13)]
    return [
        tuple(f"{colour}{number}" for number in start[:length])
        for colour in COLOURS
        for start in starts
        if len(start) >= length
    ]


def all_groups(number: int, length: int) -> list[tuple[str, ...]]:
    """List the groups of a number and a length, in every order, without jokers."""
    if not 3 <= length <= 4:
        return []
    return list(permutations([f"{colour}{number}" for colour in COLOURS], length))


def matches(tiles: Sequence[str], faces: Sequence[str]) -> bool:
    """Whether tiles are these, with jokers for some."""
    return all(tile in ("J", face) for tile, face in zip(tiles, faces, strict=True))


def points(laid: Laid) -> int:
    """Return what a set is worth, jokers as what they stand for."""
    if laid.run:
        return sum(number_of(face) for face in laid.run)
    return laid.number * len(laid.tiles)
