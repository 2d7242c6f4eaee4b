"""A round as it is (``Position``), and as one player knows it (``InformationSet``)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Self

import numpy as np

from nimmt.errors import IllegalActionError
from nimmt.rummikub._checks import Faults
from nimmt.rummikub.errors import IllegalPlayError, Problem
from nimmt.rummikub.rules import Rules, as_rules
from nimmt.rummikub.scoring import round_scores
from nimmt.rummikub.sets import TileSet
from nimmt.rummikub.tiles import Tile, less, named
from nimmt.rummikub.validation import check_play, play_problems
from nimmt.seeding import RNG, seed_of

__all__ = ["INVALID_PENALTY", "OVERRUN_PENALTY", "InformationSet", "Position"]

OVERRUN_PENALTY = 1
"""Tiles that a player takes whose time ran out."""
INVALID_PENALTY = 3
"""Tiles that a player takes instead whose time ran out before the table was in order."""

Racks = tuple[tuple[Tile, ...], ...]


class _Round:
    """What a position and a view of it share: all but what is known of racks and pool."""

    table: tuple[TileSet, ...]
    rules: Rules
    turn: int
    melded: tuple[bool, ...]
    passes: int
    idle: int
    scores: tuple[int, ...]

    def _replaced(self, **changes: Any) -> Self:
        """Return the same with other values, in stored form, that the rules led to: no checks."""
        twin = object.__new__(type(self))
        _store(twin, {**self.__dict__, **changes})
        return twin

    def _problems(
        self, seat: int, rack: tuple[Tile, ...], arrangement: Iterable[Any], laid: Any
    ) -> tuple[Problem, ...]:
        return play_problems(
            self.table, rack, arrangement, self.rules, melded=self.melded[seat], laid=laid
        )

    def __str__(self) -> str:
        from nimmt.rummikub.notation import format_position

        return format_position(self)  # type: ignore[arg-type]


@dataclass(frozen=True, init=False)
class Position(_Round):
    """A round between two turns, with every rack and the order of the pool known.

    Attributes
    ----------
    table : tuple of TileSet
        The sets on the table; their order is kept.
    racks : tuple of tuple of Tile
        The tiles of each seat, ascending.
    rules : Rules
        The rules; ``rules.players`` is the number of racks.
    turn : int
        The seat whose turn it is.
    melded : tuple of bool
        Whether each seat has laid its initial meld.  If not given, everybody has where the table
        has sets, and nobody where it has none.
    pool : tuple of Tile
        The pool, the tile that is drawn next first.  If not given, all tiles that are neither on
        racks nor on the table, ascending.
    passes : int
        How many seats have passed, one after another; the round is over when all have.
    idle : int
        How many seats, the last ones before the turn, have drawn or passed one after another in
        their time, so that the table is as it was for them.  As many as passed, if not given.
    scores : tuple of int
        The points of each seat from the rounds before.

    Raises
    ------
    IllegalPositionError
        If such a position cannot be; its ``problems`` list everything that is wrong.
    RulesError
        If the rules are those of another game.

    Examples
    --------
    >>> position = Position(["K1 K2 K3"], ["K4 R9", "B1 B2"])
    >>> after = position.play(["K1 K2 K3 K4"])
    >>> after.racks, after.turn
    (((R9,), (B1, B2)), 1)
    """

    table: tuple[TileSet, ...]
    racks: Racks
    rules: Rules = field(default_factory=Rules)
    turn: int = 0
    melded: tuple[bool, ...] = ()
    pool: tuple[Tile, ...] = ()
    passes: int = 0
    idle: int = 0
    scores: tuple[int, ...] = ()

    # Text and other series are welcome; what is stored are the tuples above.
    def __init__(
        self,
        table: Iterable[Any],
        racks: Iterable[Any],
        rules: Rules | None = None,
        turn: int = 0,
        melded: Iterable[bool] | None = None,
        pool: Any = None,
        passes: int = 0,
        idle: int | None = None,
        scores: Iterable[int] = (),
    ) -> None:
        given = tuple(racks) if isinstance(racks, Iterable) else racks
        faults = Faults(_rules_for(given) if rules is None else rules)
        sets = faults.table(table)
        read = faults.racks(given if not isinstance(racks, str | bytes) else racks)
        placed = [*(t for one in sets for t in one.tiles), *(t for rack in read for t in rack)]
        faults.counts(placed)
        left = less(faults.rules.tiles, placed)
        checked_pool = faults.pool(pool, left)
        has_melded = faults.melded(melded, sets)
        faults.empty_racks([len(rack) for rack in read], has_melded)
        passed = faults.passes(passes, len(checked_pool))
        _store(
            self,
            {
                "table": sets,
                "racks": read,
                "rules": faults.rules,
                "turn": faults.seat(turn, "turn"),
                "melded": has_melded,
                "pool": checked_pool,
                "passes": passed,
                "idle": passed if idle is None else faults.idle(idle),
                "scores": faults.scores(scores),
            },
        )
        faults.raise_if_any()

    @property
    def rack(self) -> tuple[Tile, ...]:
        """The rack of the seat whose turn it is."""
        return self.racks[self.turn]

    @property
    def is_over(self) -> bool:
        """Whether the round is over, as a rack is empty or all have passed."""
        return not all(self.racks) or self.passes == self.rules.players

    @property
    def round_scores(self) -> tuple[int, ...]:
        """What each seat scores in this round.

        Raises
        ------
        IllegalActionError
            If it is not over.
        """
        if not self.is_over:
            raise IllegalActionError("the round is not over: it has no scores yet")
        return round_scores(self.racks, self.rules)

    def problems_with(self, arrangement: Iterable[Any], laid: Any = None) -> tuple[Problem, ...]:
        """Say everything that is wrong with a play of the seat whose turn it is.

        Parameters
        ----------
        arrangement : iterable of TileSet or what makes one
            All sets on the table after it.
        laid : str, or iterable of Tile or str, optional
            The tiles from the rack; by default, what the arrangement has and the table has not.

        Returns
        -------
        tuple of Problem
            Empty if the rules allow the play.
        """
        return self._problems(self.turn, self.rack, arrangement, laid)

    def play(self, arrangement: Iterable[Any], laid: Any = None) -> Position:
        """Lay tiles: put the table in a new arrangement.

        Parameters
        ----------
        arrangement, laid
            As in ``problems_with``.

        Returns
        -------
        Position
            The position after the turn.

        Raises
        ------
        IllegalPlayError
            If the rules do not allow it; its ``problems`` are everything that is wrong.
        IllegalActionError
            If the round is over.
        """
        return self._played(arrangement, laid, 0)

    def draw(self) -> Position:
        """Lay nothing, and draw a tile.

        Returns
        -------
        Position
            The position after the turn.

        Raises
        ------
        IllegalActionError
            If the round is over, the pool is empty, or a play exists that the rules force.
        """
        self._expect_turn()
        if not self.pool:
            raise IllegalActionError("the pool is empty: a seat that lays nothing passes")
        self._expect_no_forced_play()
        return self._idling(1)

    def pass_turn(self) -> Position:
        """Lay nothing when the pool is empty.

        Returns
        -------
        Position
            The position after the turn.

        Raises
        ------
        IllegalActionError
            If the round is over, the pool has tiles, or a play exists that the rules force.
        """
        self._expect_turn()
        if self.pool:
            raise IllegalActionError(
                f"the pool has {len(self.pool)} tiles: a seat that lays nothing draws one"
            )
        self._expect_no_forced_play()
        return self._idling(0)

    def overrun(self, arrangement: Iterable[Any] | None = None) -> Position:
        """End a turn because its time is up.

        A play that the rules allow stands, and costs a tile.  So does having laid nothing: it is
        the tile that is drawn then.  Any other arrangement is undone, as ``undo`` says.

        Parameters
        ----------
        arrangement : iterable of TileSet or what makes one, optional
            The table when the time was up; None if it was as before the turn.

        Returns
        -------
        Position
            The position after the turn.

        Raises
        ------
        IllegalActionError
            If the round is over.
        """
        if arrangement is None:
            return self._taking(OVERRUN_PENALTY)
        try:
            return self._played(arrangement, None, OVERRUN_PENALTY)
        except IllegalPlayError:
            return self.undo()

    def undo(self) -> Position:
        """End a turn because its time was up before the table was in order.

        The table is as it was, the tiles laid are on the rack again, and three tiles are taken, or
        what the pool has.

        Returns
        -------
        Position
            The position after the turn.

        Raises
        ------
        IllegalActionError
            If the round is over.
        """
        return self._taking(INVALID_PENALTY)

    def information_set(self, seat: int) -> InformationSet:
        """Return what one seat knows.

        Parameters
        ----------
        seat : int
            Whose view.

        Raises
        ------
        IllegalPositionError
            If there is no such seat.
        """
        faults = Faults(self.rules)
        checked = faults.seat(seat, "seat")
        faults.raise_if_any()
        values = dict(self.__dict__)
        del values["racks"], values["pool"]
        values["seat"] = checked
        values["rack"] = self.racks[checked]
        values["sizes"] = tuple(map(len, self.racks))
        view = object.__new__(InformationSet)
        _store(view, values)
        return view

    def _expect_turn(self) -> None:
        if self.is_over:
            raise IllegalActionError("the round is over: nobody has a turn")

    def _expect_no_forced_play(self) -> None:
        from nimmt.rummikub.solver import solve

        if self.rules.forced_play and (found := solve(self)).possible:
            raise IllegalActionError(
                f"seat {self.turn} can lay {named(found.laid)}, and the rules force a play: it may "
                "lay nothing only if no play exists"
            )

    def _played(self, arrangement: Iterable[Any], laid: Any, taken: int) -> Position:
        """Lay tiles, and take some from the pool."""
        self._expect_turn()
        seat = self.turn
        play = check_play(
            self.table, self.rack, arrangement, self.rules, melded=self.melded[seat], laid=laid
        )
        melded = tuple(had or other == seat for other, had in enumerate(self.melded))
        rest = less(self.rack, play.laid)
        return self._ended(rest, taken, table=play.table, melded=melded, passes=0, idle=0)

    def _idling(self, count: int) -> Position:
        """End a turn in which a seat laid nothing, and could think about it."""
        return self._taking(count)._replaced(idle=min(self.idle + 1, self.rules.players))

    def _taking(self, count: int) -> Position:
        """End a turn in which nothing was laid; it is a pass if the pool is empty."""
        self._expect_turn()
        return self._ended(self.rack, count, passes=0 if self.pool else self.passes + 1, idle=0)

    def _ended(self, rack: tuple[Tile, ...], taken: int, **changes: Any) -> Position:
        """Take tiles from the pool, and give the turn to the next seat."""
        new = tuple(sorted((*rack, *self.pool[:taken])))
        return self._replaced(
            racks=(*self.racks[: self.turn], new, *self.racks[self.turn + 1 :]),
            pool=self.pool[taken:],
            turn=self.rules.next_seat(self.turn),
            **changes,
        )


@dataclass(frozen=True, init=False)
class InformationSet(_Round):
    """What one player knows of a round.

    Attributes
    ----------
    table : tuple of TileSet
        The sets on the table; their order is kept.
    rack : tuple of Tile
        The own tiles, ascending.
    rules : Rules
        The rules.
    seat : int
        The own seat.
    sizes : tuple of int
        The tiles on the rack of each seat.  If not given, as many as are dealt on those of the
        others.
    turn : int
        The seat whose turn it is; the own one if not given.
    melded : tuple of bool
        Whether each seat has laid its initial meld.  If not given, everybody has where the table
        has sets, and nobody where it has none.
    passes : int
        How many seats have passed, one after another.
    idle : int
        How many seats, the last ones before the turn, have drawn or passed one after another in
        their time, so that the table is as it was for them.  As many as passed, if not given.
    scores : tuple of int
        The points of each seat from the rounds before.

    Raises
    ------
    IllegalPositionError
        If there can be no such view; its ``problems`` list everything that is wrong.
    RulesError
        If the rules are those of another game.

    Examples
    --------
    >>> view = InformationSet(["K1 K2 K3"], "K4 R9", Rules(players=2))
    >>> len(view.unseen), view.pool_size
    (101, 87)
    """

    table: tuple[TileSet, ...]
    rack: tuple[Tile, ...]
    rules: Rules = field(default_factory=Rules)
    seat: int = 0
    sizes: tuple[int, ...] = ()
    turn: int = 0
    melded: tuple[bool, ...] = ()
    passes: int = 0
    idle: int = 0
    scores: tuple[int, ...] = ()

    def __init__(
        self,
        table: Iterable[Any],
        rack: Any,
        rules: Rules | None = None,
        seat: int = 0,
        sizes: Iterable[int] | None = None,
        turn: int | None = None,
        melded: Iterable[bool] | None = None,
        passes: int = 0,
        idle: int | None = None,
        scores: Iterable[int] = (),
    ) -> None:
        faults = Faults(as_rules(rules))
        sets = faults.table(table)
        own = tuple(sorted(faults.tiles(rack, "the own rack")))
        own_seat = faults.seat(seat, "seat")
        faults.counts([*(tile for one in sets for tile in one.tiles), *own])
        rack_sizes = faults.sizes(sizes, own_seat, len(own))
        has_melded = faults.melded(melded, sets)
        faults.empty_racks(rack_sizes, has_melded)
        _store(
            self,
            {
                "table": sets,
                "rack": own,
                "rules": faults.rules,
                "seat": own_seat,
                "sizes": rack_sizes,
                "turn": own_seat if turn is None else faults.seat(turn, "turn"),
                "melded": has_melded,
            },
        )
        if not faults.problems:
            faults.hidden(self.pool_size, len(self.unseen))
        passed = faults.passes(passes, 0 if faults.problems else self.pool_size)
        _store(
            self,
            {
                "passes": passed,
                "idle": passed if idle is None else faults.idle(idle),
                "scores": faults.scores(scores),
            },
        )
        faults.raise_if_any()

    @property
    def unseen(self) -> tuple[Tile, ...]:
        """The tiles on other racks and in the pool, ascending."""
        seen = [tile for one in self.table for tile in one.tiles]
        return less(self.rules.tiles, (*seen, *self.rack))

    @property
    def pool_size(self) -> int:
        """How many tiles the pool has."""
        others = sum(self.sizes) - len(self.rack)
        return len(self.unseen) - others

    @property
    def has_melded(self) -> bool:
        """Whether the own seat has laid its initial meld."""
        return self.melded[self.seat]

    @property
    def is_over(self) -> bool:
        """Whether the round is over, as a rack is empty or all have passed."""
        return not all(self.sizes) or self.passes == self.rules.players

    def problems_with(self, arrangement: Iterable[Any], laid: Any = None) -> tuple[Problem, ...]:
        """Say everything that is wrong with a play of the own seat, were it its turn.

        Parameters
        ----------
        arrangement : iterable of TileSet or what makes one
            All sets on the table after it.
        laid : str, or iterable of Tile or str, optional
            The tiles from the rack; by default, what the arrangement has and the table has not.

        Returns
        -------
        tuple of Problem
            Empty if the rules allow the play.
        """
        return self._problems(self.seat, self.rack, arrangement, laid)

    def determinization(self, rng: RNG = None) -> Position:
        """Deal the unseen tiles to the other racks and the pool, every deal equally likely.

        Parameters
        ----------
        rng : int, SeedSequence, Generator or None, optional
            Source of randomness.

        Returns
        -------
        Position
            A position of which this is the view.
        """
        generator = np.random.default_rng(seed_of(rng))
        unseen = self.unseen
        dealt = [unseen[index] for index in generator.permutation(len(unseen))]
        racks = []
        for seat, size in enumerate(self.sizes):
            if seat == self.seat:
                racks.append(self.rack)
            else:
                racks.append(tuple(sorted(dealt[:size])))
                del dealt[:size]
        return self.completed(tuple(racks), tuple(dealt))

    def completed(self, racks: Racks, pool: tuple[Tile, ...]) -> Position:
        """Return a position of which this is the view; the tiles are not checked.

        Parameters
        ----------
        racks : tuple of tuple of Tile
            The racks of all seats, each ascending.
        pool : tuple of Tile
            The rest, the tile that is drawn next first.
        """
        values = dict(self.__dict__)
        for name in ("rack", "seat", "sizes"):
            del values[name]
        position = object.__new__(Position)
        _store(position, {**values, "racks": racks, "pool": pool})
        return position


def _store(target: object, values: dict[str, Any]) -> None:
    """Set attributes of a frozen value."""
    for name, value in values.items():
        object.__setattr__(target, name, value)


def _rules_for(racks: Any) -> Rules:
    """Return the usual rules for as many players as there are racks, if so many can play."""
    count = len(racks) if isinstance(racks, tuple) else 0
    return Rules(players=count) if 2 <= count <= 4 else Rules()
