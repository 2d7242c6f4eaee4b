"""How strong the engine is in drafts: matches of logical games against every simple drafter.

Run as ``python bench/drafting.py NAME ...`` for some of the parts, or without names for all, which
takes two hours; ``--list`` names them.  Matches that were played before are kept; delete
``bench/drafting.json`` to play them again.

The table is the same at the start of every draft, and every player sits at every place as often.
A draft is valued by many plays of its round, everybody playing by chance as the policy network
does, so that what differs is the draft and not the luck of the play; in the part ``strong`` by two
plays of the ``strong`` player instead.  What was measured is kept in ``bench/drafting.json``, match
by match, and ``bench/drafting.md`` is written from it.
"""

from __future__ import annotations

import argparse
import json
import platform
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import nimmt
from nimmt.agents import DRAFTERS, EngineDrafter, drafter_named, play_match, policy_named
from nimmt.analysis.draft_rounds import heads_of, played
from nimmt.arena.statistics import Moments
from nimmt.seeding import block_generator

HERE = Path(__file__).parent
RESULTS = HERE / "drafting.json"
PAGE = HERE / "drafting.md"

SIMPLE = [name for name in DRAFTERS if name != "engine"]
SECONDS = 1.0  # a pick of the engine
PLAYS = 512  # of each draft
STRONG_PLAYS = 2


@dataclass(frozen=True)
class Match:
    """The engine and a simple drafter at one table.

    Attributes
    ----------
    simple : str
        The simple drafter.
    players, engines : int
        Seats, and how many of them the engine has.
    drafts : int
        How many drafts, a multiple of the players.
    placement : str
        The placement rule.
    seconds : float
        What the engine may think about a pick.
    processor : bool
        Whether these are seconds of the processor, which are longer on a busy machine.
    play : str
        Who plays the cards: ``"network"``, by chance, or a policy.
    """

    simple: str
    players: int
    engines: int
    drafts: int
    placement: str = "standard"
    seconds: float = SECONDS
    processor: bool = False
    play: str = "network"

    def run(self) -> dict[str, Any]:
        """Play it; returns the difference in bull heads a round, and its 95% interval."""
        rules = nimmt.Rules(
            players=self.players,
            placement=self.placement,
            card_set="logical",
            threshold=None,
            rounds=1,
        )
        engine = _Timed(self.seconds, self.processor)
        seats = np.arange(self.players)
        differences = []
        for number in range(self.drafts):
            ours = (seats - number) % self.players < self.engines
            drafters = [engine if own else drafter_named(self.simple) for own in ours]
            draft = nimmt.Draft(rules)
            while draft.to_pick is not None:
                seat = draft.to_pick
                rng = np.random.default_rng([number, len(draft.picks)])
                draft = draft.pick(drafters[seat].pick(draft.view(seat), rng))
            heads = self._heads(draft, number)
            differences.append(heads[ours].mean() - heads[~ours].mean())
        found = Moments(
            self.drafts,
            float(np.mean(differences)),
            float(np.std(differences, ddof=1) / np.sqrt(self.drafts)),
        ).interval(sequential=False)
        return {
            **asdict(self),
            "measured": round(engine.wall / engine.picks, 3),
            "measured_processor": round(engine.used / engine.picks, 3),
            "mean": found.mean,
            "low": found.low,
            "high": found.high,
        }

    def _heads(self, draft: nimmt.Draft, number: int) -> NDArray[np.float64]:
        """Bull heads of each seat, in the mean of several plays."""
        rules = draft.rules
        if self.play == "network":
            picks = np.array([draft.picks] * PLAYS, dtype=np.uint8)
            costs = played(rules, picks, block_generator(1, number), draft.first)
            return np.asarray(heads_of(rules, picks, costs, draft.first).mean(axis=0))
        policies = [policy_named(self.play)] * rules.players
        scores = []
        for play in range(STRONG_PLAYS):
            game = nimmt.Game(rules)
            game.deal()
            for card in draft.picks:
                game.pick(card)
            play_match(game, policies, np.random.default_rng([number, play]))
            scores.append(game.scores)
        return np.asarray(np.mean(scores, axis=0))

    def is_in(self, found: dict[str, Any]) -> bool:
        """Whether a result is that of the match."""
        return all(found[name] == value for name, value in asdict(self).items())


