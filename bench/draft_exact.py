"""How playouts of drafts compare with exact values, where both can be had.

Run as ``python bench/draft_exact.py``, which takes some minutes.  In every state, picks that were
made at random, ``analyse_draft`` is asked twice: for the exact values, and for playouts alone.
``--first`` is the number of the first state: the errors that the library states were measured with
0, and are checked with others.  ``bench/draft_exact.md`` is written from what is found.
"""

from __future__ import annotations

import argparse
import platform
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import numpy as np

import nimmt
from nimmt.analysis.advice import Method

PAGE = Path(__file__).parent / "draft_exact.md"
GAMES = ((2, 2), (2, 3), (2, 4), (3, 2))  # players, cards of a hand
SAMPLES = 512
WITHIN = 2.0  # stated errors


@dataclass
class Found:
    """What was found in some states.

    Attributes
    ----------
    off : list of float
        Estimated less exact value, of every card.
    chance, stated : list of float
        Its standard error; and that together with the error of the model.
    losses, allowed : list of float
        What the estimated best pick loses, and what it may by what is stated.
    """

    off: list[float] = field(default_factory=list)
    chance: list[float] = field(default_factory=list)
    stated: list[float] = field(default_factory=list)
    losses: list[float] = field(default_factory=list)
    allowed: list[float] = field(default_factory=list)

    def line(self) -> str:
        """Return the columns of the table."""
        if not self.losses:
            return "| 0 |" + " |" * 8
        off, chance = np.array(self.off), np.array(self.chance)
        losses = np.array(self.losses)
        model = float(np.quantile(np.maximum(0, off**2 - chance**2) ** 0.5, 0.95)) / WITHIN
        near = np.abs(off) <= WITHIN * np.array(self.stated) + 1e-4
        kept = losses <= np.array(self.allowed) + 1e-4
        return (
            f"| {len(losses)} | {len(off)} | {off.mean():+.3f} | {(off**2).mean() ** 0.5:.3f} | "
            f"{(chance**2).mean() ** 0.5:.3f} | {model:.3f} | {near.mean():.1%} | "
            f"{losses.mean():.4f} | {losses.max():.3f} | {kept.mean():.1%} |"
        )


def state(rules: nimmt.Rules, number: int) -> nimmt.Draft:
    """Pick at random."""
    random = Random(f"{rules.players} {rules.hand_size} {rules.placement} {number}")
    total = rules.players * rules.hand_size
    fewest = 2 if rules.players > 2 else 0  # before, exact values take too long
    return nimmt.Draft(rules, 0, random.sample(rules.cards, random.randrange(fewest, total)))


def compare(rules: nimmt.Rules, numbers: range, searched: Found, drafted: Found) -> None:
    """Ask twice about every state; those whose playouts follow a tree are counted apart."""
    for number in numbers:
        draft = state(rules, number)
        exact = nimmt.analyse_draft(draft)
        assert exact.method is Method.EXACT
        limit = nimmt.Limit(samples=SAMPLES)
        found = nimmt.analyse_draft(draft, exact=False, limit=limit, rng=number, others="best")
        model = found.model_error
        assert model is not None
        kind = searched if found.plan is None else drafted
        for entry in found:
            kind.off.append(entry.value.mean - exact[entry.card].value.mean)
            kind.chance.append(entry.value.std_error)
            kind.stated.append(float(np.hypot(entry.value.std_error, model)))
        error = max(found[card].difference.std_error for card in found.close)
        kind.losses.append(exact[found.best].difference.mean)
        kind.allowed.append(WITHIN * float(np.hypot(error, model)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--states", type=int, default=60, help="states of every game")
    parser.add_argument("--first", type=int, default=1000, help="the number of the first")
    arguments = parser.parse_args()
    numbers = range(arguments.first, arguments.first + arguments.states)
    lines = [
        "# Playouts of drafts beside exact values",
        "",
        f"`python bench/draft_exact.py --states {arguments.states} --first {arguments.first}`, "
        f"nimmt {nimmt.__version__}, Python {platform.python_version()}, {platform.machine()}. "
        f"Four rows of five; {SAMPLES} playouts of the best cards. *off* is the estimated value "
        "less the exact one; *chance* the root mean square of the standard errors; twice *model* "
        "is what 95% are off by at most beside it. *within* is the share of values that are off "
        f"by no more than {WITHIN:g} stated errors, chance and model together. *kept* is the share "
        "of picks that lose no more than that.",
        "",
        "| players | hand | placement | the draft goes on by | states | values | off, mean | "
        "off, rms | chance | model | within | loss, mean | loss, most | kept |",
        "|---:|---:|---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|",
    ]
    for players, hand_size in GAMES:
        for placement in ("standard", "professional"):
            rules = nimmt.Rules(
                players=players, card_set="logical", hand_size=hand_size, placement=placement
            )
            searched, drafted = Found(), Found()
            compare(rules, numbers, searched, drafted)
            for name, kind in (("a tree", searched), ("styles", drafted)):
                if kind.losses:
                    lines.append(f"| {players} | {hand_size} | {placement} | {name} {kind.line()}")
                    print(lines[-1], flush=True)
    PAGE.write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
