"""Make perft.json, the recorded numbers of ways to play on.

From the root of the repository, with the library installed::

    PYTHONPATH=tests python tests/data/make_perft.py

The positions are drawn with fixed seeds, so the file comes out the same again.  Numbers that the
reference can make within seconds are the reference's; those of greater depths are the kernel's,
and ``made_by`` says so.  An entry has one number a depth, from depth 1 on.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import reference
from nimmt_core import _perft

# Leaves at most, as foreseen without any choice.
REFERENCE_LEAVES = 20_000
KERNEL_LEAVES = 2_000_000

# Positions to look through for one in which something happens at once.
DRAWS = 200


class Shape(NamedTuple):
    """Sizes of a position; all of its cards are from 1..top_card."""

    players: int
    hand_size: int
    lengths: tuple[int, ...]
    capacity: int
    top_card: int


SHAPES = (
    # Fresh rows and rows that are nearly full, of the whole set.
    Shape(2, 6, (1, 1, 1, 1), 5, 104),
    Shape(3, 5, (5, 4, 5, 1), 5, 104),
    Shape(4, 4, (2, 5, 5, 3), 5, 104),
    Shape(5, 3, (5, 5, 5, 5), 5, 104),
    Shape(6, 3, (4, 4, 4, 4), 5, 104),
    Shape(7, 2, (1, 2, 3, 4), 5, 104),
    Shape(8, 2, (5, 5, 1, 1), 5, 104),
    Shape(9, 2, (5, 4, 3, 2), 5, 104),
    Shape(10, 2, (5, 5, 5, 1), 5, 104),
    # Few cards, so that many ends are equally near.
    Shape(2, 5, (1, 2, 1, 2), 5, 16),
    Shape(3, 4, (1, 1, 1, 1), 5, 16),
    Shape(4, 3, (2, 3, 2, 1), 3, 20),
    # Other sizes: one row, rows of one card, many rows.
    Shape(3, 4, (2,), 3, 30),
    Shape(3, 4, (1, 1, 1), 1, 40),
    Shape(2, 4, (1, 3, 2, 4, 1, 5, 2, 2), 6, 127),
)


class Position(NamedTuple):
    """Rows and hands to play on from."""

    rows: list[list[int]]
    hands: list[list[int]]


def draw(shape: Shape, seed: str) -> Position:
    """Draw a position of the shape."""
    cards = Random(seed).sample(
        range(1, shape.top_card + 1), sum(shape.lengths) + shape.players * shape.hand_size
    )
    draw_from = iter(cards)
    rows = [sorted(next(draw_from) for _ in range(length)) for length in shape.lengths]
    hands = [[next(draw_from) for _ in range(shape.hand_size)] for _ in range(shape.players)]
    return Position(rows, hands)


def draw_rich(shape: Shape, professional: bool, name: str) -> Position:
    """Draw until someone has a choice in the first turn and someone takes a row, if that can be."""

    def happenings(position: Position) -> int:
        _, choices, checksum = reference.perft(*position, 1, professional, shape.capacity)
        return (choices > 0) + (checksum > 0)

    richest = draw(shape, f"{name} 0")
    for number in range(1, DRAWS):
        if happenings(richest) == 2:
            break
        richest = max(richest, draw(shape, f"{name} {number}"), key=happenings)
    return richest


def entry(shape: Shape, professional: bool, name: str) -> dict[str, Any]:
    """Make one entry of the file."""
    rows, hands = draw_rich(shape, professional, name)
    numbers: list[tuple[int, int, int]] = []
    made_by: list[str] = []
    leaves = 1
    for depth in range(1, shape.hand_size + 1):
        foreseen = leaves * (shape.hand_size - depth + 1) ** shape.players
        if foreseen > KERNEL_LEAVES:
            break
        if foreseen <= REFERENCE_LEAVES:
            numbers.append(reference.perft(rows, hands, depth, professional, shape.capacity))
            made_by.append("reference")
        else:
            numbers.append(_perft.perft(rows, hands, depth, shape.capacity, professional))
            made_by.append("kernel")
        leaves = numbers[-1][0]
    return {
        "rows": rows,
        "hands": hands,
        "placement": "professional" if professional else "standard",
        "capacity": shape.capacity,
        "leaves": [number[0] for number in numbers],
        "choices": [number[1] for number in numbers],
        "checksum": [number[2] for number in numbers],
        "made_by": made_by,
    }


def entries() -> Iterator[dict[str, Any]]:
    """Make all entries."""
    for index, shape in enumerate(SHAPES):
        for professional in (False, True):
            yield entry(shape, professional, f"perft {index} {professional}")


def main() -> None:
    """Write the file, one entry a line."""
    lines = ",\n".join(json.dumps(made) for made in entries())
    Path(__file__).with_name("perft.json").write_text(f"[\n{lines}\n]\n", encoding="utf-8")


if __name__ == "__main__":
    main()
