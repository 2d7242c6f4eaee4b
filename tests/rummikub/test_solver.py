"""What ``solve`` finds where one can see it, what it refuses, and how it writes its answers."""

import json
from typing import Any

import pytest

from nimmt.errors import LimitError, NimmtError, RulesError
from nimmt.rummikub import (
    IllegalPositionError,
    InformationSet,
    Position,
    Rules,
    Tile,
    TileSet,
    solve,
)
from nimmt.rummikub.errors import Defect
from nimmt.rummikub.tiles import as_tiles
from reference.rummikub import program
from reference.rummikub.plays import Options
from reference.rummikub.sets import Laid
from rummikub.solver_cases import NAMES, check

ALL_BLACK = [[f"K{number}" for number in range(1, 14)]] * 2


def laid(**question: Any) -> str:
    """Return the tiles that are laid, after the checks that every answer has to pass."""
    solution = solve(**question)
    check(solution)
    return " ".join(tile.name for tile in solution.laid)


def test_the_example_of_the_table() -> None:
    solution = solve(table=[["K1", "K2", "K3"]], rack=["K4", "J"], joker_lock="free")
    check(solution)
    assert solution.tiles_laid == 2
    assert solution.value_laid == 34
    assert solution.goes_out
    assert [str(one) for one in solution.table] == ["K1,K2,K3,K4,J"]
    assert solution.origins == ((0, 0, 0, None, None),)
    assert solution.changed == 0


@pytest.mark.parametrize(
    ("table", "rack"),
    [
        ([], "K8 B8 O8 J"),
        ([], "K8 K9 K10 J"),
        ([], "K10 B10 J"),
        ([], "K13 J J"),
        (["K8 B8 O8"], "J"),
        (["K11 K12 K13", "K1 K2 K3"], "K10 K4"),
    ],
)
def test_everything_can_be_laid(table: list[str], rack: str) -> None:
    for lock in ("locked", "free"):
        assert laid(table=table, rack=rack, joker_lock=lock) == " ".join(
            tile.name for tile in sorted(as_tiles(rack))
        )


def test_no_play_and_no_table_are_different_answers() -> None:
    solution = solve(table=["K1 K2 K3"], rack="O7 B9")
    check(solution)
    assert not solution.possible
    assert not solution.goes_out
    assert (solution.tiles_laid, solution.value_laid, solution.changed) == (0, 0, 0)
    assert solution.table == solution.before == (TileSet("K1 K2 K3"),)
    assert str(solution) == "No play: draw."
    with pytest.raises(IllegalPositionError, match="K1 K2 K4 is no set"):
        solve(table=["K1 K2 K4"], rack="O7 B9")
    assert not solve(table=[], rack=[]).possible


def test_a_locked_joker_is_freed_by_its_tile() -> None:
    # The joker is black 2; with it the other black tiles go out.
    table = ["K1 J K3"]
    assert laid(table=table, rack="K2 R7 R8") == "K2 R7 R8"
    solution = solve(table=table, rack="K2 R7 R8")
    assert [str(move) for move in solution.moves] == [
        "K2 from the rack to set 0, in place of a joker",
        "J from set 0 to set 1",
        "R7 R8 from the rack to set 1",
    ]
    assert laid(table=table, rack="R7 R8") == ""
    assert laid(table=["K1 J K3 K4"], rack="R7 R8", joker_lock="free") == ""
    # The tile may come from a set that may be rearranged, if the rules allow that.
    table = ["K1 J K3", "K2 B2 O2 R2"]
    assert laid(table=table, rack="R7 R8") == "R7 R8"
    assert laid(table=table, rack="R7 R8", rules=Rules(freeing_tile="rack")) == ""


def test_what_frees_a_joker_in_a_group() -> None:
    table = ["K5 B5 J"]
    assert laid(table=table, rack="R5 R8 R9") == "R5 R8 R9"
    both = Rules(group_joker="both")
    assert laid(table=table, rack="R5 R8 R9", rules=both) == "R5"
    assert laid(table=table, rack="O5 R5 R8 R9", rules=both) == "O5 R5 R8 R9"


def test_a_joker_can_free_the_way_for_another() -> None:
    # Black 4 frees the first joker; black 8 of that set, open now, frees the second one.
    table = ["J=K4 K5 K6 K7 K8", "B8 O8 J"]
    assert laid(table=table, rack="K4 R1 R2 O12 O13") == "K4 O12 O13 R1 R2"


