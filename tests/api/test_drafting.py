"""Advice for drafts: exact against plain Python, simulated against exact, and what is refused."""

from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest

import nimmt
from nimmt.agents import (
    DRAFTERS,
    Drafting,
    EngineDrafter,
    choose_action,
    drafter_named,
    play_match,
    policy_named,
)
from nimmt.analysis.advice import Method
from nimmt.analysis.draft_exact import draft_size
from nimmt.analysis.draft_reasons import gap_of
from nimmt.analysis.hands import hand_table
from nimmt.analysis.styles import STYLES, styles_of, weights_of_styles
from nimmt.draft import DraftView
from nimmt.errors import IllegalActionError, LimitError, NimmtError, RulesError
from reference.draft_game import draft_value

FEW = nimmt.Limit(samples=128)


def rules_of(players: int = 2, **changes: Any) -> nimmt.Rules:
    return nimmt.Rules(players=players, card_set="logical", **changes)


# Exact answers.


@pytest.mark.parametrize("professional", [False, True])
@pytest.mark.parametrize(
    ("hand_size", "rows", "capacity"), [(2, 1, 1), (2, 3, 2), (3, 1, 2), (3, 2, 1), (3, 2, 2)]
)
def test_small_games_are_worth_what_plain_python_says(
    hand_size: int, rows: int, capacity: int, professional: bool
) -> None:
    rules = rules_of(
        hand_size=hand_size,
        rows=rows,
        row_capacity=capacity,
        placement="professional" if professional else "standard",
    )
    random = Random(hand_size + 10 * rows)
    for count in (0, 1, 2):
        picks = random.sample(rules.cards, count)
        advice = nimmt.analyse_draft(nimmt.Draft(rules, picks=picks))
        assert advice.method is Method.EXACT
        sign = -1 if count % 2 == 0 else 1
        values = {
            card: sign * draft_value([*picks, card], hand_size, rows, capacity, professional)
            for card in rules.cards
            if card not in picks
        }
        for card, value in values.items():
            assert advice[card].value.mean == pytest.approx(value, abs=2e-5)
            assert advice[card].difference.mean == pytest.approx(
                value - min(values.values()), abs=4e-5
            )
        assert advice.best == min(advice.close)
        assert values[advice.best] == pytest.approx(min(values.values()), abs=2e-5)


def test_the_first_seat_may_be_another() -> None:
    rules = rules_of(hand_size=3, rows=2, row_capacity=2)
    one = nimmt.analyse_draft(nimmt.Draft(rules, 0, [5]))
    other = nimmt.analyse_draft(nimmt.Draft(rules, 1, [5]))
    assert (one.view.seat, other.view.seat) == (1, 0)
    for card in one.view.remaining:
        assert one[card].value.mean == pytest.approx(other[card].value.mean, abs=1e-6)


def test_three_with_hands_of_two_are_solved_with_the_profiles_that_value_them() -> None:
    advice = nimmt.analyse_draft(nimmt.Draft(rules_of(3, hand_size=2, rows=1)))
    assert advice.method is Method.EXACT
    assert advice.nodes == 630
    assert advice.nash_conv is not None
    assert 0 <= advice.nash_conv <= 0.01
    assert [answer.seat for answer in advice[advice.best].answers] == [1, 2]
    assert "nash_conv" in str(advice)


def test_the_size_is_the_number_of_complete_drafts() -> None:
    assert draft_size(nimmt.Draft(rules_of(hand_size=2, rows=1)).view(0)) == 30
    # Five cards each take four times as long to play, and more than seven each too long.
    assert draft_size(nimmt.Draft(rules_of(hand_size=5, rows=1)).view(0)) == 4 * 2772
    assert draft_size(nimmt.Draft(rules_of(hand_size=8, rows=1)).view(0)) == float("inf")
    assert draft_size(nimmt.Draft(rules_of(hand_size=2, rows=5)).view(0)) == float("inf")
    assert draft_size(nimmt.Draft(rules_of(4, hand_size=2)).view(0)) == float("inf")


