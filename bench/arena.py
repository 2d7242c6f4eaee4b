"""Speed of the arena beside the bare kernel, in one run.

Run as ``python bench/arena.py``; ``--write`` replaces ``bench/arena.md``.  The kernel deals and
plays random rounds; the arena plays as many between compiled players, and scores, ranks and
compares them.  Every figure is the median of several timings taken in turn, so that a drift of the
machine's speed meets all alike.
"""

from __future__ import annotations

import argparse
import os
import platform
import statistics
import time
from collections.abc import Callable
from pathlib import Path

import nimmt
from nimmt.arena import Stopping, tournament

ROUNDS = 100_000
REPEATS = 7
TABLES = [(2, "standard"), (4, "standard"), (4, "professional"), (10, "standard")]
NEVER = Stopping(error=1e-12)  # looks as often as any other, and settles nothing here

Work = tuple[int, Callable[[], object]]
"""Rounds, and what plays them."""


def kernel(rules: nimmt.Rules) -> Work:
    """The bare kernel."""
    return ROUNDS, lambda: nimmt.simulate(rules, rounds=ROUNDS, rng=1)


def arena(rules: nimmt.Rules, others: str, stopping: Stopping | None = None) -> Work:
    """A tournament of a player and the same or another at all other seats."""
    players = {"one": "random", "other": others}
    lineup = ["one", *["other"] * (rules.players - 1)]
    deals = ROUNDS // rules.players
    return ROUNDS, lambda: tournament(
        players, rules, lineups=[lineup], deals=deals, stopping=stopping, rng=1
    )


def medians(cases: list[Work]) -> list[float]:
    """Median seconds a round of each case."""
    seconds: list[list[float]] = [[] for _ in cases]
    for _ in range(REPEATS):
        for index, (rounds, play) in enumerate(cases):
            start = time.perf_counter()
            play()
            seconds[index].append((time.perf_counter() - start) / rounds)
    return [statistics.median(taken) for taken in seconds]


def report() -> str:
    """The results as a page."""
    lines = [
        "# Tournaments",
        "",
        f"`python bench/arena.py --write`, nimmt {nimmt.__version__}, Python "
        f"{platform.python_version()}, {platform.machine()}, {os.cpu_count()} cores; medians of "
        f"{REPEATS} runs taken in turn, one thread. The kernel is what `nimmt.simulate` plays "
        "random rounds with; the columns to its right are shares of its speed.",
        "",
        "| rounds | kernel, per second | random against random | looked at for a stop |"
        " random against nearest |",
        "|---|---:|---:|---:|---:|",
    ]
    for players, placement in TABLES:
        rules = nimmt.Rules(players, placement=placement, threshold=None, rounds=1)
        seconds = medians(
            [
                kernel(rules),
                arena(rules, "random"),
                arena(rules, "random", NEVER),
                arena(rules, "nearest"),
            ]
        )
        shares = " | ".join(f"{seconds[0] / each:.2f}" for each in seconds[1:])
        lines.append(
            f"| {players} players, {placement} placement | {1 / seconds[0]:,.0f} | {shares} |"
        )
    return "\n".join([*lines, ""])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--write", action="store_true", help="replace bench/arena.md")
    text = report()
    print(text)
    if parser.parse_args().write:
        Path(__file__).with_suffix(".md").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
