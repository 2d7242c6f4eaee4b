"""The record of a match: rules, deals or drafts, plays, choices and scores, as data and as JSON."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from nimmt._json import json_integer, json_list, json_object, load_json
from nimmt.errors import NimmtError, NotationError, RecordError
from nimmt.rules import Rules
from nimmt.table import Rows

if TYPE_CHECKING:
    from nimmt.game import Game
    from nimmt.table import Placed

__all__ = ["ChoiceRecord", "GameRecord", "RoundRecord", "Step", "TurnRecord", "attempt"]

FORMAT = "nimmt-game"
FORMAT_VERSION = 1


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
class GameRecord:
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

    rules: Rules
    names: tuple[str, ...] = ()
    rounds: tuple[RoundRecord, ...] = ()

    def replay(self) -> Game:
        """Play the record through the rules.

        Returns
        -------
        Game
            The game as the record leaves it.

        Raises
        ------
        RecordError
            At the first entry that cannot have happened.
        """
        from nimmt.game import Game

        game = attempt("players", lambda: Game(self.rules, names=self.names))
        for step in self.steps():
            game = step.game
        return game

    def steps(self) -> Iterator[Step]:
        """Play the record through the rules, one entry after another.

        Yields
        ------
        Step
            A deal or draft, a turn up to its first choice, a choice, or the end of a round.

        Raises
        ------
        RecordError
            At the first entry that cannot have happened.
        """
        from nimmt.game import Game

        game = attempt("players", lambda: Game(self.rules, names=self.names))
        for number, round_ in enumerate(self.rounds, 1):
            where = f"round {number}"
            yield _begin_round(game, round_, where)
            for turn_number, turn in enumerate(round_.turns, 1):
                yield from _replay_turn(game, turn, f"{where}, turn {turn_number}")
            _check_end(game, round_, where, number == len(self.rounds))

    def to_dict(self) -> dict[str, Any]:
        """Return the record as JSON-ready values."""
        return {
            "format": FORMAT,
            "version": FORMAT_VERSION,
            "rules": self.rules.to_dict(),
            "names": list(self.names),
            "rounds": [_round_to_dict(round_) for round_ in self.rounds],
        }

    def to_json(self) -> str:
        """Return the record as JSON."""
        return json.dumps(self.to_dict())

    @classmethod
    def from_dict(cls, data: Any) -> GameRecord:
        """Read what ``to_dict`` wrote; ``replay`` says whether it can have happened.

        Raises
        ------
        NotationError
            If the values are not of that form.
        RulesError
            If its rules cannot be played.
        """
        fields_ = json_object(data, "the record", "format", "version", "rules", "names", "rounds")
        for name, expected in (("format", FORMAT), ("version", FORMAT_VERSION)):
            if fields_.get(name) != expected:
                raise NotationError(
                    f"{name} {fields_.get(name)!r} of the record is not {expected!r}"
                )
        names = json_list(fields_, "names", "the record")
        if not all(isinstance(name, str) for name in names):
            raise NotationError(f"names {names!r} are not all text")
        rounds = json_list(fields_, "rounds", "the record")
        return cls(
            Rules.from_dict(fields_.get("rules", {})),
            tuple(names),
            tuple(
                _round_from_dict(round_, f"round {number}")
                for number, round_ in enumerate(rounds, 1)
            ),
        )

    @classmethod
    def from_json(cls, text: str) -> GameRecord:
        """Read a record from JSON.

        Raises
        ------
        NotationError
            If the text is not JSON, or not of that form.
        RulesError
            If its rules cannot be played.
        """
        return cls.from_dict(load_json(text))


T = TypeVar("T")


def attempt(entry: str, action: Callable[[], T]) -> T:
    """Do what an entry says, and name the entry if the rules do not allow it.

    Raises
    ------
    RecordError
        If they do not.
    """
    try:
        return action()
    except NimmtError as error:
        raise RecordError(entry, str(error)) from None


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
    if round_.taken != taken:
        said = "nothing" if round_.taken is None else f"{list(round_.taken)}"
        found = "the round is not over" if taken is None else f"they took {list(taken)}"
        raise RecordError(f"{where}, taken", f"the record says {said}, but {found}")


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
