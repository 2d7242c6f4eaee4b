"""The best play where freed jokers go into new sets, as an integer program over all sets.

It is gone through how the jokers get free, every tile told from its twin.  A set with a freed joker
is then one with certain of two equal tiles: a variable of its own.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations, permutations, product
from typing import NamedTuple

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, milp

from .plays import Options
from .program import LONGEST, NAMES, After, Tally, fates_of, longer, patterns, tally
from .sets import Laid, all_groups, all_runs


@dataclass(frozen=True)
class Copy:
    """A tile: whose it was, where it is."""

    name: str
    from_rack: bool
    owners: frozenset[int] = frozenset()
    """Old sets that it was in at first, or where it took the place of a joker."""
    on_rack: bool = False
    locked: bool = False


class Settled(NamedTuple):
    """What has become of the locked sets."""

    copies: tuple[Copy, ...]
    whole: tuple[tuple[tuple[str, ...], ...], ...]
    """For each set that stays, the tiles that it can have in the end."""
    freed: int


class Home(NamedTuple):
    """A set with freed jokers."""

    tiles: tuple[str, ...]
    copies: tuple[Copy, ...]
    freed: int


def best(
    old: Sequence[Laid], rack: Sequence[str], weights: Mapping[str, int], options: Options
) -> int | None:
    """Return what the best play pays; None if there is none."""
    paid = [arranged(one, old, rack, weights, options) for one in settled(old, rack, options)]
    return max((each for each in paid if each is not None), default=None)


def settled(old: Sequence[Laid], rack: Sequence[str], options: Options) -> set[Settled]:
    """Go through what may become of the locked sets."""
    locked = [index for index, laid in enumerate(old) if "J" in laid.tiles]
    found = set()
    for fates in product(*(list(fates_of(old[index], options)) for index in locked)):
        after = dict(zip(locked, fates, strict=True))
        start = [Copy(tile, True, on_rack=True) for tile in rack if tile != "J"]
        start += [
            Copy(tile, False, frozenset([index]), locked=index in after)
            for index, laid in enumerate(old)
            for tile in laid.tiles
            if tile != "J"
        ]
        whole = tuple(
            tuple(longer(old[index], fate.tiles, options.wrap))
            for index, fate in after.items()
            if fate.tiles
        )
        freed = sum(len(fate.freeing) for fate in fates)
        acting = [index for index, fate in after.items() if fate.freeing]
        for order in permutations(acting):
            for copies in freed_in_order(tuple(sorted(start, key=repr)), order, after, options):
                found.add(Settled(copies, whole, freed))
    return found


def freed_in_order(
    copies: tuple[Copy, ...], order: Sequence[int], after: Mapping[int, After], options: Options
) -> Iterator[tuple[Copy, ...]]:
    """Put tiles into locked sets, one set after the other."""
    if not order:
        yield copies
        return
    index, fate = order[0], after[order[0]]
    wanted = [
        *((tile, False) for tile in fate.completing),
        *((tile, True) for tile in fate.freeing),
    ]
    for chosen in product(*({c for c in copies if c.name == tile} for tile, _ in wanted)):
        left = list(copies)
        added = []
        for copy, (_, frees) in zip(chosen, wanted, strict=True):
            if copy.locked or (frees and options.from_rack_only and not copy.on_rack):
                break
            left.remove(copy)
            owners = copy.owners | {index} if frees else copy.owners
            added.append(replace(copy, owners=owners, on_rack=False, locked=bool(fate.tiles)))
        else:
            if not fate.tiles:
                left = [replace(c, locked=False) if c.owners == {index} else c for c in left]
            yield from freed_in_order(
                tuple(sorted([*left, *added], key=repr)), order[1:], after, options
            )


@cache
def faces_of_homes(options: Options) -> list[tuple[str, ...]]:
    """List sets without jokers.

    A longer run is two, but where tiles have to come from the rack, neither may have enough.
    """
    most = LONGEST if options.freed_into == "new_set" else 13
    runs = [run for length in range(3, most + 1) for run in all_runs(length, options.wrap)]
    groups = {
        tuple(sorted(group))
        for number in range(1, 14)
        for length in (3, 4)
        for group in all_groups(number, length)
    }
    return [*runs, *sorted(groups)]


def homes(one: Settled, jokers: int, options: Options) -> Iterator[Home]:
    """Go through the sets in which freed jokers may lie."""
    owned = Counter(owner for copy in one.copies for owner in copy.owners)
    kinds: dict[str, set[Copy]] = {}
    for copy in one.copies:
        if not copy.locked:
            kinds.setdefault(copy.name, set()).add(copy)
    for faces in faces_of_homes(options):
        if sum(face not in kinds for face in faces) > jokers:
            continue
        for count in range(1, min(jokers, len(faces)) + 1):
            for wild in combinations(range(len(faces)), count):
                rest = [face for place, face in enumerate(faces) if place not in wild]
                for copies in product(*(sorted(kinds.get(face, ()), key=repr) for face in rest)):
                    there = Counter(owner for copy in copies for owner in copy.owners)
                    if any(there[owner] == owned[owner] for owner in there):
                        continue  # an old set lies whole in it
                    for freed in range(1, min(count, one.freed) + 1):
                        from_rack = count - freed + sum(copy.from_rack for copy in copies)
                        if options.freed_into == "new_set" or from_rack >= 2:
                            yield Home((*rest, *["J"] * count), copies, freed)


def arranged(
    one: Settled,
    old: Sequence[Laid],
    rack: Sequence[str],
    weights: Mapping[str, int],
    options: Options,
) -> int | None:
    """Maximise what the tiles laid pay."""
    table = tally([tile for laid in old for tile in laid.tiles])
    most = table + tally(rack)
    used = [copy.name for copy in one.copies if copy.from_rack and not copy.on_rack]
    least = table + tally(used)
    tallies = patterns(int(most[-1]), options.wrap).tallies
    places = list(homes(one, int(most[-1]), options)) if one.freed else []
    blocks: list[Tally] = [tallies[:, (tallies <= most[:, None]).all(axis=0)]]
    blocks += [np.array([tally(tiles) for tiles in forms]).T for forms in one.whole]
    if places:
        blocks.append(np.array([tally(home.tiles) for home in places]).T)
    elif one.freed:
        return None
    matrix = np.concatenate(blocks, axis=1)
    width = matrix.shape[1]
    if not width:
        return None
    rows: list[tuple[Tally, float, float]] = [
        (matrix[tile], least[tile], most[tile]) for tile in range(len(NAMES))
    ]
    rows.append((matrix.sum(axis=0), table.sum() + 1, np.inf))
    start = blocks[0].shape[1]
    for block in blocks[1 : 1 + len(one.whole)]:
        row = np.zeros(width, dtype=np.int64)
        row[start : start + block.shape[1]] = 1
        rows.append((row, 1, 1))
        start += block.shape[1]
    if places:
        row = np.zeros(width, dtype=np.int64)
        row[start:] = [home.freed for home in places]
        rows.append((row, one.freed, one.freed))
        for copy, count in Counter(one.copies).items():
            row = np.zeros(width, dtype=np.int64)
            row[start:] = [home.copies.count(copy) for home in places]
            rows.append((row, 0, count))
            if copy.on_rack:
                # As many of them as lie in homes must be laid.
                tile = NAMES.index(copy.name)
                rows.append((matrix[tile] - row, least[tile], np.inf))
    pay = np.array([weights[name] for name in NAMES])
    aim = pay @ matrix
    result = milp(
        -aim,
        constraints=LinearConstraint(
            np.array([row for row, _, _ in rows]),
            [low for _, low, _ in rows],
            [high for _, _, high in rows],
        ),
        integrality=np.ones(width),
        bounds=Bounds(0, np.inf),
        options={"mip_rel_gap": 0},
    )
    return None if result.x is None else round(aim @ np.round(result.x)) - int(pay @ table)
