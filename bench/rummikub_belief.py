"""What it is worth to conclude from turns without a play in Rummikub.

Greedy players play rounds.  Before each turn it is predicted, from deals of what the player in turn
does not know, whether the next one will lay something, and how many tiles.  The next ones are told
apart by what is known of them: that they had no initial meld, or that they could lay nothing on the
table as it is.  Run as ``python bench/rummikub_belief.py``; ``--write`` replaces
``bench/rummikub_belief.md``.
"""

from __future__ import annotations

import argparse
import platform
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from nimmt.rummikub import Position, Rules
from nimmt.rummikub.belief import Dealer, silences
from nimmt.rummikub.greedy import AheadTable, greedy_weights
from nimmt.rummikub.setup import random_deal
from nimmt.version import __version__
from nimmt_core._tiles import Arranger

ROUNDS = {2: 40, 3: 60, 4: 80}
DEALS = 20
SEED = 1
OBJECTIVE = "tiles, value"


@dataclass(frozen=True)
class Prediction:
    """What was predicted of a turn, and what came."""

    melded: bool
    blind: tuple[float, float]
    belief: tuple[float, float]
    laid: int


def next_turn(position: Position, arranger: Arranger) -> tuple[Position, int]:
    """Let a greedy player take the turn; return what it led to, and the tiles laid."""
    ahead = AheadTable.of(position)
    weights = greedy_weights(position.rules, OBJECTIVE)
    laid = ahead.greedy_turn(position.turn, arranger, weights)
    if laid:
        return position.play(ahead.table), laid
    return (position.draw() if position.pool else position.pass_turn()), 0


def predicted(
    dealer: Dealer, position: Position, generator: np.random.Generator, arranger: Arranger
) -> tuple[float, float]:
    """Return how often the next seat lays something, and how many tiles it lays in the mean."""
    rules, seat = position.rules, position.turn
    weights = greedy_weights(rules, OBJECTIVE)
    laid = []
    for _ in range(DEALS):
        ahead = AheadTable.of(dealer.deal(generator, arranger))
        ahead.greedy_turn(seat, arranger, weights)
        laid.append(ahead.greedy_turn(rules.next_seat(seat), arranger, weights))
    return float(np.mean(np.array(laid) > 0)), float(np.mean(laid))


def predictions(
    rules: Rules, rounds: int, seconds: dict[str, float], deals: dict[str, int]
) -> Iterator[Prediction]:
    """Play rounds, and predict where something is known of the next seat."""
    generator, arranger = np.random.default_rng(SEED), Arranger()
    for _ in range(rounds):
        racks, pool = random_deal(rules, generator)
        position = Position((), racks, rules, pool=pool)
        while not position.is_over:
            view = position.information_set(position.turn)
            known = silences(view)
            following = rules.next_seat(position.turn)
            after, _ = next_turn(position, arranger)
            if not after.is_over and following in {one.seat for one in known}:
                found = {}
                for name, told in (("blind", ()), ("belief", known)):
                    started = time.process_time()
                    dealer = Dealer(view, told)
                    for _ in range(DEALS):
                        dealer.deal(generator, arranger)
                    seconds[name] += time.process_time() - started
                    deals[name] += DEALS
                    found[name] = predicted(dealer, position, generator, arranger)
                laid = next_turn(after, arranger)[1]
                yield Prediction(view.melded[following], found["blind"], found["belief"], laid)
            position = after


def rows(players: int, joker_lock: str) -> Iterator[str]:
    """Write the lines of a table."""
    seconds, deals = dict.fromkeys(("blind", "belief"), 0.0), dict.fromkeys(("blind", "belief"), 0)
    rules = Rules(players=players, joker_lock=joker_lock)
    found = list(predictions(rules, ROUNDS[players], seconds, deals))
    for melded, what in ((False, "no meld"), (True, "melded, idle")):
        some = [one for one in found if one.melded is melded]
        laid = np.array([one.laid for one in some])
        lays = laid > 0
        blind, belief = (
            np.array([getattr(one, name) for one in some]) for name in ("blind", "belief")
        )
        scores = [np.mean((each[:, 0] - lays) ** 2) for each in (blind, belief)]
        yield (
            f"| {players} | {joker_lock} | {what} | {len(some)} | {lays.mean():.0%} | "
            f"{blind[:, 0].mean():.0%} | {belief[:, 0].mean():.0%} | {laid.mean():.2f} | "
            f"{blind[:, 1].mean():.2f} | {belief[:, 1].mean():.2f} | {scores[0]:.3f} | "
            f"{scores[1]:.3f} |"
        )
    costs = [seconds[name] / deals[name] * 1000 for name in ("blind", "belief")]
    print(f"{players} {joker_lock}: a deal {costs[0]:.2f} ms blind, {costs[1]:.2f} ms by belief")


def report() -> str:
    """Write the whole page."""
    lines = [
        "# What turns without a play say in Rummikub",
        "",
        f"`python bench/rummikub_belief.py --write`, nimmt {__version__}, Python "
        f"{platform.python_version()}. Turns of greedy players after one of whom something is "
        f"known; {DEALS} deals for a prediction, on {', '.join(map(str, ROUNDS.values()))} rounds "
        f'of {", ".join(map(str, ROUNDS))} players. "Off" is the mean squared error of the '
        "chance to lay something (Brier's score).",
        "",
        "| players | lock | known | turns | lay | blind | belief | tiles | blind | belief | "
        "off, blind | off, belief |",
        "|---:|---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|",
    ]
    for players in ROUNDS:
        lines += rows(players, "locked")
    return "\n".join([*lines, ""])


def main() -> None:
    """Measure, and print or write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true")
    page = report()
    if parser.parse_args().write:
        Path(__file__).with_suffix(".md").write_text(page, encoding="utf-8")
    else:
        print(page)


if __name__ == "__main__":
    main()
