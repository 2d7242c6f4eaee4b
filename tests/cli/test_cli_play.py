"""``nimmt play``: whole matches typed in."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

import click
import pytest

import nimmt
from cli.conftest import Run


class LowestTypist:
    """Answers every prompt with the first legal action, after some other answers."""

    def __init__(self, before: list[str]) -> None:
        self.before: Iterator[str] = iter(before)
        self.asked: list[str] = []

    def attach(self, table: object) -> None:
        self.table = table

    def __call__(self, text: str, **_: object) -> str:
        self.asked.append(text)
        game: nimmt.Game = self.table.game  # type: ignore[attr-defined]
        return next(self.before, str(game.legal_actions(0)[0]))


def play(run: Run, typist: LowestTypist, *arguments: str) -> tuple[int, str]:
    """Play with a typist at the keyboard."""
    from nimmt.cli.play import _Table

    original = _Table.run

    def watched(table: _Table) -> None:
        typist.attach(table)
        original(table)

    with patch.object(click, "prompt", typist), patch.object(_Table, "run", watched):
        result = run("play", *arguments)
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result.exit_code, result.stdout


@pytest.mark.parametrize("cards", ["standard", "tactical", "logical"])
@pytest.mark.parametrize("placement", ["standard", "professional"])
def test_a_match_to_its_end(run: Run, tmp_path: Path, cards: str, placement: str) -> None:
    save = tmp_path / "match.json"
    status, output = play(
        run,
        LowestTypist([]),
        *("--opponents", "lowest,random", "--cards", cards, "--placement", placement),
        *("--rounds", "2", "--threshold", "300", "--seed", "5", "--save", str(save)),
    )
    assert status == 0
    assert "Round 2" in output
    assert "the match" in output
    game = nimmt.GameRecord.from_json(save.read_text()).replay()
    assert game.phase is nimmt.Phase.OVER
    assert game.names == ("you", "lowest 1", "random 2")
    assert (game.rules.card_set, game.rules.placement) == (cards, placement)


def test_the_seed_repeats_the_match(run: Run) -> None:
    arguments = ("--opponents", "montecarlo", "--rounds", "1", "--seed", "9")
    first = play(run, LowestTypist([]), *arguments)
    assert play(run, LowestTypist([]), *arguments) == first
    assert play(run, LowestTypist([]), *arguments[:-1], "10") != first


def test_a_hint_is_given_and_nonsense_is_not_played(run: Run) -> None:
    typist = LowestTypist(["x", "105", "h", "0"])
    status, output = play(run, typist, "--opponents", "random", "--rounds", "1", "--seed", "5")
    assert status == 0
    assert "Play " in output
    for answer in ("'x'", "'105'", "'0'"):
        assert f"{answer} is not one of" in output


def test_hint_in_the_draft(run: Run) -> None:
    _, output = play(
        run, LowestTypist(["h", "q"]), "--opponents", "random", "--cards", "logical", "--seed", "5"
    )
    assert "Pick " in output
    assert "playouts" in output


def test_a_match_that_is_left_is_saved(run: Run, tmp_path: Path) -> None:
    save = tmp_path / "match.json"
    status, output = play(
        run, LowestTypist(["h", "q"]), "--opponents", "random", "--seed", "5", "--save", str(save)
    )
    assert status == 0
    assert "You left the table" in output
    game = nimmt.GameRecord.from_json(save.read_text()).replay()
    assert game.phase is nimmt.Phase.PLAY
    assert [file.name for file in tmp_path.iterdir()] == ["match.json"]


def test_standard_input_that_ends_leaves_the_table(run: Run) -> None:
    result = run("play", "--seed", "1", text="")
    assert result.exit_code == 0
    assert "You left the table" in result.stdout


@pytest.mark.parametrize(
    ("arguments", "status", "message"),
    [
        (["--opponents", "champion"], 3, "'champion'"),
        (["--opponents", ",".join(["random"] * 10)], 3, "players 11"),
        (["--threshold", "0"], 3, "threshold 0"),
        (["--cards", "tarot"], 2, "'tarot'"),
        (["--save", "/no/such/folder/match.json"], 2, "/no/such/folder"),
    ],
)
def test_bad_options_are_named(run: Run, arguments: list[str], status: int, message: str) -> None:
    result = run("play", *arguments, text="q\n")
    assert result.exit_code == status
    assert message in result.stderr
