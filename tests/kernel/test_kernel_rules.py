"""Bull heads, placement, the cheapest choice and whole turns, against the reference."""

from collections import Counter
from itertools import islice
from random import Random

import pytest

from kernel.positions import (
    CAPACITY,
    CARD_SETS,
    PLACEMENTS,
    TABLES,
    TOP_CARD,
    Turn,
    arbitrary_turns,
    fresh_round,
    generalised_turns,
)
from nimmt_core import _rules
from reference import (
    Rows,
    bull_heads,
    cheapest,
    is_free_choice,
    options,
    place,
    total_bull_heads,
)

# Rounds of ten turns, and turns, of one case.  With 6 cases of whole rounds, 6 of arbitrary rows
# and 2 of other sizes, a seed is good for 100,600 turns.
REACHED_ROUNDS = 70 * len(TABLES)
ARBITRARY = 6_000
GENERALISED = 5_000
SEEDS = range(3)
CAMPAIGN_SEEDS = range(100, 132)

by_placement = pytest.mark.parametrize("placement", PLACEMENTS)
by_card_set = pytest.mark.parametrize("card_set", CARD_SETS)
by_seed = pytest.mark.parametrize("seed", SEEDS)
by_campaign_seed = pytest.mark.parametrize("seed", CAMPAIGN_SEEDS)


def test_bull_heads() -> None:
    cards = range(1, TOP_CARD + 1)
    assert [_rules.bull_heads(card) for card in cards] == [bull_heads(card) for card in cards]


def landing(rows: Rows, card: int, professional: bool) -> tuple[int, ...]:
    """Return the kernel's form of the options: nothing is a free choice of any row."""
    allowed = options(rows, card, professional)
    if len(allowed) == len(rows) and is_free_choice(rows, card, professional):
        return ()
    return tuple(allowed)


def compare_turn(turn: Turn, professional: bool, seen: Counter[str]) -> list[list[int]]:
    """Place every card in both implementations; return the rows after the turn.

    Counts in ``seen`` what happened.
    """
    rows: list[list[int]] = turn.rows
    heads = [0] * len(turn.cards)
    for card in sorted(turn.cards):
        found = landing(rows, card, professional)
        assert _rules.landing_rows(rows, card, professional) == found, (rows, card)
        # The reference is slow: it is asked for the cheapest row only where there is a choice.
        forced = len(found) == 1
        row = found[0] if forced else cheapest(rows, card, professional, turn.capacity)
        choice = _rules.cheapest_choice(rows, card, turn.capacity, professional)
        assert choice == row, (rows, card, turn.capacity)
        rows, taken = place(rows, card, row, professional, turn.capacity)
        heads[turn.cards.index(card)] = total_bull_heads(taken)
        seen["tie" if len(found) == 2 else "one row" if found else "free choice"] += 1
        seen["take" if found and taken else "no sixth card"] += 1
    expected = [(row[0], row[-1], len(row), total_bull_heads(row)) for row in rows], heads
    after = _rules.place_turn(turn.rows, turn.cards, turn.capacity, professional)
    assert after == expected, (turn, professional)
    return rows


def assert_varied(seen: Counter[str], professional: bool) -> None:
    """Make sure that the turns compared were worth it."""
    kinds = ["free choice", "take", *(["tie"] if professional else [])]
    assert all(seen[kind] * 500 > seen["one row"] for kind in kinds), seen


def compare_rounds(placement: str, card_set: str, seed: int) -> None:
    """Compare turn after turn of whole rounds."""
    random = Random(f"rounds {placement} {card_set} {seed}")
    professional = placement == "professional"
    seen: Counter[str] = Counter()
    for number in range(REACHED_ROUNDS):
        rows, hands = fresh_round(random, card_set, TABLES[number % len(TABLES)])
        for cards in zip(*hands, strict=True):
            rows = compare_turn(Turn(rows, list(cards), CAPACITY), professional, seen)
    assert_varied(seen, professional)


def compare_arbitrary(placement: str, card_set: str, seed: int) -> None:
    """Compare single turns on rows that need not come up in a game."""
    random = Random(f"rows {placement} {card_set} {seed}")
    professional = placement == "professional"
    seen: Counter[str] = Counter()
    for turn in islice(arbitrary_turns(random, card_set), ARBITRARY):
        compare_turn(turn, professional, seen)
    assert_varied(seen, professional)


def compare_generalised(placement: str, seed: int) -> None:
    """Compare single turns of games of other sizes."""
    random = Random(f"sizes {placement} {seed}")
    professional = placement == "professional"
    seen: Counter[str] = Counter()
    for turn in islice(generalised_turns(random), GENERALISED):
        compare_turn(turn, professional, seen)
    assert_varied(seen, professional)


@by_placement
@by_card_set
@by_seed
def test_whole_rounds(placement: str, card_set: str, seed: int) -> None:
    compare_rounds(placement, card_set, seed)


@by_placement
@by_card_set
@by_seed
def test_arbitrary_rows(placement: str, card_set: str, seed: int) -> None:
    compare_arbitrary(placement, card_set, seed)


@by_placement
@by_seed
def test_other_sizes(placement: str, seed: int) -> None:
    compare_generalised(placement, seed)


@pytest.mark.campaign
@by_placement
@by_card_set
@by_campaign_seed
def test_whole_rounds_campaign(placement: str, card_set: str, seed: int) -> None:
    compare_rounds(placement, card_set, seed)


@pytest.mark.campaign
@by_placement
@by_card_set
@by_campaign_seed
def test_arbitrary_rows_campaign(placement: str, card_set: str, seed: int) -> None:
    compare_arbitrary(placement, card_set, seed)


@pytest.mark.campaign
@by_placement
@by_campaign_seed
def test_other_sizes_campaign(placement: str, seed: int) -> None:
    compare_generalised(placement, seed)
