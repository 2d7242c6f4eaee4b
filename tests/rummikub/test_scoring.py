"""Scores of rounds that are over, on composed racks."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nimmt.rummikub import Rules, Tile, TileError
from nimmt.rummikub.scoring import rack_points, round_scores, round_winners
from nimmt.rummikub.tiles import as_tiles
from reference.rummikub.scores import scores

racks_of_a_round = st.lists(
    st.lists(st.sampled_from(list(Tile)), min_size=1, max_size=8), min_size=2, max_size=4
)


def check(racks: list[list[Tile]], joker: int, split: bool) -> None:
    rules = Rules(
        players=len(racks), joker_penalty=joker, tie_break="split" if split else "fewer_tiles"
    )
    found = round_scores(racks, rules)
    assert list(found) == scores([[t.name for t in rack] for rack in racks], joker, split)
    assert sum(found) == 0
    winners = round_winners(racks, rules)
    assert all(found[seat] >= 0 for seat in winners)
    assert all(found[seat] <= 0 for seat in range(len(racks)) if seat not in winners)


@given(racks_of_a_round, st.sampled_from([0, 25, 30]), st.booleans(), st.integers(0, 3))
def test_any_racks(racks: list[list[Tile]], joker: int, split: bool, out: int) -> None:
    check(racks, joker, split)
    if out < len(racks):
        check([[] if seat == out else rack for seat, rack in enumerate(racks)], joker, split)


@given(st.lists(st.sampled_from(["K5", "K2 R3", "R1 R4", "B13"]), min_size=2, max_size=4))
def test_equal_racks(names: list[str]) -> None:
    racks = [list(as_tiles(rack)) for rack in names]
    for split in (False, True):
        check(racks, 30, split)


@pytest.mark.parametrize(
    ("racks", "expected"),
    [
        (["", "K11", "K13 R13 B13 R5"], (55, -11, -44)),
        (["R3", "K10", "K6", "B13 R1"], (21, -7, -3, -11)),
        (["K5", "B5", "R10"], (5, 0, -5)),
        (["K2 K3", "B5", "R10"], (0, 5, -5)),
    ],
)
def test_by_hand(racks: list[str], expected: tuple[int, ...]) -> None:
    assert round_scores([as_tiles(rack) for rack in racks], Rules(players=len(racks))) == expected


def test_shared_points() -> None:
    racks = [as_tiles(rack) for rack in ("K2 K3", "B5", "R5", "R12")]
    assert round_scores(racks, Rules(tie_break="split")) == (2, 3, 2, -7)


@pytest.mark.parametrize(("penalty", "points"), [(30, 43), (25, 38), (0, 13)])
def test_jokers_count(penalty: int, points: int) -> None:
    assert rack_points("K13 J", Rules(joker_penalty=penalty)) == points


def test_what_is_no_rack() -> None:
    with pytest.raises(TileError):
        rack_points("K14")
