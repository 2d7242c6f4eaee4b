"""Positions whose values are recorded."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from api.solve_cases import SAME
from nimmt import Position, Rules, parse_position, solve

DATA = Path(__file__).parent.parent / "data"
SOLVED: list[dict[str, Any]] = json.loads((DATA / "solved.json").read_text(encoding="utf-8"))
EIGHT_CARDS: list[dict[str, Any]] = json.loads(
    (DATA / "exact_values.json").read_text(encoding="utf-8")
)["positions"]

# What another program found, in arithmetic that is good to about 1e-6.
OTHER_ARITHMETIC = 1e-5


@pytest.mark.parametrize("number", range(len(SOLVED)))
def test_solved_positions(number: int) -> None:
    position = parse_position(SOLVED[number]["position"])
    assert isinstance(position, Position)
    assert solve(position).value == pytest.approx(SOLVED[number]["value"], abs=SAME)


def test_the_corpus_has_everything() -> None:
    met: Counter[tuple[bool, int, bool]] = Counter()
    for recorded in SOLVED:
        position = parse_position(recorded["position"])
        assert isinstance(position, Position)
        met[position.rules.professional, position.hand_size, bool(position.pending)] += 1
    for professional in (False, True):
        for cards in range(1, 7):
            assert met[professional, cards, False] == 4
        assert sum(met[professional, cards, True] for cards in range(5)) == 7


def check_eight_cards(number: int) -> None:
    recorded = EIGHT_CARDS[number]
    position = Position(
        recorded["rows"],
        [recorded["hand_a"], recorded["hand_b"]],
        Rules(players=2, card_set="tactical"),
    )
    solution = solve(position)
    assert solution.exact
    assert solution.value == pytest.approx(recorded["value"], abs=OTHER_ARITHMETIC)


@pytest.mark.parametrize("number", [1, 4])
def test_eight_cards(number: int) -> None:
    check_eight_cards(number)


@pytest.mark.campaign
@pytest.mark.parametrize("number", [0, 2, 3, 5])
def test_eight_cards_that_take_longer(number: int) -> None:
    check_eight_cards(number)
