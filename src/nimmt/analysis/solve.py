"""Two players with known hands: the equilibrium of what remains of the round, exactly."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from nimmt._numbers import checked_integer, checked_number
from nimmt.analysis.watching import watched
from nimmt.blocks import ordered_results
from nimmt.cards import bull_heads, total_bull_heads
from nimmt.errors import IllegalActionError, LimitError, NimmtError, TooLargeError
from nimmt.limits import Limit
from nimmt.notation import format_position
from nimmt.position import InformationSet, Position
from nimmt.rules import Placement, Rules
from nimmt.version import __version__
from nimmt_core import _exact

__all__ = ["CardValue", "Progress", "RowValue", "Solution", "solve"]

DEFAULT_MEMORY = 256
MOST_MEMORY = 1 << 20  # MiB
EVERY_CARD = 1 << 62
ROUNDING = 3e-6
"""What the search's fixed-point arithmetic may be off by, in bull heads."""

Progress = Callable[[float, float, int], bool | None]
"""Called with the proven bounds of the value and the positions searched so far; True stops."""


@dataclass(frozen=True, slots=True)
class CardValue:
    """A card of one player at the root.

    Attributes
    ----------
    card : int
        The card.
    probability : float
        How often the strategy plays it.
    lo, hi : float
        Bounds of the player's expected gain with this card for certain, while the other keeps to
        the strategy; they meet when the search closed the interval of the value and went on to the
        values of the cards.
    """

    card: int
    probability: float
    lo: float
    hi: float

    @property
    def value(self) -> float:
        """The player's expected gain, the middle of the bounds."""
        return (self.lo + self.hi) / 2


@dataclass(frozen=True, slots=True)
class RowValue:
    """A row that may be chosen, where a choice is due.

    Attributes
    ----------
    row : int
        The row.
    lo, hi : float
        Bounds of the first player's expected gain after it.
    """

    row: int
    lo: float
    hi: float

    @property
    def value(self) -> float:
        """The first player's expected gain, the middle of the bounds."""
        return (self.lo + self.hi) / 2


@dataclass(frozen=True)
class Solution:
    """The equilibrium of a position, or what is proved of it.

    Attributes
    ----------
    position : Position
        What was solved.
    lo, hi : float
        Proven bounds of the value: the bull heads that seat 1 will take less those that seat 0
        will, on average, from now to the end of the round, when both play optimally.
    cards : tuple of tuple of CardValue
        For each seat, its cards with the probabilities of a strategy that guarantees the seat its
        bound, ``lo`` for seat 0 and ``-hi`` for seat 1; empty where a choice is due.
    rows : tuple of RowValue
        The rows that may be chosen, where a choice is due.
    serialized : tuple of float, or None
        What seat 0 gains in the two games of perfect information that bound this one: where it
        commits to a card first in every turn, and where seat 1 does.  None where the search does
        not go on to the value of every card.
    exact : bool
        Whether the bounds met: within the tolerance, or the arithmetic's rounding of 3e-6.
    nodes : int
        Positions searched.
    tolerance : float
        The width of the interval that was asked for.
    version : str
        The library's version.
    """

    position: Position
    lo: float
    hi: float
    cards: tuple[tuple[CardValue, ...], ...]
    rows: tuple[RowValue, ...]
    serialized: tuple[float, float] | None
    exact: bool
    nodes: int
    tolerance: float
    version: str
    _search: _Search = field(repr=False, compare=False)

    @property
    def value(self) -> float:
        """The value, the middle of the bounds."""
        return (self.lo + self.hi) / 2

    @property
    def best_row(self) -> int:
        """The row to choose, where a choice is due.

        Raises
        ------
        IllegalActionError
            If none is.
        """
        if not self.rows:
            raise IllegalActionError("no choice of rows is due")
        seat = self.position.to_choose
        return max(self.rows, key=lambda row: row.value if seat == 0 else -row.value).row

    def strategy(self, seat: int) -> dict[int, float]:
        """Return the probability of each card of a seat.

        Raises
        ------
        IllegalActionError
            If there is no such seat, or a choice of rows is due.
        """
        if not self.cards:
            raise IllegalActionError("a choice of rows is due, no card is to be played")
        if seat not in (0, 1):
            raise IllegalActionError(f"seat {seat!r} is not 0 or 1")
        return {entry.card: entry.probability for entry in self.cards[seat]}

    def matrix(self) -> dict[tuple[int, int], float]:
        """Return the value of every joint play, (card of seat 0, card of seat 1); searches.

        Raises
        ------
        IllegalActionError
            If a choice of rows is due.
        """
        if not self.cards:
            raise IllegalActionError("a choice of rows is due, no card is to be played")
        return self._search.matrix(self.position)

    def after(
        self, card_0: int | None = None, card_1: int | None = None, *, row: int | None = None
    ) -> Solution:
        """Solve what follows: a joint play, or a choice of rows, or both.

        Parameters
        ----------
        card_0, card_1 : int, optional
            The cards that the seats play, where cards are to be played.
        row : int, optional
            The row that is chosen, where a choice is due or the cards make it due.

        Returns
        -------
        Solution
            Of the position after it; what was searched before is used again.

        Raises
        ------
        IllegalActionError
            If the cards or the row are not legal.
        """
        position = self.position
        if card_0 is not None or card_1 is not None:
            if card_0 is None or card_1 is None:
                raise IllegalActionError("both seats play a card: one of them is missing")
            position, _ = position.play([card_0, card_1])
        if row is not None:
            position, _ = position.choose(row)
        if position is self.position:
            raise IllegalActionError("nothing was played: cards or a row were expected")
        return _solution(position, self._search, self.tolerance)

    def to_dict(self) -> dict[str, Any]:
        """Return the whole answer, for JSON."""
        return {
            "position": format_position(self.position),
            "value": self.value,
            "lo": self.lo,
            "hi": self.hi,
            "serialized": self.serialized and list(self.serialized),
            "exact": self.exact,
            "seats": [
                [
                    {
                        "card": entry.card,
                        "probability": entry.probability,
                        "value": entry.value,
                        "lo": entry.lo,
                        "hi": entry.hi,
                    }
                    for entry in entries
                ]
                for entries in self.cards
            ],
            "rows": [
                {"row": entry.row, "value": entry.value, "lo": entry.lo, "hi": entry.hi}
                for entry in self.rows
            ],
            "nodes": self.nodes,
            "tolerance": self.tolerance,
            "version": self.version,
        }

    def __str__(self) -> str:
        from nimmt.display.exact import solution_text

        return solution_text(self)


