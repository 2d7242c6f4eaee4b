"""The strategies are an equilibrium, and walking down the tree agrees with the root."""

from random import Random

import pytest

from api.solve_cases import (
    SAME,
    between_turns,
    dealt_down,
    drawn,
    exact_choices,
    exact_matrix,
    exact_value,
)
from nimmt import Placement, Position, Rules, Solution, parse_position, solve
from nimmt.errors import IllegalActionError
from nimmt.matrix import solve_matrix
from nimmt.table import Placed
from reference.equilibrium import guarantees

PLACEMENTS = pytest.mark.parametrize("placement", list(Placement))

ANY_ROW = "40/50,55/60/70,71 12,62,80/18,56,90 now=0:3,1:5"


def close(value: float) -> object:
    return pytest.approx(value, abs=SAME)


def mixes(solution: Solution) -> tuple[list[float], list[float]]:
    """The probabilities of both seats, in the order of the cards."""
    first, second = solution.cards
    return [entry.probability for entry in first], [entry.probability for entry in second]


def check_equilibrium(solution: Solution, matrix: list[list[float]]) -> None:
    """Check the strategies and the cards' values against the exact matrix of the turn."""
    first, second = mixes(solution)
    for mix in (first, second):
        assert min(mix) >= 0
        assert sum(mix) == close(1)
    # Neither seat gains by answering the other's strategy with another card.
    assert guarantees(matrix, first, second) == (close(solution.value), close(solution.value))
    for i, entry in enumerate(solution.cards[0]):
        gain = sum(chance * matrix[i][j] for j, chance in enumerate(second))
        assert (entry.lo, entry.value, entry.hi) == (close(gain), close(gain), close(gain))
    for j, entry in enumerate(solution.cards[1]):
        gain = -sum(chance * matrix[i][j] for i, chance in enumerate(first))
        assert (entry.lo, entry.value, entry.hi) == (close(gain), close(gain), close(gain))


@PLACEMENTS
def test_strategies_and_cards_of_small_positions(placement: Placement) -> None:
    random = Random(f"{placement} strategies")
    for number in range(120):
        position = between_turns(random, placement, 1 + number % 3)
        solution = solve(position, memory=1)
        assert tuple(entry.card for entry in solution.cards[0]) == position.hands[0]
        assert tuple(entry.card for entry in solution.cards[1]) == position.hands[1]
        check_equilibrium(solution, exact_matrix(position))


@PLACEMENTS
@pytest.mark.parametrize("cards", [4, 5, 6])
def test_strategies_of_larger_positions(placement: Placement, cards: int) -> None:
    random = Random(f"{placement} large strategies {cards}")
    for _ in range(3):
        position = dealt_down(random, placement, cards)
        solution = solve(position, memory=16)
        values = solve(position, memory=16).matrix()
        matrix = [[values[a, b] for b in position.hands[1]] for a in position.hands[0]]
        assert solve_matrix(matrix).value == close(solution.value)
        check_equilibrium(solution, matrix)


@PLACEMENTS
def test_the_matrix(placement: Placement) -> None:
    random = Random(f"{placement} matrix")
    for number in range(60):
        position = between_turns(random, placement, 1 + number % 3)
        solution = solve(position, memory=1)
        first, second = position.hands
        exact = exact_matrix(position)
        assert solution.matrix() == {
            (a, b): close(exact[i][j]) for i, a in enumerate(first) for j, b in enumerate(second)
        }
        # Asking for it changes nothing, and it may be asked for twice.
        assert solution.matrix() == solution.matrix()
        check_equilibrium(solution, exact)


def gain_of(placed: tuple[Placed, ...]) -> int:
    return sum(event.heads if event.seat == 1 else -event.heads for event in placed)


@PLACEMENTS
def test_what_follows_agrees_with_the_matrix(placement: Placement) -> None:
    random = Random(f"{placement} after")
    choices = 0
    for _ in range(25):
        root = solve(dealt_down(random, placement, 3), memory=1)
        matrix = root.matrix()
        for (first, second), value in matrix.items():
            after = root.after(first, second)
            position, placed = root.position.play([first, second])
            assert after.position == position
            assert gain_of(placed) + after.value == close(value)
            assert after.value == close(exact_value(position))
            assert after.exact
            for entry in after.rows:
                choices += 1
                chosen, placed_then = position.choose(entry.row)
                deeper = root.after(first, second, row=entry.row)
                assert deeper.position == chosen
                assert deeper.value == after.after(row=entry.row).value
                assert gain_of(placed_then) + deeper.value == close(entry.value)
    assert choices > 20