class _Timed:
    """The engine with a clock.

    Parameters
    ----------
    seconds : float
        Time for a pick.
    processor : bool
        Whether it is time of the processor: then as much wall time is given as that has taken.
    """

    name = "engine"

    def __init__(self, seconds: float, processor: bool) -> None:
        self.seconds = seconds
        self.processor = processor
        self.picks = 0
        self.wall = 0.0
        self.used = 0.0

    def pick(self, view: Any, rng: Any) -> int:
        busy = self.wall / self.used if self.processor and self.used else 1.0
        engine = EngineDrafter(nimmt.Limit(seconds=self.seconds * max(1.0, busy)))
        started, before = time.perf_counter(), time.process_time()
        card = engine.pick(view, rng)
        self.wall += time.perf_counter() - started
        self.used += time.process_time() - before
        self.picks += 1
        return card


def alone() -> Iterator[Match]:
    """One engine, and the simple drafter at every other seat."""
    for players in (2, 3, 4, 6):
        for simple in SIMPLE:
            yield Match(simple, players, 1, 12)


def toughest() -> Iterator[Match]:
    """The simple drafters that lose least, in more drafts."""
    for simple in ("worth", "lowest"):
        yield Match(simple, 6, 1, 24, processor=True)


def among() -> Iterator[Match]:
    """One simple drafter among engines."""
    yield Match("worth", 4, 3, 12)


def professional() -> Iterator[Match]:
    """One engine, professional placement."""
    for players in (2, 4):
        for simple in ("highest", "gaps", "deny", "worth"):
            yield Match(simple, players, 1, 12, "professional")


def strong() -> Iterator[Match]:
    """One engine, and the strong player plays everybody's cards."""
    for players, simple in ((2, "deny"), (4, "deny"), (6, "worth")):
        yield Match(simple, players, 1, 12, play="strong:64")


PARTS: dict[str, Callable[[], Iterator[Match]]] = {
    part.__name__: part for part in (alone, toughest, among, professional, strong)
}


def page(results: dict[str, Any]) -> str:
    """Write the tables."""
    lines = [
        "# How strong the engine drafts",
        "",
        f"`python bench/drafting.py`, nimmt {nimmt.__version__}, Python "
        f"{platform.python_version()}, {platform.machine()}. Bull heads a round that the engine "
        "takes more than the simple drafter at the same table: less than zero is better. Every "
        "player sits at every place, and intervals are 95%, over drafts. A draft is valued by "
        f"{PLAYS} plays in which everybody plays by chance as the policy network does, or by "
        f"{STRONG_PLAYS} plays of the strong player.",
    ]
    for name, matches in results.items():
        lines += [
            "",
            f"## {(PARTS[name].__doc__ or name).strip().rstrip('.')}",
            "",
            "| drafter | players | engines | placement | cards | drafts | s a pick "
            "| of the processor | difference | 95% |",
            "|---|---:|---:|---|---|---:|---:|---:|---:|---|",
        ]
        lines += [
            f"| {match['simple']} | {match['players']} | {match['engines']} | "
            f"{match['placement']} | {match['play']} | {match['drafts']} | "
            f"{match['measured']:.2f} | {shown(match['measured_processor'])} | "
            f"{match['mean']:+.1f} | "
            f"{match['low']:+.1f} to {match['high']:+.1f} |"
            for match in matches
        ]
    return "\n".join(lines) + "\n"


def shown(seconds: float | None) -> str:
    """A time that was measured, or was not."""
    return "" if seconds is None else f"{seconds:.2f}"


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
            results[name].append(match.run())
            print(results[name][-1], flush=True)
            RESULTS.write_text(json.dumps(results, indent=1) + "\n")
            PAGE.write_text(page(results))


if __name__ == "__main__":
    main()
