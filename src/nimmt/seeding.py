"""Seeds and streams of random numbers.

One stream for each block of work, never for each thread, so that results do not depend on the
number of workers.
"""

from __future__ import annotations

import operator

import numpy as np

from nimmt.errors import LimitError

__all__ = ["RNG", "block_generator", "seed_of"]

RNG = int | np.random.SeedSequence | np.random.Generator | None
"""What functions with an ``rng`` parameter take; None is a fresh seed."""


def seed_of(rng: RNG) -> int:
    """Reduce a source of randomness to the integer seed that repeats the result.

    A Generator is advanced; a SeedSequence is not spawned from.

    Raises
    ------
    LimitError
        If it is none of the kinds allowed, or negative.
    """
    if rng is None:
        return int(np.random.SeedSequence().generate_state(1, np.uint64)[0])
    if isinstance(rng, np.random.Generator):
        return int(rng.integers(1 << 63))
    if isinstance(rng, np.random.SeedSequence):
        if not rng.spawn_key and isinstance(rng.entropy, int):
            return rng.entropy
        return int.from_bytes(rng.generate_state(4).tobytes(), "little")
    try:
        seed = operator.index(rng)
    except TypeError:
        seed = -1
    if seed < 0 or isinstance(rng, bool):
        raise LimitError(
            f"rng {rng!r} is not an integer of 0 or more, a SeedSequence, a Generator or None"
        )
    return seed


def block_generator(seed: int, block: int) -> np.random.BitGenerator:
    """Return the stream of one block of work."""
    return np.random.SFC64(np.random.SeedSequence(seed, spawn_key=(block,)))
