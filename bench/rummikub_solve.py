"""Time of Rummikub's solver on positions with known optima, beside another solver, in one run.

Run as ``python bench/rummikub_solve.py``; ``--write`` replaces ``bench/rummikub_solve.md`` and
``.json``.  The other solver is the package ``rummikub-solver``, an integer program; without it
(``pip install rummikub-solver``) its columns are missing.  All times are processor time, so that
other work on the machine matters less, and the least of several runs.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import time
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Any

import nimmt
from nimmt.rummikub import TileSet, solve
from nimmt.rummikub.arranging import Table
from nimmt.rummikub.freeing import ways
from nimmt.rummikub.objective import as_objective
from nimmt.rummikub.rules import Rules
from nimmt.rummikub.tiles import as_tiles
from nimmt_core._tiles import Arranger

HERE = Path(__file__)
POSITIONS = HERE.parent.parent / "tests" / "data" / "rummikub_positions.json"
SUITES = {
    "A": "tables grown by greedy play, 0 to 81 tiles, racks of 14",
    "JJ": "both jokers on the rack",
    "L": "racks of 30",
    "I": "empty tables, racks of 14 to 22",
}
SIZES = [(0, 0), (1, 39), (40, 59), (60, 106)]
OBJECTIVES = ("tiles", "value", "tiles, value")
REPEATS = 5
SEARCHES = 5
OTHER_REPEATS = 3

Position = dict[str, Any]


def least(work: Callable[[], object], repeats: int) -> float:
    """The least processor time of some runs, in microseconds."""
    found = []
    for _ in range(repeats):
        start = time.process_time()
        work()
        found.append(time.process_time() - start)
    return 1e6 * min(found)


def tables(position: Position, lock: str) -> list[Table]:
    """What the kernel searches: one table, or one for each way to free jokers."""
    sets = [TileSet(one) for one in position["table"]]
    rack = sorted(as_tiles(position["rack"]))
    on_table = [tile for one in sets for tile in one.tiles]
    return [
        Table(on_table, way.sets, way.keep, rack, way.forced)
        for way in ways(sets, rack, Rules(joker_lock=lock))
    ]


def in_kernel(position: Position, lock: str, objective: str) -> float:
    """Microseconds of the searches alone, everything handed over before.

    A search for one way to free jokers stops where it cannot be better than one before it.
    """
    rack = as_tiles(position["rack"])
    weights = as_objective(objective, 30).weights(rack)
    total = 0.0
    arranger = Arranger()
    best: int | None = None
    for table in tables(position, lock):
        limit = table.limit(weights, best)
        found = table.best(arranger, weights, best)
        best = best if found is None else found
        if limit >= 0:
            total += least(partial(arranger.search, limit, 0, SEARCHES), REPEATS) / SEARCHES
    return total


def whole_call(position: Position, lock: str, **options: Any) -> float:
    """Microseconds of ``solve``, with checks, the fewest changes and the moves."""
    table, rack = position["table"], position["rack"]
    return least(lambda: solve(table=table, rack=rack, joker_lock=lock, **options), REPEATS)


def other_solver() -> Callable[[Position], tuple[float, int]] | None:
    """The other solver: microseconds, and the tiles that it lays; None if it is not installed."""
    try:
        from rummikub_solver import RuleSet, SolverMode
    except ImportError:
        return None
    rules = RuleSet()

    def run(position: Position) -> tuple[float, int]:
        state = rules.new_game()
        for one in position["table"]:
            state.add_table(*(int(tile) + 1 for tile in as_tiles(one)))
        state.add_rack(*(int(tile) + 1 for tile in as_tiles(position["rack"])))
        found: list[Any] = []
        taken = least(
            lambda: found.append(rules.solve(state, SolverMode.TILE_COUNT)), OTHER_REPEATS
        )
        return taken, 0 if found[-1] is None else len(found[-1].tiles)

    return run


def measure(positions: list[Position]) -> list[dict[str, Any]]:
    """Time everything, position by position, ours and the other in turn."""
    other = other_solver()
    results = []
    for position in positions:
        result: dict[str, Any] = {
            "id": position["id"],
            "suite": position["suite"],
            "on_table": sum(map(len, position["table"])),
        }
        for lock in ("free", "locked"):
            for objective in OBJECTIVES:
                result[f"kernel, {lock}, {objective}"] = in_kernel(position, lock, objective)
            result[f"call, {lock}"] = whole_call(position, lock)
            result[f"plain call, {lock}"] = whole_call(position, lock, fewest_changes=False)
        if other is not None:
            result["other"], result["other tiles"] = other(position)
            result["other lays fewer"] = result["other tiles"] < position["optimum"]["tiles"]
        results.append(result)
    return results


def cells(results: Iterable[dict[str, Any]], name: str) -> str:
    """Median and worst of a column."""
    times = [result[name] for result in results]
    return f"{statistics.median(times):,.0f} | {max(times):,.0f}"


def suite_lines(results: list[dict[str, Any]]) -> list[str]:
    """Searches and calls by suite."""
    columns = [f"kernel, {lock}, {o}" for lock in ("free", "locked") for o in OBJECTIVES]
    columns += ["call, free", "plain call, free", "call, locked", "plain call, locked"]
    lines = [
        "| what | suite | positions | median, µs | worst, µs |",
        "|---|---|---:|---:|---:|",
    ]
    for column in columns:
        for suite in SUITES:
            of_suite = [result for result in results if result["suite"] == suite]
            lines.append(f"| {column} | {suite} | {len(of_suite)} | {cells(of_suite, column)} |")
    return lines


def other_lines(results: list[dict[str, Any]]) -> list[str]:
    """The other solver by the size of the table."""
    if "other" not in results[0]:
        return ["`rummikub-solver` was not installed."]
    lines = [
        "| tiles on the table | positions | ours, µs | `rummikub-solver`, µs | ratio | of calls |"
        " it lays fewer tiles |",
        "|---|---:|---:|---:|---:|---:|---:|",
    ]
    for low, high in SIZES:
        these = [result for result in results if low <= result["on_table"] <= high]
        ours = statistics.median(result["kernel, free, tiles"] for result in these)
        theirs = statistics.median(result["other"] for result in these)
        ratio = statistics.median(
            result["other"] / result["kernel, free, tiles"] for result in these
        )
        calls = statistics.median(result["other"] / result["call, free"] for result in these)
        fewer = sum(result["other lays fewer"] for result in these)
        lines.append(
            f"| {low} to {high} | {len(these)} | {ours:,.0f} | {theirs:,.0f} | {ratio:,.0f} |"
            f" {calls:,.0f} | {fewer} |"
        )
    return lines


def report(results: list[dict[str, Any]]) -> str:
    """The results as a page."""
    lines = [
        "# Rummikub's solver",
        "",
        f"`python bench/rummikub_solve.py --write`, nimmt {nimmt.__version__}, Python "
        f"{platform.python_version()}, {platform.machine()}, {os.cpu_count()} cores; processor "
        f"time, the least of {REPEATS} runs.",
        "",
        "Suites: " + "; ".join(f"{name}, {text}" for name, text in SUITES.items()) + ".",
        "",
        "A line of the kernel is one search by the named objective, everything handed over; with",
        "locked jokers, all its searches together. A call is `solve` as a whole for the most",
        "tiles, from text to moves, with the fewest changes of the table; a plain call leaves",
        "these out.",
        "",
        *suite_lines(results),
        "",
        "## Beside an integer program",
        "",
        "The most tiles with free jokers, medians. Ours is the search alone; the other is",
        f"`RuleSet.solve`, the least of {OTHER_REPEATS} runs, its problem built before. The ratio",
        "is the median of the positions' ratios to the search, then to the whole call.",
        "",
        *other_lines(results),
        "",
    ]
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--write", action="store_true", help="replace the committed results")
    arguments = parser.parse_args()
    results = measure(json.loads(POSITIONS.read_text(encoding="utf-8"))["positions"])
    text = report(results)
    print(text)
    if arguments.write:
        HERE.with_suffix(".md").write_text(text, encoding="utf-8")
        rounded = [
            {name: round(v, 1) if isinstance(v, float) else v for name, v in result.items()}
            for result in results
        ]
        lines = ",\n".join(json.dumps(result) for result in rounded)
        HERE.with_suffix(".json").write_text(f"[\n{lines}\n]\n", encoding="utf-8")


if __name__ == "__main__":
    main()
