"""One line of text, and JSON, for tables, positions and views of them.

``TABLE RACKS [FIELD ...]``: sets and racks are separated by ``/``, tiles by ``,``.  One rack makes
an information set, two or more make a position.  ``docs/rummikub/notation.md`` has the grammar.
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
from nimmt.rummikub.errors import SetError, TileError
from nimmt.rummikub.position import InformationSet, Position
from nimmt.rummikub.rules import Rules
from nimmt.rummikub.sets import TileSet, as_set, as_sets
from nimmt.rummikub.tiles import Tile, as_tiles

__all__ = [
    "format_position",
    "format_sets",
    "format_tiles",
    "parse_position",
    "parse_sets",
    "parse_tiles",
    "position_from_dict",
    "position_from_json",
    "position_to_dict",
    "position_to_json",
]

NUMBER = re.compile(r"-?[0-9]{1,9}", re.ASCII)
GAME = "rummikub"

# Options of the rules: the word in the text, and the name in Rules.
RULE_FLAGS = {
    "single": "single_set",
    "playon": "table_in_meld_turn",
    "forced": "forced_play",
    "wrap": "wrap",
}
RULE_NUMBERS = {
    "p": "players",
    "jokers": "jokers",
    "deal": "rack_size",
    "meld": "initial_meld",
    "penalty": "joker_penalty",
    "to": "target",
    "rounds": "rounds",
}
RULE_NAMES = {
    "lock": "joker_lock",
    "by": "freeing_tile",
    "into": "freed_joker",
    "group": "group_joker",
    "tie": "tie_break",
    "way": "direction",
}
KINDS: dict[str, tuple[type, tuple[str, ...]]] = {
    "position": (Position, ("table", "racks")),
    "information_set": (InformationSet, ("table", "rack")),
}
RULE_DEFAULTS = {field.name: field.default for field in fields(Rules)}


# Tiles and sets.


def format_tiles(tiles: Iterable[Tile]) -> str:
    """Write tiles as text, ``-`` for none.

    Examples
    --------
    >>> format_tiles(as_tiles("black 1, joker"))
    'K1,J'
    """
    return ",".join(map(str, tiles)) or EMPTY


def format_sets(sets: Iterable[TileSet]) -> str:
    """Write the sets of a table as text, ``-`` for none.

    Examples
    --------
    >>> format_sets([TileSet("K1 K2 K3"), TileSet.group(5, "K5 J J")])
    'K1,K2,K3/K5,J=5,J'
    """
    return "/".join(map(str, sets)) or EMPTY


def parse_tiles(text: str) -> tuple[Tile, ...]:
    """Read tiles from text.

    Raises
    ------
    NotationError
        If something in it is no tile; it is quoted.

    Examples
    --------
    >>> parse_tiles("K1,Y2,*")
    (K1, O2, J)
    """
    if not isinstance(text, str):
        raise NotationError(f"text was expected, not {type(text).__name__}")
    if not text.strip():
        raise NotationError(f"{quoted(text)} is no tiles: {EMPTY!r} stands for none")
    try:
        return () if text.strip() == EMPTY else as_tiles(text)
    except TileError as error:
        raise NotationError(str(error)) from None


def parse_sets(text: str, *, wrap: bool = False) -> tuple[TileSet, ...]:
    """Read the sets of a table from text.

    Raises
    ------
    NotationError
        If something in it is no tile; it is quoted.
    SetError
        If some of the tiles are no set, or it is not said which.

    Examples
    --------
    >>> parse_sets("K1,K2,K3 / K5,J=5,J")
    (TileSet('K1,K2,K3'), TileSet('K5,J=5,J'))
    """
    return as_sets(_parse_table(text), wrap=wrap)


def _parse_table(text: str) -> list[str]:
    """Split a table into sets, and refuse what is no tile."""
    if not isinstance(text, str):
        raise NotationError(f"text was expected, not {type(text).__name__}")
    parts = [] if text.strip() == EMPTY else text.split("/")
    for part in parts:
        try:
            as_set(part, wrap=True)
        except TileError as error:
            raise NotationError(f"set {quoted(part)}: {error}") from None
        except SetError:
            pass  # the position says it, with all else that is wrong
    return parts


# Positions.


def format_position(position: Position | InformationSet) -> str:
    """Write a position or an information set as one line of text.

    Examples
    --------
    >>> print(format_position(InformationSet(["K1 J K3"], "K4 R9", Rules(players=2))))
    K1,J,K3 K4,R9 p=2
    """
    rules = position.rules
    words = [format_sets(position.table)]
    if isinstance(position, Position):
        words.append("/".join(map(format_tiles, position.racks)))
        usual_turn = 0
    else:
        words.append(format_tiles(position.rack))
        usual_turn = position.seat
    words += _format_rules(rules, implied=isinstance(position, Position))
    if isinstance(position, InformationSet):
        if position.seat:
            words.append(f"seat={position.seat}")
        if position.sizes != _usual_sizes(position):
            words.append(f"sizes={_format_numbers(position.sizes)}")
    if position.turn != usual_turn:
        words.append(f"turn={position.turn}")
    if position.melded != (bool(position.table),) * rules.players:
        seats = [seat for seat, melded in enumerate(position.melded) if melded]
        words.append(f"melded={_format_numbers(seats)}")
    if isinstance(position, Position) and list(position.pool) != sorted(position.pool):
        words.append(f"pool={format_tiles(position.pool)}")
    if position.passes:
        words.append(f"passes={position.passes}")
    if position.idle != position.passes:
        words.append(f"idle={position.idle}")
    if any(position.scores):
        words.append(f"score={_format_numbers(position.scores)}")
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
    RulesError, IllegalPositionError
        If it is, but what it says cannot be.

    Examples
    --------
    >>> parse_position("K1,J,K3/R5,B5,O5 K4,R9 p=2 sizes=2,14").pool_size
    84
    """
    words = checked_words(
        text,
        "a table and a rack were expected, such as 'K1,K2,K3/R5,B5,O5 K4,R9', or '- K4,R9' for an "
        "empty table",
    )
    table = _parse_table(words[0])
    racks = [parse_tiles(part) for part in words[1].split("/")]
    is_view = len(racks) == 1
    rules: dict[str, Any] = {} if is_view else {"players": len(racks)}
    values: dict[str, Any] = {}
    for word in words[2:]:
        _parse_field(word, is_view, rules, values)
    if is_view and "sizes" in values:
        rules.setdefault("players", len(values["sizes"]))
    checked = Rules(**rules)
    if "melded" in values:
        values["melded"] = _flags(values["melded"], checked.players)
    if is_view:
        return InformationSet(table, racks[0], checked, **values)
    return Position(table, racks, checked, **values)


