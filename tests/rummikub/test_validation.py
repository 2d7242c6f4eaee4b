"""What is wrong with a play: every kind of fault, its tiles and its words."""

import re
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nimmt import NimmtError
from nimmt.rummikub import (
    IllegalPlayError,
    Rules,
    SetError,
    Tile,
    TileError,
    TileSet,
    check_play,
)
from nimmt.rummikub.errors import Defect
from nimmt.rummikub.tiles import as_tiles
from nimmt.rummikub.validation import CAUSES, play_problems
from reference.rummikub.plays import Options, legal
from reference.rummikub.sets import Laid
from rummikub.strategies import positions, randoms


class Case(NamedTuple):
    """A play that has a fault."""

    table: str
    rack: str
    new: str
    defect: Defect
    tiles: str
    said: str
    rules: dict[str, Any] = {}  # noqa: RUF012
    laid: str | None = None
    melded: bool = True


RACK_ONLY = {"freeing_tile": "rack"}
NEW_SET = {"freed_joker": "new_set"}
NEW_SET_WITH_TWO = {"freed_joker": "new_set_with_two"}
BOTH = {"group_joker": "both"}

CASES = [
    Case("K1 K2 K3", "K4 B9", "K1 K2 K3 x", Defect.NOT_A_TILE, "", "'x' is not a tile"),
    Case("K1 K2 K3", "K4 B9", "K1 K2 K3 / K4 B9", Defect.NOT_A_SET, "K4 B9", "K4 B9 is no set"),
    Case("", "K5 J J", "K5 J J", Defect.AMBIGUOUS_SET, "K5 J J", "reads as the run K5 to K7"),
    Case("", "K12 K13 K1", "K12 K13 K1", Defect.NOT_A_SET, "K12 K13 K1", "13 is not followed"),
    Case("K1 K2 K3", "K4", "K1 K2 K3 K4 K5", Defect.TILE_FROM_NOWHERE, "K5", "nor on the rack"),
    Case("K1 K2 K3", "K4 K5", "K1 K2 K3 K4 K5", Defect.TILE_FROM_NOWHERE, "K5",
         "nor among the tiles laid", laid="K4"),
    Case("K1 K2 K3", "K5", "K1 K2 K3 K4", Defect.NOT_ON_RACK, "K4", "K4 laid, but not on the",
         laid="K4"),
    Case("K1 K2 K3", "K4 K5", "K1 K2 K3 K4", Defect.LAID_TILE_MISSING, "K5", "K5 laid, but in no",
         laid="K4 K5"),
    Case("K1 K2 K3", "K4", "K1 K2 K3 K4", Defect.NOT_A_TILE, "", "'x' is not a tile", laid="x"),
    Case("K1 K2 K3", "K4", "K1 K2 K3", Defect.NOTHING_LAID, "", "no tile is laid"),
    Case("K1 K2 K3 / B1 B2 B3", "K4", "B1 B2 B3", Defect.NOTHING_LAID, "", "no tile is laid"),
    Case("K1 K2 K3", "B1 R1 K4", "K1 B1 R1", Defect.TABLE_TILE_MISSING, "K2 K3",
         "K2 K3 of the table in no set"),
    Case("K1 J K3", "K2", "K1 K2 K3", Defect.FREED_JOKER_NOT_LAID, "J", "a freed joker is laid"),
    Case("K1 J K3", "K2", "K1 K2 K3", Defect.TABLE_TILE_MISSING, "J", "J of the table in no set",
         {"joker_lock": "free"}),
    # The initial meld.
    Case("", "K9 B9 R9", "K9 B9 R9", Defect.MELD_TOO_LOW, "K9 B9 R9", "27 points.* needs 30",
         melded=False),
    Case("", "K8 K9 J", "K8 K9 J", Defect.MELD_TOO_LOW, "K8 K9 J", "27 points", melded=False),
    Case("", "K13 B13 R13 J", "K13 B13 R13 J", Defect.MELD_TOO_LOW, "K13 B13 R13 J", "52.*53",
         {"initial_meld": 53}, melded=False),
    Case("K1 K2 K3", "K4 R13 B13 O13", "K1 K2 K3 K4 / R13 B13 O13", Defect.TABLE_TOUCHED,
         "K1 K2 K3", "the set K1,K2,K3 of the table was touched", melded=False),
    Case("K1 J K3", "K2 R13 B13", "K1 K2 K3 / R13 B13 J", Defect.TABLE_TOUCHED, "K1 J K3",
         "the set K1,J,K3 of the table was touched", melded=False),
    Case("", "K4 K5 K6 R6 B6 O6", "K4 K5 K6 / R6 B6 O6", Defect.MELD_SETS, "K4 K5 K6 B6 O6 R6",
         "the initial meld has 2 sets", {"single_set": True}, melded=False),
    Case("K1 K2 K3", "K4", "K1 K2 K3 K4", Defect.MELD_TOO_LOW, "", "worth 0 points",
         {"table_in_meld_turn": True}, melded=False),
    Case("K1 K2 K3", "K4 B4 R4 O4 R5", "K1 K2 K3 / K4 B4 R4 O4", Defect.MELD_TOO_LOW,
         "K4 B4 O4 R4", "worth 16 points",
         {"table_in_meld_turn": True, "single_set": True}, melded=False),
    Case("K1 J K3 K4", "K13 B13 R13 B4 O4", "K1 J K3 / K13 B13 R13 / K4 B4 O4",
         Defect.LOCKED_TILE_MOVED, "K4", "K4 of the set K1,J,K3,K4 moved",
         {"table_in_meld_turn": True}, melded=False),
    # Locked sets.
    Case("K1 J K3", "K4 R2 B2", "R2 B2 J / K1 K3 K4", Defect.JOKER_MOVED, "K1 J K3",
         "the set K1,J,K3 is not there any more.*: K2 would have to be put"),
    Case("K2 K3 J", "R3 B3 K3 R2", "J=K1 K2 K3 / R3 B3 K3", Defect.JOKER_MOVED, "K2 K3 J",
         "K4 would"),
    Case("K5 B5 J / R1 R2 R3", "R4", "K5 B5 R1 / J R2 R3 R4", Defect.JOKER_MOVED, "K5 B5 J",
         "O5 or R5 would"),
    Case("K5 B5 O5 J", "K6 K7", "K5 K6 K7 / B5 O5 J", Defect.LOCKED_TILE_MOVED, "K5", "K5 of"),
    Case("K5 B5 J", "R5 K6 K7", "K5 B5 R5 / J K6 K7", Defect.JOKER_MOVED, "K5 B5 J",
         "O5 and R5 would", BOTH),
    Case("K5 J=5 J", "K6 K7 B1 B2", "K5 K6 K7 / J B1 B2 / J", Defect.JOKER_MOVED, "K5 J J",
         "2 of B5 or O5 or R5 would"),
    Case("K5 J=K6 J", "R5", "K5 R5 J J", Defect.JOKER_MOVED, "K5 J J", "K6 and K7 would"),
    Case("K1 J K3 K4", "B4 R4", "K1 J K3 / K4 B4 R4", Defect.LOCKED_TILE_MOVED, "K4", "K4 of"),
    Case("K1 J K3 / K4 J K6", "K7", "K1 J K3 K4 J K6 K7", Defect.LOCKED_SETS, "K1 J K3 K4 J K6",
         "no two may end in one set"),
    # Each would be freed by a tile of the other.
    Case("K1 J K3 / K2 J K4", "R5", "K1 K2 K3 K4 / J=R3 J R5", Defect.LOCKED_SETS,
         "K1 J K3 K2 J K4", "none is opened by a tile of a set that is still locked"),
    # Freed jokers.
    Case("K1 J K3 / K2 B2 R2 O2", "K4", "K1 K2 K3 K4 / B2 R2 O2 J", Defect.FREEING_TILE, "K2",
         "K2 put in the place of a joker: it must come from the rack", RACK_ONLY),
    Case("K1 J K3", "K2", "K1 K2 K3 J", Defect.FREED_JOKER_PLACE, "J",
         "into K1,K2,K3,J: it must be in a new set", NEW_SET),
    Case("K1 J K3 / R1 R2 R3", "K2", "K1 K2 K3 / R1 R2 R3 J", Defect.FREED_JOKER_PLACE, "J",
         "into R1,R2,R3,J", NEW_SET),
    Case("K1 J K3 / R1 R2 R3 R4", "K2 R5", "K1 K2 K3 / R1 R2 R3 / R4 R5 J",
         Defect.FREED_JOKER_PLACE, "J", "with two tiles from the rack", NEW_SET_WITH_TWO),
]  # fmt: skip


