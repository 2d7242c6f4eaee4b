"""Guarantees against brute force from the rules, and their lines as certificates."""

import json
import os
import signal
from fractions import Fraction
from itertools import islice
from random import Random
from threading import Timer
from typing import Any

import pytest

from exact.positions import EASY, OBJECTIVES, PLACEMENTS, as_reference, composed, large, small
from nimmt import (
    Guarantee,
    InformationSet,
    Position,
    Rules,
    TooLargeError,
    guarantee,
    security,
)
from nimmt.analysis.guarantee import Line
from nimmt.analysis.known import tree_size
from nimmt.errors import IllegalActionError, LimitError, PositionError
from nimmt_core._known import BudgetError
from nimmt_core._minimax import Minimax
from reference import multiplayer


def seat_to_ask(random: Random, position: Position) -> int:
    """Return a seat that has something to decide."""
    if position.to_choose is not None:
        return position.to_choose
    return random.randrange(position.rules.players)


def outcome(position: Position, line: Line) -> Position:
    """Play a line through the rules."""
    for turn in line:
        if turn.plays:
            position, _ = position.play(turn.plays)
        for choice in turn.choices:
            assert position.pending[0][1] == choice.card
            position, _ = position.choose(choice.row)
    assert position.is_over
    return position


def check_line(answer: Guarantee, action: int, line: Line, promised: Fraction) -> None:
    """Check that a line begins with the action and ends with what is promised."""
    position, seat = answer.position, answer.seat
    first = line[0]
    if position.pending:
        assert first.plays == ()
        assert first.choices[0].row == action
    else:
        assert first.plays[seat] == action
    before, after = position.taken, outcome(position, line).taken
    heads = [late - early for early, late in zip(before, after, strict=True)]
    assert multiplayer.objective_value(str(answer.objective), heads, seat) == promised


@pytest.mark.parametrize("objective", OBJECTIVES)
@pytest.mark.parametrize("placement", PLACEMENTS)
def test_against_brute_force(placement: str, objective: str) -> None:
    random = Random(f"{placement} {objective}")
    pending = mixed = 0
    for position in islice(small(random, placement), 90):
        seat = seat_to_ask(random, position)
        game, state = as_reference(position)
        most = multiplayer.guaranteed(game, state, seat, objective, hostile=True)
        least = multiplayer.guaranteed(game, state, seat, objective, hostile=False)
        answer = guarantee(position, seat, objective)
        assert {entry.action: entry.most for entry in answer} == most
        assert {entry.action: entry.least for entry in answer} == least
        assert answer.value == answer[answer.best].most == min(most.values())
        for entry in answer:
            check_line(answer, entry.action, entry.most_line, entry.most)
            check_line(answer, entry.action, entry.least_line, entry.least)
        pending += bool(position.pending)
        mixed += len(set(most.values())) > 1
    assert pending > 20
    assert mixed > 20


@pytest.mark.parametrize("hostile", [True, False])
@pytest.mark.parametrize("placement", PLACEMENTS)
def test_forgetting_changes_nothing(placement: str, hostile: bool) -> None:
    random = Random(placement)
    for _ in range(6):
        position = composed(random, placement, 3, 4, 3, 3)
        found = []
        for slots in (1, 1 << 16):
            professional = placement == "professional"
            search = Minimax(
                position.rows, position.hands, (), 3, professional, 0, True, hostile, slots, 10**9
            )
            values = [search.value(card) for card in range(4)]
            lines = [search.line(card, value) for card, value in enumerate(values)]
            assert all(len(line) == 4 for line in lines)
            found.append(values)
        assert found[0] == found[1]


@pytest.mark.parametrize("objective", OBJECTIVES)
@pytest.mark.parametrize("placement", PLACEMENTS)
def test_mixing_in_secret_is_no_worse(placement: str, objective: str) -> None:
    random = Random(f"secret {placement} {objective}")
    better = 0
    for _ in range(25):
        position = composed(random, placement, 3, 3, 3, 3)
        sure, mixed = guarantee(position, 1, objective), security(position, 1, objective)
        assert mixed.lower <= sure.value
        assert min(entry.least for entry in sure) <= mixed.upper
        better += mixed.upper < sure.value - Fraction(1, 10**6)
    assert better > 2


def test_ten_players() -> None:
    position = composed(Random(3), "standard", 10, 2, 4, 5)
    answer = guarantee(position, 9)
    for entry in answer:
        check_line(answer, entry.action, entry.most_line, entry.most)
        check_line(answer, entry.action, entry.least_line, entry.least)


