"""Networks of random weights, for the kernel and for the reference."""

from collections.abc import Sequence
from random import Random

import numpy as np

from nimmt_core._network import (
    CARD_FEATURES,
    MOST_HIDDEN,
    ROW_FEATURES,
    ROW_HIDDEN,
    STATE_FEATURES,
    Network,
    noises,
)
from reference.network import Weights

# What the kernel takes at most, in the first layer and in the last.
MOST_WEIGHT = 8192
MOST_LAST_WEIGHT = 4096


def random_weights(random: Random, hidden: int, most: int, most_last: int) -> Weights:
    """Draw weights; where a bound is the kernel's own, half of them are at it."""

    def layer(rows: int, columns: int, bound: int, limit: int) -> list[list[int]]:
        return [
            [
                random.choice([-bound, bound])
                if bound == limit and random.random() < 0.5
                else random.randint(-bound, bound)
                for _ in range(columns)
            ]
            for _ in range(rows)
        ]

    return Weights(
        layer(hidden, STATE_FEATURES, most, MOST_WEIGHT),
        layer(hidden, CARD_FEATURES, most, MOST_WEIGHT),
        layer(1, hidden, most_last, MOST_LAST_WEIGHT)[0],
        layer(ROW_HIDDEN, ROW_FEATURES, most, MOST_WEIGHT),
        layer(1, ROW_HIDDEN, most_last, MOST_LAST_WEIGHT)[0],
    )


def weights_of_any_size(random: Random) -> Weights:
    """Draw weights of a network of any size: small ones, usual ones, or the largest."""
    most, most_last = random.choice(
        [(20, 400), (400, 1500), (2000, 2000), (MOST_WEIGHT, MOST_LAST_WEIGHT)]
    )
    return random_weights(random, random.randrange(2, MOST_HIDDEN + 1, 2), most, most_last)


def network_of(weights: Weights) -> Network:
    """Return the kernel's network."""
    return Network(*(np.array(array, dtype=np.int16) for array in weights))


def random_network(seed: str) -> Network:
    """Return a network of usual weights."""
    return network_of(random_weights(Random(seed), 16, 400, 1500))


def zeros(hidden: int = 2) -> Weights:
    """Return a network that likes all cards and rows alike, to change."""

    def layer(rows: int, columns: int) -> list[list[int]]:
        return [[0] * columns for _ in range(rows)]

    return Weights(
        layer(hidden, STATE_FEATURES),
        layer(hidden, CARD_FEATURES),
        [0] * hidden,
        layer(ROW_HIDDEN, ROW_FEATURES),
        [0] * ROW_HIDDEN,
    )


def likes(
    card_feature: int | None = None, row_feature: int | None = None, size: int = 1024
) -> Weights:
    """Return a network whose scores are a feature of a card or row: 1 of it is `size` / 1024."""
    weights = zeros()
    if card_feature is not None:
        weights.card[0][card_feature] = 1024
        weights.last[0] = size
    if row_feature is not None:
        weights.row[0][row_feature] = 1024
        weights.row_last[0] = size
    return weights


def as_lists(arrays: Sequence[np.ndarray]) -> Weights:
    """Return the weights of ``Network.arrays``."""
    return Weights(*(array.tolist() for array in arrays))


def chances_of(scores: Sequence[int]) -> list[float]:
    """Return how often each of some things is chosen: the first with the highest noisy score."""
    noise = np.array(noises())
    chances = []
    for place, score in enumerate(scores):
        chance = np.ones(len(noise))
        for other, than in enumerate(scores):
            if other != place:
                highest = noise + score - than
                beaten = np.searchsorted(noise, highest, "right" if other > place else "left")
                chance *= beaten / len(noise)
        chances.append(float(chance.mean()))
    return chances


def certain_weights() -> Weights:
    """Return a network that plays the highest card and takes the row that ends highest."""
    weights = zeros()
    for unit in range(2):
        weights.card[unit][18] = 8192
        weights.last[unit] = 4096
        weights.row[unit][12] = 8192
        weights.row_last[unit] = 4096
    return weights
