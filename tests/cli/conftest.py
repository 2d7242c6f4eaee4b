"""Running the command line inside the tests."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from click.testing import CliRunner, Result

from nimmt.cli import main

Run = Callable[..., Result]


@pytest.fixture
def run() -> Run:
    """Run ``nimmt`` with arguments and standard input; errors come back, nothing is raised."""

    def invoke(*arguments: str, text: str | bytes | None = None) -> Result:
        return CliRunner().invoke(main, list(arguments), input=text)

    return invoke
