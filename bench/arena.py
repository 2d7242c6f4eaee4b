"""Speed of the arena beside the bare kernel, in one run.

Run as ``python bench/arena.py``; ``--write`` replaces ``bench/arena.md``.  The kernel deals and
plays random rounds; the arena plays as many between compiled players, and scores, ranks and
compares them.  Every figure is the median of several timings taken in turn, so that a drift of the
machine's speed meets all alike, and is of processor time, on one thread.
"""

from __future__ import annotations

import argparse
import os
import platform
import statistics
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np

import nimmt
from nimmt.arena import Stopping, tournament
from nimmt.arena.players import Entrant, entrants_of
from nimmt.arena.seating import rotated, seats_of
from nimmt.arena.streams import key_of
from nimmt.arena.units import Setup
from nimmt_core._games import play_games
from nimmt_core._lanes import PATHS
from nimmt_core._rounds import random_rounds
from nimmt_core._scores import add_up

ROUNDS = 1_000_000
FEW = 100_000
SCALAR_ROUNDS = 20_000
REPEATS = 9
TABLES = [(2, "standard"), (4, "standard"), (4, "professional"), (10, "standard")]
NEVER = Stopping(error=1e-12)  # looks as often as any other, and settles nothing here

Work = tuple[int, Callable[[], object]]
"""Rounds, and what plays them."""


def kernel(rules: nimmt.Rules, path: str | None = None, rounds: int = ROUNDS) -> Work:
    """The bare kernel."""
    play = partial(
        random_rounds,
        rounds=rounds,
        players=rules.players,
        hand_size=rules.hand_size,
        rows=rules.rows,
        capacity=rules.row_capacity,
        top_card=rules.top_card,
        professional=rules.professional,
        path=path,
    )
    return rounds, lambda: play(np.random.SFC64(1))


def arena(
    rules: nimmt.Rules, others: str, stopping: Stopping | None = None, rounds: int = ROUNDS
) -> Work:
    """A tournament of a player and the same or another at all other seats."""
    players = {"one": "random", "other": others}
    lineup = ["one", *["other"] * (rules.players - 1)]
    deals = rounds // rules.players
    return rounds, lambda: tournament(
        players, rules, lineups=[lineup], deals=deals, stopping=stopping, rng=1
    )


def matches(players: int) -> Work:
    """A tournament of matches to 66 between random players."""
    count = ROUNDS // 8
    rules = nimmt.Rules(players)
    alone = tournament(["random"] * players, nimmt.Rules(players, threshold=None, rounds=1), rng=1)
    found = tournament(["random"] * players, rules, rng=1)
    rounds = found["random"].bull_heads.mean / alone["random"].bull_heads.mean
    _, play = arena(rules, "random", rounds=count)
    return int(count * rounds), play


def games(others: str, path: str) -> Work:
    """What a tournament of four is made of, on one path: games, and adding up what came of them."""
    rounds = SCALAR_ROUNDS if path == "scalar" else FEW
    rules = nimmt.Rules(4, threshold=None, rounds=1)
    entrants = (*entrants_of(["random"])[0], Entrant("other", entrants_of([others])[0][0].player))
    setup = Setup(rules, entrants, rotated([(0, 1, 1, 1)]), key_of(1))
    sits = seats_of(setup.seatings, 2).argmax(axis=1).astype(np.int32)
    lost = np.zeros((rounds // 4, 4, 4), dtype=np.bool_)
    size = (rules.hand_size, rules.rows, rules.row_capacity, rules.top_card)

    def play() -> None:
        heads = play_games(
            setup.key[0],
            0,
            rounds // 4,
            setup.codes,
            setup.rotations,
            *size,
            rules.professional,
            False,
            -1,
            1,
            path=path,
        )
        add_up(heads, lost, sits, 2)

    return rounds, play


def medians(cases: list[Work]) -> list[float]:
    """Median seconds a round of each case."""
    seconds: list[list[float]] = [[] for _ in cases]
    for _ in range(REPEATS):
        for index, (rounds, play) in enumerate(cases):
            start = time.process_time()
            play()
            seconds[index].append((time.process_time() - start) / rounds)
    return [statistics.median(taken) for taken in seconds]


def row(name: str, cases: list[Work]) -> str:
    """A line of a table: the first case's speed, and the others' shares of it."""
    first, *others = medians(cases)
    shares = " | ".join(f"{first / each:.2f}" for each in others)
    return f"| {name} | {1 / first:,.0f} | {shares} |"


def tournament_lines() -> list[str]:
    """Whole tournaments."""
    lines = [
        "## Tournaments of rounds",
        "",
        f"A random player and others, {ROUNDS:,} rounds; looked at for a stop, and {FEW:,} rounds",
        "looked at for a stop, with random others.",
        "",
        f"| rounds | kernel, per second | random | looked at | looked at, {FEW:,} | nearest |"
        " cheapest | lowest |",
        "|---|---:|---:|---:|---:|---:|---:|---:|",
    ]
    for players, placement in TABLES:
        rules = nimmt.Rules(players, placement=placement, threshold=None, rounds=1)
        cases = [
            kernel(rules),
            arena(rules, "random"),
            arena(rules, "random", NEVER),
            arena(rules, "random", NEVER, FEW),
            *(arena(rules, others) for others in ("nearest", "cheapest", "lowest")),
        ]
        lines.append(row(f"{players} players, {placement} placement", cases))
    return [*lines, ""]


def match_lines() -> list[str]:
    """Matches, round by round."""
    return [
        "## Tournaments of matches to 66",
        "",
        "Random players. The share is by the rounds of all matches.",
        "",
        "| matches | kernel, rounds per second | random |",
        "|---|---:|---:|",
        *(
            row(f"{players} players", [kernel(nimmt.Rules(players)), matches(players)])
            for players in (2, 4, 10)
        ),
        "",
    ]


def path_lines() -> list[str]:
    """Every path of this CPU."""
    lines = [
        "## Every path, rounds of 4 players",
        "",
        "Games and adding up alone, beside the bare kernel on the same path.",
        "",
        "| path | kernel, per second | random | nearest | cheapest |",
        "|---|---:|---:|---:|---:|",
    ]
    for path in PATHS:
        rounds = SCALAR_ROUNDS if path == "scalar" else FEW
        others = [games(name, path) for name in ("random", "nearest", "cheapest")]
        lines.append(row(path, [kernel(nimmt.Rules(4), path, rounds), *others]))
    return [*lines, ""]


def report() -> str:
    """The results as a page."""
    lines = [
        "# The arena",
        "",
        f"`python bench/arena.py --write`, nimmt {nimmt.__version__}, Python "
        f"{platform.python_version()}, {platform.machine()}, {os.cpu_count()} cores; medians of "
        f"{REPEATS} runs taken in turn, processor time on one thread, widest path {PATHS[-1]}. The "
        "kernel deals and plays random rounds, as `nimmt.simulate` does; the columns to its right "
        "are shares of its speed.",
        "",
        *tournament_lines(),
        *match_lines(),
        *path_lines(),
    ]
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--write", action="store_true", help="replace bench/arena.md")
    text = report()
    print(text)
    if parser.parse_args().write:
        Path(__file__).with_suffix(".md").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
