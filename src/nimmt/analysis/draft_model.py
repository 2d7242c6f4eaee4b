"""What complete drafts are worth, by a sum over features, without playing them.

The features are what can be counted: which cards and pairs a hand has, how many of the others'
cards can come between a row and a card, how many cards lie below all rows, where the hand lies as a
whole, and where it lies among the others'.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nimmt.analysis.hands import DISTANCES
from nimmt.draft import Draft
from nimmt.errors import IllegalActionError, RulesError
from nimmt.rules import Rules

__all__ = ["check_measured", "draft_features", "draft_values", "values_of_drafts"]

MOST_BETWEEN = 15  # so many cards or more between a row and a card are counted alike
MOST_LOW = 7
HAND = 10
ROWS = 4

Numbers = NDArray[np.float64]


def check_measured(rules: Rules) -> None:
    """Raise unless drafts by such rules were measured.

    Raises
    ------
    RulesError
        If not.
    """
    if not (rules.drafted and (rules.rows, rules.row_capacity, rules.hand_size) == (ROWS, 5, HAND)):
        raise RulesError(
            f"complete drafts were measured for logical games with {ROWS} rows of 5 and hands of "
            f"{HAND}, not for {rules.card_set} cards, {rules.rows} rows of {rules.row_capacity} "
            f"and hands of {rules.hand_size}"
        )


def draft_features(rules: Rules, picks: NDArray[np.uint8], first: int) -> NDArray[np.float32]:
    """Return the features of every hand, less their means at the table.

    Parameters
    ----------
    rules : Rules
        Rules that were measured.
    picks : ndarray of uint8, shape (drafts, players * 10)
        Complete drafts.
    first : int
        The seat that picked first.

    Returns
    -------
    ndarray of float32, shape (drafts, players, features)
    """
    players, top_card = rules.players, rules.top_card
    owners = np.full((len(picks), top_card), players)
    seats = np.broadcast_to((first + np.arange(picks.shape[1])) % players, picks.shape)
    np.put_along_axis(owners, picks.astype(np.int64) - 1, seats, axis=1)
    held = owners[:, None, :] == np.arange(players)[None, :, None]
    found = [
        *_cards_and_pairs(held),
        *_rows(held, owners == players),
        *_places(held, owners == players),
    ]
    features = np.concatenate([part.astype(np.float32) for part in found], axis=2)
    return np.asarray(features - features.mean(axis=1, keepdims=True))


def _cards_and_pairs(held: NDArray[np.bool_]) -> list[NDArray[Any]]:
    """Which cards a hand has, and how many pairs at each distance."""
    pairs = [
        (held[:, :, distance:] & held[:, :, :-distance]).sum(axis=2)
        for distance in range(1, DISTANCES + 1)
    ]
    return [held, np.stack(pairs, axis=2)]


def _rows(held: NDArray[np.bool_], starts: NDArray[np.bool_]) -> list[NDArray[Any]]:
    """How many of the others' cards lie between a row and each card; how many lie below all."""
    row = np.maximum.accumulate(np.where(starts, np.arange(starts.shape[1]), -1), axis=1)
    is_low = (row < 0)[:, None, :]
    below = np.maximum(row, 0)
    in_hands = (~starts).cumsum(axis=1)
    own = held.cumsum(axis=2)
    own_below = np.take_along_axis(own, np.broadcast_to(below[:, None, :], own.shape), axis=2)
    between = (in_hands - np.take_along_axis(in_hands, below, axis=1))[:, None, :]
    between = np.minimum(between - (own - own_below), MOST_BETWEEN)
    counts = [
        ((between == count) & ~is_low & held).sum(axis=2) for count in range(MOST_BETWEEN + 1)
    ]
    low = (held & is_low).sum(axis=2)
    return [
        np.stack(counts, axis=2),
        low[:, :, None],
        low[:, :, None] == np.arange(1, MOST_LOW + 1),
    ]


def _places(held: NDArray[np.bool_], starts: NDArray[np.bool_]) -> list[NDArray[Any]]:
    """Where a hand lies: its cards in order, their mean and spread, beside the others' and rows."""
    top_card = held.shape[2]
    places = np.nonzero(held)[2].reshape(*held.shape[:2], HAND) / top_card
    rows = np.nonzero(starts)[1].reshape(len(starts), 1, ROWS) / top_card
    mean = places.mean(axis=2, keepdims=True)
    spread = places.std(axis=2, keepdims=True)
    apart = np.broadcast_to(mean.std(axis=1, keepdims=True), mean.shape)
    return [
        places,
        mean**2,
        mean**3,
        spread,
        spread**2,
        mean * spread,
        mean == mean.max(axis=1, keepdims=True),
        mean == mean.min(axis=1, keepdims=True),
        mean * apart,
        mean**2 * apart,
        mean * rows,
    ]


def _loaded() -> Any:
    return json.loads((files("nimmt") / "weights" / "drafts.json").read_text(encoding="utf-8"))


_models = cache(_loaded)


def values_of_drafts(rules: Rules, picks: NDArray[np.uint8], first: int = 0) -> Numbers:
    """Return what the seats of many complete drafts take, less the table's mean.

    Parameters
    ----------
    rules : Rules
        Rules that were measured.
    picks : ndarray of uint8, shape (drafts, players * 10)
        Complete drafts.
    first : int
        The seat that picked first.

    Returns
    -------
    ndarray of float, shape (drafts, players)
        Bull heads of the round, estimated; less is better.

    Raises
    ------
    RulesError
        If such drafts were not measured.
    """
    check_measured(rules)
    weights = np.array(_models()[rules.placement][str(rules.players)]["weights"])
    return np.asarray(draft_features(rules, picks, first) @ weights)


def draft_values(draft: Draft) -> tuple[float, ...]:
    """Return what each seat of a complete draft takes, less the table's mean, without playing it.

    Parameters
    ----------
    draft : Draft
        A complete draft.

    Returns
    -------
    tuple of float
        Bull heads of the round, estimated by a model of what was measured; less is better.

    Raises
    ------
    IllegalActionError
        If the draft is not over.
    RulesError
        If such drafts were not measured.

    Examples
    --------
    >>> draft = Draft(Rules(players=2, card_set="logical"), picks=range(1, 21))
    >>> abs(sum(draft_values(draft))) < 1e-5  # single precision
    True
    """
    if not draft.is_over:
        raise IllegalActionError(
            f"the draft is not over: {len(draft.picks)} cards are picked, "
            f"{draft.rules.players * draft.rules.hand_size} were expected"
        )
    picks = np.array([draft.picks], dtype=np.uint8)
    return tuple(values_of_drafts(draft.rules, picks, draft.first)[0].tolist())
