"""Racks of others that laid nothing: against going through all of them, and where it is rare."""

from collections import Counter, defaultdict
from collections.abc import Sequence

import numpy as np
import pytest

from kernel.chances import chi_square, chi_square_limit
from nimmt.limits import Limit
from nimmt.rummikub import InformationSet, Position, Rules, Tile, belief, recommend, solve
from nimmt.rummikub.belief import Dealer, Silence, silences
from nimmt.rummikub.tiles import as_tiles, less
from nimmt_core._tiles import Arranger
from reference.rummikub import silence
from reference.rummikub.plays import Options
from reference.rummikub.sets import Laid

RULES = Rules(players=3, rack_size=3, initial_meld=12)
RUN, GROUP, WILD = (
    Laid(("K1", "K2", "K3"), ("K1", "K2", "K3"), 0),
    Laid(("B5", "O5", "R5"), (), 5),
    Laid(("R7", "J", "R9"), ("R7", "R8", "R9"), 0),
)

CASES = {
    # The table, what is unseen, sizes, who has melded, how many were idle, what is known.
    "no meld": ([RUN], "K4 K5 K6 B6 O6 R6 B1 B2 J R13", [5, 3], [True, False, True], 0, [(4, 1)]),
    "melded": ([RUN, GROUP], "K4 K5 B4 B6 O6 R6 R8 J K11", [3, 4], [True, True, True], 1, [(3, 1)]),
    "locked": ([RUN, WILD], "R8 R10 B8 O8 K5 K6 B1 B1 J", [3, 4], [True, True, True], 1, [(3, 1)]),
    "both": (
        [RUN, GROUP],
        "K4 K5 K6 B6 O6 R6 B4 J R12",
        [4, 3],
        [True, False, True],
        2,
        [(3, 1), (2, 1)],
    ),
}


def view_of(name: str) -> tuple[InformationSet, list[Laid], list[str]]:
    """Return the view of seat 0, who has all tiles that are not unseen, or those of the table."""
    old, unseen, sizes, melded, idle, _ = CASES[name]
    table = [laid.tiles for laid in old]
    own = less(RULES.tiles, [Tile[tile] for tiles in (*table, unseen.split()) for tile in tiles])
    view = InformationSet(
        [",".join(tiles) for tiles in table],
        own,
        RULES,
        sizes=[len(own), *sizes],
        melded=melded,
        idle=idle,
    )
    assert [tile.name for tile in view.unseen] == sorted(unseen.split(), key=Tile.__getitem__)
    return view, old, unseen.split()


def names(rack: Sequence[Tile]) -> tuple[str, ...]:
    return tuple(sorted(tile.name for tile in rack))


@pytest.mark.parametrize("tries", [50, 0])
@pytest.mark.parametrize("name", CASES)
def test_racks_are_as_likely_as_they_should_be(
    name: str, tries: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(belief, "TRIES", tries)
    monkeypatch.setattr(belief, "SWEEPS", 8)
    view, old, unseen = view_of(name)
    known = silences(view)
    told = [one.seat for one in known]
    assert [(one.known, view.sizes[one.seat] - one.known) for one in known] == CASES[name][-1]
    seats = [(one.known, 1, one.melded) for one in known]
    expected = silence.chances(old, unseen, seats, Options(meld=RULES.initial_meld))
    generator, arranger = np.random.default_rng(1), Arranger()
    dealer = Dealer(view, known)
    found: Counter[tuple[tuple[str, ...], ...]] = Counter()
    deals = 4000 if tries else 1000
    for _ in range(deals):
        position = dealer.deal(generator, arranger)
        assert position == Position(**position.__dict__)
        assert position.information_set(0) == view
        found[tuple(names(position.racks[seat]) for seat in told)] += 1
    assert set(found) <= set(expected)
    for seat in range(len(told)):
        counts: Counter[tuple[str, ...]] = Counter()
        chances: defaultdict[tuple[str, ...], float] = defaultdict(float)
        for racks, chance in expected.items():
            counts[racks[seat]] += found[racks]
            chances[racks[seat]] += chance
        assert len(chances) > 10
        assert chi_square(
            [counts[rack] for rack in chances], [*chances.values()]
        ) < chi_square_limit(len(chances))


def test_nothing_known_is_a_blind_deal() -> None:
    view = InformationSet(["K1 K2 K3"], "K4 R9", Rules(players=3), sizes=[2, 9, 5])
    dealer = Dealer(view, silences(view))
    assert silences(view) == ()
    for seed in range(5):
        dealt = dealer.deal(np.random.default_rng(seed), Arranger())
        assert dealt == view.determinization(np.random.default_rng(seed))


def test_who_laid_nothing() -> None:
    rules = Rules(players=4)
    table = ["K1 K2 K3"]

    def known(**values: object) -> list[tuple[int, int, bool]]:
        usual = {"seat": 1, "sizes": [9, 2, 16, 14], "melded": [True, True, False, False]}
        view = InformationSet(table, "K4 R9", rules, **{**usual, **values})  # type: ignore[arg-type]
        return [(one.seat, one.known, one.melded) for one in silences(view)]

    assert known() == [(2, 15, False)]
    assert known(idle=1) == [(0, 8, True), (2, 15, False)]
    assert known(idle=2) == [(0, 8, True), (2, 15, False), (3, 13, False)]
    assert known(idle=2, turn=3) == [(2, 15, False)]  # the other one is oneself
    assert known(idle=4, turn=0) == [(0, 8, True), (2, 15, False), (3, 13, False)]
    other_way = Rules(players=4, direction="counterclockwise")
    view = InformationSet(table, "K4 R9", other_way, seat=1, sizes=[9, 2, 5, 5], idle=1)
    assert [one.seat for one in silences(view)] == [2]


def test_a_seat_that_passed_drew_nothing() -> None:
    view = InformationSet(
        ["K1 K2 K3"],
        less(Rules().tiles, as_tiles("K1 K2 K3 R9 B9 R1")),
        Rules(players=2),
        sizes=[100, 3],
        passes=1,
    )
    assert view.idle == 1
    assert silences(view) == (Silence(1, 3, True),)


def test_rare_racks_are_found() -> None:
    rules = Rules(players=2)
    view = InformationSet([], "K1 K2 K3", rules, sizes=[3, 32])
    (known,) = silences(view)
    dealer, arranger = Dealer(view, [known]), Arranger()
    for seed in range(3):
        rack = dealer.deal(np.random.default_rng(seed), arranger).racks[1]
        assert len(rack) == 32
        # One of its tiles came last.
        assert any(not_layable(view, less(rack, [tile])) for tile in set(rack))


def not_layable(view: InformationSet, rack: tuple[Tile, ...]) -> bool:
    return not solve(table=(), rack=rack, rules=view.rules, melded=False).possible


def test_what_cannot_be_is_not_concluded_from() -> None:
    # A hundred tiles without a meld: the seat must have held one back.
    view = InformationSet([], "K1 K2 K3", Rules(players=2), sizes=[3, 100])
    position = Dealer(view, silences(view)).deal(np.random.default_rng(1), Arranger())
    assert position.information_set(0) == view


def test_recommend_concludes_unless_told_not_to() -> None:
    view = InformationSet([], "K1 K2 K3", Rules(players=2), sizes=[3, 18])
    limit = Limit(samples=40)
    drawing = {
        told: recommend(view, belief=told, limit=limit, rng=1)["draw"].outlooks[0].lays
        for told in (True, False)
    }
    assert drawing[True] < 0.4 < 0.6 < drawing[False]
    assert recommend(view, limit=limit, rng=1) == recommend(view, limit=limit, rng=1, workers=2)
