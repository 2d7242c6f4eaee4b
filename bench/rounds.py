"""Rounds and playouts: every path of the lanes beside the scalar path and plain Python.

Run as ``python bench/rounds.py``; ``--write`` replaces ``bench/rounds.md``.  Every rate is the
median of several timings taken in turn, so that a drift of the machine's speed meets all alike, and
is of processor time, but for what several threads do.  Instructions are counted by valgrind, where
it is installed; it knows no AVX-512.
"""

from __future__ import annotations

import argparse
import os
import platform
import random
import re
import resource
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from threading import Thread

sys.path.insert(0, str(Path(__file__).parent.parent))
sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

import numpy as np
from bench import objects

import nimmt
from nimmt.analysis.playouts import DEALS_PER_BLOCK
from nimmt.analysis.simulate import ROUNDS_PER_BLOCK
from nimmt.notation import parse_position
from nimmt_core._lanes import GROUP, PATHS, shuffles
from nimmt_core._playout import Playouts
from nimmt_core._rounds import random_rounds
from reference import cheapest, play_round

REPEATS = 9
THREAD_REPEATS = 100
ROUNDS = 8 * ROUNDS_PER_BLOCK
SCALAR_ROUNDS = ROUNDS_PER_BLOCK
PRECISION = 0.05


@dataclass(frozen=True)
class Case:
    """Something to time: a number of units of work."""

    name: str
    unit: str
    units: int
    run: Callable[[], object]


@dataclass(frozen=True)
class Group:
    """Cases that are compared with the first of them."""

    title: str
    cases: list[Case]


def reference_rounds(count: int) -> None:
    """Deal and play rounds in plain Python."""
    source = random.Random(1)
    for _ in range(count):
        deck = source.sample(range(1, 105), 44)
        hands = [deck[4 + 10 * seat : 14 + 10 * seat] for seat in range(4)]
        play_round([[card] for card in deck[:4]], hands, cheapest, False)


def object_rounds(count: int) -> None:
    """Deal and play rounds of objects."""
    for _ in range(count):
        objects.play_round(4)


def kernel_rounds(
    path: str, players: int = 4, professional: bool = False, policies: list[str] | None = None
) -> Case:
    """Rounds in the kernel, on one path."""
    count = SCALAR_ROUNDS if path == "scalar" else ROUNDS
    return Case(
        path,
        "rounds",
        count,
        lambda: random_rounds(
            np.random.SFC64(1),
            count,
            players,
            10,
            4,
            5,
            104,
            professional,
            policies=policies,
            path=path,
        ),
    )


def playouts(view: nimmt.InformationSet, path: str) -> Case:
    """Playouts of every card of a hand, on one path."""
    asked = Playouts(
        view.rows,
        view.rules.row_capacity,
        view.rules.professional,
        view.dealer(),
        view.seat,
        view.hand,
        view.pending,
        view.taken,
        0,
    )
    deals = DEALS_PER_BLOCK * (1 if path == "scalar" else 8)
    return Case(
        path,
        "playouts",
        deals * len(view.hand),
        lambda: asked.run(np.random.SFC64(1), deals, path),
    )


def first_move() -> nimmt.InformationSet:
    """The view of a first turn of four players."""
    return nimmt.InformationSet([[4], [21], [47], [77]], [5, 7, 14, 22, 33, 48, 61, 80, 99, 100])


def groups() -> list[Group]:
    """Everything that is timed."""
    known = nimmt.InformationSet(first_move().rows, first_move().hand, known={1: [55], 2: [66]})
    excluded = nimmt.InformationSet(
        first_move().rows, first_move().hand, excluded={1: [10], 3: [10, 11]}
    )
    small = parse_position("3/17/40/77 1,9,25/12,44,80/30,51,99")
    assert isinstance(small, nimmt.Position)
    deals = [
        Case(
            path,
            "deals",
            1000 * GROUP,
            partial(shuffles, np.random.SFC64(1), 1000, 104, 44, path),
        )
        for path in PATHS
    ]
    return [
        Group(
            "Rounds of 4 players",
            [
                *(kernel_rounds(path) for path in PATHS),
                Case("plain Python", "rounds", 300, lambda: reference_rounds(300)),
                Case("Python objects", "rounds", 1000, lambda: object_rounds(1000)),
            ],
        ),
        Group("Professional placement", [kernel_rounds(path, 4, True) for path in PATHS]),
        Group("Rounds of 2 players", [kernel_rounds(path, 2) for path in PATHS]),
        Group("Rounds of 10 players", [kernel_rounds(path, 10) for path in PATHS]),
        Group(
            "Rounds of 4 players with the policy `nearest`",
            [kernel_rounds(path, 4, False, ["nearest"] * 4) for path in PATHS],
        ),
        Group("Deals alone: 44 of 104 cards, copied out", deals),
        Group("Playouts at the first move, 10 cards", [playouts(first_move(), p) for p in PATHS]),
        Group("The same, two cards known", [playouts(known, path) for path in PATHS]),
        Group("The same, cards excluded", [playouts(excluded, path) for path in PATHS]),
        Group(
            "Perft",
            [
                Case(
                    "3 players, 3 cards",
                    "leaves",
                    nimmt.perft(small, 3).leaves,
                    lambda: nimmt.perft(small, 3),
                )
            ],
        ),
    ]


def timed(
    cases: list[Case],
    clock: Callable[[], float],
    repeats: int = REPEATS,
    typical: Callable[[list[float]], float] = statistics.median,
) -> list[float]:
    """Seconds a unit of every case."""
    seconds: list[list[float]] = [[] for _ in cases]
    for _ in range(repeats):
        for index, case in enumerate(cases):
            start = clock()
            case.run()
            seconds[index].append((clock() - start) / case.units)
    return [typical(taken) for taken in seconds]