@pytest.mark.parametrize("professional", [False, True])
@pytest.mark.parametrize(("hand_size", "left"), [(5, 3), (6, 2), (7, 1)])
def test_the_last_picks_of_larger_hands_are_solved_too(
    hand_size: int, left: int, professional: bool
) -> None:
    rules = rules_of(hand_size=hand_size, placement="professional" if professional else "standard")
    random = Random(hand_size)
    draft = nimmt.Draft(rules, 1, random.sample(rules.cards, 2 * hand_size - left))

    def gain(state: nimmt.Draft) -> float:
        if state.to_pick is None:
            position = nimmt.Position([[row[0]] for row in state.rows], state.hands, rules)
            return nimmt.solve(position, card_values=False).value
        best = max if state.to_pick == 0 else min
        return best(gain(after) for after in following(state).values())

    advice = nimmt.analyse_draft(draft)
    assert advice.method is Method.EXACT
    sign = -1 if draft.to_pick == 0 else 1
    for card, after in following(draft).items():
        assert advice[card].value.mean == pytest.approx(sign * gain(after), abs=2e-5)


def following(draft: nimmt.Draft) -> dict[int, nimmt.Draft]:
    """Return the drafts after each pick."""
    return {
        card: nimmt.Draft(draft.rules, draft.first, [*draft.picks, card])
        for card in draft.remaining
    }


@pytest.mark.parametrize("placement", ["standard", "professional"])
@pytest.mark.parametrize(
    ("players", "hand_size", "counts"),
    [(2, 2, (0, 3)), (2, 3, (0, 5)), (2, 4, (1, 6)), (3, 2, (3, 5))],
)
def test_estimates_agree_with_exact_values_within_what_they_state(
    players: int, hand_size: int, counts: tuple[int, int], placement: str
) -> None:
    # bench/draft_exact.py asks the same of many states.
    rules = rules_of(players, hand_size=hand_size, placement=placement)
    random = Random(hand_size)
    for seed in range(4):
        draft = nimmt.Draft(rules, 0, random.sample(rules.cards, random.randint(*counts)))
        exact = nimmt.analyse_draft(draft)
        simulated = nimmt.analyse_draft(draft, exact=False, others="best", limit=FEW, rng=seed)
        assert (exact.method, simulated.method) == (Method.EXACT, Method.SIMULATION)
        assert simulated.solved_play or players == 3
        assert simulated.model_error is not None
        for entry in simulated:
            off = entry.value.mean - exact[entry.card].value.mean
            assert abs(off) <= 1e-4 + 3 * np.hypot(entry.value.std_error, simulated.model_error)
        error = max(simulated[card].difference.std_error for card in simulated.close)
        loss = exact[simulated.best].difference.mean
        assert loss <= 1e-4 + 2 * np.hypot(error, simulated.model_error)
        if simulated.plan is None and simulated.solved_play:
            assert simulated.model_error == error == 0


# Simulated answers.


@pytest.mark.parametrize("placement", ["standard", "professional"])
@pytest.mark.parametrize("players", range(2, 11))
def test_every_table_gets_advice_from_the_first_pick_on(players: int, placement: str) -> None:
    rules = rules_of(players, placement=placement)
    advice = nimmt.analyse_draft(nimmt.Draft(rules), limit=nimmt.Limit(samples=64), rng=1)
    assert sorted(entry.card for entry in advice) == list(rules.cards)
    for entry in advice:
        assert entry.deals == 64
        assert len(entry.answers) == players - 1
        assert entry.leftovers is not None
        assert sum(entry.leftovers.chances) == pytest.approx(4)
        assert entry.leftovers.chances[entry.card] == 0
        assert list(entry.leftovers.typical) == sorted(entry.leftovers.typical)
        assert entry.win is not None
        assert 0 <= entry.win.mean <= 1


@pytest.mark.parametrize("objective", ["own", "relative", "rank"])
def test_the_objective_orders_the_cards(objective: str) -> None:
    draft = nimmt.Draft(rules_of(3), 2, [5, 20, 21, 30])
    advice = nimmt.analyse_draft(draft, objective=objective, limit=FEW, rng=1)
    first = [entry for entry in advice if entry.deals == advice.samples]
    assert [entry.value.mean for entry in first] == sorted(entry.value.mean for entry in first)
    for entry in advice:
        if objective != "rank":
            assert entry.value == getattr(entry, objective)
        else:
            assert 1 <= entry.value.mean <= 3
    assert advice.why.startswith(f"Pick {advice.best}: ")


def test_the_answer_does_not_depend_on_the_workers() -> None:
    draft = nimmt.Draft(rules_of(4), 1, [5, 20, 21])
    answers = [
        nimmt.analyse_draft(draft, limit=nimmt.Limit(samples=192), rng=7, workers=workers)
        for workers in (1, 3)
    ]
    assert answers[0] == answers[1]
    assert answers[0].to_dict() == answers[1].to_dict()


