"""The best play of positions whose optima are known."""

import json
from pathlib import Path
from typing import Any

import pytest

from nimmt.rummikub import solve
from rummikub.solver_cases import NAMES, check

PATH = Path(__file__).parent.parent / "data" / "rummikub_positions.json"
POSITIONS = json.loads(PATH.read_text(encoding="utf-8"))["positions"]
OBJECTIVES = [("tiles", 30, "tiles"), ("value", 0, "value_joker0"), ("value", 30, "value_joker30")]
by_suite = pytest.mark.parametrize("suite", ["A", "JJ", "L", "I"])


def of_suite(suite: str) -> list[dict[str, Any]]:
    found = [position for position in POSITIONS if position["suite"] == suite]
    assert len(found) == {"A": 250, "JJ": 60, "L": 30, "I": 75}[suite]
    return found


@by_suite
@pytest.mark.parametrize(("objective", "joker_value", "known"), OBJECTIVES)
def test_known_optima(suite: str, objective: str, joker_value: int, known: str) -> None:
    for position in of_suite(suite):
        solution = solve(
            table=position["table"],
            rack=position["rack"],
            joker_lock="free",
            objective=objective,
            joker_value=joker_value,
        )
        laid = solution.tiles_laid if objective == "tiles" else solution.value_laid
        assert laid == position["optimum"][known], position
        check(solution)


@by_suite
def test_locked_jokers_do_not_help(suite: str) -> None:
    less = 0
    for position in of_suite(suite):
        solution = solve(table=position["table"], rack=position["rack"])
        assert solution.tiles_laid <= position["optimum"]["tiles"]
        less += solution.tiles_laid < position["optimum"]["tiles"]
        check(solution)
    assert (less > 0) == (suite in "AL")


def test_initial_melds() -> None:
    # As many tiles as can be, not counting jokers.
    weights = {name: int(name != "J") for name in NAMES}
    impossible = 0
    for position in of_suite("I"):
        known = position["optimum"]["initial_nonjoker"]
        solution = solve(rack=position["rack"], melded=False, objective=weights)
        assert solution.possible == (known is not None)
        check(solution)
        if known is not None:
            assert sum(not tile.is_joker for tile in solution.laid) == known
        impossible += known is None
    assert 0 < impossible < 75
