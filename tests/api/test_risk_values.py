"""``risk`` on views of full size: against sampling, worked examples, and what must hold always."""

from itertools import islice
from math import sqrt
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import nimmt
from api.small_turns import small_views
from kernel.chances import is_near
from nimmt.analysis.turn import CardRisk

SAMPLES = 4000


def full_view(
    random: Random, players: int, placement: str = "standard", known: int = 0
) -> nimmt.InformationSet:
    """Deal the full set; rows of any length, and known cards of some seats."""
    cards = random.sample(range(1, 105), 104)
    most = 5 if players < 9 else 1
    rows = [sorted(cards.pop() for _ in range(random.randint(1, most))) for _ in range(4)]
    hand = [cards.pop() for _ in range(10 if players == 10 else random.randint(1, 10))]
    held = {
        seat: [cards.pop() for _ in range(min(known, len(hand)))]
        for seat in range(1, players)
        if known and random.random() < 0.5
    }
    rules = nimmt.Rules(players=players, placement=placement)
    return nimmt.InformationSet(rows, hand, rules, known=held)


def true_errors(exact: CardRisk) -> tuple[float, float]:
    """Return the standard errors that the chance and the mean of a sample have."""
    square = sum(heads**2 * chance for heads, chance in enumerate(exact.distribution))
    variance = max(square - exact.expected**2, 0)
    return sqrt(exact.chance * exact.placed / SAMPLES), sqrt(variance / SAMPLES)


@pytest.mark.parametrize("players", [4, 5, 7, 10])
@pytest.mark.parametrize(
    ("placement", "known"), [("standard", 0), ("standard", 2), ("professional", 0)]
)
def test_agrees_with_the_turn_of_recommend(players: int, placement: str, known: int) -> None:
    view = full_view(Random(f"{players} {placement} {known}"), players, placement, known)
    risks = nimmt.risk(view)
    limit = nimmt.Limit(samples=SAMPLES)
    advice = nimmt.recommend(view, playouts="uniform", exact=False, budget=0, limit=limit, rng=1)
    assert risks.exact
    for entry in risks:
        sampled = advice[entry.card].risk
        assert not sampled.exact
        chance_error, std_error = true_errors(entry)
        assert is_near(sampled.expected, entry.expected, std_error), entry.card
        assert is_near(sampled.chance, entry.chance, chance_error), entry.card


@pytest.mark.parametrize("placement", ["standard", "professional"])
def test_estimates_are_near_the_exact_values(placement: str) -> None:
    deviations = []
    for index in range(6):
        view = full_view(Random(f"estimate {placement} {index}"), 5, placement, 2)
        exact = nimmt.risk(view)
        estimate = nimmt.risk(view, budget=0, limit=nimmt.Limit(samples=SAMPLES), rng=index)
        assert not estimate.exact
        for right, entry in zip(exact, estimate, strict=True):
            chance_error, std_error = true_errors(right)
            assert is_near(entry.expected, right.expected, std_error)
            assert is_near(entry.chance, right.chance, chance_error)
            assert entry.least <= right.least
            assert entry.most >= right.most
            if entry.std_error:
                deviations.append((entry.expected - right.expected) / entry.std_error)
    # The standard errors are neither too small nor too large.
    mean_square = sum(deviation**2 for deviation in deviations) / len(deviations)
    assert 0.5 < mean_square < 2


def test_the_bounds_of_an_estimate_use_less_knowledge() -> None:
    # Other cards are excluded for each seat, so that there are very many classes.
    random = Random("classes")
    rules = nimmt.Rules(players=10)
    rows, hand = [[4], [13], [40], [77]], [5]
    others = [card for card in rules.cards if [card] not in rows and card not in hand]
    known = {1: [3], 2: [41]}
    excluded = {seat: random.sample(others[4:], 40) for seat in range(3, 10)}
    view = nimmt.InformationSet(rows, hand, rules, known=known, excluded=excluded)
    risks = nimmt.risk(view, limit=nimmt.Limit(samples=1000), rng=1)
    vaguer = nimmt.risk(nimmt.InformationSet(rows, hand, rules, known=known))
    assert not risks.exact
    assert vaguer.exact
    assert (risks[5].least, risks[5].most) == (vaguer[5].least, vaguer[5].most)