def test_the_last_pick_is_the_play_of_a_complete_draft() -> None:
    rules = rules_of(2)
    random = Random(3)
    picks = random.sample(rules.cards, 19)
    advice = nimmt.analyse_draft(nimmt.Draft(rules, picks=picks), limit=FEW, rng=1)
    assert len(advice) == 5
    for entry in advice:
        assert entry.answers == ()
        assert entry.lost is None
        left = set(rules.cards) - {*picks, entry.card}
        assert entry.leftovers is not None
        assert entry.leftovers.typical == tuple(sorted(left))


def test_what_time_does_not_suffice_for_is_left_out_and_told() -> None:
    rules = rules_of(10)
    draft = nimmt.Draft(rules, 0, [50])
    advice = nimmt.analyse_draft(draft, limit=nimmt.Limit(seconds=1e-6), rng=1)
    looked_at = {entry.card for entry in advice}
    assert len(looked_at) == 6
    assert looked_at | set(advice.unseen) == set(draft.remaining)
    assert not looked_at & set(advice.unseen)
    assert "time did not suffice to look at 97 cards: " in advice.notes[0]
    assert "the seed would repeat" in advice.notes[1]
    assert advice.to_dict()["unseen"] == list(advice.unseen)
    # The plan's favourites come first.
    assert advice.plan is not None
    likes = styles_of(rules).likes(())[STYLES.index(advice.plan)]
    worst = min(likes[card - 1] for card in looked_at)
    assert all(likes[card - 1] <= worst for card in advice.unseen)
    assert nimmt.analyse_draft(draft, limit=nimmt.Limit(samples=64), rng=1).unseen == ()


def test_a_pick_that_was_not_looked_at_is_reviewed_all_the_same() -> None:
    draft = nimmt.Draft(rules_of(10), 0, [100])
    (entry,) = nimmt.review_draft(draft, limit=nimmt.Limit(seconds=1e-6), rng=1)
    assert 100 in entry.advice.unseen
    assert entry.best != 100
    assert entry.mistake.std_error > 0


def test_progress_stops() -> None:
    seen: list[int] = []

    def progress(deals: int, error: float) -> bool:
        seen.append(deals)
        return True

    advice = nimmt.analyse_draft(
        nimmt.Draft(rules_of()), limit=nimmt.Limit(samples=1000), rng=1, progress=progress
    )
    assert seen == [64]
    assert advice.samples == 64


def test_hidden_picks_are_dealt_to_the_others() -> None:
    rules = rules_of(3, public_picks=False)
    draft = nimmt.Draft(rules, 0, [30, 10, 20, 29, 11])
    advice = nimmt.analyse_draft(draft, limit=FEW, rng=1)
    assert advice.view.hands is None
    assert advice.view.seat == 2
    assert sorted(entry.card for entry in advice) == sorted(draft.remaining)
    assert any("nobody keeps track" in note for note in advice.notes)
    # The cards that are gone decide, and not who has which of them.
    other = nimmt.Draft(rules, 0, [11, 29, 20, 10, 30])
    assert nimmt.analyse_draft(other, limit=FEW, rng=1) == advice


def test_a_view_without_the_order_of_picks_is_enough() -> None:
    draft = nimmt.Draft(rules_of(3), 0, [30, 10, 20, 29, 11])
    view = replace(draft.view(2), picks=None)
    advice = nimmt.analyse_draft(view, limit=FEW, rng=1)
    assert set(advice.styles[0]) == set(STYLES)


# Styles and tables.


def test_styles_are_told_from_picks() -> None:
    rules = rules_of(4)
    weights = weights_of_styles(rules, 0, [44, 1, 22, 13, 43, 2, 23, 30, 42, 3, 21, 7])
    assert np.allclose(weights.sum(axis=1), 1)
    for seat, name in enumerate(["highest", "lowest"]):
        assert weights[seat, STYLES.index(name)] > 0.8
    assert weights[2, STYLES.index("middle")] > 0.9
    assert weights_of_styles(rules, 0, None) == pytest.approx(np.full((4, len(STYLES)), 1 / 11))


