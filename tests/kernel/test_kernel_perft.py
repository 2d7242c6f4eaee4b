"""Perft of the kernel against the reference's, and against recorded numbers."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import reference
from kernel.positions import random_rows
from nimmt_core import _perft

CORPUS_FILE = Path(__file__).parent.parent / "data" / "perft.json"
CORPUS: list[dict[str, Any]] = json.loads(CORPUS_FILE.read_text(encoding="utf-8"))

# Joint plays and rows taken at most; the reference takes some 10,000 a second.
MOST_LEAVES = 2_000


def affordable_depth(players: int, hand_size: int, rows: int) -> int:
    """Return the depth that the reference can afford, supposing a free choice in every turn."""
    leaves, depth = 1, 0
    while depth < hand_size:
        leaves *= (hand_size - depth) ** players * rows
        if leaves > MOST_LEAVES and depth > 0:
            break
        depth += 1
    return depth


@settings(max_examples=200, derandomize=True, deadline=None)
@given(
    random=st.randoms(use_true_random=False),
    players=st.integers(2, 4),
    hand_size=st.integers(1, 3),
    count=st.integers(1, 4),
    capacity=st.integers(1, 5),
    spare=st.integers(0, 12),
    professional=st.booleans(),
)
def test_small_positions(
    random: Random,
    players: int,
    hand_size: int,
    count: int,
    capacity: int,
    spare: int,
    professional: bool,
) -> None:
    cards = list(range(1, count * capacity + players * hand_size + spare + 1))
    random.shuffle(cards)
    rows, left = random_rows(random, cards, count, capacity)
    hands = [left[seat * hand_size : (seat + 1) * hand_size] for seat in range(players)]
    for depth in range(affordable_depth(players, hand_size, count) + 1):
        found = _perft.perft(rows, hands, depth, capacity, professional)
        assert found == reference.perft(rows, hands, depth, professional, capacity)


def test_hands_that_end_before_the_depth() -> None:
    rows, hands = [[10, 12], [20]], [[11, 30], [5, 15]]
    assert _perft.perft(rows, hands, 7, 2, True) == reference.perft(rows, hands, 2, True, 2)


@pytest.mark.parametrize("number", range(len(CORPUS)))
def test_recorded(number: int) -> None:
    entry = CORPUS[number]
    professional = entry["placement"] == "professional"
    found = [
        _perft.perft(entry["rows"], entry["hands"], depth, entry["capacity"], professional)
        for depth in range(1, len(entry["leaves"]) + 1)
    ]
    recorded = zip(entry["leaves"], entry["choices"], entry["checksum"], strict=True)
    assert found == list(recorded)


@pytest.mark.parametrize("placement", ["standard", "professional"])
def test_what_is_recorded(placement: str) -> None:
    entries = [entry for entry in CORPUS if entry["placement"] == placement]
    assert {len(entry["hands"]) for entry in entries} == set(range(2, 11))
    # Takes come up in all, and choices wherever there are two rows to choose from.
    assert all(entry["checksum"][-1] > 0 for entry in entries)
    assert all(entry["choices"][-1] > 0 for entry in entries if len(entry["rows"]) > 1)
    assert all(entry["made_by"][0] == "reference" for entry in entries)
