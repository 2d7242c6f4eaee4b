"""What games in progress have in common: seats, rounds and scores, copies, and what is equal."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import Any, Generic, Protocol, Self, TypeVar

import numpy as np

from nimmt.errors import IllegalActionError
from nimmt.seeding import RNG, seed_of

__all__ = ["Match"]


class _Rules(Protocol):
    @property
    def players(self) -> int: ...
    @property
    def rounds(self) -> int | None: ...


RulesT = TypeVar("RulesT", bound=_Rules)
RoundT = TypeVar("RoundT")
PositionT = TypeVar("PositionT")
PhaseT = TypeVar("PhaseT")


class Match(Generic[RulesT, RoundT, PositionT, PhaseT]):
    """The base of games in progress.  All but their random stream is immutable."""

    def __init__(self, rules: RulesT, phase: PhaseT, rng: RNG, names: Sequence[str]) -> None:
        if names and len(names) != rules.players:
            raise IllegalActionError(
                f"{len(names)} names were given for {rules.players} seats: one each expected"
            )
        self.rules = rules
        self.names = tuple(names) or tuple(f"seat {seat}" for seat in range(rules.players))
        self._rng = np.random.default_rng(seed_of(rng))
        self._scores = (0,) * rules.players
        self._rounds: tuple[RoundT, ...] = ()
        self._position: PositionT | None = None
        self._phase = phase

    # What anybody may ask.

    @property
    def phase(self) -> PhaseT:
        """What the game waits for."""
        return self._phase

    @property
    def round_number(self) -> int:
        """Rounds begun, this one among them."""
        return len(self._rounds)

    @property
    def scores(self) -> tuple[int, ...]:
        """What each seat scored in the rounds that are over; added when a round ends."""
        return self._scores

    @property
    def position(self) -> PositionT:
        """The round as it stands, all known.

        Raises
        ------
        IllegalActionError
            If no round is dealt.
        """
        if self._position is None:
            raise IllegalActionError(f"there is no position: the game waits for {self._phase}")
        return self._position

    @property
    def record(self) -> Any:
        """What happened so far, and the rules."""
        raise NotImplementedError

    # What moves the game on.

    def _expect(self, phase: PhaseT) -> None:
        if self._phase is not phase:
            raise IllegalActionError(f"the game waits for {self._phase}, not for {phase}")

    def _score(self, scored: Sequence[int], target: int | None) -> bool:
        """Add what a round brought; return whether it was the last one."""
        self._scores = tuple(total + more for total, more in zip(self._scores, scored, strict=True))
        rounds = self.rules.rounds
        return (rounds is not None and len(self._rounds) >= rounds) or (
            target is not None and max(self._scores) >= target
        )

    # Copies, and what is equal.

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
