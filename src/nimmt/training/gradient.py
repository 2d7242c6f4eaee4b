"""The gradient of what learners pay, from rounds that they played: REINFORCE with a baseline.

For a choice of card ``a`` by chances ``p``, and what the round cost from then on, ``G``, the
gradient of the expected cost is the mean of ``(G - b) grad log p(a)`` for any ``b`` that does not
depend on the choice (Williams, Machine Learning 8, 1992).  Here ``b`` is what the same seat paid
from the same turn on in the other rounds of the same deal, on average.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from nimmt.training.parameters import Array, Parameters
from nimmt_core import _network

__all__ = ["Played", "advantages", "policy_gradient"]

Bytes = NDArray[np.uint8]

Played = Sequence[tuple[Bytes, Bytes, Bytes, Bytes, Bytes, Bytes]]
"""What ``play_to_learn`` returns: arrays for each turn."""

SCALE = np.float32(1 / _network.FEATURE)
MOST_UNIT = np.float32(16)  # the largest value of a hidden unit
TINY = np.float32(1e-12)


def advantages(played: Played, learners: int, repeats: int, spite: float) -> list[Array]:
    """Return how much more than usual each seat paid from each turn on.

    Parameters
    ----------
    played : sequence of tuple
        What was played.
    learners : int
        The first seats.
    repeats : int
        Rounds next to each other on the same deal.
    spite : float
        How much of the mean of the others' bull heads counts against the own ones: 0 for own bull
        heads alone, 1 for the difference.

    Returns
    -------
    list of ndarray of float32, shape (groups, learners, lanes)
        In bull heads; positive is bad.
    """
    found = []
    to_go: Array = np.zeros(played[0][3].shape, dtype=np.float32)
    for _, _, _, heads, _, _ in reversed(played):
        to_go = to_go + heads
        others = (to_go.sum(axis=1, keepdims=True) - to_go) / (to_go.shape[1] - 1)
        cost = (to_go - np.float32(spite) * others)[:, :learners]
        same = cost.reshape(*cost.shape[:2], -1, repeats)
        rest = (same.sum(axis=-1, keepdims=True) - same) / (repeats - 1)
        found.append((same - rest).reshape(cost.shape))
    return found[::-1]


def policy_gradient(
    weights: Parameters, played: Played, costs: Sequence[Array], entropy_bonus: float
) -> tuple[Parameters, float]:
    """Return the gradient of the mean cost of a choice, and the mean entropy of the cards' choices.

    Parameters
    ----------
    weights : Parameters
        The weights, as they were when the rounds were played.
    played : sequence of tuple
        What was played.
    costs : sequence of ndarray
        What ``advantages`` returned.
    entropy_bonus : float
        Bull heads that a nat of entropy is worth, so that chances stay open at first.

    Returns
    -------
    gradient : Parameters
        The derivative by each weight.
    entropy : float
        In nats, over choices between two cards or more.
    """
    total = Parameters.like(weights)
    entropies = 0.0
    choices = 0
    for (state, cards, chosen, _, rows, row_choices), cost in zip(played, costs, strict=True):
        if cards.shape[3] > 1:
            entropies += _add_cards(weights, total, state, cards, chosen, cost, entropy_bonus)
            choices += chosen.size
        _add_rows(weights, total, rows, row_choices, cost, entropy_bonus)
    for array in total:
        array /= choices
    return total, entropies / choices


def _slopes(scores: Array, chosen: Bytes, cost: Array, entropy_bonus: float) -> tuple[Array, float]:
    """Return the derivative by each score, and the sum of the entropies.

    `scores` has the things to choose from on its second axis, the others have length 1 there.
    """
    scores -= scores.max(axis=1, keepdims=True)
    chances = np.exp(scores)
    chances /= chances.sum(axis=1, keepdims=True)
    logs = np.log(chances + TINY)
    entropy = -(chances * logs).sum(axis=1, keepdims=True)
    taken = np.arange(scores.shape[1])[None, :, None] == chosen
    slopes = cost * (taken - chances) + np.float32(entropy_bonus) * chances * (logs + entropy)
    return slopes.astype(np.float32), float(entropy.sum())


def _add_cards(
    weights: Parameters,
    total: Parameters,
    state: Bytes,
    cards: Bytes,
    chosen: Bytes,
    cost: Array,
    entropy_bonus: float,
) -> float:
    """Add what a turn's choices of cards say; returns the sum of their entropies."""
    groups, learners, held, lanes = cards.shape[1:]
    state_inputs = (state * SCALE).reshape(len(state), -1)
    card_inputs = (cards * SCALE).reshape(len(cards), -1)
    hidden = (weights.card @ card_inputs).reshape(-1, groups * learners, held, lanes)
    hidden += (weights.state @ state_inputs).reshape(-1, groups * learners, 1, lanes)
    np.clip(hidden, 0, MOST_UNIT, out=hidden)
    slopes, entropy = _slopes(
        np.tensordot(weights.last, hidden, axes=1),
        chosen.reshape(-1, 1, lanes),
        cost.reshape(-1, 1, lanes),
        entropy_bonus,
    )
    total.last += np.tensordot(hidden, slopes, axes=3)
    # Back through what is inside the limits; the hidden units themselves are no longer needed.
    np.multiply((hidden > 0) & (hidden < MOST_UNIT), slopes, out=hidden)
    hidden *= weights.last[:, None, None, None]
    total.card += hidden.reshape(len(hidden), -1) @ card_inputs.T
    total.state += hidden.sum(axis=2).reshape(len(hidden), -1) @ state_inputs.T
    return entropy


def _add_rows(
    weights: Parameters,
    total: Parameters,
    rows: Bytes,
    row_choices: Bytes,
    cost: Array,
    entropy_bonus: float,
) -> None:
    """Add what a turn's choices of rows say.

    Who has a row to choose pays more than usual anyway, so the mean of that is left out.
    """
    owner = row_choices[:, 0]
    groups, lanes = np.nonzero(owner < cost.shape[1])
    if len(groups) == 0:
        return
    paid = cost[groups, owner[groups, lanes], lanes]
    paid -= paid.mean()
    inputs = rows[:, groups, :, lanes].transpose(1, 0, 2) * SCALE  # feature, choice, row
    flat = inputs.reshape(len(inputs), -1)
    hidden = np.clip(weights.row @ flat, 0, MOST_UNIT)
    slopes, _ = _slopes(
        (weights.row_last @ hidden).reshape(1, len(groups), -1).transpose(0, 2, 1),
        row_choices[groups, 1, lanes][None, None, :],
        paid[None, None, :],
        entropy_bonus,
    )
    slopes = np.ascontiguousarray(slopes[0].T).reshape(-1)  # choice by choice
    total.row_last += hidden @ slopes
    inside = (hidden > 0) & (hidden < MOST_UNIT)
    total.row += (inside * weights.row_last[:, None] * slopes) @ flat.T