def solve(
    position: Position | InformationSet | None = None,
    *,
    rows: Iterable[Iterable[int]] | None = None,
    hands: Iterable[Iterable[int]] | None = None,
    placement: str | None = None,
    limit: Limit | None = None,
    tolerance: float = 0.0,
    memory: int = DEFAULT_MEMORY,
    workers: int = 1,
    card_values: bool = True,
    progress: Progress | None = None,
) -> Solution:
    """Solve a position of two players with known hands.

    The game is zero-sum: seat 0 gains what seat 1 takes and loses what it takes itself.  Both play
    their cards at the same time; choices of rows come after the reveal, as in the rules.

    Parameters
    ----------
    position : Position or InformationSet, optional
        What to solve, of two players; a view whose hands are known is solved as a position.  Or
        give the plain form:
    rows, hands : series of series of cards, optional
        The rows, left to right, and the two hands.
    placement : str, optional
        ``"standard"`` or ``"professional"``.
    limit : Limit, optional
        ``seconds`` or ``nodes`` after which to stop with what is proved; ``samples`` and
        ``std_error`` mean nothing here.
    tolerance : float, optional
        Stop when the bounds are no further apart, in bull heads.
    memory : int, optional
        MiB for the tables; answers are right with little, and come later.
    workers : int, optional
        Threads that search.  The answer is the same within the rounding; which of several optimal
        strategies it is, and the positions searched, vary from run to run with more than one.
    card_values : bool, optional
        Whether to go on, once the value is found, until the value of every card and those of the
        serialized games are too.  Without, the search takes about half the time, and cards that
        are not played have bounds.
    progress : callable, optional
        Called about 20 times a second with the bounds and the positions searched so far; if it
        returns True, the search stops with what is proved.

    Returns
    -------
    Solution

    Raises
    ------
    RulesError, PositionError
        If what was given cannot be.
    NimmtError
        If there are not two players, or the hands of a view are not known.
    TooLargeError
        If there are more cards or rows than the search is built for.
    LimitError
        If the limit, the tolerance, the memory or the number of workers makes no sense.

    Notes
    -----
    The search bounds the simultaneous game by two games in which one player commits first
    (Saffidine and others 2012), and refines matrices of bounds where the two disagree (Bosansky and
    others 2013).

    References
    ----------
    B. Bosansky, V. Lisy, J. Cermak, R. Vitek and M. Pechoucek: Using double-oracle method and
    serialized alpha-beta search for pruning in simultaneous move games. *IJCAI* 2013.

    A. Saffidine, H. Finnsson and M. Buro: Alpha-beta pruning for games with simultaneous moves.
    *AAAI* 2012.

    Examples
    --------
    >>> import nimmt
    >>> solution = nimmt.solve(rows=[[4], [13], [40], [77]], hands=[[2, 14, 78], [20, 41, 99]])
    >>> round(solution.value, 6), solution.exact
    (-1.0, True)
    """
    root = _checked_position(position, rows, hands, placement)
    width = checked_number(tolerance, "tolerance")
    size = checked_integer(memory, "memory", 1, MOST_MEMORY, " MiB")
    threads = checked_integer(workers, "workers", 1, _exact.LIMITS["workers"])
    search = _Search(root, size, threads, _checked_limit(limit), card_values, progress)
    return _solution(root, search, width)