def group_lines(group: Group) -> list[str]:
    """A table of rates."""
    medians = timed(group.cases, time.process_time)
    return [
        f"## {group.title}",
        "",
        "| path | per second | to the first |",
        "|---|---:|---:|",
        *(
            f"| {case.name} | {1 / median:,.0f} {case.unit} | {medians[0] / median:.2g} |"
            for case, median in zip(group.cases, medians, strict=True)
        ),
        "",
    ]


def long_calls(rounds: int, workers: int) -> None:
    """Play rounds in one call of the kernel on each thread: nothing is shared but the machine."""
    threads = [
        Thread(
            target=random_rounds,
            args=(np.random.SFC64(seed), rounds // workers, 4, 10, 4, 5, 104, False),
        )
        for seed in range(workers)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def thread_lines() -> list[str]:
    """What a second thread gains: by the clock on the wall, and in processor time."""
    view = first_move()
    limit = nimmt.Limit(samples=16 * DEALS_PER_BLOCK)
    precise = nimmt.Limit(std_error=PRECISION)
    rounds = 32 * ROUNDS_PER_BLOCK
    tasks: dict[str, Callable[[int], object]] = {
        "one long call of the kernel on each": partial(long_calls, rounds),
        "`simulate`": lambda workers: nimmt.simulate(rounds=rounds, rng=1, workers=workers),
        "`recommend`": lambda workers: nimmt.recommend(view, limit=limit, rng=1, workers=workers),
    }
    cases = [
        Case(name, "", 1, partial(run, workers))
        for name, run in tasks.items()
        for workers in (1, 2)
    ]
    wall = timed(cases, time.perf_counter, THREAD_REPEATS, min)
    used = timed(cases, time.process_time, THREAD_REPEATS, min)
    lines = [
        "## Two threads",
        "",
        f"The best of {THREAD_REPEATS} runs each, taken in turn, on a machine that does other work",
        "too. The first line is what two threads reach there that share nothing.",
        "",
        "| | faster by the wall | processor time to that of one |",
        "|---|---:|---:|",
    ]
    for index in range(0, len(cases), 2):
        faster, dearer = wall[index] / wall[index + 1], used[index + 1] / used[index]
        lines.append(f"| {cases[index].name} | {faster:.2f} | {dearer:.2f} |")
    ask = partial(nimmt.recommend, view, limit=precise, rng=1, workers=2)
    [seconds] = timed([Case("", "", 1, ask)], time.perf_counter)
    answer = ask()
    worst = max(entry.value.std_error for entry in answer)
    return [
        *lines,
        "",
        f"`recommend` at that first move, two threads, to a standard error of {PRECISION} for",
        f"every card: {1000 * seconds:.0f} ms by the wall (median), {answer.samples} deals,",
        f"largest standard error {worst:.3f}.",
        "",
    ]


def counted(rounds: int, path: str) -> int:
    """Instructions of a process that plays rounds."""
    program = (
        "import numpy as np; from nimmt_core._rounds import random_rounds;"
        f"random_rounds(np.random.SFC64(1), {rounds}, 4, 10, 4, 5, 104, False, path={path!r})"
    )
    command = ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"]
    done = subprocess.run(
        [*command, sys.executable, "-c", program],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONHASHSEED": "0"},
    )
    found = re.search(r"I\s+refs:\s+([\d,]+)", done.stderr)
    assert found, done.stderr
    return int(found[1].replace(",", ""))


def instruction_lines() -> list[str]:
    """Instructions for each card placed, dealing it included."""
    lines = ["## Instructions a card placed, rounds of 4 players", ""]
    if shutil.which("valgrind") is None:
        return [*lines, "valgrind is not installed here.", ""]
    rounds = 2000 * GROUP
    lines += ["| path | instructions | to the first |", "|---|---:|---:|"]
    first = None
    for path in PATHS:
        if path.startswith("avx512"):
            continue
        each = (counted(rounds + GROUP, path) - counted(GROUP, path)) / (40 * rounds)
        first = first or each
        lines.append(f"| {path} | {each:.1f} | {first / each:.2g} |")
    return [*lines, ""]


def memory_growth() -> int:
    """KiB by which the peak memory grows over fifty million rounds, once warm."""
    nimmt.simulate(rounds=ROUNDS, rng=1)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    nimmt.simulate(rounds=50_000_000, rng=2)
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before


def report() -> str:
    """The results as a page."""
    growth = memory_growth()
    lines = [
        "# Rounds and playouts",
        "",
        f"`python bench/rounds.py --write`, nimmt {nimmt.__version__}, Python "
        f"{platform.python_version()}, {platform.machine()}, {os.cpu_count()} cores. Rates are of "
        f"processor time on one core, medians of {REPEATS} runs taken in turn.",
        "",
    ]
    for group in groups():
        lines += group_lines(group)
    lines += thread_lines()
    lines += instruction_lines()
    means = {
        tie_break: nimmt.simulate(rounds=20_000_000, tie_break=tie_break, rng=1).mean
        for tie_break in ("index", "lowest_end")
    }
    lines += [
        "## Results",
        "",
        f"Mean bull heads a player of a random 4-player round: {means['index']:.3f} with equal "
        f"rows settled by index, {means['lowest_end']:.3f} by lowest end.",
        "",
        f"Peak memory grows by {growth} KiB over fifty million rounds.",
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