def test_one_of_two_jokers() -> None:
    # The set stays locked, with the tile in it.
    solution = solve(table=["K1 J=K2 J"], rack="K2 R8 R9")
    check(solution)
    assert solution.tiles_laid == 3
    assert sorted(map(str, solution.table)) == ["K1,K2,J", "R8,R9,J"]
    assert solution.changed == 1


@pytest.mark.parametrize(
    ("objective", "expected"),
    [
        ("tiles", "K1 K2 K4 J"),
        ("value", "K13 B13 J"),
        ("tiles, value", "K1 K2 K4 J"),
        ("value, tiles", "K13 B13 J"),
        ("least_value", "K1 K2 J"),
        (("fewest_tiles", "value"), "K13 B13 J"),
        ({"K1": 5, "black 4": -1}, "K1 K2 J"),
        ([{Tile.J: -1}, "tiles"], "K1 K2 K4 J"),
        (("out", "value"), "K13 B13 J"),
        ("out", "K1 K2 K4 J"),
    ],
)
def test_objectives(objective: Any, expected: str) -> None:
    # The joker is needed in any case.
    assert laid(rack="K1 K2 K4 K13 B13 J", objective=objective) == expected


def test_going_out_comes_before_everything() -> None:
    # As few tiles as can be, but all of them if that ends the round.
    rack = "K1 K2 K3 R7 R8 R9"
    assert laid(rack=rack, objective="fewest_tiles, value") == "R7 R8 R9"
    assert laid(rack=rack, objective="out, fewest_tiles") == "K1 K2 K3 R7 R8 R9"
    assert laid(rack=rack + " O4", objective="out, fewest_tiles, value") == "R7 R8 R9"


@pytest.mark.parametrize("joker_value", [0, 25, 30])
def test_what_a_joker_counts(joker_value: int) -> None:
    # With a joker of little value the tens go out without it.
    solution = solve(rack="K10 B10 O10 J", objective="value", joker_value=joker_value)
    assert solution.value_laid == 30 + (joker_value if solution.tiles_laid == 4 else 0)
    assert solution.tiles_laid == 4 or joker_value == 0
    # By default it counts what it costs at the end.
    assert solve(rack="K10 B10 J", rules=Rules(joker_penalty=25)).value_laid == 45


def test_of_equal_plays_the_one_that_changes_the_table_least() -> None:
    table = ["K1 K2 K3", "K4 K5 K6", "B4 O4 R4", "B7 B8 B9"]
    solution = solve(table=table, rack="B6 K4")
    check(solution)
    assert solution.changed == 0
    assert [move.origin for move in solution.moves] == [None, None]
    # Without the wish for it there may be more changes, and the tiles laid are the same.
    other = solve(table=table, rack="B6 K4", fewest_changes=False)
    check(other)
    assert other.laid == solution.laid
    assert other.changed >= solution.changed


def test_initial_melds() -> None:
    table = ["R1 R2 R3"]
    rack = "K9 K10 K11 B1 B2 B3 R4"
    assert laid(table=table, rack="B1 B2 B3 K7 K8 K6", melded=False) == ""
    assert laid(table=table, rack=rack, melded=False) == "K9 K10 K11 B1 B2 B3"
    assert laid(table=table, rack=rack, melded=False, objective="least_value") == "K9 K10 K11"
    single = Rules(single_set=True)
    assert laid(table=table, rack=rack, melded=False, rules=single) == "K9 K10 K11"
    on = Rules(table_in_meld_turn=True)
    assert laid(table=table, rack=rack, melded=False, rules=on) == "K9 K10 K11 B1 B2 B3 R4"
    assert laid(table=table, rack=rack, melded=False, rules=Rules(initial_meld=50)) == ""
    # A joker counts as the tile that it stands for.
    assert laid(rack="K10 B10 J", melded=False) == "K10 B10 J"
    assert laid(rack="K8 K9 J", melded=False, rules=Rules(initial_meld=28)) == ""
    assert laid(rack="K8 K9 J", melded=False, rules=Rules(initial_meld=27)) == "K8 K9 J"


