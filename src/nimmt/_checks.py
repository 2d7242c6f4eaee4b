"""The checks that positions and information sets share.  Every fault is collected, none raised."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import Any

from nimmt.cards import as_card
from nimmt.errors import Defect, PositionError, Problem
from nimmt.rules import Rules
from nimmt.table import Play, Rows, landing

__all__ = ["Faults"]

MOST_HEADS = 999_999_999  # what the notation writes and the kernel adds to


class Faults:
    """Collects what is wrong, and turns the input into plain tuples on the way.

    Parameters
    ----------
    rules : Rules
        The rules that the input is held against.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.problems: list[Problem] = []
        self._place_of: dict[int, str] = {}

    def add(self, defect: Defect, value: Any, message: str) -> None:
        """Note a fault."""
        self.problems.append(Problem(defect, value, message))

    def raise_if_any(self) -> None:
        """Raise all that was noted.

        Raises
        ------
        PositionError
            If anything was.
        """
        if self.problems:
            raise PositionError(tuple(self.problems))

    def cards(self, values: Any, where: str) -> tuple[int, ...]:
        """Return the values that are cards of the set, in their order."""
        if isinstance(values, str | bytes) or not isinstance(values, Iterable):
            self.add(Defect.NOT_A_CARD, values, f"{where} {values!r} is not a series of cards")
            return ()
        found = []
        for value in values:
            card = as_card(value)
            if card is None and _is_integer(value):
                self._outside(value, where)
            elif card is None:
                self.add(Defect.NOT_A_CARD, value, f"{value!r} in {where} is not a card")
            elif card > self.rules.top_card:
                self._outside(card, where)
            else:
                found.append(card)
        return tuple(found)

    def _outside(self, value: Any, where: str) -> None:
        self.add(
            Defect.CARD_OUTSIDE,
            value,
            f"card {value} in {where} is outside the set 1..{self.rules.top_card}",
        )

    def place_once(self, cards: Iterable[int], where: str) -> None:
        """Note cards that are in two places, or twice in one."""
        for card in cards:
            before = self._place_of.setdefault(card, where)
            if before != where:
                seen_and_held = "seen" in before + where and "hand" in before + where
                defect = Defect.SEEN_CARD_HELD if seen_and_held else Defect.CARD_TWICE
                self.add(defect, card, f"card {card} is in {before} and in {where}")

    def placed_cards(self) -> frozenset[int]:
        """Cards that have a place by now."""
        return frozenset(self._place_of)

    def _all_different(self, cards: tuple[int, ...], where: str) -> tuple[int, ...]:
        for card in sorted({card for card in cards if cards.count(card) > 1}):
            self.add(Defect.CARD_TWICE, card, f"card {card} is in {where} twice")
        self.place_once(dict.fromkeys(cards), where)
        return cards

    def card_set(self, values: Any, where: str) -> tuple[int, ...]:
        """Read cards whose order means nothing: sorted, each in its place once."""
        return tuple(sorted(self._all_different(self.cards(values, where), where)))

    def rows(self, values: Any) -> Rows:
        """Read the rows."""
        if isinstance(values, str | bytes) or not isinstance(values, Iterable):
            self.add(Defect.ROW_COUNT, values, f"rows {values!r} are not a series of rows")
            return ()
        rules = self.rules
        rows = []
        for index, cards in enumerate(values):
            where = f"row {index}"
            known = len(self.problems)
            row = self._all_different(self.cards(cards, where), where)
            rows.append(row)
            if len(self.problems) > known:
                continue
            if not row:
                self.add(Defect.ROW_EMPTY, row, f"{where} is empty: a row has a card at least")
            if any(right < left for left, right in pairwise(row)):
                self.add(
                    Defect.ROW_ORDER, row, f"{where} {_listed(row)} is not ascending left to right"
                )
            if len(row) > rules.row_capacity:
                self.add(
                    Defect.ROW_TOO_LONG,
                    row,
                    f"{where} {_listed(row)} has {len(row)} cards, more than {rules.row_capacity}",
                )
        if len(rows) != rules.rows:
            self.add(
                Defect.ROW_COUNT, len(rows), f"there are {len(rows)} rows, {rules.rows} expected"
            )
        return tuple(rows)

    def pending(self, values: Any, rows: Rows) -> tuple[Play, ...]:
        """Read the plays that are revealed and still to be placed, lowest card first."""
        try:
            pairs = values.items() if isinstance(values, Mapping) else values
            plays = [(seat, card) for seat, card in pairs]
        except (TypeError, ValueError):
            self.add(
                Defect.PENDING, values, f"cards to be placed {values!r} are not (seat, card) pairs"
            )
            return ()
        known = len(self.problems)
        cards = self._all_different(
            self.cards((card for _, card in plays), "the cards to be placed"),
            "the cards to be placed",
        )
        seats = [self.seat(seat) for seat, _ in plays]
        if len(self.problems) > known or not plays:
            return ()
        if len(set(seats)) < len(seats):
            self.add(Defect.PENDING, plays, f"cards to be placed {plays} name a seat twice")
            return ()
        ordered = tuple(
            sorted(zip(seats, cards, strict=True), key=lambda play: play[1]),
        )
        if not self.problems and not landing(rows, ordered[0][1], self.rules).is_choice:
            self.add(
                Defect.PENDING,
                ordered[0][1],
                f"card {ordered[0][1]} is to be placed, but its place is forced: place cards as "
                "far as nobody has a choice",
            )
        return ordered

    def seat(self, seat: Any) -> int:
        """Read a seat; -1 if it is none."""
        if isinstance(seat, bool) or not _is_integer(seat) or not 0 <= seat < self.rules.players:
            self.add(Defect.SEAT, seat, f"seat {seat!r} is not one of 0..{self.rules.players - 1}")
            return -1
        return operator.index(seat)

    def hand_size(self, size: int, where: str) -> None:
        """Check that a hand is no larger than what is dealt."""
        if size > self.rules.hand_size:
            self.add(
                Defect.HAND_SIZES,
                size,
                f"{where} has {size} cards, more than the {self.rules.hand_size} dealt",
            )

    def totals(self, values: Any, name: str) -> tuple[int, ...]:
        """Read bull heads by seat; an empty series means none."""
        listed = tuple(values) if isinstance(values, Iterable) else (values,)
        if not all(map(_is_integer, listed)):
            self.add(Defect.TOTALS, values, f"{name} {values!r} are not integers, one for a seat")
            return (0,) * self.rules.players
        heads = tuple(map(operator.index, listed))
        if not heads:
            return (0,) * self.rules.players
        if len(heads) != self.rules.players:
            self.add(
                Defect.TOTALS,
                heads,
                f"{name} has {len(heads)} entries, one for each of {self.rules.players} seats "
                "expected",
            )
        for value in heads:
            if value < 0:
                self.add(Defect.TOTALS, value, f"{name} {value} is negative")
            elif value > MOST_HEADS:
                self.add(Defect.TOTALS, value, f"{name} {value} is more than {MOST_HEADS}")
        return heads

    def by_seat(self, values: Any, name: str) -> tuple[tuple[int, ...], ...]:
        """Read cards by seat: a mapping from seats, a series with one entry a seat, or nothing."""
        players = self.rules.players
        listed: list[Any] = [()] * players
        if isinstance(values, Mapping):
            for key, cards in values.items():
                if (seat := self.seat(key)) >= 0:
                    listed[seat] = cards
        elif not isinstance(values, Iterable) or isinstance(values, str | bytes):
            self.add(Defect.KNOWLEDGE, values, f"{name} {values!r} does not map seats to cards")
        elif entries := list(values):
            if len(entries) != players:
                self.add(
                    Defect.KNOWLEDGE,
                    values,
                    f"{name} has {len(entries)} entries, one for each of {players} seats expected",
                )
            listed[: len(entries)] = entries[:players]
        return tuple(
            tuple(sorted(set(self.cards(cards, f"{name} of seat {seat}"))))
            for seat, cards in enumerate(listed[:players])
        )


def _is_integer(value: object) -> bool:
    try:
        operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        return False
    return not isinstance(value, bool)


def _listed(row: Iterable[int]) -> str:
    return " ".join(map(str, row))
