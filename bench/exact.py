"""Time and positions of the exact search, beside plain backward induction and OpenSpiel.

Run as ``python bench/exact.py``; ``--most 9`` or 10 adds larger hands, ``--write`` replaces
``bench/exact.md``.  The positions are tactical two-player deals, played at random down to a number
of cards; the seed of each is a text such as "bench standard 8 0".  Everything runs in one thread
but for the table that says two, one position after the other; each search begins with empty tables.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import platform
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parent.parent))
sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

import pyximport

import nimmt
from api.solve_cases import dealt_down
from nimmt.cards import bull_heads, total_bull_heads

COUNTS = {4: 40, 5: 40, 6: 30, 7: 20, 8: 12, 9: 5, 10: 2}
"""Positions of each number of cards, standard placement."""

PROFESSIONAL_COUNTS = {4: 40, 5: 40, 6: 30, 7: 20, 8: 5}

TOGETHER_COUNTS = {8: 12, 9: 5, 10: 2}
"""Positions that two workers solve."""

MOST_PRICED = 8
"""Cards each of which the value of every card is asked for too."""

MOST_ALONE = 9
"""Cards each that one thread is asked for."""

MEMORY = 4096  # MiB
PATIENCE = 1800.0  # seconds for a position

PLAIN_COUNTS = {4: 10, 5: 5, 6: 2}
OPENSPIEL_COUNTS = {2: 5, 3: 1}


@dataclass(frozen=True)
class Timed:
    """How long a position took, and how many positions were looked at."""

    seconds: float
    nodes: int
    value: float


def positions(placement: nimmt.Placement, cards: int, count: int) -> list[nimmt.Position]:
    """Draw the positions of a line of the tables."""
    return [
        dealt_down(Random(f"bench {placement} {cards} {number}"), placement, cards)
        for number in range(count)
    ]


def searched(position: nimmt.Position, card_values: bool = False, workers: int = 1) -> Timed:
    """Solve a position with the library."""
    start = time.perf_counter()
    solution = nimmt.solve(
        position,
        memory=MEMORY,
        workers=workers,
        card_values=card_values,
        limit=nimmt.Limit(seconds=PATIENCE),
    )
    seconds = time.perf_counter() - start
    if not solution.exact:
        raise RuntimeError(f"{position} was not solved in {PATIENCE:.0f} s")
    return Timed(seconds, solution.nodes, solution.value)


def plainly(position: nimmt.Position) -> Timed:
    """Solve a position by memoised backward induction, compiled."""
    from bench.plain import Induction

    rules = position.rules
    cards = sorted((*position.hands[0], *position.hands[1]))
    rows = [(row[0], row[-1], len(row), total_bull_heads(row)) for row in position.rows]
    first, second = ([cards.index(card) for card in hand] for hand in position.hands)
    start = time.perf_counter()
    induction = Induction(
        cards,
        [bull_heads(card) for card in cards],
        rules.rows,
        rules.row_capacity,
        rules.professional,
    )
    value, nodes = induction.solve(rows, first, second)
    return Timed(time.perf_counter() - start, nodes, value)


def by_openspiel(position: nimmt.Position) -> Timed:
    """Solve a position by OpenSpiel's value iteration."""
    from independent.test_openspiel import openspiel_value

    start = time.perf_counter()
    value = openspiel_value(position)
    return Timed(time.perf_counter() - start, 0, value)


def growth_lines(most: int) -> list[str]:
    """One line for each placement and number of cards."""
    lines = [
        "| placement | cards each | positions | median s | max s | median nodes | max nodes | "
        "with card values, median s |",
        "|---|---:|---:|---:|---:|---:|---:|---:|",
    ]
    for placement, counts in zip(nimmt.Placement, (COUNTS, PROFESSIONAL_COUNTS), strict=True):
        for cards in range(4, min(most, MOST_ALONE, max(counts)) + 1):
            drawn = positions(placement, cards, counts[cards])
            runs = [searched(at) for at in drawn]
            whole = ""
            if cards <= MOST_PRICED:
                times = [searched(at, card_values=True).seconds for at in drawn]
                whole = f"{statistics.median(times):.4f}"
            seconds = [run.seconds for run in runs]
            nodes = [run.nodes for run in runs]
            lines.append(
                f"| {placement} | {cards} | {len(runs)} | {statistics.median(seconds):.4f} | "
                f"{max(seconds):.4f} | {statistics.median(nodes):,.0f} | {max(nodes):,} | "
                f"{whole} |"
            )
            print(lines[-1], file=sys.stderr)
    return lines


