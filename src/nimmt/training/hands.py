"""Measure what cards, pairs and gaps of a drafted hand are worth.

``python -m nimmt.training.hands --help``.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click
import numpy as np
from numpy.typing import NDArray

from nimmt.analysis.draft_rounds import completed, heads_of, played
from nimmt.analysis.hands import DISTANCES
from nimmt.analysis.styles import Styles
from nimmt.rules import Rules
from nimmt.seeding import block_generator
from nimmt.training.tables import write_tables
from nimmt_core import _drafted, _network
from nimmt_core._lanes import GROUP

__all__ = ["main"]

BLOCK = 40 * GROUP  # drafts that are played at once
PARTS = 20  # of the drafts, whose spread is the standard error
PRACTICE = 15  # steps of the drafter that practises
PRACTICE_BLOCKS = 5
STEP = 0.3  # how far it goes in each, for a bull head

Numbers = NDArray[np.float64]


@dataclass
class Sums:
    """What least squares need of some drafts."""

    inputs: Numbers
    products: Numbers
    squares: float = 0.0
    count: int = 0

    @classmethod
    def empty(cls, features: int) -> Sums:
        """Return the sums over no drafts."""
        return cls(np.zeros((features, features)), np.zeros(features))

    def __add__(self, other: Sums) -> Sums:
        return Sums(
            self.inputs + other.inputs,
            self.products + other.products,
            self.squares + other.squares,
            self.count + other.count,
        )

    def weights(self, top_card: int) -> Numbers:
        """Return what each feature adds; cards of mean 0, which the differences leave open."""
        found = np.linalg.solve(self.inputs + 1e-3 * np.eye(len(self.products)), self.products)
        found[:top_card] -= found[:top_card].mean()
        return np.asarray(found, dtype=np.float64)

    def error(self, weights: Numbers) -> float:
        """Return the sum of squares that weights leave."""
        return float(self.squares - 2 * weights @ self.products + weights @ self.inputs @ weights)


class Measurement:
    """The drafts of some rules.

    Parameters
    ----------
    rules : Rules
        Of logical games.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.blocks = 0

    def drafted(self, likes: Numbers) -> Sums:
        """Let everybody draft a block by likes, and play it."""
        rules = self.rules
        players, top_card = rules.players, rules.top_card
        scores = np.clip(np.rint(_network.SCORE * likes[:top_card]), *_bounds("LARGEST_SCORE"))
        pairs = np.clip(np.rint(_network.SCORE * likes[top_card:]), *_bounds("LARGEST_PAIR"))
        stream = block_generator(players, self.blocks)
        self.blocks += 1
        styles = Styles(scores[None].astype(np.int16), pairs[None].astype(np.int16))
        numbers = np.zeros((players, BLOCK), dtype=np.uint8)
        picks = completed(rules, styles, numbers, stream)
        heads = heads_of(rules, picks, played(rules, picks, stream)).astype(np.float64)
        drafts = np.arange(BLOCK)[:, None]
        held = np.zeros((BLOCK, players, top_card), dtype=np.float32)
        for seat in range(players):
            cards = picks[:, seat::players].astype(np.int64) - 1
            held[drafts, seat, cards] = 1
        together = [
            (held[:, :, distance:] * held[:, :, :-distance]).sum(axis=2)
            for distance in range(1, DISTANCES + 1)
        ]
        inputs = np.concatenate([held, np.stack(together, axis=2)], axis=2)
        inputs -= inputs.mean(axis=1, keepdims=True)
        heads -= heads.mean(axis=1, keepdims=True)
        rows = inputs.reshape(-1, inputs.shape[2]).astype(np.float64)
        values = heads.reshape(-1)
        return Sums(rows.T @ rows, rows.T @ values, float(values @ values), BLOCK)

    def random_likes(self) -> Numbers:
        """Return likes by which everybody picks at random."""
        return np.zeros(self.rules.top_card + DISTANCES)

    def practised(self) -> Numbers:
        """Return likes of a drafter who went on from random picks by what the hands were worth."""
        likes = self.random_likes()
        for _ in range(PRACTICE):
            found = Sums.empty(len(likes))
            for _ in range(PRACTICE_BLOCKS):
                found += self.drafted(likes)
            likes -= STEP * found.weights(self.rules.top_card)
        return likes

    def measured(self, drafts: int) -> dict[str, Any]:
        """Return the table of hands, for JSON."""
        top_card = self.rules.top_card
        likes = self.random_likes()
        parts = [Sums.empty(len(likes)) for _ in range(PARTS)]
        for number in range(max(1, drafts // (PARTS * BLOCK)) * PARTS):
            parts[number % PARTS] += self.drafted(likes)
        whole = sum(parts[1:], parts[0])
        weights = whole.weights(top_card)
        spread = np.std([part.weights(top_card) for part in parts], axis=0, ddof=1)
        left = 0.0
        for unseen in parts:
            rest = sum((part for part in parts if part is not unseen), Sums.empty(len(likes)))
            left += unseen.error(rest.weights(top_card))
        practised = self.practised()
        rounded = {
            "cards": weights[:top_card],
            "card_errors": spread[:top_card] / np.sqrt(PARTS),
            "pairs": weights[top_card:],
            "pair_errors": spread[top_card:] / np.sqrt(PARTS),
            "likes": practised[:top_card],
            "pair_likes": practised[top_card:],
        }
        return {
            **{name: np.round(values, 3).tolist() for name, values in rounded.items()},
            "drafts": whole.count,
            "explained": round(1 - left / whole.squares, 4),
        }


def _bounds(name: str) -> tuple[int, int]:
    most = int(getattr(_drafted, name))
    return -most, most


@click.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option(
    "--drafts", type=int, default=200_000, show_default=True, help="Random drafts for each table."
)
def main(file: Path, drafts: int) -> None:
    """Measure the tables of hands, 2 to 10 players under both placement rules, and write FILE."""

    def measure(rules: Rules) -> dict[str, Any]:
        table = Measurement(rules).measured(drafts)
        click.echo(
            f"{rules.placement}, {rules.players} players: {table['explained']:.2%} explained"
        )
        return table

    write_tables(file, measure)


if __name__ == "__main__":
    main()
