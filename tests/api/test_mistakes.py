"""Mistakes that are easily made, one test each."""

from dataclasses import replace

import numpy as np
import pytest

from api.cases import LOOKAHEAD, Case
from nimmt import Game, InformationSet, Limit, Position, Rules, recommend

SMALL = Rules(2, rows=2, row_capacity=2, hand_size=2)


def test_cards_placed_and_swept_in_one_turn_are_seen() -> None:
    # 21 fills the row, 22 takes it: nobody will play 20 or 21 again, though 21 never lay in a
    # row between two turns.
    position = Position([[20], [60]], [[21, 70], [22, 71]], SMALL)
    after, _ = position.play([21, 22])
    assert after.rows == ((22,), (60,))
    assert after.seen == (20, 21)
    assert not {20, 21} & set(after.information_set(0).unseen)
    view, _ = position.information_set(1).reveal([21, 22])
    assert view.seen == (20, 21)


def test_cards_swept_at_a_choice_are_seen() -> None:
    view = InformationSet([[20], [60]], [70], SMALL, pending=[(1, 5), (0, 61)])
    after, _ = view.choose(0)
    assert after.seen == (20,)


@pytest.mark.parametrize("row", [(10, 11, 12, 13, 14), (30, 31, 32, 33, 34)])
def test_the_card_that_takes_a_row_is_not_part_of_it(row: tuple[int, ...]) -> None:
    # 55 is worth 7: nobody who takes with it takes it.
    position = Position([[1], [2], [3], row], [[55], [4]], Rules(2, hand_size=1))
    after, placed = position.play([55, 4])
    assert placed[-1].taken == row
    assert 55 not in placed[-1].taken
    assert after.taken == (placed[-1].heads, 0)
    assert after.rows[3] == (55,)
    assert after.seen == row


def test_the_card_that_chooses_a_row_is_not_part_of_it() -> None:
    position = Position([[20], [60]], [[5, 70], [61, 71]], SMALL)
    chosen, _ = position.play([5, 61])
    after, placed = chosen.choose(0)
    assert placed[0].taken == (20,)
    assert after.taken == (3, 0)


def test_the_deck_is_not_that_of_the_players_unless_asked_for() -> None:
    assert Rules(2).top_card == 104
    assert Rules(2, card_set="tactical").top_card == 24
    assert Game(Rules(2), rng=1).rules.top_card == 104


def test_the_nearest_end_binds_though_its_row_is_full() -> None:
    full = [20, 21, 22, 23, 24]
    position = Position([full, [19], [70], [80]], [[25], [99]], Rules(2, hand_size=1))
    after, placed = position.play([25, 99])
    assert placed[0].taken == tuple(full)
    assert not placed[0].chosen
    assert after.taken == (3 + 1 + 5 + 1 + 1, 0)


def test_only_row_ends_count() -> None:
    # 15 is above 10 inside the row and below all ends.
    position = Position([[10, 20], [60]], [[15, 70], [61, 71]], SMALL)
    chosen, _ = position.play([15, 61])
    assert chosen.options == (0, 1)


def owns(case: Case) -> dict[int, float]:
    """Return the exact bull heads to the end of the round of each row."""
    return {row: float(outcome.own) for row, outcome in case.exact.items()}


def test_a_choice_of_rows_looks_ahead() -> None:
    # The cheapest row is 10 (3 bull heads, against 8 of 20 and 22).  But then 23 must take
    # 20 and 22 in the next turn: 11.  Taking them now leaves 10 for 23: 8, and no more.
    assert owns(LOOKAHEAD) == {0: 11, 1: 8}
    advice = recommend(LOOKAHEAD.view, objective="own", limit=Limit(samples=50), rng=1)
    assert advice.best == 1
    assert (advice[0].expected, advice[1].expected) == (11, 8)
    assert "costs 8 now, more than the 3 of row 0" in advice.why


def test_a_choice_of_rows_depends_on_what_is_still_to_be_placed() -> None:
    # With 21 to come instead of 9, row 10 would be full for 23: 8 and 4 more.
    case = replace(LOOKAHEAD, name="another card to come", pending=[(0, 5), (1, 21)])
    assert owns(case) == {0: 11, 1: 12}
    assert recommend(case.view, objective="own", limit=Limit(samples=50), rng=1).best == 0


def test_a_choice_of_rows_looks_ahead_where_hands_are_hidden() -> None:
    case = Case(
        "hidden", LOOKAHEAD.rules, LOOKAHEAD.rows, LOOKAHEAD.hand, pending=LOOKAHEAD.pending
    )
    assert case.exact[1].own < case.exact[0].own
    advice = recommend(case.view, limit=Limit(samples=2000), rng=1)
    assert advice.close == (1,)
    rest = advice[1].rest
    assert rest is not None
    assert abs(rest.mean - float(case.exact[1].own)) < 4.5 * rest.std_error + 1e-9


def test_sampled_hands_are_not_dealt_in_order() -> None:
    # All seats but the own are alike, so what they lose must be too.
    view = InformationSet([[30], [60]], [31], Rules(4, rows=2, row_capacity=2, hand_size=1))
    hands = np.array([position.hands for position in view.determinizations(6000, 1)])[:, 1:, 0]
    means, error = hands.mean(axis=0), hands.std(ddof=1) / np.sqrt(6000)
    assert np.ptp(means) < 6 * error
