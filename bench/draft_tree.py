"""Whether a tree of the last picks drafts better than styles alone.

Run as ``python bench/draft_tree.py``, which takes about an hour; ``--positions`` for less.  In
every position few picks are left.  One seat goes on with the tree, or without it and with more
playouts, against opponents that are the same each time, and what comes of it is played 4096 times.
Before, the asker picked as an engine with few playouts, and the opponents as they go on to.
``bench/draft_tree.md`` is written from it.
"""

from __future__ import annotations

import argparse
import platform
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import nimmt
from nimmt.agents import drafter_named
from nimmt.analysis import draft_playouts
from nimmt.analysis.draft_rounds import heads_of, played
from nimmt.seeding import block_generator

PAGE = Path(__file__).parent / "draft_tree.md"
PLAYS = 4096
MOST_DRAFTS = draft_playouts.MOST_DRAFTS
TABLES = ((2, 4), (3, 3))  # players, picks that are left
OPPONENTS = ("engine", "worth", "highest", "gaps")

Pick = Callable[[nimmt.Draft, int], int]


class Drafter:
    """An engine with a clock, with or without the tree."""

    def __init__(self, samples: int, others: str | None) -> None:
        self.limit = nimmt.Limit(samples=samples)
        self.others = others
        self.seconds = 0.0
        self.picks = 0

    def __call__(self, draft: nimmt.Draft, seed: int) -> int:
        draft_playouts.MOST_DRAFTS = MOST_DRAFTS if self.others else 0
        started = time.process_time()
        found = nimmt.analyse_draft(
            draft, limit=self.limit, rng=seed, others=self.others or "likely"
        )
        self.seconds += time.process_time() - started
        self.picks += 1
        return found.best


def simple(name: str) -> Pick:
    """Return a simple drafter."""
    drafter = drafter_named(name)

    def pick(draft: nimmt.Draft, seed: int) -> int:
        assert draft.to_pick is not None
        return drafter.pick(draft.view(draft.to_pick), np.random.default_rng(seed))

    return pick


def begun(players: int, left: int, opponent: str, seed: int) -> nimmt.Draft:
    """Let a draft begin, until some picks are left; the seat that is then to pick is the asker."""
    draft = nimmt.Draft(nimmt.Rules(players=players, card_set="logical"))
    asker = -left % players
    engine = Drafter(64, None)
    other = engine if opponent == "engine" else simple(opponent)
    while players * 10 - len(draft.picks) > left:
        pick = engine if draft.to_pick == asker else other
        draft = draft.pick(pick(draft, 1000 * seed + len(draft.picks)))
    return draft


def ended(draft: nimmt.Draft, own: Pick, other: Pick, seed: int) -> float:
    """Let a draft go on, and return what the asker takes less the others' mean."""
    asker = draft.to_pick
    assert asker is not None
    while draft.to_pick is not None:
        pick = own if draft.to_pick == asker else other
        draft = draft.pick(pick(draft, 1000 * seed + len(draft.picks)))
    picks = np.array([draft.picks] * PLAYS, dtype=np.uint8)
    costs = played(draft.rules, picks, block_generator(seed, 0))
    heads = heads_of(draft.rules, picks, costs).mean(axis=0)
    return float(heads[asker] - np.delete(heads, asker).mean())


def interval(values: NDArray[np.float64]) -> str:
    error = 1.96 * values.std(ddof=1) / len(values) ** 0.5
    return f"{values.mean():+.2f} ± {error:.2f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=24)
    positions = parser.parse_args().positions
    lines = [
        "# A tree of the last picks, or styles alone",
        "",
        f"`python bench/draft_tree.py --positions {positions}`, nimmt {nimmt.__version__}, Python "
        f"{platform.python_version()}, {platform.machine()}. Bull heads of a round that the asker "
        "takes less the others' mean, beside what it takes without the tree: less than zero is "
        f"better. The mean of {PLAYS} plays of what was drafted, in {positions} positions; "
        "intervals are 95%. *likely* and *best* say how the tree lets the others pick. Seconds are "
        "of processor time for a pick.",
        "",
        "| players | picks left | opponents | likely | best | s, without | s, likely | s, best |",
        "|---:|---:|---|---:|---:|---:|---:|---:|",
    ]
    for opponent in OPPONENTS:
        for players, left in TABLES:
            engines = [Drafter(6144, None), Drafter(1024, "likely"), Drafter(1024, "best")]
            other = Drafter(1024, None) if opponent == "engine" else simple(opponent)
            found = []
            for seed in range(positions):
                start = begun(players, left, opponent, seed)
                found.append([ended(start, own, other, seed) for own in engines])
            more = np.array(found)[:, 1:] - np.array(found)[:, :1]
            seconds = " | ".join(f"{own.seconds / own.picks:.2f}" for own in engines)
            lines.append(
                f"| {players} | {left} | {opponent} | {interval(more[:, 0])} | "
                f"{interval(more[:, 1])} | {seconds} |"
            )
            print(lines[-1], flush=True)
            PAGE.write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
