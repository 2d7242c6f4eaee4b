"""``risk`` on small views: exactly what going through every deal and every play gives."""

from collections import Counter
from itertools import islice
from random import Random

import pytest

import nimmt
from api.small_turns import happenings, referee, small_views

VIEWS = 150
TOLERANCE = 1e-13

by_placement = pytest.mark.parametrize("placement", ["standard", "professional"])


def assert_exact(view: nimmt.InformationSet) -> None:
    """Compare every number of every card."""
    risks = nimmt.risk(view)
    assert risks.exact
    for card, right in referee(view).items():
        entry = risks[card]
        where = f"{view}: {card}"
        assert (entry.least, entry.most) == (right.least, right.most), where
        assert entry.safe == (right.most == 0), where
        assert entry.certain == (right.least > 0), where
        assert entry.chance == pytest.approx(float(right.take), abs=TOLERANCE), where
        assert entry.placed == pytest.approx(float(1 - right.take), abs=TOLERANCE), where
        assert entry.expected == pytest.approx(float(right.mean), abs=TOLERANCE), where
        exact = [float(right.chances.get(heads, 0)) for heads in range(len(entry.distribution))]
        assert entry.distribution == pytest.approx(exact, abs=TOLERANCE), where
        assert max(right.chances) == len(entry.distribution) - 1, where
        assert (entry.chance_error, entry.std_error) == (0, 0)


@by_placement
@pytest.mark.parametrize("seed", range(4))
def test_everything_is_what_enumeration_gives(placement: str, seed: int) -> None:
    random = Random(f"risk {placement} {seed}")
    for view in islice(small_views(random, placement), VIEWS):
        assert_exact(view)


def test_the_small_views_are_of_all_sorts() -> None:
    random = Random("sorts")
    seen: Counter[str] = Counter()
    for view in islice(small_views(random, "standard"), VIEWS):
        seen[f"capacity {view.rules.row_capacity}"] += 1
        seen["one row"] += len(view.rows) == 1
        seen["excluded cards"] += any(view.excluded)
        seen["known cards"] += any(view.known)
        seen["known hands"] += view.hands_known
        right = referee(view)
        seen["safe"] += any(entry.most == 0 for entry in right.values())
        seen["certain"] += any(entry.least > 0 for entry in right.values())
        possible = [
            view.possible_cards(seat) for seat in range(view.rules.players) if seat != view.seat
        ]
        for _ in range(20):
            others = tuple({random.choice(cards) for cards in possible})
            for name in happenings(view, random.choice(view.hand), others):
                seen[name] += 1
    for name in (
        *(f"capacity {capacity}" for capacity in range(1, 6)),
        "one row",
        "excluded cards",
        "known cards",
        "known hands",
        "safe",
        "certain",
        "a row of this turn's cards is taken",
        "low, but not the lowest",
        "low, not the lowest, and takes",
    ):
        assert seen[name] >= 5, name


@pytest.mark.campaign
@by_placement
@pytest.mark.parametrize("seed", range(100, 110))
def test_everything_is_what_enumeration_gives_campaign(placement: str, seed: int) -> None:
    random = Random(f"risk {placement} {seed}")
    for view in islice(small_views(random, placement), 20 * VIEWS):
        assert_exact(view)
