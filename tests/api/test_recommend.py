"""What an answer says, and what can be asked."""

import json
from functools import partial
from math import ceil
from typing import Any

import pytest

from api.cases import CASES, Case
from nimmt import (
    Candidate,
    InformationSet,
    Limit,
    Method,
    NimmtError,
    Objective,
    Playouts,
    Position,
    PositionError,
    Recommendation,
    Rules,
    recommend,
    risk,
)
from nimmt.analysis.statistics import separation
from nimmt.errors import IllegalActionError, LimitError, RulesError

SHORT = Limit(samples=500)
ROWS = [[4, 13], [21], [40, 44, 47], [77]]
HAND = [5, 14, 48, 80, 99]
VIEW = InformationSet(ROWS, HAND, Rules(5))

by_case = pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
by_objective = pytest.mark.parametrize("objective", Objective)


def ask(case: Case, objective: str = "own", **options: Any) -> Recommendation:
    return recommend(case.view, objective=objective, exact=False, limit=SHORT, rng=3, **options)


@by_case
@by_objective
def test_an_answer_is_consistent(case: Case, objective: Objective) -> None:
    advice = ask(case, objective)
    assert advice.objective is objective
    assert advice.decision == ("row" if case.pending else "card")
    actions = [entry.action for entry in advice]
    assert sorted(actions) == list(case.view.options or case.view.hand)
    assert len(advice) == len(actions)
    assert advice.best == actions[0]
    values = [(entry.value.mean, entry.action) for entry in advice]
    assert values == sorted(values)
    assert (advice.samples, advice.blocks, advice.seed) == (500, 1, 3)
    apart = separation(len(actions), 0.95)
    for entry in advice:
        assert advice[entry.action] is entry
        assert entry.difference.mean == pytest.approx(entry.value.mean - values[0][0], abs=1e-12)
        assert entry.separable == (entry.difference.mean > apart * entry.difference.std_error)
        if objective is Objective.OWN:
            assert entry.value == entry.rest
    assert advice[advice.best].difference.mean == advice[advice.best].difference.std_error == 0
    assert advice.close == tuple(entry.action for entry in advice if not entry.separable)
    assert advice.close[0] == advice.best
    with pytest.raises(KeyError):
        advice[125]


@by_case
def test_the_distribution_is_of_the_samples(case: Case) -> None:
    for entry in ask(case, budget=0):
        assert entry.distribution is not None
        assert entry.rest is not None
        assert sum(entry.distribution) == 500
        assert entry.distribution[-1] > 0
        heads = [heads for heads, count in enumerate(entry.distribution) for _ in range(count)]
        assert entry.expected == pytest.approx(sum(heads) / 500)
        for share in (0.1, 0.5, 0.9, 1):
            assert entry.quantile(share) == heads[ceil(share * 500) - 1]
        assert entry.risk.expected <= entry.rest.mean + 1e-9


@by_case
@by_objective
def test_an_answer_can_be_written(case: Case, objective: Objective) -> None:
    advice = ask(case, objective)
    data = json.loads(json.dumps(advice.to_dict(), allow_nan=False))
    assert data["best"] == advice.best
    assert data["close"] == list(advice.close)
    assert data["position"] == str(case.view)
    assert (data["samples"], data["seed"], data["limit"]) == (500, 3, {"samples": 500})
    assert [entry.get("row", entry["card"]) for entry in data["candidates"]] == [
        entry.action for entry in advice
    ]
    for written, entry in zip(data["candidates"], advice, strict=True):
        assert written["expected"] == entry.expected
        assert written["quantiles"]["0.5"] == entry.quantile(0.5)
        assert written["risk"] == json.loads(json.dumps(entry.risk.to_dict()))
        assert (written["probability"], entry.probability) == (None, None)
    text = str(advice)
    assert "\x1b" not in text
    assert "500 deals" in text
    assert "seed 3" in text
    # Lines are wrapped; the reasons are there word for word.
    assert " ".join(advice.why.split()) in " ".join(text.split())
    for entry in advice:
        assert f"{entry.expected:.2f}" in text
        assert f"{entry.risk.expected:.2f}" in text
    assert (data["method"], data["proof"]) == ("simulation", None)


