"""What a good hand is in logical games: cards, pairs, places at the table, styles and rows.

Run as ``python bench/hands.py``; it takes a few minutes, and writes ``bench/hands.md``.  The worth
of cards and pairs is from the tables that ship, which ``python -m nimmt.training.hands`` makes; the
rest is measured here, on drafts of one style that the policy network plays.
"""

from __future__ import annotations

import platform
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import nimmt
from nimmt.analysis.draft_rounds import completed, heads_of, played
from nimmt.analysis.hands import HandTable, hand_table
from nimmt.analysis.styles import STYLES, styles_of
from nimmt.seeding import block_generator

PAGE = Path(__file__).parent / "hands.md"
DRAFTS = 2560
TABLES = (2, 3, 4, 6, 10)
SHOWN = ("highest", "lowest", "middle", "neighbours", "high neighbours", "practised")

Heads = NDArray[np.int64]


def outcome(rules: nimmt.Rules, styles: Sequence[str]) -> tuple[Heads, Heads]:
    """Let seats draft by styles, seat 0 first; bull heads of the seats, and the rows."""
    numbers = np.array([[STYLES.index(name)] * DRAFTS for name in styles], dtype=np.uint8)
    stream = block_generator(1, 0)
    picks = completed(rules, styles_of(rules), numbers, stream)
    heads = heads_of(rules, picks, played(rules, picks, stream))
    table = np.ones((DRAFTS, rules.top_card), dtype=bool)
    np.put_along_axis(table, picks.astype(np.int64) - 1, False, axis=1)
    return heads, np.nonzero(table)[1].reshape(DRAFTS, -1) + 1


def estimate(values: NDArray[np.float64]) -> str:
    """A mean and its 95% interval."""
    return f"{values.mean():+.1f} ± {1.96 * values.std() / len(values) ** 0.5:.1f}"


def relative(heads: Heads, seat: int) -> NDArray[np.float64]:
    """Bull heads of a seat less the mean of the others'."""
    own = heads[:, seat]
    return np.asarray(own - (heads.sum(axis=1) - own) / (heads.shape[1] - 1))


def lonely(rules: nimmt.Rules, style: str, others: str) -> str:
    """What one seat takes more than the others, over all places at the table."""
    players = rules.players
    values = []
    for seat in range(players):
        styles = [others] * players
        styles[seat] = style
        values.append(relative(outcome(rules, styles)[0], seat))
    return estimate(np.concatenate(values))


def cards(table: HandTable) -> str:
    """The cards that are worth least and most."""
    order = np.argsort(table.cards)
    shown = [*order[:3], *order[-3:]]
    return " | ".join(
        f"{card + 1}: {table.cards[card]:+.2f} ± {1.96 * table.card_errors[card]:.2f}"
        for card in shown
    )


def pairs(table: HandTable) -> str:
    """What pairs add."""
    return " | ".join(
        f"{table.pairs[distance - 1]:+.2f} ± {1.96 * table.pair_errors[distance - 1]:.2f}"
        for distance in (1, 2, 3, 4, 6, 10)
    )


def main() -> None:
    lines = [
        "# What a good hand is",
        "",
        f"`python bench/hands.py`, nimmt {nimmt.__version__}, Python {platform.python_version()}, "
        f"{platform.machine()}. Logical games with hands of ten and four rows; everybody plays the "
        "cards as the policy network does. Bull heads of a round; less is better; intervals are "
        "95%.",
    ]
    for placement in ("standard", "professional"):
        all_rules = {
            players: nimmt.Rules(players=players, placement=placement, card_set="logical")
            for players in TABLES
        }
        lines += [
            "",
            f"## Single cards, {placement} placement",
            "",
            "What holding a card adds to the own bull heads less the table's mean, in drafts at "
            "random: the three best cards and the three worst.",
            "",
            "| players | best | | | | | worst |",
            "|---:|---|---|---|---|---|---|",
            *(f"| {n} | {cards(hand_table(rules))} |" for n, rules in all_rules.items()),
            "",
            f"## Pairs, {placement} placement",
            "",
            "What two own cards at a distance add, beside what each of them does.",
            "",
            "| players | 1 | 2 | 3 | 4 | 6 | 10 | explained |",
            "|---:|---|---|---|---|---|---|---:|",
            *(
                f"| {n} | {pairs(hand_table(rules))} | {hand_table(rules).explained:.1%} |"
                for n, rules in all_rules.items()
            ),
        ]
        for others in ("random", "practised"):
            lines += [
                "",
                f"## One style among others, {placement} placement",
                "",
                f"One seat drafts by the style, all others by '{others}': its bull heads less the "
                "mean of theirs, over all places at the table.",
                "",
                "| players | " + " | ".join(SHOWN) + " |",
                "|---:|" + "---|" * len(SHOWN),
            ]
            for n, rules in all_rules.items():
                cells = [lonely(rules, style, others) for style in SHOWN]
                lines.append(f"| {n} | " + " | ".join(cells) + " |")
                print(placement, others, n, *cells, flush=True)
        lines += [
            "",
            f"## Places and rows, {placement} placement",
            "",
            "Everybody drafts by 'practised': what the first and the last to pick take more than "
            "the others, and the means of the rows' cards; those of drafts at random beside them.",
            "",
            "| players | first | last | rows | rows at random |",
            "|---:|---|---|---|---|",
        ]
        for n, rules in all_rules.items():
            heads, rows = outcome(rules, ["practised"] * n)
            _, at_random = outcome(rules, ["random"] * n)
            lines.append(
                f"| {n} | {estimate(relative(heads, 0))} | {estimate(relative(heads, n - 1))} | "
                + ", ".join(f"{row:.0f}" for row in rows.mean(axis=0))
                + " | "
                + ", ".join(f"{row:.0f}" for row in at_random.mean(axis=0))
                + " |"
            )
        PAGE.write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