def test_the_weights_are_those_of_bayes() -> None:
    rules = rules_of(2, hand_size=2, rows=4)
    styles = styles_of(rules)
    picks = [3, 7, 4]
    likelihood = np.ones(len(STYLES))
    for style in range(len(STYLES)):
        left = list(rules.cards)
        hand: list[int] = []
        for number, card in enumerate(picks):
            if number % 2 == 0:
                likes = [
                    int(styles.scores[style, other - 1])
                    + sum(
                        int(styles.pairs[style, abs(other - own) - 1])
                        for own in hand
                        if abs(other - own) <= styles.pairs.shape[1]
                    )
                    for other in left
                ]
                chances = np.exp(np.array(likes) / 256)
                likelihood[style] *= chances[left.index(card)] / chances.sum()
                hand.append(card)
            left.remove(card)
    assert weights_of_styles(rules, 0, picks)[0] == pytest.approx(likelihood / likelihood.sum())


@pytest.mark.parametrize("placement", ["standard", "professional"])
@pytest.mark.parametrize("players", range(2, 11))
def test_the_tables_of_hands_are_whole(players: int, placement: str) -> None:
    table = hand_table(rules_of(players, placement=placement))
    for values in (table.cards, table.card_errors, table.likes):
        assert values.shape == (10 * players + 4,)
    assert table.cards.mean() == pytest.approx(0, abs=1e-3)
    assert (table.card_errors > 0).all()
    assert (table.pair_errors > 0).all()
    assert 0 < table.explained < 1
    assert table.drafts >= 100_000


# Reasons.


def test_gaps() -> None:
    view = nimmt.Draft(rules_of(2), 0, [10, 3, 14, 5]).view(0)
    assert gap_of(view, 12) == (10, 14)
    assert gap_of(view, 20) == (14, None)
    assert gap_of(view, 1) == (None, 10)


def test_the_reasons_speak_of_the_gap_and_of_the_denied() -> None:
    # The last but one card fills a gap and lies next to a card of the other.
    rules = rules_of(2, hand_size=2, rows=2, row_capacity=1)
    advice = nimmt.analyse_draft(nimmt.Draft(rules, 0, [3, 5, 4]))
    assert "Pick " in advice.why
    assert "next to" in advice.why or "fills the gap" in advice.why
    assert advice.to_dict()["why"] == advice.why


# Reviews.


def test_a_review_names_every_pick_and_the_mistake() -> None:
    rules = rules_of(hand_size=3, rows=2, row_capacity=2)
    draft = nimmt.Draft(rules, 0, [1, 8, 2, 7, 3, 6])
    review = nimmt.review_draft(draft)
    assert review.exact
    assert [entry.card for entry in review] == list(draft.picks)
    for number, entry in enumerate(review):
        advice = nimmt.analyse_draft(nimmt.Draft(rules, 0, draft.picks[:number]))
        assert entry.mistake == advice[entry.card].difference
        assert entry.best == advice.best
    assert [entry.number for entry in nimmt.review_draft(draft, seat=1)] == [2, 4, 6]
    total = review.total(0)
    assert total.mean == pytest.approx(sum(entry.mistake.mean for entry in review.picks[::2]))
    assert "clear mistake" in str(review)


def test_mistakes_are_measured_on_playouts_that_did_not_choose_the_best() -> None:
    # 1 takes a row whenever it is played, and costs two heads more than the best with two players.
    draft = nimmt.Draft(rules_of(2), 0, [1])
    review = nimmt.review_draft(draft, limit=nimmt.Limit(samples=512), rng=1)
    (entry,) = review
    assert entry.separable
    assert entry.mistake != entry.advice[1].difference
    assert entry.mistake.mean > 2 * entry.mistake.std_error


def test_a_record_is_reviewed() -> None:
    game = nimmt.Game(rules_of(2, rounds=1, threshold=None), rng=1)
    play_match(game, [policy_named("gaps+random")] * 2, np.random.default_rng(1))
    review = nimmt.review_draft(game.record, seat=0, limit=nimmt.Limit(samples=64), rng=1)
    assert [entry.card for entry in review] == list(game.draft.picks[::2])
    with pytest.raises(IllegalActionError, match="round 2 is not in the record, which has 1"):
        nimmt.review_draft(game.record, round_number=2)
    dealt = nimmt.Game(nimmt.Rules(players=2, rounds=1), rng=1)
    dealt.deal()
    with pytest.raises(IllegalActionError, match="round 1 was dealt and not drafted"):
        nimmt.review_draft(dealt.record)


# Players.


