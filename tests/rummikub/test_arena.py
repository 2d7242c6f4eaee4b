"""Tournaments: known differences, seats and deals, repeats, and what is refused."""

import json
import re
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import nimmt.arena
from nimmt.arena import FaultKind, Measure, Stopping, Verdict
from nimmt.errors import ArenaError, JournalError, LimitError, NimmtError
from nimmt.rummikub import GameRecord, InformationSet, Rules, TileSet
from nimmt.rummikub.agents import GreedyPolicy
from nimmt.rummikub.arena import tournament
from nimmt.rummikub.result import Tournament

FREE = Rules(joker_lock="free", rounds=1)
SMALL = Rules(players=2, rack_size=7, rounds=1)


def test_laying_is_better_than_drawing() -> None:
    found = tournament([GreedyPolicy(name="greedy"), Idle()], SMALL, deals=20, rng=1)
    assert found["greedy"].points.low > 0
    assert found["greedy"].points.mean == -found["idle"].points.mean
    assert found["greedy"].win_share.mean + found["idle"].win_share.mean == pytest.approx(1)
    (difference,) = found.differences
    assert difference.points.mean == pytest.approx(2 * found["greedy"].points.mean)
    assert difference.rank.mean < 0
    assert (found.deals, found.games) == (20, 2)
    assert found["greedy"].seats == 40
    with pytest.raises(KeyError):
        found["nobody"]


def test_ratings_follow_the_ranks() -> None:
    pytest.importorskip("openskill")
    found = tournament([GreedyPolicy(name="greedy"), Idle()], SMALL, deals=20, rng=1, ratings=True)
    rating, other = found["greedy"].rating, found["idle"].rating
    assert rating is not None
    assert other is not None
    assert rating.mu > other.mu


class Idle:
    """Draws."""

    name = "idle"

    def play(self, view: InformationSet, rng: np.random.Generator) -> Sequence[TileSet] | None:
        return None


class Cheat(Idle):
    """Lays what is not there."""

    name = "cheat"

    def play(self, view: InformationSet, rng: np.random.Generator) -> Sequence[TileSet] | None:
        return [TileSet("K1 K2 K3"), TileSet("K1 K2 K3"), TileSet("K1 K2 K3")]


@pytest.mark.parametrize("rules", [FREE, Rules(rounds=1)])
def test_the_same_player_is_level_with_itself(rules: Rules) -> None:
    # Twice the same greedy player: over all rotations the seats' points are shared alike.
    twins = {"one": GreedyPolicy(), "two": GreedyPolicy()}
    found = tournament(twins, rules, deals=20, rng=2)
    assert found.lineups == (("one", "two", "one", "two"),)
    assert found.differences[0].points.mean == 0


@pytest.mark.parametrize(
    ("players", "rules"), [(["tiles", "value"], FREE), (["tiles", "random"], SMALL)]
)
def test_results_do_not_depend_on_workers(players: list[str], rules: Rules) -> None:
    found = tournament(players, rules, deals=18, rng=3)
    assert tournament(players, rules, deals=18, rng=3, workers=3) == found
    assert tournament(players, rules, deals=18, rng=4) != found
    assert json.loads(json.dumps(found.to_dict()))["deals"] == 18


def test_matches_of_several_rounds() -> None:
    rules = Rules(players=2, rack_size=7, rounds=2)
    found = tournament(["tiles", "random"], rules, deals=4, rng=1)
    assert found["tiles"].points.mean == -found["random"].points.mean


def test_progress_is_told() -> None:
    told: list[tuple[int, int]] = []
    tournament(["tiles"], FREE, deals=20, rng=1, progress=lambda *now: told.append(now))
    assert told == [(16, 20), (20, 20)]


def test_what_is_no_tournament() -> None:
    with pytest.raises(ArenaError, match="neither rounds nor a target"):
        tournament(["tiles"], Rules())
    with pytest.raises(ArenaError, match="5 players are listed: 2 to 4"):
        tournament(["tiles", "value", "random", "holdback", "sampling"])
    with pytest.raises(NimmtError, match="no player is called 'best'"):
        tournament(["best", "tiles"])
    with pytest.raises(ArenaError, match="7 is no player"):
        tournament({"seven": 7, "tiles": "tiles"})  # type: ignore[dict-item]
    with pytest.raises(ArenaError, match="'' is no name"):
        tournament({"": "tiles", "tiles": "tiles"})
    with pytest.raises(LimitError, match="deals 1"):
        tournament(["tiles", "value"], deals=1)
    with pytest.raises(ArenaError, match="measure 'bull_heads' is not one of 'points', 'rank'"):
        tournament(["tiles", "value"], SMALL, stopping=Stopping(Measure.BULL_HEADS))
    with pytest.raises(LimitError, match="strikes 0"):
        tournament(["tiles", "value"], SMALL, strikes=0)


# Players that fail.


class Crash(Idle):
    """Gives up when the table has sets."""

    name = "crash"

    def play(self, view: InformationSet, rng: np.random.Generator) -> Sequence[TileSet] | None:
        if view.table:
            raise RuntimeError("out of ideas")
        return None


