"""What the policy network looks at: what it loses when a feature is hidden from it.

A feature is hidden by putting its mean in its place.  The network that is left plays two against
two with the whole one, both choosing at random by their scores, on the same deals for all features.
Run as ``python bench/lessons.py``; ``--write`` replaces ``bench/lessons.md``.
"""

from __future__ import annotations

import argparse
import platform
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import nimmt
from nimmt.analysis.network import network_of
from nimmt.rules import Rules
from nimmt.training.gradient import Played
from nimmt_core import _network, _selfplay

PLAYERS = (2, 4, 8)
GROUPS = 400  # of 64 deals
LISTED = 14
BIAS = 35  # the feature of the state that is always 1

STATE = (
    *(
        f"{what} of row {row} by its end"
        for row in range(1, 5)
        for what in (
            "length",
            "bull heads",
            "right end",
            "left end",
            "own cards above the end",
            "share of the unseen above the end",
        )
    ),
    "own cards below all rows",
    "share of the unseen below all rows",
    "least bull heads of a row",
    "full rows",
    "number of players",
    "two players",
    "three players",
    "six or more players",
    "cards in hand",
    "two cards or one",
    "share of the unseen in other hands",
)
CARD = (
    "fits nowhere (low)",
    *(f"places in the row: {slots}" for slots in ("none", 1, 2, 3, "4 or more")),
    "share of the unseen that cut in",
    "cards expected to cut in",
    "chance to take the row",
    "chance to be the last in the row",
    "bull heads of the row",
    "expected cost",
    "low: chance that somebody is lower",
    "low: expected cost",
    "nobody can cut in",
    "distance to the end",
    "number of the card",
    "bull heads of the card",
    "rank in the hand",
    "lowest of the hand",
    "highest of the hand",
    "own cards between the end and the card",
    "own cards up to the next end",
    "share of the unseen up to the next end",
    "share of the unseen below the card",
    "rows below the card",
    "joins a left end",
    "distance to the next end",
    "share of the unseen down to the next own card",
    "share of the unseen up to the next own card",
)

Weights = tuple[NDArray[np.int16], ...]
Moments = tuple[NDArray[np.float64], NDArray[np.float64]]


def played(learner: _network.Network, other: _network.Network, players: int) -> Played:
    """Let half of the seats each play some rounds."""
    rules = Rules(players=players)
    learners = players // 2
    return _selfplay.play_to_learn(
        learner,
        np.random.SFC64(1),
        GROUPS,
        players,
        learners,
        [other] * (players - learners),
        1,
        rules.hand_size,
        rules.rows,
        rules.row_capacity,
        rules.top_card,
        rules.professional,
    )


def means(network: _network.Network, players: int) -> Moments:
    """Mean features of the state and of cards, in units of 1."""
    turns = played(network, network, players)
    state = np.mean([turn[0].reshape(len(turn[0]), -1).mean(axis=1) for turn in turns], axis=0)
    card = np.mean([turn[1].reshape(len(turn[1]), -1).mean(axis=1) for turn in turns], axis=0)
    return state / _network.FEATURE, card / _network.FEATURE


def hidden(weights: Weights, part: int, feature: int, mean: float) -> _network.Network:
    """Return the network with the mean of a feature in its place; part 0 is the state, 1 a card."""
    state, card, *rest = (array.copy() for array in weights)
    column = (state, card)[part][:, feature]
    bias = state[:, BIAS] + np.rint(column * mean).astype(np.int64)
    column[:] = 0
    state[:, BIAS] = np.clip(bias, -8192, 8192)
    return _network.Network(state, card, *rest)


def loss(network: _network.Network, other: _network.Network, players: int) -> tuple[float, float]:
    """Bull heads a round that the first takes more than the second, and the standard error."""
    taken = np.stack([turn[3] for turn in played(network, other, players)])
    heads = taken.sum(axis=0, dtype=np.int64)
    learners = players // 2
    more = heads[:, :learners].mean(axis=1) - heads[:, learners:].mean(axis=1)
    return float(more.mean()), float(more.std(ddof=1) / more.size**0.5)


def losses(players: int) -> Iterator[tuple[float, float, str]]:
    """What hiding each feature costs."""
    whole = network_of(Rules())
    averages = means(whole, players)
    for part, names in enumerate((STATE, CARD)):
        for feature, name in enumerate(names):
            mean = float(averages[part][feature])
            yield (*loss(hidden(whole.arrays(), part, feature, mean), whole, players), name)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="replace bench/lessons.md")
    arguments = parser.parse_args()
    lines = [
        "# What the policy network looks at",
        "",
        f"`python bench/lessons.py --write`, nimmt {nimmt.__version__}, Python "
        f"{platform.python_version()}. Bull heads a round that the network takes more, with the "
        f"standard error, if it sees the mean of a feature in its place; the {LISTED} features "
        "that cost most.",
    ]
    for players in PLAYERS:
        lines += ["", f"## {players} players", "", "| hidden feature | costs |", "|---|---:|"]
        worst = sorted(losses(players), reverse=True)[:LISTED]
        lines += [f"| {name} | {mean:.2f} ± {error:.2f} |" for mean, error, name in worst]
    text = "\n".join(lines) + "\n"
    print(text)
    if arguments.write:
        Path(__file__).with_suffix(".md").write_text(text)


if __name__ == "__main__":
    main()
