"""Every ``console`` block of README.md and the docs shows what the command line really prints.

A block has lines ``$ nimmt ...``, each with the output below it.  ``< FILE`` gives a file on
standard input, and ``$ echo $?`` shows the exit status of the command before it.  What is typed
at a prompt is read from the block itself.  The blocks of a page share a directory, which begins
as a copy of docs/examples.
"""

from __future__ import annotations

import re
import shlex
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from click.testing import CliRunner

from nimmt.cli import main

ROOT = Path(__file__).parents[2]
BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PROMPT = re.compile(r"^(?:Card|Row|Tiles) \((?:d draw, )?h hint, q quit\): (.*)$", re.MULTILINE)
# What would change the layout or add colours.
PLAIN = dict.fromkeys(
    ("COLUMNS", "FORCE_COLOR", "NO_COLOR", "TERM", "TTY_COMPATIBLE", "TTY_INTERACTIVE")
)


@dataclass(frozen=True)
class Command:
    """A command of a block and the output below it."""

    line: int
    text: str
    output: str


def pages() -> list[Path]:
    """README.md and every page of the docs; none where the tests are run without them."""
    found = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
    return [page for page in found if page.is_file() and "_build" not in page.parts]


def commands(text: str) -> Iterator[Command]:
    """The commands of every console block of a page, in order."""
    for block in BLOCK.finditer(text):
        line = text.count("\n", 0, block.start()) + 2
        for part in re.split(r"^(?=\$ )", block[1], flags=re.MULTILINE):
            command, _, output = part.partition("\n")
            if part:
                yield Command(line, command, output)
            line += part.count("\n")


def trimmed(text: str) -> list[str]:
    """The lines of a text, without white space at their ends or empty lines around them."""
    return [line.rstrip() for line in text.rstrip().splitlines()]


class Shell:
    """Runs commands as a shell would, as far as the docs use one."""

    def __init__(self) -> None:
        self.status = 0

    def run(self, command: Command) -> str:
        """Return what the command prints."""
        if command.text == "$ echo $?":
            return str(self.status)
        words = shlex.split(command.text)
        is_ours = words[0] == "$" and Path(words[1]).name == "nimmt"
        assert is_ours, f"line {command.line}: cannot run {command.text!r}"
        typed = "".join(f"{answer}\n" for answer in PROMPT.findall(command.output))
        if "<" in words:
            at = words.index("<")
            typed = Path(words[at + 1]).read_text(encoding="utf-8")
            del words[at : at + 2]
        result = CliRunner().invoke(main, words[2:], input=typed, env=PLAIN, prog_name="nimmt")
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        self.status = result.exit_code
        return result.output


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.relative_to(ROOT).as_posix())
def test_console_blocks_show_real_output(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copytree(ROOT / "docs" / "examples", tmp_path, dirs_exist_ok=True)
    shell = Shell()
    for command in commands(page.read_text(encoding="utf-8")):
        printed = shell.run(command)
        where = f"{page.name}, line {command.line}: {command.text}"
        assert trimmed(printed) == trimmed(command.output), where


def test_the_readme_has_commands() -> None:
    if not (ROOT / "README.md").is_file():
        pytest.skip("the tests are run without README.md")
    assert list(commands((ROOT / "README.md").read_text(encoding="utf-8")))
