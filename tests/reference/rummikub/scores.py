"""Scores of a round, case by case as the rules put it."""

from collections.abc import Sequence

from .sets import number_of


def points_of(rack: Sequence[str], joker: int) -> int:
    """Add up a rack."""
    return sum(joker if tile == "J" else number_of(tile) for tile in rack)


def scores(racks: Sequence[Sequence[str]], joker: int, split: bool) -> list[int]:
    """Return what each seat scores."""
    points = [points_of(rack, joker) for rack in racks]
    for seat, rack in enumerate(racks):
        if not rack:
            result = [-own for own in points]
            result[seat] = sum(points)
            return result
    lowest = min(points)
    result = [-(own - lowest) for own in points]
    lost = -sum(result)
    order = sorted(
        (seat for seat in range(len(racks)) if points[seat] == lowest),
        key=lambda seat: (len(racks[seat]), seat),
    )
    if not split:
        result[order[0]] = lost
        return result
    while lost:
        for seat in order:
            if lost:
                result[seat] += 1
                lost -= 1
    return result
