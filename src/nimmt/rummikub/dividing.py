"""The best play where there are many locked sets, or rules of where freed jokers are laid.

Best-first branch and bound.  A question settles what becomes of some locked sets, the others taken
for open ones, as for jokers that may go anywhere; what the best arrangement pays is then no less
than what the rules allow.  If there are locked sets left, the question is divided by what becomes
of one of them.  If not, but the arrangement is not allowed, it is divided by the set that a freed
joker lies in, of which first three tiles are known, then what is before and behind them; and by
tiles of the rack that are laid besides, as it matters which of two equal tiles are those of an old
set.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from heapq import heappop, heappush
from itertools import combinations, count, product

from nimmt.rummikub.arranging import Ends, Keep, Placed, Table
from nimmt.rummikub.found import Found, found_play, recognised, tiles_of
from nimmt.rummikub.freed import RACK_TILES, well_placed
from nimmt.rummikub.freeing import Way, further
from nimmt.rummikub.locks import Turn, stories
from nimmt.rummikub.objective import Weights
from nimmt.rummikub.rules import FreedJoker, Rules
from nimmt.rummikub.sets import TileSet
from nimmt.rummikub.tiles import NUMBERS, Colour, Tile, less
from nimmt_core._tiles import Arranger

__all__ = ["best_divided"]

CORE = 3
"""Tiles of a set with a freed joker that are settled first: no set has fewer."""


@dataclass(frozen=True, slots=True)
class _Home:
    """What is known of a set that a freed joker lies in.

    Attributes
    ----------
    core : int
        The number of the three tiles that were settled first.
    tiles : TileSet
        All tiles that are settled.
    ends : (bool, bool)
        Whether anything may be before and behind them.
    """

    core: int
    tiles: TileSet
    ends: Ends


@dataclass(frozen=True, slots=True)
class _Question:
    """What is settled.

    Attributes
    ----------
    way : Way
        What becomes of locked sets.
    laid : tuple of Tile
        Tiles of the rack that are laid besides those that freed jokers, ascending.
    homes : tuple of _Home
        Sets with freed jokers, by the numbers of their cores.
    """

    way: Way
    laid: tuple[Tile, ...] = ()
    homes: tuple[_Home, ...] = ()

    def table(self, rack: Sequence[Tile], rules: Rules) -> Table:
        """Return what is to be arranged."""
        forced = (*self.way.forced, *self.laid)
        at = len(self.way.sets)
        return Table(
            tiles_of(self.way.before),
            [*self.way.sets, *(home.tiles for home in self.homes)],
            [*self.way.keep, *[Keep.MUST] * len(self.homes)],
            less(rack, forced),
            forced,
            ends={at + place: home.ends for place, home in enumerate(self.homes)},
            wrap=rules.wrap,
        )


def best_divided(
    arranger: Arranger,
    possible: Sequence[tuple[Way, tuple[Tile, ...]]],
    rack: Sequence[Tile],
    rules: Rules,
    weights: Weights,
    fewest_changes: bool,
    least: int | None = None,
) -> Found | None:
    """Find the best play, settling more and more of it.

    Parameters
    ----------
    arranger : Arranger
        Room to search in.
    possible : sequence of (Way, tuple of Tile)
        What may become of locked sets, and tiles of the rack that must be laid besides.
    rack : sequence of Tile
        The rack.
    rules : Rules
        The rules.
    weights : tuple of int
        What each tile pays.
    fewest_changes : bool
        Whether it has to be one that leaves as many sets whole as can be.
    least : int, optional
        What it must pay.

    Returns
    -------
    Found or None
        None if nothing pays enough.
    """
    search = _Search(arranger, rack, rules)
    questions = [_Question(way, laid) for way, laid in possible]
    bound = least

    def lost(question: _Question, table: Table) -> int | None:
        nonlocal bound
        pays = table.best(arranger, weights, bound)
        if pays is not None and not question.way.freed and not question.way.waiting:
            bound = pays  # which is allowed in any case
        return None if pays is None else -pays

    answer = search.best(questions, lost)
    if answer is None:
        return None
    question, placed, loss = answer
    found = found_play(question.way, recognised(question.way, placed), -loss)
    if not fewest_changes or not found.changed:
        return found

    def changed(question: _Question, table: Table) -> int | None:
        freed = len(question.way.freed)
        more = table.fewest_changes(arranger, weights, found.pays, found.changed - 1 - freed)
        return None if more is None else more + freed

    answer = search.best(questions, changed)
    return found if answer is None else found_play(answer[0].way, answer[1], found.pays)


@dataclass(frozen=True, slots=True)
class _Search:
    """Divides questions until the best answer is one that the rules allow."""

    arranger: Arranger
    rack: Sequence[Tile]
    rules: Rules

    def best(
        self,
        questions: Sequence[_Question],
        bound_of: Callable[[_Question, Table], int | None],
    ) -> tuple[_Question, list[Placed], int] | None:
        """Return the question with the best answer, the answer, and its bound."""
        order = count()
        waiting: list[tuple[int, int, bool, int, _Question]] = []
        seen = set(questions)

        def put(question: _Question) -> None:
            bound = bound_of(question, question.table(self.rack, self.rules))
            if bound is not None:
                way = question.way
                heappush(waiting, (bound, way.waiting, bool(way.freed), -next(order), question))

        for question in questions:
            put(question)
        while waiting:
            bound, *_, question = heappop(waiting)
            table = question.table(self.rack, self.rules)
            if bound_of(question, table) != bound:
                continue  # something better came while it waited
            placed = [
                replace(one, kept=None)
                if one.kept is not None and one.kept >= len(question.way.sets)
                else one
                for one in table.found(self.arranger)
            ]
            laid = less(tiles_of(one.tiles for one in placed), tiles_of(question.way.before))
            if self._is_allowed(question.way, placed, laid):
                return question, placed, bound
            for part in self._parts(question, laid):
                if part not in seen and all(map(self._may_do, part.homes)):
                    seen.add(part)
                    put(part)
        return None

    def _is_allowed(self, way: Way, placed: Sequence[Placed], laid: tuple[Tile, ...]) -> bool:
        """Whether everything is settled, and freed jokers may lie like this."""
        if way.waiting:
            return False
        if not way.freed or self.rules.freed_joker is FreedJoker.ANYWHERE:
            return True
        turn = Turn(self.rules, way.before, tuple(one.tiles for one in placed), laid)
        return any(well_placed(turn, story) for story in stories(turn))

    def _parts(self, question: _Question, laid: Sequence[Tile]) -> Iterator[_Question]:
        """Divide a question whose best answer lays these tiles, but is not allowed."""
        if question.way.waiting:
            for way in further(question.way, self.rack, self.rules):
                besides = less(question.laid, way.forced)
                if not less((*way.forced, *besides), self.rack):
                    yield replace(question, way=way, laid=besides)
            return
        homes = question.homes
        for place, home in enumerate(homes):
            if any(home.ends):
                for other in self._longer(home):
                    yield replace(question, homes=(*homes[:place], other, *homes[place + 1 :]))
                return
        if len(homes) < sum(len(one.freeing) for one in question.way.freed):
            for home in self._cores(question):
                yield replace(question, homes=(*homes, home))
        # With no more of the tiles in these sets than are laid here, no other answer is allowed.
        forced = question.way.forced
        for tile in sorted({tile for home in homes for tile in home.tiles} - {Tile.J}):
            if laid.count(tile) < self.rack.count(tile):
                more = [tile] * (laid.count(tile) + 1 - forced.count(tile))
                others = [other for other in question.laid if other is not tile]
                yield replace(question, laid=tuple(sorted([*others, *more])))

    def _longer(self, home: _Home) -> Iterator[_Home]:
        """Settle what follows at an end of a set: nothing, a tile, or a joker."""
        one, (before, behind) = home.tiles, home.ends
        yield replace(home, ends=(False, behind if before else False))
        if one.colour is None:
            for tile in (*one.missing, Tile.J):
                longer = TileSet.group(one.number, [*one.tiles, tile])
                yield replace(home, tiles=longer, ends=(False, False))
            return
        wrap = self.rules.wrap
        number = one.number - 1 if before else one.number + len(one)
        if len(one) == NUMBERS or not (wrap or 1 <= number <= NUMBERS):
            return
        for tile in (Tile.of(one.colour, (number - 1) % NUMBERS + 1), Tile.J):
            if before:
                first = Tile.of(one.colour, (number - 1) % NUMBERS + 1)
                longer = TileSet.run(first, [tile, *one.tiles], wrap=wrap)
            else:
                longer = TileSet.run(one.stands_for(0)[0], [*one.tiles, tile], wrap=wrap)
            yield replace(home, tiles=longer)

    def _cores(self, question: _Question) -> Iterator[_Home]:
        """Go through the cores of one more home that there are tiles for."""
        way = question.way
        kept = [one for one, keep in zip(way.sets, way.keep, strict=True) if keep is Keep.MUST]
        kept += [home.tiles for home in question.homes]
        free = [0] * len(Tile)
        for tile in (*tiles_of(way.before), *self.rack):
            free[tile] += 1
        for tile in tiles_of(kept):
            free[tile] -= 1
        first = question.homes[-1].core if question.homes else 0
        for home in _all_cores(self.rules.wrap)[first:]:
            tiles = home.tiles.tiles
            if all(tiles.count(tile) <= free[tile] for tile in tiles):
                yield home

    def _may_do(self, home: _Home) -> bool:
        """Whether a home could have tiles enough from the rack."""
        if self.rules.freed_joker is not FreedJoker.NEW_SET_WITH_TWO:
            return True
        one = home.tiles
        if one.colour is None:
            possible = {*one.tiles, *(one.missing if home.ends[1] else ())}
        elif any(home.ends):
            possible = {Tile.of(one.colour, number) for number in range(1, NUMBERS + 1)}
        else:
            possible = set(one.tiles)
        there = possible.intersection(self.rack) - {Tile.J}
        return len(there) + self.rack.count(Tile.J) >= RACK_TILES


@lru_cache(maxsize=2)
def _all_cores(wrap: bool) -> tuple[_Home, ...]:
    """List what a home may have in it: its first joker, and two others."""
    found: list[tuple[TileSet, Ends]] = []
    for colour in Colour:
        numbers = [Tile.of(colour, number) for number in range(1, NUMBERS + 1)]
        if wrap:
            numbers += numbers[: CORE - 1]
        for start in range(len(numbers) - CORE + 1):
            faces = numbers[start : start + CORE]
            for wild in product((True, False), repeat=CORE):
                if any(wild):
                    tiles = [Tile.J if w else face for face, w in zip(faces, wild, strict=True)]
                    # A joker near the end is not the first of three tiles.
                    found.append((TileSet.run(faces[0], tiles, wrap=wrap), (True, wild[0])))
    for number in range(1, NUMBERS + 1):
        faces = [Tile.of(colour, number) for colour in Colour]
        for jokers in range(1, CORE + 1):
            for some in combinations(faces, CORE - jokers):
                group = TileSet.group(number, [*some, *[Tile.J] * jokers])
                found.append((group, (False, True)))
    return tuple(_Home(core, tiles, ends) for core, (tiles, ends) in enumerate(found))
