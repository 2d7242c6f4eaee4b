"""Whole rounds dealt at random and played by simple policies: what a round costs."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from nimmt._numbers import checked_integer
from nimmt.blocks import checked_workers, ordered_results
from nimmt.errors import LimitError
from nimmt.rules import Rules
from nimmt.seeding import RNG, block_generator, seed_of
from nimmt_core import _playout, _policies, _rounds

__all__ = ["POLICIES", "ROUNDS_PER_BLOCK", "Simulation", "simulate"]

ROUNDS_PER_BLOCK = 32_768
"""Rounds of a block; each block has a random stream.  Part of what a seed means."""

POLICIES = _policies.POLICIES
"""Policies that are compiled, and play inside simulated rounds."""

TIE_BREAKS = ("index", "lowest_end")


@dataclass(frozen=True)
class Simulation:
    """Rounds that were simulated.

    Attributes
    ----------
    rules : Rules
        The rules.
    policies : tuple of str
        Who played, by seat.
    rounds : int
        Rounds played.
    seed : int
        Repeats the result, as ``rng``.
    counts : tuple of tuple of int
        For each seat, in how many rounds it took 0, 1, 2, ... bull heads.
    """

    rules: Rules
    policies: tuple[str, ...]
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
    policies: Sequence[str] | None = None,
    tie_break: str = "index",
    rng: RNG = None,
    workers: int = 1,
) -> Simulation:
    """Deal rounds at random and play them; choices of rows go to what is cheapest now.

    Parameters
    ----------
    rules : Rules, optional
        The rules; four players of the standard game if not given.
    rounds : int, optional
        Rounds to play; 1 or more.
    policies : sequence of str, optional
        Who plays, by seat; all ``"random"`` if not given. ``"random"`` plays any card of the hand,
        ``"lowest"`` the lowest, and ``"nearest"`` the one that is nearest to an end of a row with
        room, or the highest if every card would take a row.
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
        If the number of rounds, the policies, the tie break, the seed or the workers make no
        sense.

    Notes
    -----
    The deals depend on the rules and the seed alone, so that policies can be compared on the same
    ones. How rounds are played side by side is told under *Playouts in lanes* in the documentation.

    Examples
    --------
    >>> round(simulate(rounds=200_000, rng=1).mean, 1)
    12.1
    >>> thrifty = ["nearest", "random", "random", "random"]
    >>> round(simulate(rounds=200_000, policies=thrifty, rng=1).means[0], 1)
    9.0
    """
    rules = rules or Rules()
    count = checked_integer(rounds, "rounds", 1)
    if tie_break not in TIE_BREAKS:
        raise LimitError(f"tie_break {tie_break!r} is not 'index' or 'lowest_end'")
    seats = _checked_policies(policies, rules.players)
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
            seats,
        )

    blocks = -(-count // ROUNDS_PER_BLOCK)
    total = np.zeros((rules.players, _playout.HEADS_BINS), dtype=np.int64)
    with closing(ordered_results(run, blocks, checked_workers(workers))) as results:
        for counts in results:
            total += counts
    return Simulation(rules, seats, count, seed, tuple(tuple(row) for row in total.tolist()))


def _checked_policies(policies: Sequence[str] | None, players: int) -> tuple[str, ...]:
    if policies is None:
        return (POLICIES[0],) * players
    seats = (policies,) if isinstance(policies, str) else tuple(policies)
    for policy in seats:
        if policy not in POLICIES:
            raise LimitError(f"policy {policy!r} is not one of {', '.join(POLICIES)}")
    if len(seats) != players:
        raise LimitError(f"policies {policies!r} are not one for each of {players} seats")
    return seats