@pytest.mark.parametrize("lock", ["locked", "free"])
def test_many_jokers(lock: str) -> None:
    assert laid(rack="J J J", joker_lock=lock) == "J J J"
    table = ["K1 J K3", "J=5 J K5", "J J=K9 K10"]
    assert laid(table=table, rack="J J J K4", joker_lock=lock) == "K4 J J J"
    assert laid(table=["J=K1 J J"], rack="B7 J J J J", joker_lock=lock) == "B7 J J J J"
    with pytest.raises(IllegalPositionError, match="J is there 10 times"):
        solve(table=table, rack="J " * 5)
    with pytest.raises(IllegalPositionError, match="J is there 3 times; the game has it 2 times"):
        solve(rack="J J J", rules=Rules())


def test_runs_that_go_on_from_13_to_1() -> None:
    wrap = Rules(wrap=True)
    assert laid(rack="K12 K13 K1", rules=wrap) == "K1 K12 K13"
    assert laid(rack="K12 K13 K1") == ""
    assert laid(table=["K11 K12 K13"], rack="K1 K2 K3 K4", rules=wrap) == "K1 K2 K3 K4"
    # The points of a meld are those of the numbers.
    assert laid(rack="K13 K1 J", rules=wrap, melded=False) == ""
    assert laid(rack="K11 K12 K13 K1", rules=wrap, melded=False) == "K1 K11 K12 K13"
    single = Rules(wrap=True, single_set=True, initial_meld=26)
    assert laid(rack="K12 K13 J", rules=single, melded=False) == "K12 K13 J"
    assert laid(rack="K13 J J", rules=single, melded=False) == "K13 J J"
    # All round, once and twice.
    numbers = [f"K{number}" for number in range(1, 14)]
    assert solve(rack=numbers, rules=wrap).tiles_laid == 13
    found = solve(table=[numbers[4:] + numbers[:3]], rack=[*numbers, "K4"], rules=wrap)
    check(found)
    assert found.tiles_laid == 14


@pytest.mark.parametrize("size", [9, 10, 11, 12, 13])
def test_long_runs_do_not_meet_themselves(size: int) -> None:
    # A locked run goes on at its ends, up to 13 tiles.
    numbers = [f"K{number}" for number in range(1, 14)]
    run = [*numbers[3:], *numbers[:3]][:size]
    run[1] = "J"
    rack = [one for one in (*numbers, *numbers) if one not in run or one in numbers[1:3]]
    for tiles in (["K2", "K3"], ["K2", "K3", "K1"], rack[-3:], ["K2", "K3", "J"]):
        question = {name: tiles.count(name) for name in tiles}
        if any(count + run.count(name) > 2 for name, count in question.items()):
            continue
        case = [Laid(tuple(run), tuple([*numbers[3:], *numbers[:3]][:size]), 0)]
        weights = dict.fromkeys(NAMES, 1)
        options = Options(wrap=True)
        solution = solve(table=[run], rack=tiles, rules=Rules(wrap=True))
        check(solution)
        assert solution.tiles_laid == (program.best(case, tiles, weights, options) or 0)


def test_where_freed_jokers_go() -> None:
    table = ["K1 J K3", "B7 B8 B9"]
    for freed_joker, rack, expected in (
        ("anywhere", "K2", "K2"),
        ("new_set", "K2", ""),
        # A new set may be made of tiles of the table.
        ("new_set", "K2 B10 B11 B12", "K2 B10 B11 B12"),
        ("new_set", "K2 R9", ""),
        ("new_set", "K2 R8 R9", "K2 R8 R9"),
        ("new_set_with_two", "K2 R8 R9", "K2 R8 R9"),
        ("new_set_with_two", "K2 B10 B11", "K2 B10 B11"),
        ("new_set_with_two", "K2 J R9", "K2 R9 J"),
    ):
        rules = Rules(freed_joker=freed_joker)
        assert laid(table=table, rack=rack, rules=rules) == expected, (freed_joker, rack)


@pytest.mark.parametrize("rack", ["J J", "J", "K7", "B7 O7 J", "B1 O1 R1 B13 O13 J J"])
def test_all_tiles_of_a_colour_in_runs(rack: str) -> None:
    # More than two open runs may be needed here.
    sets = list(ALL_BLACK)
    if rack == "K7":
        sets = [sets[0][:6], sets[0][7:], sets[1]]
    old = [Laid(tuple(one), tuple(one), 0) for one in sets]
    weights = dict.fromkeys(NAMES, 1)
    expected = program.best(old, rack.split(), weights, Options(locked=False))
    solution = solve(table=sets, rack=rack, joker_lock="free")
    check(solution)
    assert solution.tiles_laid == (expected or 0)


