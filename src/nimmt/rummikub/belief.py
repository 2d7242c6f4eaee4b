"""What it says of the other racks that nothing was laid from them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

import numpy as np

from nimmt.rummikub.greedy import greedy_weights
from nimmt.rummikub.melding import best_meld
from nimmt.rummikub.position import InformationSet, Position
from nimmt.rummikub.rearranging import best_play
from nimmt.rummikub.tiles import Tile
from nimmt_core._tiles import Arranger

__all__ = ["Dealer", "Silence", "silences"]

TRIES = 50
"""Blind deals that are tried before one is built tile by tile."""
SWEEPS = 4
"""Exchanges after that, for each tile that something is known of."""


@dataclass(frozen=True, slots=True)
class Silence:
    """A seat that laid nothing in its last turn.

    Attributes
    ----------
    seat : int
        The seat.
    known : int
        Tiles on its rack then: all but the one that it drew.
    melded : bool
        Whether it had the table as it is to play with; else it lacked an initial meld.
    """

    seat: int
    known: int
    melded: bool


def silences(view: InformationSet) -> tuple[Silence, ...]:
    """Return what is known of others that laid nothing, in the order of the seats.

    A seat that has melded counts only while the table is still as it was in its turn.  Of one that
    has not, all turns together say no more than the last one: its rack has only grown.
    """
    rules = view.rules
    seats = [view.turn]
    while len(seats) < rules.players:
        seats.append(rules.next_seat(seats[-1]))
    latest = [*seats[:0:-1], view.turn]  # who had a turn last, who before, ...
    found = []
    for seat, (size, melded) in enumerate(zip(view.sizes, view.melded, strict=True)):
        told = seat in latest[: view.idle] or (not melded and size > rules.rack_size)
        known = size if seat in latest[: view.passes] else size - 1
        if told and known > 0 and seat != view.seat:
            found.append(Silence(seat, known, melded))
    return tuple(found)


T = TypeVar("T")
_Held = dict[Silence, list[Tile]]


class Dealer:
    """Deals the unseen tiles so that nobody could have laid anything who did not.

    Every such deal is equally likely: blind deals are drawn until one is so.  Where that takes too
    many, racks are built tile by tile, and tiles exchanged at random for a while as long as it
    stays so; that is approximate.  A seat of which no such rack is found is dealt to blindly, like
    those that nothing is known of.

    Parameters
    ----------
    view : InformationSet
        What is known.
    known : series of Silence
        What is concluded from.
    """

    def __init__(self, view: InformationSet, known: Sequence[Silence]) -> None:
        self._view = view
        self._unseen = view.unseen
        # Those who may not have had every tile come first, so that no deal is likelier than others.
        self._known = sorted(known, key=lambda one: not one.melded)
        self._rules = replace(view.rules, table_in_meld_turn=False)
        self._weights = greedy_weights(view.rules, "tiles")
        # A tile that can be laid alone was on no rack that was played with on this table.
        alone = set[Tile]()
        if any(one.melded for one in known):
            arranger = Arranger()
            alone = {tile for tile in set(self._unseen) if self._can_lay(arranger, True, (tile,))}
        self._alone = frozenset(alone)

    def deal(self, generator: np.random.Generator, arranger: Arranger) -> Position:
        """Deal the unseen tiles.

        Parameters
        ----------
        generator : Generator
            Source of randomness.
        arranger : Arranger
            Room to search in.

        Returns
        -------
        Position
            A position of which this is the view.
        """
        if not self._known:
            return self._view.determinization(generator)
        for _ in range(TRIES):
            left = list(self._unseen)
            held = {one: self._drawn(generator, left, one) for one in self._known}
            if all(self._silent(arranger, one, tiles) for one, tiles in held.items()):
                return self._dealt(generator, held, left)
        left = _shuffled(generator, self._unseen)
        held = self._built(arranger, left)
        self._exchange(generator, arranger, held, left)
        return self._dealt(generator, held, left)

    def _drawn(self, generator: np.random.Generator, left: list[Tile], one: Silence) -> list[Tile]:
        """Draw the tiles that a seat had, of those that it may have had."""
        banned = self._alone if one.melded else ()
        places = [place for place, tile in enumerate(left) if tile not in banned]
        drawn = _shuffled(generator, places)[: one.known]
        tiles = [left[place] for place in drawn]
        for place in sorted(drawn, reverse=True):
            del left[place]
        return tiles

    def _silent(self, arranger: Arranger, one: Silence, tiles: Sequence[Tile]) -> bool:
        """Whether a seat could lay nothing with these tiles, and they are not too few."""
        return len(tiles) == one.known and not self._can_lay(arranger, one.melded, tiles)

    def _can_lay(self, arranger: Arranger, melded: bool, tiles: Sequence[Tile]) -> bool:
        table, find = (self._view.table, best_play) if melded else ((), best_meld)
        rack = tuple(sorted(tiles))
        return find(arranger, table, rack, self._rules, self._weights, False) is not None

    def _dealt(self, generator: np.random.Generator, held: _Held, left: list[Tile]) -> Position:
        """Deal what is left: the tiles that racks still lack, by seat, and the pool."""
        left = _shuffled(generator, left)
        racks = {one.seat: tiles for one, tiles in held.items()}
        racks[self._view.seat] = list(self._view.rack)
        dealt = []
        for seat, size in enumerate(self._view.sizes):
            rack = racks.get(seat, [])
            lacking = size - len(rack)
            dealt.append(tuple(sorted((*rack, *left[:lacking]))))
            del left[:lacking]
        return self._view.completed(tuple(dealt), tuple(left))

    def _built(self, arranger: Arranger, left: list[Tile]) -> _Held:
        """Take tiles with which a seat can lay nothing one by one, for as many seats as it can."""
        held: _Held = {}
        for one in self._known:
            tiles: list[Tile] = []
            places = []
            for place, tile in enumerate(left):
                if len(tiles) < one.known and not self._can_lay(
                    arranger, one.melded, [*tiles, tile]
                ):
                    tiles.append(tile)
                    places.append(place)
            if len(tiles) == one.known:
                held[one] = tiles
                for place in reversed(places):
                    del left[place]
        return held

    def _exchange(
        self, generator: np.random.Generator, arranger: Arranger, held: _Held, left: list[Tile]
    ) -> None:
        """Exchange tiles at random, where nobody who was silent could lay any then."""
        spots = [(one, tiles, place) for one, tiles in held.items() for place in range(one.known)]
        others = [*spots, *((None, left, place) for place in range(len(left)))]
        for one, tiles, place in spots * SWEEPS:
            other, theirs, there = others[generator.integers(len(others))]
            tiles[place], theirs[there] = theirs[there], tiles[place]
            if not self._silent(arranger, one, tiles) or not (
                other is None or self._silent(arranger, other, theirs)
            ):
                tiles[place], theirs[there] = theirs[there], tiles[place]


def _shuffled(generator: np.random.Generator, items: Sequence[T]) -> list[T]:
    return [items[index] for index in generator.permutation(len(items))]
