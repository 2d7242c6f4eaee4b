"""Fit what complete drafts are worth: ``python -m nimmt.training.drafts --help``.

Every seat drafts by a style of its own, drawn at random, so that hands of all kinds meet; the
policy network plays each draft several times.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
import numpy as np
from numpy.typing import NDArray

from nimmt.analysis.draft_model import draft_features
from nimmt.analysis.draft_rounds import heads_of, played
from nimmt.rules import Rules
from nimmt.seeding import block_generator
from nimmt.training.drafted import some_drafts
from nimmt.training.tables import write_tables
from nimmt_core._lanes import GROUP

__all__ = ["main"]

BLOCK = 20 * GROUP
REPEATS = 4  # plays of each draft
UNSEEN = 5  # of so many blocks, one is kept to test by
RIDGE = 1e-2

Numbers = NDArray[np.float64]


def valued(rules: Rules, block: int) -> tuple[NDArray[np.float32], Numbers]:
    """Draft and play a block: features, and bull heads less the table's mean of each play."""
    players = rules.players
    stream = block_generator(players, block)
    picks = some_drafts(rules, BLOCK, stream)
    plays = []
    for _ in range(REPEATS):
        heads = heads_of(rules, picks, played(rules, picks, stream)).astype(np.float64)
        plays.append(heads - heads.mean(axis=1, keepdims=True))
    return draft_features(rules, picks, 0), np.array(plays)


def fitted(rules: Rules, blocks: int) -> dict[str, Any]:
    """Fit the weights by least squares, and test them on drafts that they have not seen."""
    unseen = []
    products: Any = 0.0
    inputs: Any = 0.0
    for block in range(blocks):
        features, plays = valued(rules, block)
        if block % UNSEEN == 0:
            unseen.append((features, plays))
            continue
        rows = features.reshape(-1, features.shape[2]).astype(np.float64)
        inputs = inputs + rows.T @ rows
        products = products + rows.T @ plays.mean(axis=0).reshape(-1)
    weights = np.linalg.solve(inputs + RIDGE * np.eye(len(products)), products)
    weights = np.round(weights, 3)
    plays = np.concatenate([plays for _, plays in unseen], axis=1)
    found = np.concatenate([features @ weights for features, _ in unseen])
    # Two plays of a draft have nothing in common but what the draft is worth.
    worth = float(np.mean([(plays[i] * plays[j]).mean() for i in range(REPEATS) for j in range(i)]))
    chance = (float((plays**2).mean()) - worth) / REPEATS
    left = float(((plays.mean(axis=0) - found) ** 2).mean()) - chance
    return {
        "weights": weights.tolist(),
        "drafts": blocks * BLOCK,
        "spread": round(worth**0.5, 3),
        "error": round(max(left, 0.0) ** 0.5, 3),
        "explained": round(1 - left / worth, 4),
    }


@click.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option(
    "--drafts", type=int, default=38_400, show_default=True, help="Drafts for each model."
)
def main(file: Path, drafts: int) -> None:
    """Fit the models, 2 to 10 players under both placement rules, and write FILE."""

    def measure(rules: Rules) -> dict[str, Any]:
        model = fitted(rules, max(UNSEEN, drafts // BLOCK))
        click.echo(
            f"{rules.placement}, {rules.players} players: hands differ by {model['spread']}, error "
            f"{model['error']}, {model['explained']:.1%} explained"
        )
        return model

    write_tables(file, measure)


if __name__ == "__main__":
    main()
