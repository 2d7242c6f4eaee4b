"""From one table to the next: a sequence of moves that can be followed at a table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from nimmt.rummikub.arranging import Placed
from nimmt.rummikub.freeing import Freeing
from nimmt.rummikub.rules import FreeingTile, Rules
from nimmt.rummikub.sets import TileSet
from nimmt.rummikub.tiles import Tile

__all__ = ["Move", "Plan", "plan"]


@dataclass(frozen=True, slots=True)
class Move:
    """Tiles that go from one place to another.

    Places are numbered: first the sets of the table before the play, from 0 on, then new sets.

    Attributes
    ----------
    tiles : tuple of Tile
        The tiles.
    origin : int or None
        The place that they leave; None for the rack.
    target : int
        The place where they go.
    frees : bool
        Whether the tiles take the places of jokers, which are then laid by later moves.
    """

    tiles: tuple[Tile, ...]
    origin: int | None
    target: int
    frees: bool = False

    def to_dict(self) -> dict[str, Any]:
        """Return it for JSON."""
        return {
            "tiles": [tile.name for tile in self.tiles],
            "origin": self.origin,
            "target": self.target,
            "frees": self.frees,
        }

    def __str__(self) -> str:
        names = " ".join(tile.name for tile in self.tiles)
        origin = "the rack" if self.origin is None else f"set {self.origin}"
        if self.frees:
            jokers = "a joker" if len(self.tiles) == 1 else f"{len(self.tiles)} jokers"
            return f"{names} from {origin} to set {self.target}, in place of {jokers}"
        return f"{names} from {origin} to set {self.target}"


@dataclass(frozen=True, slots=True)
class Plan:
    """How a table becomes another one.

    Attributes
    ----------
    table : tuple of TileSet
        The new table, by place.
    places : tuple of int
        The place of each of its sets.
    origins : tuple of tuple of (int or None)
        For each tile of each set, the set of the old table that it was in; None for the rack.
    moves : tuple of Move
        The moves, in order.
    """

    table: tuple[TileSet, ...]
    places: tuple[int, ...]
    origins: tuple[tuple[int | None, ...], ...]
    moves: tuple[Move, ...]


@dataclass(eq=False, slots=True)
class _Piece:
    """A tile on the table or on the rack: where it was at first, and where it is."""

    tile: Tile
    home: int | None
    place: int | None


def plan(
    old: Sequence[TileSet],
    new: Sequence[Placed],
    laid: Sequence[Tile],
    freed: Sequence[Freeing] = (),
    rules: Rules | None = None,
) -> Plan:
    """Find moves from a table to an arrangement of it.

    Parameters
    ----------
    old : sequence of TileSet
        The table.
    new : sequence of Placed
        The sets that it becomes.
    laid : sequence of Tile
        The tiles from the rack.
    freed : sequence of Freeing
        Jokers that are freed first.
    rules : Rules, optional
        Where the tiles that free them may come from.

    Returns
    -------
    Plan
    """
    still = {one.kept for one in new if one.kept is not None and not freed and _is_still(one, old)}
    moving = [one for one in new if one.kept is None or one.kept not in still]
    pieces = [
        _Piece(tile, index, index)
        for index, one in enumerate(old)
        if index not in still
        for tile in one.tiles
    ]
    pieces += [_Piece(tile, None, None) for tile in laid]
    moves: list[Move] = []
    rack_only = rules is not None and rules.freeing_tile is FreeingTile.RACK
    shut = {one.index for one in freed}
    if rules is not None and rules.locked:
        shut |= {index for index, one in enumerate(old) if one.has_joker}
    for one in freed:
        for tiles, frees in ((one.completing, False), (one.freeing, True)):
            for tile in tiles:
                piece = _loose(pieces, tile, shut, rack_only and frees)
                moves.append(Move((tile,), piece.place, one.index, frees))
                piece.place = one.index
        if one.after is None:
            shut.discard(one.index)
    places = _places(old, moving, pieces)
    targets = [(place, one.tiles) for place, one in zip(places, moving, strict=True)]
    settled = _settle(sorted(targets, key=lambda target: target[0]), pieces, moves)
    settled += [(place, old[place], (place,) * len(old[place])) for place in still]
    settled.sort(key=lambda one: one[0])
    return Plan(
        tuple(one for _, one, _ in settled),
        tuple(place for place, _, _ in settled),
        tuple(origins for _, _, origins in settled),
        tuple(moves),
    )


def _is_still(one: Placed, old: Sequence[TileSet]) -> bool:
    """Whether nothing happens to a set of the table."""
    return one.kept is not None and one.tiles == old[one.kept]


def _loose(pieces: Iterable[_Piece], tile: Tile, shut: set[int], from_rack: bool) -> _Piece:
    """Find a tile that may be moved into a locked set, on the table if there is one."""
    on_rack = None
    for piece in pieces:
        if piece.tile is tile and piece.place is None:
            on_rack = piece
        elif piece.tile is tile and piece.place not in shut and not from_rack:
            return piece
    assert on_rack is not None  # the freeing would not have been found
    return on_rack


def _places(old: Sequence[TileSet], new: Sequence[Placed], pieces: Iterable[_Piece]) -> list[int]:
    """Say where each new set is made: where most of it lies, or in a new place."""
    there: dict[int, set[Tile]] = {}
    for piece in pieces:
        if piece.place is not None:
            there.setdefault(piece.place, set()).add(piece.tile)
    places = [-1 if one.kept is None else one.kept for one in new]
    taken = set(places)
    fresh_sets = [(at, one.tiles.tiles) for at, one in enumerate(new) if one.kept is None]
    shared = [
        (-len(common), at, place)
        for place, tiles in there.items()
        if place not in taken
        for at, wanted in fresh_sets
        if (common := tiles.intersection(wanted))
    ]
    for _, at, place in sorted(shared):
        if places[at] < 0 and place not in taken:
            places[at] = place
            taken.add(place)
    fresh = len(old)
    for at, place in enumerate(places):
        if place < 0:
            places[at] = fresh
            fresh += 1
    return places


def _settle(
    new: Sequence[tuple[int, TileSet]], pieces: Iterable[_Piece], moves: list[Move]
) -> list[tuple[int, TileSet, tuple[int | None, ...]]]:
    """Bring every tile where it belongs; return with each set where its tiles were at first."""
    at: dict[tuple[int | None, Tile], list[_Piece]] = {}
    for piece in pieces:
        at.setdefault((piece.place, piece.tile), []).append(piece)
    settled: list[list[_Piece | None]] = []
    for place, one in new:
        stay = [at.get((place, tile)) for tile in one.tiles]
        settled.append([found.pop() if found else None for found in stay])
    rest: dict[Tile, list[_Piece]] = {}
    for found in at.values():
        for piece in found:
            rest.setdefault(piece.tile, []).append(piece)
    coming: dict[tuple[int | None, int], list[Tile]] = {}
    for (place, one), here in zip(new, settled, strict=True):
        for index, tile in enumerate(one.tiles):
            if here[index] is None:
                # Rather from where others come from already, and from the table than the rack.
                piece = max(
                    rest[tile],
                    key=lambda piece: ((piece.place, place) in coming, piece.place is not None),
                )
                rest[tile].remove(piece)
                coming.setdefault((piece.place, place), []).append(tile)
                here[index] = piece
    ordered = sorted(coming.items(), key=lambda item: (item[0][0] is None, item[0][1]))
    moves += [Move(tuple(tiles), origin, target) for (origin, target), tiles in ordered]
    return [
        (place, one, tuple(piece.home for piece in here if piece is not None))
        for (place, one), here in zip(new, settled, strict=True)
    ]
