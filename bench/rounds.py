"""Speed of the kernel beside the plain-Python reference, in one run.

Run as ``python bench/rounds.py``; ``--write`` replaces ``bench/rounds.md``.  Every figure is the
median of several timings taken in turn, so that a drift of the machine's speed meets all alike.
"""

from __future__ import annotations

import argparse
import os
import platform
import random
import resource
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

import numpy as np

import nimmt
from nimmt.notation import parse_position
from reference import cheapest, play_round

ROUNDS = 100_000
REPEATS = 7


@dataclass(frozen=True)
class Case:
    """Something to time: a number of units of work."""

    name: str
    unit: str
    units: int
    run: Callable[[], object]


def reference_rounds(count: int) -> None:
    """Deal and play rounds in plain Python."""
    source = random.Random(1)
    for _ in range(count):
        deck = source.sample(range(1, 105), 44)
        hands = [deck[4 + 10 * seat : 14 + 10 * seat] for seat in range(4)]
        play_round([[card] for card in deck[:4]], hands, cheapest, False)


def kernel_rounds(rules: nimmt.Rules, workers: int = 1) -> Callable[[], object]:
    """Deal and play rounds in the kernel."""
    return lambda: nimmt.simulate(rules, rounds=ROUNDS, rng=1, workers=workers)


def cases() -> list[Case]:
    """Everything that is timed; the first is the baseline."""
    standard = nimmt.Rules()
    first_move = nimmt.InformationSet(
        [[4], [21], [47], [77]], [5, 7, 14, 22, 33, 48, 61, 80, 99, 100]
    )
    known = nimmt.InformationSet(
        first_move.rows, first_move.hand, known={1: [55], 2: [66]}, excluded={1: [10], 3: [10, 11]}
    )
    small = parse_position("3/17/40/77 1,9,25/12,44,80/30,51,99")
    assert isinstance(small, nimmt.Position)
    deals = 5000
    limit = nimmt.Limit(samples=deals)

    def advise(view: nimmt.InformationSet, workers: int = 1) -> Callable[[], object]:
        return lambda: nimmt.recommend(view, limit=limit, rng=1, workers=workers)

    dealer = first_move.dealer()
    constrained = known.dealer()
    source = np.random.SFC64(1)
    return [
        Case("plain Python, 4 players", "rounds", 500, lambda: reference_rounds(500)),
        Case("kernel, 4 players", "rounds", ROUNDS, kernel_rounds(standard)),
        Case("kernel, 4 players, 2 threads", "rounds", ROUNDS, kernel_rounds(standard, 2)),
        Case(
            "kernel, 4 players, professional",
            "rounds",
            ROUNDS,
            kernel_rounds(nimmt.Rules(placement="professional")),
        ),
        Case("kernel, 2 players", "rounds", ROUNDS, kernel_rounds(nimmt.Rules(players=2))),
        Case("kernel, 10 players", "rounds", ROUNDS, kernel_rounds(nimmt.Rules(players=10))),
        Case("recommend, first move, 10 cards", "playouts", 10 * deals, advise(first_move)),
        Case("the same, 2 threads", "playouts", 10 * deals, advise(first_move, 2)),
        Case("the same, known and excluded cards", "playouts", 10 * deals, advise(known)),
        Case("deals", "deals", 100_000, lambda: dealer.deals(source, 100_000)),
        Case(
            "deals, known and excluded cards",
            "deals",
            100_000,
            lambda: constrained.deals(source, 100_000),
        ),
        Case(
            "perft, 3 players, 3 cards",
            "leaves",
            nimmt.perft(small, 3).leaves,
            lambda: nimmt.perft(small, 3),
        ),
    ]


def timed(all_cases: list[Case]) -> list[float]:
    """Median seconds a unit of every case."""
    seconds: list[list[float]] = [[] for _ in all_cases]
    for _ in range(REPEATS):
        for index, case in enumerate(all_cases):
            start = time.perf_counter()
            case.run()
            seconds[index].append((time.perf_counter() - start) / case.units)
    return [statistics.median(taken) for taken in seconds]


def memory_growth() -> int:
    """KiB by which the peak memory grows over two million rounds, once warm."""
    nimmt.simulate(rounds=ROUNDS, rng=1)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    nimmt.simulate(rounds=2_000_000, rng=2)
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before


def report() -> str:
    """The results as a page."""
    all_cases = cases()
    medians = timed(all_cases)
    baseline = medians[0]
    lines = [
        "# Rounds and playouts",
        "",
        f"`python bench/rounds.py --write`, nimmt {nimmt.__version__}, Python "
        f"{platform.python_version()}, {platform.machine()}, {os.cpu_count()} cores; medians of "
        f"{REPEATS} runs taken in turn.",
        "",
        "| case | per second | to plain Python rounds |",
        "|---|---:|---:|",
    ]
    for case, median in zip(all_cases, medians, strict=True):
        ratio = f"{baseline / median:,.0f}" if case.unit in ("rounds", "playouts") else ""
        lines.append(f"| {case.name} | {1 / median:,.0f} {case.unit} | {ratio} |")
    means = {
        tie_break: nimmt.simulate(rounds=2_000_000, tie_break=tie_break, rng=1).mean
        for tie_break in ("index", "lowest_end")
    }
    lines += [
        "",
        f"Mean bull heads a player of a random 4-player round: {means['index']:.3f} with equal "
        f"rows settled by index, {means['lowest_end']:.3f} by lowest end.",
        "",
        f"Peak memory grows by {memory_growth()} KiB over two million rounds.",
        "",
    ]
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--write", action="store_true", help="replace bench/rounds.md")
    text = report()
    print(text)
    if parser.parse_args().write:
        Path(__file__).with_suffix(".md").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
