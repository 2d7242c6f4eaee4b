"""Random numbers by counter: the generator's own vectors, plain Python, and equal chances."""

from random import Random

import numpy as np
import pytest

from kernel.chances import chi_square, chi_square_limit
from nimmt_core._counters import numbers, numbers_below
from nimmt_core._games import dealt_cards

WORD = 2**32 - 1

# Of the authors' library, Random123 (kat_vectors): counter, key, words.
VECTORS = [
    ([0] * 4, [0] * 2, [0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8]),
    ([WORD] * 4, [WORD] * 2, [0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD]),
    (
        [0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344],
        [0xA4093822, 0x299F31D0],
        [0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1],
    ),
]


def philox(counter: list[int], key: list[int]) -> list[int]:
    """Philox4x32-10, as its authors write it down."""
    words, keys = list(counter), list(key)
    for _ in range(10):
        first, second = 0xD2511F53 * words[0], 0xCD9E8D57 * words[2]
        words = [
            second >> 32 ^ words[1] ^ keys[0],
            second & WORD,
            first >> 32 ^ words[3] ^ keys[1],
            first & WORD,
        ]
        keys = [(keys[0] + 0x9E3779B9) & WORD, (keys[1] + 0xBB67AE85) & WORD]
    return words


def plain_number(key: int, deal: int, purpose: int, place: int, block: int) -> int:
    words = philox([block, purpose, deal & WORD, deal >> 32], [key & WORD, key >> 32])
    return words[place % 8 // 2] >> 16 * (place % 2) & 0xFFFF


def plain_below(key: int, deal: int, purpose: int, place: int, bound: int) -> tuple[int, int]:
    """Return an integer below the bound, and how many numbers did not fit."""
    number = plain_number(key, deal, purpose, place, place // 8)
    misfits = 0
    while number * bound % 65536 < 65536 % bound:
        misfits += 1
        number = plain_number(key, deal, purpose + misfits * 65536, 0, place)
    return number * bound // 65536, misfits


@pytest.mark.parametrize(("counter", "key", "words"), VECTORS)
def test_the_vectors_of_the_authors(counter: list[int], key: list[int], words: list[int]) -> None:
    assert philox(counter, key) == words


def test_numbers() -> None:
    random = Random(1)
    for _ in range(300):
        key, deal, purpose = (random.getrandbits(bits) for bits in (64, 64, 16))
        place = random.getrandbits(random.choice([3, 10, 31]))
        assert numbers(key, deal, purpose, place, 20) == [
            plain_number(key, deal, purpose, at, at // 8) for at in range(place, place + 20)
        ]


def test_numbers_below() -> None:
    random = Random(2)
    misfits = 0
    for _ in range(300):
        key, deal, purpose = (random.getrandbits(bits) for bits in (64, 64, 16))
        bounds = [random.choice([1, 2, 10, 127, 40_000]) for _ in range(30)]
        expected = [plain_below(key, deal, purpose, 5 + at, each) for at, each in enumerate(bounds)]
        assert numbers_below(key, deal, purpose, 5, bounds) == [number for number, _ in expected]
        misfits += sum(missed for _, missed in expected)
    assert misfits > 100


def test_numbers_below_are_uniform() -> None:
    # 40 000 is a bound that more than a third of the numbers do not fit.
    for bound, cells in ((3, 3), (10, 10), (104, 104), (40_000, 16)):
        counts = [0] * cells
        for deal in range(2000):
            for number in numbers_below(3, deal, 1, 0, [bound] * 50):
                counts[number * cells // bound] += 1
        assert chi_square(counts, [1 / cells] * cells) < chi_square_limit(cells)


def test_deals_are_the_textbook_shuffle() -> None:
    for deal, number in ((0, 0), (2**40, 3)):
        deck = list(range(1, 105))
        for step in range(44):
            place = step + plain_below(9, deal, 0, 44 * number + step, 104 - step)[0]
            deck[step], deck[place] = deck[place], deck[step]
        assert dealt_cards(9, deal, number, 104, 44) == deck[:44]


def test_deals_are_uniform() -> None:
    dealt = np.array([dealt_cards(4, deal, 1, 10, 6) for deal in range(20_000)])
    assert all(len(set(cards)) == 6 for cards in dealt.tolist()[:100])
    for place in range(6):
        counts = np.bincount(dealt[:, place], minlength=11)[1:]
        assert chi_square(counts.tolist(), [1 / 10] * 10) < chi_square_limit(10)
    pairs = np.bincount(dealt[:, 1] * 11 + dealt[:, 5], minlength=121)
    inside = [int(pairs[a * 11 + b]) for a in range(1, 11) for b in range(1, 11) if a != b]
    assert chi_square(inside, [1 / 90] * 90) < chi_square_limit(90)
