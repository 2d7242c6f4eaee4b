"""How strong the engine is in drafts: matches of logical games against every simple drafter.

Run as ``python bench/drafting.py NAME ...`` for some of the parts, or without names for all, which
takes an hour or two; ``--list`` names them.  Matches that were played before are kept; delete
``bench/drafting.json`` to play them again.  Everybody plays the cards as ``instant`` does, so that
what differs is the draft.  What was measured is kept in ``bench/drafting.json``, match by match,
and ``bench/drafting.md`` is written from it.
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
from nimmt.agents import DRAFTERS, Drafter, Drafting, EngineDrafter, drafter_named, policy_named
from nimmt.arena import tournament

HERE = Path(__file__).parent
RESULTS = HERE / "drafting.json"
PAGE = HERE / "drafting.md"

SIMPLE = [name for name in DRAFTERS if name != "engine"]
SECONDS = 0.3  # a pick of the engine


@dataclass(frozen=True)
class Match:
    """The engine and a simple drafter at one table.

    Attributes
    ----------
    simple : str
        The simple drafter.
    players, engines : int
        Seats, and how many of them the engine has.
    games : int
        About how many games; each position of the seats is played as often.
    placement : str
        The placement rule.
    seconds : float
        What the engine may think about a pick.
    """

    simple: str
    players: int
    engines: int
    games: int
    placement: str = "standard"
    seconds: float = SECONDS

    def play(self) -> dict[str, Any]:
        """Play it; returns the difference in bull heads a round, and its 95% interval."""
        rules = nimmt.Rules(
            players=self.players,
            placement=self.placement,
            card_set="logical",
            threshold=None,
            rounds=1,
        )
        deals = max(2, self.games // self.players)
        engine = _Timed(EngineDrafter(nimmt.Limit(seconds=self.seconds)))
        play = policy_named("instant")
        result = tournament(
            {
                "engine": Drafting(engine, play),
                self.simple: Drafting(drafter_named(self.simple), play),
            },
            rules,
            lineups=[["engine"] * self.engines + [self.simple] * (self.players - self.engines)],
            deals=deals,
            rng=1,
        )
        if result.faults:
            raise RuntimeError(f"{self}: {result.faults[0]}")
        found = result.difference("engine", self.simple).bull_heads
        return {
            "simple": self.simple,
            "players": self.players,
            "engines": self.engines,
            "placement": self.placement,
            "games": deals * self.players,
            "seconds": self.seconds,
            "measured": round(engine.seconds / engine.picks, 3),
            "mean": found.mean,
            "low": found.low,
            "high": found.high,
        }

    def is_in(self, found: dict[str, Any]) -> bool:
        """Whether a result is that of the match."""
        names = ("simple", "players", "engines", "placement")
        return all(found[name] == getattr(self, name) for name in names)


class _Timed:
    """A drafter with a clock."""

    name = "engine"

    def __init__(self, drafter: Drafter) -> None:
        self.drafter = drafter
        self.picks = 0
        self.seconds = 0.0

    def pick(self, view: Any, rng: Any) -> int:
        started = time.perf_counter()
        card = self.drafter.pick(view, rng)
        self.seconds += time.perf_counter() - started
        self.picks += 1
        return card


def alone() -> Iterator[Match]:
    """One engine, and the simple drafter at every other seat."""
    for players, games in ((2, 24), (4, 32), (6, 24), (3, 18)):
        for simple in SIMPLE:
            yield Match(simple, players, 1, games)


def toughest() -> Iterator[Match]:
    """The simple drafter that loses least, in more games."""
    yield Match("deny", 4, 1, 60)


def among() -> Iterator[Match]:
    """One simple drafter among engines."""
    for simple in ("worth", "highest", "gaps"):
        yield Match(simple, 4, 3, 16)


def professional() -> Iterator[Match]:
    """One engine, professional placement."""
    for players in (2, 4):
        for simple in ("highest", "gaps", "worth"):
            yield Match(simple, players, 1, 24, "professional")


PARTS: dict[str, Callable[[], Iterator[Match]]] = {
    part.__name__: part for part in (alone, toughest, among, professional)
}


def page(results: dict[str, Any]) -> str:
    """Write the tables."""
    lines = [
        "# How strong the engine drafts",
        "",
        f"`python bench/drafting.py`, nimmt {nimmt.__version__}, Python "
        f"{platform.python_version()}, {platform.machine()}. Bull heads a round that the engine "
        "takes more than the simple drafter at the same table: less than zero is better. "
        "Everybody plays the cards as `instant` does, and every player sits at every place; "
        "intervals are 95%.",
    ]
    for name, matches in results.items():
        lines += [
            "",
            f"## {(PARTS[name].__doc__ or name).strip().rstrip('.')}",
            "",
            "| drafter | players | engines | placement | games | s a pick | difference | 95% |",
            "|---|---:|---:|---|---:|---:|---:|---|",
        ]
        lines += [
            f"| {match['simple']} | {match['players']} | {match['engines']} | "
            f"{match['placement']} | {match['games']} | {match['measured']:.2f} | "
            f"{match['mean']:+.1f} | {match['low']:+.1f} to {match['high']:+.1f} |"
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
        results.setdefault(name, [])
        for match in PARTS[name]():
            if any(match.is_in(found) for found in results[name]):
                continue
            results[name].append(match.play())
            print(results[name][-1], flush=True)
            RESULTS.write_text(json.dumps(results, indent=1) + "\n")
            PAGE.write_text(page(results))


if __name__ == "__main__":
    main()
