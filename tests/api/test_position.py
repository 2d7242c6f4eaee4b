"""Positions: what is accepted, and turns against the reference."""

from collections.abc import Sequence
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import reference
import strategies
from nimmt import Game, Phase, Position, Rules
from nimmt.errors import IllegalActionError
from nimmt.table import Placed

SMALL = Rules(players=2, hand_size=2)
ROWS = [[4], [13, 20], [40], [77]]
HANDS = [[5, 14], [30, 99]]


def same_choices(seed: int) -> tuple[reference.Chooser, Random]:
    """Return a random chooser for the reference, and its twin for the library."""
    ours, theirs = Random(seed), Random(seed)

    def choose(rows: reference.Rows, card: int, professional: bool, capacity: int) -> int:
        return theirs.choice(reference.options(rows, card, professional))

    return choose, ours


def settle(
    position: Position, placed: Sequence[Placed], random: Random
) -> tuple[Position, list[Placed]]:
    """Make every choice of a turn at random."""
    events = list(placed)
    while position.pending:
        seat, card = position.pending[0]
        assert position.to_choose == seat
        allowed = reference.options(position.rows, card, position.rules.professional)
        assert list(position.options) == allowed
        position, more = position.choose(random.choice(position.options))
        events += more
    return position, events


@given(
    strategies.positions().filter(lambda found: not found.pending and found.hand_size), st.data()
)
def test_a_turn_is_that_of_the_reference(position: Position, data: st.DataObject) -> None:
    rules = position.rules
    cards = [data.draw(st.sampled_from(hand)) for hand in position.hands]
    chooser, random = same_choices(data.draw(st.integers(0, 10_000)))
    after, placed = position.play(cards)
    after, events = settle(after, placed, random)
    rows, taken = reference.turn(
        position.rows, list(enumerate(cards)), chooser, rules.professional, rules.row_capacity
    )
    assert [list(row) for row in after.rows] == rows
    assert [(event.seat, event.card) for event in events] == sorted(
        enumerate(cards), key=lambda play: play[1]
    )
    for event in events:
        assert list(event.taken) == taken[event.seat]
        assert event.heads == reference.total_bull_heads(event.taken)
        assert after.taken[event.seat] == position.taken[event.seat] + event.heads
    swept = {card for event in events for card in event.taken}
    assert set(after.seen) == {*position.seen, *swept}
    assert after.hands == tuple(
        tuple(held for held in hand if held != card)
        for hand, card in zip(position.hands, cards, strict=True)
    )
    assert after.scores == position.scores
    assert after.to_choose is None
    assert after.options == ()


@given(strategies.positions().filter(lambda found: bool(found.pending)), st.integers(0, 10_000))
def test_the_rest_of_a_turn_is_that_of_the_reference(position: Position, seed: int) -> None:
    chooser, random = same_choices(seed)
    rules = position.rules
    after, events = settle(position, (), random)
    rows, taken = reference.turn(
        position.rows, position.pending, chooser, rules.professional, rules.row_capacity
    )
    assert [list(row) for row in after.rows] == rows
    assert [(event.seat, event.card) for event in events] == list(position.pending)
    assert {event.seat: list(event.taken) for event in events} == taken
    assert after.hands == position.hands


@given(strategies.games())
def test_positions_of_games_are_accepted(game: Game) -> None:
    if game.phase is Phase.DRAFT or game.round_number == 0:
        return
    position = game.position
    again = Position(
        position.rows,
        position.hands,
        position.rules,
        seen=position.seen,
        pending=position.pending,
        taken=position.taken,
        scores=position.scores,
    )
    assert again == position
    everywhere = [*position.rows, *position.hands, position.seen]
    shown = [card for place in everywhere for card in place]
    assert len(shown) + len(position.pending) == position.rules.cards_dealt


