"""Games in lanes: what is played one game after another, bit for bit, on every path."""

from __future__ import annotations

from collections import Counter
from itertools import permutations, product
from random import Random
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from arena.kernel_rules import ONE_ROUND
from kernel.chances import chi_square, chi_square_limit
from kernel.networks import likes, network_of, random_network
from nimmt import Rules
from nimmt.arena import Stopping, tournament
from nimmt.arena.players import entrants_of
from nimmt.arena.seating import rotated
from nimmt.arena.units import Setup, play_deals
from nimmt_core import _games
from nimmt_core._lanes import GROUP, PATHS
from reference import cheapest, play_round

by_path = pytest.mark.parametrize("path", PATHS[1:])
by_placement = pytest.mark.parametrize("professional", [False, True])

CODES = range(len(_games.PLAYERS))
NETWORK = random_network("arena in lanes")
DEALS = GROUP + 7


def play(seatings: list[list[int]], path: str, **changes: Any) -> NDArray[np.int32]:
    """Play games of some seatings, one rotation after another."""
    arguments: dict[str, Any] = {
        "key": 5,
        "first_deal": 0,
        "deals": DEALS,
        "rotations": np.arange(len(seatings), dtype=np.uint64),
        "network": NETWORK,
        **ONE_ROUND,
    }
    seats = np.array(seatings, dtype=np.int8)
    return _games.play_games(**{**arguments, **changes}, seatings=seats, path=path)


def compare(seatings: list[list[int]], path: str, **changes: Any) -> None:
    expected = play(seatings, "scalar", **changes)
    assert (play(seatings, path, **changes) == expected).all()


@by_path
@by_placement
@pytest.mark.parametrize("players", range(2, 11))
def test_every_player_at_every_table(path: str, professional: bool, players: int) -> None:
    alone = [[code] * players for code in CODES]
    mixed = [[(seat + turn) % len(CODES) for seat in range(players)] for turn in CODES]
    for top_card in (104, 10 * players + 4):
        compare(alone + mixed, path, professional=professional, top_card=top_card)


@by_path
@by_placement
def test_matches_that_end_at_different_times(path: str, professional: bool) -> None:
    for players in (2, 5):
        seatings = [[0] * players, [0, 3, 4, 1, 2][:players], [5, 0, 5, 5, 3][:players]]
        for end in ((66, -1), (-1, 3), (30, 2)):
            compare(seatings, path, professional=professional, threshold=end[0], rounds=end[1])


