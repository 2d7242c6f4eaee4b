"""Rules of thumb that a person can follow, tested in the arena.

Each rule is a small player.  It works out what a card is expected to cost this turn if the others
play at random, takes all cards that cost nearly the least, and has its own way to choose among
them.  Two of each rule sit with two that always choose the lowest of these.  Run as
``python bench/thumbs.py``; ``--write`` replaces ``bench/thumbs.md``.
"""

from __future__ import annotations

import argparse
import platform
from collections.abc import Callable
from dataclasses import dataclass
from math import comb
from pathlib import Path

import numpy as np

import nimmt
from nimmt.agents import Policy, RandomPolicy, policy_named
from nimmt.analysis.outlook import Outlook, outlooks
from nimmt.arena import tournament
from nimmt.cards import total_bull_heads

PLAYERS = (2, 4, 6)
DEALS = {2: 600, 4: 300, 6: 150}
NEARLY = 0.5  # bull heads

WAYS: dict[str, Callable[[Outlook], float]] = {
    "the lowest": lambda look: look.card,
    "the highest": lambda look: -look.card,
    "the fullest row first": lambda look: look.room,
    "the emptiest row first": lambda look: -look.room,
    "the one that fewest cards can cut in before": lambda look: look.cut_in + look.below,
}


@dataclass(frozen=True)
class ThumbPolicy(RandomPolicy):
    """Plays by a rule of thumb."""

    name: str
    nearly: float = NEARLY

    def play(self, view: nimmt.InformationSet, rng: np.random.Generator) -> int:
        """Return the card that the rule names, the lowest among equals."""
        looks = outlooks(view, view.hand)
        costs = [cost(view, look) for look in looks]
        most = min(costs) + self.nearly
        near = [look for look, paid in zip(looks, costs, strict=True) if paid <= most]
        return min((WAYS[self.name](look), look.card) for look in near)[1]


def cost(view: nimmt.InformationSet, look: Outlook) -> float:
    """Bull heads expected this turn, as one would reckon it at the table."""
    others = view.rules.players - 1
    share = (look.below if look.fits_nowhere else look.cut_in) / max(1, len(view.unseen))
    if look.fits_nowhere:
        return (1 - share) ** others * min(map(total_bull_heads, view.rows))
    fewer = sum(
        comb(others, count) * share**count * (1 - share) ** (others - count)
        for count in range(min(look.room, others + 1))
    )
    return (1 - fewer) * look.row_heads


def row(players: int, ours: Policy, theirs: Policy) -> str:
    """Let two kinds of players meet; a line of the table."""
    rules = nimmt.Rules(players=players, threshold=None, rounds=1)
    half = players // 2
    result = tournament(
        {"ours": ours, "theirs": theirs},
        rules,
        lineups=[["ours"] * half + ["theirs"] * half],
        deals=DEALS[players],
        rng=1,
    )
    found = result.difference("ours", "theirs").bull_heads
    return f"{found.mean:+.2f} ({found.low:+.2f} to {found.high:+.2f})"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="replace bench/thumbs.md")
    arguments = parser.parse_args()
    lowest = ThumbPolicy("the lowest")
    highest = ThumbPolicy("the highest")
    head = "| players | " + " | ".join(map(str, PLAYERS)) + " |"
    line = "|---|" + "---:|" * len(PLAYERS)
    lines = [
        "# Rules of thumb",
        "",
        f"`python bench/thumbs.py --write`, nimmt {nimmt.__version__}, Python "
        f"{platform.python_version()}. Bull heads a round more than the others at the same table, "
        "half of the seats each, with 95% intervals: less than zero is better.",
        "",
        f"Among the cards that are expected to cost nearly the least this turn (within {NEARLY} "
        "bull heads), play ..., against players who play the lowest of them:",
        "",
        head,
        line,
    ]
    for way in list(WAYS)[1:]:
        cells = [row(players, ThumbPolicy(way), lowest) for players in PLAYERS]
        lines.append(f"| {way} | " + " | ".join(cells) + " |")
    lines += ["", "The best of these rules against the players that ship:", "", head, line]
    for name in ("random", "nearest", "risk", "instant"):
        cells = [row(players, highest, policy_named(name)) for players in PLAYERS]
        lines.append(f"| {name} | " + " | ".join(cells) + " |")
    text = "\n".join(lines) + "\n"
    print(text)
    if arguments.write:
        Path(__file__).with_suffix(".md").write_text(text)


if __name__ == "__main__":
    main()
