"""Tournaments: who meets whom, the same result from any workers, failures of policies, records."""

from __future__ import annotations

import os
import pickle
import signal
from collections import Counter
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from api.workers import nimmt_threads
from arena.programs import misfit
from nimmt import CardSet, GameRecord, InformationSet, Placement, Rules
from nimmt.agents import LowestPolicy, Policy, RandomPolicy, policy_named
from nimmt.arena import Fault, FaultKind, Measure, Players, Stopping, Tournament, tournament
from nimmt.arena.deals import Deals
from nimmt.arena.players import entrants_of
from nimmt.arena.ratings import Rater
from nimmt.arena.seating import default_lineups, rotated, seats_of
from nimmt.errors import ArenaError, LimitError, NimmtError

MIXED = ["random", "risk", "nearest"]


# Who meets whom.


@pytest.mark.parametrize("seats", range(2, 11))
@pytest.mark.parametrize("players", range(1, 11))
def test_line_ups_are_fair(players: int, seats: int) -> None:
    lineups = default_lineups(players, seats)
    places = Counter(player for lineup in lineups for player in lineup)
    assert len(places) == players
    assert len(set(places.values())) == 1
    seatings = rotated(lineups)
    at_seat = [Counter(seating.players[seat] for seating in seatings) for seat in range(seats)]
    assert all(counts == at_seat[0] for counts in at_seat)
    assert len(set(seatings)) == len(seatings)
    assert seats_of(seatings, players).sum() == len(seatings) * seats


def test_players_may_be_listed_more_than_once() -> None:
    found = tournament(["nearest", "random", "random"], deals=2, rng=1)
    assert found.lineups == (("nearest", "random", "random"),)
    assert found.games == 3
    assert [standing.seats for standing in found.standings] == [6, 12]


def test_line_ups_may_be_given() -> None:
    rules = Rules(2, threshold=None, rounds=1)
    lineups = [["random", "lowest"], ["random", "random"]]
    found = tournament(["random", "lowest"], rules, lineups=lineups, deals=2, rng=1)
    assert found.games == 3
    assert [standing.seats for standing in found.standings] == [8, 4]


def test_the_order_of_players_does_not_change_what_they_do() -> None:
    one = tournament(["random", "nearest", "lowest"], deals=50, rng=1)
    other = tournament(
        ["lowest", "random", "nearest"], deals=50, rng=1, lineups=[["random", "nearest", "lowest"]]
    )
    for name in ("random", "nearest", "lowest"):
        assert one[name] == other[name]


def test_a_deal_is_the_same_from_every_seat(tmp_path: Path) -> None:
    players = ["risk", "nearest", "lowest"]
    tournament(players, deals=3, rng=1, games_folder=tmp_path)
    for deal in range(3):
        rounds = [record(tmp_path, deal, game).rounds[0] for game in range(3)]
        assert len({(round_.rows, round_.hands) for round_ in rounds}) == 1
        seatings = [record(tmp_path, deal, game).names for game in range(3)]
        assert [names.index("risk") for names in seatings] == [0, 1, 2]
    assert record(tmp_path, 0, 0).rounds[0].hands != record(tmp_path, 1, 0).rounds[0].hands


def record(folder: Path, deal: int, game: int) -> GameRecord:
    return GameRecord.from_json((folder / f"deal-{deal}-game-{game}.json").read_text())


@pytest.mark.parametrize("card_set", CardSet)
@pytest.mark.parametrize("placement", Placement)
@pytest.mark.parametrize("players", [2, 10])
def test_any_rules(tmp_path: Path, card_set: str, placement: str, players: int) -> None:
    rules = Rules(players, card_set=card_set, placement=placement, threshold=66)
    names = ["nearest", "random"]
    found = tournament(names, rules, deals=2, rng=1, games_folder=tmp_path)
    assert found == tournament(names, rules, deals=2, rng=1)  # compiled
    totals = Counter[str]()
    for path in tmp_path.iterdir():
        game = GameRecord.from_json(path.read_text()).replay()
        assert max(game.scores) >= 66
        for name, score in zip(game.names, game.scores, strict=True):
            totals[name] += score
    for standing in found.standings:
        assert totals[standing.player] / standing.seats == pytest.approx(standing.bull_heads.mean)