class _Search:
    """The kernel's solver, with its tables, run in a thread that listens to limits and Ctrl-C."""

    def __init__(
        self,
        root: Position,
        memory: int,
        workers: int,
        limit: Limit | None,
        card_values: bool,
        progress: Progress | None,
    ) -> None:
        rules = root.rules
        cards = sorted((*root.hands[0], *root.hands[1]))
        _check_size(root)
        self.solver = _exact.Solver(
            cards,
            [bull_heads(card) for card in cards],
            rules.rows,
            rules.row_capacity,
            rules.professional,
            memory,
            workers,
        )
        self.workers = workers
        self.limit = limit
        self.card_values = card_values
        self.progress = progress

    def solve(self, position: Position, tolerance: float) -> Solution:
        """Solve a position between two turns."""
        first, second = position.hands
        self.solver.begin(_row_numbers(position), first, second)
        deadline = self._deadline()
        self._work(lambda: self._close(tolerance), deadline)
        lo, hi = self.solver.bounds()
        if self.card_values and hi - lo <= ROUNDING and not self.solver.cancelled:
            self._work(self._price, deadline)
        return Solution(
            position=position,
            lo=lo,
            hi=hi,
            cards=self._cards(position),
            rows=(),
            serialized=self._serialized(),
            exact=hi - lo <= max(tolerance, ROUNDING),
            nodes=self.solver.nodes,
            tolerance=tolerance,
            version=__version__,
            _search=self,
        )

    def _serialized(self) -> tuple[float, float] | None:
        first, second = self.solver.serialized_values()
        return None if first is None or second is None else (first, second)

    def matrix(self, position: Position) -> dict[tuple[int, int], float]:
        """Make every entry of the root's matrix exact."""
        first, second = position.hands
        size = range(len(first))
        self.solver.begin(_row_numbers(position), first, second)
        self.solver.want(size, size)
        self._work(lambda: self._together(self.solver.complete), None)
        lows, _ = self.solver.matrix()
        return {(a, b): lows[i][j] for i, a in enumerate(first) for j, b in enumerate(second)}

    def _close(self, tolerance: float) -> None:
        """Find the value, or bounds of it that are close enough."""
        limit = self._node_limit()

        def part(worker: int) -> None:
            self.solver.serialize(worker, False, tolerance, limit)
            self.solver.close(worker, tolerance, limit)

        self._together(part)

    def _price(self) -> None:
        """Make exact what every card's value against the other's strategy rests on."""
        limit = self._node_limit()
        ours, theirs = self.solver.strategies()
        size = range(len(ours))
        self._together(lambda worker: self.solver.serialize(worker, True, 0.0, limit))
        self.solver.want(size, [j for j in size if theirs[j] > 0])
        self.solver.want([i for i in size if ours[i] > 0], size)
        self._together(self.solver.complete)

    def _together(self, task: Callable[[int], None]) -> None:
        """Do a part of the work with every worker."""
        for _ in ordered_results(task, self.workers, self.workers):
            pass

    def _cards(self, position: Position) -> tuple[tuple[CardValue, ...], ...]:
        ours, theirs = self.solver.strategies()
        lows, highs = self.solver.matrix()
        first, second = position.hands
        size = range(len(first))

        def mean(bounds: list[list[float]], i: int | None, j: int | None) -> float:
            if i is not None:
                return sum(theirs[column] * bounds[i][column] for column in size)
            assert j is not None
            return sum(ours[row] * bounds[row][j] for row in size)

        return (
            tuple(
                CardValue(first[i], ours[i], mean(lows, i, None), mean(highs, i, None))
                for i in size
            ),
            tuple(
                CardValue(second[j], theirs[j], -mean(highs, None, j), -mean(lows, None, j))
                for j in size
            ),
        )

    def _deadline(self) -> float | None:
        if self.limit is None or self.limit.seconds is None:
            return None
        return time.monotonic() + self.limit.seconds

    def _node_limit(self) -> int:
        if self.limit is None or self.limit.nodes is None:
            return EVERY_CARD
        return max(self.limit.nodes // self.workers, 1)

    def _work(self, task: Callable[[], None], deadline: float | None) -> None:
        """Do a task of the kernel until it ends, time is up or Ctrl-C is pressed."""

        def look() -> None:
            if deadline is not None and time.monotonic() >= deadline:
                self.solver.cancel()
            if self.progress is not None and self.progress(
                *self.solver.bounds(), self.solver.nodes
            ):
                self.solver.cancel()

        watched(task, look, self.solver.cancel)


def _solution(position: Position, search: _Search, tolerance: float) -> Solution:
    """Solve a position; where a choice is due, every row and what it leads to."""
    if position.pending:
        return _choice(position, search, tolerance)
    if position.hand_size == 0:
        return Solution(
            position, 0.0, 0.0, ((), ()), (), (0.0, 0.0), True, 0, tolerance, __version__, search
        )
    return search.solve(position, tolerance)


def _choice(position: Position, search: _Search, tolerance: float) -> Solution:
    rows = []
    serialized: list[tuple[float, float]] = []
    exact = True
    nodes = 0
    for row in position.options:
        after, placed = position.choose(row)
        below = _solution(after, search, tolerance)
        gain = sum(event.heads if event.seat == 1 else -event.heads for event in placed)
        rows.append(RowValue(row, gain + below.lo, gain + below.hi))
        if below.serialized is not None:
            serialized.append((gain + below.serialized[0], gain + below.serialized[1]))
        exact = exact and below.exact
        nodes += below.nodes
    best = max if position.to_choose == 0 else min
    return Solution(
        position=position,
        lo=best(row.lo for row in rows),
        hi=best(row.hi for row in rows),
        cards=(),
        rows=tuple(rows),
        serialized=(
            (best(first for first, _ in serialized), best(second for _, second in serialized))
            if len(serialized) == len(rows)
            else None
        ),
        exact=exact,
        nodes=nodes,
        tolerance=tolerance,
        version=__version__,
        _search=search,
    )


def _row_numbers(position: Position) -> list[tuple[int, int, int, int]]:
    return [(row[0], row[-1], len(row), total_bull_heads(row)) for row in position.rows]


def _checked_position(
    position: Position | InformationSet | None,
    rows: Iterable[Iterable[int]] | None,
    hands: Iterable[Iterable[int]] | None,
    placement: str | None,
) -> Position:
    given = {"rows": rows, "hands": hands, "placement": placement}
    names = [name for name, value in given.items() if value is not None]
    if position is None:
        if rows is None or hands is None:
            raise TypeError("solve() needs a position, or rows= and hands=")
        count = 1  # where rows are no series, the position says so
        if isinstance(rows, Iterable) and not isinstance(rows, str | bytes):
            rows = tuple(rows)
            count = max(len(rows), 1)
        rules = Rules(players=2, placement=placement or Placement.STANDARD, rows=count)
        return Position(rows, hands, rules)
    if names:
        raise TypeError(f"solve() takes a position or {names[0]}=, not both")
    if isinstance(position, InformationSet):
        position = position.position()
    if not isinstance(position, Position):
        raise TypeError(f"solve() takes a Position, not {type(position).__name__}")
    if position.rules.players != 2:
        raise NimmtError(
            f"solve() is for two players, not {position.rules.players}; for more see guarantee(), "
            "security() and equilibrium()"
        )
    return position


def _check_size(position: Position) -> None:
    limits = _exact.LIMITS
    for size, name in (
        (position.hand_size, "cards"),
        (position.rules.rows, "rows"),
        (position.rules.row_capacity, "capacity"),
    ):
        if size > limits[name]:
            what = {"cards": "cards a hand", "rows": "rows", "capacity": "cards a row"}[name]
            raise TooLargeError(f"{size} {what} are more than the {limits[name]} of the search")


def _checked_limit(limit: Limit | None) -> Limit | None:
    if limit is not None and not isinstance(limit, Limit):
        raise LimitError(f"limit {limit!r} is not a Limit, such as Limit(seconds=10)")
    if limit is not None and limit.seconds is None and limit.nodes is None:
        raise LimitError(f"{limit} has neither seconds nor nodes, the limits of an exact search")
    return limit
