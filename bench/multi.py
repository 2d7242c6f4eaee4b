"""How long answers about known hands take, by the number of players and cards.

Run as ``python bench/multi.py``; ``--write`` replaces ``bench/multi.md``.  The positions are rounds
that were played at random, with the cheapest choices, down to the number of cards.  Times are those
of the processor, on one core.
"""

from __future__ import annotations

import argparse
import math
import os
import platform
import statistics
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import nimmt
from nimmt.analysis.known import tree_size
from nimmt.table import cheapest

POSITIONS = 5
LARGEST = 10**12
PLACEMENTS = ("standard", "professional")
OBJECTIVES = ("own", "relative")
SIZES = {
    "guarantee": [(3, 4), (4, 3), (3, 5), (4, 4), (5, 3)],
    "security": [(3, 4), (4, 3), (3, 5), (4, 4), (5, 3)],
    "equilibrium": [(2, 5), (3, 3), (4, 3), (3, 4)],
}


def position_with(players: int, cards: int, placement: str, seed: int) -> nimmt.Position:
    """Deal, and play at random until every hand has so many cards."""
    random = Random(seed)
    deck = random.sample(range(1, 105), 104)
    hands = [deck[4 + 10 * seat : 14 + 10 * seat] for seat in range(players)]
    rules = nimmt.Rules(players=players, placement=placement)
    position = nimmt.Position([[card] for card in deck[:4]], hands, rules)
    while position.hand_size > cards:
        position, _ = position.play([random.choice(hand) for hand in position.hands])
        while position.pending:
            row = cheapest(position.rows, position.pending[0][1], rules)
            position, _ = position.choose(row)
    return position


def run_guarantee(position: nimmt.Position, objective: str) -> tuple[int, str]:
    """Return the joint plays tried, as a power of those in the tree."""
    answer = nimmt.guarantee(position, 0, objective, budget=LARGEST)
    power = math.log(answer.nodes) / math.log(tree_size(position).plays)
    return answer.nodes, f"{power:.2f}"


def run_security(position: nimmt.Position, objective: str) -> tuple[int, str]:
    """Return the joint plays tried, and how far the bounds are apart."""
    answer = nimmt.security(position, 0, objective, budget=LARGEST)
    return answer.nodes, f"{answer.upper - answer.lower:.0e}"


def run_equilibrium(position: nimmt.Position, objective: str) -> tuple[int, str]:
    """Return the nodes of the tree, and what was reached."""
    answer = nimmt.equilibrium(position, objective, budget=10**8)
    return answer.nodes, f"{answer.nash_conv:.4f} after {answer.measured[-1][0]}"


RUNS: dict[str, tuple[Callable[[nimmt.Position, str], tuple[int, str]], str, str]] = {
    "guarantee": (run_guarantee, "joint plays tried", "as a power of the tree's"),
    "security": (run_security, "joint plays tried", "certificate's width"),
    "equilibrium": (run_equilibrium, "nodes of the tree", "nash_conv after iterations"),
}


def lines_of(question: str) -> Iterator[str]:
    """The table of one question; each line has the median and the worst of the positions."""
    run, unit, last = RUNS[question]
    yield f"## {question}"
    yield ""
    yield f"| players, cards | placement | objective | seconds, median (worst) | {unit} | {last} |"
    yield "|---|---|---|---:|---:|---|"
    for players, cards in SIZES[question]:
        for placement in PLACEMENTS:
            for objective in OBJECTIVES:
                results = []
                for seed in range(POSITIONS):
                    position = position_with(players, cards, placement, seed)
                    start = time.process_time()
                    nodes, note = run(position, objective)
                    results.append((time.process_time() - start, nodes, note))
                seconds = [entry[0] for entry in results]
                worst = max(results)
                yield (
                    f"| {players}, {cards} | {placement} | {objective} | "
                    f"{statistics.median(seconds):.2f} ({worst[0]:.2f}) | {worst[1]:,} | "
                    f"{worst[2]} |"
                )
    yield ""


def report() -> str:
    """The results as a page."""
    lines = [
        "# Known hands",
        "",
        f"`python bench/multi.py --write`, nimmt {nimmt.__version__}, Python "
        f"{platform.python_version()}, {platform.machine()}, {os.cpu_count()} cores. "
        f"{POSITIONS} positions each; the last two columns are of the slowest. The limits are the "
        "defaults, but for the budget.",
        "",
    ]
    for question in SIZES:
        lines += lines_of(question)
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--write", action="store_true", help="replace bench/multi.md")
    text = report()
    print(text)
    if parser.parse_args().write:
        Path(__file__).with_suffix(".md").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