def test_win_shares_add_up_to_one() -> None:
    found = tournament(["random", "nearest", "risk", "lowest"], deals=10, rng=1)
    shares = [standing.win_share.mean for standing in found.standings]
    assert sum(shares) == pytest.approx(1.0)


# The same result from any workers.


@pytest.mark.parametrize("workers", [2, 5])
@pytest.mark.parametrize("players", [MIXED, ["nearest", "random"]])
def test_threads(players: list[str], workers: int) -> None:
    for stopping in (None, Stopping(first_look=7, margin=30.0)):
        options: dict[str, Any] = {"deals": 30, "stopping": stopping, "rng": 2}
        assert tournament(players, **options) == tournament(players, **options, workers=workers)
    assert not nimmt_threads()


def test_processes() -> None:
    stopping = Stopping(first_look=4, margin=99.0)
    with ProcessPoolExecutor(2, get_context("spawn")) as pool:
        found = tournament(MIXED, deals=30, rng=2, executor=pool, stopping=stopping)
    assert found == tournament(MIXED, deals=30, rng=2, stopping=stopping)
    assert found.deals < 30


def test_programs_in_other_processes() -> None:
    players: Players = [misfit("good"), misfit("crash"), "random"]
    with ProcessPoolExecutor(2, get_context("spawn")) as pool:
        found = tournament(players, deals=4, rng=2, executor=pool)
    assert found == tournament(players, deals=4, rng=2)
    assert found["crash"].withdrawn


class Backwards(Executor):
    """Does what it was given last first, when it is asked for a result."""

    def __init__(self) -> None:
        self.waiting: list[tuple[Future[Any], Any, tuple[Any, ...]]] = []

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        executor = self

        class Late(Future[Any]):
            def result(self, timeout: float | None = None) -> Any:
                for future, work, arguments in reversed(executor.waiting):
                    if future.set_running_or_notify_cancel():
                        future.set_result(pickle.loads(pickle.dumps(work))(*arguments))
                executor.waiting.clear()
                return super().result(timeout)

        future = Late()
        self.waiting.append((future, fn, args))
        return future


def test_any_executor_in_any_order() -> None:
    assert tournament(MIXED, deals=9, rng=2, executor=Backwards(), workers=3) == tournament(
        MIXED, deals=9, rng=2
    )
    with ThreadPoolExecutor(3) as pool:
        assert tournament(MIXED, deals=9, rng=2, executor=pool) == tournament(MIXED, deals=9, rng=2)


class Killer(RandomPolicy):
    """Ends the process that it plays in."""

    name = "killer"

    def play(self, view: InformationSet, rng: np.random.Generator) -> int:
        os.kill(os.getpid(), signal.SIGKILL)
        return 0


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_an_executor_that_breaks_is_named(tmp_path: Path) -> None:
    with (
        ProcessPoolExecutor(1, get_context("spawn")) as pool,
        pytest.raises(ArenaError, match="the executor broke"),
    ):
        tournament([Killer(), "random"], deals=4, executor=pool)


# Policies that fail.


class Failing(LowestPolicy):
    """Fails in its second turn."""

    def __init__(self, how: Any) -> None:
        self.how = how
        self.name = "failing"

    def play(self, view: InformationSet, rng: np.random.Generator) -> int:
        if view.hand_size < view.rules.hand_size:
            if isinstance(self.how, Exception):
                raise self.how
            answer: int = self.how
            return answer
        return super().play(view, rng)


