"""Points: what a rack counts, what a round is worth, and who has won a game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from nimmt.rummikub.rules import Rules, TieBreak
from nimmt.rummikub.tiles import Tile, as_tiles

__all__ = ["rack_points", "round_scores", "round_winners"]


def rack_points(rack: Any, rules: Rules | None = None) -> int:
    """Sum up a rack: the numbers of its tiles, and the penalty of each joker.

    Parameters
    ----------
    rack : str, or iterable of Tile or str
        The tiles.
    rules : Rules, optional
        Their ``joker_penalty`` counts; 30 if not given.

    Raises
    ------
    TileError
        If something is no tile.

    Examples
    --------
    >>> rack_points("K13 R1 J"), rack_points("K13 R1 J", Rules(joker_penalty=0))
    (44, 14)
    """
    joker = (rules or Rules()).joker_penalty
    return sum(joker if tile.is_joker else tile.number for tile in as_tiles(rack))


def round_winners(racks: Sequence[Sequence[Tile]], rules: Rules) -> tuple[int, ...]:
    """Return the seats that win a round that is over.

    Parameters
    ----------
    racks : sequence of sequence of Tile
        The racks at its end, by seat.
    rules : Rules
        The rules.

    Returns
    -------
    tuple of int
        The seat that laid its last tile, or the seat with the lowest rack; several if equal racks
        share by the rules.

    Examples
    --------
    >>> racks = [as_tiles("K5 K4"), as_tiles("R9"), as_tiles("B10")]
    >>> round_winners(racks, Rules(players=3))
    (1,)
    >>> round_winners(racks, Rules(players=3, tie_break="split"))
    (0, 1)
    """
    points = [rack_points(rack, rules) for rack in racks]
    out = [seat for seat, rack in enumerate(racks) if not rack]
    if out:
        return tuple(out)
    lowest = [seat for seat, own in enumerate(points) if own == min(points)]
    if rules.tie_break is TieBreak.SPLIT:
        return tuple(lowest)
    return (min(lowest, key=lambda seat: len(racks[seat])),)


def round_scores(racks: Sequence[Sequence[Tile]], rules: Rules) -> tuple[int, ...]:
    """Return what each seat scores in a round that is over.

    Parameters
    ----------
    racks : sequence of sequence of Tile
        The racks at its end, by seat.
    rules : Rules
        The rules.

    Returns
    -------
    tuple of int
        If somebody laid the last tile, the others score minus their racks; else minus what their
        racks are above the lowest.  The winner scores the sum of these.  Winners who share get
        equal parts, and the points that are left over go one by one to those with fewer tiles,
        then to the lower seats.

    Examples
    --------
    >>> round_scores([(), as_tiles("K11"), as_tiles("K13 R13 B13 R5")], Rules(players=3))
    (55, -11, -44)
    >>> racks = [as_tiles(rack) for rack in ("R3", "K10", "K6", "B13 R1")]
    >>> round_scores(racks, Rules())
    (21, -7, -3, -11)
    """
    points = [rack_points(rack, rules) for rack in racks]
    winners = round_winners(racks, rules)
    base = points[winners[0]] if racks[winners[0]] else 0
    scores = [base - own for own in points]
    share, left = divmod(-sum(scores), len(winners))
    for place, seat in enumerate(sorted(winners, key=lambda seat: (len(racks[seat]), seat))):
        scores[seat] = share + (place < left)
    return tuple(scores)