@given(strategies.positions())
def test_positions_are_values(position: Position) -> None:
    again = Position(
        [list(row) for row in position.rows],
        [np.array(hand[::-1], dtype=np.int64) for hand in position.hands],
        position.rules,
        seen=set(position.seen),
        pending=dict(position.pending),
        taken=np.array(position.taken),
        scores=iter(position.scores),
    )
    assert again == position
    assert hash(again) == hash(position)
    assert {type(card) for hand in again.hands for card in hand} <= {int}
    with pytest.raises(AttributeError):
        position.taken = ()  # type: ignore[misc]


@given(strategies.positions(), strategies.randoms)
def test_canonical_forgets_the_order_of_rows(position: Position, random: Random) -> None:
    rows = random.sample(position.rows, len(position.rows))
    other = Position(
        rows,
        position.hands,
        position.rules,
        position.seen,
        position.pending,
        position.taken,
        position.scores,
    )
    assert other.canonical() == position.canonical()
    assert list(position.canonical().rows) == sorted(position.rows)
    assert position.canonical().canonical() == position.canonical()


def test_the_order_of_rows_is_kept() -> None:
    assert Position(ROWS[::-1], HANDS, SMALL).rows == ((77,), (40,), (13, 20), (4,))


@pytest.mark.parametrize(
    "cards",
    [
        [5],
        [5, 30, 99],
        [5, 14],
        [30, 5],
        [5, None],
        [5.0, 30],
        ["5", "30"],
        [5, 1],
        {0: 5},
        {0: 5, 1: 30, 2: 99},
        {1: 5, 0: 30},
    ],
)
def test_cards_that_are_not_held_cannot_be_played(cards: list[int]) -> None:
    with pytest.raises(IllegalActionError):
        Position(ROWS, HANDS, SMALL).play(cards)


def test_true_is_not_card_1() -> None:
    position = Position(ROWS, [[1, 14], [30, 99]], SMALL)
    with pytest.raises(IllegalActionError, match="True"):
        position.play([True, 30])


def test_cards_may_be_given_by_seat() -> None:
    position = Position(ROWS, HANDS, SMALL)
    of_numpy: Any = np.array([5, 30])
    assert position.play({1: 30, 0: 5}) == position.play([5, 30]) == position.play(of_numpy)


def test_a_choice_comes_before_the_next_cards() -> None:
    position = Position(ROWS, [[1, 14], [30, 99]], SMALL)
    with pytest.raises(IllegalActionError, match="row 2 was chosen, but no choice is due"):
        position.choose(2)
    chosen, placed = position.play([1, 99])
    assert placed == ()
    assert (chosen.to_choose, chosen.options, chosen.pending) == (
        0,
        (0, 1, 2, 3),
        ((0, 1), (1, 99)),
    )
    with pytest.raises(IllegalActionError, match="seat 0 has a row to choose"):
        chosen.play([14, 30])


@pytest.mark.parametrize("row", [4, -1, 1.0, True, None, "0"])
def test_rows_that_are_no_option(row: int) -> None:
    chosen, _ = Position(ROWS, [[1, 14], [30, 99]], SMALL).play([1, 99])
    with pytest.raises(IllegalActionError, match="row 0 or row 1 or row 2 or row 3"):
        chosen.choose(row)


def test_a_professional_tie_is_between_two_rows() -> None:
    position = Position(ROWS, [[30], [99]], Rules(2, placement="professional", hand_size=1))
    chosen, _ = position.play([30, 99])
    assert chosen.options == (1, 2)
    with pytest.raises(IllegalActionError, match="row 1 or row 2"):
        chosen.choose(0)
    left, _ = chosen.choose(2)
    assert left.rows == ((4,), (13, 20), (30, 40), (77, 99))


def test_is_over_when_the_hands_are_empty_and_all_is_placed() -> None:
    position = Position(ROWS, [[1], [30]], Rules(2, hand_size=1))
    chosen, _ = position.play([1, 30])
    assert not position.is_over
    assert not chosen.is_over
    assert chosen.choose(0)[0].is_over
