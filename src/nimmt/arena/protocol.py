"""What the arena says to a program, and how its answers are read.

One JSON object on each line.  ``docs/reference/protocol.md`` is the description for those who
write programs.
"""

from __future__ import annotations

import json
from typing import Any

from nimmt.arena.faults import FaultKind, PlayerFailed
from nimmt.draft import DraftView
from nimmt.position import InformationSet
from nimmt.rules import Rules

__all__ = ["LONGEST_LINE", "PROTOCOL_VERSION", "read_answer", "request_line"]

PROTOCOL_VERSION = 1
LONGEST_LINE = 65_536
"""Bytes of an answer, its end of line among them."""

READY = "ready"


def game_request(rules: Rules, seat: int, seed: int) -> dict[str, Any]:
    """Announce a game."""
    return {
        "type": "game",
        "protocol": PROTOCOL_VERSION,
        "rules": {
            "players": rules.players,
            "placement": str(rules.placement),
            "card_set": str(rules.card_set),
            "rows": rules.rows,
            "row_capacity": rules.row_capacity,
            "hand_size": rules.hand_size,
            "top_card": rules.top_card,
            "threshold": rules.threshold,
            "rounds": rules.rounds,
            "public_picks": rules.public_picks,
        },
        "seat": seat,
        "seed": seed,
    }


def play_request(view: InformationSet) -> dict[str, Any]:
    """Ask for a card."""
    return {"type": "play", **_table(view)}


def choose_request(view: InformationSet) -> dict[str, Any]:
    """Ask for a row."""
    return {
        "type": "choose",
        "card": view.pending[0][1],
        "options": view.options,
        "pending": view.pending,
        **_table(view),
    }


def pick_request(view: DraftView) -> dict[str, Any]:
    """Ask for a card of the open table."""
    return {
        "type": "pick",
        "remaining": view.remaining,
        "hand": view.hand,
        "hands": view.hands,
        "first": view.first,
    }


def _table(view: InformationSet) -> dict[str, Any]:
    return {
        "rows": view.rows,
        "hand": view.hand,
        "seen": view.seen,
        "known": view.known,
        "taken": view.taken,
        "scores": view.scores,
    }


def over_notice(scores: tuple[int, ...]) -> dict[str, Any]:
    """Tell the end of a game; nothing is answered to it."""
    return {"type": "over", "scores": scores}


def request_line(request: dict[str, Any], number: int | None) -> bytes:
    """Write a request as a line; one that is to be answered has a number."""
    numbered = request if number is None else {"id": number, **request}
    return json.dumps(numbered, separators=(",", ":")).encode() + b"\n"


def read_answer(line: bytes, number: int) -> Any:
    """Read the answer to a request.

    Raises
    ------
    PlayerFailed
        If the line is no answer to this request.
    """
    try:
        answer = json.loads(line)
    except (ValueError, RecursionError):
        raise PlayerFailed(FaultKind.NONSENSE, f"{_shown(line)} is not JSON") from None
    if not isinstance(answer, dict) or not {"id", "answer"} <= set(answer):
        raise PlayerFailed(
            FaultKind.NONSENSE, f"{_shown(line)} is no object with 'id' and 'answer'"
        )
    if answer["id"] != number or isinstance(answer["id"], bool):
        raise PlayerFailed(
            FaultKind.NONSENSE,
            f"{_shown(line)} answers request {answer['id']!r}, {number} was expected",
        )
    return answer["answer"]


def _shown(line: bytes) -> str:
    text = repr(line.decode(errors="replace").rstrip("\n"))
    return text if len(text) <= 80 else f"{text[:77]}..."
