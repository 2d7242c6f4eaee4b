"""How penalties decide a match."""

from collections.abc import Sequence


def ranks(penalties: Sequence[int]) -> list[int]:
    """Return each seat's rank: one more than the number of seats with fewer bull heads."""
    return [1 + sum(other < own for other in penalties) for own in penalties]


def match_over(penalties: Sequence[int], threshold: int = 66) -> bool:
    """Tell whether a match ends after a round that leaves these penalties."""
    return any(penalty >= threshold for penalty in penalties)


def winners(penalties: Sequence[int]) -> list[int]:
    """Return the seats with the fewest bull heads; several of them share the win."""
    return [seat for seat, rank in enumerate(ranks(penalties)) if rank == 1]
