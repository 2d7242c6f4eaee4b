"""The best play by going through all arrangements, for small tables."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations, permutations

from .plays import Options, legal
from .sets import Laid, all_groups, all_runs


@cache
def everything(wrap: bool) -> list[tuple[tuple[str, ...], tuple[str, ...], int]]:
    """List the sets without jokers: tiles, the same for a run, the number for a group."""
    runs = [(run, run, 0) for length in range(3, 14) for run in all_runs(length, wrap)]
    groups = {
        (tuple(sorted(group)), (), number)
        for number in range(1, 14)
        for length in (3, 4)
        for group in all_groups(number, length)
    }
    return [*runs, *sorted(groups)]


@cache
def with_face(face: str, wrap: bool) -> list[tuple[tuple[str, ...], tuple[str, ...], int]]:
    """List the sets with a tile, or with a joker for it; all sets for a joker."""
    return [one for one in everything(wrap) if face == "J" or face in one[0]]


def sets_with(wanted: str, left: Counter[str], wrap: bool) -> Iterator[Laid]:
    """Go through the sets with a certain tile that can be made of some tiles."""
    for faces, run, number in with_face(wanted, wrap):
        lacking = [place for place, face in enumerate(faces) if not left[face]]
        if len(lacking) > left["J"]:
            continue
        for count in range(len(lacking), left["J"] + 1):
            for wild in combinations(range(len(faces)), count):
                tiles = tuple("J" if place in wild else face for place, face in enumerate(faces))
                if {*lacking} <= {*wild} and wanted in tiles:
                    yield Laid(tiles, run, number)


def arrangements(left: Counter[str], wrap: bool) -> Iterator[list[Laid]]:
    """Go through all ways to put tiles into sets."""
    wanted = min((tile for tile in left if left[tile]), default=None, key=lambda t: (t == "J", t))
    if wanted is None:
        yield []
        return
    for laid in sets_with(wanted, left, wrap):
        for rest in arrangements(left - Counter(laid.tiles), wrap):
            yield [laid, *rest]


def best(
    old: Sequence[Laid],
    rack: Sequence[str],
    weights: Mapping[str, int],
    melded: bool,
    options: Options,
) -> tuple[int, int] | None:
    """Return what the best play pays, and the fewest sets that are changed for so much."""
    found: tuple[int, int] | None = None
    table = Counter(tile for laid in old for tile in laid.tiles)
    bags = {tuple(sorted(laid)) for n in range(1, len(rack) + 1) for laid in combinations(rack, n)}
    for laid_tiles in bags:
        pays = sum(weights[tile] for tile in laid_tiles)
        if found is not None and pays < found[0]:
            continue
        for new in arrangements(table + Counter(laid_tiles), options.wrap):
            changed = changes(old, new)
            better = found is None or (-pays, changed) < (-found[0], found[1])
            if better and legal(old, rack, new, melded, options):
                found = (pays, changed)
    return found


def changes(old: Sequence[Laid], new: Sequence[Laid]) -> int:
    """Return how many old sets lie whole in no new one, each in one of its own."""
    if len(old) > len(new):
        new = [*new, *[Laid((), (), 0)] * (len(old) - len(new))]
    return min(
        sum(not lies_in(one, other) for one, other in zip(old, order, strict=True))
        for order in permutations(new, len(old))
    )


def lies_in(one: Laid, other: Laid) -> bool:
    """Whether a set lies whole in another, with every tile in its place."""
    if one.run:
        return any(
            one.run == other.run[start : start + len(one.run)]
            and one.tiles == other.tiles[start : start + len(one.run)]
            for start in range(len(other.run))
        )
    return one.number == other.number and not Counter(one.tiles) - Counter(other.tiles)
