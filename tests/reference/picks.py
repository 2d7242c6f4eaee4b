"""The last picks of a draft when everybody takes what is best, the lowest among equals."""

from collections.abc import Mapping, Sequence

Hands = tuple[frozenset[int], ...]


def best_line(
    picks: Sequence[int], first: int, top_card: int, values: Mapping[Hands, Sequence[float]]
) -> list[int]:
    """Return all picks, up to a complete draft; ``values`` has what each seat pays for it."""
    players = len(next(iter(values)))
    hands = tuple(frozenset(picks[(seat - first) % players :: players]) for seat in range(players))
    if hands in values:
        return list(picks)
    seat = (first + len(picks)) % players
    lines = [
        best_line([*picks, card], first, top_card, values)
        for card in range(1, top_card + 1)
        if card not in picks
    ]

    def paid(line: Sequence[int]) -> float:
        ends = tuple(
            frozenset(line[(other - first) % players :: players]) for other in range(players)
        )
        return values[ends][seat]

    return min(lines, key=paid)
