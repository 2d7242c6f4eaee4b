"""The reference's chances of a turn, on cases small enough to work out by hand."""

from fractions import Fraction

from .one_turn import costs, one_turn


def test_one_other_player_with_one_card_of_three() -> None:
    # The row of 10 and 12 is full: 15 takes its 4 bull heads, unless 13 takes them first.  Seat 1
    # holds two of 13, 50 and 60, and plays one: 13 in a third of the cases.  Then 15 joins it.
    result = one_turn([[10, 12], [40]], 0, [15, 41], 2, [13, 50, 60], {}, {}, False, capacity=2)
    assert result[15].chances == {0: Fraction(1, 3), 4: Fraction(2, 3)}
    assert (result[15].least, result[15].most) == (0, 4)
    assert result[41].chances == {0: Fraction(1)}


def test_known_and_excluded_cards() -> None:
    rows = [[10, 12], [40]]
    held = one_turn(rows, 0, [15, 41], 2, [50, 60], {1: [13]}, {}, False, capacity=2)
    assert held[15].take == Fraction(1, 2)
    lacking = one_turn(rows, 0, [15, 41], 2, [13, 50, 60], {}, {1: [13]}, False, capacity=2)
    assert lacking[15].chances == {4: Fraction(1)}
    assert lacking[15].least == 4


def test_a_low_card_takes_the_cheapest_row_in_the_chances_and_any_in_the_bounds() -> None:
    # Seat 1 plays 5, and should take 31, which costs 1: then 25 takes 20.  If it takes 20, the card
    # below 25 is the 5.
    result = one_turn([[20], [31]], 0, [25], 2, [5], {}, {}, False, capacity=1)[25]
    assert result.chances == {3: Fraction(1)}
    assert (result.least, result.most) == (2, 3)
    assert sorted(costs([[20], [31]], 25, (5,), False, 1)) == [2, 3]


def test_an_own_choice_is_the_cheapest() -> None:
    result = one_turn([[20, 21], [30]], 0, [5], 2, [9], {}, {}, False)[5]
    assert result.chances == {3: Fraction(1)}
    assert (result.least, result.most) == (3, 3)
    # Professional: 15 is as near to 10 as to 20, and joining the full row would cost.
    tie = one_turn([[8, 10], [20]], 0, [15], 2, [90], {}, {}, True, capacity=2)[15]
    assert (tie.least, tie.most, tie.take) == (0, 0, Fraction(0))