def test_the_plain_form_is_the_same_question() -> None:
    view = InformationSet(
        ROWS,
        HAND,
        Rules(5, placement="professional"),
        seat=2,
        seen=[30],
        known={1: [60]},
        excluded={3: [61]},
        taken=[1, 2, 3, 4, 5],
    )
    plain = recommend(
        rows=ROWS,
        hand=HAND,
        players=5,
        placement="professional",
        seat=2,
        seen=[30],
        known={1: [60]},
        excluded={3: [61]},
        taken=[1, 2, 3, 4, 5],
        limit=SHORT,
        rng=1,
    )
    assert plain == recommend(view, limit=SHORT, rng=1)


def test_the_plain_form_at_a_choice() -> None:
    advice = recommend(rows=ROWS, hand=HAND, pending={0: 3, 2: 50}, limit=SHORT, rng=1)
    assert advice.decision == "row"
    assert {entry.card for entry in advice} == {3}
    assert {entry.row for entry in advice} == {0, 1, 2, 3}


def test_four_players_and_so_many_deals_if_nothing_is_said() -> None:
    advice = recommend(rows=ROWS, hand=HAND, rng=1)
    assert advice.view.rules == Rules()
    assert advice.playouts is Playouts.NETWORK
    assert advice.limit == Limit(samples=2000)
    assert recommend(rows=ROWS, hand=HAND, rng=1, playouts="uniform").samples == 20_000


def test_the_card_set_is_standard_unless_asked_for() -> None:
    # With 2 players the tactical set would show both hands.
    hand = range(10, 20)
    rows = [[1], [2], [3], [4]]
    plain = recommend(rows=rows, hand=hand, players=2, limit=SHORT, rng=1)
    assert not plain.view.hands_known
    assert len(plain.view.unseen) == 90
    asked = recommend(rows=rows, hand=hand, players=2, card_set="tactical", limit=SHORT, rng=1)
    assert asked.view.hands_known


def test_the_only_card_is_recommended() -> None:
    view = InformationSet(ROWS, [50], Rules(5))
    advice = recommend(view, limit=SHORT, rng=1)
    assert advice.best == 50
    assert advice.close == (50,)
    assert not advice[50].separable


@pytest.mark.parametrize("objective", Objective)
def test_equal_candidates_are_close(objective: str) -> None:
    # Nobody can take anything with one card left: all is equal but the card.
    rules = Rules(2, rows=2, hand_size=2, deck_size=30)
    view = InformationSet([[1], [2]], [10, 11], rules, known={1: [20, 21]})
    advice = recommend(view, objective=objective, exact=False, limit=SHORT, rng=1)
    assert advice.close == (10, 11)
    assert advice[11].difference.std_error == 0


@pytest.mark.parametrize(
    ("view", "note"),
    [
        (InformationSet(ROWS, HAND, Rules(5)), "22 cards that must have been played"),
        (InformationSet([[row] for row in (1, 2, 3, 4)], range(10, 20)), None),
        (InformationSet(ROWS, range(80, 90)), "3 more than can have been played"),
    ],
)
def test_notes(view: InformationSet, note: str | None) -> None:
    advice = recommend(view, limit=SHORT, rng=1)
    if note is None:
        assert advice.notes == ()
    else:
        assert note in advice.notes[0]
        assert advice.notes[0] in " ".join(str(advice).split())
        assert advice.to_dict()["notes"] == list(advice.notes)


@pytest.mark.parametrize(
    ("view", "said"),
    [
        (InformationSet(ROWS, [], Rules(5)), "the hand is empty"),
        (InformationSet(ROWS, HAND, pending={1: 3}), "seat 1 has a row to choose, not seat 0"),
    ],
)
def test_there_must_be_something_to_decide(view: InformationSet, said: str) -> None:
    with pytest.raises(IllegalActionError, match=said):
        recommend(view, limit=SHORT)


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"objective": "others"}, "objective 'others' .* 'own', 'relative', 'rank'"),
        ({"budget": -1}, "budget -1"),
        ({"limit": Limit(nodes=5)}, "has no samples, seconds or std_error"),
        ({"limit": 1000}, "limit 1000"),
        ({"limit": "fast"}, "limit 'fast'"),
        ({"rng": -1}, "rng -1"),
        ({"rng": "seed"}, "rng 'seed'"),
        ({"workers": 0}, "workers 0"),
        ({"workers": 2.0}, r"workers 2\.0"),
    ],
)
def test_questions_that_make_no_sense(asked: dict[str, Any], said: str) -> None:
    with pytest.raises(LimitError, match=said):
        recommend(VIEW, **{"limit": SHORT, **asked})


