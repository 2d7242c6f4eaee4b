"""What the rules of both games have in common: options that are checked, and written as JSON."""

from __future__ import annotations

from dataclasses import fields
from enum import StrEnum
from typing import Any, Self

from nimmt._numbers import checked_integer
from nimmt.errors import LimitError, RulesError

__all__ = ["Options"]


class Options:
    """The base of frozen dataclasses of rules.  Every fault of their values is collected."""

    def _store(self, values: dict[str, Any]) -> None:
        for name, value in values.items():
            object.__setattr__(self, name, value)

    def _check_integer(self, name: str, least: int, most: int, faults: list[str]) -> None:
        """Check an integer, and store it as a plain one."""
        try:
            number = checked_integer(getattr(self, name), name, least, most)
        except LimitError as error:
            faults.append(str(error))
        else:
            object.__setattr__(self, name, number)

    def _check_option(self, name: str, kind: type[StrEnum], faults: list[str]) -> None:
        """Check the name of an option, and store the member of its kind."""
        value = getattr(self, name)
        try:
            object.__setattr__(self, name, kind(value))
        except ValueError:
            names = ", ".join(repr(str(member)) for member in kind)
            faults.append(f"{name} {value!r} is not one of {names}")

    def _check_flag(self, name: str, faults: list[str]) -> None:
        """Check a flag."""
        if not isinstance(getattr(self, name), bool):
            faults.append(f"{name} {getattr(self, name)!r} is not True or False")

    def to_dict(self) -> dict[str, Any]:
        """Return what differs from the defaults, for JSON."""
        return {
            field.name: str(value) if isinstance(value, StrEnum) else value
            for field in fields(self)  # type: ignore[arg-type]  # a dataclass in all cases
            if (value := getattr(self, field.name)) != field.default
        }

    @classmethod
    def from_dict(cls, data: Any) -> Self:
        """Make rules from ``to_dict``'s result.

        Raises
        ------
        RulesError
            If a name or value is not one of the rules'.
        """
        if not isinstance(data, dict):
            raise RulesError(f"rules {data!r} are not an object with names and values")
        known = {field.name for field in fields(cls)}  # type: ignore[arg-type]
        if unknown := sorted(str(name) for name in set(data) - known):
            raise RulesError(f"no rule is called {', '.join(map(repr, unknown))}")
        return cls(**data)
