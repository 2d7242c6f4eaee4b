"""Whole rounds dealt and played at random: what a round costs, and how fast this machine is."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from nimmt.blocks import checked_workers, ordered_results
from nimmt.errors import LimitError
from nimmt.rules import Rules
from nimmt.seeding import RNG, block_generator, seed_of
from nimmt_core import _playout, _rounds

__all__ = ["ROUNDS_PER_BLOCK", "Simulation", "simulate"]

ROUNDS_PER_BLOCK = 16_384
"""Rounds of a block; each block has a random stream.  Part of what a seed means."""

TIE_BREAKS = ("index", "lowest_end")


@dataclass(frozen=True)
class Simulation:
    """Rounds played at random.

    Attributes
    ----------
    rules : Rules
        The rules.
    rounds : int
        Rounds played.
    seed : int
        Repeats the result, as ``rng``.
    counts : tuple of tuple of int
        For each seat, in how many rounds it took 0, 1, 2, ... bull heads.
    """

    rules: Rules
    rounds: int
    seed: int
    counts: tuple[tuple[int, ...], ...]

    @property
    def means(self) -> tuple[float, ...]:
        """Mean bull heads of each seat."""
        return tuple(
            sum(heads * count for heads, count in enumerate(counts)) / self.rounds
            for counts in self.counts
        )

    @property
    def mean(self) -> float:
        """Mean bull heads a player."""
        return sum(self.means) / len(self.means)


def simulate(
    rules: Rules | None = None,
    *,
    rounds: int = 100_000,
    tie_break: str = "index",
    rng: RNG = None,
    workers: int = 1,
) -> Simulation:
    """Deal and play rounds at random; choices of rows go to what is cheapest now.

    Parameters
    ----------
    rules : Rules, optional
        The rules; four players of the standard game if not given.
    rounds : int, optional
        Rounds to play; 1 or more.
    tie_break : str, optional
        How equally cheap rows are settled: by row ``"index"`` or by ``"lowest_end"``.
    rng : int, SeedSequence, Generator or None, optional
        Source of randomness.
    workers : int, optional
        Threads.  The result does not depend on it.

    Returns
    -------
    Simulation

    Raises
    ------
    LimitError
        If the number of rounds, the tie break, the seed or the workers make no sense.

    Examples
    --------
    >>> round(simulate(rounds=200_000, rng=1).mean, 1)
    12.1
    """
    rules = rules or Rules()
    if isinstance(rounds, bool) or not isinstance(rounds, int | np.integer) or rounds < 1:
        raise LimitError(f"rounds {rounds!r} is not an integer of 1 or more")
    if tie_break not in TIE_BREAKS:
        raise LimitError(f"tie_break {tie_break!r} is not 'index' or 'lowest_end'")
    count = int(rounds)
    seed = seed_of(rng)

    def run(block: int) -> NDArray[np.int64]:
        return _rounds.random_rounds(
            block_generator(seed, block),
            min(ROUNDS_PER_BLOCK, count - block * ROUNDS_PER_BLOCK),
            rules.players,
            rules.hand_size,
            rules.rows,
            rules.row_capacity,
            rules.top_card,
            rules.professional,
            tie_break == "lowest_end",
        )

    blocks = -(-count // ROUNDS_PER_BLOCK)
    total = np.zeros((rules.players, _playout.HEADS_BINS), dtype=np.int64)
    with closing(ordered_results(run, blocks, checked_workers(workers))) as results:
        for counts in results:
            total += counts
    return Simulation(rules, count, seed, tuple(tuple(row) for row in total.tolist()))
