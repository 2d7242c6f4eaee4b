"""Make solved.json, positions of two players with their exact values.

From the root of the repository, with the library installed::

    PYTHONPATH=tests python tests/data/make_solved.py

The positions are drawn with fixed seeds, so the file comes out the same again.  Values of up to
four cards each are the reference's; those of more cards are the library's, and ``made_by`` says so.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from api.solve_cases import between_turns, dealt_down, drawn, exact_value
from nimmt import Placement, Position, format_position, solve

MOST_FOR_REFERENCE = 4
DECIMALS = 9


def positions(placement: Placement) -> Iterator[Position]:
    """Draw ends of deals, composed positions and positions where a choice is due."""
    for cards in range(1, 7):
        for number in range(4):
            random = Random(f"solved {placement} {cards} {number}")
            draw = between_turns if number % 2 else dealt_down
            yield draw(random, placement, cards)
    random = Random(f"solved {placement} pending")
    choices = 0
    while choices < 7:
        position = drawn(random, placement, 4)
        if position.pending and position.hand_size == choices % 4:
            choices += 1
            yield position


def entry(position: Position) -> dict[str, Any]:
    """Solve a position."""
    by_reference = position.hand_size <= MOST_FOR_REFERENCE
    value = exact_value(position) if by_reference else solve(position).value
    return {
        "position": format_position(position),
        "value": round(value, DECIMALS) + 0.0,
        "made_by": "reference" if by_reference else "library",
    }


def main() -> None:
    """Write the file, one entry a line."""
    made = [entry(position) for placement in Placement for position in positions(placement)]
    lines = ",\n".join(map(json.dumps, made))
    Path(__file__).with_name("solved.json").write_text(f"[\n{lines}\n]\n", encoding="utf-8")


if __name__ == "__main__":
    main()
