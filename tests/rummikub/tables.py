"""Random tables for tests: sets with jokers, and new arrangements of the same tiles."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import product
from random import Random

from nimmt.rummikub.sets import TileSet
from reference.rummikub.sets import ALL_TILES, Laid, all_groups, all_runs

LONGEST = 5


@cache
def faces_of_sets(wrap: bool) -> list[tuple[tuple[str, ...], bool]]:
    """List sets without jokers, none too long; and whether they are runs."""
    runs = [(run, True) for length in range(3, LONGEST + 1) for run in all_runs(length, wrap)]
    groups = {
        tuple(sorted(group))
        for number in range(1, 14)
        for length in (3, 4)
        for group in all_groups(number, length)
    }
    return [*runs, *((group, False) for group in sorted(groups))]


def as_laid(tiles: Sequence[str], faces: Sequence[str], is_run: bool) -> Laid:
    """Make a set of what lies there and what it stands for."""
    return Laid(tuple(tiles), tuple(faces) if is_run else (), 0 if is_run else int(faces[0][1:]))


def as_tile_set(laid: Laid, wrap: bool = False) -> TileSet:
    """Make the library's set of the reference's."""
    if laid.run:
        return TileSet.run(laid.run[0], laid.tiles, wrap=wrap)
    return TileSet.group(laid.number, laid.tiles)


def some_tiles(random: Random, count: int, jokers: int, wrap: bool = False) -> Counter[str]:
    """Return a bag of tiles of few numbers in a row, so that many of them go together."""
    first = random.randint(1, 13 if wrap else 14 - count)
    numbers = [(first + step - 1) % 13 + 1 for step in range(count)]
    return Counter({t: 2 for t in ALL_TILES if int(t[1:]) in numbers}) + Counter(J=jokers)


def random_table(random: Random, bag: Counter[str], most: int, wrap: bool = False) -> list[Laid]:
    """Take up to `most` sets out of a bag, often with jokers."""
    table = []
    within = [faces for faces in faces_of_sets(wrap) if not Counter(faces[0]) - bag]
    for _ in range(random.randint(0, most)):
        faces, is_run = random.choice(within) if within else ((), True)
        tiles = [("J" if random.random() < 0.3 and bag["J"] else face) for face in faces]
        if faces and not Counter(tiles) - bag:
            bag.subtract(tiles)
            table.append(as_laid(tiles, faces, is_run))
    return table


def draw(random: Random, bag: Counter[str], count: int) -> list[str]:
    """Take some tiles out of a bag."""
    left = sorted(bag.elements())
    drawn = random.sample(left, min(count, len(left)))
    bag.subtract(drawn)
    return drawn


def rearranged(
    random: Random, tiles: Iterable[str], wrap: bool = False, budget: int = 2000
) -> list[Laid] | None:
    """Put all tiles into sets at random; None if that is not found soon, or cannot be."""
    steps = iter(range(budget))

    def extend(left: Counter[str]) -> list[Laid] | None:
        if not left:
            return []
        if next(steps, None) is None:
            return None
        wanted = min(left, key=lambda tile: (tile == "J", left[tile], tile))
        choices = list(_sets_with(wanted, left, wrap))
        random.shuffle(choices)
        for laid in choices:
            rest = extend(left - Counter(laid.tiles))
            if rest is not None:
                return [laid, *rest]
        return None

    return extend(Counter(tiles))


def _sets_with(wanted: str, left: Counter[str], wrap: bool) -> Iterator[Laid]:
    for faces, is_run in faces_of_sets(wrap):
        if wanted != "J" and wanted not in faces:
            continue
        if sum(left[face] == 0 for face in faces) > left["J"]:
            continue
        for tiles in product(*([face, "J"] for face in faces)):
            if wanted in tiles and not Counter(tiles) - left:
                yield as_laid(tiles, faces, is_run)
