"""``nimmt rummikub show``."""

from __future__ import annotations

from cli.conftest import Run, check_refusal

TEXT = "K1,J,K3/K5,B5,J/B7,B8,B9 K4,R9,R9 p=3 sizes=3,12,9 turn=1 melded=0,1 score=5,-5,0"


def test_help(run: Run) -> None:
    assert "rummikub" in run("--help").stdout
    assert "show" in run("rummikub", "--help").stdout
    assert run("rummikub", "show", "--help").exit_code == 0


def test_a_view(run: Run) -> None:
    output = run("rummikub", "show", *TEXT.split()).stdout
    lines = [" ".join(line.split()) for line in output.splitlines()]
    assert lines == [
        "3 players, 2 jokers, locked, initial meld of 30 points",
        "set 0 K1 J(K2) K3 6 points locked",
        "set 1 K5 B5 J(O5/R5) 15 points locked",
        "set 2 B7 B8 B9 24 points",
        "seat 0 K4 R9 R9 3 tiles, 22 points score 5",
        "seat 1 12 tiles has the turn, score -5",
        "seat 2 9 tiles has not melded",
        "pool 73 tiles",
    ]


def test_a_position(run: Run) -> None:
    output = run("rummikub", "show", "-", "K4,R9/J", "lock=free").stdout
    assert "table    empty" in output
    assert "1 tile, 30 points" in output
    assert "2 jokers, free" in output


def test_an_empty_table_is_a_dash(run: Run) -> None:
    shown = run("rummikub", "show", "-", "K4,R9", "p=2").stdout
    assert "table    empty" in shown
    assert run("rummikub", "show", "- K4,R9 p=2").stdout == shown
    assert run("rummikub", "show", "- K4,R9", "p=2").stdout == shown
    assert run("rummikub", "show", "-", text="- K4,R9 p=2\n").stdout == shown
    assert run("rummikub", "solve", "- K4,K5,K6", "--joker-lock", "free").exit_code == 0
    check_refusal(run("rummikub", "show", "-", text=""), 3, "'- K4,R9' for an empty table")
    check_refusal(run("rummikub", "show", "K4,R9"), 3, "'- K4,R9' for an empty table")
    check_refusal(run("rummikub", "show", "-x"), 2, "No such option")


def test_json_can_be_read_back(run: Run) -> None:
    as_json = run("rummikub", "show", TEXT, "--json").stdout
    assert run("rummikub", "show", text=as_json).stdout == run("rummikub", "show", TEXT).stdout


def test_everything_wrong_is_listed(run: Run) -> None:
    result = run("rummikub", "show", "K1,K2/K5,J,J K4")
    check_refusal(result, 3, "this position cannot be:\n  - K1 K2 is no set")
    assert "  - K5 J J reads as" in result.stderr
    check_refusal(run("rummikub", "show", "K1,x K4"), 3, "'x' is not a tile")
    check_refusal(
        run("rummikub", "show", "-", "K4", "p=7"), 3, "players 7 is not an integer of 2 to 4"
    )
