"""What games in progress have in common: copies, and what makes two of them equal."""

from __future__ import annotations

import copy
from typing import Any, Self

import numpy as np

__all__ = ["Match"]


class Match:
    """The base of games in progress.  All but their random stream is immutable."""

    _rng: np.random.Generator

    @property
    def record(self) -> Any:
        """What happened so far, and the rules."""
        raise NotImplementedError

    def copy(self) -> Self:
        """Return an independent copy that will deal the same."""
        return copy.copy(self)

    def __copy__(self) -> Self:
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin._rng = copy.deepcopy(self._rng)
        return twin

    def __deepcopy__(self, memo: dict[int, object]) -> Self:
        return copy.copy(self)

    def __eq__(self, other: object) -> bool:
        """Whether the same happened by the same rules; deals to come may differ."""
        if not isinstance(other, type(self)):
            return NotImplemented
        return bool(self.record == other.record)

    __hash__ = None  # type: ignore[assignment]
