"""Every path of the lanes: turns by the reference, rounds and playouts as on the scalar path."""

from itertools import islice
from random import Random

import numpy as np
import pytest
from numpy.random import SFC64

from kernel.decisions import ALL, Decision
from kernel.positions import (
    MOST_CAPACITY,
    MOST_PLAYERS,
    MOST_ROWS,
    PLACEMENTS,
    TOP_CARD,
    Turn,
    arbitrary_turns,
    random_rows,
)
from nimmt_core._decision import OBJECTIVES
from nimmt_core._lanes import GROUP, PATHS, place_turns
from nimmt_core._playout import HEADS_BINS
from nimmt_core._rounds import random_rounds
from reference import cheapest, cheapest_lowest_end, play_round, total_bull_heads, turn

VECTOR_PATHS = PATHS[1:]
GROUPS = 25

by_path = pytest.mark.parametrize("path", VECTOR_PATHS)
by_professional = pytest.mark.parametrize("professional", [False, True])
by_lowest_end = pytest.mark.parametrize("lowest_end", [False, True])
by_decision = pytest.mark.parametrize("decision", ALL.values(), ids=ALL)


def test_paths() -> None:
    assert PATHS[0] == "scalar"
    assert len(set(PATHS)) == len(PATHS)
    # Whatever compiles the wheels has vectors.
    assert VECTOR_PATHS


@pytest.mark.parametrize("path", ["", "avx", "Scalar", 1])
def test_no_such_path(path: str) -> None:
    with pytest.raises(ValueError, match=f"path {path!r} is not one of scalar, "):
        random_rounds(SFC64(1), 1, 4, 10, 4, 5, 104, False, path=path)
    with pytest.raises(ValueError, match=f"path {path!r} is not one of scalar, "):
        ALL["two players"].playouts([5]).run(SFC64(1), 1, path)


def compare(turns: list[Turn], professional: bool, lowest_end: bool, path: str) -> None:
    """Place turns, all of as many rows and players, in lanes and by the reference."""
    capacity = turns[0].capacity
    chooser = cheapest_lowest_end if lowest_end else cheapest
    found = place_turns(
        [one.rows for one in turns],
        [one.cards for one in turns],
        capacity,
        professional,
        lowest_end,
        path,
    )
    assert len(found) == len(turns)
    for one, (rows, heads) in zip(turns, found, strict=True):
        after, taken = turn(one.rows, list(enumerate(one.cards)), chooser, professional, capacity)
        assert rows == [
            (row[0] if professional else None, row[-1], len(row), total_bull_heads(row))
            for row in after
        ], one
        assert heads == [total_bull_heads(taken[seat]) for seat in range(len(heads))], one


def turns_of_a_size(random: Random) -> list[Turn]:
    """Make a group of turns of a game of some size, up to the largest of the kernel."""
    players = random.randint(1, MOST_PLAYERS)
    count = random.randint(1, MOST_ROWS)
    capacity = random.randint(1, min(MOST_CAPACITY, (TOP_CARD - players) // count))
    turns = []
    for _ in range(random.randint(1, GROUP)):
        top_card = random.randint(count * capacity + players, TOP_CARD)
        cards = random.sample(range(1, top_card + 1), top_card)
        rows, left = random_rows(random, cards, count, capacity)
        turns.append(Turn(rows, left[:players], capacity))
    return turns


@by_path
@by_professional
@by_lowest_end
def test_turns(path: str, professional: bool, lowest_end: bool) -> None:
    random = Random(f"lanes {professional} {lowest_end}")
    by_players: dict[int, list[Turn]] = {}
    for one in islice(arbitrary_turns(random, "standard"), 20 * GROUP):
        by_players.setdefault(len(one.cards), []).append(one)
    assert len(by_players) == 9
    for turns in by_players.values():
        for start in range(0, len(turns), GROUP):
            compare(turns[start : start + GROUP], professional, lowest_end, path=path)


@by_path
@by_professional
@by_lowest_end
def test_turns_of_other_sizes(path: str, professional: bool, lowest_end: bool) -> None:
    random = Random(f"sizes in lanes {professional} {lowest_end}")
    for _ in range(GROUPS):
        compare(turns_of_a_size(random), professional, lowest_end, path=path)


@pytest.mark.campaign
@by_path
@by_professional
@by_lowest_end
@pytest.mark.parametrize("seed", range(20))
def test_turns_campaign(path: str, professional: bool, lowest_end: bool, seed: int) -> None:
    random = Random(f"campaign in lanes {professional} {lowest_end} {seed}")
    for _ in range(200):
        compare(turns_of_a_size(random), professional, lowest_end, path=path)


@by_path
@by_professional
@by_lowest_end
@pytest.mark.parametrize("players", range(1, MOST_PLAYERS + 1))
def test_rounds(path: str, professional: bool, lowest_end: bool, players: int) -> None:
    random = Random(f"rounds in lanes {players} {professional} {lowest_end}")
    sizes = [(10, 4, 5, 104)]
    for _ in range(5):
        rows = random.randint(1, MOST_ROWS)
        hand = random.randint(0, min(16, (TOP_CARD - rows) // players))
        capacity = random.randint(1, MOST_CAPACITY)
        sizes.append((hand, rows, capacity, random.randint(rows + players * hand, TOP_CARD)))
    for size in sizes:
        rounds = random.randint(1, 4 * GROUP)
        scalar, lanes = (
            random_rounds(SFC64(1), rounds, players, *size, professional, lowest_end, None, one)
            for one in ("scalar", path)
        )
        assert scalar.sum() == players * rounds
        assert (scalar == lanes).all(), (size, rounds)


@by_path
@by_decision
@pytest.mark.parametrize("objective", OBJECTIVES)
def test_playouts(path: str, decision: Decision, objective: str) -> None:
    # Among the decisions are deals that are drawn one by one, and turns that are half placed.
    playouts = decision.playouts(decision.candidates(), objective)
    for deals in (1, GROUP - 1, GROUP, 3 * GROUP + 5):
        scalar = playouts.run(SFC64(deals), deals, "scalar")
        for one, other in zip(scalar, playouts.run(SFC64(deals), deals, path), strict=True):
            assert (one == other).all()


@pytest.mark.parametrize("placement", PLACEMENTS)
def test_the_widest_path_is_taken(placement: str) -> None:
    professional = placement == "professional"
    size = (3, 10, 4, 5, 104, professional, False)
    named = random_rounds(SFC64(2), 100, *size, path=PATHS[-1])
    assert (random_rounds(SFC64(2), 100, *size) == named).all()


@pytest.mark.parametrize("path", PATHS)
@by_professional
@by_lowest_end
def test_a_game_of_one_deal(path: str, professional: bool, lowest_end: bool) -> None:
    # One seat, one card, one row: two cards, so two deals, both of which come up.
    chooser = cheapest_lowest_end if lowest_end else cheapest
    expected = {
        play_round([[row]], [[card]], chooser, professional, 1)[0] for row, card in ((1, 2), (2, 1))
    }
    counts = random_rounds(SFC64(3), 500, 1, 1, 1, 1, 2, professional, lowest_end, path=path)
    assert counts.shape == (1, HEADS_BINS)
    assert set(np.flatnonzero(counts[0]).tolist()) == expected
