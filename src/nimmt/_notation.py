"""What the notations of both games have in common: the words of a line, and the kinds in JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from nimmt._json import json_object, quoted
from nimmt.errors import NotationError

__all__ = ["EMPTY", "checked_words", "kind_and_values", "put"]

EMPTY = "-"
LONGEST = 10_000  # characters; all cards or tiles of a game take less than a thousand


def checked_words(text: Any, expected: str) -> list[str]:
    """Split a position into words, two at least.

    Raises
    ------
    NotationError
        If it is no text, too long, or has fewer words than were expected.
    """
    if not isinstance(text, str):
        raise NotationError(f"text was expected, not {type(text).__name__}")
    if len(text) > LONGEST:
        raise NotationError(f"the text has {len(text)} characters, more than {LONGEST}")
    words = text.split()
    if len(words) < 2:
        raise NotationError(f"{quoted(text)} is no position: {expected}")
    return words


def put(target: dict[str, Any], key: str, value: Any, word: str) -> None:
    """Store what a word says.

    Raises
    ------
    NotationError
        If an earlier one said it.
    """
    if key in target:
        raise NotationError(f"{quoted(word)} says again what an earlier field said")
    target[key] = value


def kind_and_values(
    data: Mapping[Any, Any], kinds: Mapping[str, tuple[type, tuple[str, ...]]]
) -> tuple[str, dict[str, Any]]:
    """Read whether JSON-ready values are of a position or a view, and which values they are.

    Parameters
    ----------
    data : mapping
        The values.
    kinds : mapping of str to (type, tuple of str)
        The dataclass of each kind, and what must be there.

    Raises
    ------
    NotationError
        If they are of neither kind, have values that it has not, or lack one.
    """
    kind = data.get("kind")
    if not isinstance(kind, str) or kind not in kinds:
        names = " nor ".join(map(repr, kinds))
        raise NotationError(f"kind {quoted(kind)} is neither {names}")
    cls, required = kinds[kind]
    values = dict(json_object(dict(data), f"the {kind}", "kind", *(f.name for f in fields(cls))))
    del values["kind"]
    for name in required:
        if name not in values:
            raise NotationError(f"the {kind} has no {name}")
    return kind, values