@pytest.mark.parametrize(
    "asked",
    [
        {"rows": ROWS},
        {"hand": HAND},
        {"players": 5},
        {"seat": 1},
        {"seen": [30]},
        {"pending": {0: 3}},
        {"known": {1: [30]}},
        {"excluded": {1: [30]}},
        {"taken": [0, 1, 2, 3, 4]},
        {"placement": "professional"},
        {"card_set": "tactical"},
    ],
)
def test_a_view_and_the_plain_form_do_not_mix(asked: dict[str, Any]) -> None:
    with pytest.raises(TypeError, match=f"{next(iter(asked))}="):
        recommend(VIEW, **asked, limit=SHORT)


@pytest.mark.parametrize("asked", [{}, {"rows": ROWS}, {"hand": HAND}, {"players": 5}])
def test_rows_and_hand_are_needed(asked: dict[str, Any]) -> None:
    with pytest.raises(TypeError, match="rows= and hand="):
        recommend(**asked)


def test_a_position_has_one_view_for_each_seat() -> None:
    position: Any = Position([[4], [13]], [[5], [6]], Rules(2, rows=2))
    with pytest.raises(TypeError, match="InformationSet, not Position"):
        recommend(position)


@pytest.mark.parametrize(
    ("asked", "error"),
    [
        ({"players": 1}, RulesError),
        ({"placement": "sideways"}, RulesError),
        ({"hand": [4]}, PositionError),
        ({"seat": 4}, PositionError),
        ({"known": {1: [13]}}, PositionError),
    ],
)
def test_plain_questions_are_checked(asked: dict[str, Any], error: type[NimmtError]) -> None:
    with pytest.raises(error):
        recommend(**{"rows": ROWS, "hand": HAND, **asked})


def test_reasons() -> None:
    advice = recommend(VIEW, limit=SHORT, rng=1)
    assert advice.method is Method.SIMULATION
    assert advice.why.startswith(f"Play {advice.best}: {advice[advice.best].expected:.2f} bull")
    assert advice[advice.best].outlook.sentence() in advice.why
    rows = [range(start, start + 5) for start in (10, 20, 30, 40)]
    forced = InformationSet(rows, [50, 60])
    assert "Every row is full" in recommend(forced, limit=SHORT, rng=1).why
    row = ask(CASES[5])
    assert row.why.startswith(f"Choose row {row.best} for 4")
    assert "2 cards of this turn still to be placed" in row.why


def test_the_words_say_how_sure_this_turn_is() -> None:
    ask = partial(recommend, limit=SHORT, playouts="uniform", rng=1)
    advice = ask(VIEW)
    risks = risk(VIEW)
    assert [entry.risk for entry in sorted(advice, key=lambda entry: entry.card)] == [*risks]
    assert all(entry.outlook is entry.risk.outlook for entry in advice)
    safe = InformationSet([[4], [30], [50], [70]], [31, 100], Rules(2))
    assert "none of them this turn: it is safe now" in ask(safe).why
    full = [[*range(start, start + 5)] for start in (10, 20, 30, 40)]
    lost = InformationSet(full, [1, 2])
    certain = ask(lost)
    assert "this turn: it is certain to take a row now" in certain.why
    assert str(certain).count(" certain ") == 1 + 2  # in the reasons, and in two lines
    assert "This turn: exact." in str(certain)
    # Beyond the budget the chance is 1 in every deal, which proves nothing.
    unsure = ask(lost, budget=0)
    assert "with an estimated >99% chance" in unsure.why
    assert str(unsure).count(">99%") == 1 + 2
    assert "This turn: estimated." in str(unsure)


def test_candidates_are_values() -> None:
    first, again = (recommend(VIEW, limit=SHORT, rng=1) for _ in range(2))
    assert first == again
    assert first.candidates == again.candidates
    entry: Candidate = first.candidates[0]
    with pytest.raises(AttributeError):
        entry.card = 5  # type: ignore[misc]
