"""The record of a match: rules, deals or drafts, plays, choices and scores, as data and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from nimmt._json import json_integer, json_list, json_object
from nimmt._record import MatchRecord, attempt, check_scored
from nimmt.errors import NotationError, RecordError
from nimmt.rules import Rules
from nimmt.table import Rows

if TYPE_CHECKING:
    from nimmt.game import Game
    from nimmt.table import Placed

__all__ = ["ChoiceRecord", "GameRecord", "RoundRecord", "Step", "TurnRecord"]


@dataclass(frozen=True, slots=True)
class ChoiceRecord:
    """The row that a card's owner chose."""

    card: int
    row: int


@dataclass(frozen=True, slots=True)
class TurnRecord:
    """A turn: the card of each seat, and the choices of rows in the order they came."""

    plays: tuple[int, ...]
    choices: tuple[ChoiceRecord, ...] = ()


@dataclass(frozen=True, slots=True)
class RoundRecord:
    """A round: the deal, or the first picker and the picks; the turns; what was taken at its end.

    Attributes
    ----------
    rows, hands : tuple of tuple of int
        The deal; empty in a logical game.
    first : int or None
        The seat that picked first in a logical game.
    picks : tuple of int
        The picks of a logical game, in order.
    turns : tuple of TurnRecord
        The turns.
    taken : tuple of int or None
        Bull heads of each seat in the round; None while it is not over.
    """

    rows: Rows = ()
    hands: tuple[tuple[int, ...], ...] = ()
    first: int | None = None
    picks: tuple[int, ...] = ()
    turns: tuple[TurnRecord, ...] = ()
    taken: tuple[int, ...] | None = None

    def with_turns(
        self, turns: tuple[TurnRecord, ...], taken: tuple[int, ...] | None
    ) -> RoundRecord:
        """Return the round with other turns."""
        return replace(self, turns=turns, taken=taken)


@dataclass(frozen=True)
class Step:
    """One entry of a record, replayed.

    Attributes
    ----------
    entry : str
        Which, such as ``"round 1, turn 3"``.
    game : Game
        The game after it.
    placed : tuple of Placed
        The cards that it placed, in order.
    """

    entry: str
    game: Game
    placed: tuple[Placed, ...] = ()


@dataclass(frozen=True)
class GameRecord(MatchRecord[Rules, RoundRecord, "Game", Step]):
    """A match, or the beginning of one.

    Attributes
    ----------
    rules : Rules
        The rules.
    names : tuple of str
        What the seats are called.
    rounds : tuple of RoundRecord
        The rounds.
    """

    FORMAT = "nimmt-game"

    def _new_game(self) -> Game:
        from nimmt.game import Game

        return Game(self.rules, names=self.names)

    def _replayed(
        self, game: Game, round_: RoundRecord, where: str, is_last: bool
    ) -> Iterator[Step]:
        yield _begin_round(game, round_, where)
        for number, turn in enumerate(round_.turns, 1):
            yield from _replay_turn(game, turn, f"{where}, turn {number}")
        _check_end(game, round_, where, is_last)

    @staticmethod
    def _written(round_: RoundRecord) -> dict[str, Any]:
        return _round_to_dict(round_)

    @staticmethod
    def _read_rules(data: Any) -> Rules:
        return Rules.from_dict(data)

    @staticmethod
    def _read(data: Any, where: str, rules: Rules) -> RoundRecord:
        return _round_from_dict(data, where)


def _begin_round(game: Game, round_: RoundRecord, where: str) -> Step:
    """Replay the deal or the draft."""
    if not game.rules.drafted:
        if round_.first is not None or round_.picks:
            raise RecordError(where, f"the {game.rules.card_set} card set has no picks")
        attempt(f"{where}, deal", lambda: game.deal(round_.rows, round_.hands))
        return Step(f"{where}, deal", game.copy())
    if round_.rows or round_.hands:
        raise RecordError(where, "a logical game has no deal: the cards are picked")
    if round_.first is None:
        raise RecordError(where, "the seat that picked first is missing")
    attempt(f"{where}, draft", lambda: game.deal(first=round_.first))
    for number, card in enumerate(round_.picks, 1):
        attempt(f"{where}, pick {number}", partial(game.pick, card))
    return Step(f"{where}, draft", game.copy())


