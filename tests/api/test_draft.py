"""The draft of the logical game against the reference."""

from random import Random
from typing import Any

import pytest

import reference
from nimmt import CardSet, Draft, Game, Phase, Rules
from nimmt.errors import IllegalActionError, RulesError
from strategies import act


@pytest.mark.parametrize("players", range(2, 11))
def test_a_draft_is_that_of_the_reference(players: int) -> None:
    random = Random(players)
    rules = Rules(players, card_set=CardSet.LOGICAL)
    picks = random.sample(rules.cards, 10 * players)
    first = random.randrange(players)
    draft = Draft(rules, first)
    for number, card in enumerate(picks):
        assert draft.to_pick == (first + number) % players
        assert set(draft.remaining) == set(rules.cards) - set(picks[:number])
        assert draft.rows == ()
        draft = draft.pick(card)
    rows, hands = reference.draft(players, picks, first)
    assert draft.is_over
    assert draft.to_pick is None
    assert [list(row) for row in draft.rows] == rows
    assert [list(hand) for hand in draft.hands] == hands
    assert draft == Draft(rules, first, picks)
    assert hash(draft) == hash(Draft(rules, first, picks))


def test_the_first_picker_rotates() -> None:
    random = Random(1)
    game = Game(Rules(3, card_set="logical", hand_size=2, rounds=5, threshold=None), rng=1)
    firsts = []
    while game.phase is not Phase.OVER:
        act(game, random)
        if game.phase is Phase.DRAFT and not game.draft.picks:
            firsts.append(game.draft.first)
            assert game.seats_to_act == (game.draft.first,)
    assert firsts == [0, 1, 2, 0, 1]


def test_the_first_picker_may_be_named() -> None:
    game = Game(Rules(3, card_set="logical"), rng=1)
    game.deal(first=2)
    assert game.seats_to_act == (2,)
    assert game.legal_actions(2) == tuple(range(1, 35))
    assert game.legal_actions(0) == ()


def test_views_of_a_draft() -> None:
    picks = [5, 9, 2, 7]
    for public in (True, False):
        rules = Rules(2, card_set="logical", public_picks=public)
        view = Draft(rules, 0, picks).view(1)
        assert view.hand == (7, 9)
        assert view.remaining == Draft(rules, 0, picks).remaining
        assert view.hands == (((2, 5), (7, 9)) if public else None)


@pytest.mark.parametrize("seat", [-1, 2, "0", True, None])
def test_seats_that_are_none(seat: Any) -> None:
    rules = Rules(2, card_set="logical")
    with pytest.raises(IllegalActionError, match="is not one of 0"):
        Draft(rules, seat)
    with pytest.raises(IllegalActionError, match="is not one of 0"):
        Draft(rules).view(seat)


@pytest.mark.parametrize(
    ("picks", "said"),
    [
        ([5, 5], "pick 2 is card 5, which is gone"),
        ([0], "pick 1 is card 0, which is not in 1..5"),
        ([1, 2, 6], "pick 3 is card 6, which is not in 1..5"),
        ([1.0], "pick 1 is card 1.0"),
        ([True], "pick 1 is card True"),
        ([[1]], "pick 1 is card"),
        ([1, 2, 3, 4, 5], "card 5 was picked after the draft was over"),
    ],
)
def test_picks_that_cannot_be(picks: list[Any], said: str) -> None:
    rules = Rules(2, card_set="logical", hand_size=2, rows=1)
    with pytest.raises(IllegalActionError) as caught:
        Draft(rules, 0, picks)
    assert said in str(caught.value)


@pytest.mark.parametrize("card_set", ["standard", "tactical"])
def test_other_card_sets_have_no_draft(card_set: str) -> None:
    with pytest.raises(RulesError, match=card_set):
        Draft(Rules(2, card_set=card_set))
