"""How strong the players are: matches on identical deals with seats rotated.

Run as ``python bench/strength.py NAME ...`` for some of the parts, or without names for all, which
takes hours; ``--list`` names them.  What was measured is kept in ``bench/strength.json``, part by
part, and ``bench/strength.md`` is written from it.
"""

from __future__ import annotations

import argparse
import json
import platform
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import nimmt
from nimmt.agents import MonteCarloPolicy, Policy, StrongPolicy, policy_named
from nimmt.arena import tournament

HERE = Path(__file__).parent
RESULTS = HERE / "strength.json"
PAGE = HERE / "strength.md"


@dataclass(frozen=True)
class Match:
    """Two kinds of players at one table, so many of each.

    Attributes
    ----------
    ours, theirs : str
        The players, as ``policy_named`` knows them, or ``strong@0.1`` for seconds a decision, or
        ``blind:512`` for the strong one that concludes nothing from what was played, with so many
        deals a decision.
    players, count : int
        Seats, and how many of them ours have; where it is not half, both kinds change places too.
    deals : int
        Deals, each played in every rotation.
    placement : str
        The placement rule.
    swap : bool
        Whether the kinds change places.
    """

    ours: str
    theirs: str
    players: int
    count: int
    deals: int
    placement: str = "standard"
    swap: bool = False

    def play(self) -> dict[str, Any]:
        """Play it; returns the difference in bull heads a round, and its 95% interval."""
        teams = [[self.ours] * self.count + [self.theirs] * (self.players - self.count)]
        if self.swap:
            teams.append([self.theirs] * self.count + [self.ours] * (self.players - self.count))
        rules = nimmt.Rules(
            players=self.players, placement=self.placement, threshold=None, rounds=1
        )
        started = time.perf_counter()
        result = tournament(
            {name: player(name) for name in (self.ours, self.theirs)},
            rules,
            lineups=teams,
            deals=self.deals,
            rng=1,
        )
        if result.faults:
            raise RuntimeError(f"{self}: {result.faults[0]}")
        found = result.difference(self.ours, self.theirs).bull_heads
        return {
            "ours": self.ours,
            "theirs": self.theirs,
            "players": self.players,
            "seats": f"{self.count} of {self.players}" + (", and swapped" if self.swap else ""),
            "placement": self.placement,
            "deals": self.deals,
            "mean": found.mean,
            "low": found.low,
            "high": found.high,
            "seconds": round(time.perf_counter() - started),
        }


def player(name: str) -> Policy:
    """Return the player of a name."""
    blind, _, samples = name.partition(":")
    if blind == "blind":
        return StrongPolicy(nimmt.Limit(samples=int(samples)), belief=0)
    kind, at, seconds = name.partition("@")
    if not at:
        return policy_named(name)
    kinds: dict[str, Callable[[nimmt.Limit], Policy]] = {
        "strong": StrongPolicy,
        "montecarlo": MonteCarloPolicy,
    }
    return kinds[kind](nimmt.Limit(seconds=float(seconds)))


def halves(ours: str, theirs: str, players: int, deals: int, placement: str = "standard") -> Match:
    """Half of the seats each; with an odd number, both ways."""
    return Match(ours, theirs, players, players // 2, deals, placement, swap=players % 2 == 1)


def instant() -> Iterator[Match]:
    """The instant player against flat Monte Carlo."""
    for players, deals in ((2, 1500), (3, 800), (4, 1000), (6, 300), (10, 100)):
        yield halves("instant", "montecarlo:100", players, deals)
    for players, deals in ((2, 600), (4, 300)):
        yield halves("instant", "montecarlo:1000", players, deals)


def instant_professional() -> Iterator[Match]:
    """The instant player under professional placement."""
    for players, deals in ((2, 600), (4, 300), (6, 100)):
        yield halves("instant", "montecarlo:100", players, deals, "professional")


def strong() -> Iterator[Match]:
    """The strong player against flat Monte Carlo and the instant one."""
    for players, deals in ((4, 150), (2, 300), (3, 60), (6, 30), (10, 8)):
        yield halves("strong", "instant", players, deals)
    yield halves("strong", "montecarlo:100", 4, 100)
    yield halves("strong", "montecarlo:1000", 4, 100)


def strong_professional() -> Iterator[Match]:
    """The strong player under professional placement."""
    for players, deals in ((2, 200), (4, 60)):
        yield halves("strong", "montecarlo:100", players, deals, "professional")
        yield halves("strong", "instant", players, deals, "professional")


def belief() -> Iterator[Match]:
    """The strong player against one that concludes nothing from what the others have played."""
    for players, deals in ((2, 200), (4, 100)):
        yield halves("strong:512", "blind:512", players, deals)


def mixtures() -> Iterator[Match]:
    """One of ours among three others, and the reverse."""
    for ours, deals in (("instant", 400), ("strong", 60)):
        for theirs in ("random", "nearest", "lowest", "montecarlo:100"):
            for count in (1, 3):
                yield Match(ours, theirs, 4, count, deals)


def times() -> Iterator[Match]:
    """The strong player with more and more time a decision, against the instant one."""
    points = ("0.003", 200), ("0.01", 150), ("0.03", 100), ("0.1", 60), ("0.3", 40), ("1", 20)
    for seconds, deals in points:
        yield halves(f"strong@{seconds}", "instant", 4, deals)


PARTS: dict[str, Callable[[], Iterator[Match]]] = {
    part.__name__: part
    for part in (
        instant,
        instant_professional,
        strong,
        strong_professional,
        belief,
        mixtures,
        times,
    )
}


def page(results: dict[str, Any]) -> str:
    """Write the tables."""
    lines = [
        "# How strong the players are",
        "",
        f"`python bench/strength.py`, nimmt {nimmt.__version__}, Python "
        f"{platform.python_version()}, {platform.machine()}. Bull heads a round that ours take "
        "more than theirs at the same table: less than zero is better. Every deal is played once "
        "in each rotation of the seats; intervals are 95%.",
    ]
    for name, matches in results.items():
        lines += [
            "",
            f"## {(PARTS[name].__doc__ or name).strip().rstrip('.')}",
            "",
            "| ours | theirs | seats of ours | deals | difference | 95% interval |",
            "|---|---|---|---:|---:|---|",
        ]
        lines += [
            f"| {match['ours']} | {match['theirs']} | {match['seats']} | {match['deals']} | "
            f"{match['mean']:+.2f} | {match['low']:+.2f} to {match['high']:+.2f} |"
            for match in matches
        ]
    return "\n".join(lines) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="parts")
    parser.add_argument("--list", action="store_true", help="name the parts")
    arguments = parser.parse_args()
    if arguments.list:
        for name, part in PARTS.items():
            print(f"{name}: {part.__doc__}")
        return
    results = json.loads(RESULTS.read_text()) if RESULTS.exists() else {}
    for name in arguments.names or PARTS:
        found = []
        for match in PARTS[name]():
            found.append(match.play())
            print(found[-1], flush=True)
        results[name] = found
        RESULTS.write_text(json.dumps(results, indent=1) + "\n")
        PAGE.write_text(page(results))


if __name__ == "__main__":
    main()
