"""Tiles: names that people use, and what is no tile."""

import copy
import pickle
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nimmt import NimmtError
from nimmt.rummikub import Colour, Tile, TileError
from nimmt.rummikub.tiles import as_tile, as_tiles, full_set, less, named
from reference.rummikub.sets import ALL_TILES

tiles = st.sampled_from(list(Tile))


def test_there_are_four_colours_of_thirteen_and_the_joker() -> None:
    assert [tile.name for tile in Tile] == [*ALL_TILES, "J"]
    assert [int(tile) for tile in Tile] == list(range(53))
    for tile in list(Tile)[:-1]:
        assert Tile.of(tile.colour, tile.number) is tile
        assert tile.name == f"{tile.colour.letter}{tile.number}"
    assert [str(colour) for colour in Colour] == ["black", "blue", "orange", "red"]


@pytest.mark.parametrize("jokers", [0, 2, 8])
def test_the_full_set(jokers: int) -> None:
    found = full_set(jokers)
    assert len(found) == 104 + jokers
    assert list(found) == sorted(found)
    assert all(found.count(tile) == 2 for tile in list(Tile)[:-1])


@pytest.mark.parametrize(
    ("letter", "words"),
    [
        ("K", ["K", "k", "black", "BLACK", "Black"]),
        ("B", ["B", "b", "blue", "Blue"]),
        ("O", ["O", "o", "Y", "y", "orange", "yellow", "YELLOW"]),
        ("R", ["R", "r", "red", "Red"]),
    ],
)
def test_colours_as_people_write_them(letter: str, words: list[str]) -> None:
    for number in range(1, 14):
        for word in words:
            for written in (f"{word}{number}", f"{word} {number}", f"{word}-{number}"):
                assert as_tile(written).name == f"{letter}{number}"
                assert as_tiles(f" {written} ,J") == (as_tile(f"{letter}{number}"), Tile.J)


@pytest.mark.parametrize("word", ["J", "j", "joker", "Joker", "*", " J "])
def test_jokers_as_people_write_them(word: str) -> None:
    assert as_tile(word) is Tile.J


@pytest.mark.parametrize(
    "value",
    ["", "K", "K0", "K14", "K1.5", "13", "G5", "K٣", "K1K2", "JJ", "K 1 2", "K--1", None, 5, True,
     b"K1", ["K1"], object, "J=K5"],
)  # fmt: skip
def test_what_is_no_tile_is_quoted(value: Any) -> None:
    with pytest.raises(TileError) as caught:
        as_tile(value)
    assert repr(value) in str(caught.value)


@pytest.mark.parametrize(
    ("text", "culprit"),
    [("K1 K2 x K3", "'x'"), ("K1,K22", "'K22'"), ("K1K2", "'K1K2'"), ("K1;K2", "'K1;K2'")],
)
def test_the_culprit_of_a_text_is_quoted(text: str, culprit: str) -> None:
    with pytest.raises(TileError) as caught:
        as_tiles(text)
    assert culprit in str(caught.value)


@pytest.mark.parametrize("value", [None, 5, b"K1", Tile.K1])
def test_what_is_no_series_of_tiles(value: Any) -> None:
    with pytest.raises(TileError, match="is not a series of tiles"):
        as_tiles(value)


@given(st.text())
def test_any_text_is_tiles_or_an_error_of_the_library(text: str) -> None:
    try:
        found = as_tiles(text)
    except NimmtError:
        return
    assert as_tiles(" ".join(map(str, found))) == found


@given(st.lists(tiles), st.lists(tiles))
def test_less_takes_each_tile_once(some: list[Tile], taken: list[Tile]) -> None:
    left = less(some, taken)
    for tile in Tile:
        assert left.count(tile) == max(0, some.count(tile) - taken.count(tile))
    assert list(left) == sorted(left)


def test_jokers_have_no_colour_and_number() -> None:
    for name in ("colour", "number"):
        with pytest.raises(TileError, match="a joker has no"):
            getattr(Tile.J, name)


@given(st.lists(tiles, max_size=200))
def test_messages_name_only_some(some: list[Tile]) -> None:
    text = named(some)
    assert len(text) < 70
    assert ("more" in text) == (len(some) > 13)


@given(tiles)
def test_copies_are_the_same_tile(tile: Tile) -> None:
    assert pickle.loads(pickle.dumps(tile)) is tile
    assert copy.deepcopy(tile) is tile
    assert as_tile(tile.name) is as_tile(tile) is tile
