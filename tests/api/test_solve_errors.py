"""What ``solve`` refuses, what it takes, and how its answers are written."""

import json
from typing import Any

import numpy as np
import pytest

from api.solve_cases import SAME, TACTICAL_DEAL
from nimmt import Limit, Placement, Position, Rules, Solution, parse_position, solve
from nimmt.errors import LimitError, NimmtError, PositionError, RulesError, TooLargeError
from nimmt.notation import format_position

ROWS = [[4], [13], [40], [77]]
HANDS = [[2, 14, 78], [20, 41, 99]]
POSITION = Position(ROWS, HANDS, Rules(players=2))


def test_the_plain_form_is_the_position() -> None:
    assert solve(rows=ROWS, hands=HANDS) == solve(POSITION)
    professional = solve(rows=ROWS, hands=HANDS, placement="professional")
    assert professional.position.rules == Rules(players=2, placement="professional")
    # Any series will do, and is read once.
    assert solve(rows=(tuple(row) for row in ROWS), hands=map(iter, HANDS)) == solve(POSITION)


def test_the_plain_form_takes_its_rules_from_the_rows() -> None:
    solution = solve(rows=[[4], [13]], hands=HANDS)
    assert solution.position.rules == Rules(players=2, rows=2)


def test_a_view_that_sees_everything_is_solved() -> None:
    # In a tactical game of two every card that one does not see is in the other hand.
    view = TACTICAL_DEAL.information_set(1)
    limit = Limit(nodes=1000)
    assert solve(view, limit=limit) == solve(TACTICAL_DEAL, limit=limit)
    open_view = POSITION.information_set(0, open_hands=True)
    assert solve(open_view) == solve(POSITION)


def test_a_view_that_does_not() -> None:
    with pytest.raises(NimmtError, match="the hands are not known"):
        solve(POSITION.information_set(0))


def test_more_than_two_players() -> None:
    with pytest.raises(NimmtError, match="two players, not 3") as caught:
        solve(Position(ROWS, [[1], [2], [3]], Rules(players=3)))
    for alternative in ("guarantee()", "security()", "equilibrium()"):
        assert alternative in str(caught.value)


@pytest.mark.parametrize(
    ("rules", "cards", "message"),
    [
        (Rules(players=2, hand_size=11), 11, "11 cards a hand are more than the 10"),
        (Rules(players=2, rows=5), 2, "5 rows are more than the 4"),
        (Rules(players=2, row_capacity=8), 2, "8 cards a row are more than the 7"),
    ],
)
def test_positions_that_are_too_large(rules: Rules, cards: int, message: str) -> None:
    rows = [[101 - row] for row in range(rules.rows)]
    hands = [range(1, cards + 1), range(50, cards + 50)]
    with pytest.raises(TooLargeError, match=message):
        solve(Position(rows, hands, rules))


def test_the_largest_hands_can_be_begun() -> None:
    rules = Rules(players=2, card_set="tactical")
    position = Position([[1], [8], [15], [22]], [range(2, 8), range(9, 15)], rules)
    ten = Position(
        [[1], [8], [15], [22]],
        [[2, 3, 4, 5, 6, 7, 9, 10, 11, 12], [13, 14, 16, 17, 18, 19, 20, 21, 23, 24]],
        rules,
    )
    assert solve(position).exact
    assert solve(ten, limit=Limit(nodes=100)).nodes == 100


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({}, "needs a position"),
        ({"rows": ROWS}, "needs a position"),
        ({"hands": HANDS}, "needs a position"),
        ({"position": POSITION, "rows": ROWS}, "a position or rows=, not both"),
        ({"position": POSITION, "hands": HANDS}, "a position or hands=, not both"),
        ({"position": POSITION, "placement": "standard"}, "a position or placement=, not both"),
        ({"position": "4/13/40/77 2,14/20,41"}, "not str"),
        ({"position": ROWS}, "not list"),
    ],
)
def test_wrong_calls(given: dict[str, Any], words: str) -> None:
    with pytest.raises(TypeError, match=words):
        solve(**given)


