"""The weights of a policy network while it learns, and as the kernel has them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

from nimmt_core import _network

__all__ = ["Parameters"]

Array = NDArray[np.float32]

MOST = 7.9
"""The largest weight that the kernel takes, 3.9 in the last layer; clipped with some room."""
MOST_LAST = 3.9


@dataclass
class Parameters:
    """The weights of a network, or anything else that has their shapes.

    Attributes
    ----------
    state : ndarray of float32, shape (hidden, STATE_FEATURES)
        What the features of the rows and the hand add to the hidden units.
    card : ndarray of float32, shape (hidden, CARD_FEATURES)
        What those of a card add.
    last : ndarray of float32, shape (hidden,)
        What the hidden units add to the card's score.
    row : ndarray of float32, shape (ROW_HIDDEN, ROW_FEATURES)
        What the features of a row add to the hidden units of the part that chooses rows.
    row_last : ndarray of float32, shape (ROW_HIDDEN,)
        What these add to the row's score.
    """

    state: Array
    card: Array
    last: Array
    row: Array
    row_last: Array

    @classmethod
    def random(cls, hidden: int, rng: np.random.Generator) -> Self:
        """Return weights to begin with: small ones, the last layer smaller still."""

        def normal(*shape: int, scale: float) -> Array:
            return (rng.standard_normal(shape) * scale).astype(np.float32)

        inputs = _network.STATE_FEATURES + _network.CARD_FEATURES
        scale = (2 / inputs) ** 0.5
        return cls(
            normal(hidden, _network.STATE_FEATURES, scale=scale),
            normal(hidden, _network.CARD_FEATURES, scale=scale),
            normal(hidden, scale=0.1 * hidden**-0.5),
            normal(
                _network.ROW_HIDDEN,
                _network.ROW_FEATURES,
                scale=(2 / _network.ROW_FEATURES) ** 0.5,
            ),
            normal(_network.ROW_HIDDEN, scale=0.1 * _network.ROW_HIDDEN**-0.5),
        )

    @classmethod
    def of(cls, network: _network.Network) -> Self:
        """Return the weights of a network."""
        return cls(
            *(array.astype(np.float32) / np.float32(_network.WEIGHT) for array in network.arrays())
        )

    @classmethod
    def like(cls, other: Parameters) -> Self:
        """Return zeros of the same shapes."""
        return cls(*(np.zeros_like(array) for array in other))

    @property
    def arrays(self) -> tuple[Array, ...]:
        """All of them."""
        return self.state, self.card, self.last, self.row, self.row_last

    def __iter__(self) -> Iterator[Array]:
        return iter(self.arrays)

    def clip(self) -> None:
        """Keep every weight in the range that the kernel takes."""
        for array, most in zip(self, (MOST, MOST, MOST_LAST, MOST, MOST_LAST), strict=True):
            np.clip(array, -most, most, out=array)

    def network(self) -> _network.Network:
        """Return the network, its weights rounded as the kernel has them."""
        return _network.Network(*self.rounded())

    def rounded(self) -> tuple[NDArray[np.int16], ...]:
        """Return the weights as the kernel has them."""
        return tuple(np.rint(array * _network.WEIGHT).astype(np.int16) for array in self)
