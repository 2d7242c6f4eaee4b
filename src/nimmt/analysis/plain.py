"""Questions that take an information set, or the plain form: what it is made of, by name."""

from __future__ import annotations

from typing import Any

from nimmt.position import InformationSet
from nimmt.rules import Rules

__all__ = ["asked_view"]

OF_RULES = ("players", "placement", "card_set")


def asked_view(question: str, information_set: Any, plain: dict[str, Any]) -> InformationSet:
    """Return the information set that a question is about.

    Parameters
    ----------
    question : str
        The name of the function, for messages.
    information_set : InformationSet or None
        What was given, or None for the plain form.
    plain : dict
        The plain form: arguments of ``InformationSet`` and ``Rules``, None where not given.

    Raises
    ------
    TypeError
        If neither is given in full, or both are.
    RulesError, PositionError
        If the plain form cannot be.
    """
    given = {name: value for name, value in plain.items() if value is not None}
    if information_set is None:
        if not {"rows", "hand"} <= given.keys():
            raise TypeError(f"{question}() needs an information set, or rows= and hand=")
        rules = Rules(**{name: given.pop(name) for name in OF_RULES if name in given})
        return InformationSet(rules=rules, **given)
    if not isinstance(information_set, InformationSet):
        raise TypeError(
            f"{question}() takes an InformationSet, not {type(information_set).__name__}; a "
            "Position has one for each seat"
        )
    if given:
        raise TypeError(f"{question}() takes an information set or {next(iter(given))}=, not both")
    return information_set
