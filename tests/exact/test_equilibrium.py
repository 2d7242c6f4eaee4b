"""Strategy profiles: what is said of them against the reference, and where they must converge."""

import json
import os
import signal
from collections.abc import Sequence
from itertools import islice
from random import Random
from threading import Timer
from typing import Any

import numpy as np
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
from nimmt import Position, Rules, TooLargeError, equilibrium, security
from nimmt.errors import IllegalActionError, LimitError
from nimmt_core._regret import RegretMinimiser, evaluate
from nimmt_core._tree import Tree
from reference import multiplayer


@pytest.mark.parametrize("start", ["uniform", "random"])
@pytest.mark.parametrize("objective", OBJECTIVES)
@pytest.mark.parametrize("placement", PLACEMENTS)
def test_what_is_measured(placement: str, objective: str, start: str) -> None:
    random = Random(f"{placement} {objective} {start}")
    pending = unfinished = 0
    for position in islice(small(random, placement, most_ends=300), 25):
        # Few iterations, so that there is something to gain.
        answer = equilibrium(
            position, objective, iterations=random.choice([1, 2, 5]), start=start, rng=1
        )
        game, state = as_reference(position)
        heads = multiplayer.expected_heads(game, state, answer.strategies)
        gains = multiplayer.gains(game, state, answer.strategies, objective)
        assert answer.heads == pytest.approx(heads)
        assert [entry.gain for entry in answer] == pytest.approx(gains, abs=1e-9)
        assert answer.nash_conv == pytest.approx(sum(gains), abs=1e-9)
        for entry in answer:
            value = float(multiplayer.objective_value(objective, heads, entry.seat))
            assert entry.value == pytest.approx(value, abs=1e-9)
            assert entry.strategy == answer.strategies()[entry.seat]
        pending += bool(position.pending)
        unfinished += answer.nash_conv > 0.05
    assert pending > 3
    assert unfinished > 3


@pytest.mark.parametrize("placement", PLACEMENTS)
def test_two_players_agree_with_the_security_level(placement: str) -> None:
    random = Random(placement)
    for _ in range(15):
        position = composed(random, placement, 2, 3, 3, 3)
        answer = equilibrium(position, "relative", tolerance=1e-3, iterations=3000)
        assert answer.nash_conv <= 1e-3
        for seat in range(2):
            level = security(position, seat, "relative")
            assert answer[seat].value == pytest.approx(level.value, abs=1e-3)


@pytest.mark.parametrize("objective", OBJECTIVES)
@pytest.mark.parametrize("placement", PLACEMENTS)
def test_small_games_converge(placement: str, objective: str) -> None:
    random = Random(f"{placement} {objective}")
    for _ in range(20):
        position = composed(random, placement, random.randint(2, 4), 2, 3, 3)
        answer = equilibrium(position, objective, tolerance=0.01, iterations=3000)
        assert answer.nash_conv <= 0.01
        first, last = answer.measured[0], answer.measured[-1]
        assert last == (answer.iterations, answer.nash_conv)
        assert last[1] < first[1] or first[1] <= 0.01
        # Nobody does worse than its security level, but for what it could gain.
        for entry in answer:
            level = security(position, entry.seat, objective)
            assert entry.value - entry.gain <= level.upper + 1e-9


def test_averages_converge_in_zero_sum_games() -> None:
    # Both mix here, so that no profile of pure strategies is an equilibrium.
    position = parsed("10,11,12/30,31,32/50,51 13,33,52/14,34,53")
    level = security(position, 0, "relative")
    assert max(level.strategy.values()) < 1
    tree = Tree(position.rows, position.hands, (), 5, False, 10**6)
    run = RegretMinimiser(tree, True, np.zeros(tree.slots + 1))
    found = []
    for iterations in (10, 100, 1000):
        run.iterate(iterations - run.iterations)
        values, best_values = evaluate(tree, True, run.average())
        found.append(float((values - best_values).sum()))
        assert abs(values[0] - level.value) <= found[-1]
        assert values[0] == pytest.approx(-values[1])
    assert found[0] > 10 * found[1] > 100 * found[2]
    assert found[2] < 1e-4


