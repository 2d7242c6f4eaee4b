"""Complete drafts to learn from: every seat drafts by a style of its own, drawn at random."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from nimmt.analysis.draft_rounds import completed
from nimmt.analysis.styles import STYLES, styles_of
from nimmt.rules import Rules

__all__ = ["some_drafts"]


def some_drafts(
    rules: Rules, drafts: int, stream: np.random.BitGenerator, first: int = 0
) -> NDArray[np.uint8]:
    """Return the picks of some drafts, in which hands of all kinds meet.

    Parameters
    ----------
    rules : Rules
        The rules.
    drafts : int
        How many.
    stream : BitGenerator
        Source of randomness.
    first : int
        The seat that picks first.

    Returns
    -------
    ndarray of uint8, shape (drafts, players * hand_size)
    """
    numbers = np.random.Generator(stream).integers(
        0, len(STYLES), (rules.players, drafts), dtype=np.uint8
    )
    return completed(rules, styles_of(rules), numbers, stream, first=first)
