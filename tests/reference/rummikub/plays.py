"""Which plays are legal, by going through everything that could be done in a turn.

Every tile is told from every other, also from its twin.  What is tried is, in any order, to put a
tile in the place of a joker or to complete a group; what is loose after that can be put anywhere.
Then every way is tried in which the tiles can have got to their new places.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, permutations, product
from typing import NamedTuple

from .sets import COLOURS, Laid, colour_of, points


@dataclass(frozen=True)
class Options:
    """What players may agree on."""

    locked: bool = True
    meld: int = 30
    single_set: bool = False
    table_in_meld_turn: bool = False
    from_rack_only: bool = False
    freed_into: str = "anywhere"
    """``anywhere``, ``new_set`` or ``new_set_with_two``."""
    both_colours: bool = False
    wrap: bool = False


class Piece(NamedTuple):
    """One tile of its own."""

    name: str
    serial: int
    from_rack: bool


@dataclass(frozen=True)
class State:
    """A table in the middle of a turn."""

    members: tuple[tuple[Piece, ...], ...]
    """The tiles that each old set has now.  A tile that was given away is in its new set."""
    locked: frozenset[int]
    owned: tuple[frozenset[Piece], ...]
    """The tiles that each old set had at first, and those put in the places of its jokers."""
    loose: frozenset[Piece]
    """What may be moved."""
    freed: frozenset[Piece]
    """Jokers that got free."""


def legal(
    old: Sequence[Laid], rack: Sequence[str], new: Sequence[Laid], melded: bool, options: Options
) -> bool:
    """Whether a player may leave the table like this."""
    before = Counter(tile for laid in old for tile in laid.tiles)
    after = Counter(tile for laid in new for tile in laid.tiles)
    if before - after:
        return False
    laid_tiles = list((after - before).elements())
    if not laid_tiles or Counter(laid_tiles) - Counter(rack):
        return False
    if melded:
        return rearranged(old, laid_tiles, new, options)
    return any(
        after_meld(old, laid_tiles, [new[index] for index in chosen], rest, options)
        for size in range(1, len(new) + 1)
        for chosen in combinations(range(len(new)), size)
        for rest in [[laid for index, laid in enumerate(new) if index not in chosen]]
    )


def after_meld(
    old: Sequence[Laid],
    laid_tiles: Sequence[str],
    meld: Sequence[Laid],
    rest: Sequence[Laid],
    options: Options,
) -> bool:
    """Whether some of the new sets can be the initial meld, and the rest what came after it."""
    used = Counter(tile for laid in meld for tile in laid.tiles)
    if used - Counter(laid_tiles) or sum(map(points, meld)) < options.meld:
        return False
    if options.single_set and len(meld) > 1:
        return False
    if not options.table_in_meld_turn:
        return Counter(map(alike, rest)) == Counter(map(alike, old))
    others = list((Counter(laid_tiles) - used).elements())
    return rearranged(old, others, rest, options)


def alike(laid: Laid) -> tuple[object, ...]:
    """Return what is the same for sets that are the same; the order of a group is nothing."""
    return (laid.run, laid.number, laid.tiles if laid.run else tuple(sorted(laid.tiles)))


def rearranged(
    old: Sequence[Laid], laid_tiles: Sequence[str], new: Sequence[Laid], options: Options
) -> bool:
    """Whether the new sets can be made of the old ones and the tiles laid."""
    if not options.locked:
        return True
    serial = iter(range(1000))
    members = tuple(tuple(Piece(t, next(serial), False) for t in laid.tiles) for laid in old)
    hand = [Piece(tile, next(serial), True) for tile in laid_tiles]
    locked = frozenset(index for index, laid in enumerate(old) if "J" in laid.tiles)
    loose = {piece for i, pieces in enumerate(members) if i not in locked for piece in pieces}
    owned = tuple(frozenset(p for p in pieces if p.name != "J") for pieces in members)
    start = State(members, locked, owned, frozenset([*loose, *hand]), frozenset())
    seen = {start}
    todo = [start]
    while todo:
        state = todo.pop()
        if any(
            fits(state, place_of, old, new, options)
            for place_of in arrangements(members, hand, new)
        ):
            return True
        for following in moves(state, old, options):
            if following not in seen:
                seen.add(following)
                todo.append(following)
    return False


def moves(state: State, old: Sequence[Laid], options: Options) -> Iterator[State]:
    """Go through what can be done to a locked set."""
    for index in sorted(state.locked):
        pieces = state.members[index]
        lacking = [
            f"{colour}{old[index].number}"
            for colour in COLOURS
            if colour not in [colour_of(piece.name) for piece in pieces if piece.name != "J"]
        ]
        for piece in sorted(state.loose):
            if not old[index].run and len(pieces) == 3 and piece.name in ("J", *lacking):
                yield joined(state, index, (*pieces, piece), piece)
            for place, joker in enumerate(pieces):
                if joker.name != "J" or joker in state.freed:
                    continue
                stands_for = [old[index].run[place]] if old[index].run else lacking
                if piece.name not in stands_for:
                    continue
                on_table = any(piece in there for there in state.members)
                if options.from_rack_only and on_table:
                    continue
                if options.both_colours and not old[index].run and len(pieces) == 3:
                    continue
                changed = (*pieces[:place], piece, *pieces[place + 1 :])
                yield opened(joined(state, index, changed, piece), index, joker, piece)


def joined(state: State, index: int, pieces: tuple[Piece, ...], piece: Piece) -> State:
    """Put a loose piece into a locked set."""
    members = list(state.members)
    giver = next((i for i, there in enumerate(members) if piece in there), None)
    if giver is not None:
        members[giver] = tuple(other for other in members[giver] if other != piece)
    members[index] = pieces
    return replace(
        state,
        members=tuple(members),
        loose=state.loose - {piece},
    )


def opened(state: State, index: int, joker: Piece, instead: Piece) -> State:
    """Take a joker out of a locked set, which is open if it was the last."""
    owned = list(state.owned)
    owned[index] |= {instead}
    loose = state.loose | {joker}
    locked = state.locked
    if all(piece.name != "J" for piece in state.members[index]):
        locked -= {index}
        loose |= set(state.members[index])
    return replace(
        state, locked=locked, owned=tuple(owned), loose=loose, freed=state.freed | {joker}
    )


def arrangements(
    members: Sequence[Sequence[Piece]], hand: Sequence[Piece], new: Sequence[Laid]
) -> Iterator[dict[Piece, tuple[int, int]]]:
    """Go through the ways to get the pieces to the places of the new sets."""
    places: dict[str, list[tuple[int, int]]] = {}
    for index, laid in enumerate(new):
        for place, tile in enumerate(laid.tiles):
            places.setdefault(tile, []).append((index, place))
    pieces: dict[str, list[Piece]] = {}
    for piece in [*(piece for there in members for piece in there), *hand]:
        pieces.setdefault(piece.name, []).append(piece)
    ways = [
        [list(zip(pieces[name], order, strict=True)) for order in permutations(places[name])]
        for name in places
    ]
    for way in product(*ways):
        yield {piece: place for pairs in way for piece, place in pairs}


def fits(
    state: State,
    place_of: dict[Piece, tuple[int, int]],
    old: Sequence[Laid],
    new: Sequence[Laid],
    options: Options,
) -> bool:
    """Whether the turn can end with the pieces in these places."""
    homes = []
    for index in state.locked:
        at = {place_of[piece][0] for piece in state.members[index]}
        if len(at) > 1:
            return False
        home = at.pop()
        if old[index].run:
            for piece, face in zip(state.members[index], old[index].run, strict=True):
                place = place_of[piece][1]
                if not new[home].run or new[home].run[place] != face:
                    return False
        elif new[home].number != old[index].number:
            return False
        homes.append(home)
    if len(set(homes)) < len(homes):
        return False
    if options.freed_into == "anywhere":
        return True
    return all(
        is_new(place_of[joker][0], state, place_of, options) and place_of[joker][0] not in homes
        for joker in state.freed
    )


def is_new(
    home: int, state: State, place_of: dict[Piece, tuple[int, int]], options: Options
) -> bool:
    """Whether a freed joker may lie in a set: no old set lies whole in it."""
    for index, pieces in enumerate(state.owned):
        if index not in state.locked and all(place_of[piece][0] == home for piece in pieces):
            return False
    from_rack = [piece for piece, place in place_of.items() if place[0] == home and piece.from_rack]
    return options.freed_into == "new_set" or len(from_rack) >= 2
