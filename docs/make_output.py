"""Write the real output into the examples of README.md and the docs.

``python docs/make_output.py FILE...`` runs the ``console`` and ``pycon`` blocks of each file and
puts what they print below the commands.  Read the difference before you keep it.
"""

import contextlib
import io
import os
import re
import shutil
import sys
import tempfile
import traceback
from pathlib import Path

ROOT = Path(__file__).parents[1]
CODE = re.compile(r"^```pycon\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def filled_console(text: str) -> str:
    """Fill the console blocks, as the test of them reads them."""
    sys.path.insert(0, str(ROOT / "tests" / "docs"))
    from test_console_blocks import BLOCK, Command, Shell, trimmed

    shell = Shell()

    def fill(block: re.Match[str]) -> str:
        lines = []
        for part in re.split(r"^(?=\$ )", block[1], flags=re.MULTILINE):
            if part:
                command, _, output = part.partition("\n")
                lines += [command, *trimmed(shell.run(Command(0, command, output)))]
        return "\n".join(["```console", *lines, "```"])

    with tempfile.TemporaryDirectory() as directory:
        shutil.copytree(ROOT / "docs" / "examples", directory, dirs_exist_ok=True)
        before = Path.cwd()
        os.chdir(directory)
        try:
            return BLOCK.sub(fill, text)
        finally:
            os.chdir(before)


def filled_code(text: str) -> str:
    """Fill the blocks with ``>>>``; the empty line at their ends is where doctest stops."""
    names: dict[str, object] = {"__name__": "__main__"}

    def fill(block: re.Match[str]) -> str:
        lines: list[str] = []
        statements = re.findall(r"^>>> .*\n(?:\.\.\..*\n)*|^$\n", block[1], flags=re.MULTILINE)
        for statement in statements:
            lines += statement.rstrip("\n").split("\n")
            if statement.strip():
                source = "".join(f"{line[4:]}\n" for line in statement.splitlines())
                lines += printed(source, names)
        if lines[-1]:
            lines.append("")
        return "\n".join(["```pycon", *lines, "```"])

    return CODE.sub(fill, text)


def printed(source: str, names: dict[str, object]) -> list[str]:
    """Run a statement and return what it prints, in the form that doctest expects."""
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        try:
            exec(compile(source, "<example>", "single"), names)
        except Exception as error:
            print("Traceback (most recent call last):\n    ...")
            print(traceback.format_exception_only(error)[-1])
    lines = output.getvalue().rstrip("\n").split("\n")
    return [line.rstrip() or "<BLANKLINE>" for line in lines] if lines != [""] else []


def main() -> None:
    for name in sys.argv[1:]:
        page = Path(name).resolve()
        text = page.read_text(encoding="utf-8")
        page.write_text(filled_code(filled_console(text)), encoding="utf-8")


if __name__ == "__main__":
    main()