@pytest.mark.parametrize(
    ("how", "kind", "detail"),
    [
        (ZeroDivisionError("by me"), FaultKind.CRASHED, "ZeroDivisionError: by me"),
        (NimmtError("lost"), FaultKind.CRASHED, "NimmtError: lost"),
        (105, FaultKind.ILLEGAL, "answered 105"),
        (None, FaultKind.ILLEGAL, "answered None"),
        (5.0, FaultKind.ILLEGAL, "answered 5.0"),
    ],
)
def test_a_policy_that_fails_loses(how: Any, kind: FaultKind, detail: str) -> None:
    found = tournament([Failing(how), "random", "nearest"], deals=4, rng=1)
    # Three games of the first deal are lost; then it is withdrawn.
    assert [fault.kind for fault in found.faults] == [kind] * 3
    assert detail in found.faults[0].detail
    standing = found["failing"]
    assert (standing.lost, standing.withdrawn) == (12, True)
    assert standing.rank.mean == 3.0
    assert standing.win_share.mean == 0.0
    for other in ("random", "nearest"):
        assert standing.bull_heads.mean >= found[other].bull_heads.mean


def test_others_play_on_against_the_lowest_cards(tmp_path: Path) -> None:
    # Its own cards until it fails, lowest cards from then on: here the same.
    names = ["failing", "risk", "nearest"]
    lowest: dict[str, str | Policy] = {"failing": "lowest", "risk": "risk", "nearest": "nearest"}
    failing = {**lowest, "failing": Failing(0)}
    folders = [tmp_path / "lowest", tmp_path / "failing"]
    for players, folder in zip((lowest, failing), folders, strict=True):
        tournament(players, deals=3, rng=1, games_folder=folder)
    games = sorted(path.name for path in folders[0].iterdir())
    assert len(games) == 9
    for name in games:
        assert (folders[0] / name).read_text() == (folders[1] / name).read_text()
        assert set(GameRecord.from_json((folders[0] / name).read_text()).names) == set(names)


def test_only_the_first_faults_are_kept() -> None:
    found = tournament([Failing(0), "random"], deals=80, rng=1, strikes=None)
    assert len(found.faults) == 100
    assert found["failing"].lost == 160
    assert "..." in str(found)


def test_a_fault_survives_json() -> None:
    fault = Fault("x", 1, 2, 3, FaultKind.TIMEOUT, "why", "stderr")
    assert Fault.from_dict(fault.to_dict()) == fault
    assert "x took too long at seat 3 of game 2 on deal 1: why" in str(fault)


# Ratings.


def test_ratings_follow_the_ranks() -> None:
    pytest.importorskip("openskill")
    found = tournament(["lowest", "montecarlo:20", "random"], deals=20, rng=1, ratings=True)
    ratings = {standing.player: standing.rating for standing in found.standings}
    best, middle, worst = (ratings[name] for name in ("montecarlo:20", "random", "lowest"))
    assert best is not None
    assert middle is not None
    assert worst is not None
    assert best.mu > middle.mu > worst.mu
    assert best.ordinal == best.mu - 3 * best.sigma
    assert "rating" in str(found)
    again = tournament(
        ["lowest", "montecarlo:20", "random"], deals=20, rng=1, ratings=True, workers=2
    )
    assert again == found


def test_a_player_at_several_seats_is_rated_by_its_mean_rank() -> None:
    models = pytest.importorskip("openskill.models")
    seatings = rotated([(0, 1, 1)])[:1]
    rater = Rater(["a", "b"], seatings)
    rater.add(Deals(np.array([[[5, 1, 9]]], dtype=np.int32), np.zeros((1, 1, 3), dtype=bool)))
    model = models.PlackettLuce()
    ((expected,), _) = model.rate([[model.rating()], [model.rating()]], ranks=[2, 2])
    assert rater.ratings()[0].mu == pytest.approx(expected.mu)


def test_without_openskill_its_name_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "openskill.models", None)
    with pytest.raises(ArenaError, match=r"nimmt\[ratings\]"):
        tournament(["random", "lowest"], ratings=True)


