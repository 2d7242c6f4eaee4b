"""How everybody may play so that nobody gains much by playing otherwise alone."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nimmt._numbers import checked_integer, checked_number
from nimmt.analysis.advice import Objective
from nimmt.analysis.known import (
    checked_budget,
    checked_objective,
    checked_position,
    scale_of,
    tree_size,
    within_budget,
)
from nimmt.errors import LimitError
from nimmt.notation import format_position
from nimmt.position import Position
from nimmt.seeding import RNG, block_generator, seed_of
from nimmt.version import __version__
from nimmt_core import _regret, _tree

__all__ = ["Equilibrium", "ProfileKind", "SeatStrategy", "Start", "equilibrium"]

DEFAULT_BUDGET = 4_000_000
DEFAULT_ITERATIONS = 500
DEFAULT_TOLERANCE = 0.01
LARGEST_BUDGET = 10**9
MOST_ITERATIONS = 10**9
ALGORITHM = "PCFR+"
CHECK_GROWTH = 1.25  # iterations from one look at the profile to the next

ProfileProgress = Callable[[int, float], bool | None]
"""Called with the iterations done and the smallest ``nash_conv`` so far; True stops."""


class Start(StrEnum):
    """Where regret minimisation begins, which may decide where it ends."""

    UNIFORM = "uniform"
    """Every action as likely as the others."""
    RANDOM = "random"
    """Random regrets of up to a bull head."""


class ProfileKind(StrEnum):
    """Which profile of a run is returned: that with the smallest ``nash_conv`` met."""

    AVERAGE = "average"
    """The average over the iterations."""
    LAST = "last"
    """The profile of an iteration itself."""


@dataclass(frozen=True)
class SeatStrategy:
    """What one seat does now, and what it gets.

    Attributes
    ----------
    seat : int
        The seat.
    strategy : dict
        The probability of each card, or of each row; empty if another seat has a row to choose.
    heads : float
        Expected bull heads from now to the end of the round, if everybody follows the profile.
    value : float
        The same in terms of the objective.
    gain : float
        By how much the seat could lower its value if it alone left the profile.
    """

    seat: int
    strategy: dict[int, float]
    heads: float
    value: float
    gain: float

    def to_dict(self) -> dict[str, Any]:
        """Return the values, for JSON."""
        return {
            "seat": self.seat,
            "strategy": {str(action): chance for action, chance in self.strategy.items()},
            "heads": self.heads,
            "value": self.value,
            "gain": self.gain,
        }


@dataclass(frozen=True)
class Equilibrium:
    """A strategy profile of all seats, and how far it is from an equilibrium.

    Attributes
    ----------
    position : Position
        The position.
    objective : Objective
        What every seat minimises, from now to the end of the round.
    seats : tuple of SeatStrategy
        What each seat does and gets.
    nash_conv : float
        The sum of what the seats could gain by leaving the profile alone, in bull heads; 0 at an
        equilibrium.  Measured, not estimated.
    iterations : int
        Iterations after which the profile was met.
    kind : ProfileKind
        Whether it is the average or the last profile then.
    algorithm : str
        How it was found.
    start : Start
        Where the run began.
    seed : int or None
        Repeats a random start, as ``rng``.
    tolerance : float
        The ``nash_conv`` at which a run stops.
    measured : tuple of (int, float)
        The course of the run: iterations, and the smaller ``nash_conv`` of the two profiles then.
    nodes : int
        Nodes of the game's tree.
    budget : int
        How many were allowed.
    version : str
        The library's version.
    """

    position: Position
    objective: Objective
    seats: tuple[SeatStrategy, ...]
    nash_conv: float
    iterations: int
    kind: ProfileKind
    algorithm: str
    start: Start
    seed: int | None
    tolerance: float
    measured: tuple[tuple[int, float], ...]
    nodes: int
    budget: int
    version: str
    _tree: _tree.Tree = field(repr=False, compare=False)
    _profile: NDArray[np.float64] = field(repr=False, compare=False)

    @property
    def heads(self) -> tuple[float, ...]:
        """Expected bull heads of each seat."""
        return tuple(entry.heads for entry in self.seats)

    def __getitem__(self, seat: int) -> SeatStrategy:
        """Return the entry of a seat."""
        return self.seats[seat]

    def __iter__(self) -> Iterator[SeatStrategy]:
        return iter(self.seats)

    def __len__(self) -> int:
        return len(self.seats)

    def strategies(
        self, history: Iterable[Sequence[int] | int] = ()
    ) -> tuple[dict[int, float], ...]:
        """Return what the seats do later on.

        Parameters
        ----------
        history : series
            What has happened since the position, in order: for each turn the card of every seat,
            for each choice the row.

        Returns
        -------
        tuple of dict
            For each seat the probability of each card; at a choice of rows, those of its owner's
            rows, and nothing for the other seats.

        Raises
        ------
        IllegalActionError
            If the history is not possible.
        """
        position, node = self.position, 0
        for event in history:
            if isinstance(event, Sequence):
                after, _ = position.play(event)
                if position.hand_size > 1:  # a last card is played on the way to the next node
                    node = self._tree.child(node, _joint_index(position, event))
            else:
                after, _ = position.choose(event)
                node = self._tree.child(node, position.options.index(event))
            position = after
        return _strategies(position, self._tree, node, self._profile)

    def to_dict(self) -> dict[str, Any]:
        """Return the answer for the position itself, for JSON."""
        return {
            "objective": str(self.objective),
            "seats": [entry.to_dict() for entry in self.seats],
            "nash_conv": self.nash_conv,
            "iterations": self.iterations,
            "kind": str(self.kind),
            "algorithm": self.algorithm,
            "start": str(self.start),
            "seed": self.seed,
            "tolerance": self.tolerance,
            "measured": [list(point) for point in self.measured],
            "position": format_position(self.position),
            "nodes": self.nodes,
            "budget": self.budget,
            "version": self.version,
        }

    def __str__(self) -> str:
        from nimmt.display.exact import equilibrium_text

        return equilibrium_text(self)


def equilibrium(
    position: Position,
    objective: str = Objective.OWN,
    *,
    iterations: int = DEFAULT_ITERATIONS,
    tolerance: float = DEFAULT_TOLERANCE,
    start: str = Start.UNIFORM,
    rng: RNG = None,
    budget: int = DEFAULT_BUDGET,
    progress: ProfileProgress | None = None,
) -> Equilibrium:
    """Look for a strategy profile of all seats that nobody gains much by leaving alone.

    Everybody minimises the same objective, each for itself.  The profile covers every position that
    can follow.  It is **approximate**: ``nash_conv`` says by how much, exactly.  With three players
    or more there may be many equilibria, of different values, and nothing makes the others play
    theirs of this one; another start may end at another.

    Parameters
    ----------
    position : Position
        Every hand known; between two turns, or at a choice of rows of any seat's.
    objective : str, optional
        ``"own"`` bull heads, or ``"relative"``: minus the others' mean.
    iterations : int, optional
        Iterations at most.
    tolerance : float, optional
        Stop when ``nash_conv`` is no larger; 0 to go on until no gain is left.
    start : str, optional
        ``"uniform"`` or ``"random"``.
    rng : int, SeedSequence, Generator or None, optional
        Source of randomness of a random start; the result names the seed that repeats it.
    budget : int, optional
        Nodes of the game's tree at most; each takes some 50 bytes.
    progress : callable, optional
        Called after every iteration with their number and the smallest ``nash_conv`` measured so
        far; if it returns True, the best profile met by then is returned.

    Returns
    -------
    Equilibrium

    Raises
    ------
    TooLargeError
        If the tree is larger than the budget, by an estimate that is made first, or as it is built.
    IllegalActionError
        If the round is over.
    LimitError
        If the objective, a number or the start makes no sense.

    Notes
    -----
    The profile is found by counterfactual regret minimisation (Zinkevich and others 2008) in the
    predictive variant PCFR+ (Farina, Kroer and Sandholm 2021) of CFR+ (Tammelin 2014), on the tree
    of all that can happen, without sampling: in each turn every seat has one information set, what
    all have seen.  In two-player zero-sum games, here two players with the objective "relative",
    the averages converge to an equilibrium.  With more players, or with "own", no such theorem
    holds; ``nash_conv``, the sum over the players of what a best response gains (Lanctot and others
    2017), is therefore computed by backward induction, at iterations 1, 2, 3, 4, 5, 6, 7, 8, 10 and
    so on, for the average profile and the last one, and the best profile met is returned.

    References
    ----------
    G. Farina, C. Kroer, T. Sandholm: Faster game solving via predictive Blackwell approachability:
    connecting regret matching and mirror descent. *AAAI*, 2021, 5363-5371.

    M. Lanctot and others: A unified game-theoretic approach to multiagent reinforcement learning.
    *Advances in Neural Information Processing Systems* 30, 2017, 4190-4203.

    O. Tammelin: Solving large imperfect information games using CFR+. *arXiv* 1407.5042, 2014.

    M. Zinkevich, M. Johanson, M. Bowling, C. Piccione: Regret minimization in games with incomplete
    information. *Advances in Neural Information Processing Systems* 20, 2008, 1729-1736.

    Examples
    --------
    >>> from nimmt import equilibrium, parse_position
    >>> position = parse_position(
    ...     "12,24,37,41,55/60,61/70,71,72,73/80 13,62,85/44,64,86/50,74,99"
    ... )
    >>> answer = equilibrium(position)
    >>> answer.nash_conv <= answer.tolerance, [round(heads, 2) for heads in answer.heads]
    (True, [10.0, 0.0, 0.0])
    """
    checked_position(position, "equilibrium")
    wanted = checked_objective(objective)
    limit = checked_integer(iterations, "iterations", 1, MOST_ITERATIONS)
    goal = checked_number(tolerance, "tolerance")
    beginning = _checked_start(start)
    allowed = checked_budget(budget, LARGEST_BUDGET)
    size = tree_size(position)
    with within_budget("equilibrium", "nodes", size.plays + size.ends, allowed):
        tree = _tree.Tree(
            position.rows,
            position.hands,
            position.pending,
            position.rules.row_capacity,
            position.rules.professional,
            allowed,
        )
    scale = scale_of(position, wanted)
    seed = seed_of(rng) if beginning is Start.RANDOM else None
    run = _Run(tree, wanted is Objective.RELATIVE, scale, seed)
    run.go(limit, goal, progress)
    strategies = _strategies(position, tree, 0, run.profile)
    expected, _ = _regret.evaluate(tree, False, run.profile)
    return Equilibrium(
        position=position,
        objective=wanted,
        seats=tuple(
            SeatStrategy(seat, strategy, float(heads), float(value), float(gain))
            for seat, (strategy, heads, value, gain) in enumerate(
                zip(strategies, expected, run.values, run.gains, strict=True)
            )
        ),
        nash_conv=run.nash_conv,
        iterations=run.found_at,
        kind=run.kind,
        algorithm=ALGORITHM,
        start=beginning,
        seed=seed,
        tolerance=goal,
        measured=tuple(run.measured),
        nodes=tree.nodes,
        budget=allowed,
        version=__version__,
        _tree=tree,
        _profile=run.profile,
    )


class _Run:
    """A run of regret minimisation that keeps the best profile it meets."""

    def __init__(self, tree: _tree.Tree, relative: bool, scale: int, seed: int | None) -> None:
        self._tree = tree
        self._relative = relative
        self._scale = scale
        regrets = np.zeros(tree.slots + 1)
        if seed is not None:
            regrets = scale * np.random.Generator(block_generator(seed, 0)).random(tree.slots + 1)
        self._minimiser = _regret.RegretMinimiser(tree, relative, regrets)
        self.nash_conv = math.inf
        self.measured: list[tuple[int, float]] = []

    def go(self, iterations: int, tolerance: float, progress: ProfileProgress | None) -> None:
        """Iterate, and look at the profiles now and then, and when it is stopped."""
        done = 0
        stopped = False
        while done < iterations and self.nash_conv > tolerance and not stopped:
            look_at = min(iterations, max(done + 1, int(done * CHECK_GROWTH)))
            while done < look_at and not stopped:
                self._minimiser.iterate(1)
                done += 1
                stopped = bool(progress and progress(done, self.nash_conv))
            found = [
                self._measure(ProfileKind.LAST, self._minimiser.current()),
                self._measure(ProfileKind.AVERAGE, self._minimiser.average()),
            ]
            self.measured.append((done, min(found)))

    def _measure(self, kind: ProfileKind, profile: NDArray[np.float64]) -> float:
        values, best_values = _regret.evaluate(self._tree, self._relative, profile)
        # A profile is its own best response up to rounding; what is below that is no gain.
        gains = np.maximum(values - best_values, 0.0) / self._scale
        nash_conv = float(gains.sum())
        if nash_conv < self.nash_conv:
            self.nash_conv = nash_conv
            self.found_at = self._minimiser.iterations
            self.kind = kind
            self.profile = profile
            self.values, self.gains = values / self._scale, gains
        return nash_conv


def _strategies(
    position: Position, tree: _tree.Tree, node: int, profile: NDArray[np.float64]
) -> tuple[dict[int, float], ...]:
    """Read the probabilities of a node, which is that of the position."""
    slot, actions = tree.look_at(node)
    players = position.rules.players
    if position.pending:
        mix = profile[slot : slot + actions].tolist()
        owner = position.to_choose
        return tuple(
            dict(zip(position.options, mix, strict=True)) if seat == owner else {}
            for seat in range(players)
        )
    if position.hand_size < 2:
        return tuple(dict.fromkeys(hand, 1.0) for hand in position.hands)
    mixes = profile[slot : slot + players * actions].reshape(players, actions).tolist()
    return tuple(
        dict(zip(hand, mix, strict=True)) for hand, mix in zip(position.hands, mixes, strict=True)
    )


def _joint_index(position: Position, cards: Sequence[int]) -> int:
    """Return the number of a joint play; the last seat's card changes first."""
    index = 0
    for hand, card in zip(position.hands, cards, strict=True):
        index = index * len(hand) + hand.index(card)
    return index


def _checked_start(start: str) -> Start:
    try:
        return Start(start)
    except ValueError:
        names = ", ".join(repr(str(member)) for member in Start)
        raise LimitError(f"start {start!r} is not one of {names}") from None
