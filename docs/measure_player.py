"""What it is worth to follow the advice: the measurement in how-it-works.md.

Rounds of four.  Seat 0 is played by each player in turn, on the same deals; the other three seats
by copies of one player.  It takes some minutes, and prints the same again.
"""

import numpy as np

from nimmt import Game, Rules
from nimmt.agents import play_match, policy_named

ROUNDS = 1000
SEED = 1
RULES = Rules(players=4, threshold=None, rounds=1)


def bull_heads(player: str, others: str) -> np.ndarray:
    """Bull heads of seat 0, by round."""
    taken = []
    for number in range(ROUNDS):
        deals, choices = np.random.SeedSequence([SEED, number]).spawn(2)
        game = Game(RULES, rng=deals)
        players = [policy_named(name) for name in (player, others, others, others)]
        play_match(game, players, np.random.default_rng(choices))
        taken.append(game.scores[0])
    return np.array(taken)


def estimate(values: np.ndarray) -> str:
    """Mean and standard error."""
    return f"{values.mean():.2f} ± {values.std(ddof=1) / len(values) ** 0.5:.2f}"


def main() -> None:
    for others in ("random", "lowest"):
        taken = {name: bull_heads(name, others) for name in ("random", "lowest", "montecarlo")}
        print(f"against three players called {others}:")
        for name, values in taken.items():
            print(f"  {name:<11} {estimate(values)}")
        print(f"  random less montecarlo {estimate(taken['random'] - taken['montecarlo'])}")


if __name__ == "__main__":
    main()
