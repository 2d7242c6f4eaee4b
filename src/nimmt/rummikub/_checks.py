"""The checks that positions and views share.  Every fault is collected, none raised."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from nimmt._numbers import checked_integer
from nimmt.errors import LimitError
from nimmt.rummikub.errors import Defect, IllegalPositionError, Problem, TileError
from nimmt.rummikub.rules import Rules, as_rules
from nimmt.rummikub.sets import TileSet
from nimmt.rummikub.tiles import COPIES, Tile, as_tiles, less, named
from nimmt.rummikub.validation import read_sets

__all__ = ["Faults"]

MOST_POINTS = 999_999_999


class Faults:
    """Collects what is wrong, and turns the input into plain values on the way.

    Parameters
    ----------
    rules : Rules
        The rules that the input is held against.

    Raises
    ------
    RulesError
        If they are something else, such as rules of another game.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = as_rules(rules)
        self.problems: list[Problem] = []

    def add(self, defect: Defect, tiles: Iterable[Tile], message: str) -> None:
        """Note a fault."""
        self.problems.append(Problem(defect, tuple(tiles), message))

    def raise_if_any(self) -> None:
        """Raise all that was noted.

        Raises
        ------
        IllegalPositionError
            If anything was.
        """
        if self.problems:
            raise IllegalPositionError(tuple(self.problems))

    def table(self, values: Any) -> tuple[TileSet, ...]:
        """Read the sets on the table."""
        sets, _ = read_sets(values, self.rules, self.problems)
        return tuple(sets)

    def tiles(self, values: Any, where: str) -> tuple[Tile, ...]:
        """Read some tiles in their order."""
        try:
            return as_tiles(values)
        except TileError as error:
            self.add(Defect.NOT_A_TILE, (), f"{where}: {error}")
            return ()

    def racks(self, values: Any) -> tuple[tuple[Tile, ...], ...]:
        """Read the racks of all seats."""
        if isinstance(values, str | bytes) or not isinstance(values, Iterable):
            self.add(Defect.RACK_COUNT, (), f"racks {values!r} are not a series of racks")
            return ()
        racks = tuple(
            tuple(sorted(self.tiles(rack, f"the rack of seat {seat}")))
            for seat, rack in enumerate(values)
        )
        if len(racks) != self.rules.players:
            self.add(
                Defect.RACK_COUNT,
                (),
                f"there are {len(racks)} racks, {self.rules.players} expected",
            )
        return racks

    def counts(self, tiles: Iterable[Tile]) -> None:
        """Check that no tile is there more often than the game has it."""
        most = {Tile.J: self.rules.jokers}
        there = Counter(tiles)
        for tile in sorted(tile for tile, n in there.items() if n > most.get(tile, COPIES)):
            self.add(
                Defect.TOO_MANY_TILES,
                (tile,),
                f"{tile} is there {there[tile]} times; the game has it "
                f"{most.get(tile, COPIES)} times",
            )

    def pool(self, values: Any, left: tuple[Tile, ...]) -> tuple[Tile, ...]:
        """Read the pool, which is what is left; None is that in ascending order."""
        if values is None:
            return left
        pool = self.tiles(values, "the pool")
        if self.problems:
            return pool
        for tiles, what in (
            (less(left, pool), "on no rack, not on the table and not in the pool"),
            (less(pool, left), "in the pool, but all of it on racks and on the table"),
        ):
            if tiles:
                self.add(Defect.POOL, tiles, f"{named(tiles)}: {what}")
        return pool

    def seat(self, value: Any, what: str) -> int:
        """Read a seat; -1 if it is none."""
        number = self._integer(value, 0, self.rules.players - 1)
        if number is None:
            self.add(
                Defect.SEAT,
                (),
                f"{what} {value!r} is not one of the seats 0..{self.rules.players - 1}",
            )
            return -1
        return number

    def melded(self, values: Any, table: Sequence[TileSet]) -> tuple[bool, ...]:
        """Read who has melded; None is everybody where the table has sets, else nobody."""
        players = self.rules.players
        if values is None:
            return (bool(table),) * players
        flags = tuple(values) if isinstance(values, Iterable) else (values,)
        if len(flags) != players or not all(isinstance(flag, bool) for flag in flags):
            self.add(
                Defect.MELDED, (), f"melded {values!r} is not True or False for each of {players}"
            )
        elif not self.problems and any(flags) != bool(table):
            said = "nobody has melded, but the table has" if table else "somebody melded without"
            self.add(Defect.MELDED, (), f"melded {values!r}: {said} sets on the table")
        return flags

    def sizes(self, values: Any, seat: int, own: int) -> tuple[int, ...]:
        """Read the rack sizes of all seats; None is what is dealt, but for the own seat."""
        players = self.rules.players
        if values is None:
            dealt = self.rules.rack_size
            return tuple(own if other == seat else dealt for other in range(players))
        listed = tuple(values) if isinstance(values, Iterable) else (values,)
        numbers = [self._integer(size, 0, self.rules.tiles_in_all) for size in listed]
        if len(numbers) != players or None in numbers:
            self.add(
                Defect.RACK_SIZES, (), f"sizes {values!r} are not a number of tiles for {players}"
            )
            return ()
        sizes = tuple(size for size in numbers if size is not None)
        if seat >= 0 and sizes[seat] != own:
            self.add(
                Defect.RACK_SIZES,
                (),
                f"sizes {values!r}: the own rack, of seat {seat}, has {own} tiles",
            )
        return sizes

    def empty_racks(self, sizes: Sequence[int], melded: Sequence[bool]) -> None:
        """Check that at most one rack is empty, of a seat that has melded."""
        empty = [seat for seat, size in enumerate(sizes) if size == 0]
        if len(empty) > 1:
            self.add(Defect.RACK_SIZES, (), f"the racks of seats {empty} are empty: one may be")
        for seat in empty:
            if len(melded) > seat and not melded[seat]:
                self.add(
                    Defect.RACK_SIZES, (), f"the rack of seat {seat} is empty, but it never melded"
                )

    def hidden(self, pool_size: int, unseen: int) -> None:
        """Check that the unseen tiles are enough for the other racks."""
        if pool_size < 0:
            self.add(
                Defect.RACK_SIZES,
                (),
                f"the other racks have {unseen - pool_size} tiles, but only {unseen} are unseen",
            )

    def passes(self, value: Any, pool_size: int) -> int:
        """Read how many seats have passed one after another."""
        number = self._integer(value, 0, self.rules.players)
        if number is None:
            self.add(
                Defect.PASSES, (), f"passes {value!r} is not a number of 0..{self.rules.players}"
            )
            return 0
        if number and pool_size > 0 and not self.problems:
            self.add(
                Defect.PASSES,
                (),
                f"passes {value!r}: nobody passes while the pool has tiles, and it has {pool_size}",
            )
        return number

    def idle(self, value: Any) -> int:
        """Read how many seats have laid nothing one after another."""
        number = self._integer(value, 0, self.rules.players)
        if number is None:
            self.add(Defect.IDLE, (), f"idle {value!r} is not a number of 0..{self.rules.players}")
            return 0
        return number

    def scores(self, values: Any) -> tuple[int, ...]:
        """Read the scores of the rounds before; an empty series means none."""
        listed = tuple(values) if isinstance(values, Iterable) else (values,)
        numbers = [self._integer(score, -MOST_POINTS, MOST_POINTS) for score in listed]
        if None in numbers or len(numbers) not in (0, self.rules.players):
            self.add(
                Defect.SCORES, (), f"scores {values!r} are not points of {self.rules.players} seats"
            )
            return (0,) * self.rules.players
        found = tuple(score for score in numbers if score is not None)
        return found or (0,) * self.rules.players

    @staticmethod
    def _integer(value: Any, least: int, most: int) -> int | None:
        try:
            return checked_integer(value, "", least, most)
        except LimitError:
            return None