def sets(text: str) -> list[str]:
    return text.split("/") if text else []


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.defect.name}: {case.new}")
def test_a_fault_is_found(case: Case) -> None:
    problems = play_problems(
        sets(case.table),
        case.rack,
        sets(case.new),
        Rules(**case.rules),
        melded=case.melded,
        laid=case.laid,
    )
    found = [problem for problem in problems if problem.defect is case.defect]
    assert found, problems
    assert sorted(found[0].tiles) == sorted(as_tiles(case.tiles))
    assert re.search(case.said, str(found[0])), str(found[0])


def test_every_fault_of_a_play_has_a_case() -> None:
    of_positions = {
        Defect.TOO_MANY_TILES,
        Defect.RACK_COUNT,
        Defect.RACK_SIZES,
        Defect.POOL,
        Defect.SEAT,
        Defect.MELDED,
        Defect.PASSES,
        Defect.IDLE,
        Defect.SCORES,
    }
    assert {case.defect for case in CASES} == set(Defect) - of_positions


class Legal(NamedTuple):
    """A play that is legal."""

    table: str
    rack: str
    new: str
    laid: str
    rules: dict[str, Any] = {}  # noqa: RUF012
    melded: bool = True


LEGAL = [
    Legal("", "K10 B10 R10 K1", "K10 B10 R10", "K10 B10 R10", melded=False),
    Legal("", "K9 K10 J", "K9 K10 J", "K9 K10 J", melded=False),
    Legal("", "K4 K5 K6 R6 B6 O6 K1", "K4 K5 K6 / R6 B6 O6", "K4 K5 K6 R6 B6 O6", melded=False),
    Legal("K1 J K3", "K10 B10 R10", "K1 J K3 / R10 B10 K10", "K10 B10 R10", melded=False),
    Legal("K1 K2 K3", "K10 B10 R10 K4", "K1 K2 K3 K4 / K10 B10 R10", "K4 K10 B10 R10",
          {"table_in_meld_turn": True}, melded=False),
    Legal("K1 K2 K3", "K4 K5 K6 R5 B5 O5 K7", "K1 K2 K3 / K4 K5 K6 K7 / R5 B5 O5",
          "K4 K5 K6 K7 B5 O5 R5", {"table_in_meld_turn": True, "initial_meld": 37}, melded=False),
    # Cut a run in two, take the fourth of a group.
    Legal("K1 K2 K3 K4 K5", "K3", "K1 K2 K3 / K3 K4 K5", "K3"),
    Legal("K4 B4 R4 O4 / R5 R6 R7", "R8", "K4 B4 O4 / R4 R5 R6 R7 R8", "R8"),
    # Locked sets may grow.
    Legal("K2 J K4", "K1 K5", "K1 K2 J K4 K5", "K1 K5"),
    Legal("K5 B5 J", "R5", "K5 B5 J R5", "R5"),
    Legal("K5 B5 J", "J", "K5 B5 J J", "J"),
    # A joker is freed by a tile of the rack, and of a set that may be rearranged.
    Legal("K1 J K3", "K2 R1 R2", "K1 K2 K3 / R1 R2 J", "K2 R1 R2"),
    Legal("K1 J K3 / K2 B2 R2 O2", "K4", "K1 K2 K3 K4 / B2 R2 O2 J", "K4"),
    Legal("K5 B5 J", "R5 O7 O8", "K5 B5 R5 / J=O6 O7 O8", "R5 O7 O8"),
    Legal("K5 B5 J", "R5 O5 O7 O8", "K5 B5 R5 O5 / O7 O8 J", "R5 O5 O7 O8",
          {"group_joker": "both"}),
    Legal("K1 J J K4", "K2 R1 R2", "K1 K2 J K4 / R1 R2 J", "K2 R1 R2"),
    Legal("K5 J=5 J", "R5 O1 O2", "K5 J=5 R5 / O1 O2 J", "R5 O1 O2"),
    # What opens one set goes on to open another.
    Legal("O10 J O12 / O11 J O13", "O12 R1 R2 R3 K4", "O10 O11 O12 / J O12 O13 / R1 R2 R3 J",
          "O12 R1 R2 R3"),
    Legal("K1 J K3", "K2 R1 R2", "K1 K2 K3 / R1 R2 J", "K2 R1 R2",
          {"freed_joker": "new_set_with_two", "freeing_tile": "rack"}),
    Legal("K1 J K3 K4", "B4 R4", "K1 J K3 / K4 B4 R4", "B4 R4", {"joker_lock": "free"}),
    Legal("K11 K12 K13", "K1 K2", "K11 K12 K13 K1 K2", "K1 K2", {"wrap": True}),
    Legal("K1 K2 K3 / B1 J B3", "K13 R13 B13 B2 R1 R2 K4",
          "K1 K2 K3 K4 / B1 B2 B3 / R1 R2 J / K13 R13 B13", "K13 R13 B13 B2 R1 R2 K4",
          {"table_in_meld_turn": True}, melded=False),
]  # fmt: skip