def test_a_position_is_the_plain_form() -> None:
    position = Position(["K1 K2 K3"], ["K4 R9", "B1 B2"], turn=0)
    plain = solve(table=["K1 K2 K3"], rack="K4 R9", rules=position.rules)
    assert solve(position) == plain
    assert solve(position.information_set(0)) == plain
    assert solve(position.information_set(1)).rack == as_tiles("B1 B2")
    new = Position([], ["K9 K10 K11 R9", "B1 B2"])
    assert not solve(new).melded
    assert solve(new).laid == as_tiles("K9 K10 K11")
    assert solve(position, joker_lock="free").rules.joker_lock == "free"
    view = InformationSet(["K1 J K3"], "K2 R7 R8", melded=[True] * 4)
    assert solve(view).tiles_laid == 3
    with pytest.raises(NimmtError, match="rack was given beside a position"):
        solve(position, rack="K4")
    with pytest.raises(NimmtError, match="is no position"):
        solve(["K1 K2 K3"])  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("question", "error", "message"),
    [
        ({"rack": "K14"}, IllegalPositionError, "the rack: 'K14' is not a tile"),
        ({"rack": 7}, IllegalPositionError, "7 is not a series of tiles"),
        ({"rack": "K1 K1 K1"}, IllegalPositionError, "K1 is there 3 times"),
        ({"table": ["K1 J J"], "rack": "K2"}, IllegalPositionError, "reads as"),
        ({"table": "K1 K2 K3", "rack": "K4"}, IllegalPositionError, "not a series of sets"),
        ({"rack": "K1", "objective": "most"}, LimitError, "objective 'most' is none of 'out'"),
        ({"rack": "K1", "objective": 3}, LimitError, "objective 3 is none of"),
        ({"rack": "K1", "objective": []}, LimitError, "is none of"),
        ({"rack": "K1", "objective": "tiles, out"}, LimitError, "'out' comes first"),
        ({"rack": "K1", "objective": {"K1": 0.5}}, LimitError, "weight 0.5 of tile 'K1'"),
        ({"rack": "K1", "objective": {"K1": 1 << 60}}, LimitError, "must be below"),
        ({"rack": "K1", "joker_value": -1}, LimitError, "joker_value -1"),
        ({"rack": "K1", "joker_lock": "open"}, RulesError, "joker_lock 'open' is not one of"),
        ({"rack": "K1", "joker_lock": []}, RulesError, "joker_lock \\[\\] is neither"),
        ({"rack": "K1", "rules": "house"}, RulesError, "rules 'house'"),
    ],
)
def test_what_is_refused(question: Any, error: type[NimmtError], message: str) -> None:
    with pytest.raises(error, match=message):
        solve(**question)


def test_everything_that_is_wrong_is_said() -> None:
    with pytest.raises(IllegalPositionError) as caught:
        solve(table=["K1 K2", "K5 K5 K5"], rack="K14 B1")
    assert [problem.defect for problem in caught.value.problems] == [
        Defect.NOT_A_SET,
        Defect.NOT_A_SET,
        Defect.NOT_A_TILE,
    ]


def test_an_answer_as_text_and_as_json() -> None:
    solution = solve(table=["K1 J K3", "B7 B8 B9"], rack="K2 R7 R8 B6 O9")
    check(solution)
    text = str(solution)
    assert text.startswith("Lay 4 tiles, value 23: K2 B6 R7 R8.\n")
    assert "K2 from the rack to set 0, in place of a joker" in text
    data = json.loads(json.dumps(solution.to_dict()))
    assert data["tiles_laid"] == 4
    assert data["moves"][0] == {"tiles": ["K2"], "origin": None, "target": 0, "frees": True}
    assert data["table"] == [str(one) for one in solution.table]
    assert data["objective"] == {"aims": ["tiles"], "joker_value": 30}
    one = solve(rack="K1 K2 K3", objective={"K1": 2})
    assert one.to_dict()["objective"]["aims"] == [{"K1": 2}]
    assert "Out!" in str(one)
