"""Time of the exact risk of a whole hand beside sampling it to two decimals, in one run.

Run as ``python bench/risk.py``; ``--write`` replaces ``bench/risk.md``.  Every figure is the median
of several timings taken in turn, so that a drift of the machine's speed meets all alike.
"""

from __future__ import annotations

import argparse
import os
import platform
import random
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import nimmt

REPEATS = 5
SAMPLES = 2000
STD_ERROR = 0.005
"""Standard error of the expected bull heads that sampling is to reach: the second decimal."""


@dataclass(frozen=True)
class Case:
    """A hand to judge."""

    players: int
    placement: str
    known: int
    view: nimmt.InformationSet

    @property
    def name(self) -> str:
        """What the table calls it."""
        cards = f", {self.known} known of each hand" if self.known else ""
        return f"{self.players} players, {self.placement}{cards}"


def case(players: int, placement: str, known: int) -> Case:
    """Deal ten cards; the rows are as long as the set allows, up to three cards."""
    cards = random.Random(players).sample(range(1, 105), 104)
    length = 1 if players > 8 else 3
    rows = [sorted(cards.pop() for _ in range(length)) for _ in range(4)]
    hand = [cards.pop() for _ in range(10)]
    held = {seat: [cards.pop() for _ in range(known)] for seat in range(1, players)}
    rules = nimmt.Rules(players=players, placement=placement)
    return Case(players, placement, known, nimmt.InformationSet(rows, hand, rules, known=held))


def cases() -> list[Case]:
    """Everything that is timed."""
    return [
        *(case(players, "standard", 0) for players in range(2, 11)),
        *(case(players, "standard", 2) for players in (4, 7, 10)),
        *(case(players, "standard", 10) for players in (4, 7, 10)),
        *(case(players, "professional", 0) for players in range(2, 11)),
        *(case(players, "professional", 1) for players in (4, 7, 10)),
    ]


def seconds(run: Callable[[], object]) -> float:
    """Time of a call."""
    start = time.perf_counter()
    run()
    return time.perf_counter() - start


def deals_needed(risks: nimmt.Risk) -> float:
    """Deals that bring the mean of every card to the standard error."""
    variances = [
        sum(heads**2 * chance for heads, chance in enumerate(entry.distribution))
        - entry.expected**2
        for entry in risks
    ]
    return max(variances) / STD_ERROR**2


def row(entry: Case) -> str:
    """Time a hand; a row of the table."""
    risks = nimmt.risk(entry.view)
    exact, recommended, estimated = [], [], []
    limit = nimmt.Limit(samples=SAMPLES)
    for _ in range(REPEATS):
        exact.append(seconds(lambda: nimmt.risk(entry.view)))
        recommended.append(
            seconds(lambda: nimmt.recommend(entry.view, budget=0, limit=limit, rng=1))
        )
        many = nimmt.Limit(samples=10 * SAMPLES)
        estimated.append(
            seconds(lambda: nimmt.risk(entry.view, budget=0, limit=many, rng=1)) / 10  # noqa: B023
        )
    assert risks.exact
    needed = deals_needed(risks)
    time_exact = statistics.median(exact)
    by_recommend = statistics.median(recommended) / SAMPLES * needed
    by_estimate = statistics.median(estimated) / SAMPLES * needed
    return (
        f"| {entry.name} | {1000 * time_exact:.1f} | {needed:,.0f} | {by_recommend:.1f} | "
        f"{by_recommend / time_exact:,.0f} | {by_estimate:.2f} | {by_estimate / time_exact:,.0f} |"
    )


def report() -> str:
    """The results as a page."""
    lines = [
        "# Risk of a turn",
        "",
        f"`python bench/risk.py --write`, nimmt {nimmt.__version__}, Python "
        f"{platform.python_version()}, {platform.machine()}, {os.cpu_count()} cores; medians of "
        f"{REPEATS} runs taken in turn.",
        "",
        "A whole hand of 10 cards from the full set: the exact answer of `risk`; and what it takes "
        f"to sample this turn's expected bull heads of every card to a standard error of "
        f"{STD_ERROR}, by `recommend` (which plays on to the end of the round) and by the estimate "
        f"of `risk`. The times of sampling are scaled from {SAMPLES} and {10 * SAMPLES} deals.",
        "",
        "| hand | exact, ms | deals needed | `recommend`, s | to exact | estimate, s | to exact |",
        "|---|---:|---:|---:|---:|---:|---:|",
        *map(row, cases()),
        "",
    ]
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--write", action="store_true", help="replace bench/risk.md")
    text = report()
    print(text)
    if parser.parse_args().write:
        Path(__file__).with_suffix(".md").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
