"""Players that ship, by name: ``KIND``, or ``KIND:N`` for those that take a number of samples."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from nimmt.errors import NimmtError
from nimmt.limits import Limit

__all__ = ["limited_name", "named"]

T = TypeVar("T")


def named(
    name: str,
    what: str,
    kinds: Mapping[str, Callable[[], T]],
    sampling: Mapping[str, Callable[[Limit], T]],
    example: str,
) -> T:
    """Make what is called so.

    Parameters
    ----------
    name : str
        A kind, or one that samples and a number.
    what : str
        What such things are called, in messages.
    kinds : mapping
        How to make each kind.
    sampling : mapping
        How to make those that sample, with a limit.
    example : str
        A name with a number, for messages.

    Raises
    ------
    NimmtError
        If nothing is called that.
    """
    kind, colon, number = name.partition(":")
    if kind not in kinds:
        raise NimmtError(f"no {what} is called {name!r}: one of {', '.join(kinds)} was expected")
    if not colon:
        return kinds[kind]()
    if kind not in sampling or not (number.isascii() and number.isdecimal()):
        verb = "takes" if len(sampling) == 1 else "take"
        raise NimmtError(
            f"no {what} is called {name!r}: {' and '.join(sampling)} alone {verb} a number, "
            f"such as {example}"
        )
    return sampling[kind](Limit(samples=int(number)))


def limited_name(kind: str, limit: Limit | None) -> str:
    """Return what something with a limit is called: with samples alone, by their number, too."""
    only_samples = limit is not None and [*limit.to_dict()] == ["samples"]
    return f"{kind}:{limit.samples}" if limit is not None and only_samples else kind
