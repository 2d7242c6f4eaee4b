"""Players by name, and the one that holds jokers back."""

import numpy as np
import pytest

from nimmt.errors import NimmtError
from nimmt.rummikub import Game, InformationSet, Phase, Rules
from nimmt.rummikub.agents import POLICIES, HoldBackPolicy, Policy, play_game, policy_named

GENERATOR = np.random.default_rng(1)


@pytest.mark.parametrize("name", POLICIES)
def test_players_by_name(name: str) -> None:
    player = policy_named(name)
    assert isinstance(player, Policy)
    assert player.name == name
    game = Game(Rules(players=2, rack_size=7, rounds=1), rng=2)
    play_game(game, [policy_named("sampling:2") if name == "sampling" else player] * 2, GENERATOR)
    assert game.phase is Phase.OVER


@pytest.mark.parametrize("name", ["best", "tiles:3", "sampling:", "sampling:x", ""])
def test_names_of_nobody(name: str) -> None:
    with pytest.raises(NimmtError, match=f"no player is called '{name}'"):
        policy_named(name)


def view(rack: str, *, other: int = 9, melded: bool = True) -> InformationSet:
    table = ["K1 K2 K3"]
    rules = Rules(players=2)
    size = len(rack.split())
    return InformationSet(table, rack, rules, sizes=[size, other], melded=[melded, True])


@pytest.mark.parametrize(
    ("rack", "other", "laid"),
    [
        ("R1 R2 J O9", 9, 0),  # it would take the joker
        ("R1 R2 J K4 O9", 9, 1),  # without it, one tile
        ("R1 R2 J K4 O9", 4, 4),  # somebody is about to go out
        ("R1 R2 J K4", 9, 4),  # goes out
    ],
)
def test_jokers_are_held_back(rack: str, other: int, laid: int) -> None:
    seen = view(rack, other=other)
    table = HoldBackPolicy().play(seen, GENERATOR)
    tiles = 3 if table is None else sum(map(len, table))
    assert tiles == 3 + laid


def test_an_initial_meld_takes_the_joker() -> None:
    table = HoldBackPolicy().play(view("R10 R11 J K1", melded=False), GENERATOR)
    assert table is not None
    assert sum(map(len, table)) == 6
