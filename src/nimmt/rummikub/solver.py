"""The best play with a rack, exactly."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from nimmt._numbers import checked_integer
from nimmt.errors import NimmtError, RulesError
from nimmt.rummikub._checks import Faults
from nimmt.rummikub.arranging import Placed
from nimmt.rummikub.found import Found
from nimmt.rummikub.melding import best_meld
from nimmt.rummikub.moves import plan
from nimmt.rummikub.objective import Aim, Objective, as_objective
from nimmt.rummikub.position import InformationSet, Position
from nimmt.rummikub.rearranging import best_play
from nimmt.rummikub.rules import MOST_JOKERS, Rules
from nimmt.rummikub.sets import TileSet
from nimmt.rummikub.solution import Solution
from nimmt.rummikub.tiles import Tile
from nimmt.version import __version__
from nimmt_core._tiles import Arranger

__all__ = ["solve"]

MOST_JOKER_VALUE = 1000
USUAL = Rules()


def solve(
    position: Position | InformationSet | None = None,
    *,
    table: Iterable[Any] | None = None,
    rack: Any = None,
    melded: bool | None = None,
    rules: Rules | None = None,
    joker_lock: str | None = None,
    objective: Any = "tiles",
    joker_value: int | None = None,
    fewest_changes: bool = True,
) -> Solution:
    """Find the best play: what to lay, the table after it, and the moves that lead there.

    Parameters
    ----------
    position : Position or InformationSet, optional
        What to solve: the turn of a position, or of the own seat.  Or give the plain form:
    table : iterable of TileSet or what makes one, optional
        The sets on the table; none if not given.
    rack : str, or iterable of Tile or str, optional
        The rack.
    melded : bool, optional
        Whether the player has laid the initial meld in an earlier turn, True if not given.  If not,
        the best initial meld is found.
    rules : Rules, optional
        The rules; those of ``Rules()`` if not given, with as many jokers as there are.
    joker_lock : str, optional
        ``"locked"`` or ``"free"``, in place of what the rules say.
    objective : str, mapping, or series of these, optional
        ``"tiles"``, the most tiles; ``"value"``, the highest value; ``"fewest_tiles"`` and
        ``"least_value"``, to give away little; or weights by tile, integers, 0 for tiles that are
        not named.  Several of them, as in ``"tiles, value"``: a later one decides between plays
        that are equal by those before it.  ``"out"`` may come first: to go out if that is possible
        at all, and to look at the others only if not.
    joker_value : int, optional
        What a joker counts as value; what the rules let it count at the end if not given.
    fewest_changes : bool, optional
        Whether to find, of all best plays, one that leaves the most sets of the table whole.

    Returns
    -------
    Solution
        The play; or, with ``possible`` False, the fact that there is none.

    Raises
    ------
    IllegalPositionError
        If the table or the rack cannot be; its ``problems`` are everything that is wrong.
    NimmtError
        If both a position and a plain form are given.
    RulesError
        If the rules cannot be.
    LimitError
        If the objective or ``joker_value`` makes no sense, or weights are too large.

    Notes
    -----
    The arrangement is found by dynamic programming over the numbers (van Rijn and others 2015),
    with best-first search on a bound for each colour: see the page on how the solver works.

    References
    ----------
    J. N. van Rijn, F. W. Takes and J. K. Vis: The complexity of Rummikub problems. *BNAIC* 2015.

    Examples
    --------
    >>> from nimmt import rummikub
    >>> found = rummikub.solve(table=["K1 K2 K3"], rack="K4 B4 R4 O9")
    >>> print(found)
    Lay 3 tiles, value 12: K4 B4 R4.
      1. K4 B4 R4 from the rack to set 1
    The table then:
      set 0: K1,K2,K3
      set 1: K4,B4,R4
    """
    asked = _asked(position, table, rack, melded, rules, joker_lock)
    value = asked.rules.joker_penalty if joker_value is None else joker_value
    value = checked_integer(value, "joker_value", 0, MOST_JOKER_VALUE)
    aims = as_objective(objective, value)
    arranger = Arranger()

    def best(weighed: Objective) -> Found | None:
        find = best_play if asked.melded else best_meld
        weights = weighed.weights(asked.rack)
        return find(arranger, asked.table, asked.rack, asked.rules, weights, fewest_changes)

    found = None
    if aims.goes_out:
        found = best(replace(aims, aims=(Aim.TILES,)))
    if found is None or len(found.laid) < len(asked.rack):
        found = best(aims)
    return _solution(asked, aims, found)


def _solution(asked: _Question, objective: Objective, found: Found | None) -> Solution:
    """Put together the answer."""
    if found is None:
        new = plan(asked.table, [Placed(one, at) for at, one in enumerate(asked.table)], ())
    else:
        new = plan(asked.table, found.placed, found.laid, found.freed, asked.rules)
    return Solution(
        before=asked.table,
        rack=asked.rack,
        rules=asked.rules,
        melded=asked.melded,
        objective=objective,
        laid=() if found is None else found.laid,
        table=new.table,
        places=new.places,
        origins=new.origins,
        moves=new.moves,
        changed=0 if found is None else found.changed,
        version=__version__,
    )


@dataclass(frozen=True, slots=True)
class _Question:
    """A table and a rack that have been checked."""

    table: tuple[TileSet, ...]
    rack: tuple[Tile, ...]
    rules: Rules
    melded: bool


def _asked(
    position: Position | InformationSet | None,
    table: Iterable[Any] | None,
    rack: Any,
    melded: bool | None,
    rules: Rules | None,
    joker_lock: str | None,
) -> _Question:
    """Read what is to be solved, from a position or from plain values."""
    if joker_lock is not None and not isinstance(joker_lock, str):
        raise RulesError(f"joker_lock {joker_lock!r} is neither 'locked' nor 'free'")
    if position is None:
        return _from_plain(() if table is None else table, rack, melded, rules, joker_lock)
    if not isinstance(position, Position | InformationSet):
        raise NimmtError(f"{position!r} is no position or information set of Rummikub")
    given = {"table": table, "rack": rack, "melded": melded, "rules": rules}
    if extra := [name for name, value in given.items() if value is not None]:
        raise NimmtError(f"{extra[0]} was given beside a position, which has one")
    if isinstance(position, InformationSet):
        has_melded = position.has_melded
    else:
        has_melded = position.melded[position.turn]
    game = _rules(position.rules, joker_lock, position.rules.jokers)
    return _Question(position.table, tuple(sorted(position.rack)), game, has_melded)


def _from_plain(
    table: Iterable[Any],
    rack: Any,
    melded: bool | None,
    rules: Rules | None,
    joker_lock: str | None,
) -> _Question:
    """Check plain values, and say everything that is wrong with them."""
    if rules is not None and not isinstance(rules, Rules):
        raise RulesError(f"rules {rules!r} are no Rules of Rummikub")
    faults = Faults(rules or USUAL)
    sets = faults.table(table)
    tiles = tuple(sorted(faults.tiles(() if rack is None else rack, "the rack")))
    placed = [*tiles, *(tile for one in sets for tile in one.tiles)]
    if rules is None:
        jokers = min(max(faults.rules.jokers, placed.count(Tile.J)), MOST_JOKERS)
        faults.rules = _rules(faults.rules, None, jokers)
    faults.counts(placed)
    faults.raise_if_any()
    game = _rules(faults.rules, joker_lock, faults.rules.jokers)
    return _Question(sets, tiles, game, True if melded is None else bool(melded))


@lru_cache(maxsize=256)
def _rules(rules: Rules, joker_lock: str | None, jokers: int) -> Rules:
    """Return rules with another way to play with jokers."""
    if joker_lock is None and jokers == rules.jokers:
        return rules
    changes: dict[str, Any] = {"joker_lock": joker_lock or rules.joker_lock, "jokers": jokers}
    return replace(rules, **changes)