def test_starts() -> None:
    position = composed(Random(1), "standard", 3, 3, 3, 3)
    again = [equilibrium(position, iterations=5, start="random", rng=7) for _ in range(2)]
    assert again[0] == again[1]
    assert again[0].seed == 7
    other = equilibrium(position, iterations=5, start="random", rng=8)
    assert other.measured != again[0].measured
    uniform = equilibrium(position, iterations=5)
    assert uniform.seed is None
    assert uniform == equilibrium(position, iterations=5, rng=3)
    fresh = equilibrium(position, iterations=5, start="random")
    assert fresh == equilibrium(position, iterations=5, start="random", rng=fresh.seed)


def test_the_uniform_start_is_measured_first() -> None:
    # After one iteration the average is the uniform profile, in which the seats differ.
    tree = Tree(EASY.rows, EASY.hands, (), 5, False, 10**6)
    run = RegretMinimiser(tree, False, np.zeros(tree.slots + 1))
    assert run.current()[:9] == pytest.approx(np.full(9, 1 / 3))


def test_later_strategies() -> None:
    answer = equilibrium(EASY)
    later = answer.strategies([(14, 20, 15)])
    assert [sorted(mix) for mix in later] == [[30, 78], [77, 99], [41, 90]]
    assert all(sum(mix.values()) == pytest.approx(1) for mix in later)
    last = answer.strategies([(14, 20, 15), (30, 77, 41)])
    assert last == ({78: 1.0}, {99: 1.0}, {90: 1.0})
    assert answer.strategies([(14, 20, 15), (30, 77, 41), (78, 99, 90)]) == ({}, {}, {})
    impossible: list[list[Sequence[int] | int]] = [
        [(14, 20)],
        [(1, 20, 15)],
        [3],
        [(14, 20, 15), 0],
    ]
    for history in impossible:
        with pytest.raises(IllegalActionError):
            answer.strategies(history)


def test_the_owner_of_a_choice_decides() -> None:
    rules = Rules(players=3, rows=2)
    due, _ = Position([[4], [55]], [[20, 30], [1, 60], [22, 33]], rules).play([20, 1, 22])
    answer = equilibrium(due)
    assert answer[1].strategy == {0: 1.0, 1: 0.0}
    assert answer[0].strategy == answer[2].strategy == {}


def test_too_large() -> None:
    with pytest.raises(TooLargeError, match=r"equilibrium would take about .* nodes") as caught:
        equilibrium(large())
    assert caught.value.budget == 4_000_000
    assert caught.value.estimate is not None
    assert caught.value.estimate > 1e20
    position = composed(Random(5), "standard", 3, 3, 3, 3)
    nodes = equilibrium(position, iterations=1).nodes
    with pytest.raises(TooLargeError):
        equilibrium(position, budget=nodes - 1)
    with pytest.raises(TooLargeError):
        equilibrium(position, budget=1)


def test_interrupts() -> None:
    position = composed(Random(6), "standard", 3, 3, 3, 3)
    tree = Tree(position.rows, position.hands, (), 3, False, 10**6)
    run = RegretMinimiser(tree, True, np.zeros(tree.slots + 1))
    timer = Timer(0.2, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        run.iterate(2**31 - 1)
    timer.join()
    assert run.iterations > 0


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"objective": "rank"}, "objective 'rank'"),
        ({"iterations": 0}, "iterations 0 is not an integer of 1 to"),
        ({"iterations": 2.5}, "iterations 2.5"),
        ({"tolerance": -1}, "tolerance -1 is not a number of 0 or more"),
        ({"tolerance": float("nan")}, "tolerance nan"),
        ({"tolerance": "0.1"}, "tolerance '0.1'"),
        ({"start": "pure"}, "start 'pure' is not one of 'uniform', 'random'"),
        ({"start": "random", "rng": -1}, "rng -1"),
        ({"budget": 10**10}, "budget 10000000000 is not an integer of 1 to 1000000000"),
    ],
)
def test_mistakes(arguments: Any, words: str) -> None:
    with pytest.raises(LimitError, match=words):
        equilibrium(EASY, **arguments)


def test_the_answer_is_a_value() -> None:
    answer = equilibrium(EASY, "relative")
    values = json.loads(json.dumps(answer.to_dict()))
    assert values["algorithm"] == "PCFR+"
    assert values["nash_conv"] == answer.nash_conv
    assert set(values["seats"][1]["strategy"]) == {"20", "77", "99"}
    assert len(answer) == 3
    assert "Approximate: together the seats could gain" in str(answer)
    assert "start random, seed 4" in str(equilibrium(EASY, start="random", rng=4))
