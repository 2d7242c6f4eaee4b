"""Files of what was measured for both placement rules and 2 to 10 players."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from nimmt.rules import Placement, Rules

__all__ = ["write_tables"]


def write_tables(file: Path, measure: Callable[[Rules], dict[str, Any]]) -> None:
    """Measure for all rules of logical games, and write a file that has what is there so far.

    Parameters
    ----------
    file : Path
        The file; replaced after each measurement.
    measure : callable
        Takes rules, and returns what goes to the file for them.
    """
    tables: dict[str, dict[str, Any]] = {}
    for placement in Placement:
        tables[placement] = {}
        for players in range(2, 11):
            rules = Rules(players=players, placement=placement, card_set="logical")
            tables[placement][str(players)] = measure(rules)
            lines = [
                f'"{rule}": {{\n'
                + ",\n".join(f'"{count}": {json.dumps(entry)}' for count, entry in entries.items())
                + "\n}"
                for rule, entries in tables.items()
            ]
            file.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