def _replay_turn(game: Game, turn: TurnRecord, entry: str) -> Iterator[Step]:
    """Replay the plays of a turn, and its choices."""
    placed = attempt(entry, partial(game.play, turn.plays))
    yield Step(entry, game.copy(), placed)
    for choice in turn.choices:
        where = f"{entry}, card {choice.card}"
        position = game.position
        if not position.pending:
            raise RecordError(where, f"row {choice.row} was chosen, but no choice is due")
        if position.pending[0][1] != choice.card:
            raise RecordError(where, f"the choice that is due is card {position.pending[0][1]}'s")
        placed = attempt(where, partial(game.choose, choice.row))
        yield Step(where, game.copy(), placed)


def _check_end(game: Game, round_: RoundRecord, where: str, is_last: bool) -> None:
    """Check what a round is said to have cost, and that only the last one is unfinished."""
    from nimmt.game import Phase

    over = game.phase in (Phase.DEAL, Phase.OVER)
    if not over and not is_last:
        raise RecordError(where, f"the round is not over: the game waits for {game.phase}")
    taken = game.position.taken if over else None
    check_scored(f"{where}, taken", round_.taken, taken, "took")


def _round_to_dict(round_: RoundRecord) -> dict[str, Any]:
    data: dict[str, Any] = {}
    if round_.first is None:
        data["rows"] = [list(row) for row in round_.rows]
        data["hands"] = [list(hand) for hand in round_.hands]
    else:
        data["first"] = round_.first
        data["picks"] = list(round_.picks)
    data["turns"] = [
        {
            "plays": list(turn.plays),
            **({"choices": [[c.card, c.row] for c in turn.choices]} if turn.choices else {}),
        }
        for turn in round_.turns
    ]
    if round_.taken is not None:
        data["taken"] = list(round_.taken)
    return data


def _round_from_dict(data: Any, where: str) -> RoundRecord:
    fields_ = json_object(data, where, "rows", "hands", "first", "picks", "turns", "taken")
    first = fields_.get("first")
    return RoundRecord(
        rows=_groups(fields_, "rows", where),
        hands=_groups(fields_, "hands", where),
        first=None if first is None else json_integer(first, f"first of {where}"),
        picks=_integers(fields_.get("picks", []), f"picks of {where}"),
        turns=tuple(
            _turn_from_dict(turn, f"{where}, turn {number}")
            for number, turn in enumerate(json_list(fields_, "turns", where), 1)
        ),
        taken=_integers(fields_["taken"], f"taken of {where}") if "taken" in fields_ else None,
    )


def _turn_from_dict(data: Any, where: str) -> TurnRecord:
    fields_ = json_object(data, where, "plays", "choices")
    choices = []
    for choice in json_list(fields_, "choices", where):
        pair = _integers(choice, f"choices of {where}")
        if len(pair) != 2:
            raise NotationError(f"choice {choice!r} of {where} is not [card, row]")
        choices.append(ChoiceRecord(*pair))
    return TurnRecord(_integers(fields_.get("plays"), f"plays of {where}"), tuple(choices))


def _groups(fields_: dict[str, Any], name: str, where: str) -> tuple[tuple[int, ...], ...]:
    return tuple(
        _integers(cards, f"{name} of {where}") for cards in json_list(fields_, name, where)
    )


def _integers(value: Any, where: str) -> tuple[int, ...]:
    if not isinstance(value, list):
        raise NotationError(f"{where}: a list of integers was expected")
    return tuple(json_integer(item, where) for item in value)
