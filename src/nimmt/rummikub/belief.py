"""What it says of the other racks that nothing was laid from them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np

from nimmt.rummikub.arranging import UNLIMITED
from nimmt.rummikub.greedy import greedy_weights
from nimmt.rummikub.melding import sets_from
from nimmt.rummikub.position import InformationSet, Position
from nimmt.rummikub.rearranging import best_play
from nimmt.rummikub.rounds import arrangers_for
from nimmt.rummikub.tiles import NUMBERS, Tile
from nimmt_core._tiles import Arranger

__all__ = ["Dealer", "Silence", "silences"]

TRIES = 100
"""Racks that are drawn for a seat before one is built tile by tile."""
SWEEPS = 2
"""Times that each of several seats is drawn again."""
EXCHANGES = 4
"""Exchanges after building, for each tile that something is known of."""


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


JOKER = int(Tile.J)

Room = tuple[Arranger, Arranger]
"""What finds plays, and what finds initial melds, weighed."""

T = TypeVar("T")
_Held = dict[Silence, list[Tile]]


class Dealer:
    """Deals the unseen tiles so that nobody could have laid anything who did not.

    Every such deal is to be equally likely.  The rack of a seat is drawn until it is such, seat
    after seat.  That is exact for one seat; for several, each is drawn again a few times, given the
    others, which leads to the right chances (Gibbs sampling).  Where it takes too many tries, racks
    are built tile by tile, and tiles exchanged at random for a while as long as it stays so.  A
    seat of which no such rack is found is dealt to blindly, like those that nothing is known of.

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
        # Those who may not have had every tile come first, while there are the most of them.
        self._known = sorted(known, key=lambda one: not one.melded)
        self._weights = greedy_weights(view.rules, "tiles")
        self._table = _counts(tile for one in view.table for tile in one.tiles)
        self._locked = view.rules.locked and any(one.has_joker for one in view.table)
        # A tile that can be laid alone was on no rack that was played with on this table.
        room = self.room()
        told = set(self._unseen) if any(one.melded for one in known) else ()
        self._alone = frozenset(tile for tile in told if self._can_lay(room, True, (tile,)))

    def room(self) -> Room:
        """Return room to search in, for one thread."""
        return arrangers_for(self._weights)

    def deal(self, generator: np.random.Generator, room: Room) -> Position:
        """Deal the unseen tiles.

        Parameters
        ----------
        generator : Generator
            Source of randomness.
        room : pair of Arranger
            What ``room`` returned; no two threads may use the same.

        Returns
        -------
        Position
            A position of which this is the view.
        """
        if not self._known:
            return self._view.determinization(generator)
        left = _shuffled(generator, self._unseen)
        held: _Held = {}
        easy = all(self._draws(generator, room, one, held, left) for one in self._known)
        if not easy:
            self._build(room, held, left)
            self._exchange(generator, room, held, left)
        elif len(held) > 1:
            for one in self._known * SWEEPS:
                before = held.pop(one)
                left += before
                if not self._draws(generator, room, one, held, left):
                    held[one] = before
                    del left[-len(before) :]
        return self._dealt(generator, held, left)

    def _draws(
        self,
        generator: np.random.Generator,
        room: Room,
        one: Silence,
        held: _Held,
        left: list[Tile],
    ) -> bool:
        """Draw the tiles that a seat had until it could lay none; whether that was found soon."""
        banned = self._alone if one.melded else ()
        places = [place for place, tile in enumerate(left) if tile not in banned]
        if len(places) < one.known:
            return False
        for _ in range(TRIES):
            drawn = _shuffled(generator, places)[: one.known]
            tiles = [left[place] for place in drawn]
            if not self._can_lay(room, one.melded, tiles):
                held[one] = tiles
                for place in sorted(drawn, reverse=True):
                    del left[place]
                return True
        return False

    def _can_lay(self, room: Room, melded: bool, tiles: Sequence[Tile]) -> bool:
        play, meld = room
        rules = self._view.rules
        if melded and self._locked:
            rack = tuple(sorted(tiles))
            found = best_play(play, self._view.table, rack, rules, self._weights, False)
            return found is not None
        if not melded and rules.single_set:
            return any(one.points >= rules.initial_meld for one in sets_from(tiles, rules))
        # The same in short, where nothing but the tiles matters: what is searched for is an
        # arrangement that does without some of them, but not all, or without few points.
        counts = _counts(tiles)
        if melded:
            play.load(self._table[:JOKER], counts[:JOKER], self._table[JOKER], counts[JOKER], ())
            return play.search(sum(self._weights[tile] for tile in tiles) - 1, 0) is not None
        spare = sum(NUMBERS if tile.is_joker else tile.number for tile in tiles)
        spare -= max(rules.initial_meld, 1)
        meld.load(_counts(())[:JOKER], counts[:JOKER], 0, counts[JOKER], ())
        return spare >= 0 and meld.search(UNLIMITED, spare) is not None

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

    def _build(self, room: Room, held: _Held, left: list[Tile]) -> None:
        """Take tiles with which a seat can lay none one by one, for the seats that lack them."""
        for one in self._known:
            tiles: list[Tile] = []
            places = []
            for place, tile in enumerate(left if one not in held else ()):
                if len(tiles) < one.known and not self._can_lay(room, one.melded, [*tiles, tile]):
                    tiles.append(tile)
                    places.append(place)
            if len(tiles) == one.known:
                held[one] = tiles
                for place in reversed(places):
                    del left[place]

    def _exchange(
        self, generator: np.random.Generator, room: Room, held: _Held, left: list[Tile]
    ) -> None:
        """Exchange tiles at random, where nobody who was silent could lay any then."""
        spots = [(one, tiles, place) for one, tiles in held.items() for place in range(one.known)]
        others = [*spots, *((None, left, place) for place in range(len(left)))]
        for one, tiles, place in spots * EXCHANGES:
            other, theirs, there = others[generator.integers(len(others))]
            tiles[place], theirs[there] = theirs[there], tiles[place]
            if self._can_lay(room, one.melded, tiles) or (
                other is not None and self._can_lay(room, other.melded, theirs)
            ):
                tiles[place], theirs[there] = theirs[there], tiles[place]


def _shuffled(generator: np.random.Generator, items: Sequence[T]) -> list[T]:
    return [items[index] for index in generator.permutation(len(items))]


def _counts(tiles: Iterable[Tile]) -> list[int]:
    counts = [0] * len(Tile)
    for tile in tiles:
        counts[tile] += 1
    return counts
