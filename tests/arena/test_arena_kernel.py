"""The compiled games are those that Python plays, with compiled players and with others."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import nimmt
from arena.kernel_rules import ONE_ROUND
from kernel.networks import random_network
from nimmt import CardSet, Placement, Rules
from nimmt.agents import LowestPolicy
from nimmt.analysis.network import suits
from nimmt.arena import tournament
from nimmt.arena.faults import FaultKind
from nimmt.arena.players import COMPILED, entrants_of
from nimmt.arena.seating import rotated
from nimmt.arena.streams import CompiledChoices, key_of, player_stream, round_cards
from nimmt.arena.units import Setup, play_deals
from nimmt.errors import ArenaError
from nimmt_core import _games
from reference import bull_heads
from strategies import rules as any_rules

NAMES = list(COMPILED.values())
NETWORKS = {placement: random_network(placement) for placement in Placement}


@pytest.fixture(scope="module", autouse=True)
def networks() -> Iterator[None]:
    """Let instant players follow other networks than those that ship: their choices are unlike."""
    with pytest.MonkeyPatch.context() as patch:
        for module in ("nimmt.analysis.network", "nimmt.arena.units"):
            patch.setattr(f"{module}.network_of", lambda rules: NETWORKS[rules.placement])
        yield


@settings(deadline=None, max_examples=150)
@given(any_rules, st.integers(0, 2**32 - 1))
def test_the_kernel_plays_what_python_plays(rules: Rules, seed: int) -> None:
    random = Random(seed)
    rounds = min(rules.rounds or 3, 3)
    threshold = rules.threshold and min(rules.threshold, 66)
    rules = Rules.from_dict({**rules.to_dict(), "rounds": rounds, "threshold": threshold})
    names = [name for name in NAMES if name != "instant" or suits(rules)]
    lineup = tuple(random.randrange(len(names)) for _ in range(rules.players))
    setup = Setup(rules, entrants_of(names)[0], rotated([lineup])[:2], key_of(seed))
    assert setup.compiled
    first = random.randrange(2**40)
    kernel = play_deals(setup, frozenset(), first, 2)
    python = play_deals(replace(setup, records=True), frozenset(), first, 2)
    assert kernel.costs.tolist() == python.costs.tolist()
    assert not kernel.lost.any()
    for heads, record in zip(
        python.costs.reshape(-1, rules.players).tolist(), python.records, strict=True
    ):
        assert list(record.replay().scores) == heads


def test_players_that_the_kernel_knows_are_those_that_python_knows() -> None:
    assert set(NAMES) == set(_games.PLAYERS)
    assert [entrant.compiled(Rules()) for entrant in entrants_of(_games.PLAYERS)[0]] == [
        *range(len(_games.PLAYERS))
    ]
    assert entrants_of(["risk"])[0][0].compiled(Rules()) is None


def test_what_is_derived_from_a_compiled_player_is_not_compiled() -> None:
    class Derived(nimmt.agents.InstantPolicy):
        name = "derived"

    assert entrants_of([Derived()])[0][0].compiled(Rules()) is None


class AlsoLowest(LowestPolicy):
    """Plays as the compiled player does, but is not compiled."""

    name = "lowest"


@pytest.mark.parametrize("card_set", CardSet)
@pytest.mark.parametrize("placement", Placement)
def test_compiled_players_play_the_same_beside_others(card_set: str, placement: str) -> None:
    rules = Rules(6, card_set=card_set, placement=placement, threshold=30)
    names = ["random", "nearest", "instant", "random", "cheapest", "lowest"]
    players = dict(zip("abcdef", names, strict=True))
    compiled = tournament(players, rules, deals=3, rng=5)
    mixed = tournament({**players, "f": AlsoLowest()}, rules, deals=3, rng=5)
    assert entrants_of([AlsoLowest()])[0][0].compiled(rules) is None
    assert mixed == compiled


@pytest.mark.parametrize(
    "other", [{"rows": 3}, {"row_capacity": 6}, {"hand_size": 11}], ids=["rows", "capacity", "hand"]
)
def test_rules_that_the_network_does_not_suit(other: dict[str, Any]) -> None:
    rules = Rules(2, **other)
    entrant = entrants_of(["instant"])[0][0]
    assert entrant.compiled(Rules(2)) == _games.PLAYERS.index("instant")
    assert entrant.compiled(rules) is None
    found = tournament(["instant", "lowest"], rules, deals=2, rng=1)
    fault = found.faults[0]
    assert fault.player == "instant"
    assert fault.kind is FaultKind.CRASHED
    assert "the policy network was trained for 4 rows of 5 cards and hands of up to 10" in str(
        fault.detail
    )
    assert {each.player for each in found.faults} == {"instant"}


def test_players_have_numbers_of_their_own() -> None:
    keys = [key_of(seed) for seed in (0, 1)]
    places = [
        (key, deal, rotation, seat)
        for key in keys
        for deal in (0, 1, 2**40)
        for rotation in range(3)
        for seat in range(3)
    ]
    streams = {tuple(player_stream(*place).integers(1 << 62, size=2).tolist()) for place in places}
    assert len(streams) == len(places)
    choices = set()
    for key, deal, rotation, seat in places:
        player = CompiledChoices(key, deal, rotation, 3, 10, seat)
        choices.add(tuple(player.choice(range(100)) for _ in range(20)))
    assert len(choices) == len(places)


def test_every_round_has_cards_of_its_own() -> None:
    rules = Rules()
    rounds = {
        tuple(round_cards(key_of(seed), deal, rules, number))
        for seed in (0, 1)
        for deal in (0, 1, 2**40)
        for number in range(3)
    }
    assert len(rounds) == 2 * 3 * 3
    assert all(len(set(cards)) == rules.cards_dealt for cards in rounds)


def test_the_mean_round_is_that_of_other_engines() -> None:
    found = tournament(["random"] * 4, deals=40_000, rng=1)
    # 12.13 bull heads a player: nimmt.simulate, and five other programs.
    low, high = found["random"].bull_heads.low, found["random"].bull_heads.high
    assert high - low < 0.1
    assert low - 0.02 < 12.13 < high + 0.02


@pytest.mark.parametrize(
    ("changes", "fits"),
    [
        ({}, True),
        ({"seatings": np.array([[0, 6]], dtype=np.int8)}, False),
        ({"seatings": np.array([[0, -1]], dtype=np.int8)}, False),
        ({"seatings": np.zeros((1, 11), dtype=np.int8)}, False),
        ({"rotations": np.array([0, 1], dtype=np.uint64)}, False),
        ({"rotations": np.array([1000], dtype=np.uint64)}, False),
        ({"top_card": 23}, False),
        ({"top_card": 128}, False),
        ({"hand_size": 17}, False),
        ({"rows": 9}, False),
        ({"capacity": 17}, False),
        ({"threshold": -1, "rounds": -1}, False),
    ],
)
def test_the_kernel_refuses_what_it_is_not_built_for(changes: dict[str, Any], fits: bool) -> None:
    arguments: dict[str, Any] = {
        "key": 1,
        "first_deal": 0,
        "deals": 1,
        "seatings": np.array([[0, 1]], dtype=np.int8),
        "rotations": np.array([0], dtype=np.uint64),
        **ONE_ROUND,
    }
    if fits:
        assert _games.play_games(**arguments).shape == (1, 1, 2)
    else:
        with pytest.raises(ValueError, match="built for"):
            _games.play_games(**{**arguments, **changes})
    with pytest.raises(ValueError, match="built for"):
        _games.dealt_cards(1, 0, 0, 10, 11)


def test_bull_heads_stay_within_the_deck() -> None:
    found = tournament(["nearest", "lowest", "highest"], deals=200, rng=1)
    total = sum(standing.bull_heads.mean for standing in found.standings)
    assert 0 < total < sum(map(bull_heads, range(1, 105)))


def test_a_match_that_cannot_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    # Of two rows, one at least has an end for every card, and room: nobody ever takes one.
    rules = Rules(2, placement="professional", rows=2, hand_size=1, card_set="tactical")
    with pytest.raises(ArenaError, match="not ended after 1000000 rounds"):
        tournament(["random", "lowest"], rules, deals=2)
    monkeypatch.setattr(_games, "MOST_ROUNDS", 50)
    with pytest.raises(ArenaError, match="not ended after 50 rounds"):
        tournament(["random", "risk"], rules, deals=2)
