"""``recommend`` where two known hands make its answer a proof."""

import json
import time
from random import Random
from typing import Any

import pytest

import nimmt
from api.solve_cases import (
    SAME,
    TACTICAL_DEAL,
    between_turns,
    dealt_down,
    drawn,
    exact_choices,
    exact_value,
)
from nimmt import InformationSet, Limit, Method, Objective, Placement, Position
from nimmt.analysis.proving import MOST_CARDS, MOST_NODES
from nimmt.analysis.solve import ROUNDING

SHORT = Limit(samples=500)
KNOWN = "24/15,22/7,13,14/3,5 1,2,10,11,12/4,6,8,9,16 tac"
ROWS_DUE = "40/50,55/60/70,71 12,90/13,91 now=0:3,1:5"

by_placement = pytest.mark.parametrize("placement", Placement)


def seen_by(text: str, seat: int) -> InformationSet:
    position = nimmt.parse_position(text)
    assert isinstance(position, Position)
    return position.information_set(seat, open_hands=True)


def value_to(seat: int, gain_of_0: float) -> float:
    """Own bull heads less the other's, from what seat 0 gains."""
    return -gain_of_0 if seat == 0 else gain_of_0


@by_placement
@pytest.mark.parametrize("seat", [0, 1])
def test_the_value_is_that_of_the_reference(placement: Placement, seat: int) -> None:
    random = Random(f"advice {placement} {seat}")
    for _ in range(12):
        position = between_turns(random, placement, random.randint(1, 3))
        advice = nimmt.recommend(position.information_set(seat, open_hands=True))
        assert (advice.method, advice.objective) == (Method.EXACT, Objective.RELATIVE)
        assert advice.proof is not None
        assert advice.proof.hi - advice.proof.lo <= ROUNDING
        wanted = value_to(seat, exact_value(position))
        assert advice.proof.value == pytest.approx(wanted, abs=SAME), position
        assert sum(advice.strategy.values()) == pytest.approx(1)
        # The best cards are worth the value, and no card is worth more.
        assert advice[advice.best].value.mean == pytest.approx(wanted, abs=SAME)
        assert all(entry.value.mean >= wanted - SAME for entry in advice)


@by_placement
def test_cards_are_valued_against_the_other_players_equilibrium(placement: Placement) -> None:
    random = Random(f"cards {placement}")
    for _ in range(4):
        position = dealt_down(random, placement, 4)
        matrix = nimmt.solve(position).matrix()
        for seat in (0, 1):
            advice = nimmt.recommend(position.information_set(seat, open_hands=True))
            assert advice.proof is not None
            other = advice.proof.opponent
            assert sum(other.values()) == pytest.approx(1)
            for entry in advice:
                gains = (
                    chance * matrix[(entry.card, card) if seat == 0 else (card, entry.card)]
                    for card, chance in other.items()
                )
                assert entry.value.mean == pytest.approx(value_to(seat, sum(gains)), abs=1e-4)
            # What is mixed costs the same, so that all of it is close to the best.
            assert {card for card, chance in advice.strategy.items() if chance} <= {*advice.close}


@by_placement
def test_rows_have_the_values_of_the_reference(placement: Placement) -> None:
    random = Random(f"rows {placement}")
    found = 0
    while found < 8:
        position = drawn(random, placement, 2)
        if not position.pending:
            continue
        found += 1
        seat = position.to_choose
        assert seat is not None
        advice = nimmt.recommend(position.information_set(seat, open_hands=True))
        assert (advice.method, advice.decision) == (Method.EXACT, "row")
        wanted = {row: value_to(seat, gain) for row, gain in exact_choices(position).items()}
        assert {entry.action: entry.value.mean for entry in advice} == pytest.approx(
            wanted, abs=SAME
        )
        assert wanted[advice.best] == pytest.approx(min(wanted.values()), abs=SAME)


def test_a_tactical_view_is_proved_when_its_cards_tell_the_other_hand() -> None:
    position = dealt_down(Random("tactical"), Placement.STANDARD, 5)
    view = position.information_set(1)
    assert view.hands_known
    advice = nimmt.recommend(view)
    assert advice.method is Method.EXACT
    solution = nimmt.solve(position)
    assert advice.proof is not None
    assert advice.proof.value == pytest.approx(solution.value, abs=SAME)
    assert advice.strategy == pytest.approx(solution.strategy(1), abs=1e-4)
    # Less is known without the cards that were swept away.
    vague = InformationSet(position.rows, position.hands[1], position.rules, seat=1)
    assert not vague.hands_known
    assert nimmt.recommend(vague, limit=SHORT, rng=1).method is Method.SIMULATION


