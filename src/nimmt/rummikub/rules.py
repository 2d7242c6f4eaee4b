"""The rules of a game, with every option, as one value."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from nimmt._options import Options
from nimmt.errors import RulesError
from nimmt.rummikub.tiles import COLOURS, COPIES, NUMBERS, Tile, full_set

__all__ = [
    "Direction",
    "FreedJoker",
    "FreeingTile",
    "GroupJoker",
    "JokerLock",
    "Rules",
    "TieBreak",
    "as_rules",
]

MOST_PLAYERS = 4
MOST_JOKERS = 8
MOST_POINTS = 1_000_000
LONGEST_GAME = 1_000_000


class JokerLock(StrEnum):
    """What may happen to a set with a joker."""

    LOCKED = "locked"
    FREE = "free"


class FreeingTile(StrEnum):
    """Where the tile comes from that is put in the place of a joker."""

    ANY = "any"
    RACK = "rack"


class FreedJoker(StrEnum):
    """Where a freed joker may be laid."""

    ANYWHERE = "anywhere"
    NEW_SET = "new_set"
    NEW_SET_WITH_TWO = "new_set_with_two"


class GroupJoker(StrEnum):
    """What frees a joker in a group of three."""

    EITHER = "either"
    BOTH = "both"


class TieBreak(StrEnum):
    """Who wins when the lowest racks are equal."""

    FEWER_TILES = "fewer_tiles"
    SPLIT = "split"


class Direction(StrEnum):
    """Which way the turn goes round; seats are numbered clockwise."""

    CLOCKWISE = "clockwise"
    COUNTERCLOCKWISE = "counterclockwise"


@dataclass(frozen=True, init=False)
class Rules(Options):
    """The rules of a game.

    Attributes
    ----------
    players : int
        2 to 4.
    jokers : int
        Jokers in the game, 0 to 8.
    rack_size : int
        Tiles that each player begins with.
    initial_meld : int
        Points that the initial meld needs.
    single_set : bool
        Whether the initial meld must be one set.
    table_in_meld_turn : bool
        Whether a player may go on to play with the table in the turn of the initial meld.
    forced_play : bool
        Whether a player who can lay a tile must.
    joker_lock : JokerLock
        ``"locked"``: no tile of a set with a joker moves until the joker is freed.  ``"free"``:
        such sets are rearranged like any other.
    freeing_tile : FreeingTile
        ``"any"``: the tile that frees a joker comes from the rack, or from a set that may be
        rearranged.  ``"rack"``: from the rack.
    freed_joker : FreedJoker
        ``"anywhere"``: a freed joker goes into any set.  ``"new_set"``: into a new set.
        ``"new_set_with_two"``: into a new set with at least two tiles from the rack.
    group_joker : GroupJoker
        ``"either"``: any missing colour frees a joker in a group of three.  ``"both"``: only all
        missing colours together do.
    joker_penalty : int
        What a joker on a rack counts at the end.
    tie_break : TieBreak
        ``"fewer_tiles"``: of equal lowest racks the one with fewer tiles wins, then the lower seat.
        ``"split"``: they share what the others lose.
    wrap : bool
        Whether a run may go on from 13 to 1.
    direction : Direction
        Which way the turn goes round.
    target : int or None
        Points that end the game at the end of a round.
    rounds : int or None
        Rounds after which the game ends in any case.  With neither, it ends when nobody deals.

    Raises
    ------
    RulesError
        If such a game cannot be played; the message names every fault.

    Examples
    --------
    >>> Rules(players=3, joker_lock="free").tiles_in_all
    106
    """

    players: int = 4
    jokers: int = 2
    rack_size: int = 14
    initial_meld: int = 30
    single_set: bool = False
    table_in_meld_turn: bool = False
    forced_play: bool = False
    joker_lock: JokerLock = JokerLock.LOCKED
    freeing_tile: FreeingTile = FreeingTile.ANY
    freed_joker: FreedJoker = FreedJoker.ANYWHERE
    group_joker: GroupJoker = GroupJoker.EITHER
    joker_penalty: int = 30
    tie_break: TieBreak = TieBreak.FEWER_TILES
    wrap: bool = False
    direction: Direction = Direction.CLOCKWISE
    target: int | None = None
    rounds: int | None = None

    # Plain strings are welcome; what is stored are the enums above.
    def __init__(
        self,
        players: int = 4,
        jokers: int = 2,
        rack_size: int = 14,
        initial_meld: int = 30,
        single_set: bool = False,
        table_in_meld_turn: bool = False,
        forced_play: bool = False,
        joker_lock: str = JokerLock.LOCKED,
        freeing_tile: str = FreeingTile.ANY,
        freed_joker: str = FreedJoker.ANYWHERE,
        group_joker: str = GroupJoker.EITHER,
        joker_penalty: int = 30,
        tie_break: str = TieBreak.FEWER_TILES,
        wrap: bool = False,
        direction: str = Direction.CLOCKWISE,
        target: int | None = None,
        rounds: int | None = None,
    ) -> None:
        self._store({name: value for name, value in locals().items() if name != "self"})
        faults: list[str] = []
        for name, least, most in (
            ("players", 2, MOST_PLAYERS),
            ("jokers", 0, MOST_JOKERS),
            ("rack_size", 1, COLOURS * NUMBERS * COPIES),
            ("initial_meld", 0, MOST_POINTS),
            ("joker_penalty", 0, MOST_POINTS),
            ("target", 1, MOST_POINTS),
            ("rounds", 1, LONGEST_GAME),
        ):
            if getattr(self, name) is not None or name not in ("target", "rounds"):
                self._check_integer(name, least, most, faults)
        for name in ("single_set", "table_in_meld_turn", "forced_play", "wrap"):
            self._check_flag(name, faults)
        for name, kind in _KINDS.items():
            self._check_option(name, kind, faults)
        if not faults:
            self._check_together(faults)
        if faults:
            raise RulesError("; ".join(faults))

    def _check_together(self, faults: list[str]) -> None:
        needed = self.players * self.rack_size
        if needed > self.tiles_in_all:
            faults.append(
                f"{self.players} racks of {self.rack_size} need {needed} tiles, more than the "
                f"{self.tiles_in_all} there are"
            )
        if self.joker_lock is JokerLock.FREE:
            faults += [
                f"{name} {str(getattr(self, name))!r} has no meaning with joker_lock 'free'"
                for name in _OF_LOCKED_JOKERS
                if getattr(self, name) != getattr(Rules, name)
            ]

    @property
    def locked(self) -> bool:
        """Whether sets with a joker are locked."""
        return self.joker_lock is JokerLock.LOCKED

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """All tiles of the game, ascending."""
        return full_set(self.jokers)

    @property
    def tiles_in_all(self) -> int:
        """How many tiles the game has."""
        return COLOURS * NUMBERS * COPIES + self.jokers

    def next_seat(self, seat: int) -> int:
        """Return the seat whose turn comes after that of another."""
        step = 1 if self.direction is Direction.CLOCKWISE else -1
        return (seat + step) % self.players


def as_rules(value: Any) -> Rules:
    """Return rules; the usual ones for None.

    Raises
    ------
    RulesError
        If the value is something else, such as rules of another game.
    """
    if value is None:
        return Rules()
    if not isinstance(value, Rules):
        raise RulesError(f"{value!r} is no Rules of Rummikub")
    return value


_KINDS: dict[str, type[StrEnum]] = {
    "joker_lock": JokerLock,
    "freeing_tile": FreeingTile,
    "freed_joker": FreedJoker,
    "group_joker": GroupJoker,
    "tie_break": TieBreak,
    "direction": Direction,
}
_OF_LOCKED_JOKERS = ("freeing_tile", "freed_joker", "group_joker")
