"""Picks compared by playouts: the draft goes on by styles, and the policy network plays the round.

Every candidate has the same blocks of playouts: the same styles of the others, the same likes by
chance and the same random numbers of the play.  After each stage the worse ones are dropped.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from nimmt.analysis.advice import Objective
from nimmt.analysis.draft_advice import Answer, DraftCandidate, Leftovers
from nimmt.analysis.draft_rounds import completed, heads_of, played
from nimmt.analysis.playouts import CONFIDENCE
from nimmt.analysis.sampling import SamplingProgress
from nimmt.analysis.statistics import Estimate, separation, trimmed
from nimmt.analysis.styles import STYLES, styles_of, weights_of_styles
from nimmt.blocks import ordered_results
from nimmt.draft import DraftView
from nimmt.limits import Limit
from nimmt.seeding import block_generator
from nimmt_core._lanes import GROUP

__all__ = ["DEALS_PER_BLOCK", "DraftPlayouts", "PicksSoFar", "known_picks"]

DEALS_PER_BLOCK = GROUP
"""Playouts of a block; each has random streams.  Part of what a seed means."""

MOST_BLOCKS = 16
DROP = 2.5  # standard errors behind the best at which a candidate is dropped
FEW = 6  # as long as there are more candidates, the worse half is dropped after each stage
PLAN_BLOCKS = 2  # of every plan, to begin with
BEST_PLANS = 3  # plans that are then compared on
MORE_PLAN_BLOCKS = 6
FIRST_FRESH_BLOCK = 1 << 21
FIRST_PLAN_BLOCK = 1 << 20  # so that a plan is not chosen by the playouts that it is then used in

PLANNED, DRAFTED, PLAYED = range(3)  # what a stream is for, modulo 3

Numbers = NDArray[np.float64]
Cards = NDArray[np.uint8]


@dataclass(frozen=True)
class PicksSoFar:
    """The picks as the kernel takes them: 0 where it is not known which hidden card it was."""

    picks: tuple[int, ...]
    hidden: tuple[int, ...]


def known_picks(view: DraftView) -> PicksSoFar:
    """Return what a seat knows of the picks, in the order of the turns."""
    rules = view.rules
    if view.picks is not None:
        return PicksSoFar(view.picks, ())
    gone = rules.top_card - len(view.remaining)
    hands = view.hands or tuple(
        view.hand if seat == view.seat else () for seat in range(rules.players)
    )
    left = [list(hand) for hand in hands]
    picks = []
    for number in range(gone):
        hand = left[(view.first + number) % rules.players]
        picks.append(hand.pop(0) if hand else 0)
    known = {card for hand in hands for card in hand} | set(view.remaining)
    return PicksSoFar(tuple(picks), tuple(card for card in rules.cards if card not in known))


@dataclass
class Found:
    """What the playouts of a candidate came to, block after block."""

    heads: list[NDArray[np.int64]] = field(default_factory=list)  # (playouts, players)
    answers: NDArray[np.int64] | None = None  # (turns to the next own one, top_card + 1)
    leftovers: NDArray[np.int64] | None = None  # (rows, top_card + 1)
    costs: int = 0
    takes: int = 0

    @property
    def deals(self) -> int:
        """Playouts."""
        return sum(map(len, self.heads))

    @property
    def all_heads(self) -> NDArray[np.int64]:
        """Bull heads of each seat in each playout."""
        return np.concatenate(self.heads)


@dataclass(frozen=True)
class _Played:
    """A block of playouts of one candidate."""

    heads: NDArray[np.int64]
    answers: NDArray[np.int64]
    leftovers: NDArray[np.int64]
    costs: int
    takes: int


class DraftPlayouts:
    """The comparison of the cards of one pick.

    Parameters
    ----------
    view : DraftView
        What is known, under rules that suit the network.
    objective : Objective
        What is to be minimised.
    seed : int
        Of the playouts.
    workers : int
        Threads.
    """

    def __init__(self, view: DraftView, objective: Objective, seed: int, workers: int) -> None:
        self.view = view
        self.objective = objective
        self.seed = seed
        self.workers = workers
        self.known = known_picks(view)
        self.weights = weights_of_styles(view.rules, view.first, view.picks)
        self.found = {card: Found() for card in view.remaining}
        self.active = view.remaining
        self.plan = 0
        self.blocks = 0

    # Playouts.

    def _styles(self, block: int, plan: int) -> Cards:
        """Draw the others' styles for a block; the asker has a plan."""
        rng = np.random.Generator(block_generator(self.seed, 3 * block + PLANNED))
        numbers = rng.random((self.view.rules.players, DEALS_PER_BLOCK))
        bounds = self.weights.cumsum(axis=1)
        drawn = (numbers[:, :, None] >= bounds[:, None, :-1]).sum(axis=2)
        drawn[self.view.seat] = plan
        return np.asarray(drawn, dtype=np.uint8)

    def _play(self, block: int, picks: Sequence[int], plan: int) -> tuple[Cards, Cards]:
        """Go on from some picks: all picks, and what each card cost."""
        rules, first = self.view.rules, self.view.first
        complete = completed(
            rules,
            styles_of(rules),
            self._styles(block, plan),
            block_generator(self.seed, 3 * block + DRAFTED),
            picks,
            self.known.hidden,
            first,
        )
        stream = block_generator(self.seed, 3 * block + PLAYED)
        return complete, played(rules, complete, stream, first)

    def _heads(self, picks: Cards, costs: Cards) -> NDArray[np.int64]:
        """Bull heads of each seat."""
        return heads_of(self.view.rules, picks, costs, self.view.first)

    def values(self, heads: NDArray[np.int64]) -> Numbers:
        """Return the objective of each playout."""
        own = heads[:, self.view.seat]
        if self.objective is Objective.OWN:
            return own.astype(np.float64)
        if self.objective is Objective.RELATIVE:
            return _relative(heads, self.view.seat)
        return np.asarray(1.0 + (heads < own[:, None]).sum(axis=1))

    def _played(self, block: int, card: int) -> _Played:
        """Play a block of a candidate."""
        picks, costs = self._play(block, (*self.known.picks, card), self.plan)
        top_card = self.view.rules.top_card
        done = len(self.known.picks) + 1
        following = picks[:, done : done + self.view.rules.players - 1]
        answers = [np.bincount(column, minlength=top_card + 1) for column in following.T]
        table = np.ones((len(picks), top_card + 1), dtype=bool)
        table[:, 0] = False
        np.put_along_axis(table, picks.astype(np.int64), False, axis=1)
        rows = np.nonzero(table)[1].reshape(len(picks), -1)
        paid = costs[:, card - 1]
        return _Played(
            self._heads(picks, costs),
            np.array(answers, dtype=np.int64).reshape(-1, top_card + 1),
            np.array([np.bincount(column, minlength=top_card + 1) for column in rows.T]),
            int(paid.sum()),
            int((paid > 0).sum()),
        )

    def fresh_difference(self, card: int, other: int, blocks: int) -> Estimate:
        """Return by how much a card is worse than another, on playouts that chose neither.

        Parameters
        ----------
        card, other : int
            Cards of the table.
        blocks : int
            Of playouts, on which both are tried.
        """
        numbers = range(FIRST_FRESH_BLOCK, FIRST_FRESH_BLOCK + blocks)
        values = [
            self.values(self._played(block, card).heads)
            - self.values(self._played(block, other).heads)
            for block in numbers
        ]
        return _estimate(np.concatenate(values))

    # The search.

    def choose_plan(self, deadline: float | None) -> None:
        """Find the style that is best to go on with, the pick itself among its picks."""
        plans = list(range(len(STYLES)))
        done = FIRST_PLAN_BLOCK
        values: dict[int, list[Numbers]] = {plan: [] for plan in plans}
        for count in (PLAN_BLOCKS, MORE_PLAN_BLOCKS):

            def run(
                block: int, first: int = done, some: tuple[int, ...] = tuple(plans)
            ) -> list[Numbers]:
                both = (self._play(first + block, self.known.picks, plan) for plan in some)
                return [self.values(self._heads(*found)) for found in both]

            with closing(ordered_results(run, count, self.workers)) as results:
                for found in results:
                    for plan, value in zip(plans, found, strict=True):
                        values[plan].append(value)
                    if deadline is not None and time.monotonic() >= deadline:
                        break
            done += count
            plans.sort(key=lambda plan: float(np.concatenate(values[plan]).mean()))
            self.plan = plans[0]
            if deadline is not None and time.monotonic() >= deadline:
                return
            plans = plans[:BEST_PLANS]

    def run(self, limit: Limit, progress: SamplingProgress | None, started: float) -> None:
        """Play stages until the limit is reached, or one candidate is left; one block at least."""
        deadline = None if limit.seconds is None else started + limit.seconds
        if len(self.view.remaining) > self.view.rules.rows + 1:
            self.choose_plan(None if limit.seconds is None else started + limit.seconds / 4)
        stage = 1
        most = None if limit.samples is None else -(-limit.samples // DEALS_PER_BLOCK)
        while True:
            blocks = stage if most is None else min(stage, most - self.blocks)
            first, active = self.blocks, self.active

            def run(
                block: int, first: int = first, active: tuple[int, ...] = active
            ) -> list[_Played]:
                return [self._played(first + block, card) for card in active]

            with closing(ordered_results(run, blocks, self.workers)) as results:
                for found in results:
                    self._add(active, found)
                    error = self._largest_error()
                    if (
                        (progress is not None and progress(self.blocks * DEALS_PER_BLOCK, error))
                        or (limit.std_error is not None and error <= limit.std_error)
                        or (deadline is not None and time.monotonic() >= deadline)
                    ):
                        return
            if self.blocks == most:
                return
            self._drop()
            if len(self.active) == 1:
                return
            stage = min(MOST_BLOCKS, 2 * stage)

    def _add(self, active: tuple[int, ...], blocks: list[_Played]) -> None:
        """Add a block."""
        for card, block in zip(active, blocks, strict=True):
            found = self.found[card]
            found.heads.append(block.heads)
            found.answers = block.answers + (0 if found.answers is None else found.answers)
            found.leftovers = block.leftovers + (0 if found.leftovers is None else found.leftovers)
            found.costs += block.costs
            found.takes += block.takes
        self.blocks += 1

    def _largest_error(self) -> float:
        return max(
            _estimate(self.values(self.found[card].all_heads)).std_error for card in self.active
        )

    def _drop(self) -> None:
        """Go on without the candidates that are clearly behind, and without the worse half."""
        values = {card: self.values(self.found[card].all_heads) for card in self.active}
        ranked = sorted(self.active, key=lambda card: float(values[card].mean()))
        best = ranked[0]
        kept = ranked[: max(FEW, len(ranked) // 2)]
        self.active = tuple(
            card
            for card in kept
            if card == best or _behind(_estimate(values[card] - values[best])) < DROP
        )

    # What came of it.

    def candidates(self) -> tuple[DraftCandidate, ...]:
        """Return every card, those that were played longest first, best ones first."""
        values = {card: self.values(found.all_heads) for card, found in self.found.items()}
        order = sorted(values, key=lambda card: (-len(values[card]), float(values[card].mean())))
        apart = separation(len(order), CONFIDENCE)
        best = order[0]
        return tuple(
            self._candidate(card, values, best, order[min(1, len(order) - 1)], apart)
            for card in order
        )

    def _candidate(
        self, card: int, values: dict[int, Numbers], best: int, second: int, apart: float
    ) -> DraftCandidate:
        found = self.found[card]
        heads = found.all_heads
        common = min(len(values[card]), len(values[best]))
        difference = _estimate(values[card][:common] - values[best][:common])
        seat = self.view.seat
        return DraftCandidate(
            card=card,
            row=None,
            value=_estimate(values[card]),
            difference=difference if card != best else Estimate(0.0, 0.0),
            separable=card != best and _behind(difference) > apart,
            own=_estimate(heads[:, seat]),
            relative=_estimate(_relative(heads, seat)),
            win=_estimate(_wins(heads, seat)),
            distribution=trimmed(np.bincount(heads[:, seat])),
            deals=found.deals,
            answers=self._answers(found),
            costs=found.costs / found.deals,
            takes=found.takes / found.deals,
            lost=self._lost(card, second if card == best else best),
            leftovers=self._leftovers(found),
        )

    def _answers(self, found: Found) -> tuple[Answer, ...]:
        players = self.view.rules.players
        answers = []
        for turn, counts in enumerate(found.answers if found.answers is not None else ()):
            order = np.argsort(-counts, kind="stable")
            picks = {int(card): int(counts[card]) / found.deals for card in order if counts[card]}
            answers.append(Answer((self.view.seat + 1 + turn) % players, picks))
        return tuple(answers)

    def _lost(self, card: int, instead: int) -> float | None:
        """How often the others pick a card before the next own turn, if another is picked."""
        found = self.found[instead]
        if card == instead or len(self.view.hand) + 1 == self.view.rules.hand_size:
            return None
        assert found.answers is not None
        return int(found.answers[:, card].sum()) / found.deals

    def _leftovers(self, found: Found) -> Leftovers:
        assert found.leftovers is not None
        cards = np.arange(found.leftovers.shape[1])
        return Leftovers(
            tuple((found.leftovers.sum(axis=0) / found.deals).tolist()),
            tuple((found.leftovers @ cards / found.deals).tolist()),
        )


def _relative(heads: NDArray[np.int64], seat: int) -> Numbers:
    """Own bull heads less the mean of the others'."""
    own = heads[:, seat]
    return np.asarray(own - (heads.sum(axis=1) - own) / (heads.shape[1] - 1))


def _wins(heads: NDArray[np.int64], seat: int) -> Numbers:
    """1 where a seat alone has the fewest bull heads, a share of it where others have as few."""
    fewest = heads == heads.min(axis=1, keepdims=True)
    return np.asarray(fewest[:, seat] / fewest.sum(axis=1))


def _estimate(values: NDArray[np.float64] | NDArray[np.int64]) -> Estimate:
    return Estimate(float(values.mean()), float(values.std(ddof=1) / np.sqrt(len(values))))


def _behind(difference: Estimate) -> float:
    """Standard errors by which a candidate is worse than the best."""
    if difference.std_error:
        return difference.mean / difference.std_error
    return np.inf if difference.mean > 0 else 0.0