def _format_numbers(numbers: Iterable[int]) -> str:
    return ",".join(map(str, numbers)) or EMPTY


def _format_rules(rules: Rules, implied: bool) -> list[str]:
    """Write what differs from the default; with `implied` players, the racks tell their number."""
    words = [word for word, name in RULE_FLAGS.items() if getattr(rules, name)]
    for word, name in (RULE_NUMBERS | RULE_NAMES).items():
        value = getattr(rules, name)
        if value != RULE_DEFAULTS[name] and not (implied and name == "players"):
            words.append(f"{word}={value}")
    return words


def _usual_sizes(view: InformationSet) -> tuple[int, ...]:
    dealt = view.rules.rack_size
    return tuple(
        len(view.rack) if seat == view.seat else dealt for seat in range(view.rules.players)
    )


def _number(text: str, word: str) -> int:
    if not NUMBER.fullmatch(text):
        raise NotationError(f"{quoted(text)} in {quoted(word)} is not a number")
    return int(text)


def _numbers(text: str, word: str) -> list[int]:
    return [] if text == EMPTY else [_number(part, word) for part in text.split(",")]


def _tiles(text: str, word: str) -> tuple[Tile, ...]:
    try:
        return parse_tiles(text)
    except NotationError as error:
        raise NotationError(f"{quoted(word)}: {error}") from None


