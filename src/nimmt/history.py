"""The turns that led to a position, as everybody saw them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from nimmt._checks import Faults
from nimmt.errors import Defect
from nimmt.rules import Rules
from nimmt.table import Rows

__all__ = ["PastTurn", "checked_history"]


@dataclass(frozen=True, slots=True)
class PastTurn:
    """A turn that has been revealed.

    Attributes
    ----------
    rows : tuple of tuple of int
        The rows before it.
    plays : tuple of int
        The card of each seat.
    """

    rows: Rows
    plays: tuple[int, ...]


def checked_history(
    turns: Any, rules: Rules, held: int, seen: Iterable[int], faults: Faults
) -> tuple[PastTurn, ...]:
    """Read the latest turns of a round, and note what cannot be.

    Parameters
    ----------
    turns : iterable of PastTurn, or of (rows, plays)
        The turns, in order; the last one is the latest.
    rules : Rules
        The rules.
    held : int
        Cards that every seat still holds.
    seen : iterable of int
        All cards that everybody has seen by now, on the table or swept away.
    faults : Faults
        Where faults are noted.
    """
    past: list[PastTurn] = []
    if isinstance(turns, str | bytes) or not isinstance(turns, Iterable):
        faults.add(Defect.HISTORY, turns, f"history {turns!r} is not a series of turns")
        return ()
    for number, turn in enumerate(turns, 1):
        where = f"turn {number} of the history"
        try:
            rows, plays = (turn.rows, turn.plays) if isinstance(turn, PastTurn) else turn
        except (TypeError, ValueError):
            faults.add(Defect.HISTORY, turn, f"{where} {turn!r} is not (rows, plays)")
            return ()
        of_turn = Faults(rules)
        found = PastTurn(of_turn.rows(rows), of_turn.cards(plays, "the plays"))
        of_turn.card_set(found.plays, "the plays")
        for problem in of_turn.problems:
            faults.add(Defect.HISTORY, problem.value, f"{where}: {problem.message}")
        if len(found.plays) != rules.players:
            faults.add(
                Defect.HISTORY,
                found.plays,
                f"{where} has {len(found.plays)} plays, one for each of {rules.players} seats "
                "expected",
            )
        past.append(found)
    if len(past) + held > rules.hand_size:
        faults.add(
            Defect.HISTORY,
            len(past),
            f"the history has {len(past)} turns, but of {rules.hand_size} cards {held} are still "
            "held",
        )
    if faults.problems:
        return ()
    visible = set(seen)
    for number in range(len(past), 0, -1):
        turn = past[number - 1]
        _check_visible(turn.plays, "played in", number, visible, faults)
        visible.difference_update(turn.plays)
        on_table = [card for row in turn.rows for card in row]
        _check_visible(on_table, "in a row before", number, visible, faults)
    return tuple(past)


def _check_visible(
    cards: Iterable[int], what: str, number: int, visible: set[int], faults: Faults
) -> None:
    for card in cards:
        if card not in visible:
            faults.add(
                Defect.HISTORY,
                card,
                f"card {card}, {what} turn {number} of the history, is now neither on the table "
                "nor among the seen cards, or was played in a later turn",
            )
