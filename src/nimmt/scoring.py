"""Ranks and winners of a round or a match."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["ranks", "winners"]


def ranks(heads: Sequence[int]) -> tuple[int, ...]:
    """Rank players by bull heads, fewest first; equal players share the better rank.

    Examples
    --------
    >>> ranks([12, 5, 12, 30])
    (2, 1, 2, 4)
    """
    return tuple(1 + sum(other < own for other in heads) for own in heads)


def winners(heads: Sequence[int]) -> tuple[int, ...]:
    """Return the seats with the fewest bull heads.

    Examples
    --------
    >>> winners([12, 5, 5])
    (1, 2)
    """
    return tuple(seat for seat, rank in enumerate(ranks(heads)) if rank == 1)
