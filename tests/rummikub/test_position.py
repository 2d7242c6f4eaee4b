"""Positions and views: every fault, turns, penalties, the pool."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import nimmt
from nimmt import NimmtError
from nimmt.errors import IllegalActionError, RulesError
from nimmt.rummikub import (
    Game,
    IllegalPlayError,
    IllegalPositionError,
    InformationSet,
    Position,
    Rules,
    Tile,
    check_play,
)
from nimmt.rummikub.errors import Defect
from nimmt.rummikub.tiles import as_tiles
from rummikub.strategies import positions, simple_plays, views

TWO = Rules(players=2)
FULL_RUNS = [
    " ".join(f"{colour}{number}" for number in range(1, 14)) for colour in "KKBBOOR"
]  # all tiles but a red run and two jokers


def last_tiles(*racks: str) -> Position:
    """Return a position with an empty pool: all tiles are on the table, but for the racks."""
    rules = Rules(players=len(racks))
    position = Position(FULL_RUNS, racks, rules)
    assert position.pool == ()
    return position


POSITION_FAULTS: list[tuple[dict[str, Any], Defect, str]] = [
    ({"table": ["K1 K2"]}, Defect.NOT_A_SET, "K1 K2 is no set"),
    ({"table": ["K5 J J"]}, Defect.AMBIGUOUS_SET, "K5 J J reads as"),
    ({"table": ["K1 K2 x"]}, Defect.NOT_A_TILE, "'x' is not a tile"),
    ({"table": "K1 K2 K3"}, Defect.NOT_A_SET, "'K1 K2 K3' is not a series of sets"),
    ({"table": 7}, Defect.NOT_A_SET, "7 is not a series of sets"),
    ({"table": ["K12 K13 K1"]}, Defect.NOT_A_SET, "13 is not followed by 1"),
    ({"racks": ["K4", "K4 K4"]}, Defect.TOO_MANY_TILES, "K4 is there 3 times.*2 times"),
    ({"racks": ["J J", "J"]}, Defect.TOO_MANY_TILES, "J is there 3 times"),
    ({"racks": ["K4", "y"]}, Defect.NOT_A_TILE, "the rack of seat 1: 'y' is not a tile"),
    ({"racks": ["K4", 5]}, Defect.NOT_A_TILE, "the rack of seat 1: 5 is not a series"),
    ({"racks": ["K4", "K5", "K6"]}, Defect.RACK_COUNT, "there are 3 racks, 2 expected"),
    ({"racks": 3}, Defect.RACK_COUNT, "racks 3 are not a series of racks"),
    ({"racks": "K4"}, Defect.RACK_COUNT, "racks 'K4' are not a series of racks"),
    ({"racks": ["", ""]}, Defect.RACK_SIZES, r"racks of seats \[0, 1\] are empty"),
    ({"racks": ["K5", ""], "melded": (True, False)}, Defect.RACK_SIZES, "it never melded"),
    ({"pool": "K1"}, Defect.POOL, "on no rack, not on the table and not in the pool"),
    ({"pool": "K1 K1 K1"}, Defect.POOL, "K1 K1.*in the pool, but all of it"),
    ({"pool": "K1 z"}, Defect.NOT_A_TILE, "the pool: 'z'"),
    ({"turn": 2}, Defect.SEAT, r"turn 2 is not one of the seats 0..1"),
    ({"turn": None}, Defect.SEAT, "turn None"),
    ({"melded": (True,)}, Defect.MELDED, r"melded \(True,\) is not True or False for each"),
    ({"melded": (1, 0)}, Defect.MELDED, r"melded \(1, 0\)"),
    ({"melded": (False, False)}, Defect.MELDED, "nobody has melded, but the table has"),
    ({"table": [], "melded": (True, False)}, Defect.MELDED, "somebody melded without"),
    ({"passes": 3}, Defect.PASSES, r"passes 3 is not a number of 0..2"),
    ({"passes": 1}, Defect.PASSES, "passes 1: nobody passes while the pool has tiles"),
    ({"idle": 3}, Defect.IDLE, r"idle 3 is not a number of 0..2"),
    ({"idle": "1"}, Defect.IDLE, "idle '1'"),
    ({"scores": (1,)}, Defect.SCORES, r"scores \(1,\) are not points of 2 seats"),
    ({"scores": (1, "2")}, Defect.SCORES, "are not points"),
    ({"scores": 5}, Defect.SCORES, "scores 5"),
]


@pytest.mark.parametrize(("values", "defect", "said"), POSITION_FAULTS)
def test_what_cannot_be(values: dict[str, Any], defect: Defect, said: str) -> None:
    usual: dict[str, Any] = {"table": ["K1 K2 K3"], "racks": ["K4 R9", "B1 B2"], "rules": TWO}
    assert Position(**usual).racks
    with pytest.raises(IllegalPositionError, match=said) as caught:
        Position(**{**usual, **values})
    assert defect in {problem.defect for problem in caught.value.problems}


VIEW_FAULTS: list[tuple[dict[str, Any], Defect, str]] = [
    ({"seat": 2}, Defect.SEAT, "seat 2 is not one of"),
    ({"turn": 5}, Defect.SEAT, "turn 5"),
    ({"rack": "K4 x"}, Defect.NOT_A_TILE, "the own rack: 'x'"),
    ({"rack": "K4 K4 K4"}, Defect.TOO_MANY_TILES, "K4 is there 3 times"),
    ({"sizes": (3, 14)}, Defect.RACK_SIZES, "the own rack, of seat 0, has 2 tiles"),
    ({"sizes": (2, 14, 3)}, Defect.RACK_SIZES, r"sizes \(2, 14, 3\) are not a number"),
    ({"sizes": (2, -1)}, Defect.RACK_SIZES, "are not a number"),
    ({"sizes": 5}, Defect.RACK_SIZES, "sizes 5"),
    ({"sizes": (2, 102)}, Defect.RACK_SIZES, "have 102 tiles, but only 101 are unseen"),
    ({"sizes": (2, 0), "melded": (True, False)}, Defect.RACK_SIZES, "it never melded"),
    ({"passes": 1}, Defect.PASSES, "and it has 87"),
    ({"idle": -1}, Defect.IDLE, "idle -1"),
]


@pytest.mark.parametrize(("values", "defect", "said"), VIEW_FAULTS)
def test_views_that_cannot_be(values: dict[str, Any], defect: Defect, said: str) -> None:
    usual: dict[str, Any] = {"table": ["K1 K2 K3"], "rack": "K4 R9", "rules": TWO}
    assert InformationSet(**usual).pool_size == 87
    with pytest.raises(IllegalPositionError, match=said) as caught:
        InformationSet(**{**usual, **values})
    assert defect in {problem.defect for problem in caught.value.problems}


def test_every_fault_of_a_position_has_a_case() -> None:
    found = {defect for _, defect, _ in POSITION_FAULTS + VIEW_FAULTS}
    assert found >= {
        Defect.TOO_MANY_TILES,
        Defect.RACK_COUNT,
        Defect.RACK_SIZES,
        Defect.POOL,
        Defect.SEAT,
        Defect.MELDED,
        Defect.PASSES,
        Defect.SCORES,
    }


def test_everything_is_said_at_once() -> None:
    with pytest.raises(IllegalPositionError) as caught:
        Position(["K1 K2"], ["K4", "K4 K4"], TWO, turn=9, scores=(1,))
    assert [problem.defect for problem in caught.value.problems] == [
        Defect.NOT_A_SET,
        Defect.TOO_MANY_TILES,
        Defect.SEAT,
        Defect.SCORES,
    ]


def check_tiles(position: Position) -> None:
    """Check that every tile of the game is in one place."""
    on_table = [tile for one in position.table for tile in one.tiles]
    on_racks = [tile for rack in position.racks for tile in rack]
    assert sorted([*on_table, *on_racks, *position.pool]) == sorted(position.rules.tiles)


@given(positions())
def test_no_tile_is_lost(position: Position) -> None:
    check_tiles(position)


@given(positions(), st.data())
def test_turns_keep_all_tiles(position: Position, data: st.DataObject) -> None:
    play = next((play for play in simple_plays(position) if not position.problems_with(play)), None)
    afters = [position.overrun(), position.undo()]
    afters.append(position.draw() if position.pool else position.pass_turn())
    if play is not None:
        afters += [position.play(play), position.overrun(play)]
    after = data.draw(st.sampled_from(afters))
    check_tiles(after)
    assert after.turn == position.rules.next_seat(position.turn)
    others = [seat for seat in range(position.rules.players) if seat != position.turn]
    assert all(after.racks[seat] == position.racks[seat] for seat in others)
    checked = Position(**after.__dict__)
    assert checked == after


def test_a_play_moves_tiles() -> None:
    position = Position(["K1 K2 K3"], ["K4 R9 R9", "B1 B2"], TWO)
    after = position.play(["K1 K2 K3 K4"], "K4")
    assert after.racks == ((Tile.R9, Tile.R9), (Tile.B1, Tile.B2))
    assert after.table == (position.table[0].run("K1", "K1 K2 K3 K4"),)
    with pytest.raises(IllegalPlayError):
        position.play(["K1 K2 K3 K4"], "R9")
    assert position.problems_with(["K1 K2 K3 K4"]) == ()
    assert position.information_set(0).problems_with(["K1 K2 K3 K4"]) == ()


def test_the_drawn_tile_waits_for_the_next_turn() -> None:
    position = Position(["K1 K2 K3"], ["R9", "B1"], TWO)
    assert position.pool[0] is Tile.K1
    after = position.draw()
    assert after.racks[0] == (Tile.K1, Tile.R9)
    assert after.turn == 1
    assert after.pool == position.pool[1:]


def test_going_out() -> None:
    after = Position(["K1 K2 K3"], ["K4", "K11", "B11 J R3"]).play(["K1 K2 K3 K4"])
    assert after.is_over
    assert after.round_scores == (55, -11, -44)
    for action in (after.draw, after.pass_turn, after.overrun, after.undo):
        with pytest.raises(IllegalActionError, match="the round is over"):
            action()
    with pytest.raises(IllegalActionError, match="the round is over"):
        after.play([])


def test_a_play_that_exists_may_be_forced() -> None:
    # Four fives, and a run that goes on: the 4 can be laid once the table is rearranged.
    table = ["K4 K5 K6 K7", "B5 O5 R5"]
    racks = ["B4 O4", "R13"]
    for rack, said in (("B4 O4", "seat 0 can lay B4 O4"), ("R1 B9", "")):
        position = Position(table, [rack, racks[1]], Rules(players=2, forced_play=True))
        if not said:
            assert len(position.draw().racks[0]) == 3
            continue
        with pytest.raises(IllegalActionError, match=said):
            position.draw()
        assert position.overrun().racks[0] == (Tile.K1, Tile.B4, Tile.O4)
        assert Position(table, [rack, racks[1]], TWO).draw().turn == 1
    position = Position(FULL_RUNS, ["R1 R2 R3", "R4"], Rules(players=2, forced_play=True))
    assert position.pool != ()
    with pytest.raises(IllegalActionError, match="seat 0 can lay R1 R2 R3"):
        position.draw()


def test_passing_may_be_forbidden_too() -> None:
    racks = ["R1 R2 R3", "R4 R5 R6 R7 R8 R9 R10 R11 R12 R13 J J"]
    position = Position(FULL_RUNS, racks, Rules(players=2, forced_play=True))
    with pytest.raises(IllegalActionError, match="seat 0 can lay R1 R2 R3"):
        position.pass_turn()


def test_the_initial_meld_is_laid_once() -> None:
    position = Position([], ["K13 B13 R13 K1", "R1 R2"])
    assert position.melded == (False, False)
    after = position.play(["K13 B13 R13"])
    assert after.melded == (True, False)


# Time.


def test_an_overrun_costs_a_tile() -> None:
    position = Position(["K1 K2 K3"], ["K4 R9", "B1"], TWO)
    assert len(position.overrun().racks[0]) == 3
    played = position.overrun(["K1 K2 K3 K4"])
    assert played.racks[0] == (Tile.K1, Tile.R9)
    assert len(played.table[0]) == 4


def test_a_table_out_of_order_is_undone_for_three() -> None:
    position = Position(["K1 K2 K3"], ["K4 R9", "B1"], TWO)
    for after in (position.overrun(["K1 K2 K3", "K4 R9"]), position.undo()):
        assert after.table == position.table
        assert len(after.racks[0]) == 5
        assert len(after.pool) == len(position.pool) - 3


def test_a_last_tile_laid_too_late_is_not_the_end() -> None:
    after = Position(["K1 K2 K3"], ["K4", "B1"], TWO).overrun(["K1 K2 K3 K4"])
    assert after.racks[0] == (Tile.K1,)
    assert not after.is_over


@pytest.mark.parametrize("left", [0, 1, 2, 3])
def test_a_short_pool_gives_what_it_has(left: int) -> None:
    red = [f"R{number}" for number in range(1, 14)]
    racks = [" ".join(red[: 10 - left]), " ".join(["J J", *red[10:]])]
    position = Position(FULL_RUNS, racks, TWO)
    assert len(position.pool) == left
    after = position.undo()
    assert len(after.racks[0]) == 10
    assert after.pool == ()
    assert after.passes == (left == 0)
    assert len(position.overrun().racks[0]) == 10 - left + min(left, 1)


# The end without a last tile.


def test_the_pool_runs_out() -> None:
    racks = ("R3", "R10", "R6", "R13 R1 R2 R4 R5 R7 R8 R9 R11 R12 J J")
    position = last_tiles(*racks)
    with pytest.raises(IllegalActionError, match="the pool is empty"):
        position.draw()
    for seat in range(4):
        assert not position.is_over
        assert (position.turn, position.passes) == (seat, seat)
        with pytest.raises(IllegalActionError, match="the round is not over"):
            _ = position.round_scores
        position = position.pass_turn()
    assert position.is_over
    rest = sum((13, 1, 2, 4, 5, 7, 8, 9, 11, 12, 30, 30)) - 3
    assert position.round_scores == (7 + 3 + rest, -7, -3, -rest)


def test_a_play_begins_the_circle_anew() -> None:
    position = last_tiles("R4", "R1 R2 R3 J", "R5 R6 R7 R8 R9 R10 R11 R12 R13 J")
    position = position.pass_turn()
    position = position.play([*position.table, "R1 R2 R3"])
    assert position.passes == 0
    assert position.racks[1] == (Tile.J,)
    for _ in range(2):
        position = position.overrun() if position.turn == 2 else position.pass_turn()
    assert not position.is_over
    assert position.pass_turn().is_over


def test_nobody_passes_while_there_are_tiles() -> None:
    with pytest.raises(IllegalActionError, match="the pool has 100 tiles"):
        Position(["K1 K2 K3"], ["R9 R8", "B1"], TWO).pass_turn()


def test_idle_seats_are_counted_while_the_table_stays() -> None:
    position = Position(["K1 K2 K3"], ["K4 R9 R8", "B1 B2", "O1 O2"], Rules(players=3))
    found = []
    for _ in range(4):
        position = position.draw()
        found.append(position.idle)
    assert found == [1, 2, 3, 3]
    assert position.information_set(0).idle == 3
    assert position.overrun().idle == 0  # nobody knows what it could have laid in more time
    assert position.undo().idle == 0
    assert position.draw().draw().play(["K1 K2 K3 K4"]).idle == 0
    assert InformationSet(**position.information_set(1).__dict__).idle == 3


# Views.


@given(positions(), st.data())
def test_a_view_knows_sizes_only(position: Position, data: st.DataObject) -> None:
    seat = data.draw(st.integers(0, position.rules.players - 1))
    view = position.information_set(seat)
    assert view == InformationSet(**view.__dict__)
    assert view.rack == position.racks[seat]
    assert view.pool_size == len(position.pool)
    assert view.sizes == tuple(map(len, position.racks))
    assert view.has_melded == position.melded[seat]
    assert view.is_over == position.is_over
    hidden = [t for other, rack in enumerate(position.racks) if other != seat for t in rack]
    assert list(view.unseen) == sorted([*hidden, *position.pool])


@given(views(), st.integers(0, 2**32))
def test_a_determinization_has_the_view(view: InformationSet, seed: int) -> None:
    position = view.determinization(seed)
    assert position == view.determinization(seed)
    assert position == Position(**position.__dict__)
    assert position.information_set(view.seat) == view


def test_determinizations_deal_every_tile_everywhere() -> None:
    view = InformationSet([], "K1", TWO)
    held = {tile for seed in range(60) for tile in view.determinization(seed).racks[1]}
    assert held == set(Tile)


@pytest.mark.parametrize("seat", [-1, 2, None, "0", True])
def test_no_such_seat(seat: Any) -> None:
    with pytest.raises(IllegalPositionError, match="seat"):
        Position([], ["K1", "K2"]).information_set(seat)


@pytest.mark.parametrize("rules", [5, "usual", nimmt.Rules(players=2)])
def test_rules_of_another_game(rules: Any) -> None:
    attempts: list[Callable[[], object]] = [
        lambda: Position([], ["K1", "K2"], rules),
        lambda: InformationSet([], "K1", rules),
        lambda: Game(rules),
        lambda: check_play([], "K1", [], rules),
    ]
    for attempt in attempts:
        with pytest.raises(RulesError, match="is no Rules of Rummikub"):
            attempt()


def test_players_are_as_many_as_racks() -> None:
    assert Position([], ["K1", "K2", "K3"]).rules == Rules(players=3)
    with pytest.raises(IllegalPositionError, match="there are 5 racks, 4 expected"):
        Position([], ["K1"] * 2 + ["K2"] * 2 + ["K3"])


@given(st.lists(st.text(max_size=6) | st.none() | st.integers(), max_size=4))
def test_garbage(values: list[Any]) -> None:
    for table, racks in (([], values), (values, ["K1", "K2"]), (["K1 K2 K3"], [values, "K2"])):
        try:
            Position(table, racks)
        except NimmtError:
            continue


def test_str_is_notation() -> None:
    position = Position(["K1 J K3"], ["K4 R9", "B1"], TWO)
    assert str(position) == "K1,J,K3 K4,R9/B1"
    assert str(position.information_set(0)) == "K1,J,K3 K4,R9 p=2 sizes=2,1"
    assert as_tiles("K4 R9") == position.rack
