"""One line of text, and JSON, for positions and information sets.

``ROWS HANDS [FIELD ...]``: rows and hands are separated by ``/``, cards by ``,``.  One hand makes
an information set, two or more make a position.  ``docs/notation.md`` has the grammar.  The history
of the round is in JSON only.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields
from typing import Any

from nimmt._json import load_json, quoted
from nimmt._notation import EMPTY, checked_words, kind_and_values, put
from nimmt.errors import NotationError
from nimmt.history import PastTurn
from nimmt.position import InformationSet, Position
from nimmt.rules import CardSet, Placement, Rules

__all__ = [
    "format_position",
    "history_to_list",
    "parse_position",
    "position_from_dict",
    "position_from_json",
    "position_to_dict",
    "position_to_json",
]

NUMBER = re.compile(r"[0-9]{1,9}", re.ASCII)

# Fields of the rules: the word in the text, and the name in Rules.
RULE_NUMBERS = {
    "p": "players",
    "cap": "row_capacity",
    "deal": "hand_size",
    "deck": "deck_size",
    "to": "threshold",
    "rounds": "rounds",
}
KINDS: dict[str, tuple[type, tuple[str, ...]]] = {
    "position": (Position, ("rows", "hands")),
    "information_set": (InformationSet, ("rows", "hand")),
}
RULE_DEFAULTS = {field.name: field.default for field in fields(Rules)}
RULE_FLAGS: dict[str, tuple[str, Any]] = {
    "pro": ("placement", Placement.PROFESSIONAL),
    "tac": ("card_set", CardSet.TACTICAL),
    "log": ("card_set", CardSet.LOGICAL),
    "hidden": ("public_picks", False),
}


def format_position(position: Position | InformationSet) -> str:
    """Write a position or an information set as one line of text.

    Examples
    --------
    >>> format_position(InformationSet([[4], [13, 20], [40], [77]], [5, 14], Rules(players=5)))
    '4/13,20/40/77 5,14 p=5'
    """
    rules = position.rules
    words = [_format_groups(position.rows)]
    if isinstance(position, Position):
        words.append(_format_groups(position.hands))
    else:
        words.append(_format_cards(position.hand))
    words += _format_rules(rules, implied=isinstance(position, Position))
    if isinstance(position, InformationSet) and position.seat:
        words.append(f"seat={position.seat}")
    if position.seen:
        words.append(f"seen={_format_cards(position.seen)}")
    if position.pending:
        words.append("now=" + ",".join(f"{seat}:{card}" for seat, card in position.pending))
    if isinstance(position, InformationSet):
        for word, groups in (("has", position.known), ("not", position.excluded)):
            if text := _format_by_seat(groups):
                words.append(f"{word}={text}")
    for word, totals in (("took", position.taken), ("score", position.scores)):
        if any(totals):
            words.append(f"{word}={_format_cards(totals)}")
    return " ".join(words)


def parse_position(text: str) -> Position | InformationSet:
    """Read a position or an information set from one line of text.

    Parameters
    ----------
    text : str
        As ``format_position`` writes it; the fields may come in any order.

    Returns
    -------
    Position or InformationSet

    Raises
    ------
    NotationError
        If the text is not of that form; the offending part is quoted.
    RulesError, PositionError
        If it is, but what it says cannot be.

    Examples
    --------
    >>> parse_position("4/13,20/40/77 5,14 p=5").unseen[:4]
    (1, 2, 3, 6)
    """
    words = checked_words(text, "rows and a hand were expected, such as '4/13,20/40/77 5,14'")
    rows = _parse_groups(words[0], "rows")
    hands = _parse_groups(words[1], "hands")
    values: dict[str, Any] = {}
    rules: dict[str, Any] = {"rows": len(rows)}
    if len(hands) > 1:
        rules["players"] = len(hands)
    for word in words[2:]:
        _parse_field(word, len(hands) == 1, rules, values)
    if len(hands) == 1:
        return InformationSet(rows, hands[0], Rules(**rules), **values)
    return Position(rows, hands, Rules(**rules), **values)


def position_to_dict(position: Position | InformationSet) -> dict[str, Any]:
    """Write a position or an information set as JSON-ready values; what is empty is left out."""
    is_view = isinstance(position, InformationSet)
    data: dict[str, Any] = {
        "kind": "information_set" if is_view else "position",
        "rules": position.rules.to_dict(),
    }
    for field_ in fields(position):
        value = getattr(position, field_.name)
        if field_.name == "rules" or (field_.name == "seat" and not value):
            continue
        if field_.name in ("known", "excluded"):
            value = {str(seat): list(cards) for seat, cards in enumerate(value) if cards}
        if field_.name in ("taken", "scores") and not any(value):
            continue
        if field_.name == "history":
            value = history_to_list(value)
        if value or field_.name in ("rows", "hand", "hands", "seat"):
            data[field_.name] = _as_lists(value)
    return data


def position_from_dict(data: Any) -> Position | InformationSet:
    """Read what ``position_to_dict`` wrote.

    Raises
    ------
    NotationError
        If the values are not of that form.
    RulesError, PositionError
        If they are, but what they say cannot be.
    """
    if not isinstance(data, Mapping):
        raise NotationError(f"{quoted(data)} is no JSON object of a position")
    kind, values = kind_and_values(data, KINDS)
    rules = Rules.from_dict(values.pop("rules", {}))
    for name in ("known", "excluded"):
        if name in values:
            values[name] = _seat_keys(values[name], name)
    if "history" in values:
        values["history"] = _past_turns(values["history"])
    if kind == "position":
        return Position(rules=rules, **values)
    return InformationSet(rules=rules, **values)


def history_to_list(history: Iterable[PastTurn]) -> list[dict[str, Any]]:
    """Write the turns of a history as JSON-ready values."""
    return [{"rows": _as_lists(turn.rows), "plays": list(turn.plays)} for turn in history]


def position_to_json(position: Position | InformationSet) -> str:
    """Write a position or an information set as JSON."""
    return json.dumps(position_to_dict(position))


def position_from_json(text: str) -> Position | InformationSet:
    """Read a position or an information set from JSON.

    Raises
    ------
    NotationError
        If the text is not JSON, or not of that form.
    RulesError, PositionError
        If it is, but what it says cannot be.
    """
    return position_from_dict(load_json(text))


def _format_cards(cards: Iterable[int]) -> str:
    return ",".join(map(str, cards)) or EMPTY


def _format_rules(rules: Rules, implied: bool) -> list[str]:
    """Write what differs from the default; with `implied` players, the hands tell their number."""
    words = [word for word, (name, value) in RULE_FLAGS.items() if getattr(rules, name) == value]
    for word, name in RULE_NUMBERS.items():
        value = getattr(rules, name)
        if value != RULE_DEFAULTS[name] and not (implied and name == "players"):
            words.append(f"{word}={EMPTY if value is None else value}")
    return words


def _format_groups(groups: Iterable[Iterable[int]]) -> str:
    return "/".join(map(_format_cards, groups))


def _format_by_seat(groups: Iterable[tuple[int, ...]]) -> str:
    return "/".join(f"{seat}:{_format_cards(cards)}" for seat, cards in enumerate(groups) if cards)


def _number(text: str, where: str) -> int:
    if not NUMBER.fullmatch(text):
        raise NotationError(f"{quoted(text)} in {quoted(where)} is not a number")
    return int(text)


def _parse_cards(text: str, where: str) -> list[int]:
    if text == EMPTY:
        return []
    return [_number(part, where) for part in text.split(",")]


def _parse_groups(text: str, name: str) -> list[list[int]]:
    return [_parse_cards(part, f"{name} {text}") for part in text.split("/")]


def _parse_pairs(text: str, word: str) -> list[tuple[int, int]]:
    pairs = []
    for part in text.split(","):
        seat, colon, card = part.partition(":")
        if not colon:
            raise NotationError(f"{quoted(part)} in {quoted(word)} is not SEAT:CARD")
        pairs.append((_number(seat, word), _number(card, word)))
    return pairs


def _parse_by_seat(text: str, word: str) -> dict[int, list[int]]:
    groups: dict[int, list[int]] = {}
    for part in text.split("/"):
        seat, colon, cards = part.partition(":")
        if not colon:
            raise NotationError(f"{quoted(part)} in {quoted(word)} is not SEAT:CARDS")
        number = _number(seat, word)
        if number in groups:
            raise NotationError(f"{quoted(word)} names seat {number} twice")
        groups[number] = _parse_cards(cards, word)
    return groups


# Fields of the position: the word in the text, the name, how to read it, only in a view.
POSITION_FIELDS: dict[str, tuple[str, Callable[[str, str], Any], bool]] = {
    "seat": ("seat", _number, True),
    "seen": ("seen", _parse_cards, False),
    "now": ("pending", _parse_pairs, False),
    "has": ("known", _parse_by_seat, True),
    "not": ("excluded", _parse_by_seat, True),
    "took": ("taken", _parse_cards, False),
    "score": ("scores", _parse_cards, False),
}


def _parse_field(word: str, is_view: bool, rules: dict[str, Any], values: dict[str, Any]) -> None:
    """Read one field into the rules' or the position's values."""
    name, equals, text = word.partition("=")
    if not equals and name in RULE_FLAGS:
        key, value = RULE_FLAGS[name]
        target = rules
    elif equals and name in RULE_NUMBERS and (is_view or name != "p"):
        key, target = RULE_NUMBERS[name], rules
        may_be_none = key in ("threshold", "rounds", "deck_size")
        value = None if text == EMPTY and may_be_none else _number(text, word)
    elif equals and name in POSITION_FIELDS and (is_view or not POSITION_FIELDS[name][2]):
        key, parse, _ = POSITION_FIELDS[name]
        target, value = values, parse(text, word)
    else:
        raise NotationError(
            f"{quoted(word)} is not a field of {'an information set' if is_view else 'a position'}"
        )
    put(target, key, value, word)


def _as_lists(value: Any) -> Any:
    return [_as_lists(item) for item in value] if isinstance(value, tuple) else value


def _seat_keys(value: Any, name: str) -> Any:
    """Turn JSON's string keys into seats; other forms are checked where they are used."""
    if not isinstance(value, Mapping):
        return value
    seats: dict[int, Any] = {}
    for key, cards in value.items():
        seat = key if isinstance(key, int) else _number(str(key), name)
        if seat in seats:
            raise NotationError(f"{name} names seat {seat} twice")
        seats[seat] = cards
    return seats


def _past_turns(value: Any) -> Any:
    """Read the turns of a history; what is in them is checked where it is used."""
    if not isinstance(value, list):
        return value
    for turn in value:
        if not isinstance(turn, Mapping) or set(turn) != {"rows", "plays"}:
            raise NotationError(f"{quoted(turn)} in the history is not an object of rows and plays")
    return [(turn["rows"], turn["plays"]) for turn in value]