def test_too_large_before_it_starts() -> None:
    with pytest.raises(TooLargeError, match=r"would take about .* joint plays") as caught:
        guarantee(large(), 0)
    assert caught.value.budget == 100_000_000
    assert caught.value.estimate is not None
    assert caught.value.estimate > 1e20


def test_too_large_on_the_way() -> None:
    needed = guarantee(EASY, 0, "relative").nodes
    estimate = tree_size(EASY).plays ** 0.9
    assert estimate < needed - 1
    with pytest.raises(TooLargeError, match=f"spent its budget of {needed - 1} ") as caught:
        guarantee(EASY, 0, "relative", budget=needed - 1)
    assert caught.value.budget == needed - 1
    assert guarantee(EASY, 0, "relative", budget=needed).nodes == needed


def test_estimates_are_exact_without_choices() -> None:
    # There is nothing to choose with one row.
    position = Position([[40]], [[14, 30, 50], [20, 99, 100]], Rules(players=2, rows=1))
    size = tree_size(position)
    assert (size.plays, size.ends) == (9 + 36 + 36, 36)


def test_estimates_of_choices() -> None:
    # The lowest card, 1, takes any of three rows, in the one turn there is.
    position = Position([[4], [13], [40]], [[1], [99]], Rules(players=2, rows=3))
    size = tree_size(position)
    assert (size.plays, size.ends) == (1, 3)


def test_interrupts() -> None:
    # The timer's thread can run only because the search releases the lock of the interpreter.
    search = Minimax(
        [[1], [50], [60], [70]], large().hands, (), 5, False, 0, True, False, 64, 10**18
    )
    timer = Timer(0.2, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        search.value(0)
    timer.join()
    assert search.nodes > 0


@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        ({"seat": 3}, PositionError, "seat 3 is not one of 0..2"),
        ({"seat": True}, PositionError, "seat True"),
        ({"objective": "rank"}, LimitError, "objective 'rank' is not 'own' or 'relative'"),
        ({"objective": None}, LimitError, "objective None"),
        ({"budget": 0}, LimitError, "budget 0 is not an integer of 1 to"),
        ({"budget": 1e6}, LimitError, "budget 1000000.0"),
        ({"budget": True}, LimitError, "budget True"),
    ],
)
@pytest.mark.parametrize("question", [guarantee, security])
def test_mistakes(question: Any, arguments: Any, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        question(**{"position": EASY, "seat": 0, **arguments})


@pytest.mark.parametrize("question", [guarantee, security])
def test_nothing_to_decide(question: Any) -> None:
    rules = Rules(players=2, rows=2)
    over = Position([[4], [13]], [[], []], rules)
    with pytest.raises(IllegalActionError, match="the round is over"):
        question(over, 0)
    due, _ = Position([[4], [13]], [[1], [20]], rules).play([1, 20])
    with pytest.raises(IllegalActionError, match="seat 0 has a row to choose, not seat 1"):
        question(due, 1)
    view = InformationSet([[4], [13]], [1], rules)
    with pytest.raises(TypeError, match="takes a Position, with every hand known"):
        question(view, 0)


@pytest.mark.parametrize(
    ("hands", "pending"),
    [([[1], [2, 3]], ()), ([[1]] * 11, ()), ([list(range(1, 18))], ()), ([[1]], [(0, 2)] * 11)],
    ids=["two sizes", "eleven seats", "seventeen cards", "eleven plays"],
)
def test_sizes_of_the_kernel(hands: list[list[int]], pending: list[tuple[int, int]]) -> None:
    with pytest.raises(ValueError, match="expected"):
        Minimax([[20]], hands, pending, 5, False, 0, False, True, 1, 10)


def test_the_budget_of_the_kernel() -> None:
    search = Minimax([[1], [50], [60], [70]], large().hands, (), 5, False, 0, True, False, 64, 100)
    with pytest.raises(BudgetError):
        search.value(0)
    assert search.nodes == 101


def test_the_answer_is_a_value() -> None:
    answer = guarantee(EASY, 0, "relative")
    assert answer == guarantee(EASY, 0, "relative")
    values = json.loads(json.dumps(answer.to_dict()))
    assert values["value"] == "-5/2"
    assert values["actions"][0]["card"] == values["best"] == 14
    assert values["actions"][0]["most_line"][0] == {"plays": [14, 20, 15], "choices": []}
    assert len(answer) == 3
    with pytest.raises(KeyError):
        answer[77]
    assert "card 14 costs seat 0 no more than -5/2 bull heads more" in str(answer)
    due, _ = Position([[4], [13]], [[1], [20]], Rules(players=2, rows=2)).play([1, 20])
    assert "row 0 costs seat 0 no more than 1 bull heads" in str(guarantee(due, 0))
    assert guarantee(due, 0).to_dict()["actions"][0]["row"] == 0
