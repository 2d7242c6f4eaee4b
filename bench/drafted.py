"""What the networks for drafted hands gain over those for dealt ones, on drafted hands.

Run as ``python bench/drafted.py``; it takes some minutes, and writes ``bench/drafted.md``.  In
every draft each seat has a style of its own, drawn at random.  Half of the seats follow one network
by chance, the rest the other one; each draft is played several times, and as often with the
networks changed over.
"""

from __future__ import annotations

import platform
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import nimmt
from nimmt.analysis.network import network_of
from nimmt.rules import Placement
from nimmt.training.drafted import some_drafts
from nimmt_core import _selfplay
from nimmt_core._lanes import GROUP
from nimmt_core._network import Network

PAGE = Path(__file__).parent / "drafted.md"
TABLES = (2, 3, 4, 6, 8, 10)
DRAFTS = 8 * GROUP  # for each seat that picks first
REPEATS = 8


def heads(
    rules: nimmt.Rules, picks: NDArray[np.uint8], first: int, learner: Network, other: Network
) -> NDArray[np.float64]:
    """Bull heads of each seat in each draft; the learner's are the first half."""
    half = rules.players // 2
    turns = _selfplay.play_to_learn(
        learner,
        np.random.SFC64(7),
        len(picks) * REPEATS // GROUP,
        rules.players,
        half,
        [other] * (rules.players - half),
        REPEATS,
        rules.hand_size,
        rules.rows,
        rules.row_capacity,
        rules.top_card,
        rules.professional,
        picks=picks,
        first=first,
    )
    taken = np.stack([turn[3] for turn in turns]).sum(axis=0, dtype=np.int64)
    by_draft = np.moveaxis(taken, 1, 2).reshape(len(picks), REPEATS, rules.players)
    return np.asarray(by_draft.mean(axis=1))


def gain(placement: Placement, players: int) -> str:
    """What seats that follow the network for drafted hands take more than the others."""
    rules = nimmt.Rules(players=players, placement=placement, card_set="logical")
    drafted = network_of(rules)
    dealt = network_of(nimmt.Rules(players=players, placement=placement))
    half = players // 2
    differences = []
    for first in range(players):
        picks = some_drafts(rules, DRAFTS, np.random.SFC64([players, first]), first)
        ours = heads(rules, picks, first, drafted, dealt)
        theirs = heads(rules, picks, first, dealt, drafted)
        ahead = [
            taken[:, :half].mean(axis=1) - taken[:, half:].mean(axis=1) for taken in (ours, theirs)
        ]
        differences.append((ahead[0] - ahead[1]) / 2)
    values = np.concatenate(differences)
    return f"{values.mean():+.2f} ± {1.96 * values.std(ddof=1) / len(values) ** 0.5:.2f}"


def main() -> None:
    lines = [
        "# The networks for drafted hands against those for dealt ones",
        "",
        f"`python bench/drafted.py`, nimmt {nimmt.__version__}, Python "
        f"{platform.python_version()}, {platform.machine()}. Bull heads a round that seats which "
        "follow the network for drafted hands take more than those which follow the network for "
        "dealt ones, on drafted hands: less than zero is better. Intervals are 95%, over "
        f"{DRAFTS} drafts for each seat that picks first, each played {2 * REPEATS} times.",
        "",
        f"| players | {' | '.join(Placement)} |",
        f"|---:|{'---:|' * len(Placement)}",
    ]
    for players in TABLES:
        gains = [gain(placement, players) for placement in Placement]
        lines.append(f"| {players} | {' | '.join(gains)} |")
        print(lines[-1], flush=True)
    PAGE.write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
