"""The best initial meld: new sets from the rack alone, of so many points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

from nimmt.rummikub.arranging import Placed, Table
from nimmt.rummikub.found import Found
from nimmt.rummikub.objective import Weights
from nimmt.rummikub.rearranging import best_play
from nimmt.rummikub.rules import Rules
from nimmt.rummikub.sets import TileSet
from nimmt.rummikub.tiles import NUMBERS, Colour, Tile, less
from nimmt_core._tiles import Arranger

__all__ = ["best_meld", "sets_from"]


def best_meld(
    arranger: Arranger,
    sets: Sequence[TileSet],
    rack: Sequence[Tile],
    rules: Rules,
    weights: Weights,
    fewest_changes: bool,
) -> Found | None:
    """Find the best play of a player who has not melded.

    Parameters
    ----------
    arranger : Arranger
        Room to search in.
    sets : sequence of TileSet
        The table.
    rack : sequence of Tile
        The rack.
    rules : Rules
        What a meld needs, and whether the table may be played with in the same turn.
    weights : tuple of int
        What each tile pays.
    fewest_changes : bool
        Whether it has to be one that leaves as many sets whole as can be.

    Returns
    -------
    Found or None
        None if there is no such meld.
    """
    if rules.table_in_meld_turn:
        return _meld_and_more(arranger, sets, rack, rules, weights, fewest_changes)
    if rules.single_set:
        return _found(sets, _best_set(rack, rules, weights), weights)
    table = Table((), (), (), rack, wrap=rules.wrap)
    if table.meld(arranger, weights, rules.initial_meld) is None:
        return None
    return _found(sets, [one.tiles for one in table.found(arranger)], weights)


def sets_from(rack: Sequence[Tile], rules: Rules) -> Iterator[TileSet]:
    """Go through all sets that can be laid from a rack alone."""
    counts = Counter(rack)
    for colour in Colour:
        numbers = [Tile.of(colour, number) for number in range(1, NUMBERS + 1)]
        for first, start in enumerate(numbers):
            following = numbers[first:] + (numbers[:first] if rules.wrap else [])
            for size in range(3, len(following) + 1):
                yield from (
                    TileSet.run(start, one, wrap=rules.wrap)
                    for one in _with_jokers(following[:size], counts)
                )
    for number in range(1, NUMBERS + 1):
        there = [Tile.of(colour, number) for colour in Colour if counts[Tile.of(colour, number)]]
        for size in (3, 4):
            for jokers in range(min(size, counts[Tile.J]) + 1):
                for tiles in combinations(there, size - jokers):
                    yield TileSet.group(number, [*tiles, *[Tile.J] * jokers])


def _with_jokers(faces: Sequence[Tile], counts: Counter[Tile]) -> Iterator[list[Tile]]:
    """Go through the ways to lay tiles or jokers in the places of some tiles."""
    needed = [place for place, face in enumerate(faces) if not counts[face]]
    others = [place for place, face in enumerate(faces) if counts[face]]
    for more in range(counts[Tile.J] - len(needed) + 1):
        for places in combinations(others, more):
            wild = {*needed, *places}
            yield [Tile.J if place in wild else face for place, face in enumerate(faces)]


def _paid(tiles: Sequence[Tile], weights: Weights) -> int:
    return sum(weights[tile] for tile in tiles)


def _best_set(rack: Sequence[Tile], rules: Rules, weights: Weights) -> list[TileSet]:
    """Return the best single set of enough points, or nothing."""
    enough = [one for one in sets_from(rack, rules) if one.points >= rules.initial_meld]
    return [max(enough, key=lambda one: _paid(one.tiles, weights))] if enough else []


def _found(
    sets: Sequence[TileSet], meld: Sequence[TileSet], weights: Weights, rest: Found | None = None
) -> Found | None:
    """Return the play of a meld, and of what is done with the table after it."""
    if not meld:
        return None
    tiles = [tile for one in meld for tile in one.tiles]
    new = [Placed(one) for one in meld]
    if rest is None:
        kept = [Placed(one, index) for index, one in enumerate(sets)]
        return Found(_paid(tiles, weights), tuple(sorted(tiles)), (*kept, *new), 0)
    return Found(
        _paid(tiles, weights) + rest.pays,
        tuple(sorted([*tiles, *rest.laid])),
        (*rest.placed, *new),
        rest.changed,
        rest.freed,
    )


def _meld_and_more(
    arranger: Arranger,
    sets: Sequence[TileSet],
    rack: Sequence[Tile],
    rules: Rules,
    weights: Weights,
    fewest_changes: bool,
) -> Found | None:
    """Try every meld that has no set too many, and play on with the rest of the rack.

    None pays more than the best play of a player who has melded, so the search stops there.
    """
    bound = best_play(arranger, sets, rack, rules, weights, False)
    if bound is None:
        return None
    best: Found | None = None
    for meld in _melds(list(sets_from(rack, rules)), rack, rules):
        tiles = [tile for one in meld for tile in one.tiles]
        alone = _found(sets, meld, weights)
        least = None if best is None else best.pays - _paid(tiles, weights)
        rest = best_play(arranger, sets, less(rack, tiles), rules, weights, fewest_changes, least)
        for found in (alone, _found(sets, meld, weights, rest) if rest else None):
            if found is not None and (
                best is None or (-found.pays, found.changed) < (-best.pays, best.changed)
            ):
                best = found
        if best is not None and best.pays == bound.pays and not (fewest_changes and best.changed):
            break
    return best


def _melds(
    possible: Sequence[TileSet], rack: Sequence[Tile], rules: Rules
) -> Iterator[tuple[TileSet, ...]]:
    """Go through the melds that would lack points without any of their sets."""
    by_points = sorted(possible, key=lambda one: -one.points)

    def extend(start: int, rack: Sequence[Tile], needed: int) -> Iterator[tuple[TileSet, ...]]:
        # Sets come by falling points, so the last one is the least, and completes the meld.
        for place in range(start, len(by_points)):
            one = by_points[place]
            if Counter(one.tiles) - Counter(rack):
                continue
            if one.points >= needed:
                yield (one,)
            elif not rules.single_set:
                for more in extend(place, less(rack, one.tiles), needed - one.points):
                    yield (one, *more)

    return extend(0, rack, max(rules.initial_meld, 1))