@pytest.mark.parametrize(
    ("given", "error", "words"),
    [
        ({"rows": 5}, PositionError, "rows 5"),
        ({"rows": "4/13"}, PositionError, "rows '4/13'"),
        ({"rows": [4, 13]}, PositionError, "row 0"),
        ({"rows": []}, PositionError, "rows"),
        ({"rows": [[13, 4], [40]]}, PositionError, "13 4"),
        ({"rows": [[card] for card in range(30, 41)]}, RulesError, "rows 11"),
        ({"rows": [[1, 3, 5, 6, 7, 8]]}, PositionError, "6 cards, more than 5"),
        ({"hands": 5}, PositionError, "5"),
        ({"hands": [[2, 14, 78]]}, PositionError, "hand"),
        ({"hands": [[2, 14], [20]]}, PositionError, "hand"),
        ({"hands": [[2, 2.5], [20, 21]]}, PositionError, "2.5"),
        ({"hands": [[4, 14], [20, 41]]}, PositionError, "card 4"),
        ({"placement": "sideways"}, RulesError, "'sideways'"),
    ],
)
def test_positions_that_cannot_be(
    given: dict[str, Any], error: type[NimmtError], words: str
) -> None:
    with pytest.raises(error, match=words):
        solve(**{"rows": ROWS, "hands": HANDS, **given})


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"limit": 5}, "limit 5"),
        ({"limit": "10 s"}, "limit '10 s'"),
        ({"limit": Limit(samples=100)}, "neither seconds nor nodes"),
        ({"limit": Limit(std_error=0.1)}, "neither seconds nor nodes"),
        ({"tolerance": -0.1}, "tolerance -0.1"),
        ({"tolerance": float("nan")}, "tolerance nan"),
        ({"tolerance": "0"}, "tolerance '0'"),
        ({"tolerance": None}, "tolerance None"),
        ({"tolerance": True}, "tolerance True"),
        ({"tolerance": float("inf")}, "tolerance inf"),
        ({"tolerance": 10**400}, "tolerance 1000"),
        ({"memory": 0}, "memory 0"),
        ({"memory": -5}, "memory -5"),
        ({"memory": 1.5}, "memory 1.5"),
        ({"memory": "64"}, "memory '64'"),
        ({"memory": True}, "memory True"),
        ({"memory": (1 << 20) + 1}, "memory 1048577"),
    ],
)
def test_limits_that_make_no_sense(given: dict[str, Any], words: str) -> None:
    with pytest.raises(LimitError, match=words):
        solve(POSITION, **given)


def test_numbers_of_numpy_are_welcome() -> None:
    tolerance: Any = np.float32(0.5)
    memory: Any = np.int64(2)
    solution = solve(POSITION, tolerance=tolerance, memory=memory)
    assert json.loads(json.dumps(solution.to_dict()))["tolerance"] == 0.5


def test_the_answer_as_json() -> None:
    solution = solve(POSITION)
    data = solution.to_dict()
    assert json.loads(json.dumps(data)) == data
    assert data["position"] == format_position(POSITION)
    assert parse_position(data["position"]) == POSITION
    assert (data["value"], data["lo"], data["hi"]) == (solution.value, solution.lo, solution.hi)
    assert (data["exact"], data["nodes"]) == (True, solution.nodes)
    assert (data["tolerance"], data["version"]) == (0, solution.version)
    assert data["rows"] == []
    for seat in (0, 1):
        assert {
            entry["card"]: entry["probability"] for entry in data["seats"][seat]
        } == solution.strategy(seat)
        for entry, written in zip(solution.cards[seat], data["seats"][seat], strict=True):
            assert written["value"] == entry.value
            assert (written["lo"], written["hi"]) == (entry.lo, entry.hi)


def test_a_choice_as_json() -> None:
    solution = solve(parse_position("40/50,55/60 12,90/13,91 now=0:3,1:5"))
    data = solution.to_dict()
    assert data["seats"] == []
    assert [entry["row"] for entry in data["rows"]] == [0, 1, 2]
    assert data["rows"][0] == {
        "row": 0,
        "value": solution.rows[0].value,
        "lo": solution.rows[0].lo,
        "hi": solution.rows[0].hi,
    }


def table(text: str, seat: int) -> dict[int, list[str]]:
    """Read the lines of a seat's table, by card."""
    lines = text.split(f"seat {seat}  ")[-1].splitlines()[1:]
    cells = [line.split() for line in lines[: lines.index("")]]
    return {int(card): rest for card, *rest in cells}


def test_the_answer_as_text() -> None:
    solution = solve(POSITION)
    text = str(solution)
    assert text.startswith("With best play seat 1 takes 1.0000 bull heads fewer than seat 0")
    assert f"{solution.nodes} positions searched." in text
    for seat in (0, 1):
        written = table(text, seat)
        assert set(written) == set(POSITION.hands[seat])
        for entry in solution.cards[seat]:
            assert f"{round(entry.value, 4) + 0.0:.4f}" in written[entry.card]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("4/10 2/12 cap=1", "seat 0 takes 2.0000 bull heads fewer than seat 1"),
        ("4/10 12/2 cap=1", "seat 1 takes 2.0000 bull heads fewer than seat 0"),
        ("4/10 12/20", "neither seat gains on the other"),
    ],
)
def test_the_value_in_words(text: str, words: str) -> None:
    assert words in str(solve(parse_position(text)))


def test_a_choice_as_text() -> None:
    text = str(solve(parse_position("40/55/60 12,90/13,91 now=1:3,0:5")))
    assert "row for 3 of seat 1" in text
    assert text.count(">") == 1


def test_an_interval_as_text() -> None:
    solution = solve(TACTICAL_DEAL, limit=Limit(nodes=50))
    text = str(solution)
    assert f"between {solution.lo:.4f} and {solution.hi:.4f}" in text
    assert "not known yet" in text
    assert " to " in text


def test_the_answer_is_a_value() -> None:
    solution = solve(POSITION)
    assert isinstance(solution, Solution)
    with pytest.raises(AttributeError):
        solution.lo = 5  # type: ignore[misc]
    with pytest.raises(AttributeError):
        solution.cards[0][0].lo = 5  # type: ignore[misc]
    assert solution.value == pytest.approx((solution.lo + solution.hi) / 2, abs=SAME)
    assert solution.position.rules.placement is Placement.STANDARD
    # What it keeps to search on is no part of what it says.
    assert "_search" not in repr(solution)
