"""Which racks others may have who laid nothing, by going through all of them."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations

from .exhaustive import best
from .plays import Options
from .sets import Laid


def chances(
    old: Sequence[Laid],
    unseen: Sequence[str],
    seats: Sequence[tuple[int, int, bool]],
    options: Options,
) -> dict[tuple[tuple[str, ...], ...], float]:
    """Return how likely racks are of seats that laid nothing, as every deal is equally likely.

    Of each seat: the tiles on its rack then, those that it has drawn since, and whether it has
    melded; one that has not may only lay a meld.
    """

    @cache
    def can_lay(tiles: tuple[str, ...], melded: bool) -> bool:
        return best(old, tiles, Counter(dict.fromkeys(unseen, 1)), melded, options) is not None

    def deals(left: tuple[int, ...], seat: int) -> Iterator[tuple[tuple[str, ...], ...]]:
        if seat == len(seats):
            yield ()
            return
        count, drawn, melded = seats[seat]
        for places in combinations(left, count):
            then = tuple(sorted(unseen[place] for place in places))
            if can_lay(then, melded):
                continue
            others = [place for place in left if place not in places]
            for more in combinations(others, drawn):
                rack = tuple(sorted([*then, *(unseen[place] for place in more)]))
                rest = tuple(place for place in others if place not in more)
                for racks in deals(rest, seat + 1):
                    yield (rack, *racks)

    counts = Counter(deals(tuple(range(len(unseen))), 0))
    return {racks: count / counts.total() for racks, count in counts.items()}
