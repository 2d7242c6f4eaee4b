"""Sets: every reading of tiles against the reference, declarations, and what is no set."""

import copy
import pickle
from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nimmt import NimmtError
from nimmt.rummikub import SetError, Tile, TileError, TileSet
from nimmt.rummikub.errors import Defect
from nimmt.rummikub.sets import Kind
from reference.rummikub.sets import ALL_TILES, Laid, points, sets_of
from rummikub.tables import as_tile_set, faces_of_sets


def compare(tiles: tuple[str, ...], wrap: bool) -> int:
    """Hold what tiles may be against the reference; return how many sets they may be."""
    expected = sets_of(tiles, wrap)
    for laid in expected:
        found = as_tile_set(laid, wrap)
        check_same(found, laid)
        assert TileSet(str(found), wrap=wrap) == found
        assert TileSet(str(found).split(","), wrap=wrap) == found
    if len(expected) == 1:
        check_same(TileSet(tiles, wrap=wrap), expected[0])
    else:
        with pytest.raises(SetError) as caught:
            TileSet(tiles, wrap=wrap)
        wanted = Defect.AMBIGUOUS_SET if expected else Defect.NOT_A_SET
        assert caught.value.defect is wanted
        assert tuple(map(str, caught.value.tiles)) == tiles
    return len(expected)


def check_same(found: TileSet, laid: Laid) -> None:
    assert found.kind is (Kind.RUN if laid.run else Kind.GROUP)
    assert found.points == points(laid)
    if laid.run:
        assert tuple(map(str, found.tiles)) == laid.tiles
        places = [found.stands_for(place) for place in range(len(found))]
        assert places == [(Tile[face],) for face in laid.run]
        assert found.missing == ()
        assert list(map(str, found.freeing)) == [
            face for face, tile in zip(laid.run, laid.tiles, strict=True) if tile == "J"
        ]
    else:
        assert sorted(map(str, found.tiles)) == sorted(laid.tiles)
        missing = [f"{c}{laid.number}" for c in "KBOR" if f"{c}{laid.number}" not in laid.tiles]
        assert list(map(str, found.missing)) == missing
        for place, tile in enumerate(found.tiles):
            assert list(map(str, found.stands_for(place))) == (
                missing if tile is Tile.J else [tile.name]
            )
    assert found.jokers == laid.tiles.count("J")
    assert found.has_joker == ("J" in laid.tiles)


@pytest.mark.parametrize("wrap", [False, True])
@pytest.mark.parametrize(
    ("length", "few"), [(3, "K1 K2 K3 K13 B2 B13 O2 R2 J"), (4, "K1 K2 K13 B2 O2 J")]
)
def test_every_order_of_a_few_tiles(length: int, few: str, wrap: bool) -> None:
    counts = {compare(tiles, wrap) for tiles in product(few.split(), repeat=length)}
    assert counts >= {0, 1, 2}


@pytest.mark.parametrize("wrap", [False, True])
def test_sets_with_tiles_exchanged(wrap: bool) -> None:
    random = Random(1)
    sets = faces_of_sets(wrap)
    counts = []
    for _ in range(1500):
        faces, _ = random.choice(sets)
        tiles = [random.choice([face] * 5 + ["J"]) for face in faces]
        if random.random() < 0.4:
            tiles[random.randrange(len(tiles))] = random.choice(ALL_TILES)
        if random.random() < 0.2:
            random.shuffle(tiles)
        counts.append(compare(tuple(tiles), wrap))
    assert 0 in counts
    assert max(counts) > 1


@pytest.mark.parametrize("wrap", [False, True])
def test_runs_up_to_all_numbers(wrap: bool) -> None:
    names = [f"R{number}" for number in range(1, 14)]
    for length in range(6, 15):
        tiles = [*names, "R1"][:length]
        assert compare(tuple(tiles), wrap) == (length <= 13)
        assert compare(("J", *tiles[1:]), wrap) == (length <= 13)
    assert compare((*names[7:], *names[:7]), wrap) == wrap


def test_all_jokers_may_be_anything() -> None:
    assert compare(("J", "J", "J"), False) == 4 * 11 + 13
    assert compare(("J", "J", "J", "J"), True) == 4 * 13 + 13
    assert compare(("J",) * 8, False) == 4 * 6
    assert compare(("J",) * 14, True) == 0


