"""What is certain about a picked card: against everything that can happen, in plain Python."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

import nimmt
from nimmt.analysis.draft_fates import Fate, fate_in, fate_of
from reference.fates import can_be_forced, outcomes

by_professional = pytest.mark.parametrize("professional", [False, True])


def rules_of(players: int, professional: bool = False, **changes: Any) -> nimmt.Rules:
    placement = "professional" if professional else "standard"
    return nimmt.Rules(players=players, card_set="logical", placement=placement, **changes)


def plain_fate(
    rows: list[list[int]], hands: list[list[int]], card: int, seat: int, rules: nimmt.Rules
) -> Fate:
    how = rules.professional, rules.row_capacity
    found = outcomes(rows, hands, card, *how)
    if len(found) == 1:
        return Fate.ALWAYS if found.pop() else Fate.NEVER
    return Fate.FORCED if can_be_forced(rows, hands, card, seat, *how) else Fate.ESCAPES


@by_professional
@pytest.mark.parametrize(
    ("players", "hand_size", "rows", "capacity"),
    [(2, 2, 1, 2), (2, 3, 1, 2), (2, 3, 2, 2), (3, 2, 2, 2), (3, 2, 1, 3), (4, 1, 2, 2)],
)
def test_fates_are_what_can_happen(
    players: int, hand_size: int, rows: int, capacity: int, professional: bool
) -> None:
    rules = rules_of(players, professional, hand_size=hand_size, rows=rows, row_capacity=capacity)
    random = Random(f"{players} {hand_size} {rows}")
    seen = set()
    for _ in range(6):
        draft = nimmt.Draft(rules, 0, random.sample(rules.cards, players * hand_size))
        position = nimmt.Position(draft.rows, draft.hands, rules)
        table, hands = [list(row) for row in draft.rows], [list(hand) for hand in draft.hands]
        for seat, hand in enumerate(hands):
            for card in hand:
                found = fate_in(position, seat, card)
                assert found is plain_fate(table, hands, card, seat, rules)
                seen.add(found)
    assert len(seen) > 1


def test_in_a_draft_that_goes_on_a_fate_is_one_that_all_ways_share() -> None:
    rules = rules_of(2, hand_size=3, rows=2, row_capacity=2)
    random = Random(5)
    proved = 0
    for _ in range(10):
        draft = nimmt.Draft(rules, 0, random.sample(rules.cards, 4))
        for card in draft.remaining:
            ends = [
                nimmt.Draft(rules, 0, [*draft.picks, card, last])
                for last in draft.remaining
                if last != card
            ]
            fates = {fate_in(nimmt.Position(end.rows, end.hands, rules), 0, card) for end in ends}
            found = fate_of(draft.view(0), card)
            proved += found is not None
            if found in (Fate.ALWAYS, Fate.NEVER):
                assert fates == {found}
            elif found is Fate.ESCAPES:
                assert fates <= {Fate.ESCAPES, Fate.NEVER}
            elif found is Fate.FORCED:
                assert fates <= {Fate.FORCED, Fate.ALWAYS}
            else:
                assert fates & {Fate.ESCAPES, Fate.NEVER}
                assert fates & {Fate.FORCED, Fate.ALWAYS}
    assert proved


@by_professional
@pytest.mark.parametrize("players", [2, 4, 5])
def test_bounds_hold_in_every_first_turn(players: int, professional: bool) -> None:
    # Drafts are completed at random, and the first turn is played at random with the card in it.
    rules = rules_of(players, professional)
    random = Random(players)
    safe = 0
    for _ in range(150):
        picks = random.sample(rules.cards, players * 10)
        done = players * (10 - random.randint(1, 3))
        before = nimmt.Draft(rules, 0, picks[:done])
        fate = fate_of(before.view(0), picks[done])
        end = nimmt.Draft(rules, 0, picks)
        cards = [random.choice(hand) for hand in end.hands]
        cards[0] = picks[done]
        position, placed = nimmt.Position(end.rows, end.hands, rules).play(cards)
        every = list(placed)
        while position.to_choose is not None:
            position, placed = position.choose(random.choice(position.options))
            every += placed
        (taken,) = [one.taken for one in every if one.card == picks[done]]
        safe += fate is Fate.ESCAPES
        if fate is not None:
            assert bool(taken) is (fate is Fate.ALWAYS)
    assert safe > 20 if players < 5 else safe == 0


def test_the_lowest_card_always_takes_and_a_card_above_all_that_is_left_escapes() -> None:
    draft = nimmt.Draft(rules_of(4), 0, [10, 20, 30, 40])
    assert fate_of(draft.view(0), 1) is Fate.ALWAYS
    assert fate_of(draft.view(0), 44) is Fate.ESCAPES
    assert fate_of(draft.view(0), 41) is Fate.ESCAPES
    assert fate_of(draft.view(0), 39) is None
    assert fate_of(nimmt.Draft(rules_of(4, professional=True), 0, [10]).view(1), 1) is Fate.ESCAPES
    assert fate_of(nimmt.Draft(rules_of(5), 0, [10]).view(1), 54) is None


def test_the_reasons_say_what_is_proved() -> None:
    rules = rules_of(2, hand_size=2, rows=2)
    advice = nimmt.analyse_draft(nimmt.Draft(rules, 0, [3, 5, 4]))
    words = {
        Fate.ALWAYS: " takes a row whatever anybody plays.",
        Fate.FORCED: "Whenever it is played, the others can make it take a row.",
        Fate.ESCAPES: "It can be played so that it takes no row, whatever the others do.",
        Fate.NEVER: " takes no row, whatever anybody plays.",
    }
    fates = set()
    for entry in advice:
        others = [other for other in advice if other is not entry]
        why = replace(advice, candidates=(entry, *others)).why
        fate = fate_of(advice.view, entry.card)
        assert [other for other, text in words.items() if text in why] == [fate]
        fates.add(fate)
    assert len(fates) > 1
