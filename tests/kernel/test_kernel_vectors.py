"""The worked turns of the rules documents: the kernel offers every choice that was made."""

import json
from pathlib import Path
from typing import Any

import pytest

from nimmt_core import _rules
from reference import CAPACITY, cheapest, options, place, total_bull_heads

VECTORS_FILE = Path(__file__).parent.parent / "data" / "turn_vectors.json"
VECTORS: list[dict[str, Any]] = json.loads(VECTORS_FILE.read_text(encoding="utf-8"))["turns"]


def placements(vector: dict[str, Any]) -> list[tuple[list[list[int]], int, int]]:
    """Return (rows before, card, row) of every card of the turn, in the order of placing."""
    professional = vector["placement"] == "professional"
    rows = vector["rows"]
    steps = []
    for card in sorted(card for _, card in vector["plays"]):
        choice = vector["choices"].get(str(card))
        row = choice["row"] if choice else options(rows, card, professional)[0]
        steps.append((rows, card, row))
        rows, _ = place(rows, card, row, professional)
    assert rows == vector["rows_after"]
    return steps


def is_cheapest(vector: dict[str, Any]) -> bool:
    """Tell whether every choice was the cheapest one, which is what the kernel plays."""
    return all(
        cheapest(rows, card, vector["placement"] == "professional") == row
        for rows, card, row in placements(vector)
    )


CHEAPEST = [vector for vector in VECTORS if is_cheapest(vector)]


@pytest.mark.parametrize("vector", VECTORS, ids=[vector["id"] for vector in VECTORS])
def test_choices_are_offered(vector: dict[str, Any]) -> None:
    for rows, card, row in placements(vector):
        found = _rules.landing_rows(rows, card, vector["placement"] == "professional")
        choice = vector["choices"].get(str(card))
        if choice is None:
            assert found == (row,)
        elif "side" in choice:
            assert len(found) == 2
            assert row in found
        else:
            assert found == ()


@pytest.mark.parametrize("vector", CHEAPEST, ids=[vector["id"] for vector in CHEAPEST])
def test_turn_of_cheapest_choices(vector: dict[str, Any]) -> None:
    cards = [card for _, card in vector["plays"]]
    rows, heads = _rules.place_turn(
        vector["rows"], cards, CAPACITY, vector["placement"] == "professional"
    )
    assert rows == [
        (row[0], row[-1], len(row), total_bull_heads(row)) for row in vector["rows_after"]
    ]
    assert heads == [vector["bull_heads_taken"][player] for player, _ in vector["plays"]]
