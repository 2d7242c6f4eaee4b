"""How much the cards that are gone tell of who picked what, where nobody kept track.

Run as ``python bench/draft_hidden.py``, which takes a minute.  Every seat of a draft has a style
that is drawn at random.  ``bench/draft_hidden.md`` is written from what is found.
"""

from __future__ import annotations

import platform
import time
from pathlib import Path

import numpy as np

import nimmt
from nimmt.analysis.draft_hidden import hidden_picks
from nimmt.analysis.draft_rounds import completed
from nimmt.analysis.styles import STYLES, styles_of
from nimmt.seeding import block_generator
from nimmt_core._lanes import GROUP

PAGE = Path(__file__).parent / "draft_hidden.md"
DRAFTS = 24


def compare(players: int, rounds: int) -> str:
    """Return a line of the table."""
    rules = nimmt.Rules(players=players, card_set="logical", public_picks=False)
    true, owned, seconds = [], [], 0.0
    for number in range(DRAFTS):
        rng = np.random.default_rng(number)
        styles = rng.integers(0, len(STYLES), (players, 1)).astype(np.uint8)
        stream = block_generator(number, 0)
        picks = completed(rules, styles_of(rules), styles.repeat(GROUP, axis=1), stream)
        draft = nimmt.Draft(rules, 0, picks[0, : players * rounds].tolist())
        started = time.process_time()
        found = hidden_picks(draft.view(0), rng)
        seconds += time.process_time() - started
        for seat in range(1, players):
            true.append(found.weights[seat, styles[seat, 0]])
            owned.append(
                found.chances
                @ np.isin(found.picks[:, seat::players], draft.hands[seat]).mean(axis=1)
            )
    return (
        f"| {players} | {rounds} | {np.mean(true):.1%} | {np.mean(owned):.1%} | "
        f"{1 / (players - 1):.1%} | {seconds / DRAFTS:.3f} |"
    )


def main() -> None:
    lines = [
        "# Hidden picks",
        "",
        f"`python bench/draft_hidden.py`, nimmt {nimmt.__version__}, Python "
        f"{platform.python_version()}, {platform.machine()}. {DRAFTS} drafts of every kind, in "
        f"which every seat has one of {len(STYLES)} styles. *true style* is how likely the style "
        f"that a seat has is found, on average; {1 / len(STYLES):.1%} before. *owned* is the share "
        "of the cards that are dealt to who has them, and *at random* what it would be then. "
        "Seconds are of processor time.",
        "",
        "| players | rounds | true style | owned | at random | s |",
        "|---:|---:|---:|---:|---:|---:|",
    ]
    for players in (2, 3, 4, 6, 10):
        for rounds in (3, 7):
            lines.append(compare(players, rounds))
            print(lines[-1], flush=True)
    PAGE.write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