@pytest.mark.parametrize("case", LEGAL, ids=lambda case: case.new)
def test_legal_plays(case: Legal) -> None:
    play = check_play(
        sets(case.table), case.rack, sets(case.new), Rules(**case.rules), melded=case.melded
    )
    assert play.laid == tuple(sorted(as_tiles(case.laid)))


def as_laid(one: TileSet) -> Laid:
    tiles = tuple(map(str, one.tiles))
    if not one.is_run:
        return Laid(tiles, (), one.number)
    return Laid(tiles, tuple(str(one.stands_for(place)[0]) for place in range(len(one))), 0)


@pytest.mark.parametrize(
    "case",
    [case for case in [*LEGAL, *CASES] if not isinstance(case, Case) or case.laid is None],
    ids=lambda case: case.new,
)
def test_the_reference_judges_alike(case: Case | Legal) -> None:
    rules = Rules(**case.rules)
    try:
        old, new = (
            [as_laid(TileSet(one, wrap=rules.wrap)) for one in sets(text)]
            for text in (case.table, case.new)
        )
    except NimmtError:
        assert isinstance(case, Case)
        return
    options = Options(
        locked=rules.locked,
        meld=rules.initial_meld,
        single_set=rules.single_set,
        table_in_meld_turn=rules.table_in_meld_turn,
        from_rack_only=rules.freeing_tile == "rack",
        freed_into=rules.freed_joker,
        both_colours=rules.group_joker == "both",
    )
    rack = [tile.name for tile in as_tiles(case.rack)]
    assert legal(old, rack, new, case.melded, options) == isinstance(case, Legal)


