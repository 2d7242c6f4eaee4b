"""A network that plays much as flat Monte Carlo does, learned from what that one plays.

Flat Monte Carlo takes its opponents for random players, as people do who look at one turn only.  It
is too slow to sit at the tables of a training; its imitation is not.
"""

from __future__ import annotations

from collections import defaultdict

import numpy as np

from nimmt.agents import MonteCarloPolicy, Policy, choose_action, move_on, policy_named
from nimmt.analysis.network import seen_cards
from nimmt.game import Game, Phase
from nimmt.limits import Limit
from nimmt.position import InformationSet
from nimmt.rules import Rules
from nimmt.training.adam import Adam
from nimmt.training.gradient import Played, policy_gradient
from nimmt.training.parameters import Parameters
from nimmt_core import _network

__all__ = ["imitated"]

DEALS = 100  # of flat Monte Carlo, for each decision
OTHERS = ("random", "nearest", "cheapest", "lowest")
SHARE = 0.25  # of the seats that others have, so that unlike tables are seen
LANES = 64
STEPS = 4000  # along the gradient of the likelihood of what was played
BATCH = 12  # groups of lanes of a step
RATE, LAST_RATE = 0.003, 0.0002

Seen = tuple[InformationSet, int]
"""What flat Monte Carlo saw, and the place of the card that it played."""


def imitated(
    placement: str, hidden: int, rounds: int, rng: np.random.Generator
) -> _network.Network:
    """Return a network that imitates flat Monte Carlo.

    Parameters
    ----------
    placement : str
        The placement rule.
    hidden : int
        Hidden units.
    rounds : int
        Rounds that are played to learn from, at tables of 2 to 10.
    rng : Generator
        Source of randomness.
    """
    groups = [
        group
        for decisions in _decisions(placement, rounds, rng).values()
        for group in _groups(decisions)
    ]
    weights = Parameters.random(hidden, rng)
    adam = Adam(weights)
    for step in range(STEPS):
        batch: Played = [groups[int(number)] for number in rng.integers(len(groups), size=BATCH)]
        # A cost of -1 for what was played: the gradient of minus the logarithm of its chance.
        costs = [np.full(group[2].shape, -1, dtype=np.float32) for group in batch]
        gradient, _ = policy_gradient(weights, batch, costs, 0.0)
        adam.step(gradient, RATE * (LAST_RATE / RATE) ** (step / STEPS))
    return weights.network()


def _decisions(
    placement: str, rounds: int, rng: np.random.Generator
) -> dict[tuple[int, int], list[Seen]]:
    """Let flat Monte Carlo play; what it did by the number of players and of cards held."""
    found = defaultdict(list)
    teacher = MonteCarloPolicy(Limit(samples=DEALS))
    for _ in range(rounds):
        players = int(rng.integers(2, 11))
        game = Game(Rules(players, placement=placement, threshold=None, rounds=1), rng=rng)
        game.deal()
        policies: list[Policy] = [
            policy_named(str(rng.choice(OTHERS))) if rng.random() < SHARE else teacher
            for _ in range(players)
        ]

        def decide(seat: int, game: Game = game, policies: list[Policy] = policies) -> int:
            action = choose_action(policies[seat], game, seat, rng)
            if policies[seat] is teacher and game.phase is Phase.PLAY:
                view = game.information_set(seat)
                if view.hand_size > 1:
                    found[view.rules.players, view.hand_size].append(
                        (view, view.hand.index(action))
                    )
            return action

        while game.phase is not Phase.OVER:
            move_on(game, decide)
    return found


def _groups(decisions: list[Seen]) -> Played:
    """Return what the network sees of the decisions, in groups of as many as there are lanes.

    The last group is filled up with decisions from the beginning.
    """
    groups = []
    decisions = decisions + [decisions[i % len(decisions)] for i in range(-len(decisions) % LANES)]
    blank = _network.Network(*(array.astype(np.int16) for array in _zeros()))
    for first in range(0, len(decisions), LANES):
        views = [view for view, _ in decisions[first : first + LANES]]
        rules = views[0].rules
        _, state, cards = _network.hand_scores(
            blank,
            [view.rows for view in views],
            [view.hand for view in views],
            [seen_cards(view) for view in views],
            rules.players,
            rules.top_card,
            rules.row_capacity,
            rules.professional,
        )
        chosen = np.array([place for _, place in decisions[first : first + LANES]], dtype=np.uint8)
        groups.append(
            (
                state.T.astype(np.uint8)[:, None, None, :],
                cards.transpose(2, 1, 0).astype(np.uint8)[:, None, None, :, :],
                chosen[None, None, :],
                np.zeros((1, rules.players, LANES), dtype=np.uint8),
                np.zeros((_network.ROW_FEATURES, 1, rules.rows, LANES), dtype=np.uint8),
                np.full((1, 2, LANES), 255, dtype=np.uint8),
            )
        )
    return groups


def _zeros() -> Parameters:
    return Parameters.like(Parameters.random(2, np.random.default_rng(0)))
