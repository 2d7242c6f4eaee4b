"""The turns so far: kept by positions, checked, in JSON, and what is concluded from them."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from nimmt import Game, InformationSet, Limit, Position, PositionError, Rules, recommend
from nimmt.agents import InstantPolicy, choose_action, move_on
from nimmt.errors import Defect, LimitError, NotationError
from nimmt.game import Phase
from nimmt.history import PastTurn
from nimmt.notation import position_from_json, position_to_json

LIMIT = Limit(samples=300)
BEFORE = [[4], [13], [40], [77]]
PLAYS = [5, 14, 41, 78]
VIEW = InformationSet([[4, 5], [13, 14], [40, 41], [77, 78]], [6, 80])


def played(turns: int, seed: int, placement: str = "standard") -> Game:
    """Play so many turns of a round."""
    game = Game(Rules(rounds=1, placement=placement), rng=seed)
    game.deal()
    rng = np.random.default_rng(0)
    while game.phase is Phase.CHOOSE or len(game.position.history) < turns:
        move_on(game, lambda seat: choose_action(InstantPolicy(), game, seat, rng))
    return game


def test_a_game_remembers_its_turns() -> None:
    game = played(5, seed=2)
    turns = game.record.rounds[0].turns
    assert [turn.plays for turn in game.position.history] == [turn.plays for turn in turns]
    rows = game.record.rounds[0].rows
    position = Position(rows, game.record.rounds[0].hands, game.rules)
    for past, turn in zip(game.position.history, turns, strict=True):
        assert past.rows == position.rows
        position, _ = position.play(turn.plays)
        for choice in turn.choices:
            position, _ = position.choose(choice.row)
    assert position == game.position
    for seat in range(4):
        view = game.information_set(seat)
        assert view.history == position.history
        assert view.determinizations(2, rng=1)[1].history == position.history


def test_a_view_remembers_what_it_is_shown() -> None:
    view, _ = InformationSet(BEFORE, [5, 6, 80]).reveal(PLAYS)
    assert view.history == (PastTurn(((4,), (13,), (40,), (77,)), (5, 14, 41, 78)),)
    assert view == VIEW
    assert VIEW.history == ()
    assert VIEW.with_history([(BEFORE, PLAYS)]).history == view.history
    assert view.with_history([]).history == ()
    assert replace(view, hand=(6, 81)).history == view.history


@pytest.mark.parametrize(
    ("history", "value", "message"),
    [
        (5, 5, "is not a series of turns"),
        ([5], 5, "turn 1 of the history 5 is not"),
        ([([[4], [13], [40]], PLAYS)], 3, "there are 3 rows"),
        ([(BEFORE, [5, 14, 41, 105])], 105, "turn 1 of the history: card 105"),
        ([(BEFORE, [5, 14, 41])], (5, 14, 41), "has 3 plays"),
        ([(BEFORE, [5, 5, 14, 41])], 5, "card 5 is in the plays twice"),
        ([(BEFORE, [4, 14, 41, 78])], 4, "card 4 is in row 0 and in the plays"),
        ([(BEFORE, [5, 14, 41, 6])], 6, "card 6, played in turn 1"),
        ([([[3], [13], [40], [77]], PLAYS)], 3, "card 3, in a row before turn 1"),
        ([(BEFORE, PLAYS), (BEFORE, PLAYS)], 5, "card 5, played in turn 1"),
        ([(BEFORE, PLAYS)] * 9, 9, "has 9 turns, but of 10 cards 2 are still held"),
    ],
)
def test_turns_that_cannot_have_been(history: Any, value: Any, message: str) -> None:
    with pytest.raises(PositionError, match=message) as caught:
        VIEW.with_history(history)
    found = [problem for problem in caught.value.problems if problem.value == value]
    assert {problem.defect for problem in found} == {Defect.HISTORY}
    with pytest.raises(PositionError, match=message):
        Position(VIEW.rows, [VIEW.hand, [7, 8], [9, 10], [11, 12]], history=history)


def test_json_has_the_history_and_text_has_not() -> None:
    view = played(3, seed=1).information_set(2)
    again = position_from_json(position_to_json(view))
    assert (again, again.history) == (view, view.history)
    assert "history" not in str(view)
    for broken in ('[{"rows": []}]', "[5]", '[{"rows": [], "plays": [], "more": 1}]'):
        text = f'{{"kind": "information_set", "rows": [], "hand": [], "history": {broken}}}'
        with pytest.raises(
            NotationError, match="in the history is not an object of rows and plays"
        ):
            position_from_json(text)


@pytest.mark.parametrize("placement", ["standard", "professional"])
def test_advice_heeds_the_history(placement: str) -> None:
    view = played(4, seed=3, placement=placement).information_set(1)
    bare = view.with_history([])
    blind = recommend(bare, limit=LIMIT, rng=1)
    wise = recommend(view, limit=LIMIT, rng=1)
    assert blind.candidates == recommend(view, belief=0, limit=LIMIT, rng=1).candidates
    assert blind.candidates != wise.candidates
    assert recommend(bare, history=view.history, limit=LIMIT, rng=1) == wise
    plain = recommend(
        rows=view.rows, hand=view.hand, seat=1, seen=view.seen, taken=view.taken,
        placement=placement, history=view.history, limit=LIMIT, rng=1,
    )  # fmt: skip
    assert plain.candidates == wise.candidates
    assert "Deals that make the others' plays of 4 turns likely were preferred" in str(wise)
    assert "likely were preferred" not in str(blind)
    assert wise.to_dict()["history"][0]["plays"] == list(view.history[0].plays)
    assert recommend(view, limit=LIMIT, rng=1, workers=3).candidates == wise.candidates
    # Uniformly random players betray nothing.
    uniform = [recommend(each, playouts="uniform", limit=LIMIT, rng=1) for each in (view, bare)]
    assert uniform[0].candidates == uniform[1].candidates
    with pytest.raises(LimitError, match="belief -1 is not a number of 0 or more"):
        recommend(view, belief=-1)


def test_a_choice_of_rows_heeds_the_cards_of_the_turn() -> None:
    view, _ = InformationSet([[14], [21, 33], [40, 44, 47], [77]], [5, 48, 80]).reveal(
        [5, 9, 70, 90]
    )
    assert view.to_choose == 0
    assert len(view.history) == 1
    advice = recommend(view, limit=LIMIT, rng=1)
    assert advice.candidates != recommend(view, belief=0, limit=LIMIT, rng=1).candidates


def test_known_hands_leave_nothing_to_conclude() -> None:
    rules = Rules(2)
    view, _ = InformationSet(
        [[4], [13], [40], [77]], range(50, 60), rules, known={1: range(60, 70)}
    ).reveal([50, 60])
    advice = recommend(view, playouts="network", exact=False, limit=LIMIT, rng=1)
    blind = recommend(view, playouts="network", exact=False, belief=0, limit=LIMIT, rng=1)
    assert advice.candidates == blind.candidates
    assert "likely were preferred" not in str(advice)