# Fields of the position: the word in the text, the name, how to read it, and what has it.
POSITION_FIELDS: dict[str, tuple[str, Callable[[str, str], Any], str]] = {
    "seat": ("seat", _number, "view"),
    "sizes": ("sizes", _numbers, "view"),
    "turn": ("turn", _number, "both"),
    "melded": ("melded", _numbers, "both"),
    "pool": ("pool", _tiles, "position"),
    "passes": ("passes", _number, "both"),
    "idle": ("idle", _number, "both"),
    "score": ("scores", _numbers, "both"),
}


def _parse_field(word: str, is_view: bool, rules: dict[str, Any], values: dict[str, Any]) -> None:
    """Read one field into the rules' or the position's values."""
    name, equals, text = word.partition("=")
    kind = "view" if is_view else "position"
    value: Any
    if not equals and name in RULE_FLAGS:
        key, value, target = RULE_FLAGS[name], True, rules
    elif equals and name in RULE_NUMBERS and (is_view or name != "p"):
        key, value, target = RULE_NUMBERS[name], _number(text, word), rules
    elif equals and name in RULE_NAMES:
        key, value, target = RULE_NAMES[name], text, rules
    elif equals and name in POSITION_FIELDS and POSITION_FIELDS[name][2] in ("both", kind):
        key, parse, _ = POSITION_FIELDS[name]
        value, target = parse(text, word), values
    else:
        raise NotationError(
            f"{quoted(word)} is not a field of {'an information set' if is_view else 'a position'}"
        )
    put(target, key, value, word)


def _flags(seats: list[int], players: int) -> list[bool]:
    if strange := [seat for seat in seats if not 0 <= seat < players]:
        raise NotationError(f"melded seats {strange} are not of 0..{players - 1}")
    return [seat in seats for seat in range(players)]


# JSON.


def position_to_dict(position: Position | InformationSet) -> dict[str, Any]:
    """Write a position or an information set as JSON-ready values; what is usual is left out."""
    is_view = isinstance(position, InformationSet)
    data: dict[str, Any] = {
        "game": GAME,
        "kind": "information_set" if is_view else "position",
        "rules": position.rules.to_dict(),
        "table": [str(one).split(",") for one in position.table],
    }
    if isinstance(position, InformationSet):
        data["rack"] = _names(position.rack)
        data["seat"] = position.seat
        data["sizes"] = list(position.sizes)
    else:
        data["racks"] = [_names(rack) for rack in position.racks]
        data["pool"] = _names(position.pool)
    data["turn"] = position.turn
    data["melded"] = list(position.melded)
    if position.passes:
        data["passes"] = position.passes
    if position.idle != position.passes:
        data["idle"] = position.idle
    if any(position.scores):
        data["scores"] = list(position.scores)
    return data


def position_from_dict(data: Any) -> Position | InformationSet:
    """Read what ``position_to_dict`` wrote.

    Raises
    ------
    NotationError
        If the values are not of that form.
    RulesError, IllegalPositionError
        If they are, but what they say cannot be.
    """
    if not isinstance(data, Mapping):
        raise NotationError(f"{quoted(data)} is no JSON object of a position")
    if data.get("game") != GAME:
        raise NotationError(f"game {quoted(data.get('game'))} is not {GAME!r}")
    rest = {name: value for name, value in data.items() if name != "game"}
    kind, values = kind_and_values(rest, KINDS)
    rules = Rules.from_dict(values.pop("rules", {}))
    if kind == "position":
        return Position(rules=rules, **values)
    return InformationSet(rules=rules, **values)


def position_to_json(position: Position | InformationSet) -> str:
    """Write a position or an information set as JSON."""
    return json.dumps(position_to_dict(position))


def position_from_json(text: str) -> Position | InformationSet:
    """Read a position or an information set from JSON.

    Raises
    ------
    NotationError
        If the text is not JSON, or not of that form.
    RulesError, IllegalPositionError
        If it is, but what it says cannot be.
    """
    return position_from_dict(load_json(text))


def _names(tiles: Iterable[Tile]) -> list[str]:
    return [tile.name for tile in tiles]