def test_everything_is_said_at_once() -> None:
    problems = play_problems(
        ["K1 J K3 K4", "B1 B2 B3", "R7 R8 R9"], "K9", ["K1 J K3", "K4 B4 R4", "B1 B2", "R7 R8 R9"]
    )
    assert [(problem.defect, problem.tiles) for problem in problems] == [
        (Defect.TILE_FROM_NOWHERE, (Tile.B4, Tile.R4)),
        (Defect.LOCKED_TILE_MOVED, (Tile.K4,)),
        (Defect.TABLE_TILE_MISSING, (Tile.B3,)),
        (Defect.NOT_A_SET, (Tile.B1, Tile.B2)),
    ]
    with pytest.raises(IllegalPlayError) as caught:
        check_play(["K1 K2 K3"], "K9", ["K1 K2"])
    assert str(caught.value) == "; ".join(map(str, caught.value.problems))
    assert len(caught.value.problems) == 3


@pytest.mark.parametrize(
    ("table", "rack", "new", "first", "then"),
    [
        # A joker that was not freed, the rest of its set, and what it was put into.
        ("K1 J K3", "R5 R6", "K1 K3 / R5 R6 J", Defect.JOKER_MOVED, [Defect.NOT_A_SET]),
        ("K1 J K3", "R5 R6", "R5 R6 J / K1 K3", Defect.JOKER_MOVED, [Defect.NOT_A_SET]),
        ("K1 J K3", "B4 O4", "K1 K3 / B4 O4 K4", Defect.TILE_FROM_NOWHERE,
         [Defect.JOKER_MOVED, Defect.FREED_JOKER_NOT_LAID, Defect.NOT_A_SET]),
        # A tile that may not leave its set, and the set that lacks it.
        ("K1 J K3", "K4 K5", "K1 J / K3 K4 K5", Defect.JOKER_MOVED, [Defect.NOT_A_SET]),
        # A set that lacks what was forgotten.
        ("K1 K2 K3", "R1 R2 R3", "K1 K2 / R1 R2 R3", Defect.TABLE_TILE_MISSING,
         [Defect.NOT_A_SET]),
        # What cannot be read is missing elsewhere.
        ("K1 K2 K3", "R1 R2 R3", "K1 K2 k33 / R1 R2 R3", Defect.NOT_A_TILE,
         [Defect.TABLE_TILE_MISSING]),
    ],
)  # fmt: skip
def test_causes_come_before_what_they_lead_to(
    table: str, rack: str, new: str, first: Defect, then: list[Defect]
) -> None:
    found = [problem.defect for problem in play_problems(sets(table), rack, sets(new))]
    assert found == [first, *then]


def test_every_fault_of_a_play_has_its_place() -> None:
    assert set(CAUSES) == {case.defect for case in CASES}
    assert len(CAUSES) == len(set(CAUSES))


def test_a_locked_set_in_a_broken_row_is_not_held_against_the_player() -> None:
    (problem,) = play_problems(["K1 J K3"], "K5", ["K1 J K3 K5"])
    assert problem.defect is Defect.NOT_A_SET


