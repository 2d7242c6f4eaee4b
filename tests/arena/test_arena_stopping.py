"""The rule for stopping early: its error rate under looks after looks, its power, its verdicts."""

from __future__ import annotations

from itertools import takewhile
from typing import Any

import numpy as np
import pytest

from nimmt import Rules
from nimmt.agents import HighestPolicy, RandomPolicy
from nimmt.arena import Interval, Measure, Players, Standing, Stopping, Verdict, tournament
from nimmt.arena.players import entrants_of
from nimmt.arena.scoring import seat_values
from nimmt.arena.seating import rotated, seats_of
from nimmt.arena.statistics import sequence_quantile, student_quantile
from nimmt.arena.stopping import looks, verdict_of
from nimmt.arena.streams import key_of
from nimmt.arena.units import Setup, play_deals
from nimmt.errors import ArenaError, LimitError

ROUND = {"threshold": None, "rounds": 1}
NAMES = ["random", "lowest", "highest", "nearest", "cheapest"]
CASES: list[tuple[dict[str, Any], tuple[int, ...], Measure]] = [
    ({"players": 2, **ROUND}, (1, 2), Measure.BULL_HEADS),
    ({"players": 2, "placement": "professional", **ROUND}, (3, 2), Measure.BULL_HEADS),
    ({"players": 4, **ROUND}, (3, 0, 0, 0), Measure.BULL_HEADS),
    ({"players": 10, **ROUND}, (1, *[0] * 9), Measure.WIN_SHARE),
    ({"players": 4, "threshold": 66}, (3, 0, 3, 0), Measure.RANK),
]


@pytest.mark.parametrize(("rules", "lineup", "measure"), CASES)
def test_the_error_rate_is_kept(
    rules: dict[str, Any], lineup: tuple[int, ...], measure: Measure
) -> None:
    # Real differences from deal to deal, less their mean: there is nothing to find.
    setup = Setup(Rules(**rules), entrants_of(NAMES)[0], rotated([lineup]), key_of(1))
    values = seat_values(play_deals(setup, frozenset(), 0, 8000))[measure]
    seats = seats_of(setup.seatings, len(NAMES))
    by_player = values.reshape(len(values), -1) @ seats / np.maximum(seats.sum(axis=0), 1)
    differences = by_player[:, lineup[0]] - by_player[:, lineup[1]]
    differences -= differences.mean()
    source = np.random.default_rng(2)
    tries, most = 1000, 3000
    sampled = differences[source.integers(len(differences), size=(tries, most))]
    sums, squares = sampled.cumsum(axis=1), (sampled**2).cumsum(axis=1)
    wrong = np.zeros(tries, dtype=bool)
    naive = np.zeros(tries, dtype=bool)
    for deals in takewhile(lambda deals: deals <= most, looks(Stopping().first_look)):
        mean = sums[:, deals - 1] / deals
        error = np.sqrt((squares[:, deals - 1] / deals - mean**2) / (deals - 1))
        wrong |= np.abs(mean) > error * sequence_quantile(0.05, deals)
        naive |= np.abs(mean) > error * student_quantile(0.975, deals - 1)
    assert wrong.mean() < 0.05
    assert naive.mean() > 0.25  # what looking again and again would do to a plain interval


def test_equal_players_are_seldom_told_apart() -> None:
    # The whole way, three pairs at once.
    players = {"a": RandomPolicy(), "b": RandomPolicy(), "c": RandomPolicy()}
    wrong = 0
    for seed in range(100):
        found = tournament(players, deals=400, stopping=Stopping(first_look=20), rng=seed)
        wrong += any(difference.verdict for difference in found.differences)
    assert wrong <= 9  # 5 expected at most; more than 9 would come in 3 of 100 runs


def test_a_clear_difference_stops_early() -> None:
    found = tournament(["nearest", "random"], deals=5000, stopping=Stopping(), rng=1)
    assert found.settled
    assert 50 <= found.deals < 500
    (difference,) = found.differences
    assert difference.verdict is Verdict.BETTER
    assert difference.bull_heads.high < 0
    assert "better" in str(found)


def test_the_verdict_is_about_the_first_and_knows_which_way_is_good() -> None:
    for measure in Standing.MEASURES:
        stopping = Stopping(measure)
        found = tournament(["random", "nearest"], deals=5000, stopping=stopping, rng=1)
        assert found.differences[0].verdict is Verdict.WORSE


def test_level_players_stop_with_a_margin() -> None:
    players = {"a": HighestPolicy(), "b": HighestPolicy(), "c": RandomPolicy()}
    stopping = Stopping(margin=0.5)
    found = tournament(players, deals=20_000, stopping=stopping, rng=1)
    verdicts = [difference.verdict for difference in found.differences]
    assert verdicts[0] is Verdict.LEVEL
    assert found.settled
    without = tournament(players, deals=1000, stopping=Stopping(), rng=1)
    assert not without.settled
    assert without.differences[0].verdict is None


def test_only_the_pairs_asked_for_are_settled() -> None:
    players: Players = {"a": RandomPolicy(), "b": RandomPolicy(), "nearest": "nearest"}
    stopping = Stopping(against="nearest")
    found = tournament(players, deals=2000, stopping=stopping, rng=1)
    assert found.settled
    assert [difference.verdict for difference in found.differences] == [
        None,
        Verdict.WORSE,
        Verdict.WORSE,
    ]


def test_intervals_are_wider_when_the_end_is_open() -> None:
    plain = tournament(["nearest", "random"], deals=60, rng=1)
    stopping = Stopping(first_look=1000)
    open_ended = tournament(["nearest", "random"], deals=60, stopping=stopping, rng=1)
    for before, after in zip(plain.standings, open_ended.standings, strict=True):
        for measure in Standing.MEASURES:
            assert before[measure].mean == after[measure].mean
            assert after[measure].low < before[measure].low


@pytest.mark.parametrize(
    ("interval", "measure", "margin", "verdict"),
    [
        (Interval(1.0, 0.5, 1.5), "bull_heads", 0.0, Verdict.WORSE),
        (Interval(-1.0, -1.5, -0.5), "rank", 0.0, Verdict.BETTER),
        (Interval(1.0, 0.5, 1.5), "win_share", 0.0, Verdict.BETTER),
        (Interval(1.0, -0.5, 1.5), "bull_heads", 1.5, None),
        (Interval(1.0, -0.5, 1.5), "bull_heads", 1.6, Verdict.LEVEL),
        (Interval(0.0, 0.0, 0.0), "bull_heads", 0.0, None),
    ],
)
def test_verdicts(interval: Interval, measure: str, margin: float, verdict: Verdict | None) -> None:
    assert verdict_of(interval, Stopping(Measure(measure), margin=margin)) is verdict


@pytest.mark.parametrize(
    ("values", "error", "message"),
    [
        ({"measure": "heads"}, ArenaError, "'heads'"),
        ({"error": 0}, LimitError, "error 0"),
        ({"error": 1.0}, LimitError, "error 1.0"),
        ({"margin": -1}, LimitError, "margin -1"),
        ({"first_look": 1}, LimitError, "first_look 1"),
    ],
)
def test_rules_that_make_no_sense(
    values: dict[str, Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        Stopping(**values)


@pytest.mark.parametrize(
    ("players", "against", "message"),
    [(["random"] * 2, None, "alone"), (["random", "lowest"], "me", "'me'")],
)
def test_pairs_that_are_not_there(players: list[str], against: str | None, message: str) -> None:
    with pytest.raises(ArenaError, match=message):
        tournament(players, stopping=Stopping(against=against))