@pytest.mark.parametrize(
    ("text", "kind", "number", "points_"),
    [
        ("K5 J=K6 J", Kind.RUN, 5, 18),
        ("K5 J J=K7", Kind.RUN, 5, 18),
        ("K5 J=K6 J=K7", Kind.RUN, 5, 18),
        ("J J=K6 K7", Kind.RUN, 5, 18),
        ("K5 J=5 J", Kind.GROUP, 5, 15),
        ("K5 J=B5 J=red5", Kind.GROUP, 5, 15),
        ("K5 B5 J=O5", Kind.GROUP, 5, 15),
        ("J=K5 J J", Kind.RUN, 5, 18),
        ("J=K13 J J", Kind.GROUP, 13, 39),
        ("J J=13 J J", Kind.GROUP, 13, 52),
        ("K13 J J", Kind.GROUP, 13, 39),
        ("J J K2", Kind.GROUP, 2, 6),
        ("J K2 J", None, 0, 0),
    ],
)
def test_declarations(text: str, kind: Kind | None, number: int, points_: int) -> None:
    if kind is None:
        with pytest.raises(SetError, match="reads as the run K1 to K3 and as a group of 2s"):
            TileSet(text)
        return
    found = TileSet(text)
    assert (found.kind, found.number, found.points) == (kind, number, points_)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("K5 J J", "K5 J J reads as the run K5 to K7 and as a group of 5s: .* J=K6 or J=5"),
        ("J J J", "J J J reads as the run K1 to K3 and as a group of 13s"),
        ("K5 J=K7 J", "K5 J J is no set with J=K7"),
        ("K5 J=4 J", "K5 J J is no set with J=4"),
        ("K5 B5 J=K5", "K5 B5 J is no set with J=K5"),
        ("K5 B5 J=R5 J=R5", "with J=R5 and J=R5"),
        ("K3 K2 K1", "a run goes upward, as K1 K2 K3"),
        ("K12 K13 K1", "13 is not followed by 1"),
        ("K1 K1 B1", "a group has each colour once"),
        ("K1 B1 O1 R1 J", "a group has each colour once, and four tiles at most"),
        ("K1 K2 K4", "the numbers of a run follow each other, with a joker in each gap"),
        ("K1 B2 R3", "neither a run of one colour nor a group of one number"),
        ("K1 K2", "a set has 3 tiles or more"),
        ("", "nothing is no set"),
    ],
)
def test_what_is_wrong_is_said(text: str, said: str) -> None:
    with pytest.raises(SetError, match=said):
        TileSet(text)


@pytest.mark.parametrize(
    "value",
    ["K1 K2 x", "K1=K2 K2 K3", "K1 J=J K3", "K1 J=x K3", "K1 J=14 K3", "K1 J= K3", 5, None,
     b"K1 K2 K3", ["K1", "K2", 3], [["K1"], "K2", "K3"], {"K1": 1, 2: 3}],
)  # fmt: skip
def test_what_is_no_tile(value: Any) -> None:
    with pytest.raises(TileError):
        TileSet(value)


def test_runs_and_groups_by_their_first_or_number() -> None:
    assert TileSet.run("K5", "J J J") == TileSet("J=K5 J J")
    assert TileSet.group(5, "J K5 J") == TileSet("K5 J=5 J")
    assert TileSet.run("K12", "K12 K13 J", wrap=True).points == 26
    for first, tiles in (("K6", "K5 J J"), ("J", "K5 J J"), ("K12", "K12 K13 J")):
        with pytest.raises(SetError, match=f"is no run that begins at {first}"):
            TileSet.run(first, tiles)
    number: Any
    for number in (6, "5", None):
        with pytest.raises(SetError, match=f"K5 J J is no group of {number!r}s"):
            TileSet.group(number, "K5 J J")


def test_the_order_of_a_group_is_nothing() -> None:
    assert TileSet("R5 J K5") == TileSet("K5 R5 J")
    assert len({TileSet("R5 J K5"), TileSet("K5 J R5")}) == 1
    assert TileSet("K1 J K3") != TileSet("K1 K2 J")


@given(st.lists(st.sampled_from([*Tile, "J=5", "J=K6", "yellow 7", "*", 5, None, ""]), max_size=15))
def test_any_series_is_a_set_or_an_error_of_the_library(values: list[Any]) -> None:
    try:
        found = TileSet(values)
    except NimmtError:
        return
    assert TileSet(str(found)) == found
    assert TileSet(found) == found


@given(st.text())
def test_any_text_is_a_set_or_an_error_of_the_library(text: str) -> None:
    try:
        TileSet(text)
    except NimmtError:
        return


@pytest.mark.parametrize("text", ["K1,K2,K3", "K5,J=5,J", "J=K5,J,J"])
def test_copies(text: str) -> None:
    one = TileSet(text)
    assert str(one) == text
    assert eval(repr(one)) == one
    for twin in (copy.copy(one), copy.deepcopy(one), pickle.loads(pickle.dumps(one))):
        assert twin == one
        assert hash(twin) == hash(one)
    with pytest.raises(AttributeError):
        one.number = 3  # type: ignore[misc]
