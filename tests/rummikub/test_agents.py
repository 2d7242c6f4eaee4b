"""The players that ship: whole games by every rule."""

from collections.abc import Sequence

import numpy as np
import pytest

from nimmt.errors import IllegalActionError, LimitError
from nimmt.rummikub import Game, IllegalPlayError, InformationSet, Phase, Rules, TileSet
from nimmt.rummikub.agents import GreedyPolicy, Policy, RandomPolicy, play_game, take_turn
from nimmt.rummikub.record import Action


@pytest.mark.parametrize("forced", [False, True])
@pytest.mark.parametrize("playon", [False, True])
@pytest.mark.parametrize("lock", ["locked", "free"])
@pytest.mark.parametrize(("players", "jokers"), [(2, 2), (4, 2), (3, 5)])
def test_games_to_the_end(players: int, jokers: int, lock: str, playon: bool, forced: bool) -> None:
    rules = Rules(
        players=players,
        jokers=jokers,
        joker_lock=lock,
        table_in_meld_turn=playon,
        forced_play=forced,
        rounds=1,
    )
    game = Game(rules, rng=players)
    policies: list[Policy] = [GreedyPolicy(), RandomPolicy(), GreedyPolicy("value"), RandomPolicy()]
    play_game(game, policies[:players], np.random.default_rng(1))
    assert game.phase is Phase.OVER
    assert sum(game.scores) == 0
    assert game.record.replay() == game
    actions = [turn.action for turn in game.record.rounds[0].turns]
    assert actions.count(Action.PLAY) > players


@pytest.mark.parametrize(
    "options",
    [
        {"freeing_tile": "rack"},
        {"group_joker": "both"},
        {"single_set": True},
        {"wrap": True, "forced_play": True},
        {"freed_joker": "new_set", "forced_play": True},
        {"freed_joker": "new_set_with_two", "table_in_meld_turn": True},
    ],
)
def test_games_by_other_options(options: dict[str, object]) -> None:
    rules = Rules(players=2, jokers=4, rounds=2, **options)  # type: ignore[arg-type]
    game = Game(rules, rng=2)
    play_game(game, [RandomPolicy(), GreedyPolicy()], np.random.default_rng(2))
    assert game.record.replay() == game


def test_the_same_seeds_play_the_same() -> None:
    games = []
    for seed in (5, 5, 6):
        game = Game(Rules(players=2, rounds=1), rng=4)
        play_game(game, [RandomPolicy(), RandomPolicy()], np.random.default_rng(seed))
        games.append(game)
    assert games[0] == games[1]
    assert games[0] != games[2]


class Cheat:
    """Lays what it has not, or nothing."""

    name = "cheat"

    def __init__(self, table: Sequence[TileSet] | None) -> None:
        self.table = table

    def play(self, view: InformationSet, rng: np.random.Generator) -> Sequence[TileSet] | None:
        return self.table


def test_answers_that_are_not_legal() -> None:
    generator = np.random.default_rng(1)
    game = Game(Rules(players=2, rack_size=3, forced_play=True, rounds=1))
    with pytest.raises(IllegalActionError, match="nobody has a turn: the game waits for deal"):
        take_turn(game, RandomPolicy(), generator)
    game.deal(["K13 B13 R13", "B1 B2 B3"], starter=0)
    with pytest.raises(IllegalPlayError, match="O1 O2 O3 in the new arrangement"):
        take_turn(game, Cheat([TileSet("O1 O2 O3")]), generator)
    with pytest.raises(IllegalActionError, match="can lay K13 B13 R13"):
        take_turn(game, Cheat(None), generator)
    take_turn(game, GreedyPolicy(), generator)
    assert game.winners == (0,)


def test_what_cannot_be_played() -> None:
    generator = np.random.default_rng(1)
    with pytest.raises(IllegalActionError, match="1 policies for 2 seats"):
        play_game(Game(Rules(players=2, rounds=1)), [RandomPolicy()], generator)
    with pytest.raises(IllegalActionError, match="the game would never end"):
        play_game(Game(Rules(players=2)), [RandomPolicy()] * 2, generator)
    with pytest.raises(LimitError, match="objective 'most' is none of"):
        GreedyPolicy("most")
