"""Deals in lanes: the numbers they come from, and that all deals are equally likely."""

from itertools import permutations

import numpy as np
import pytest
from numpy.random import SFC64
from numpy.typing import NDArray

from kernel.chances import chi_square, chi_square_limit
from nimmt_core._lanes import GROUP, PATHS, shuffles

STREAMS = 8
WORDS_A_ROW = GROUP // (4 * STREAMS)
WARM_UP_ROWS = 6
CHUNK = 16
# Groups of a test of chances: of each about 200,000 lanes.
GROUPS = 200_000 // GROUP

by_path = pytest.mark.parametrize("path", PATHS)


class Numbers:
    """The random numbers of a block's lanes, made by numpy's own generators."""

    def __init__(self, seed: int) -> None:
        self.seeds = SFC64(seed)
        words = self.seeds.random_raw(3 * STREAMS)
        self.streams = []
        for stream in range(STREAMS):
            generator = SFC64()
            state = generator.state
            state["state"]["state"] = np.array(
                [*words[3 * stream : 3 * stream + 3], 1], dtype=np.uint64
            )
            generator.state = state
            generator.random_raw(WARM_UP_ROWS * WORDS_A_ROW)
            self.streams.append(generator)
        self.half: int | None = None

    def row(self) -> NDArray[np.uint16]:
        """One number of 16 bits for each lane."""
        words = np.array([stream.random_raw(WORDS_A_ROW) for stream in self.streams])
        return words.T.copy().view(np.uint16).ravel()

    def again(self) -> int:
        """Sixteen bits of the block's own stream: the upper ones of 32, the lower 32 first."""
        if self.half is None:
            word = int(self.seeds.random_raw())
            self.half = word >> 32
            return (word & 0xFFFFFFFF) >> 16
        half, self.half = self.half, None
        return half >> 16


def shuffled_plainly(seed: int, groups: int, count: int, first: int) -> tuple[list[object], int]:
    """Shuffle as the kernel says it does; returns the items drawn, and how many misfits there were.

    The textbook's way: item i is exchanged with one of those from i on.
    """
    numbers = Numbers(seed)
    items = [list(range(count)) for _ in range(GROUP)]
    drawn: list[object] = []
    misfits = 0
    for _ in range(groups):
        for step in range(min(first, count - 1)):
            bound = count - step
            row = [int(number) for number in numbers.row()]
            for lane in range(GROUP):
                while row[lane] * bound % 65536 < 65536 % bound:
                    row[lane] = numbers.again()
                    misfits += 1
                place = step + row[lane] * bound // 65536
                lot = items[lane]
                lot[step], lot[place] = lot[place], lot[step]
        drawn.append([[items[lane][place] for lane in range(GROUP)] for place in range(first)])
    return drawn, misfits


@by_path
@pytest.mark.parametrize(
    ("count", "first"), [(104, 44), (127, 127), (10, 10), (2, 1), (1, 1), (5, 0), (17, 17)]
)
def test_shuffles_of_the_textbook(path: str, count: int, first: int) -> None:
    groups = 12
    expected, misfits = shuffled_plainly(count, groups, count, first)
    found = shuffles(SFC64(count), groups, count, first, path)
    assert found.shape == (groups, first, GROUP)
    assert found.tolist() == expected
    if count > 100:
        assert misfits > 10


@by_path
def test_items_are_drawn_once(path: str) -> None:
    found = shuffles(SFC64(1), 50, 104, 104, path)
    assert (np.sort(found, axis=1) == np.arange(104)[None, :, None]).all()


def uniform(counts: NDArray[np.int64]) -> bool:
    """Tell whether counts may well be of outcomes that are equally likely."""
    cells = counts.size
    return chi_square(counts.ravel().tolist(), [1 / cells] * cells) < chi_square_limit(cells)


def test_all_orders_of_a_small_deck() -> None:
    # 5 of 5 and 3 of 6: 120 outcomes each.
    for count, first in ((5, 5), (6, 3)):
        found = shuffles(SFC64(2), GROUPS, count, first).astype(np.int64)
        code = sum(found[:, place] * count**place for place in range(first))
        codes = [
            sum(item * count**place for place, item in enumerate(order))
            for order in permutations(range(count), first)
        ]
        counts = np.bincount(code.ravel(), minlength=count**first)[codes]
        assert counts.sum() == code.size
        assert uniform(counts)


def test_every_card_at_every_place() -> None:
    found = shuffles(SFC64(3), 4 * GROUPS, 104, 44).astype(np.int64)
    for place in range(44):
        assert uniform(np.bincount(found[:, place].ravel(), minlength=104))


def pairs(first: NDArray[np.int64], second: NDArray[np.int64], count: int) -> NDArray[np.int64]:
    """Count how often each pair came up."""
    return np.bincount((first * count + second).ravel(), minlength=count * count)


def test_pairs_of_places() -> None:
    count = 30
    found = shuffles(SFC64(4), GROUPS, count, count).astype(np.int64)
    different = ~np.eye(count, dtype=bool).ravel()
    for first, second in ((0, 1), (0, count - 1), (7, 8), (12, 25), (count - 2, count - 1)):
        counts = pairs(found[:, first], found[:, second], count)
        assert not counts[~different].any()
        assert uniform(counts[different])


def test_deals_of_a_lane_are_independent() -> None:
    # The next deal begins with what the last one left.
    count = 20
    found = shuffles(SFC64(5), GROUPS, count, 6).astype(np.int64)
    for first, second in ((0, 0), (0, 5), (5, 0), (3, 4)):
        assert uniform(pairs(found[:-1, first], found[1:, second], count))


def test_lanes_are_independent() -> None:
    # Neighbours share a word of 64 bits, others a stream, or a time.
    count = 20
    found = shuffles(SFC64(6), 4 * GROUPS, count, 3).astype(np.int64)
    for first, second in ((0, 1), (2, 3), (0, 4), (0, 32), (31, 32), (5, 60)):
        for place in range(3):
            assert uniform(pairs(found[:, place, first], found[:, place, second], count))
        assert uniform(pairs(found[:, 0, first], found[:, 1, second], count))


@by_path
def test_the_seed_decides(path: str) -> None:
    first, again, other = (shuffles(SFC64(seed), 3, 50, 20, path) for seed in (7, 7, 8))
    assert (first == again).all()
    assert (first != other).any()


@pytest.mark.parametrize(("count", "first"), [(3, 4), (3, -1), (128, 5), (-1, 0)])
def test_what_cannot_be_drawn(count: int, first: int) -> None:
    with pytest.raises(ValueError, match=f"{first} of {count} items cannot be drawn"):
        shuffles(SFC64(1), 1, count, first)
