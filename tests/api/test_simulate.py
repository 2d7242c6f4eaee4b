"""Rounds played at random: known means, and what a seed means."""

from math import sqrt
from typing import Any

import numpy as np
import pytest

from api.workers import nimmt_threads
from nimmt import Game, Rules, simulate
from nimmt.agents import LowestPolicy, RandomPolicy, play_match
from nimmt.analysis.simulate import ROUNDS_PER_BLOCK, Simulation
from nimmt.errors import LimitError

ROUNDS = 60_000


@pytest.mark.parametrize(
    ("players", "tie_break", "mean"),
    [(4, "index", 12.13), (4, "lowest_end", 12.09), (10, "index", 14.66)],
)
def test_known_means(players: int, tie_break: str, mean: float) -> None:
    found = simulate(Rules(players), rounds=ROUNDS, tie_break=tie_break, rng=1)
    # A seat's bull heads deviate by about 9 from round to round.
    assert found.mean == pytest.approx(mean, abs=0.12)
    assert np.ptp(found.means) < 6 * 9 / sqrt(ROUNDS)


def test_policies() -> None:
    # The lowest card of the hand is a poor choice against random ones, and the nearest a good one.
    lowest, nearest = (
        simulate(rounds=ROUNDS, policies=[policy, *["random"] * 3], rng=2).means
        for policy in ("lowest", "nearest")
    )
    random = simulate(rounds=ROUNDS, rng=2)
    assert random.policies == ("random",) * 4
    assert lowest[0] > random.mean + 1 > nearest[0] + 3
    assert simulate(rounds=ROUNDS, policies=["random"] * 4, rng=2) == random


def test_policies_are_the_players_of_the_same_name() -> None:
    rounds = 1500
    rules = Rules(3, rounds=1)
    rng = np.random.default_rng(4)
    players = [LowestPolicy(), RandomPolicy(), RandomPolicy()]
    scores = []
    for _ in range(rounds):
        game = Game(rules, rng=rng)
        play_match(game, players, rng)
        scores.append(game.scores)
    means, deviations = np.mean(scores, axis=0), np.std(scores, axis=0)
    names = [player.name for player in players]
    found = simulate(rules, rounds=ROUNDS, policies=names, rng=5)
    assert (np.abs(means - found.means) < 4.5 * deviations / sqrt(rounds)).all()


@pytest.mark.parametrize("policies", ["random", ["random", "best", "lowest", "lowest"], [None] * 4])
def test_no_such_policies(policies: Any) -> None:
    with pytest.raises(LimitError, match=r"polic(y|ies) ('best'|None|'random') "):
        simulate(rounds=10, policies=policies)


def test_tie_breaks_differ() -> None:
    first, second = (
        simulate(rounds=5000, tie_break=tie_break, rng=1) for tie_break in ("index", "lowest_end")
    )
    assert first.counts != second.counts


@pytest.mark.parametrize(
    "rules",
    [
        Rules(3, placement="professional", card_set="tactical"),
        Rules(2, rows=2, row_capacity=3, hand_size=4, deck_size=20),
    ],
)
def test_the_number_of_workers_changes_nothing(rules: Rules) -> None:
    rounds = 2 * ROUNDS_PER_BLOCK + 77
    answers = [simulate(rules, rounds=rounds, rng=5, workers=workers) for workers in (1, 2, 3, 7)]
    assert answers[1:] == answers[:1] * 3
    assert not nimmt_threads()
    assert all(sum(counts) == rounds for counts in answers[0].counts)
    assert answers[0].seed == 5
    again = simulate(rules, rounds=rounds, rng=np.random.SeedSequence(5))
    assert again == answers[0]
    assert simulate(rules, rounds=rounds, rng=6).counts != answers[0].counts


def test_means_are_of_the_counts() -> None:
    found = Simulation(Rules(2), ("random", "random"), 4, 1, ((2, 0, 2), (0, 4)))
    assert found.means == (1.0, 1.0)
    assert found.mean == 1.0


def test_one_round() -> None:
    found = simulate(rounds=1, rng=1)
    assert [sum(counts) for counts in found.counts] == [1] * 4


@pytest.mark.parametrize(
    "asked",
    [
        {"rounds": 0},
        {"rounds": -5},
        {"rounds": 10.0},
        {"rounds": "10"},
        {"rounds": True},
        {"policies": ["random"] * 3},
        {"policies": ["random"] * 5},
        {"policies": []},
        {"tie_break": "random"},
        {"tie_break": None},
        {"rng": -1},
        {"workers": 0},
    ],
)
def test_questions_that_make_no_sense(asked: dict[str, Any]) -> None:
    (name, value) = next(iter(asked.items()))
    with pytest.raises(LimitError) as caught:
        simulate(**{"rounds": 10, **asked})
    assert f"{name} {value!r}" in str(caught.value)
