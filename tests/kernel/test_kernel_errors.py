"""What the kernel itself rejects: sizes that it is not built for.

Whether positions make sense is for the layer above it.
"""

from collections.abc import Sequence
from typing import Any

import pytest
from numpy.random import SFC64

from kernel.positions import MOST_CAPACITY, MOST_PLAYERS, MOST_ROWS, TOP_CARD
from nimmt_core import _rules
from nimmt_core._deals import Dealer
from nimmt_core._perft import perft
from nimmt_core._playout import Playouts
from nimmt_core._rounds import random_rounds

TOO_MANY_ROWS = [[card] for card in range(10, 10 + MOST_ROWS + 1)]


def test_limits() -> None:
    assert _rules.LIMITS == {
        "card": TOP_CARD,
        "rows": MOST_ROWS,
        "capacity": MOST_CAPACITY,
        "players": MOST_PLAYERS,
        "hand": 16,
    }


@pytest.mark.parametrize("card", [-1, 0, TOP_CARD + 1])
def test_no_card(card: int) -> None:
    with pytest.raises(ValueError, match=f"card of 1 to {TOP_CARD} expected, not {card}"):
        _rules.bull_heads(card)


@pytest.mark.parametrize("rows", [[], TOO_MANY_ROWS], ids=["none", "nine"])
def test_rows(rows: Sequence[Sequence[int]]) -> None:
    message = f"1 to {MOST_ROWS} rows expected, not {len(rows)}"
    with pytest.raises(ValueError, match=message):
        _rules.landing_rows(rows, 5, False)
    with pytest.raises(ValueError, match=message):
        _rules.cheapest_choice(rows, 5, 5, False)
    with pytest.raises(ValueError, match=message):
        _rules.place_turn(rows, [5], 5, False)
    with pytest.raises(ValueError, match=message):
        perft(rows, [[5]], 1, 5, False)
    dealer = Dealer([[5], []], [6, 7], 1, [[], []])
    with pytest.raises(ValueError, match=message):
        Playouts(rows, 5, False, dealer, 0, [5], [], [0, 0], 0)


@pytest.mark.parametrize("cards", [[], list(range(1, MOST_PLAYERS + 2))], ids=["none", "eleven"])
def test_cards_of_a_turn(cards: list[int]) -> None:
    with pytest.raises(ValueError, match=f"to {MOST_PLAYERS} cards expected, not {len(cards)}"):
        _rules.place_turn([[20]], cards, 5, False)


@pytest.mark.parametrize(
    "hands",
    [
        [[card] for card in range(1, MOST_PLAYERS + 2)],
        [list(range(1, 18)), list(range(20, 37))],
        [[1, 2], [3, 4, 5]],
        [],
    ],
    ids=["eleven seats", "seventeen cards", "two sizes", "no seats"],
)
def test_hands_of_perft(hands: list[list[int]]) -> None:
    with pytest.raises(ValueError, match="hands of"):
        perft([[100]], hands, 1, 5, False)


@pytest.mark.parametrize(
    ("players", "pool", "hand_size", "exclusions"),
    [
        (0, 10, 1, 0),
        (MOST_PLAYERS + 1, 30, 1, MOST_PLAYERS + 1),
        (2, 40, 17, 2),
        (2, 10, -1, 2),
        (2, TOP_CARD + 1, 1, 2),
        (2, 10, 1, 1),
        (2, 10, 1, 3),
    ],
)
def test_sizes_of_a_dealer(players: int, pool: int, hand_size: int, exclusions: int) -> None:
    with pytest.raises(ValueError, match="than the kernel is built for"):
        Dealer([[]] * players, range(pool), hand_size, [[]] * exclusions)


def test_no_dealer() -> None:
    nothing: Any = None
    with pytest.raises(TypeError, match="dealer"):
        Playouts([[20]], 5, False, nothing, 0, [5], [], [0, 0], 0)


@pytest.mark.parametrize(
    ("players", "hand_size", "rows", "top_card"),
    [(4, 10, 4, 43), (2, 10, 4, TOP_CARD + 1), (MOST_PLAYERS + 1, 1, 4, 104), (2, 17, 4, 104)],
)
def test_sizes_of_rounds(players: int, hand_size: int, rows: int, top_card: int) -> None:
    with pytest.raises(ValueError, match=f"of {top_card} cards are not what the kernel"):
        random_rounds(SFC64(1), 1, players, hand_size, rows, 5, top_card, False)
