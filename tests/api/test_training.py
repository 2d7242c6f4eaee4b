"""Training: the gradient by finite differences, and that it goes on as if nothing had happened."""

from __future__ import annotations

import csv
import json
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, replace
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner
from numpy.random import SFC64, default_rng
from numpy.typing import NDArray

from nimmt import CardSet, NimmtError, Placement, Rules
from nimmt.agents import HighestPolicy
from nimmt.analysis.network import ARRAYS, network_name, network_of, seen_cards
from nimmt.training import imitation, session
from nimmt.training.__main__ import main
from nimmt.training.adam import Adam
from nimmt.training.gradient import Played, advantages, policy_gradient
from nimmt.training.league import MOST_BEFORE, League
from nimmt.training.parameters import Parameters
from nimmt.training.session import Plan, Progress, Training
from nimmt_core import _network, _selfplay
from reference.network import Sight, Weights, card_features, score, state_features

Numbers = NDArray[np.float64]

LEARNERS = 2
REPEATS = 4
BONUS = 0.3
PLAN = Plan(seed=3, steps=7, hidden=4, imitated_rounds=0)


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make steps small, and points of the curve and networks to remember frequent."""
    for name, number in (("DECISIONS", 2), ("REMEMBER", 2), ("LOOK", 3), ("YARDSTICK", 1)):
        monkeypatch.setattr(session, name, number)
    for name, number in (("DEALS", 10), ("STEPS", 5)):
        monkeypatch.setattr(imitation, name, number)


def some_weights(scale: float = 1.0) -> Parameters:
    """Return weights that are large enough for choices to be unlike."""
    weights = Parameters.random(6, default_rng(1))
    for array in weights:
        array *= np.float32(scale)
    weights.last *= np.float32(20)
    weights.row_last *= np.float32(20)
    weights.clip()
    return weights


def some_rounds(weights: Parameters, professional: bool = False) -> Played:
    """Play a group of rounds of three players with three cards."""
    return _selfplay.play_to_learn(
        weights.network(), SFC64(2), 1, 3, LEARNERS, ["random"], REPEATS, 3, 4, 3, 40, professional
    )


def log_chances(scores: Numbers) -> Numbers:
    """Return the logarithms of the chances of what has these scores."""
    return np.asarray(scores - scores.max() - np.log(np.exp(scores - scores.max()).sum()))


def scores_of(layer: Numbers, last: Numbers, features: Numbers) -> Numbers:
    """Return the scores of things, one a column."""
    return np.asarray(last @ np.clip(layer @ features, 0, 16))


def surrogate(weights: Sequence[Numbers], played: Played, costs: Sequence[Any]) -> float:
    """Return what the gradient is the derivative of, choice by choice."""
    state_layer, card_layer, last, row_layer, row_last = weights
    total = 0.0
    choices = 0

    def add(scores: Numbers, chosen: int, cost: float) -> None:
        nonlocal total
        logs = log_chances(scores)
        entropy = -float(np.exp(logs) @ logs)
        total += cost * float(logs[chosen]) - BONUS * entropy

    layer = np.concatenate([state_layer, card_layer], axis=1)
    for (state, cards, chosen, _, rows, row_choices), cost in zip(played, costs, strict=True):
        _, groups, learners, held, lanes = cards.shape
        for group in range(groups):
            for seat in range(learners):
                for lane in range(lanes):
                    if held > 1:
                        ours = state[:, group, seat, lane, None] / 64
                        own = cards[:, group, seat, :, lane] / 64
                        features = np.concatenate([np.repeat(ours, held, axis=1), own])
                        add(
                            scores_of(layer, last, features),
                            chosen[group, seat, lane],
                            float(cost[group, seat, lane]),
                        )
                        choices += 1
        choosing = [
            (group, lane, int(row_choices[group, 0, lane]))
            for group in range(groups)
            for lane in range(lanes)
            if row_choices[group, 0, lane] < learners
        ]
        paid = [float(cost[group, owner, lane]) for group, lane, owner in choosing]
        for (group, lane, _), own_cost in zip(choosing, paid, strict=True):
            add(
                scores_of(row_layer, row_last, rows[:, group, :, lane] / 64),
                row_choices[group, 1, lane],
                own_cost - sum(paid) / len(paid),
            )
    return total / choices


@pytest.mark.parametrize("scale", [1.0, 12.0], ids=["usual", "large"])
def test_the_gradient(scale: float) -> None:
    weights = some_weights(scale)
    played = some_rounds(weights)
    costs = advantages(played, LEARNERS, REPEATS, 0.3)
    gradient, _ = policy_gradient(weights, played, costs, BONUS)
    exact = [array.astype(np.float64) for array in weights]
    rng = default_rng(5)
    # In the first turn, of all cards: some hidden units are at their limit, or none.
    state, cards = (array / 64 for array in played[0][:2])
    units = np.tensordot(exact[1], cards, axes=1)
    units += np.tensordot(exact[0], state, axes=1)[..., None, :]
    assert (units.max() > 16) == (scale > 1)
    for number, (array, slopes) in enumerate(zip(exact, gradient, strict=True)):
        largest = float(np.abs(slopes).max())
        assert largest > 0.001
        # The steepest, and some more.
        places = [int(np.abs(slopes).argmax()), *rng.integers(array.size, size=6).tolist()]
        for place in places:
            values = []
            for step in (-1e-5, 1e-5):
                changed = [each.copy() for each in exact]
                changed[number].reshape(-1)[place] += step
                values.append(surrogate(changed, played, costs))
            slope = (values[1] - values[0]) / 2e-5
            assert abs(slope - float(slopes.reshape(-1)[place])) < 0.002 * largest, ARRAYS[number]


def test_the_gradient_without_choices_of_rows() -> None:
    weights = some_weights()
    played = some_rounds(weights, professional=True)
    costs = advantages(played, LEARNERS, REPEATS, 0.0)
    gradient, _ = policy_gradient(weights, played, costs, 0.0)
    assert gradient.card.any()
    assert not gradient.row.any()
    assert not gradient.row_last.any()


def test_the_entropy() -> None:
    weights = some_weights()
    played = some_rounds(weights)
    costs = advantages(played, LEARNERS, REPEATS, 0.3)
    _, entropy = policy_gradient(weights, played, costs, 0.0)
    even = Parameters.like(weights)
    _, most = policy_gradient(even, played, costs, 0.0)
    # Over three cards in the first turn, and two in the second.
    assert most == pytest.approx((np.log(3) + np.log(2)) / 2, rel=1e-5)
    assert 0 < entropy < most


@pytest.mark.parametrize("spite", [0.0, 0.3, 1.0])
def test_advantages(spite: float) -> None:
    played = some_rounds(some_weights())
    found = advantages(played, LEARNERS, REPEATS, spite)
    assert len(found) == len(played)

    def cost(number: int, seat: int, lane: int) -> float:
        """Return what a seat pays from a turn on."""
        to_go = [sum(int(turn[3][0, one, lane]) for turn in played[number:]) for one in range(3)]
        others = [heads for one, heads in enumerate(to_go) if one != seat]
        return to_go[seat] - spite * sum(others) / len(others)

    for number in range(len(played)):
        assert found[number].shape == (1, LEARNERS, 64)
        for seat in range(LEARNERS):
            for lane in range(64):
                first = lane - lane % REPEATS
                rest = [
                    cost(number, seat, other)
                    for other in range(first, first + REPEATS)
                    if other != lane
                ]
                expected = cost(number, seat, lane) - sum(rest) / len(rest)
                assert float(found[number][0, seat, lane]) == pytest.approx(expected, abs=1e-4)


def test_the_kernel_computes_what_the_gradient_is_of() -> None:
    # But for rounding: of each unit and of the score, to 1 / 256.
    weights = some_weights(2.0)
    rounded = Weights(*(array.tolist() for array in weights.rounded()))
    exact = [np.array(array) / _network.WEIGHT for array in rounded]
    state, cards, _, _, rows, _ = some_rounds(weights)[0]
    for lane in range(20):
        features = np.concatenate([state[:, 0, 0, lane], cards[:, 0, 0, 1, lane]])
        layer = [[*ours, *own] for ours, own in zip(rounded.state, rounded.card, strict=True)]
        found = score(layer, rounded.last, features.tolist()) / _network.SCORE
        like = scores_of(
            np.concatenate(exact[:2], axis=1), exact[2], features[:, None] / _network.FEATURE
        )
        assert abs(found - like.item()) < (np.abs(exact[2]).sum() + 1) / 256
        of_row = rows[:, 0, 2, lane]
        found = score(rounded.row, rounded.row_last, of_row.tolist()) / _network.SCORE
        like = scores_of(exact[3], exact[4], of_row[:, None] / _network.FEATURE)
        assert abs(found - like.item()) < (np.abs(exact[4]).sum() + 1) / 256


def test_adam() -> None:
    # One weight, by the formulas of the paper.
    weights = some_weights()
    value = float(weights.last[0])
    adam = Adam(weights)
    first = second = 0.0
    for step, slope in enumerate((0.5, -2.0, 0.1), start=1):
        gradient = Parameters.like(weights)
        gradient.last[0] = slope
        adam.step(gradient, 0.01)
        first = 0.9 * first + 0.1 * slope
        second = 0.999 * second + 0.001 * slope**2
        mean, square = first / (1 - 0.9**step), second / (1 - 0.999**step)
        value -= 0.01 * mean / square**0.5
        assert float(weights.last[0]) == pytest.approx(value, rel=1e-4)
    assert adam.steps == 3
    assert (weights.card == some_weights().card).all()


def test_weights_stay_in_the_range_of_the_kernel() -> None:
    weights = some_weights()
    for sign in (1, -1):
        for array in weights:
            array[...] = 100 * sign
        weights.clip()
        found = weights.network().arrays()
        assert [int(np.abs(array).max()) for array in found] == [8090, 8090, 3994, 8090, 3994]


def test_tables_are_legal() -> None:
    rng = default_rng(7)
    network = some_weights().network()
    imitating = some_weights(2.0).network()
    league = League("professional", imitating)
    tables = []
    for number in range(400):
        if number == 200:
            league.remember(network, rng)
        table = league.table(rng)
        tables.append(table)
        rules = table.rules
        assert 1 <= table.learners <= rules.players
        assert table.learners + len(table.others) == rules.players
        assert rules.placement is Placement.PROFESSIONAL
        if number < 200:
            assert network not in table.others
        if number % 10 == 0:
            _selfplay.play_to_learn(
                network,
                SFC64(1),
                1,
                rules.players,
                table.learners,
                table.others,
                8,
                rules.hand_size,
                rules.rows,
                rules.row_capacity,
                rules.top_card,
                rules.professional,
            )
    assert {table.rules.players for table in tables} == set(range(2, 11))
    assert {table.rules.card_set for table in tables} == {CardSet.STANDARD, CardSet.TACTICAL}
    assert {other for table in tables for other in table.others} == {
        *_selfplay.OTHERS,
        network,
        imitating,
    }
    assert sum(not table.others for table in tables) > 100


def test_tables_of_two() -> None:
    rng = default_rng(9)
    league = League("standard", twos=0.5)
    sizes = [league.table(rng).rules.players for _ in range(1000)]
    assert 450 < sizes.count(2) < 570
    assert 350 < sizes.count(4) < 470


def test_the_league_forgets() -> None:
    rng = default_rng(8)
    league = League("standard")
    networks = [some_weights().network() for _ in range(MOST_BEFORE + 5)]
    for network in networks:
        league.remember(network, rng)
    assert len(league.before) == MOST_BEFORE
    # In their order, the newest among them.
    numbers = [networks.index(network) for network in league.before]
    assert numbers == sorted(numbers)
    assert numbers[-1] == MOST_BEFORE + 4


SIGHT = ([[20], [40, 44], [60], [61]], [3, 30, 77], [20, 40, 44, 60, 61], 4, 104, 5, False)


@pytest.mark.parametrize("placement", Placement)
def test_imitation(monkeypatch: pytest.MonkeyPatch, placement: str) -> None:
    # In place of flat Monte Carlo, a teacher that plays its highest card: that is soon learned.
    class Highest(HighestPolicy):
        def __init__(self, limit: object) -> None:
            pass

    monkeypatch.setattr(imitation, "MonteCarloPolicy", Highest)
    monkeypatch.setattr(imitation, "STEPS", 60)
    monkeypatch.setattr(imitation, "RATE", 0.05)
    network = imitation.imitated(placement, 4, 12, default_rng(2))
    rng = default_rng(3)
    found = 0
    for _ in range(100):
        cards = (1 + rng.permutation(104)).tolist()
        starts, hand = cards[:4], sorted(cards[4:10])
        rows = [[card] for card in starts]
        scores = network.scores(rows, hand, starts, 4, 104, 5, placement == "professional")
        found += scores.index(max(scores)) == 5
    assert found > 90


def test_decisions_to_imitate(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(imitation, "DEALS", 10)
    decisions = imitation._decisions("standard", 6, default_rng(4))
    assert len(decisions) > 20
    for (players, held), seen in decisions.items():
        groups = imitation._groups(seen)
        assert len(groups) == -(-len(seen) // 64)
        for number, (view, place) in enumerate(seen):
            sight = Sight(view.rows, view.hand, seen_cards(view), players, 104, 5, False)
            state, cards, chosen, *_ = groups[number // 64]
            lane = number % 64
            assert state[:, 0, 0, lane].tolist() == state_features(sight)
            assert cards[:, 0, 0, :, lane].T.tolist() == [
                card_features(sight, card) for card in view.hand
            ]
            assert chosen[0, 0, lane] == place
            assert len(view.hand) == held


def everything(training: Training) -> list[Any]:
    """Return all that a training depends on."""
    parameters = [training.weights, training.adam.first, training.adam.second]
    return [
        [array.tolist() for one in parameters for array in one],
        [[array.tolist() for array in network.arrays()] for network in training.league.before],
        training.rng.bit_generator.state,
        None if training.league.imitation is None else training.league.imitation.scores(*SIGHT),
        training.done,
        training.entropy,
    ]


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize(("placement", "rounds"), [("standard", 1), ("professional", 0)])
def test_a_training_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, placement: str, rounds: int
) -> None:
    plan = replace(PLAN, placement=placement, imitated_rounds=rounds)
    whole = Training(plan)
    curve = list(whole.run())
    assert [point.step for point in curve] == [3, 6, 7]
    assert len(whole.league.before) == 3
    path = tmp_path / "some.training"
    training = Training(plan)
    points: list[Progress] = []
    monkeypatch.delattr(session, "imitated")  # once is enough
    while training.done < plan.steps:
        points.append(next(training.run()))
        training.save(path)
        training = Training.resumed(path, plan)
    assert points == curve
    assert everything(training) == everything(whole)
    assert training.seconds > 0
    assert [*tmp_path.iterdir()] == [path]
    assert not [*training.run()]


@pytest.mark.usefixtures("small")
def test_a_step_changes_all_weights() -> None:
    training = Training(PLAN)
    before = [array.copy() for array in training.weights]
    training.step()
    for array, was in zip(training.weights, before, strict=True):
        assert (array != was).mean() > 0.5


@pytest.mark.usefixtures("small")
def test_a_file_is_replaced_at_once_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "some.training"
    training = Training(PLAN)
    training.save(path)
    saved = path.read_bytes()

    def full(file: Any, **arrays: Any) -> None:
        file.write(b"PK")
        raise OSError("no space left")

    monkeypatch.setattr(np, "savez", full)
    training.step()
    with pytest.raises(OSError, match="no space left"):
        training.save(path)
    assert path.read_bytes() == saved


def rewritten(path: Path, **changes: Any) -> None:
    """Write the arrays of a file again, some of them changed, or left out if None."""
    with np.load(path) as arrays:
        kept = {**dict(arrays), **changes}
    with path.open("wb") as file:
        np.savez(file, **{name: array for name, array in kept.items() if array is not None})


def without(path: Path, name: str) -> None:
    """Leave a value out of the state."""
    with np.load(path) as arrays:
        state = json.loads(str(arrays["state"]))
    del state[name]
    rewritten(path, state=np.array(json.dumps(state)))


def flipped(path: Path) -> None:
    """Change a byte in the midst of an array."""
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)


def one_array(path: Path) -> None:
    """Write a single array."""
    with path.open("wb") as file:
        np.save(file, np.zeros(3))


DAMAGE: dict[str, Callable[[Path], Any]] = {
    "empty": lambda path: path.write_bytes(b""),
    "text": lambda path: path.write_text("step,entropy\n"),
    "cut off": lambda path: path.write_bytes(path.read_bytes()[:-200]),
    "begun": lambda path: path.write_bytes(path.read_bytes()[:200]),
    "a byte": flipped,
    "one array": one_array,
    "no state": lambda path: rewritten(path, state=None),
    "no JSON": lambda path: rewritten(path, state=np.array("{")),
    "a list": lambda path: rewritten(path, state=np.array("[]")),
    "no plan": lambda path: without(path, "plan"),
    "no numbers": lambda path: without(path, "rng"),
    "no weights": lambda path: rewritten(path, weights_card=None),
    "other weights": lambda path: rewritten(path, first_card=np.zeros((3, 5), dtype=np.float32)),
    "no imitation": lambda path: rewritten(path, imitation_card=None),
    "half a network": lambda path: rewritten(path, before_0_card=None),
}


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE)
def test_broken_files(tmp_path: Path, damage: Callable[[Path], Any]) -> None:
    path = tmp_path / "some.training"
    plan = replace(PLAN, imitated_rounds=1)
    training = Training(plan, some_weights().network())
    next(training.run())
    training.save(path)
    assert Training.resumed(path, plan).done == 3
    damage(path)
    with pytest.raises(NimmtError, match=r"some\.training is not a file of a training: "):
        Training.resumed(path, plan)


@pytest.mark.usefixtures("small")
def test_another_plan(tmp_path: Path) -> None:
    path = tmp_path / "some.training"
    Training(PLAN).save(path)
    for other in (replace(PLAN, seed=4), replace(PLAN, steps=8), replace(PLAN, spite=0.2)):
        with pytest.raises(NimmtError, match=r"belongs to a training of the plan .*'seed': 3"):
            Training.resumed(path, other)
    with pytest.raises(NimmtError, match=r"none\.training is not a file of a training"):
        Training.resumed(tmp_path / "none.training", PLAN)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"hidden": 3}, "3 hidden units: an even number up to 64 expected"),
        ({"hidden": 0}, "0 hidden units"),
        ({"hidden": 66}, "66 hidden units"),
        ({"placement": "other"}, "placement 'other' is not one of standard, professional"),
        ({"seed": -1}, "seed -1: 0 or more expected"),
        ({"steps": 0}, "steps 0: 1 or more expected"),
        ({"imitated_rounds": -1}, "imitated_rounds -1: 0 or more expected"),
        ({"start": "other"}, "start 'other' is not empty or one of standard, professional"),
        ({"rate": 0.00001}, "rate 1e-05: 0.0001 to 0.1 expected"),
        ({"twos": 0.7}, "twos 0.7: a share of 0 to 0.6 expected"),
    ],
)
def test_plans_that_are_none(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(NimmtError, match=message):
        Plan(**changes)


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.mark.usefixtures("small")
def test_the_command(tmp_path: Path) -> None:
    command = [str(tmp_path / "new" / "folder"), "--steps", "4", "--hidden", "4", "--seed", "3"]
    command += ["--imitated-rounds", "2"]
    result = CliRunner().invoke(main, command)
    assert result.exit_code == 0, result.output
    assert [line.split(":")[0] for line in result.output.splitlines()] == [
        "step 3 of 4",
        "step 4 of 4",
    ]
    folder = tmp_path / "new" / "folder"
    found = contents(folder)
    assert set(found) == {f"standard.{end}" for end in ("npz", "json", "csv", "training")}
    plan = Plan(seed=3, steps=4, hidden=4, imitated_rounds=2)
    training = Training(plan)
    curve = list(training.run())
    with np.load(folder / "standard.npz") as arrays:
        assert list(arrays) == list(ARRAYS)
        for name, array in zip(ARRAYS, training.weights.rounded(), strict=True):
            assert (arrays[name] == array).all()
        _network.Network(*(arrays[name] for name in ARRAYS))
    provenance = json.loads(found["standard.json"])
    assert provenance["plan"] == asdict(plan)
    assert set(provenance) == {
        "plan",
        "steps_done",
        "library",
        "numpy",
        "processor_seconds",
    }
    assert provenance["steps_done"] == 4
    rows = list(csv.reader(found["standard.csv"].decode().splitlines()))
    assert rows[0] == ["step", "entropy", "against_random", "against_nearest"]
    assert [int(row[0]) for row in rows[1:]] == [point.step for point in curve]
    assert float(rows[1][1]) == pytest.approx(curve[0].entropy, abs=0.001)
    # Not to the end of the plan: the weights are those of that step.
    short = [str(tmp_path / "short"), *command[1:], "--until", "2"]
    assert CliRunner().invoke(main, short).exit_code == 0
    assert json.loads((tmp_path / "short" / "standard.json").read_text())["steps_done"] == 2
    assert CliRunner().invoke(main, short[:-2]).exit_code == 0
    assert (tmp_path / "short" / "standard.npz").read_bytes() == found["standard.npz"]
    # Again: there is nothing left to do.
    assert CliRunner().invoke(main, command).exit_code == 0
    again = contents(folder)
    assert again["standard.csv"] == found["standard.csv"]
    assert again["standard.training"] == found["standard.training"]


@pytest.mark.usefixtures("small")
def test_drafted_hands_and_a_start(tmp_path: Path) -> None:
    command = [str(tmp_path), "--drafted", "--start", "professional", "--steps", "2", "--seed", "3"]
    command += ["--placement", "professional", "--imitated-rounds", "0", "--rate", "0.001"]
    result = CliRunner().invoke(main, command)
    assert result.exit_code == 0, result.output
    ends = ("npz", "json", "csv", "training")
    assert {path.name for path in tmp_path.iterdir()} == {f"professional_drafted.{e}" for e in ends}
    plan = json.loads((tmp_path / "professional_drafted.json").read_text())["plan"]
    assert (plan["drafted"], plan["start"], plan["rate"]) == (True, "professional", 0.001)
    start = network_of(Rules(placement="professional"))
    training = Training(Plan(**plan))
    assert all(
        (a == b).all() for a, b in zip(training.weights.rounded(), start.arrays(), strict=True)
    )
    assert training.league.before == [start]
    assert training.league.table(default_rng(1)).rules.drafted
    with np.load(tmp_path / "professional_drafted.npz") as arrays:
        assert 0 < abs(arrays["card"] - start.arrays()[1]).max() < 100


@pytest.mark.usefixtures("small")
def test_the_command_goes_on(tmp_path: Path) -> None:
    command = ["--steps", "4", "--hidden", "4", "--imitated-rounds", "0"]
    assert CliRunner().invoke(main, [str(tmp_path / "whole"), *command]).exit_code == 0
    broken_off = tmp_path / "broken off"
    broken_off.mkdir()
    plan = Plan(steps=4, hidden=4, imitated_rounds=0)
    training = Training(plan)
    curve: Iterator[Progress] = training.run()
    next(curve)
    training.save(broken_off / "standard.training")
    result = CliRunner().invoke(main, [str(broken_off), *command])
    assert result.output.startswith("step 4 of 4")
    with (
        np.load(tmp_path / "whole" / "standard.npz") as whole,
        np.load(broken_off / "standard.npz") as other,
    ):
        for name in ARRAYS:
            assert (whole[name] == other[name]).all()


@pytest.mark.usefixtures("small")
def test_wrong_use_of_the_command(tmp_path: Path) -> None:
    result = CliRunner().invoke(main, [str(tmp_path), "--hidden", "3"])
    assert result.exit_code == 1
    assert "Error: 3 hidden units" in result.output
    (tmp_path / "professional.training").write_bytes(b"")
    result = CliRunner().invoke(main, [str(tmp_path), "--placement", "professional"])
    assert result.exit_code == 1
    assert "is not a file of a training" in result.output


def test_the_command_as_a_program(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "nimmt.training", str(tmp_path), "--placement", "professional"]
    command += ["--steps", "1", "--hidden", "2", "--imitated-rounds", "0"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.startswith("step 1 of 1: entropy ")
    assert not done.stderr
    assert {path.name for path in tmp_path.iterdir()} == {
        f"professional.{end}" for end in ("npz", "json", "csv", "training")
    }


def test_the_weights_that_ship() -> None:
    found = [path for path in (files("nimmt") / "weights").iterdir() if path.name.endswith(".npz")]
    assert {path.name.removesuffix(".npz") for path in found} == {
        network_name(Rules(placement=placement, card_set=card_set))
        for placement in Placement
        for card_set in CardSet
    }
    for path in found:
        with path.open("rb") as file, np.load(file) as arrays:
            network = _network.Network(*(arrays[name] for name in ARRAYS))
        assert network.hidden > 0
