"""The best play with a rack, exactly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from nimmt._numbers import checked_integer
from nimmt.errors import RulesError
from nimmt.rummikub.arranging import Placed
from nimmt.rummikub.errors import Defect, PositionError, Problem, TileError
from nimmt.rummikub.melding import best_meld
from nimmt.rummikub.moves import plan
from nimmt.rummikub.objective import Aim, Objective, as_objective
from nimmt.rummikub.rearranging import Found, best_play
from nimmt.rummikub.rules import MOST_JOKERS, FreedJoker, Rules
from nimmt.rummikub.sets import TileSet
from nimmt.rummikub.solution import Solution
from nimmt.rummikub.tiles import COPIES, Tile, as_tiles
from nimmt.rummikub.validation import read_sets
from nimmt.version import __version__
from nimmt_core._tiles import Arranger

__all__ = ["solve"]

MOST_JOKER_VALUE = 1000


def solve(
    *,
    table: Iterable[Any] = (),
    rack: Any = (),
    melded: bool = True,
    rules: Rules | None = None,
    joker_lock: str | None = None,
    objective: Any = "tiles",
    joker_value: int | None = None,
    fewest_changes: bool = True,
) -> Solution:
    """Find the best play: what to lay, the table after it, and the moves that lead there.

    Parameters
    ----------
    table : iterable of TileSet or what makes one
        The sets on the table.
    rack : str, or iterable of Tile or str
        The rack.
    melded : bool, optional
        Whether the player has laid the initial meld in an earlier turn.  If not, the best initial
        meld is found.
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
    PositionError
        If the table or the tiles cannot be; its ``problems`` are everything that is wrong.
    TileError
        If the rack is no series of tiles.
    RulesError
        If the rules cannot be, or are none that the solver knows: ``wrap``, and with jokers on the
        table a ``freed_joker`` that may not go anywhere.
    LimitError
        If the objective or ``joker_value`` makes no sense, or weights are too large.
    TooLargeError
        If, with many jokers, more runs lie side by side than the solver can tell apart.

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
    sets, tiles, game = _checked(table, rack, rules, joker_lock)
    value = game.joker_penalty if joker_value is None else joker_value
    checked_integer(value, "joker_value", 0, MOST_JOKER_VALUE)
    aims = as_objective(objective, value)
    arranger = Arranger()

    def best(weighed: Objective) -> Found | None:
        weights = weighed.weights(tiles)
        if melded:
            return best_play(arranger, sets, tiles, game, weights, fewest_changes)
        return best_meld(arranger, sets, tiles, game, weights, fewest_changes)

    found = None
    if aims.goes_out:
        found = best(replace(aims, aims=(Aim.TILES,)))
    if found is None or len(found.laid) < len(tiles):
        found = best(aims)
    return _solution(sets, tiles, game, melded, aims, found)


def _solution(
    sets: tuple[TileSet, ...],
    rack: tuple[Tile, ...],
    rules: Rules,
    melded: bool,
    objective: Objective,
    found: Found | None,
) -> Solution:
    """Put together the answer."""
    if found is None:
        new = plan(sets, [Placed(one, index) for index, one in enumerate(sets)], ())
    else:
        new = plan(sets, found.placed, found.laid, found.freed, rules)
    return Solution(
        before=sets,
        rack=rack,
        rules=rules,
        melded=melded,
        objective=objective,
        laid=() if found is None else found.laid,
        table=new.table,
        places=new.places,
        origins=new.origins,
        moves=new.moves,
        changed=0 if found is None else found.changed,
        version=__version__,
    )


def _checked(
    table: Iterable[Any], rack: Any, rules: Rules | None, joker_lock: str | None
) -> tuple[tuple[TileSet, ...], tuple[Tile, ...], Rules]:
    """Check everything, and say all that is wrong with the position."""
    if rules is not None and not isinstance(rules, Rules):
        raise RulesError(f"rules {rules!r} are no Rules of Rummikub")
    game = rules or Rules()
    if joker_lock is not None:
        game = replace(game, joker_lock=joker_lock)
    if game.wrap:
        raise RulesError("wrap True: the solver does not know runs that go on from 13 to 1")
    problems: list[Problem] = []
    sets, _ = read_sets(table, game, problems)
    try:
        tiles = tuple(sorted(as_tiles(rack)))
    except TileError as error:
        problems.append(Problem(Defect.NOT_A_TILE, (), f"rack: {error}"))
        tiles = ()
    counts = Counter([*tiles, *(tile for one in sets for tile in one.tiles)])
    if rules is None:
        most = max(game.jokers, min(counts[Tile.J], MOST_JOKERS))
        game = replace(game, jokers=most)
    for tile, count in sorted(counts.items()):
        most = game.jokers if tile.is_joker else COPIES
        if count > most:
            what = "jokers" if tile.is_joker else f"tiles {tile}"
            message = f"{count} {what} on table and rack: there are {most}"
            problems.append(Problem(Defect.TOO_MANY_TILES, (tile,), message))
    if problems:
        raise PositionError(tuple(problems))
    if game.locked and game.freed_joker is not FreedJoker.ANYWHERE and any(
        one.has_joker for one in sets
    ):
        raise RulesError(
            f"freed_joker {str(game.freed_joker)!r}: the solver knows only freed jokers that may go "
            "anywhere, and there are jokers on the table"
        )
    return tuple(sets), tiles, game
