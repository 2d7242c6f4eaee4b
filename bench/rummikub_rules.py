"""Time of Rummikub's solver by other rules than the usual ones.

python bench/rummikub_rules.py

Whole calls of ``solve`` for the most tiles, with the fewest changes, in processor time: on tables
grown by greedy play, and on those of greedy players' rounds with many jokers.
"""

import json
import statistics
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np

from nimmt.rummikub import Position, Rules, solve
from nimmt.rummikub.greedy import AheadTable, greedy_weights
from nimmt.rummikub.setup import random_deal
from nimmt_core._tiles import Arranger

POSITIONS = Path(__file__).parent.parent / "tests" / "data" / "rummikub_positions.json"
SUITES = ("A", "L")
RULES: list[dict[str, Any]] = [
    {"joker_lock": "free"},
    {},
    {"freed_joker": "new_set"},
    {"freed_joker": "new_set_with_two"},
    {"joker_lock": "free", "wrap": True},
    {"wrap": True},
]
MANY_JOKERS = (4, 6, 8)
ROUNDS = 4

Question = dict[str, Any]


def with_many_jokers(jokers: int) -> Iterable[Question]:
    """Go through the turns of some rounds, of players who have melded."""
    rules = Rules(players=2, jokers=jokers)
    generator = np.random.default_rng(jokers)
    arranger, weights = Arranger(), greedy_weights(rules, "tiles, value")
    for _ in range(ROUNDS):
        deal = random_deal(rules, generator)
        ahead = AheadTable.of(Position((), deal.racks, rules, 0, pool=deal.pool))
        seat = 0
        while all(ahead.racks) and ahead.pool:
            if ahead.melded[seat]:
                yield {"table": ahead.table, "rack": ahead.racks[seat], "rules": rules}
            ahead.greedy_turn(seat, arranger, weights)
            seat = rules.next_seat(seat)


def report(what: str, questions: Iterable[Question]) -> None:
    """Time some calls, and print what they took."""
    taken = []
    for question in questions:
        started = time.process_time()
        solve(**question)
        taken.append(1e3 * (time.process_time() - started))
    tenth = statistics.quantiles(taken, n=10)[-1]
    print(
        f"{what:<40} {len(taken):5} calls: median {statistics.median(taken):5.1f} ms, "
        f"9 of 10 within {tenth:6.1f} ms, worst {max(taken):7.1f} ms",
        flush=True,
    )


def main() -> None:
    positions = json.loads(POSITIONS.read_text(encoding="utf-8"))["positions"]
    for options in RULES:
        rules = Rules(**options)
        name = ", ".join(f"{name}={value}" for name, value in options.items()) or "the usual rules"
        report(
            name,
            (
                {"table": position["table"], "rack": position["rack"], "rules": rules}
                for position in positions
                if position["suite"] in SUITES
            ),
        )
    for jokers in MANY_JOKERS:
        report(f"jokers={jokers}, tables of rounds", with_many_jokers(jokers))


if __name__ == "__main__":
    main()
