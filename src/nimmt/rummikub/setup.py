"""The set-up of a round: who starts, who gets which tiles."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np

from nimmt._json import quoted
from nimmt.errors import IllegalActionError
from nimmt.rummikub.rules import Rules
from nimmt.rummikub.tiles import Tile, as_tile, less

__all__ = ["Deal", "Draws", "as_draws", "random_deal", "random_draws", "starter_of"]

Draws = tuple[tuple[tuple[int, Tile], ...], ...]
"""Draws for the start: in each, pairs of a seat and its tile."""


class Deal(NamedTuple):
    """The tiles of a round, as they are dealt.

    Attributes
    ----------
    racks : tuple of tuple of Tile
        The tiles of each seat.
    pool : tuple of Tile
        The rest, the tile that is drawn next first.
    """

    racks: tuple[tuple[Tile, ...], ...]
    pool: tuple[Tile, ...]


def random_draws(rules: Rules, generator: np.random.Generator) -> Draws:
    """Let every seat draw a tile, and those with equal highest tiles again, until one is highest.

    Parameters
    ----------
    rules : Rules
        The rules.
    generator : Generator
        Source of randomness.

    Returns
    -------
    tuple of tuple of (int, Tile)
        The draws, one after another.
    """
    tiles = rules.tiles
    seats: Sequence[int] = range(rules.players)
    draws: list[tuple[tuple[int, Tile], ...]] = []
    while len(seats) > 1:
        drawn = generator.permutation(len(tiles))[: len(seats)]
        draws.append(tuple((seat, tiles[at]) for seat, at in zip(seats, drawn, strict=True)))
        seats = _highest(draws[-1])
    return tuple(draws)


def as_draws(values: Any, rules: Rules) -> Draws:
    """Read draws for the start.

    Raises
    ------
    IllegalActionError
        If they are no pairs of a seat and a tile, or a tile was drawn more often than it is there.
    """
    try:
        draws = tuple(
            tuple((operator.index(seat), as_tile(tile)) for seat, tile in drawn) for drawn in values
        )
    except (TypeError, ValueError):
        raise IllegalActionError(
            f"draws {quoted(values)} are not series of pairs of a seat and a tile"
        ) from None
    for drawn in draws:
        if strange := less((tile for _, tile in drawn), rules.tiles):
            raise IllegalActionError(f"{strange[0]} was drawn more often than the game has it")
    return draws


def starter_of(draws: Draws, rules: Rules) -> int:
    """Return the seat that starts.

    Parameters
    ----------
    draws : tuple of tuple of (int, Tile)
        The draws: the first of all seats, each further one of those that were equal.
    rules : Rules
        The rules.

    Raises
    ------
    IllegalActionError
        If these cannot be the draws, or leave open who starts.

    Examples
    --------
    >>> starter_of((((0, Tile.K9), (1, Tile.R9)), ((0, Tile.J), (1, Tile.K1))), Rules(players=2))
    1
    """
    seats = list(range(rules.players))
    for drawn in draws:
        if [seat for seat, _ in drawn] != seats or len(seats) == 1:
            raise IllegalActionError(
                f"seats {[seat for seat, _ in drawn]} drew for the start, {seats} were expected"
            )
        seats = _highest(drawn)
    if len(seats) > 1:
        raise IllegalActionError(f"seats {seats} are still to draw for the start")
    return seats[0]


def random_deal(rules: Rules, generator: np.random.Generator) -> Deal:
    """Deal at random.

    Parameters
    ----------
    rules : Rules
        The rules.
    generator : Generator
        Source of randomness.
    """
    tiles = rules.tiles
    order = [tiles[at] for at in generator.permutation(len(tiles))]
    size = rules.rack_size
    racks = tuple(
        tuple(sorted(order[seat * size : (seat + 1) * size])) for seat in range(rules.players)
    )
    return Deal(racks, tuple(order[rules.players * size :]))


def _highest(drawn: Iterable[tuple[int, Tile]]) -> list[int]:
    """Return the seats with the highest number; a joker has none, and is below all."""
    numbers = {seat: 0 if tile.is_joker else tile.number for seat, tile in drawn}
    return [seat for seat, number in numbers.items() if number == max(numbers.values())]
