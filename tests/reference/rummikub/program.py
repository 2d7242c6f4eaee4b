"""The best play as an integer program over all sets: how many of each set lie on the table.

For locked jokers it is tried which sets with jokers stay, and what frees the jokers of the others.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations, product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import Bounds, LinearConstraint, milp

from .plays import Options
from .sets import ALL_TILES, COLOURS, Laid, all_groups, all_runs, number_of

NAMES = [*ALL_TILES, "J"]
LONGEST = 5
"""A longer run is two runs."""

Tally = NDArray[np.int64]


class After(NamedTuple):
    """What becomes of a locked set."""

    freeing: tuple[str, ...]
    completing: tuple[str, ...]
    tiles: tuple[str, ...]
    """The tiles in it while it is locked; none once it is open."""


class Patterns(NamedTuple):
    """All sets: how many of each tile they have, and their points."""

    tallies: Tally
    points: Tally


def tally(tiles: Sequence[str]) -> Tally:
    """Count tiles."""
    counts = Counter(tiles)
    return np.array([counts[name] for name in NAMES])


@cache
def patterns(jokers: int, wrap: bool) -> Patterns:
    """List what sets are made of, with so many jokers or fewer."""
    found = set()
    runs = [run for length in range(3, LONGEST + 1) for run in all_runs(length, wrap)]
    groups = [group for number in range(1, 14) for n in (3, 4) for group in all_groups(number, n)]
    for faces in (*runs, *groups):
        points = sum(map(number_of, faces))
        for count in range(min(jokers, len(faces)) + 1):
            for wild in combinations(range(len(faces)), count):
                tiles = ["J" if place in wild else face for place, face in enumerate(faces)]
                found.add((tuple(sorted(tiles)), points))
    listed = sorted(found)
    return Patterns(
        np.array([tally(tiles) for tiles, _ in listed]).T,
        np.array([points for _, points in listed]),
    )


def solve(
    weights: Mapping[str, int],
    table: Tally,
    rack: Tally,
    *,
    least_laid: int = 1,
    forced: Tally | None = None,
    points: int = 0,
    whole: Sequence[Sequence[Sequence[str]]] = (),
    optional: Sequence[Sequence[Sequence[str]]] = (),
    pays: int | None = None,
    wrap: bool = False,
) -> int | None:
    """Maximise what the tiles laid pay; or how many sets stay whole, of plays that pay so much.

    `whole` and `optional` are sets of the table that must, or may, stay whole: for each, the tiles
    that it can have in the end.
    """
    most = table + rack
    least = table if forced is None else table + forced
    tallies, worth = patterns(int(most[-1]), wrap)
    fits = (tallies <= most[:, None]).all(axis=0)
    columns = [tallies[:, fits], *(np.array([tally(t) for t in one]).T for one in whole)]
    columns += [np.array([tally(t) for t in one]).T for one in optional]
    matrix = np.concatenate(columns, axis=1)
    if not matrix.shape[1]:
        return None
    sizes = [block.shape[1] for block in columns]
    pay = np.array([weights[name] for name in NAMES])
    rows = [matrix, matrix.sum(axis=0)[None, :]]
    lower = [*least, table.sum() + least_laid]
    upper = [*most, np.inf]
    if points:
        rows.append(worth[fits][None, :])
        lower.append(points)
        upper.append(np.inf)
    for index in range(len(whole) + len(optional)):
        start = sum(sizes[: index + 1])
        row = np.zeros((1, matrix.shape[1]))
        row[0, start : start + sizes[index + 1]] = 1
        rows.append(row)
        lower.append(1 if index < len(whole) else 0)
        upper.append(1)
    if pays is None:
        aim = pay @ matrix
        fixed = int(pay @ table)
    else:
        rows.append((pay @ matrix)[None, :])
        lower.append(pays + pay @ table)
        upper.append(pays + pay @ table)
        aim = np.zeros(matrix.shape[1])
        aim[sum(sizes[: len(whole) + 1]) :] = 1
        fixed = 0
    found = milp(
        -aim,
        constraints=LinearConstraint(np.concatenate(rows), lower, upper),
        integrality=np.ones(matrix.shape[1]),
        bounds=Bounds(0, np.inf),
        options={"mip_rel_gap": 0},
    )
    return None if found.x is None else round(aim @ np.round(found.x)) - fixed


def best(
    old: Sequence[Laid], rack: Sequence[str], weights: Mapping[str, int], options: Options
) -> int | None:
    """Return what the best play pays; None if there is none."""
    table = tally([tile for laid in old for tile in laid.tiles])
    if not options.locked:
        return solve(weights, table, tally(rack), wrap=options.wrap)
    paid = [
        solve(weights, table, tally(rack), forced=forced, whole=whole, wrap=options.wrap)
        for forced, whole in settled(old, rack, options)
    ]
    return max((each for each in paid if each is not None), default=None)


def fewest_changes(
    old: Sequence[Laid],
    rack: Sequence[str],
    weights: Mapping[str, int],
    pays: int,
    options: Options,
) -> int | None:
    """Return how few sets are changed by plays that pay so much, with free jokers."""
    table = tally([tile for laid in old for tile in laid.tiles])
    whole = solve(
        weights,
        table,
        tally(rack),
        optional=[longer(laid, laid.tiles, options.wrap) for laid in old],
        pays=pays,
        wrap=options.wrap,
    )
    return None if whole is None else len(old) - whole


def settled(
    old: Sequence[Laid], rack: Sequence[str], options: Options
) -> Iterator[tuple[Tally, list[list[tuple[str, ...]]]]]:
    """Go through what becomes of locked sets: tiles that must be laid, and sets that stay."""
    locked = [laid for laid in old if "J" in laid.tiles]
    loose = {tile for laid in old if "J" not in laid.tiles for tile in laid.tiles}
    held = Counter(rack)
    for fates in product(*(list(fates_of(laid, options)) for laid in locked)):
        whole = [
            longer(laid, fate.tiles, options.wrap)
            for laid, fate in zip(locked, fates, strict=True)
            if fate.tiles
        ]
        from_rack = Counter[str]()
        if options.from_rack_only:
            from_rack.update(tile for fate in fates for tile in fate.freeing)
        wanted = sorted({tile for fate in fates for tile in (*fate.freeing, *fate.completing)})
        for count in range(len(wanted) + 1):
            for more in combinations(wanted, count):
                forced = from_rack | Counter(more)
                if not forced - held and can_open(locked, fates, loose | {*forced}):
                    yield tally(list(forced.elements())), whole


def fates_of(laid: Laid, options: Options) -> Iterator[After]:
    """Go through what may become of a set with jokers."""
    yield After((), (), laid.tiles)
    wild = [place for place, tile in enumerate(laid.tiles) if tile == "J"]
    for count in range(1, len(wild) + 1):
        for places in combinations(wild, count):
            kept = [tile for place, tile in enumerate(laid.tiles) if place not in places]
            if laid.run:
                inside = [
                    laid.run[place] if place in places else tile
                    for place, tile in enumerate(laid.tiles)
                ]
                freeing = tuple(laid.run[place] for place in places)
                yield After(freeing, (), () if count == len(wild) else tuple(inside))
                continue
            faces = [f"{colour}{laid.number}" for colour in COLOURS]
            missing = [face for face in faces if face not in laid.tiles]
            three = options.both_colours and len(laid.tiles) == 3
            for completing in combinations(missing, 1 if three else 0):
                rest = [face for face in missing if face not in completing]
                for freeing in combinations(rest, count):
                    inside = [*kept, *completing, *freeing]
                    yield After(freeing, completing, () if count == len(wild) else tuple(inside))


def can_open(locked: Sequence[Laid], fates: Sequence[After], loose: set[str]) -> bool:
    """Whether tiles can get into the locked sets in some order; those of open sets are loose."""
    waiting = [
        (laid, fate)
        for laid, fate in zip(locked, fates, strict=True)
        if fate.freeing or fate.completing
    ]
    changed = True
    while waiting and changed:
        changed = False
        for laid, fate in list(waiting):
            if loose.issuperset((*fate.freeing, *fate.completing)):
                waiting.remove((laid, fate))
                changed = True
                if not fate.tiles:
                    loose = loose | {*laid.tiles} - {"J"}
    return not waiting


def longer(laid: Laid, tiles: Sequence[str], wrap: bool) -> list[tuple[str, ...]]:
    """List what a set that stays whole can have in the end; more at an end is a set of its own."""
    if not laid.run:
        faces = [f"{colour}{laid.number}" for colour in COLOURS]
        more = [face for face in faces if face not in tiles] + ["J"]
        return [tuple(tiles), *((*tiles, one) for one in more if len(tiles) == 3)]
    found = []
    for below, above in product(range(3), repeat=2):
        for run in all_runs(below + len(tiles) + above, wrap):
            if run[below : below + len(tiles)] == laid.run:
                ends = [*run[:below], *run[below + len(tiles) :]]
                found += [
                    (*added[:below], *tiles, *added[below:])
                    for added in product(*([face, "J"] for face in ends))
                ]
    return found


def best_meld(rack: Sequence[str], weights: Mapping[str, int], options: Options) -> int | None:
    """Return what the best initial meld from the rack alone pays; None if there is none."""
    return solve(weights, tally([]), tally(rack), points=options.meld, wrap=options.wrap)
