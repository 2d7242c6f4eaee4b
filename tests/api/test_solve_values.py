"""``solve`` gives the values that plain backward induction gives."""

from collections import Counter
from random import Random

import pytest

from api.solve_cases import SAME, between_turns, dealt_down, drawn, exact_value
from nimmt import Placement, Position, Rules, parse_position, solve
from nimmt.matrix import solve_matrix

PLACEMENTS = pytest.mark.parametrize("placement", list(Placement))


def compare(placement: Placement, seed: str, count: int, most_cards: int) -> Counter[str]:
    """Compare values of random positions; tell what was among them."""
    random = Random(f"{placement} {seed}")
    met: Counter[str] = Counter()
    for _ in range(count):
        position = drawn(random, placement, most_cards)
        solution = solve(position, memory=1)
        assert solution.value == pytest.approx(exact_value(position), abs=SAME), position
        assert solution.exact, position
        met[f"{position.hand_size} cards"] += 1
        met["pending"] += bool(position.pending)
        met["mixed"] += any(0 < entry.probability < 1 for seat in solution.cards for entry in seat)
        met["not zero"] += abs(solution.value) > SAME
    return met


@PLACEMENTS
@pytest.mark.parametrize("seed", range(4))
def test_small_positions(placement: Placement, seed: int) -> None:
    met = compare(placement, f"small {seed}", 280, most_cards=3)
    # The comparison would be worth little without these.
    for what in ("0 cards", "1 cards", "2 cards", "3 cards", "pending", "mixed", "not zero"):
        assert met[what] >= 5, met


@PLACEMENTS
def test_positions_of_four_cards(placement: Placement) -> None:
    random = Random(f"{placement} four cards")
    for _ in range(5):
        position = between_turns(random, placement, 4)
        value = solve(position, memory=1).value
        assert value == pytest.approx(exact_value(position), abs=SAME), position


def below_most_ends(random: Random, cards: int) -> Position:
    """Draw a position with choices of rows, most of which few cards or none can join."""
    capacity = random.randint(1, 4)
    low = random.sample(range(1, 31), 30)
    high = random.sample(range(31, 91), 60)
    held = [low.pop() if random.random() < 0.8 else high.pop() for _ in range(2 * cards)]
    rows = []
    for row in range(random.randint(2, 4)):
        rest = low if row == 0 and random.random() < 0.5 else high
        rows.append(sorted(rest.pop() for _ in range(random.randint(1, capacity))))
    rules = Rules(players=2, rows=len(rows), row_capacity=capacity, deck_size=90)
    return Position(rows, [held[:cards], held[cards:]], rules)


@pytest.mark.parametrize("cards", [1, 2, 3, 4])
def test_choices_of_rows_above_most_cards(cards: int) -> None:
    # Of rows that no card can join, only the cheapest is looked at; not so where a card can.
    random = Random(f"rows above most cards {cards}")
    for _ in range({1: 200, 2: 200, 3: 60, 4: 4}[cards]):
        position = below_most_ends(random, cards)
        solution = solve(position, memory=1)
        assert solution.value == pytest.approx(exact_value(position), abs=SAME), position
        serialized = (exact_value(position, 0), exact_value(position, 1))
        assert solution.serialized == serialized, position


@pytest.mark.campaign
@PLACEMENTS
@pytest.mark.parametrize("seed", range(20))
def test_many_positions(placement: Placement, seed: int) -> None:
    compare(placement, f"campaign {seed}", 600, most_cards=4)


def one_ply_value(position: Position) -> float:
    """The value from the solved positions after this turn: no bound, no table in common."""
    return solve_matrix(
        [
            [follow_up_value(position, first, second) for second in position.hands[1]]
            for first in position.hands[0]
        ]
    ).value


def follow_up_value(position: Position, first: int, second: int) -> float:
    after, placed = position.play([first, second])
    gain = sum(event.heads if event.seat == 1 else -event.heads for event in placed)
    return gain + solve(after, memory=1).value


@PLACEMENTS
@pytest.mark.parametrize("cards", [4, 5, 6])
def test_larger_positions_one_turn_deep(placement: Placement, cards: int) -> None:
    random = Random(f"{placement} one turn deep {cards}")
    for number in range({4: 8, 5: 3, 6: 2}[cards]):
        draw = between_turns if number % 2 else dealt_down
        position = draw(random, placement, cards)
        value = solve(position, memory=64).value
        assert value == pytest.approx(one_ply_value(position), abs=SAME), position


def test_a_dear_row_at_once() -> None:
    # 67 bull heads lie on the table.  A search that counts them in whole numbers of fixed width
    # must not wrap around where it looks for a value without any bounds yet.
    position = Position(
        [[36], [15, 22, 34, 52, 55, 59, 60], [51]],
        [[11, 41, 56], [6, 26, 53]],
        Rules(players=2, placement="professional", rows=3, row_capacity=7, deck_size=60),
    )
    assert solve(position).value == pytest.approx(exact_value(position), abs=SAME)


@PLACEMENTS
def test_the_dearest_rows(placement: Placement) -> None:
    # As many bull heads as rows can hold: multiples of 11 and of 10 in rows of seven.
    dear = [
        [11, 22, 33, 44, 55, 66, 77],
        [10, 20, 30, 40, 50, 60, 88],
        [5, 15, 25, 35, 70, 80, 99],
        [45, 65, 75, 85, 90, 100, 110],
    ]
    random = Random(f"{placement} dearest")
    rest = [card for card in range(1, 128) if all(card not in row for row in dear)]
    rules = Rules(players=2, placement=placement, row_capacity=7, deck_size=127)
    for cards in (1, 2, 3, 3, 3):
        held = random.sample(rest, 2 * cards)
        position = Position(dear, [held[:cards], held[cards:]], rules)
        assert solve(position).value == pytest.approx(exact_value(position), abs=SAME), position
    for _ in range(3):
        held = random.sample(rest, 10)
        position = Position(dear, [held[:5], held[5:]], rules)
        assert solve(position).value == pytest.approx(one_ply_value(position), abs=SAME), position


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("11,66,77,100/88/33/31 14,19,73,87/2,9,13,58", 29 / 7),
        ("10/20,22,33,77,80/30/97 17,35,92,98/1,32,34,37", -20),
        ("100/22/10,33,70,77,80/1 30,63,94/31,55,73 pro", -19),
    ],
)
def test_dear_rows_of_the_game_as_sold(text: str, value: float) -> None:
    position = parse_position(text)
    assert isinstance(position, Position)
    assert exact_value(position) == pytest.approx(value)
    assert solve(position).value == pytest.approx(value, abs=SAME)


def test_by_hand() -> None:
    # One card each, rows of one card.  The 2 is below all ends, and its owner chooses after the
    # reveal: row 0 costs 1 bull head, and then the 12 takes the 10 (3).  Row 1 costs 3, and then
    # the 12 takes the 4 (1).  Seat 0 gains 3 - 1.
    assert solve(parse_position("4/10 2/12 cap=1")).value == pytest.approx(2)