def test_the_bounds_of_an_estimate_may_leave_known_cards_out() -> None:
    rules = nimmt.Rules(players=9, placement="professional")
    rows, hand = [[4], [30], [61], [92]], [3, 7, 18, 48, 88, 104]
    known = {seat: [3 * seat + 5, 3 * seat + 35, 3 * seat + 66] for seat in range(1, 9)}
    view = nimmt.InformationSet(rows, hand, rules, known=known)
    ignorant = nimmt.risk(nimmt.InformationSet(rows, hand, rules))
    risks = nimmt.risk(view, budget=1_000_000, limit=nimmt.Limit(samples=1000), rng=1)
    assert not risks.exact
    assert ignorant.exact
    for entry, vaguer in zip(risks, ignorant, strict=True):
        assert (entry.least, entry.most) == (vaguer.least, vaguer.most)


@pytest.mark.parametrize(
    ("text", "card", "heads"),
    [
        # Seat 1 holds both cards that could cut in, and plays one of them.
        ("8,9,10/40 15,60 p=3 deal=2 deck=66 has=1:13,14/2:50,51", 15, (0, 0)),
        # Held by two seats, they fill the row.
        ("8,9,10/40 15,60 p=3 deal=2 deck=66 has=1:13,50/2:14,51", 15, (0, 7)),
        # Nobody can hold a card below the full row's end.
        ("8,9,10,11,12/40 15,60 p=2 deal=2 deck=66 has=1:20,50", 15, (11, 11)),
        # 9-11-13-18 does not make 19 safe: a card up to 8 may join on the left first.
        ("9,11,13,18/60 19,58 p=3 pro deal=2 deck=66 has=1:8,57/2:7,56", 19, (0, 9)),
        # The only lower card is that of the player who takes the row: it must be the cheapest.
        ("20/30/40,50,55 1,60 p=2 deal=2 deck=66 has=1:59,61", 1, (3, 3)),
    ],
)
def test_worked_examples(text: str, card: int, heads: tuple[int, int]) -> None:
    view = nimmt.parse_position(text)
    assert isinstance(view, nimmt.InformationSet)
    entry = nimmt.risk(view)[card]
    assert (entry.least, entry.most) == heads
    assert entry.safe == (heads[1] == 0)
    assert entry.certain == (heads[0] > 0)


def test_a_row_that_nobody_would_choose_bounds_the_worst() -> None:
    # Seat 1 plays 5 and takes a row: row 0 if it is wise, and then 12 is placed in the row of 5.
    view = nimmt.parse_position("10/55,60,61,63,64 62,12 p=2 deal=2 deck=66 has=1:5,6")
    assert isinstance(view, nimmt.InformationSet)
    entry = nimmt.risk(view)[12]
    assert (entry.chance, entry.least, entry.most) == (0, 0, 0)
    # 65 takes the full row, unless seat 1 has taken that for its 5.
    full = nimmt.parse_position("10/55,60,61,63,64 62,65 p=2 deal=2 deck=66 has=1:5,6")
    assert isinstance(full, nimmt.InformationSet)
    entry = nimmt.risk(full)[65]
    assert (entry.chance, entry.least, entry.most) == (1, 0, 13)
    assert not entry.certain


@settings(max_examples=60, deadline=None)
@given(
    seed=st.integers(0, 10**9),
    players=st.integers(2, 10),
    placement=st.sampled_from(["standard", "professional"]),
)
def test_chances_and_bounds_fit_together(seed: int, players: int, placement: str) -> None:
    view = full_view(Random(seed), players, placement)
    for entry in nimmt.risk(view):
        assert_consistent(entry)


def assert_consistent(entry: CardRisk) -> None:
    """Check what holds for every card."""
    assert sum(entry.distribution) == pytest.approx(1, abs=1e-12)
    assert entry.distribution[-1] > 0
    possible = [heads for heads, chance in enumerate(entry.distribution) if chance]
    assert entry.least <= possible[0]
    assert possible[-1] <= entry.most
    assert entry.chance == pytest.approx(sum(entry.distribution[1:]), abs=1e-12)
    assert entry.least <= entry.expected + 1e-12
    assert entry.expected <= entry.most + 1e-12
    if entry.safe:
        assert (entry.chance, entry.expected) == (0, 0)
    if entry.certain:
        assert entry.chance == 1


@pytest.mark.parametrize("placement", ["standard", "professional"])
def test_knowing_more_narrows_the_bounds(placement: str) -> None:
    narrower = 0
    for view in islice(small_views(Random(f"narrow {placement}"), placement), 150):
        ignorant = nimmt.InformationSet(view.rows, view.hand, view.rules, view.seat, view.seen)
        for informed, wide in zip(nimmt.risk(view), nimmt.risk(ignorant), strict=True):
            assert wide.least <= informed.least
            assert informed.most <= wide.most
            narrower += (wide.least, wide.most) != (informed.least, informed.most)
    assert narrower >= 10