@pytest.mark.parametrize("name", DRAFTERS)
def test_every_drafter_picks_what_is_there(name: str) -> None:
    drafter = drafter_named(name)
    if isinstance(drafter, EngineDrafter):
        drafter = drafter_named("engine:64")
    game = nimmt.Game(rules_of(3, rounds=1), rng=1)
    game.deal()
    policy = Drafting(drafter, policy_named("random"))
    rng = np.random.default_rng(1)
    for _ in range(6):
        (seat,) = game.seats_to_act
        game.pick(choose_action(policy, game, seat, rng))
    assert len(game.draft.picks) == 6


def test_simple_drafters_pick_as_they_say() -> None:
    view = nimmt.Draft(rules_of(2), 0, [12, 20]).view(0)
    rng = np.random.default_rng(1)
    picks = {name: drafter_named(name).pick(view, rng) for name in ("highest", "lowest", "gaps")}
    assert picks == {"highest": 24, "lowest": 1, "gaps": 13}
    assert drafter_named("deny").pick(view, rng) == 21
    assert drafter_named("middle").pick(view, rng) == 13
    hidden = nimmt.Draft(rules_of(2, public_picks=False), 0, [12, 20]).view(0)
    assert drafter_named("deny").pick(hidden, rng) == 13


def test_worth_picks_by_the_table() -> None:
    view = nimmt.Draft(rules_of(4), 0, [12, 20, 30, 31]).view(0)
    table = hand_table(view.rules)
    card = drafter_named("worth").pick(view, np.random.default_rng(1))
    assert table.worth((12, card)) == min(table.worth((12, other)) for other in view.remaining)


def test_names_of_drafters() -> None:
    assert policy_named("engine:100+strong:50").name == "engine:100+strong:50"
    for name, message in (
        ("clever+instant", "no drafter is called 'clever'"),
        ("gaps:3+instant", "engine alone takes a number"),
        ("gaps+clever", "no player is called 'clever'"),
    ):
        with pytest.raises(NimmtError, match=message):
            policy_named(name)


# What is refused.


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"seat": 0}, "seat 0 is out of turn: seat 2 picks next"),
        ({"remaining": tuple(range(7, 35))}, "is out of turn"),
        ({"hands": ((30, 29), (10,), (20,))}, "seat 1 has 1 picks; after 5 picks it has 2"),
        ({"hands": ((30, 29), (10, 11))}, "are not one of each seat"),
        ({"hand": (21,)}, "are not one of each seat, the own one"),
        ({"hands": ((30, 29), (10, 99), (20,))}, "not cards of 1..34, each once"),
        ({"picks": (29, 10, 20, 11, 30)}, "do not make the hands"),
        ({"remaining": (1, 2, 3, 4)}, "the draft is over"),
    ],
)
def test_a_view_that_cannot_be_is_refused(change: dict[str, Any], message: str) -> None:
    view: DraftView = nimmt.Draft(rules_of(3), 0, [30, 10, 20, 29, 11]).view(2)
    with pytest.raises(IllegalActionError, match=message):
        nimmt.analyse_draft(replace(view, **change), limit=FEW)


def test_bad_questions_are_refused() -> None:
    draft = nimmt.Draft(rules_of(3), 0, [30])
    with pytest.raises(IllegalActionError, match="seat 0 is out of turn: seat 1 picks next"):
        nimmt.analyse_draft(draft, seat=0)
    with pytest.raises(IllegalActionError, match="seat 'x' is out of turn"):
        nimmt.analyse_draft(draft, seat="x")  # type: ignore[arg-type]
    with pytest.raises(LimitError, match="objective 'most' is not one of"):
        nimmt.analyse_draft(draft, objective="most")
    with pytest.raises(LimitError, match="no samples, seconds or std_error"):
        nimmt.analyse_draft(draft, limit=nimmt.Limit(nodes=5))
    with pytest.raises(TypeError, match="takes a Draft or a DraftView"):
        nimmt.analyse_draft([1, 2])  # type: ignore[arg-type]
    with pytest.raises(RulesError, match="trained for 4 rows of 5 cards"):
        nimmt.analyse_draft(nimmt.Draft(rules_of(3, rows=3)))
    full = nimmt.Draft(rules_of(2, hand_size=1, rows=1), 0, [1, 2])
    with pytest.raises(IllegalActionError, match="the draft is over"):
        nimmt.analyse_draft(full)
    with pytest.raises(IllegalActionError, match="nothing was picked yet"):
        nimmt.review_draft(nimmt.Draft(rules_of(2)))
    with pytest.raises(LimitError, match="seat 2"):
        nimmt.review_draft(draft := nimmt.Draft(rules_of(2), 0, [1]), seat=2)
    assert draft.picks == (1,)
