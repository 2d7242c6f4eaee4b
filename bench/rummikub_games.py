"""Rounds of Rummikub between four greedy players, in one process on one core.

python bench/rummikub_games.py
"""

import time

import numpy as np

from nimmt.rummikub import Rules
from nimmt.rummikub.rounds import GreedyRounds
from nimmt.rummikub.scoring import round_scores
from nimmt.rummikub.setup import random_deal

ROUNDS = 300
RUNS = 3


def rate(joker_lock: str) -> tuple[float, float]:
    """Return rounds per second of processor time in the best run, and turns of a round."""
    rules = Rules(joker_lock=joker_lock)
    generator = np.random.default_rng(1)
    deals = [random_deal(rules, generator) for _ in range(ROUNDS)]
    players = GreedyRounds(rules, ["tiles, value"] * 4)
    turns = sum(len(players.play_by_play(deal, 0)[1]) for deal in deals[:50]) / 50
    seconds = []
    for _ in range(RUNS):
        started = time.process_time()
        for deal in deals:
            round_scores(players.play(deal, 0), rules)
        seconds.append(time.process_time() - started)
    return ROUNDS / min(seconds), turns


for lock in ("free", "locked"):
    rounds, turns = rate(lock)
    print(f"{lock:<8} {rounds:6.0f} rounds a second, {turns:.1f} turns each")
