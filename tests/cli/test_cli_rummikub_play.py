"""``nimmt rummikub solve``, ``recommend``, ``arena`` and ``play``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli.conftest import Run, check_refusal
from nimmt.rummikub import GameRecord

POSITION = "K1,K2,K3/R5,R6,J K4,R7,J p=2 sizes=3,9"


def test_solve(run: Run) -> None:
    output = run("rummikub", "solve", *POSITION.split()).stdout
    assert output.startswith("Lay 3 tiles, value 41: K4 R7 J Out!")
    assert "1. R7 from the rack to set 1, in place of a joker" in output
    assert run("rummikub", "solve", "K1,K2,K3", "R9").stdout == "No play: draw.\n"


def test_solve_with_options(run: Run) -> None:
    def answer(*options: str) -> dict[str, object]:
        found: dict[str, object] = json.loads(
            run("rummikub", "solve", POSITION, "--json", *options).stdout
        )
        return found

    assert answer()["tiles_laid"] == 3
    assert answer("--objective", "fewest_tiles")["tiles_laid"] == 1
    assert answer("--joker-value", "0")["value_laid"] == 11
    assert answer("--joker-lock", "free")["rules"]["joker_lock"] == "free"  # type: ignore[index]
    check_refusal(run("rummikub", "solve", POSITION, "--objective", "most"), 3, "objective 'most'")


def test_recommend(run: Run) -> None:
    output = run("rummikub", "recommend", POSITION, "--seed", "1", "--samples", "10").stdout
    assert output.split("\n")[1].startswith("lay K4 R7 J")
    assert "Estimated from 10 deals of the unseen tiles with seed 1" in output
    text = run("rummikub", "recommend", POSITION, "--seed", "1", "--samples", "10", "--json").stdout
    assert json.loads(text)["candidates"][0]["play"]["goes_out"] is True


def test_recommend_for_a_seat(run: Run) -> None:
    whole = "K1,K2,K3 K4,R9/B1,B2 turn=1"
    view = json.loads(run("rummikub", "recommend", whole, "--samples", "2", "--json").stdout)
    assert view["view"]["seat"] == 1
    check_refusal(
        run("rummikub", "recommend", whole, "--seat", "0"), 3, "it is seat 1's turn, not seat 0's"
    )
    check_refusal(run("rummikub", "recommend", POSITION, "--seat", "0"), 2, "--seat is for")


ARENA = ("rummikub", "arena", "tiles", "value", "--deals", "4", "--seed", "1")


def test_arena(run: Run) -> None:
    output = run(*ARENA, "--joker-lock", "free", "--seats", "4").stdout
    assert "4 players, 2 jokers, free" in output
    assert "tiles - value" in output
    assert "4 deals, 2 games on each; ± 95% intervals over deals; seed 1." in output
    standings = json.loads(run(*ARENA, "--json").stdout)["standings"]
    assert {standing["player"] for standing in standings} == {"tiles", "value"}
    check_refusal(run("rummikub", "arena", "best", "tiles"), 3, "no player is called 'best'")


def test_an_arena_with_a_journal_and_an_early_stop(run: Run, tmp_path: Path) -> None:
    journal = tmp_path / "journal"
    options = ("--journal", str(journal), "--stop", "--measure", "points", "--margin", "1000")
    output = run(*ARENA[:-4], "--deals", "80", "--seed", "1", *options).stdout
    assert "50 deals, 2 games on each" in output  # where the differences are first looked at
    assert "level" in output
    assert journal.read_text().startswith('{"format":"nimmt-arena"')
    assert run(*ARENA[:-4], "--deals", "80", *options).stdout == output
    check_refusal(run(*ARENA, "--measure", "rank"), 2, "need --stop")
    check_refusal(run(*ARENA, "--stop", "--measure", "bull_heads"), 2, "'bull_heads' is not one of")


def test_an_arena_that_keeps_its_games(run: Run, tmp_path: Path) -> None:
    plain = run(*ARENA, "--processes", "2", "--games", str(tmp_path)).stdout
    assert len(list(tmp_path.iterdir())) == 8
    assert run(*ARENA, "--workers", "2", "--games", str(tmp_path / "again")).stdout == plain


def test_recommend_without_conclusions(run: Run) -> None:
    words = ("rummikub", "recommend", "-", "K1,K2,K3", "sizes=3,18", "--seed", "1", "--json")
    silent = {
        option: json.loads(run(*words, option).stdout)["silent"]
        for option in ("--belief", "--no-belief")
    }
    assert silent == {"--belief": [1], "--no-belief": []}


def test_ratings_of_an_arena(run: Run) -> None:
    pytest.importorskip("openskill")
    standings = json.loads(run(*ARENA, "--ratings", "--json").stdout)["standings"]
    assert all("rating" in standing for standing in standings)


def play(run: Run, typed: str, *arguments: str) -> str:
    result = run("rummikub", "play", "--seed", "3", "--opponents", "tiles", *arguments, text=typed)
    assert result.exit_code == 0, result.output
    return result.stdout


def test_a_whole_game(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    output = play(run, "d\n" * 300, "--save", str(path))
    assert "Round 1, first turn: " in output
    assert "the game" in output
    record = GameRecord.from_json(path.read_text(encoding="utf-8"))
    assert record.replay().winners
    assert record.names == ("you", "tiles 1")


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("K1", "K1 is not on your rack"),
        ("K3 K6", "K3 K6 cannot all be laid now, as an initial meld of 30 points or more"),
        ("x", "'x' is not a tile"),
        (",", "no tiles were named: d draws"),
        ("=K1,K2", "K1 K2 is no set"),
        ("=R11,R12,R13", "R11 in the new arrangement"),
        ("h", "Estimated from 100 deals"),
        ("d", "you draw"),
    ],
)
def test_answers_at_the_prompt(run: Run, typed: str, answer: str) -> None:
    output = play(run, f"{typed}\nq\n")
    assert answer in output
    assert "You left the table." in output


@pytest.mark.parametrize("typed", ["K11 K12 K13", "k13,k11,k12", "=K11,K12,K13"])
def test_tiles_that_are_laid(run: Run, typed: str) -> None:
    # With this seed, the first rack has a run that is an initial meld.
    result = run("rummikub", "play", "--seed", "1", "--opponents", "tiles", text=f"{typed}\nq\n")
    assert "you lay K11 K12 K13" in result.stdout
    assert "11 tiles" in result.stdout


def test_what_cannot_be_played(run: Run, tmp_path: Path) -> None:
    check_refusal(run("rummikub", "play", "--opponents", "best"), 3, "no player is called 'best'")
    missing = str(tmp_path / "nowhere" / "game.json")
    check_refusal(run("rummikub", "play", "--save", missing), 2, "there is no folder")