@pytest.mark.parametrize("value", [None, 5, "K1 K2 K3", b"K1", [5], [None], [["K1", 2]]])
def test_an_arrangement_that_is_none(value: Any) -> None:
    with pytest.raises(IllegalPlayError):
        check_play(["K1 K2 K3"], "K4", value)


def test_a_joker_freed_by_a_wrong_tile_into_a_wrong_place() -> None:
    rules = Rules(freeing_tile="rack", freed_joker="new_set")
    new = ["K1 K2 K3 K4", "B2 R2 O2 J"]
    problems = play_problems(["K1 J K3", "K2 B2 R2 O2"], "K4", new, rules)
    assert [problem.defect for problem in problems] == [Defect.FREEING_TILE]
    new = ["K1 K2 K3 J", "B2 R2 O2", "R5 R6 R7"]
    problems = play_problems(["K1 J K3", "K2 B2 R2 O2"], "R5 R6 R7", new, rules)
    assert [problem.defect for problem in problems] == [
        Defect.FREEING_TILE,
        Defect.FREED_JOKER_PLACE,
    ]


def test_a_place_that_only_a_wrong_tile_would_allow() -> None:
    # Freed by the black 11 of the table, the other joker could lie in a new set: it must not be.
    rules = Rules(freeing_tile="rack", freed_joker="new_set")
    table = ["R11 J R13", "K11 K12 K13", "J K12 K13", "R11 R12 R13"]
    new = ["J K11 K12 K13", "J K12 K13", "R11 R12 R13", "R11 R12 R13"]
    (problem,) = play_problems(table, "R12", new, rules)
    assert problem.defect is Defect.FREED_JOKER_PLACE


@pytest.mark.parametrize("table", [None, 5, "K1 K2 K3", b"K1"])
def test_a_table_that_is_no_series_of_sets(table: Any) -> None:
    with pytest.raises(TileError, match="is not a series of sets"):
        check_play(table, "K4", [])


def test_a_table_or_rack_that_is_none() -> None:
    with pytest.raises(SetError):
        check_play(["K1 K2"], "K4", [])
    with pytest.raises(TileError):
        check_play(["K1 K2 K3"], "K44", [])


@pytest.mark.parametrize("jokers", [3, 8])
def test_many_jokers_break_nothing(jokers: int) -> None:
    rules = Rules(jokers=jokers)
    names = ["K", "B", "O", "R", "K", "B", "O", "R"]
    table = [f"{name}{2 + 4 * (at // 4)} J {name}{4 + 4 * (at // 4)}"
             for at, name in enumerate(names[:jokers])]  # fmt: skip
    freeing = [f"{name}{3 + 4 * (at // 4)}" for at, name in enumerate(names[:jokers])]
    opened = [one.replace("J", tile) for one, tile in zip(table, freeing, strict=True)]
    jokers_anew = ["J=K1 J J"] if jokers == 3 else ["J=K1 J J J", "J=B1 J J J"]
    assert check_play(table, freeing, [*opened, *jokers_anew], rules).laid
    problems = play_problems(table, freeing, [*opened[:-1], *jokers_anew], rules)
    assert {problem.defect for problem in problems} == {
        Defect.TABLE_TILE_MISSING,
        Defect.JOKER_MOVED,
    }
    moved = play_problems(table, [*freeing[1:], "R13"], [*opened, *jokers_anew], rules)
    assert moved[0].defect is Defect.TILE_FROM_NOWHERE


def test_runs_of_all_tiles_of_a_colour() -> None:
    long = " ".join(f"K{number}" for number in range(1, 14))
    assert check_play([long, "K1 K2 K3"], "K4", [long, "K1 K2 K3 K4"]).laid == (Tile.K4,)
    cut = ["K1 K2 K3 K4 K5 K6", "K7 K8 K9 K10 K11 K12 K13"]
    assert check_play([long, long], "R1 R2 R3", [*cut, long, "R1 R2 R3"]).laid


@given(positions(), randoms)
def test_standing_still_is_only_nothing_laid(position: Any, random: Any) -> None:
    arrangement = list(position.table)
    random.shuffle(arrangement)
    problems = position.problems_with(arrangement)
    assert [problem.defect for problem in problems] == [Defect.NOTHING_LAID]


@given(st.lists(st.lists(st.sampled_from([*Tile, "J=5", "x", 5]), max_size=6), max_size=6))
def test_any_arrangement_is_judged(values: list[list[Any]]) -> None:
    for problem in play_problems(["K1 J K3", "B1 B2 B3"], "K2 K4 R1", values):
        assert str(problem)