# Results and input.


def test_results_can_be_asked_by_name() -> None:
    found = tournament(["random", "lowest"], deals=5, rng=1)
    assert found["random"].player == "random"
    difference = found.difference("random", "lowest")
    assert difference[Measure.RANK] == difference.rank
    with pytest.raises(KeyError):
        found["nobody"]
    with pytest.raises(KeyError):
        found.difference("lowest", "random")
    assert found.to_dict()["differences"][0]["bull_heads"]["mean"] == difference.bull_heads.mean


def test_the_seed_repeats_it() -> None:
    found = tournament(["random", "lowest"], deals=5)
    assert tournament(["random", "lowest"], deals=5, rng=found.seed) == found
    assert tournament(["random", "lowest"], deals=5, rng=found.seed + 1) != replace(
        found, seed=found.seed + 1
    )


def test_progress_is_told() -> None:
    told: list[tuple[int, int]] = []
    tournament(MIXED, deals=4, rng=1, progress=lambda done, total: told.append((done, total)))
    assert told == [(1, 4), (2, 4), (3, 4), (4, 4)]


@pytest.mark.parametrize(
    ("players", "options", "error", "message"),
    [
        ([], {}, ArenaError, "no players"),
        ("random", {}, ArenaError, "not a series"),
        (["nobody", "random"], {}, NimmtError, "'nobody'"),
        (["montecarlo:x", "random"], {}, NimmtError, "montecarlo:100"),
        (["random:5", "random"], {}, NimmtError, "'random:5'"),
        (["montecarlo:1", "random"], {}, LimitError, "samples 1"),
        ([7, "random"], {}, ArenaError, "7 is no player"),
        ([RandomPolicy(), LowestPolicy()], {"deals": 1}, LimitError, "deals 1"),
        (["random", "lowest"], {"deals": 2.0}, LimitError, "deals 2.0"),
        (["random", "lowest"], {"strikes": 0}, LimitError, "strikes 0"),
        (["random", "lowest"], {"workers": 0}, LimitError, "workers 0"),
        (["random", "lowest"], {"rng": -1}, LimitError, "rng -1"),
        (["random", "lowest"], {"lineups": [["random"]]}, ArenaError, "each of 2 seats"),
        (["random", "lowest"], {"lineups": [["random", "me"]]}, ArenaError, "'me'"),
        (["random", "lowest"], {"lineups": [["random"] * 2]}, ArenaError, "seat for lowest"),
        (["random", "random"], {"rules": Rules(5)}, ArenaError, "more than once"),
        ({"": "random", "b": "lowest"}, {}, ArenaError, "'' is no name"),
        ([Failing(1), Failing(2)], {}, ArenaError, "two different players"),
    ],
)
def test_what_makes_no_tournament(
    players: Any, options: dict[str, Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        tournament(players, **options)


def test_too_many_line_ups_are_refused() -> None:
    players = {f"player {number}": "random" for number in range(20)}
    with pytest.raises(ArenaError, match="4845 line-ups of 4, more than 1000"):
        tournament(players, Rules(4))


def test_a_folder_that_is_a_file(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("")
    with pytest.raises(ArenaError, match="cannot be made"):
        tournament(["random", "lowest"], deals=2, games_folder=path)


def test_players_of_one_name_are_one_player() -> None:
    policy = policy_named("risk")
    entrants, indices = entrants_of([policy, "random", policy, "random"])
    assert [entrant.name for entrant in entrants] == ["risk", "random"]
    assert indices == (0, 1, 0, 1)


def test_str_is_a_table() -> None:
    found: Tournament = tournament(["random", "nearest"], deals=50, rng=1)
    lines = str(found).splitlines()
    assert lines[0] == "2 players, standard placement, standard cards 1-104; a round"
    assert "50 deals, 2 games on each; ± 95% intervals over deals; seed 1." in lines
