"""What the advice loses where the truth is known: two players whose hands are known.

Positions of the tactical game are solved, and every player is asked for a card.  What it loses is
the value of the best card less that of the one chosen, while the opponent keeps to an equilibrium.
Run as ``python bench/mistakes.py``; ``--write`` replaces ``bench/mistakes.md``.
"""

from __future__ import annotations

import argparse
import platform
import statistics
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

import numpy as np

import nimmt
from nimmt.agents import InstantPolicy

CARDS = (2, 3, 4, 5, 6, 7)
POSITIONS = 200
DEALS = (128, 1024, 8192)
PLACEMENTS = ("standard", "professional")

Chooser = Callable[[nimmt.InformationSet], int]


def dealt_down(random: Random, placement: str, cards: int) -> nimmt.Position:
    """Deal a tactical game and play at random down to so many cards each."""
    rules = nimmt.Rules(players=2, placement=placement, card_set="tactical")
    position = dealt(random, rules)
    while position.hand_size > cards:
        if position.pending:
            position, _ = position.choose(random.choice(position.options))
        else:
            position, _ = position.play([random.choice(hand) for hand in position.hands])
    while position.pending:
        position, _ = position.choose(random.choice(position.options))
    return position


def dealt(random: Random, rules: nimmt.Rules) -> nimmt.Position:
    """Deal a round."""
    deck = list(rules.cards)
    random.shuffle(deck)
    rows = [[deck.pop()] for _ in range(rules.rows)]
    hands = [sorted(deck.pop() for _ in range(rules.hand_size)) for _ in range(rules.players)]
    return nimmt.Position(rows, hands, rules)


def choosers() -> dict[str, Chooser]:
    """Everybody who is asked."""
    rng = np.random.default_rng(1)

    def simulated(playouts: str, deals: int) -> Chooser:
        limit = nimmt.Limit(samples=deals)
        return lambda view: (
            nimmt.recommend(
                view,
                objective="relative",
                playouts=playouts,
                trust=0,
                exact=False,
                budget=0,
                limit=limit,
                rng=rng,
            ).best
        )

    return {
        "a random card": lambda view: int(rng.choice(view.hand)),
        "instant": lambda view: InstantPolicy().play(view, rng),
        **{f"uniform playouts, {deals}": simulated("uniform", deals) for deals in DEALS[-1:]},
        **{f"network playouts, {deals}": simulated("network", deals) for deals in DEALS},
        "recommend": lambda view: nimmt.recommend(view, rng=rng).best,
    }


def losses(placement: str, cards: int, ask: dict[str, Chooser]) -> dict[str, list[float]]:
    """What everybody loses on each position."""
    found: dict[str, list[float]] = {name: [] for name in ask}
    for number in range(POSITIONS):
        random = Random(f"mistakes {placement} {cards} {number}")
        position = dealt_down(random, placement, cards)
        values = {entry.card: entry.value for entry in nimmt.solve(position, memory=256).cards[0]}
        best = max(values.values())
        view = position.information_set(0, open_hands=True)
        for name, choose in ask.items():
            found[name].append(best - values[choose(view)])
    return found


def table(placement: str, cards: Sequence[int]) -> list[str]:
    """Measure one placement rule."""
    ask = choosers()
    columns = [losses(placement, count, ask) for count in cards]
    lines = [
        "",
        f"## {placement.capitalize()} placement",
        "",
        "| chooser | " + " | ".join(f"{count} cards" for count in cards) + " |",
        "|---|" + "---:|" * len(cards),
    ]
    for name in ask:
        cells = []
        for column in columns:
            values = column[name]
            error = statistics.stdev(values) / len(values) ** 0.5
            cells.append(f"{statistics.fmean(values):.3f} ± {error:.3f}")
        lines.append(f"| {name} | " + " | ".join(cells) + " |")
    return lines


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="replace bench/mistakes.md")
    arguments = parser.parse_args()
    lines = [
        "# What the advice loses where the truth is known",
        "",
        f"`python bench/mistakes.py --write`, nimmt {nimmt.__version__}, Python "
        f"{platform.python_version()}. Mean bull heads lost by a choice, with standard errors, on "
        f"{POSITIONS} positions of the tactical game for two that were played at random down to so "
        "many cards each, against an opponent who keeps to an equilibrium.",
    ]
    for placement in PLACEMENTS:
        lines += table(placement, CARDS)
    text = "\n".join(lines) + "\n"
    print(text)
    if arguments.write:
        Path(__file__).with_suffix(".md").write_text(text)


if __name__ == "__main__":
    main()
