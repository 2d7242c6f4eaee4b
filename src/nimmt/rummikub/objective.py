"""What a play is to make large: tiles, value, weights of one's own, one after another."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Any

from nimmt.errors import LimitError
from nimmt.rummikub.tiles import Tile, as_tile

__all__ = ["Aim", "Objective", "as_objective", "value_of"]

LARGEST = 1 << 50
"""What all weights of a rack together may come to, one objective after another counted in."""

Weights = tuple[int, ...]
"""What each tile of the rack pays, by tile, the joker last."""


class Aim(StrEnum):
    """What can be aimed at."""

    OUT = "out"
    TILES = "tiles"
    VALUE = "value"
    FEWEST_TILES = "fewest_tiles"
    LEAST_VALUE = "least_value"


@dataclass(frozen=True, slots=True)
class Objective:
    """Aims in the order of their importance: a later one decides between plays that are equal.

    Attributes
    ----------
    aims : tuple of Aim or of (tuple of int)
        The aims; weights of tiles are 53 integers, by tile.
    joker_value : int
        What a joker counts as value.
    """

    aims: tuple[Aim | Weights, ...]
    joker_value: int

    @property
    def goes_out(self) -> bool:
        """Whether going out comes first."""
        return self.aims[0] is Aim.OUT

    def weights(self, rack: Sequence[Tile]) -> Weights:
        """Return weights by which the best play is the best one by all aims in their order.

        Parameters
        ----------
        rack : sequence of Tile
            The rack: an aim weighs more than all aims after it can together.

        Raises
        ------
        LimitError
            If the weights are too large.
        """
        total: Weights = ()
        spread = 0
        for aim in reversed(self.aims):
            if aim is Aim.OUT:
                continue
            weights = _weights(aim, self.joker_value)
            scale = spread + 1
            if total:
                total = tuple(
                    scale * weight + rest for weight, rest in zip(weights, total, strict=True)
                )
            else:
                total = weights
            spread += scale * sum(abs(weights[tile]) for tile in rack)
        if spread >= LARGEST or max(total) >= LARGEST or min(total) <= -LARGEST:
            raise LimitError(
                f"the weights of the objective come to {spread} with this rack: together, and each "
                f"multiplied by what later ones come to, they must be below {LARGEST}"
            )
        return total

    def to_dict(self) -> dict[str, Any]:
        """Return it for JSON."""
        return {
            "aims": [
                str(aim)
                if isinstance(aim, Aim)
                else {tile.name: aim[tile] for tile in Tile if aim[tile]}
                for aim in self.aims
            ],
            "joker_value": self.joker_value,
        }


def as_objective(value: Any, joker_value: int) -> Objective:
    """Read an objective: an aim, weights by tile, or a series of these.

    Raises
    ------
    LimitError
        If it is none.

    Examples
    --------
    >>> as_objective("tiles, value", 30).aims
    (<Aim.TILES: 'tiles'>, <Aim.VALUE: 'value'>)
    """
    parts: Iterable[Any]
    if isinstance(value, str):
        parts = value.split(",")
    elif isinstance(value, Mapping):
        parts = [value]
    elif isinstance(value, Iterable):
        parts = list(value)
    else:
        raise LimitError(_no_objective(value))
    aims = tuple(_as_aim(part) for part in parts)
    if not aims:
        raise LimitError(_no_objective(value))
    if Aim.OUT in aims[1:]:
        raise LimitError(f"objective {value!r}: 'out' comes first, or not at all")
    return Objective(aims if aims != (Aim.OUT,) else (Aim.OUT, Aim.TILES), joker_value)


def value_of(tiles: Iterable[Tile], joker_value: int) -> int:
    """Return the sum of the numbers of some tiles, and of what each joker counts."""
    return sum(joker_value if tile.is_joker else tile.number for tile in tiles)


def _as_aim(part: Any) -> Aim | Weights:
    if isinstance(part, Mapping):
        weights = [0] * len(Tile)
        for key, weight in part.items():
            weights[as_tile(key)] = _as_weight(weight, key)
        return tuple(weights)
    try:
        return Aim(part.strip() if isinstance(part, str) else part)
    except ValueError:
        raise LimitError(_no_objective(part)) from None


def _as_weight(weight: Any, key: Any) -> int:
    try:
        return operator.index(weight)
    except TypeError:
        raise LimitError(f"the weight {weight!r} of tile {key!r} is not an integer") from None


@lru_cache(maxsize=64)
def _weights(aim: Aim | Weights, joker_value: int) -> Weights:
    if not isinstance(aim, Aim):
        return aim
    if aim in (Aim.TILES, Aim.FEWEST_TILES):
        weights = [1] * len(Tile)
    else:
        weights = [value_of([tile], joker_value) for tile in Tile]
    if aim in (Aim.FEWEST_TILES, Aim.LEAST_VALUE):
        weights = [-weight for weight in weights]
    return tuple(weights)


def _no_objective(value: Any) -> str:
    names = ", ".join(repr(str(aim)) for aim in Aim)
    return f"objective {value!r} is none of {names}, weights by tile, or a series of these"