@PLACEMENTS
def test_walking_down_a_tactical_deal(placement: Placement) -> None:
    # Both play a card that their strategy plays, to the end of the round; the value of what is to
    # come and the bull heads that were taken add up to the values of the matrices on the way.
    solution = solve(dealt_down(Random(f"{placement} walk"), placement, 6))
    while solution.position.hand_size:
        matrix = solution.matrix()
        first, second = (
            max(solution.strategy(seat).items(), key=lambda item: item[1])[0] for seat in (0, 1)
        )
        position, placed = solution.position.play([first, second])
        following = solution.after(first, second)
        assert gain_of(placed) + following.value == close(matrix[first, second])
        while following.rows:
            row = following.best_row
            position, placed = following.position.choose(row)
            deeper = following.after(row=row)
            assert gain_of(placed) + deeper.value == close(following.value)
            following = deeper
        solution = following
        assert solution.position == position
    assert (solution.value, solution.exact, solution.nodes) == (0, True, 0)
    assert solution.strategy(0) == solution.strategy(1) == {}


@PLACEMENTS
def test_rows_to_choose(placement: Placement) -> None:
    random = Random(f"{placement} rows")
    compared = 0
    while compared < 60:
        position = drawn(random, placement, 3)
        if not position.pending:
            continue
        compared += 1
        solution = solve(position, memory=1)
        exact = exact_choices(position)
        assert {entry.row: entry.value for entry in solution.rows} == {
            row: close(value) for row, value in exact.items()
        }
        best = max if position.to_choose == 0 else min
        assert exact[solution.best_row] == close(best(exact.values()))
        assert solution.value == close(best(exact.values()))
        assert solution.cards == ()
        assert solution.exact


def test_a_choice_of_any_row() -> None:
    position = parse_position(ANY_ROW)
    assert isinstance(position, Position)
    solution = solve(position)
    assert [entry.row for entry in solution.rows] == [0, 1, 2, 3]
    assert solution.value == close(exact_value(position))
    assert solution.after(row=2).position == position.choose(2)[0]


def test_two_choices_in_one_turn() -> None:
    # 23 is as near to the 20 on the left of one row as to the 26 that begins another, and 33 later
    # as near to 30 as to 36.
    position = parse_position("20/26,30/36 71,80/8,62 pro now=0:23,1:33")
    assert isinstance(position, Position)
    first = solve(position)
    assert [entry.row for entry in first.rows] == [0, 1]
    assert first.value == close(exact_value(position))
    second = first.after(row=first.best_row)
    assert second.position.pending == ((1, 33),)
    assert [entry.row for entry in second.rows] == [1, 2]
    assert second.value == close(first.value)
    assert second.after(row=second.best_row).value == close(second.value)


def test_questions_about_cards_where_a_row_is_due() -> None:
    solution = solve(parse_position(ANY_ROW))
    with pytest.raises(IllegalActionError, match="a choice of rows is due"):
        solution.strategy(0)
    with pytest.raises(IllegalActionError, match="a choice of rows is due"):
        solution.matrix()
    with pytest.raises(IllegalActionError, match="row to choose first"):
        solution.after(12, 18)
    with pytest.raises(IllegalActionError, match="row 7"):
        solution.after(row=7)


def test_questions_about_rows_where_cards_are_due() -> None:
    solution = solve(parse_position("4/13/40/77 2,14/20,41"))
    with pytest.raises(IllegalActionError, match="no choice of rows is due"):
        _ = solution.best_row
    with pytest.raises(IllegalActionError, match="no choice is due"):
        solution.after(row=0)
    with pytest.raises(IllegalActionError, match="one of them is missing"):
        solution.after(2)
    with pytest.raises(IllegalActionError, match="one of them is missing"):
        solution.after(card_1=20)
    with pytest.raises(IllegalActionError, match="nothing was played"):
        solution.after()
    with pytest.raises(IllegalActionError, match="99"):
        solution.after(99, 20)
    with pytest.raises(IllegalActionError, match="no choice is due"):
        solution.after(14, 20, row=1)
    for seat in (2, -1, "0", None):
        with pytest.raises(IllegalActionError, match=f"seat {seat!r}"):
            solution.strategy(seat)  # type: ignore[arg-type]


def test_a_finished_round() -> None:
    solution = solve(Position([[4], [5]], [[], []], Rules(players=2, rows=2)))
    assert (solution.lo, solution.hi, solution.value, solution.exact) == (0, 0, 0, True)
    assert solution.strategy(1) == {}
    assert solution.matrix() == {}


@PLACEMENTS
def test_without_the_values_of_cards(placement: Placement) -> None:
    random = Random(f"{placement} without the values of cards")
    fewer = 0
    for _ in range(6):
        position = dealt_down(random, placement, 5)
        solution = solve(position)
        sooner = solve(position, card_values=False)
        assert (sooner.lo, sooner.hi, sooner.exact) == (solution.lo, solution.hi, True)
        assert mixes(sooner) == mixes(solution)
        fewer += sooner.nodes < solution.nodes
        for seat in range(2):
            for bounds, entry in zip(sooner.cards[seat], solution.cards[seat], strict=True):
                assert bounds.lo - SAME <= entry.value <= bounds.hi + SAME
    assert fewer
