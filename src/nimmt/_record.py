"""What records of games have in common: replay from entry to entry, and the frame of the JSON."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, Protocol, Self, TypeVar

from nimmt._json import json_list, json_object, load_json, quoted
from nimmt.errors import NimmtError, NotationError, RecordError

__all__ = ["MatchRecord", "attempt", "check_scored"]

FORMAT_VERSION = 1


class _Rules(Protocol):
    def to_dict(self) -> dict[str, Any]: ...


class _Step(Protocol):
    @property
    def game(self) -> Any: ...


RulesT = TypeVar("RulesT", bound=_Rules)
RoundT = TypeVar("RoundT")
GameT = TypeVar("GameT")
StepT = TypeVar("StepT", bound=_Step)
T = TypeVar("T")


@dataclass(frozen=True)
class MatchRecord(Generic[RulesT, RoundT, GameT, StepT]):
    """The base of records; a game adds what its rounds are."""

    FORMAT: ClassVar[str]

    rules: RulesT
    names: tuple[str, ...] = ()
    rounds: tuple[RoundT, ...] = ()

    def replay(self) -> GameT:
        """Play the record through the rules.

        Returns
        -------
        Game
            The game as the record leaves it.

        Raises
        ------
        RecordError
            At the first entry that cannot have happened.
        """
        game = attempt("players", self._new_game)
        for step in self.steps():
            game = step.game
        return game

    def steps(self) -> Iterator[StepT]:
        """Play the record through the rules, one entry after another.

        Yields
        ------
        Step
            An entry, and the game after it.

        Raises
        ------
        RecordError
            At the first entry that cannot have happened.
        """
        game = attempt("players", self._new_game)
        for number, round_ in enumerate(self.rounds, 1):
            yield from self._replayed(game, round_, f"round {number}", number == len(self.rounds))

    def to_dict(self) -> dict[str, Any]:
        """Return the record as JSON-ready values."""
        return {
            "format": self.FORMAT,
            "version": FORMAT_VERSION,
            "rules": self.rules.to_dict(),
            "names": list(self.names),
            "rounds": [self._written(round_) for round_ in self.rounds],
        }

    def to_json(self) -> str:
        """Return the record as JSON."""
        return json.dumps(self.to_dict())

    @classmethod
    def from_dict(cls, data: Any) -> Self:
        """Read what ``to_dict`` wrote; ``replay`` says whether it can have happened.

        Raises
        ------
        NotationError
            If the values are not of that form.
        RulesError
            If its rules cannot be played.
        """
        fields = json_object(data, "the record", "format", "version", "rules", "names", "rounds")
        for name, expected in (("format", cls.FORMAT), ("version", FORMAT_VERSION)):
            if fields.get(name) != expected:
                raise NotationError(
                    f"{name} {quoted(fields.get(name))} of the record is not {expected!r}"
                )
        names = json_list(fields, "names", "the record")
        if not all(isinstance(name, str) for name in names):
            raise NotationError(f"names {quoted(names)} are not all text")
        rules = cls._read_rules(fields.get("rules", {}))
        rounds = json_list(fields, "rounds", "the record")
        return cls(
            rules,
            tuple(names),
            tuple(
                cls._read(round_, f"round {number}", rules)
                for number, round_ in enumerate(rounds, 1)
            ),
        )

    @classmethod
    def from_json(cls, text: str) -> Self:
        """Read a record from JSON.

        Raises
        ------
        NotationError
            If the text is not JSON, or not of that form.
        RulesError
            If its rules cannot be played.
        """
        return cls.from_dict(load_json(text))

    # What a game adds.

    def _new_game(self) -> GameT:
        """Begin the game."""
        raise NotImplementedError

    def _replayed(self, game: GameT, round_: RoundT, where: str, is_last: bool) -> Iterator[StepT]:
        """Play a round; only the last one may be unfinished."""
        raise NotImplementedError

    @staticmethod
    def _written(round_: RoundT) -> dict[str, Any]:
        """Write a round as JSON-ready values."""
        raise NotImplementedError

    @staticmethod
    def _read_rules(data: Any) -> RulesT:
        """Read the rules."""
        raise NotImplementedError

    @staticmethod
    def _read(data: Any, where: str, rules: RulesT) -> RoundT:
        """Read a round."""
        raise NotImplementedError


def attempt(entry: str, action: Callable[[], T]) -> T:
    """Do what an entry says, and name the entry if the rules do not allow it.

    Raises
    ------
    RecordError
        If they do not.
    """
    try:
        return action()
    except NimmtError as error:
        raise RecordError(entry, str(error)) from None


def check_scored(
    entry: str, said: tuple[int, ...] | None, scored: tuple[int, ...] | None, verb: str
) -> None:
    """Check what a round is said to have brought; None while it is not over.

    Raises
    ------
    RecordError
        If it is something else.
    """
    if said != scored:
        told = "nothing" if said is None else f"{list(said)}"
        found = "the round is not over" if scored is None else f"they {verb} {list(scored)}"
        raise RecordError(entry, f"the record says {told}, but {found}")
