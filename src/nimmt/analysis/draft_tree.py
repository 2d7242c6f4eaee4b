"""The last picks of a draft as a tree: the asker takes what is best, the others what is likely.

Whoever picks in another seat has one of the styles, as likely as its picks so far make it.  The
style at random is what is left when no other explains them, so such a seat is taken for one that
picks what is best for itself.  With nothing but the best picks the tree is that of max^n (Luckhardt
and Irani 1986).

Every way to complete the draft is played some times.  What a complete draft is worth is the sum of
what its cards add in their owners' hands, found by least squares over all of them, and a share of
what its own playouts say beyond that sum: as large a share as there is more to them than chance
(empirical Bayes).  Then the drafts that the tree leads to, and those that one second best pick on
the way leads to, are played more often, which corrects what was chosen for having been lucky.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import permutations
from math import perm

import numpy as np
from numpy.typing import NDArray

from nimmt.analysis.styles import STYLES, styles_of
from nimmt.draft import DraftView

__all__ = ["PickTree", "Policy"]

FIRST_PLAYS = 16  # of every complete draft
MORE_PLAYS = 32  # of those that matter, in every round
ROUNDS = 12
LINES = 8  # that are followed from every card to find what matters
RIDGE = 1.0  # keeps the least squares solvable: the counts of a table's cards are not independent
UNEXPLAINED = STYLES.index("random")

Numbers = NDArray[np.float64]
Cards = NDArray[np.uint8]
Indices = NDArray[np.int64]

PlayDrafts = Callable[[Cards, int], Numbers]
"""Plays complete drafts: the objective of each seat.  The number is that of the random stream."""


@dataclass(frozen=True)
class Policy:
    """What everybody does at every node; one array for every pick after the first.

    Attributes
    ----------
    best, second : list of ndarray of int, shape (nodes,)
        Which child is best for whoever picks, and which second best.
    """

    best: list[Indices]
    second: list[Indices]


class PickTree:
    """Everything that can follow in a draft of which few picks are left.

    Parameters
    ----------
    view : DraftView
        What is known, the hands among it.
    picks : sequence of int
        The cards picked so far, in an order that gives the hands.
    weights : ndarray of float, shape (players, styles), optional
        How likely each seat has each style; without, everybody picks what is best.
    """

    def __init__(
        self, view: DraftView, picks: Sequence[int], weights: Numbers | None = None
    ) -> None:
        players = view.rules.players
        left = players * view.rules.hand_size - len(picks)
        self.table = sorted(view.remaining)
        self.seats = [(view.seat + turn) % players for turn in range(left)]
        size = len(self.table)
        lines: Indices = np.array(list(permutations(range(size), left)), dtype=np.int64)
        owners = np.full((len(lines), size), players, dtype=np.int64)
        np.put_along_axis(owners, lines, np.broadcast_to(self.seats, lines.shape), axis=1)
        code = owners @ (players + 1) ** np.arange(size)
        _, firsts, self._leaves = np.unique(code, return_index=True, return_inverse=True)
        self._owners = owners[firsts]
        self._lines = lines
        self._picks = np.array(picks, dtype=np.uint8)
        self.drafts = self._complete(firsts)
        self._best_chance = [1.0] * left
        self._chances: list[Numbers | None] = [None] * left
        if weights is not None:
            for turn in range(1, left):
                seat = self.seats[turn]
                if seat != view.seat:
                    self._best_chance[turn] = float(weights[seat, UNEXPLAINED])
                    self._chances[turn] = self._likely(view, turn, weights[seat])

    def _complete(self, lines: Indices) -> Cards:
        """Return all picks of some lines."""
        following = np.array(self.table, dtype=np.uint8)[self._lines[lines]]
        before = np.broadcast_to(self._picks, (len(lines), len(self._picks)))
        return np.concatenate([before, following], axis=1)

    def _likely(self, view: DraftView, turn: int, weights: Numbers) -> Numbers:
        """Return how likely the styles that explain picks make each child, for every node."""
        styles = styles_of(view.rules)
        seat = self.seats[turn]
        assert view.hands is not None
        cards = np.array(self.table)
        nodes = perm(len(cards), turn)
        children = self._lines.reshape(nodes, len(cards) - turn, -1, len(self.seats))[:, :, 0]
        near = styles.nearness()[:, cards - 1][:, :, cards - 1]
        likes = styles.likes(view.hands[seat])[None, :, cards - 1]
        likes = np.repeat(likes, nodes, axis=0)
        for before in range(turn):
            if self.seats[before] == seat:
                likes += near[:, children[:, 0, before]].transpose(1, 0, 2)
        liked = np.take_along_axis(likes, children[:, None, :, turn], axis=2)
        chances = np.exp(liked - liked.max(axis=2, keepdims=True))
        chances /= chances.sum(axis=2, keepdims=True)
        explained = np.where(np.arange(len(STYLES)) == UNEXPLAINED, 0.0, weights)
        return np.asarray((chances * explained[:, None]).sum(axis=1))

    def policy(self, values: Numbers) -> Policy:
        """Return what is best at every node.

        Parameters
        ----------
        values : ndarray of float, shape (drafts, players)
            What each complete draft is worth to each seat; less is better.
        """
        best, second = [], []
        worth = values[self._leaves]
        for turn in range(len(self.seats) - 1, 0, -1):
            worth = worth.reshape(-1, len(self.table) - turn, values.shape[1])
            order = np.argsort(worth[:, :, self.seats[turn]], axis=1, kind="stable")
            best.append(order[:, 0])
            second.append(order[:, 1])
            taken = worth[np.arange(len(worth)), order[:, 0]]
            chances = self._chances[turn]
            if chances is None:
                worth = taken
            else:
                likely = (worth * chances[:, :, None]).sum(axis=1)
                worth = self._best_chance[turn] * taken + likely
        return Policy(best[::-1], second[::-1])

    def followed(
        self, policy: Policy, places: Indices, numbers: Numbers, deviate: Indices | None = None
    ) -> Indices:
        """Follow lines from some cards of the table.

        Parameters
        ----------
        policy : Policy
            What is best.
        places : ndarray of int
            Places of the first picks on the table, one for every line.
        numbers : ndarray of float, shape (lines, picks)
            Random numbers from 0 to 1 for the picks that are a matter of chance.
        deviate : ndarray of int, optional
            For every line the pick for which the second best one takes the place of the best one.

        Returns
        -------
        ndarray of int
            The numbers of the lines.
        """
        nodes = places
        for turn in range(1, len(self.seats)):
            child = policy.best[turn - 1][nodes]
            if deviate is not None:
                child = np.where(deviate == turn, policy.second[turn - 1][nodes], child)
            chances = self._chances[turn]
            if chances is not None:
                bounds = self._best_chance[turn] + chances[nodes].cumsum(axis=1)
                number = numbers[:, turn]
                likely = (number[:, None] >= bounds[:, :-1]).sum(axis=1)
                child = np.where(number < self._best_chance[turn], child, likely)
            nodes = nodes * (len(self.table) - turn) + child
        return nodes

    def completed(self, policy: Policy, card: int, numbers: Numbers) -> Cards:
        """Return complete drafts that follow a card, one for every row of random numbers.

        Returns
        -------
        ndarray of uint8, shape (drafts, players * hand_size)
        """
        places = np.full(len(numbers), self.table.index(card))
        return self._complete(self.followed(policy, places, numbers))

    def searched(self, play: PlayDrafts, rng: np.random.Generator) -> Policy:
        """Return what is best where the worth of complete drafts is a matter of playouts.

        Parameters
        ----------
        play : callable
            Plays complete drafts by chance.
        rng : Generator
            Chooses what is played more often.
        """
        counts = np.full(len(self.drafts), FIRST_PLAYS)
        values = play(np.repeat(self.drafts, FIRST_PLAYS, axis=0), 0)
        values = values.reshape(len(self.drafts), FIRST_PLAYS, -1)
        sums = values.sum(axis=1)
        noise = values.var(axis=1, ddof=1).mean(axis=0)
        fitted = self._fitted(sums / FIRST_PLAYS)
        beyond = ((sums / FIRST_PLAYS - fitted) ** 2).mean(axis=0) - noise / FIRST_PLAYS
        places = np.repeat(np.arange(len(self.table)), LINES)
        for number in range(1, ROUNDS + 1):
            policy = self.policy(_estimated(sums, counts, fitted, noise, beyond))
            lines = self.followed(
                policy,
                places,
                rng.random((len(places), len(self.seats))),
                rng.integers(0, len(self.seats), len(places)),  # 0 keeps to the best picks
            )
            some = np.unique(self._leaves[lines])
            found = play(np.repeat(self.drafts[some], MORE_PLAYS, axis=0), number)
            sums[some] += found.reshape(len(some), MORE_PLAYS, -1).sum(axis=1)
            counts[some] += MORE_PLAYS
        return self.policy(_estimated(sums, counts, fitted, noise, beyond))

    def _fitted(self, means: Numbers) -> Numbers:
        """Return the sum of what the cards of the table add in their owners' hands."""
        owners = np.arange(self._owners.max() + 1)
        design = (self._owners[:, :, None] == owners).reshape(len(means), -1).astype(np.float64)
        middle = means.mean(axis=0)
        squares = design.T @ design + RIDGE * np.eye(design.shape[1])
        return np.asarray(middle + design @ np.linalg.solve(squares, design.T @ (means - middle)))


def _estimated(
    sums: Numbers, counts: Indices, fitted: Numbers, noise: Numbers, beyond: Numbers
) -> Numbers:
    """Return the fit and a share of what the playouts say beyond it.

    ``noise`` is the variance of a playout, and ``beyond`` that of what the fit leaves out.
    """
    real = np.maximum(beyond, 1e-9)
    share = real / (real + noise / counts[:, None])
    return np.asarray(fitted + share * (sums / counts[:, None] - fitted))