@pytest.mark.parametrize(
    ("player", "kind", "said"),
    [
        (Cheat(), FaultKind.ILLEGAL, "K1.* in the new arrangement"),
        (Crash(), FaultKind.CRASHED, "RuntimeError: out of ideas"),
    ],
)
def test_who_fails_loses_and_is_withdrawn(player: Idle, kind: FaultKind, said: str) -> None:
    found = tournament([player, "tiles"], SMALL, deals=6, rng=1)
    standing = found[player.name]
    assert standing.withdrawn
    assert standing.lost == standing.seats == 12
    assert standing.win_share.mean == 0
    assert standing.rank.mean == 2
    assert standing.points.mean < min(0, found["tiles"].points.mean)
    assert not found["tiles"].lost
    # Deals are played as a whole, so the third strike comes with the second deal.
    assert [(fault.deal, fault.game, fault.kind) for fault in found.faults] == [
        (deal, game, kind) for deal in range(2) for game in range(2)
    ]
    for fault in found.faults:
        assert re.search(said, fault.detail)
    assert f"{player.name} lost 12 seats of 12 by failing and was withdrawn" in str(found)
    assert tournament([player, "tiles"], SMALL, deals=6, rng=1, workers=3) == found
    patient = tournament([player, "tiles"], SMALL, deals=6, rng=1, strikes=None)
    assert len(patient.faults) == patient[player.name].lost == 12
    assert not patient[player.name].withdrawn


def test_a_substitute_plays_on_for_the_others() -> None:
    # What the one who fails would lose is the substitute's game, and it is charged at least that.
    rules = Rules(players=3, rack_size=7, rounds=1)
    failing = tournament([Cheat(), "tiles", "value"], rules, deals=4, rng=1)
    sound = tournament([GreedyPolicy(name="cheat"), "tiles", "value"], rules, deals=4, rng=1)
    assert failing["cheat"].points.mean < sound["cheat"].points.mean
    assert failing["tiles"].points.mean == sound["tiles"].points.mean


# What the first game's arena offers, too.


class Interrupting(GreedyPolicy):
    """Presses Ctrl-C after so many turns."""

    def __init__(self, turns: int) -> None:
        super().__init__(name="greedy")
        self.turns = turns

    def play(self, view: InformationSet, rng: np.random.Generator) -> Sequence[TileSet] | None:
        self.turns -= 1
        if not self.turns:
            raise KeyboardInterrupt
        return super().play(view, rng)


def test_a_journal_goes_on_after_ctrl_c(tmp_path: Path) -> None:
    path = tmp_path / "journal"

    def play(player: Interrupting, journal: Path | None, **options: Any) -> Tournament:
        players: dict[str, Any] = {"one": player, "two": "random"}
        return tournament(players, SMALL, deals=6, rng=3, journal=journal, **options)

    with pytest.raises(KeyboardInterrupt):
        play(Interrupting(160), path)
    before = path.read_bytes()
    assert 2 <= len(before.splitlines()) < 7
    whole = play(Interrupting(-1), path)
    assert path.read_bytes().startswith(before)
    assert whole == play(Interrupting(-1), None)
    assert play(Interrupting(1), path) == whole  # nothing is left to play
    with pytest.raises(JournalError, match="belongs to another tournament: its strikes 3 is not 5"):
        play(Interrupting(-1), path, strikes=5)
    with pytest.raises(JournalError, match="belongs to another tournament"):
        nimmt.arena.tournament(["lowest", "random"], deals=2, journal=path)


def test_a_journal_of_greedy_rounds(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    short = tournament(["tiles", "value"], FREE, deals=20, rng=1, journal=path)
    assert short.deals == 20
    longer = tournament(["tiles", "value"], FREE, deals=50, journal=path)
    assert longer == tournament(["tiles", "value"], FREE, deals=50, rng=1)


@pytest.mark.parametrize("measure", [None, "points", "rank", "win_share"])
def test_it_stops_when_the_differences_are_settled(measure: Any) -> None:
    stopping = Stopping(measure, first_look=10)
    found = tournament([Idle(), "tiles"], SMALL, deals=400, rng=1, stopping=stopping)
    assert found.settled
    assert 10 <= found.deals < 200
    assert found.differences[0].verdict is Verdict.WORSE
    assert found.stopping is not None
    assert found.stopping.measure is Measure(measure or "points")
    assert "worse" in str(found)
    assert json.loads(json.dumps(found.to_dict()))["settled"] is True


def test_games_are_recorded(tmp_path: Path) -> None:
    found = tournament(["tiles", "value"], SMALL, deals=3, rng=1, games_folder=tmp_path)
    paths = sorted(tmp_path.iterdir())
    assert [path.name for path in paths] == [
        f"deal-{deal}-game-{game}.json" for deal in range(3) for game in range(2)
    ]
    points = 0
    for path in paths:
        record = GameRecord.from_json(path.read_text(encoding="utf-8"))
        game = record.replay()
        points += game.scores[record.names.index("tiles")]
    assert found["tiles"].points.mean == points / 6


def test_other_processes_find_the_same() -> None:
    found = tournament(["tiles", "random"], SMALL, deals=4, rng=1)
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as executor:
        assert tournament(["tiles", "random"], SMALL, deals=4, rng=1, executor=executor) == found