@by_path
def test_games_of_other_sizes(path: str) -> None:
    random = Random("arena in lanes")
    for _ in range(30):
        players = random.randint(1, 10)
        rows = random.randint(1, 8)
        hand_size = random.randint(1, min(16, (127 - rows) // players))
        seatings = [[random.choice(CODES) for _ in range(players)] for _ in range(3)]
        compare(
            seatings,
            path,
            key=random.getrandbits(64),
            first_deal=random.choice([0, 2**32 - 10, random.getrandbits(63)]),
            deals=random.choice([1, GROUP - 1, GROUP, 2 * GROUP + 1]),
            rotations=np.array([random.randrange(1000) for _ in seatings], dtype=np.uint64),
            hand_size=hand_size,
            rows=rows,
            capacity=random.randint(1, 16),
            top_card=random.randint(players * hand_size + rows, 127),
            professional=random.choice([False, True]),
            rounds=random.randint(1, 3),
        )


@by_path
@by_placement
def test_instant_players_follow_their_network(path: str, professional: bool) -> None:
    # Networks that play as other players do, as long as no row is to be chosen.
    instant, lowest, highest = map(_games.PLAYERS.index, ("instant", "lowest", "highest"))
    for feature, like in ((19, lowest), (20, highest)):
        found, expected = (
            play(
                [[code, 0]],
                path,
                professional=professional,
                network=network_of(likes(card_feature=feature)),
                rows=1,
                top_card=21,
            )
            for code in (instant, like)
        )
        assert expected.any()
        assert (found == expected).all()


def test_instant_players_need_a_network() -> None:
    with pytest.raises(ValueError, match="an instant player needs a network"):
        play([[0, 5]], PATHS[-1], network=None)


def test_a_path_that_there_is_not() -> None:
    with pytest.raises(ValueError, match="path 'avx' is not one of scalar, "):
        play([[0, 0]], "avx")


def test_no_deals_and_no_games() -> None:
    assert play([[0, 0]], PATHS[-1], deals=0).shape == (0, 1, 2)


@pytest.mark.parametrize("players", [["random", "nearest"], ["cheapest", "random", "lowest"]])
def test_blocks_and_workers_change_nothing(
    monkeypatch: pytest.MonkeyPatch, players: list[str]
) -> None:
    options: dict[str, Any] = {"deals": 1000, "rng": 7}
    for stopping in (None, Stopping(margin=0.4)):
        whole = tournament(players, **options, stopping=stopping)
        for games in (1, 300):
            monkeypatch.setattr("nimmt.arena.units.COMPILED_GAMES", games)
            for workers in (1, 3):
                again = tournament(players, **options, stopping=stopping, workers=workers)
                assert again == whole
        monkeypatch.undo()


def test_a_deal_depends_on_its_number_alone() -> None:
    rules = Rules(3, threshold=66)
    setup = Setup(rules, entrants_of(["random", "nearest"])[0], rotated([(0, 1, 0)]), (3, 4))
    whole = play_deals(setup, frozenset(), 0, 200).costs
    for first, count in ((0, 1), (1, 70), (63, 65), (199, 1)):
        part = play_deals(setup, frozenset(), first, count).costs
        assert (part == whole[first : first + count]).all()


def test_choices_are_uniform() -> None:
    # Every index of a hand of every size, and pairs of successive choices, over deals, seats and
    # rotations.
    deals, hand_size = 4000, 10
    indices = np.array(
        [
            [
                _games.chosen_index(11, deal, rotation, 4, hand_size, seat, turn, hand_size - turn)
                for turn in range(hand_size)
            ]
            for deal in range(deals)
            for rotation, seat in product(range(2), (0, 3))
        ]
    )
    for turn in range(hand_size - 1):
        held = hand_size - turn
        assert fits(np.bincount(indices[:, turn], minlength=held))
        pairs = indices[:, turn] * held + indices[:, turn + 1]
        possible = [a * held + b for a in range(held) for b in range(max(held - 1, 1))]
        assert fits(np.bincount(pairs, minlength=held * held)[possible])


def test_choices_of_seats_rotations_and_deals_are_independent() -> None:
    def choices(deal: int, rotation: int, seat: int) -> int:
        return _games.chosen_index(12, deal, rotation, 4, 10, seat, 0, 10)

    for other in ((1, 0, 0), (0, 1, 0), (0, 0, 1)):
        pairs = [
            10 * choices(2 * deal, 0, 0) + choices(2 * deal + other[0], *other[1:])
            for deal in range(20_000)
        ]
        assert fits(np.bincount(pairs, minlength=100))


@by_path
@by_placement
def test_rounds_have_the_chances_of_all_rounds(path: str, professional: bool) -> None:
    # One row and two hands of two: the reference plays all 720 orders of six cards.
    chances = Counter[tuple[int, ...]]()
    for cards in permutations(range(1, 7)):
        hands = [cards[1:3], cards[3:5]]
        chances[tuple(play_round([cards[:1]], hands, cheapest, professional, 1))] += 1
    found = play(
        [[0, 0]],
        path,
        professional=professional,
        deals=40_000,
        hand_size=2,
        rows=1,
        capacity=1,
        top_card=6,
    )
    counts = Counter(map(tuple, found[:, 0].tolist()))
    assert counts.keys() <= chances.keys()
    statistic = chi_square(
        [counts[outcome] for outcome in chances], [each / 720 for each in chances.values()]
    )
    assert statistic < chi_square_limit(len(chances))


def fits(counts: NDArray[np.int64]) -> bool:
    """Tell whether counts may well be of outcomes that are equally likely."""
    cells = counts.size
    return chi_square(counts.tolist(), [1 / cells] * cells) < chi_square_limit(cells)
