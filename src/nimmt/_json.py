"""Reading JSON, and quoting what is wrong with it; for the notations and records of both games."""

from __future__ import annotations

import json
from typing import Any

from nimmt.errors import NotationError

__all__ = ["json_integer", "json_list", "json_object", "load_json", "quoted"]


def load_json(text: str) -> Any:
    """Read JSON.

    Raises
    ------
    NotationError
        If it is none.
    """
    try:
        return json.loads(text)
    except (ValueError, TypeError, RecursionError) as error:
        raise NotationError(f"{quoted(text)} is not JSON: {error}") from None


def json_object(data: Any, where: str, *names: str) -> dict[str, Any]:
    """Return an object that has no other names than these.

    Raises
    ------
    NotationError
        If it is none.
    """
    if not isinstance(data, dict):
        raise NotationError(f"{where} is not a JSON object")
    if unknown := sorted(map(str, set(data) - set(names))):
        raise NotationError(f"{where} has nothing called {', '.join(map(repr, unknown))}")
    return data


def json_list(fields: dict[str, Any], name: str, where: str) -> list[Any]:
    """Return the list of a name, an empty one if it is not there.

    Raises
    ------
    NotationError
        If it is none.
    """
    value = fields.get(name, [])
    if not isinstance(value, list):
        raise NotationError(f"{name} of {where} is not a list")
    return value


def json_integer(value: Any, where: str) -> int:
    """Return an integer.

    Raises
    ------
    NotationError
        If it is none.
    """
    if isinstance(value, bool) or not isinstance(value, int):
        raise NotationError(f"{value!r} in {where} is not an integer")
    return value


def quoted(value: Any) -> str:
    """Return a value as it is quoted in messages, shortened if it is long."""
    text = repr(value)
    return text if len(text) <= 80 else f"{text[:77]}..."
