"""What must hold of values without knowing any."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from api.solve_cases import SAME, between_turns, dealt_down, drawn, exact_value
from nimmt import Placement, Position, Rules, solve
from nimmt.cards import bull_heads, total_bull_heads
from strategies import randoms

PLACEMENTS = pytest.mark.parametrize("placement", list(Placement))
placements = st.sampled_from(Placement)


def value(position: Position) -> float:
    return solve(position, memory=1).value


def same(expected: float) -> object:
    return pytest.approx(expected, abs=SAME)


def changed(position: Position, **changes: object) -> Position:
    """Return the position with other values, checked."""
    values = {
        name: getattr(position, name)
        for name in ("rows", "hands", "rules", "seen", "pending", "taken", "scores")
    }
    return Position(**{**values, **changes})


@given(placements, randoms)
def test_other_seats_negate_the_value(placement: Placement, random: Random) -> None:
    position = drawn(random, placement, 4)
    swapped = changed(
        position,
        hands=position.hands[::-1],
        pending=[(1 - seat, card) for seat, card in position.pending],
    )
    assert value(swapped) == same(-value(position))


@given(placements, randoms)
def test_the_order_of_rows_does_not_matter(placement: Placement, random: Random) -> None:
    position = drawn(random, placement, 4)
    shuffled = random.sample(position.rows, len(position.rows))
    assert value(changed(position, rows=shuffled)) == same(value(position))


@given(placements, randoms)
def test_what_is_past_does_not_matter(placement: Placement, random: Random) -> None:
    position = drawn(random, placement, 4)
    held = {card for cards in (*position.rows, *position.hands) for card in cards}
    held.update(card for _, card in position.pending)
    free = [card for card in position.rules.cards if card not in held]
    twin = changed(
        position,
        seen=random.sample(free, random.randint(0, len(free))),
        taken=(random.randint(0, 60), random.randint(0, 60)),
        scores=(random.randint(0, 60), random.randint(0, 60)),
    )
    assert value(twin) == value(position)


def with_other_insides(position: Position, random: Random) -> Position:
    """Change cards inside the rows: neither an end nor a length, so the same plays are possible."""
    used = {card for cards in (*position.rows, *position.hands) for card in cards}
    rows = []
    for row in position.rows:
        inner = [card for card in range(row[0] + 1, row[-1]) if card not in used or card in row]
        chosen = random.sample(inner, len(row) - 2) if len(row) > 2 else list(row[1:-1])
        used.update(chosen)
        rows.append(sorted({row[0], row[-1], *chosen}))
    return changed(position, rows=rows, seen=())


@PLACEMENTS
def test_values_differ_by_no_more_than_the_rows_bull_heads(placement: Placement) -> None:
    random = Random(f"{placement} heads")
    differing = 0
    for number in range(150):
        position = between_turns(random, placement, 1 + number % 4)
        other = with_other_insides(position, random)
        distance = sum(
            abs(total_bull_heads(row) - total_bull_heads(twin))
            for row, twin in zip(position.rows, other.rows, strict=True)
        )
        difference = abs(value(position) - value(other))
        assert difference <= distance + SAME, (position, other)
        differing += difference > SAME
    assert differing > 10


def test_only_the_order_of_cards_matters_under_standard_placement() -> None:
    # Cards of one bull head each, stretched over the set without changing their order.
    plain = [card for card in range(1, 105) if bull_heads(card) == 1]
    random = Random("order")
    rules = Rules(players=2)
    for _ in range(60):
        near = plain[: 4 * 3 + 2 * 3]
        far = sorted(random.sample(plain, len(near)))
        places = random.sample(range(len(near)), len(near))
        rows = [sorted(places[3 * i : 3 * i + random.randint(1, 3)]) for i in range(4)]
        hands = [places[12:15], places[15:18]]

        def with_cards(
            cards: list[int], rows: list[list[int]] = rows, hands: list[list[int]] = hands
        ) -> Position:
            return Position(
                [[cards[place] for place in row] for row in rows],
                [[cards[place] for place in hand] for hand in hands],
                rules,
            )

        assert value(with_cards(near)) == value(with_cards(far))


def test_distances_matter_under_professional_placement() -> None:
    # 21 or 29 after 20 and before 30, in the same order: one joins the 20, the other the 30.
    rules = Rules(players=2, placement="professional", rows=2, row_capacity=1)
    near_20, near_30 = (Position([[20], [30]], [[card], [31]], rules) for card in (21, 29))
    assert exact_value(near_20) != exact_value(near_30)
    assert value(near_20) == same(exact_value(near_20))
    assert value(near_30) == same(exact_value(near_30))


@PLACEMENTS
@pytest.mark.parametrize("cards", [4, 5, 6])
def test_little_memory_gives_the_same_value(placement: Placement, cards: int) -> None:
    random = Random(f"{placement} memory {cards}")
    for _ in range(2):
        position = dealt_down(random, placement, cards)
        plenty = solve(position, memory=256)
        little = solve(position, memory=1)
        assert little.value == same(plenty.value)
        assert little.exact


@PLACEMENTS
def test_solving_again_gives_the_same_answer(placement: Placement) -> None:
    # Tables kept from before are used again by what follows the root, and by nothing else.
    position = dealt_down(Random(f"{placement} again"), placement, 5)
    first = solve(position)
    again = solve(position)
    assert first == again
    first.matrix()
    followed = first.after(position.hands[0][0], position.hands[1][0])
    fresh = again.after(position.hands[0][0], position.hands[1][0])
    assert followed.value == same(fresh.value)
    assert first == again
