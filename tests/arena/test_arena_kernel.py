"""The compiled games: the streams are numpy's, and the games those that Python plays."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import nimmt
from nimmt import Rules
from nimmt.arena import tournament
from nimmt.arena.players import COMPILED, entrants_of
from nimmt.arena.seating import rotated
from nimmt.arena.streams import cards_stream, key_of, player_stream
from nimmt.arena.units import Setup, play_deals
from nimmt.errors import ArenaError
from nimmt_core import _games
from reference import bull_heads
from strategies import rules as any_rules

NAMES = list(COMPILED.values())


@settings(deadline=None, max_examples=150)
@given(any_rules, st.integers(0, 2**32 - 1))
def test_the_kernel_plays_what_python_plays(rules: Rules, seed: int) -> None:
    random = Random(seed)
    rounds = min(rules.rounds or 3, 3)
    threshold = rules.threshold and min(rules.threshold, 66)
    rules = Rules.from_dict({**rules.to_dict(), "rounds": rounds, "threshold": threshold})
    lineup = tuple(random.randrange(len(NAMES)) for _ in range(rules.players))
    setup = Setup(rules, entrants_of(NAMES)[0], rotated([lineup])[:2], key_of(seed))
    first = random.randrange(2**40)
    kernel = play_deals(setup, frozenset(), first, 2)
    python = play_deals(replace(setup, records=True), frozenset(), first, 2)
    assert kernel.heads.tolist() == python.heads.tolist()
    assert not kernel.lost.any()
    for heads, record in zip(
        python.heads.reshape(-1, rules.players).tolist(), python.records, strict=True
    ):
        assert list(record.replay().scores) == heads


def test_players_that_the_kernel_knows_are_those_that_python_knows() -> None:
    assert set(NAMES) == set(_games.PLAYERS)
    assert [entrant.compiled for entrant in entrants_of(_games.PLAYERS)[0]] == [
        *range(len(_games.PLAYERS))
    ]
    assert entrants_of(["risk"])[0][0].compiled is None


def test_what_is_derived_from_a_compiled_player_is_not_compiled() -> None:
    class Derived(nimmt.agents.RandomPolicy):
        name = "derived"

    assert entrants_of([Derived()])[0][0].compiled is None


def test_hands_of_one_card_draw_no_random_number() -> None:
    # So a stream is used alike on both paths, round after round.
    assert np.random.default_rng(1).choice((5,)) == 5
    source = np.random.Generator(np.random.Philox(1))
    source.choice((5,))
    assert source.integers(1 << 32) == np.random.Generator(np.random.Philox(1)).integers(1 << 32)


def test_every_stream_is_another() -> None:
    keys = [key_of(seed) for seed in (0, 1)]
    streams = {
        tuple(player_stream(key, deal, rotation, seat).integers(1 << 62, size=2).tolist())
        for key in keys
        for deal in (0, 1, 2**40)
        for rotation in range(3)
        for seat in range(3)
    }
    streams |= {
        tuple(np.random.Generator(cards_stream(key, deal)).integers(1 << 62, size=2).tolist())
        for key in keys
        for deal in (0, 1, 2**40)
    }
    assert len(streams) == 2 * 3 * 9 + 2 * 3


def test_deals_are_uniform() -> None:
    # The first card of the rows, and the pairs of the first two: chi-squared.
    key = key_of(3)
    dealt = np.array([_games.dealt_cards(cards_stream(key, deal), 10, 6) for deal in range(20_000)])
    assert all(len(set(cards)) == 6 for cards in dealt.tolist()[:100])
    counts = np.bincount(dealt[:, 0], minlength=11)[1:]
    assert ((counts - 2000) ** 2 / 2000).sum() < 33  # 9 degrees: one in ten thousand
    pairs = np.bincount(dealt[:, 1] * 11 + dealt[:, 5], minlength=121)
    expected = 20_000 / 90
    inside = np.array([pairs[a * 11 + b] for a in range(1, 11) for b in range(1, 11) if a != b])
    assert ((inside - expected) ** 2 / expected).sum() < 147  # 89 degrees


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
        ({"seatings": [[0, 5]]}, False),
        ({"seatings": [[0, -1]]}, False),
        ({"seatings": [[0] * 11]}, False),
        ({"rotations": [0, 1]}, False),
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
        "key": (1, 2),
        "first_deal": 0,
        "deals": 1,
        "seatings": [[0, 1]],
        "rotations": [0],
        "hand_size": 10,
        "rows": 4,
        "capacity": 5,
        "top_card": 104,
        "professional": False,
        "drafted": False,
        "threshold": -1,
        "rounds": 1,
    }
    if fits:
        assert _games.play_games(**arguments).shape == (1, 1, 2)
    else:
        with pytest.raises(ValueError, match="built for"):
            _games.play_games(**{**arguments, **changes})
    with pytest.raises(ValueError, match="built for"):
        _games.dealt_cards(np.random.Philox(1), 10, 11)


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
