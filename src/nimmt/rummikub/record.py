"""The record of a game: rules, draws, deals, turns and scores, as data and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from typing import TYPE_CHECKING, Any

from nimmt._json import json_integer, json_list, json_object, quoted
from nimmt._record import MatchRecord, attempt, check_scored
from nimmt.errors import NotationError, RecordError
from nimmt.rummikub.errors import SetError, TileError
from nimmt.rummikub.rules import Rules
from nimmt.rummikub.sets import TileSet, as_sets
from nimmt.rummikub.setup import Draws
from nimmt.rummikub.tiles import Tile, as_tile

if TYPE_CHECKING:
    from nimmt.rummikub.game import Game

__all__ = ["Action", "GameRecord", "RoundRecord", "Step", "TurnRecord"]


class Action(StrEnum):
    """What happened in a turn."""

    PLAY = "play"
    DRAW = "draw"
    PASS = "pass"
    OVERRUN = "overrun"
    UNDO = "undo"


@dataclass(frozen=True, slots=True)
class TurnRecord:
    """A turn.

    Attributes
    ----------
    seat : int
        Whose turn it was.
    action : Action
        ``PLAY``, ``DRAW`` or ``PASS``; ``OVERRUN`` if time ran out after a play, or with nothing
        laid; ``UNDO`` if it ran out before the table was in order.
    table : tuple of TileSet or None
        The sets on the table after it, where tiles were laid; else None.
    """

    seat: int
    action: Action
    table: tuple[TileSet, ...] | None = None


@dataclass(frozen=True, slots=True)
class RoundRecord:
    """A round.

    Attributes
    ----------
    starter : int
        The seat that began.
    racks : tuple of tuple of Tile
        The tiles dealt to each seat.
    pool : tuple of Tile
        The rest, in the order in which it is drawn.
    draws : tuple of tuple of (int, Tile)
        The draws for the start; empty if the starter was settled otherwise.
    turns : tuple of TurnRecord
        The turns.
    scores : tuple of int or None
        What each seat scored in the round; None while it is not over.
    """

    starter: int
    racks: tuple[tuple[Tile, ...], ...]
    pool: tuple[Tile, ...]
    draws: Draws = ()
    turns: tuple[TurnRecord, ...] = ()
    scores: tuple[int, ...] | None = None


@dataclass(frozen=True)
class Step:
    """One entry of a record, replayed.

    Attributes
    ----------
    entry : str
        Which, such as ``"round 1, turn 3"``.
    game : Game
        The game after it.
    """

    entry: str
    game: Game


@dataclass(frozen=True)
class GameRecord(MatchRecord[Rules, RoundRecord, "Game", Step]):
    """A game, or the beginning of one.

    Attributes
    ----------
    rules : Rules
        The rules.
    names : tuple of str
        What the seats are called.
    rounds : tuple of RoundRecord
        The rounds.
    """

    FORMAT = "nimmt-rummikub-game"

    def _new_game(self) -> Game:
        from nimmt.rummikub.game import Game

        return Game(self.rules, names=self.names)

    def _replayed(
        self, game: Game, round_: RoundRecord, where: str, is_last: bool
    ) -> Iterator[Step]:
        deal = partial(
            game.deal, round_.racks, round_.pool, draws=round_.draws, starter=round_.starter
        )
        attempt(f"{where}, deal", deal)
        yield Step(f"{where}, deal", game.copy())
        for number, turn in enumerate(round_.turns, 1):
            entry = f"{where}, turn {number}"
            attempt(entry, partial(_take_turn, game, turn))
            yield Step(entry, game.copy())
        _check_end(game, round_, where, is_last)

    @staticmethod
    def _written(round_: RoundRecord) -> dict[str, Any]:
        return _round_to_dict(round_)

    @staticmethod
    def _read_rules(data: Any) -> Rules:
        return Rules.from_dict(data)

    @staticmethod
    def _read(data: Any, where: str, rules: Rules) -> RoundRecord:
        return _round_from_dict(data, where, rules)


def _take_turn(game: Game, turn: TurnRecord) -> None:
    """Do in a game what a turn says."""
    game.expect_seat(turn.seat)
    if turn.action is Action.PLAY:
        game.play(turn.table or ())
    elif turn.action is Action.DRAW:
        game.draw()
    elif turn.action is Action.PASS:
        game.pass_turn()
    elif turn.action is Action.OVERRUN:
        game.overrun(turn.table)
    else:
        game.undo()


def _check_end(game: Game, round_: RoundRecord, where: str, is_last: bool) -> None:
    """Check what a round is said to have scored, and that only the last one is unfinished."""
    over = game.position.is_over
    if not over and not is_last:
        raise RecordError(where, "the round is not over, but another one follows")
    scores = game.position.round_scores if over else None
    check_scored(f"{where}, scores", round_.scores, scores, "scored")


def _round_to_dict(round_: RoundRecord) -> dict[str, Any]:
    data: dict[str, Any] = {}
    if round_.draws:
        data["draws"] = [[[seat, tile.name] for seat, tile in drawn] for drawn in round_.draws]
    data["starter"] = round_.starter
    data["racks"] = [[tile.name for tile in rack] for rack in round_.racks]
    data["pool"] = [tile.name for tile in round_.pool]
    data["turns"] = [_turn_to_dict(turn) for turn in round_.turns]
    if round_.scores is not None:
        data["scores"] = list(round_.scores)
    return data


def _turn_to_dict(turn: TurnRecord) -> dict[str, Any]:
    data: dict[str, Any] = {"seat": turn.seat, "action": str(turn.action)}
    if turn.table is not None:
        data["table"] = [str(one).split(",") for one in turn.table]
    return data


def _round_from_dict(data: Any, where: str, rules: Rules) -> RoundRecord:
    fields = json_object(data, where, "draws", "starter", "racks", "pool", "turns", "scores")
    return RoundRecord(
        starter=json_integer(fields.get("starter"), f"starter of {where}"),
        racks=tuple(
            _tiles(rack, f"racks of {where}") for rack in json_list(fields, "racks", where)
        ),
        pool=_tiles(fields.get("pool"), f"pool of {where}"),
        draws=tuple(
            tuple(_drawn(pair, f"draws of {where}") for pair in _listed(drawn, f"draws of {where}"))
            for drawn in json_list(fields, "draws", where)
        ),
        turns=tuple(
            _turn_from_dict(turn, f"{where}, turn {number}", rules)
            for number, turn in enumerate(json_list(fields, "turns", where), 1)
        ),
        scores=tuple(
            json_integer(score, f"scores of {where}")
            for score in _listed(fields["scores"], f"scores of {where}")
        )
        if "scores" in fields
        else None,
    )


def _turn_from_dict(data: Any, where: str, rules: Rules) -> TurnRecord:
    fields = json_object(data, where, "seat", "action", "table")
    try:
        action = Action(str(fields.get("action")))
    except ValueError:
        names = ", ".join(repr(str(member)) for member in Action)
        raise NotationError(
            f"action {quoted(fields.get('action'))} of {where} is not one of {names}"
        ) from None
    may_have_table = action in (Action.PLAY, Action.OVERRUN)
    if "table" not in fields:
        if action is Action.PLAY:
            raise NotationError(f"{where} is a play without a table")
        table = None
    elif not may_have_table:
        raise NotationError(f"{where} has a table, but action {str(action)!r} leaves it as it was")
    else:
        table = _table(fields["table"], f"table of {where}", rules)
    return TurnRecord(json_integer(fields.get("seat"), f"seat of {where}"), action, table)


def _table(value: Any, where: str, rules: Rules) -> tuple[TileSet, ...]:
    try:
        return as_sets(_listed(value, where), wrap=rules.wrap)
    except (SetError, TileError) as error:
        raise NotationError(f"{where}: {error}") from None


def _tiles(value: Any, where: str) -> tuple[Tile, ...]:
    try:
        return tuple(map(as_tile, _listed(value, where)))
    except TileError as error:
        raise NotationError(f"{where}: {error}") from None


def _drawn(value: Any, where: str) -> tuple[int, Tile]:
    pair = _listed(value, where)
    if len(pair) != 2:
        raise NotationError(f"{quoted(value)} in {where} is not [seat, tile]")
    return json_integer(pair[0], where), _tiles(pair[1:], where)[0]


def _listed(value: Any, where: str) -> list[Any]:
    if not isinstance(value, list):
        raise NotationError(f"{quoted(value)}, {where}, is not a list")
    return value