def together_lines(most: int) -> list[str]:
    """Compare two workers with one, on the same positions, standard placement."""
    lines = [
        "| cards each | positions | one thread, median s | two threads, median s | max s | ratio |",
        "|---:|---:|---:|---:|---:|---:|",
    ]
    for cards, count in TOGETHER_COUNTS.items():
        if cards > most:
            break
        drawn = positions(nimmt.Placement.STANDARD, cards, count)
        ours = [searched(at, workers=2).seconds for at in drawn]
        alone = ratio = ""
        if cards <= MOST_ALONE:
            single = [searched(at).seconds for at in drawn]
            alone = f"{statistics.median(single):.2f}"
            ratio = f"{sum(single) / sum(ours):.2f}"
        lines.append(
            f"| {cards} | {count} | {alone} | {statistics.median(ours):.2f} | {max(ours):.2f} | "
            f"{ratio} |"
        )
        print(lines[-1], file=sys.stderr)
    return lines


def comparison_lines(
    other: Callable[[nimmt.Position], Timed], name: str, counts: dict[int, int]
) -> list[str]:
    """Compare the library with another way of solving, on the same positions."""
    lines = [
        f"| placement | cards each | positions | {name}, median s | nimmt, median s | ratio | "
        f"{name}, median nodes |",
        "|---|---:|---:|---:|---:|---:|---:|",
    ]
    for placement in nimmt.Placement:
        for cards, count in counts.items():
            drawn = positions(placement, cards, count)
            # The library first: the memory that the other leaves behind is slow to tidy up.
            runs = [searched(at) for at in drawn]
            pairs = [(other(at), run) for at, run in zip(drawn, runs, strict=True)]
            check(pairs)
            theirs = statistics.median(run.seconds for run, _ in pairs)
            ours = statistics.median(run.seconds for _, run in pairs)
            nodes = statistics.median(run.nodes for run, _ in pairs)
            ratio = f"{theirs / ours:.2f}" if theirs < 10 * ours else f"{theirs / ours:,.0f}"
            lines.append(
                f"| {placement} | {cards} | {count} | {theirs:.4f} | {ours:.4f} | {ratio} | "
                f"{f'{nodes:,.0f}' if nodes else ''} |"
            )
            print(lines[-1], file=sys.stderr)
    return lines


def check(pairs: Sequence[tuple[Timed, Timed]]) -> None:
    """Stop if two ways of solving disagree: their times would mean nothing."""
    for one, other in pairs:
        if abs(one.value - other.value) > 1e-6:
            raise RuntimeError(f"values differ: {one.value} and {other.value}")


def report(most: int) -> str:
    """The results as a page."""
    lines = [
        "# Exact search",
        "",
        f"`python bench/exact.py --most {most} --write`, nimmt {nimmt.__version__}, Python "
        f"{platform.python_version()}, {platform.machine()}, {os.cpu_count()} cores; one thread, "
        f"{MEMORY} MiB for the tables at most. Tactical two-player deals, played at random down to "
        'the number of cards; the seeds are texts such as "bench standard 8 0".',
        "",
        "Seconds are by the clock and hold the making of the tables. They are for the value and "
        "the strategies; the last column is for the value of every card besides. Nodes are the "
        "positions that neither a table nor a closed form settled.",
        "",
        *growth_lines(most),
        "",
        "## Two threads",
        "",
        "The same positions with `workers=2`, value and strategies; the ratio is that of the sums.",
        "",
        *together_lines(most),
        "",
        "## Beside plain backward induction",
        "",
        "`bench/plain.pyx`, compiled: every joint play of every position, each position once, its "
        "matrix solved. Nodes are positions between two turns.",
        "",
        *comparison_lines(plainly, "plain", PLAIN_COUNTS),
        "",
    ]
    if importlib.util.find_spec("pyspiel"):
        lines += [
            "## Beside OpenSpiel",
            "",
            "OpenSpiel's value iteration on the same game, described to it in Python.",
            "",
            *comparison_lines(by_openspiel, "OpenSpiel", OPENSPIEL_COUNTS),
            "",
        ]
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--most", type=int, choices=COUNTS, default=8, help="cards each")
    parser.add_argument("--write", action="store_true", help="replace bench/exact.md")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as built:
        pyximport.install(language_level=3, build_dir=built)
        text = report(arguments.most)
    print(text)
    if arguments.write:
        Path(__file__).with_suffix(".md").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
