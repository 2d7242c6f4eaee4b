"""The random numbers of a tournament: a stream for the cards of a deal, and one for each player.

The streams are those of a counter-based generator (Philox; Salmon and others, SC 2011).  The key
is made from the seed, and the counter says deal, rotation and seat.  So a stream depends on nothing
that was played before, and the kernel opens the same streams.
"""

from __future__ import annotations

import numpy as np

__all__ = ["Key", "cards_stream", "key_of", "player_stream"]

Key = tuple[int, int]

# What the last free word of the counter says.
CARDS = 0
FIRST_SEAT = 1


def key_of(seed: int) -> Key:
    """Return the key of a tournament's streams."""
    first, second = np.random.SeedSequence(seed).generate_state(2, np.uint64).tolist()
    return first, second


def cards_stream(key: Key, deal: int) -> np.random.BitGenerator:
    """Return the stream that the cards of a deal come from, round after round."""
    return _stream(key, CARDS, 0, deal)


def player_stream(key: Key, deal: int, rotation: int, seat: int) -> np.random.Generator:
    """Return the random numbers of the player at a seat."""
    return np.random.Generator(_stream(key, FIRST_SEAT + seat, rotation, deal))


def _stream(key: Key, seat: int, rotation: int, deal: int) -> np.random.BitGenerator:
    return np.random.Philox(
        key=np.array(key, dtype=np.uint64),
        counter=np.array([0, seat, rotation, deal], dtype=np.uint64),
    )
