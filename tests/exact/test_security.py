"""Security levels against backward induction with scipy's linear programming."""

import json
from itertools import islice
from random import Random

import pytest

from exact.positions import (
    EASY,
    OBJECTIVES,
    PLACEMENTS,
    as_reference,
    composed,
    large,
    parsed,
    small,
)
from exact.test_guarantee import seat_to_ask
from nimmt import Security, TooLargeError, security, solve
from nimmt_core._security import Security as Solver
from reference import multiplayer

CLOSE = 1e-7  # what the reference's linear programs are good for


def check_strategies(answer: Security) -> None:
    """Check both strategies of this turn against the values of what follows."""
    game, state = as_reference(answer.position)
    seat, objective = answer.seat, str(answer.objective)
    others = {tuple(card for _, card in entry.plays): entry.probability for entry in answer.joint}
    assert sum(others.values()) == pytest.approx(1)
    assert sum(answer.strategy.values()) == pytest.approx(1)
    against_mine: dict[tuple[int, ...], float] = {}
    against_theirs = dict.fromkeys(answer.position.hands[seat], 0.0)
    for cards in multiplayer.joint_plays(state):
        after = multiplayer.played(state, cards)
        value = multiplayer.secured(game, after, seat, objective)
        theirs = cards[:seat] + cards[seat + 1 :]
        mine = answer.strategy[cards[seat]] * value
        against_mine[theirs] = against_mine.get(theirs, 0.0) + mine
        against_theirs[cards[seat]] += others.get(theirs, 0.0) * value
    assert max(against_mine.values()) <= answer.value + CLOSE
    assert min(against_theirs.values()) >= answer.value - CLOSE
    for entry in answer:
        assert entry.value == pytest.approx(against_theirs[entry.card], abs=CLOSE)


@pytest.mark.parametrize("objective", OBJECTIVES)
@pytest.mark.parametrize("placement", PLACEMENTS)
def test_against_linear_programming(placement: str, objective: str) -> None:
    random = Random(f"{placement} {objective}")
    pending = 0
    for position in islice(small(random, placement, most_ends=200), 40):
        seat = seat_to_ask(random, position)
        game, state = as_reference(position)
        answer = security(position, seat, objective)
        expected = multiplayer.secured(game, state, seat, objective)
        assert answer.value == pytest.approx(expected, abs=CLOSE)
        assert answer.lower <= answer.value <= answer.upper <= answer.lower + 1e-9
        if position.pending:
            pending += 1
            for row, (after, cost) in multiplayer.ways(game, state).items():
                now = float(multiplayer.objective_value(objective, cost, seat))
                later = multiplayer.secured(game, after, seat, objective)
                assert answer[row].value == pytest.approx(now + later, abs=CLOSE)
            assert answer[max(answer.strategy, key=answer.strategy.__getitem__)].value == (
                pytest.approx(answer.value)
            )
        else:
            check_strategies(answer)
    assert pending > 10


@pytest.mark.parametrize("objective", OBJECTIVES)
@pytest.mark.parametrize("placement", PLACEMENTS)
def test_mixed_strategies(placement: str, objective: str) -> None:
    random = Random(f"mixed {placement} {objective}")
    mixed = 0
    while mixed < 8:
        position = composed(random, placement, 3, 2, 2, 2)
        answer = security(position, 0, objective)
        if max(answer.strategy.values()) < 1:
            mixed += 1
            check_strategies(answer)
            game, state = as_reference(position)
            expected = multiplayer.secured(game, state, 0, objective)
            assert answer.value == pytest.approx(expected, abs=CLOSE)


@pytest.mark.parametrize("placement", PLACEMENTS)
def test_forgetting_changes_nothing(placement: str) -> None:
    random = Random(placement)
    for _ in range(4):
        position = composed(random, placement, 3, 4, 3, 3)
        found = []
        for slots in (1, 1 << 16):
            professional = placement == "professional"
            solver = Solver(
                position.rows, position.hands, (), 3, professional, 2, False, slots, 10**9
            )
            found.append(solver.stage()[4:])
        assert found[0] == pytest.approx(found[1], abs=1e-10)


def test_both_sides_of_two_players() -> None:
    random = Random(2)
    for placement in PLACEMENTS:
        for _ in range(20):
            position = composed(random, placement, 2, 4, 3, 3)
            values = [security(position, seat, "relative").value for seat in range(2)]
            assert values[0] == pytest.approx(-values[1], abs=1e-9)


def test_many_joint_plays() -> None:
    # 10 players with 2 cards: 512 joint plays of the others.
    position = composed(Random(4), "standard", 10, 2, 4, 5)
    answer = security(position, 3)
    assert answer.lower <= answer.upper <= answer.lower + 1e-9
    assert sum(entry.probability for entry in answer.joint) == pytest.approx(1)
    assert all(len(entry.plays) == 9 for entry in answer.joint)


def test_too_large() -> None:
    with pytest.raises(TooLargeError, match=r"security would take about .* joint plays") as caught:
        security(large(), 0)
    assert caught.value.estimate is not None
    assert caught.value.estimate > 1e20
    with pytest.raises(TooLargeError, match="joint plays"):
        security(EASY, 0, budget=security(EASY, 0).nodes - 1)


def test_the_answer_is_a_value() -> None:
    position = parsed("4,5,6/13,14,15/40 30,50,70/41,60,80/20,61,99")
    answer = security(position, 2, "relative")
    assert answer == security(position, 2, "relative")
    values = json.loads(json.dumps(answer.to_dict()))
    assert [entry["card"] for entry in values["actions"]] == [20, 61, 99]
    assert [play["seat"] for play in values["joint"][0]["plays"]] == [0, 1]
    assert len(answer) == 3
    with pytest.raises(KeyError):
        answer[77]
    assert "Certified between" in str(answer)


def test_agrees_with_the_two_player_solver() -> None:
    random = Random(9)
    for cards in (1, 2, 3, 4, 5):
        for _ in range(5):
            position = composed(random, "standard", 2, cards, 4, 5)
            level = security(position, 0, "relative")
            assert level.value == pytest.approx(-solve(position).value, abs=1e-5)