@pytest.mark.parametrize("text", [KNOWN, ROWS_DUE])
def test_an_exact_answer_is_complete(text: str) -> None:
    view = seen_by(text, 0)
    advice = nimmt.recommend(view, rng=7)
    assert (advice.samples, advice.blocks, advice.seed) == (0, 0, None)
    assert advice == nimmt.recommend(view, rng=8, workers=2)
    for entry in advice:
        assert [entry.rest, entry.distribution, entry.expected, entry.std_error] == [None] * 4
        assert entry.quantile(0.5) is None
        assert (entry.value.std_error, entry.difference.std_error) == (0, 0)
        assert entry.separable == (entry.difference.mean > ROUNDING)
        assert entry.risk.exact
    order = [(entry.separable, -(entry.probability or 0)) for entry in advice]
    assert order == sorted(order)
    data = json.loads(json.dumps(advice.to_dict(), allow_nan=False))
    assert (data["method"], data["objective"], data["seed"]) == ("exact", "relative", None)
    assert data["proof"]["nodes"] == advice.proof.nodes  # type: ignore[union-attr]
    assert [entry["probability"] for entry in data["candidates"]] == [*advice.strategy.values()]
    drawn_text = " ".join(str(advice).split())
    assert "Exact: proved by search" in drawn_text
    assert " ".join(advice.why.split()) in drawn_text
    for entry in advice:
        assert f"{entry.value.mean:.4f}" in drawn_text
        if entry.row is None and entry.probability:
            assert f"{entry.probability:.1%}" in drawn_text


def test_the_risk_is_that_of_risk() -> None:
    view = seen_by(KNOWN, 1)
    risks = nimmt.risk(view)
    assert {entry.card: entry.risk for entry in nimmt.recommend(view, budget=0)} == {
        entry.card: entry for entry in risks
    }


def test_the_words_of_a_mixed_strategy() -> None:
    advice = nimmt.recommend(seen_by(KNOWN, 0))
    assert advice.why.startswith(
        "Mix your cards, 60% 2, 40% 11: if both play their best, you take 0.06 bull heads fewer "
        "than seat 1 on average."
    )
    assert "The next choice, 1, costs 0.17 more." in advice.why
    other = nimmt.recommend(seen_by(KNOWN, 1))
    assert "you take 0.06 bull heads more than seat 0" in other.why


@pytest.mark.parametrize(
    ("options", "method", "objective", "note"),
    [
        ({}, "exact", "relative", "few cards are left"),
        ({"objective": "relative"}, "exact", "relative", None),
        ({"objective": "own"}, "simulation", "own", "the answer would be proved"),
        ({"objective": "rank"}, "simulation", "rank", "the answer would be proved"),
        ({"exact": False}, "simulation", "own", None),
        ({"exact": False, "objective": "relative"}, "simulation", "relative", None),
        ({"limit": Limit(samples=500, nodes=20)}, "simulation", "own", "the search was given up"),
        (
            {"limit": Limit(samples=500, nodes=20), "objective": "relative"},
            "simulation",
            "relative",
            "the search was given up",
        ),
    ],
)
def test_only_the_game_that_was_asked_for_is_answered(
    options: dict[str, Any], method: str, objective: str, note: str | None
) -> None:
    advice = nimmt.recommend(seen_by(KNOWN, 0), **{"limit": SHORT, "rng": 1, **options})
    assert (advice.method, advice.objective) == (method, objective)
    assert (advice.proof is None) == (method == "simulation")
    if note is None:
        assert advice.notes == ()
    else:
        assert len(advice.notes) == 1
        assert note in advice.notes[0]


def test_a_search_takes_half_of_the_time_at_most() -> None:
    view = TACTICAL_DEAL.information_set(0)  # a search of seconds
    limit = Limit(seconds=0.4, nodes=10**12)
    started = time.monotonic()
    advice = nimmt.recommend(view, playouts="uniform", limit=limit, rng=1)
    assert 0.4 <= time.monotonic() - started < 5
    assert advice.method is Method.SIMULATION
    assert "the search was given up" in advice.notes[0]
    again = nimmt.recommend(
        view, playouts="uniform", exact=False, limit=Limit(samples=advice.samples), rng=1
    )
    assert again.candidates == advice.candidates


def test_giving_up_leaves_the_simulation_as_it_is() -> None:
    view = seen_by(KNOWN, 0)
    given_up = nimmt.recommend(view, limit=Limit(samples=500, nodes=20), rng=1)
    simulated = nimmt.recommend(view, exact=False, limit=SHORT, rng=1)
    assert given_up.candidates == simulated.candidates


def test_more_cards_are_searched_if_the_limit_says_how_far() -> None:
    position = dealt_down(Random("eight"), Placement.STANDARD, MOST_CARDS + 1)
    view = position.information_set(0)
    few = nimmt.recommend(view, limit=SHORT, rng=1)
    assert (few.method, few.notes) == (Method.SIMULATION, ())
    far = nimmt.recommend(view, limit=Limit(samples=500, nodes=20 * MOST_NODES), rng=1)
    assert far.method is Method.EXACT


@pytest.mark.parametrize(
    "view",
    [
        seen_by("4/13/40/77 5,14/20,99/41,42", 0),  # three players
        InformationSet([[4], [13], [40], [77]], [5, 14], nimmt.Rules(2)),  # an unknown hand
        # Five rows are more than the search takes.
        InformationSet([[4], [13], [40], [77], [90]], [5], nimmt.Rules(2, rows=5), known={1: [20]}),
    ],
)
def test_other_games_are_simulated(view: InformationSet) -> None:
    advice = nimmt.recommend(view, limit=SHORT, rng=1)
    assert (advice.method, advice.objective) == (Method.SIMULATION, Objective.OWN)
    assert not any("search" in note or "proved" in note for note in advice.notes)


@by_placement
def test_six_cards_are_proved_within_the_limits(placement: Placement) -> None:
    random = Random(f"six {placement}")
    for _ in range(6):
        position = dealt_down(random, placement, MOST_CARDS)
        assert nimmt.recommend(position.information_set(0)).method is Method.EXACT
