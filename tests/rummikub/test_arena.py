"""Tournaments: known differences, seats and deals, repeats, and what is refused."""

import json
from collections.abc import Sequence

import numpy as np
import pytest

from nimmt.errors import ArenaError, LimitError, NimmtError
from nimmt.rummikub import InformationSet, Rules, TileSet
from nimmt.rummikub.agents import GreedyPolicy
from nimmt.rummikub.arena import tournament

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
    with pytest.raises(ArenaError, match=r"cheat at seat \d of deal 0: its answer is not legal"):
        tournament([Cheat(), "tiles"], SMALL, deals=2, rng=1)
