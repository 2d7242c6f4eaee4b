"""Plays: a new arrangement of the table, and everything that is wrong with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

from nimmt.rummikub.errors import Defect, IllegalPlayError, Problem, SetError, TileError
from nimmt.rummikub.freed import well_placed
from nimmt.rummikub.locks import RACK, Story, Turn, fates_of, kept_whole, stories
from nimmt.rummikub.rules import FreedJoker, GroupJoker, Rules, as_rules
from nimmt.rummikub.sets import TileSet, as_set, as_sets, series_of_sets
from nimmt.rummikub.tiles import Tile, as_tiles, less, named

__all__ = ["Play", "check_play", "play_problems", "read_sets"]

# What leads to other defects comes before them: tiles that cannot be there, then what may not be
# touched, then what got lost on the way, and what no set is left of.
CAUSES = (
    Defect.NOT_A_TILE,
    Defect.NOT_ON_RACK,
    Defect.TILE_FROM_NOWHERE,
    Defect.TABLE_TOUCHED,
    Defect.JOKER_MOVED,
    Defect.LOCKED_TILE_MOVED,
    Defect.FREEING_TILE,
    Defect.FREED_JOKER_NOT_LAID,
    Defect.TABLE_TILE_MISSING,
    Defect.LAID_TILE_MISSING,
    Defect.AMBIGUOUS_SET,
    Defect.NOT_A_SET,
    Defect.LOCKED_SETS,
    Defect.FREED_JOKER_PLACE,
    Defect.NOTHING_LAID,
    Defect.MELD_TOO_LOW,
    Defect.MELD_SETS,
)


@dataclass(frozen=True, slots=True)
class Play:
    """A play that the rules allow.

    Attributes
    ----------
    table : tuple of TileSet
        The sets on the table after it.
    laid : tuple of Tile
        The tiles from the rack, ascending.
    """

    table: tuple[TileSet, ...]
    laid: tuple[Tile, ...]


def check_play(
    table: Iterable[Any],
    rack: Any,
    arrangement: Iterable[Any],
    rules: Rules | None = None,
    *,
    melded: bool = True,
    laid: Any = None,
) -> Play:
    """Check a play.

    Parameters
    ----------
    table : iterable of TileSet or what makes one
        The sets on the table before it.
    rack : str, or iterable of Tile or str
        The rack of the player.
    arrangement : iterable of TileSet or what makes one
        The sets on the table after it.
    rules : Rules, optional
        The rules; those of ``Rules()`` if not given.
    melded : bool
        Whether the player has laid the initial meld in an earlier turn.
    laid : str, or iterable of Tile or str, optional
        The tiles that the player says come from the rack; by default, those that the arrangement
        has and the table had not.

    Returns
    -------
    Play
        The play, in plain form.

    Raises
    ------
    IllegalPlayError
        If the rules do not allow it; its ``problems`` are everything that is wrong, what leads to
        other problems before these.
    TileError, SetError
        If the table before it or the rack is none.
    RulesError
        If the rules are those of another game.

    Examples
    --------
    >>> check_play(["K1 K2 K3"], "K4 B9", ["K1 K2 K3 K4"]).laid
    (K4,)
    >>> check_play(["K1 J K3"], "K2 K4", ["K1 K2 K3", "J K4"])
    Traceback (most recent call last):
        ...
    nimmt.rummikub.errors.IllegalPlayError: J K4 is no set: a set has 3 tiles or more
    """
    rules = as_rules(rules)
    old = as_sets(table, wrap=rules.wrap)
    problems: list[Problem] = []
    sets, broken = read_sets(arrangement, rules, problems)
    origin = _Origin(old, [*_tiles(sets), *chain(*broken)], rules, problems)
    tiles = origin.tiles_laid(as_tiles(rack), laid)
    judged = _Judgement(rules, old, sets, broken, tiles, whole=not problems)
    if not tiles:
        problems.append(Problem(Defect.NOTHING_LAID, (), "no tile is laid: a play lays one"))
    elif not melded:
        problems += judged.of_meld()
    if melded and rules.locked:
        problems += judged.of_locks(sets, tiles)
    if problems:
        raise IllegalPlayError(tuple(sorted(problems, key=lambda one: CAUSES.index(one.defect))))
    return Play(tuple(sets), tiles)


def play_problems(
    table: Iterable[Any],
    rack: Any,
    arrangement: Iterable[Any],
    rules: Rules | None = None,
    *,
    melded: bool = True,
    laid: Any = None,
) -> tuple[Problem, ...]:
    """Return everything that is wrong with a play, nothing if the rules allow it.

    The parameters, and the errors raised, are those of ``check_play``.

    Examples
    --------
    >>> for problem in play_problems(["K1 J K3 K4"], "B4 R5", ["K1 J K3", "K4 B4 R4"]):
    ...     print(problem.defect, problem.tiles)
    tile from nowhere (R4,)
    tile of a locked set moved (K4,)
    """
    try:
        check_play(table, rack, arrangement, rules, melded=melded, laid=laid)
    except IllegalPlayError as error:
        return error.problems
    return ()


def read_sets(
    values: Any, rules: Rules, problems: list[Problem]
) -> tuple[list[TileSet], list[tuple[Tile, ...]]]:
    """Read the sets of a table, and note what is none.

    Parameters
    ----------
    values : iterable of TileSet or what makes one
        The sets.
    rules : Rules
        Whether a run may go on from 13 to 1.
    problems : list of Problem
        Where faults are added.

    Returns
    -------
    sets : list of TileSet
        What is a set.
    broken : list of tuple of Tile
        The tiles of what is none.
    """
    sets: list[TileSet] = []
    broken: list[tuple[Tile, ...]] = []
    try:
        series = series_of_sets(values)
    except TileError as error:
        problems.append(Problem(Defect.NOT_A_SET, (), str(error)))
        return sets, broken
    for value in series:
        try:
            one = as_set(value, wrap=rules.wrap)
            if one.wraps and not rules.wrap:
                as_set(str(one))  # which says why not
            sets.append(one)
        except SetError as error:
            problems.append(Problem(error.defect, error.tiles, str(error)))
            broken.append(error.tiles)
        except TileError as error:
            problems.append(Problem(Defect.NOT_A_TILE, (), str(error)))
    return sets, broken


class _Origin:
    """Where the tiles of an arrangement come from."""

    def __init__(
        self,
        old: tuple[TileSet, ...],
        after: list[Tile],
        rules: Rules,
        problems: list[Problem],
    ) -> None:
        self.before = _tiles(old)
        self.after = after
        self.rules = rules
        self.problems = problems

    def tiles_laid(self, rack: tuple[Tile, ...], said: Any) -> tuple[Tile, ...]:
        """Return the tiles that are laid, and note what is from nowhere or has gone."""
        laid = less(self.after, self.before)
        if said is None:
            unknown = "on the rack"
            strange = less(laid, rack)
        else:
            laid = self._read(said)
            self._add(Defect.NOT_ON_RACK, less(laid, rack), "laid, but not on the rack")
            unknown = "among the tiles laid"
            strange = less(self.after, (*self.before, *laid))
        self._add(
            Defect.TILE_FROM_NOWHERE,
            strange,
            f"in the new arrangement: neither on the table before nor {unknown}",
        )
        gone = less((*self.before, *laid), self.after)
        of_laid = less(gone, self.before)
        of_table = less(gone, of_laid)
        jokers = [tile for tile in of_table if tile.is_joker and self.rules.locked]
        self._add(
            Defect.FREED_JOKER_NOT_LAID,
            jokers,
            "of the table in no set: a freed joker is laid again in the same turn",
        )
        self._add(
            Defect.TABLE_TILE_MISSING,
            less(of_table, jokers),
            "of the table in no set of the new arrangement",
        )
        self._add(Defect.LAID_TILE_MISSING, of_laid, "laid, but in no set of the new arrangement")
        return laid

    def _read(self, said: Any) -> tuple[Tile, ...]:
        try:
            return tuple(sorted(as_tiles(said)))
        except TileError as error:
            self.problems.append(Problem(Defect.NOT_A_TILE, (), str(error)))
            return ()

    def _add(self, defect: Defect, tiles: Sequence[Tile], message: str) -> None:
        if tiles:
            self.problems.append(Problem(defect, tuple(tiles), f"{named(tiles)} {message}"))


@dataclass(frozen=True, slots=True)
class _Judgement:
    """What is wrong with the sets of an arrangement, by what was on the table before."""

    rules: Rules
    old: tuple[TileSet, ...]
    sets: list[TileSet]
    broken: list[tuple[Tile, ...]]
    laid: tuple[Tile, ...]
    whole: bool
    """Whether all sets are sets, and no tile is missing or from nowhere."""

    # The initial meld.

    def of_meld(self) -> Iterator[Problem]:
        """Say what is wrong with an initial meld."""
        if self.rules.table_in_meld_turn:
            yield from self._of_meld_and_more()
            return
        rest = Counter(self.sets)
        for one in self.old:
            if rest[one]:
                rest[one] -= 1
            else:
                yield Problem(
                    Defect.TABLE_TOUCHED,
                    one.tiles,
                    f"the set {one} of the table was touched: before the initial meld, and in its "
                    "turn, sets are laid from the rack alone",
                )
        yield from self._of_points(_from_rack(rest.elements(), self.laid))

    def _of_points(self, meld: Sequence[TileSet]) -> Iterator[Problem]:
        points = _points(meld)
        if not self.broken and (not meld or points < self.rules.initial_meld):
            yield Problem(
                Defect.MELD_TOO_LOW,
                _tiles(meld),
                f"the new sets from the rack are worth {points} points: an initial meld needs "
                f"{self.rules.initial_meld}",
            )
        if self.rules.single_set and len(meld) > 1:
            yield Problem(
                Defect.MELD_SETS,
                _tiles(meld),
                f"the initial meld has {len(meld)} sets: it must be one",
            )

    def _of_meld_and_more(self) -> Sequence[Problem]:
        """Find sets that are an initial meld, such that the rest is a play after it."""
        possible = [one for one in self.sets if not less(one.tiles, self.laid)]
        possible.sort(key=lambda one: -one.points)
        melds: Iterable[tuple[TileSet, ...]]
        if self.rules.single_set:
            melds = ((one,) for one in possible if one.points >= self.rules.initial_meld)
        else:
            melds = _least_melds(possible, self.laid, self.rules.initial_meld)
        fewest: Sequence[Problem] | None = None
        for meld in melds:
            rest = list((Counter(self.sets) - Counter(meld)).elements())
            problems = list(self.of_locks(rest, less(self.laid, _tiles(meld))))
            if not problems:
                return ()
            if fewest is None or len(problems) < len(fewest):
                fewest = problems
        if fewest is None:
            most = possible[:1] if self.rules.single_set else _from_rack(possible, self.laid)
            return tuple(self._of_points(most))
        return fewest

    # Locked sets.

    def of_locks(self, new: Sequence[TileSet], laid: tuple[Tile, ...]) -> Iterator[Problem]:
        """Say what is wrong with locked sets and freed jokers."""
        if not self.rules.locked or not any(one.has_joker for one in self.old):
            return
        if not self.whole:
            yield from self._of_each_lock(new, laid)
            return
        turn = Turn(self.rules, self.old, tuple(new), laid)
        if any(well_placed(turn, story) for story in stories(turn)):
            return
        story = next(stories(turn, any_source=True), None)
        if story is None:
            yield from list(self._of_each_lock(new, laid)) or [self._of_conflict()]
            return
        if next(stories(turn), None) is not None:
            yield self._of_place(turn)
            return
        yield self._of_source(story)
        if not any(well_placed(turn, other) for other in stories(turn, any_source=True)):
            yield self._of_place(turn)

    def _of_source(self, story: Story) -> Problem:
        tiles = tuple(
            tile
            for (index, tile), source in story.sources.items()
            if source != RACK and tile in story.fates[index].freeing
        )
        return Problem(
            Defect.FREEING_TILE,
            tiles,
            f"{named(tiles)} put in the place of a joker: it must come from the rack",
        )

    def _of_place(self, turn: Turn) -> Problem:
        wanted = "a new set"
        if self.rules.freed_joker is FreedJoker.NEW_SET_WITH_TWO:
            wanted += " with two tiles from the rack or more"
        homes = [str(one) for one in turn.new if one.has_joker]
        homes = [one for one in homes if one not in map(str, turn.old)] or homes
        return Problem(
            Defect.FREED_JOKER_PLACE,
            (Tile.J,),
            f"a freed joker is laid into {' or '.join(homes)}: it must be in {wanted}",
        )

    def _of_conflict(self) -> Problem:
        locked = [one for one in self.old if one.has_joker]
        return Problem(
            Defect.LOCKED_SETS,
            _tiles(locked),
            f"the locked sets {' and '.join(map(str, locked))} cannot all have come to this: no "
            "two may end in one set, no tile opens two of them and stays in one, and none is "
            "opened by a tile of a set that is still locked",
        )

    def _of_each_lock(self, new: Sequence[TileSet], laid: tuple[Tile, ...]) -> Iterator[Problem]:
        """Say which locked sets can neither be kept nor have been opened, each by itself."""
        for index, one in enumerate(self.old):
            if not one.has_joker or any(kept_whole(one, tiles) for tiles in self.broken):
                continue
            others = [*laid, *_tiles(self.old[:index] + self.old[index + 1 :])]
            if not any(
                fate.into is not None or not less((*fate.freeing, *fate.completing), others)
                for fate in fates_of(one, new, self.rules)
            ):
                yield self._of_moved(one, new)

    def _of_moved(self, locked: TileSet, new: Sequence[TileSet]) -> Problem:
        """Say what was moved of a locked set: other tiles, if its joker is still in place."""
        for candidate in new:
            if moved := _moved_from(locked, candidate):
                return Problem(
                    Defect.LOCKED_TILE_MOVED,
                    moved,
                    f"{named(moved)} of the set {locked} moved: none of its tiles may, as long as "
                    "a joker is in it",
                )
        return Problem(
            Defect.JOKER_MOVED,
            locked.tiles,
            f"the set {locked} is not there any more, but its joker was not freed: "
            f"{_key(locked, self.rules)} would have to be put in its place",
        )


def _least_melds(
    possible: Sequence[TileSet], laid: tuple[Tile, ...], needed: int
) -> Iterator[tuple[TileSet, ...]]:
    """Go through the collections of sets from the rack that have the points, and none too many."""
    if _points(possible) < needed:
        return
    for place, one in enumerate(possible):
        if less(one.tiles, laid):
            continue
        if one.points >= needed:
            yield (one,)
            continue
        left = less(laid, one.tiles)
        for meld in _least_melds(possible[place + 1 :], left, needed - one.points):
            yield (one, *meld)


def _from_rack(sets: Iterable[TileSet], laid: tuple[Tile, ...]) -> list[TileSet]:
    """Return the sets that are all from the rack, one after another while there are tiles."""
    found = []
    for one in sets:
        if not less(one.tiles, laid):
            found.append(one)
            laid = less(laid, one.tiles)
    return found


def _moved_from(locked: TileSet, candidate: TileSet) -> tuple[Tile, ...]:
    """Return the tiles that a locked set lacks in a new set where a joker of it is in place."""
    if not candidate.has_joker or locked.kind is not candidate.kind:
        return ()
    if locked.is_run:
        in_place = bool(set(locked.freeing) & set(candidate.freeing))
    else:
        in_place = locked.number == candidate.number
    return less(locked.tiles, candidate.tiles) if in_place else ()


def _key(locked: TileSet, rules: Rules) -> str:
    """Say which tiles free the jokers of a set."""
    if len(locked.freeing) == locked.jokers or rules.group_joker is GroupJoker.BOTH:
        return " and ".join(map(str, locked.freeing))
    many = "" if locked.jokers == 1 else f"{locked.jokers} of "
    return many + " or ".join(map(str, locked.freeing))


def _points(sets: Iterable[TileSet]) -> int:
    return sum(one.points for one in sets)


def _tiles(sets: Iterable[TileSet]) -> tuple[Tile, ...]:
    return tuple(tile for one in sets for tile in one.tiles)
