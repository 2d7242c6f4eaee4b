"""Picks compared by playouts: the draft goes on by styles, and the policy network plays the round.

Where hands are so small that their play can be solved, the network's play only says how often a row
is taken and the like, and the values are exact ones of complete drafts.

Every candidate has the same blocks of playouts: the same styles of the others, the same likes by
chance and the same random numbers of the play.  After each stage the worse ones are dropped.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from math import perm

import numpy as np
from numpy.typing import NDArray

from nimmt.analysis.advice import Objective
from nimmt.analysis.draft_advice import Answer, DraftCandidate, Leftovers, Others
from nimmt.analysis.draft_exact import draft_count, draft_size
from nimmt.analysis.draft_hidden import HiddenPicks, hidden_picks
from nimmt.analysis.draft_play import ExactPlay, price_of_play
from nimmt.analysis.draft_rounds import completed, heads_of, played
from nimmt.analysis.draft_tree import ROUNDS, PickTree, Policy
from nimmt.analysis.playouts import CONFIDENCE
from nimmt.analysis.sampling import SamplingProgress
from nimmt.analysis.statistics import Estimate, separation, trimmed
from nimmt.analysis.styles import STYLES, styles_of, weights_of_styles
from nimmt.blocks import ordered_results
from nimmt.draft import DraftView
from nimmt.limits import Limit
from nimmt.seeding import block_generator
from nimmt_core._lanes import GROUP

__all__ = ["DEALS_PER_BLOCK", "DraftPlayouts", "estimated", "known_picks"]

DEALS_PER_BLOCK = GROUP
"""Playouts of a block; each has random streams.  Part of what a seed means."""

MOST_BLOCKS = 16
MOST_DRAFTS = 500  # that can still come, for the last picks to be searched
MOST_SEATS = 3  # for the same; larger tables were not shown to draft better by it
MOST_SOLVED = 13_000  # the same if they are solved, as draft_size() counts them
MOST_LINES = 200_000  # orders of the picks, for their memory
MODEL_ERRORS: dict[str, dict[tuple[int, int], float]] = {
    "standard": {(2, 4): 1.75, (3, 2): 0.25},
    "professional": {(2, 4): 0.1, (3, 2): 0.01},
}
"""By players and hands, measured by ``bench/draft_exact.py``: half of what 95% are within."""

CHEAP = 1  # the price at which the play is solved in every playout
DROP = 2.5  # standard errors behind the best at which a candidate is dropped
FEW = 6  # as long as there are more candidates, the worse half is dropped after each stage
PLAN_BLOCKS = 2  # of every plan, to begin with
BEST_PLANS = 3  # plans that are then compared on
MORE_PLAN_BLOCKS = 6
PLAN_SHARE = 0.25  # of the seconds of a limit, until a plan is found
TREE_SHARE = 0.5  # or until a tree is searched
LOOK_SHARE = 0.6  # and until every card has been looked at; those that have not are left out
PRACTISED = STYLES.index("practised")
FIRST_FRESH_BLOCK = 1 << 21
FIRST_TREE_BLOCK = 3 << 20
HIDDEN_BLOCK = 1 << 22
FIRST_PLAN_BLOCK = 1 << 20  # so that a plan is not chosen by the playouts that it is then used in

PLANNED, DRAFTED, PLAYED = range(3)  # what a stream is for, modulo 3

Numbers = NDArray[np.float64]
Cards = NDArray[np.uint8]


def known_picks(view: DraftView) -> tuple[int, ...]:
    """Return the picks in the order of the turns; in some order of them, if that is not known."""
    if view.picks is not None:
        return view.picks
    assert view.hands is not None
    left = [list(hand) for hand in view.hands]
    players = view.rules.players
    gone = view.rules.top_card - len(view.remaining)
    return tuple(left[(view.first + number) % players].pop(0) for number in range(gone))


@dataclass(frozen=True)
class _Played:
    """A block of playouts of one candidate."""

    heads: NDArray[np.int64]
    values: Numbers
    answers: NDArray[np.int64]
    leftovers: NDArray[np.int64]
    costs: int
    takes: int


@dataclass
class Found:
    """What the playouts of a candidate came to, block after block."""

    heads: list[NDArray[np.int64]] = field(default_factory=list)  # (playouts, players)
    values: list[Numbers] = field(default_factory=list)  # the objective of each playout
    answers: NDArray[np.int64] | None = None  # (turns to the next own one, top_card + 1)
    leftovers: NDArray[np.int64] | None = None  # (rows, top_card + 1)
    costs: int = 0
    takes: int = 0

    def add(self, block: _Played) -> None:
        """Add a block."""
        self.heads.append(block.heads)
        self.values.append(block.values)
        self.answers = block.answers + (0 if self.answers is None else self.answers)
        self.leftovers = block.leftovers + (0 if self.leftovers is None else self.leftovers)
        self.costs += block.costs
        self.takes += block.takes

    @property
    def deals(self) -> int:
        """Playouts."""
        return sum(map(len, self.heads))

    @property
    def all_heads(self) -> NDArray[np.int64]:
        """Bull heads of each seat in each playout."""
        return np.concatenate(self.heads)

    @property
    def all_values(self) -> Numbers:
        """The objective of each playout."""
        return np.concatenate(self.values)


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
    others : Others
        How the others pick where a tree is searched.
    """

    def __init__(
        self,
        view: DraftView,
        objective: Objective,
        seed: int,
        workers: int,
        others: Others = Others.LIKELY,
    ) -> None:
        self.view = view
        self.others = others
        self.objective = objective
        self.seed = seed
        self.workers = workers
        self.picked = view.rules.top_card - len(view.remaining)
        self.hidden: HiddenPicks | None = None
        if view.hands is None:
            stream = block_generator(seed, 3 * HIDDEN_BLOCK + PLANNED)
            self.hidden = hidden_picks(view, np.random.Generator(stream))
            self.weights = self.hidden.weights
        else:
            self.picks = known_picks(view)
            self.weights = weights_of_styles(view.rules, view.first, view.picks)
        self.found = {card: Found() for card in view.remaining}
        self.active = view.remaining
        self.unseen: tuple[int, ...] = ()
        self.hurried = False  # whether time did not suffice for what does not depend on a clock
        self.plan: int | None = None
        self.blocks = 0
        self.tree: PickTree | None = None
        self.policy = Policy([], [])
        self.exact_play = ExactPlay(view.rules) if _solves_play(view, objective) else None

    # Playouts.

    def _begun(self, block: int, plan: int) -> tuple[Cards, Cards]:
        """Draw the others' styles for a block, and what they picked where it is not known.

        Returns
        -------
        picks : ndarray of uint8, shape (playouts, picked)
        styles : ndarray of uint8, shape (players, playouts)
            The asker's is the plan.
        """
        rng = np.random.Generator(block_generator(self.seed, 3 * block + PLANNED))
        numbers = rng.random((self.view.rules.players, DEALS_PER_BLOCK))
        if self.hidden is None:
            picks = np.array([self.picks] * DEALS_PER_BLOCK, dtype=np.uint8)
            weights = self.weights[None]
        else:
            drawn = rng.choice(len(self.hidden.picks), DEALS_PER_BLOCK, p=self.hidden.chances)
            picks, weights = self.hidden.picks[drawn], self.hidden.styles[drawn]
        bounds = weights.cumsum(axis=2).transpose(1, 0, 2)
        styles = (numbers[:, :, None] >= bounds[:, :, :-1]).sum(axis=2)
        styles[self.view.seat] = plan
        return picks, styles.astype(np.uint8)

    def _complete(self, block: int, plan: int, card: int | None = None) -> Cards:
        """Go on to complete drafts, with a card if the asker picks it now."""
        rules = self.view.rules
        picks, styles = self._begun(block, plan)
        if card is not None:
            picks = np.column_stack([picks, np.full(len(picks), card, dtype=np.uint8)])
        stream = block_generator(self.seed, 3 * block + DRAFTED)
        return completed(rules, styles_of(rules), styles, stream, picks, self.view.first)

    def _continued(self, block: int, card: int) -> Cards:
        """Go on after a card: as the tree says, or by styles."""
        if self.tree is not None:
            rng = np.random.Generator(block_generator(self.seed, 3 * block + PLANNED))
            numbers = rng.random((DEALS_PER_BLOCK, len(self.tree.seats)))
            return self.tree.completed(self.policy, card, numbers)
        return self._complete(block, self.plan or 0, card)

    def _costs(self, block: int, picks: Cards) -> Cards:
        """Play complete drafts: what each card cost."""
        stream = block_generator(self.seed, 3 * block + PLAYED)
        return played(self.view.rules, picks, stream, self.view.first)

    def _heads(self, picks: Cards, costs: Cards) -> NDArray[np.int64]:
        """Bull heads of each seat."""
        return heads_of(self.view.rules, picks, costs, self.view.first)

    def _plan_values(self, block: int, plan: int) -> Numbers:
        """Return the objective in a block of playouts of a plan."""
        picks = self._complete(block, plan)
        return self._values(picks, self._heads(picks, self._costs(block, picks)))

    def _values(self, picks: Cards, heads: NDArray[np.int64]) -> Numbers:
        """Return the objective of each playout."""
        if self.exact_play is not None:
            return self.exact_play.values(picks, self.view.first)[:, self.view.seat]
        return _objective(self.objective, heads, self.view.seat)

    def _played(self, block: int, card: int) -> _Played:
        """Play a block of a candidate."""
        picks = self._continued(block, card)
        costs = self._costs(block, picks)
        heads = self._heads(picks, costs)
        top_card = self.view.rules.top_card
        done = self.picked + 1
        following = picks[:, done : done + self.view.rules.players - 1]
        answers = [np.bincount(column, minlength=top_card + 1) for column in following.T]
        table = np.ones((len(picks), top_card + 1), dtype=bool)
        table[:, 0] = False
        np.put_along_axis(table, picks.astype(np.int64), False, axis=1)
        rows = np.nonzero(table)[1].reshape(len(picks), -1)
        paid = costs[:, card - 1]
        return _Played(
            heads,
            self._values(picks, heads),
            np.array(answers, dtype=np.int64).reshape(-1, top_card + 1),
            np.array([np.bincount(column, minlength=top_card + 1) for column in rows.T]),
            int(paid.sum()),
            int((paid > 0).sum()),
        )

    def fresh(self, card: int, blocks: int) -> Numbers:
        """Return the objective in playouts of a card that did not choose any.

        Parameters
        ----------
        card : int
            A card of the table.
        blocks : int
            Of playouts; those of two cards can be compared in pairs.
        """
        numbers = range(FIRST_FRESH_BLOCK, FIRST_FRESH_BLOCK + blocks)
        return np.concatenate([self._played(block, card).values for block in numbers])

    @property
    def model_error(self) -> float | None:
        """How far values are from those of optimal drafting and play beside chance, if known."""
        if self.exact_play is not None and self.plan is None:
            return 0.0 if self.tree is None or self.others is Others.BEST else None
        if self.plan is None or self.view.hands is None or self.objective is not Objective.RELATIVE:
            return None
        rules = self.view.rules
        return MODEL_ERRORS[rules.placement].get((rules.players, rules.hand_size))

    # The search.

    def prepare(self, until: Callable[[float], float | None] = lambda share: None) -> None:
        """Find out how the draft goes on: by a tree if few picks are left, or by styles.

        Parameters
        ----------
        until : callable, optional
            When a share of the time is over; None if there is no limit.
        """
        if self.picked + 1 == self.view.rules.players * self.view.rules.hand_size:
            return
        if self._can_be_searched():
            self.search_tree(until(TREE_SHARE))
        else:
            self.choose_plan(until(PLAN_SHARE))

    def _can_be_searched(self) -> bool:
        """Whether a tree of the picks that are left is not too large."""
        rules = self.view.rules
        left = rules.players * rules.hand_size - self.picked
        if self.exact_play is not None:
            return (
                draft_size(self.view) <= MOST_SOLVED
                and perm(len(self.view.remaining), left) <= MOST_LINES
            )
        return rules.players <= MOST_SEATS and draft_count(self.view) <= MOST_DRAFTS

    def search_tree(self, deadline: float | None) -> None:
        """Find the best way to go on after each card of the table."""
        weights = None if self.others is Others.BEST else self.weights
        tree = self.tree = PickTree(self.view, self.picks, weights)
        if self.exact_play is not None:
            self.policy = tree.policy(self.exact_play.values(tree.drafts, self.view.first))
        else:
            stream = block_generator(self.seed, 3 * FIRST_TREE_BLOCK + PLANNED)
            self.policy = tree.searched(self._tree_values, np.random.Generator(stream), deadline)
            self.hurried = tree.rounds < ROUNDS

    def _tree_values(self, picks: Cards, number: int) -> Numbers:
        """Play complete drafts: the objective of each seat."""
        rules, first = self.view.rules, self.view.first
        stream = block_generator(self.seed, 3 * (FIRST_TREE_BLOCK + number) + PLAYED)
        heads = heads_of(rules, picks, played(rules, picks, stream, first), first)
        return np.column_stack(
            [_objective(self.objective, heads, seat) for seat in range(rules.players)]
        )

    def choose_plan(self, deadline: float | None) -> None:
        """Find the style that is best to go on with, the pick itself among its picks."""
        plans = list(reversed(range(len(STYLES))))  # what practised first, if time is short
        done = FIRST_PLAN_BLOCK
        values: dict[int, list[Numbers]] = {plan: [] for plan in plans}
        for count in (PLAN_BLOCKS, MORE_PLAN_BLOCKS):
            tasks = [(done + block, plan) for block in range(count) for plan in plans]

            def run(number: int, tasks: list[tuple[int, int]] = tasks) -> Numbers:
                return self._plan_values(*tasks[number])

            with closing(ordered_results(run, len(tasks), self.workers)) as results:
                for (_, plan), value in zip(tasks, results, strict=False):
                    values[plan].append(value)
                    if deadline is not None and time.monotonic() >= deadline:
                        self.hurried = True
                        break
            done += count
            plans = [plan for plan in plans if values[plan]]
            common = min(len(values[plan]) for plan in plans)
            plans.sort(key=lambda plan: float(np.mean(values[plan][:common])))
            self.plan = plans[0]
            if self.hurried:
                return
            plans = plans[:BEST_PLANS]

    def first_look(self, deadline: float | None) -> None:
        """Play a block of every card, what the plan likes first; leave out what is late."""
        likes = styles_of(self.view.rules).likes(self.view.hand)
        plan = likes[self.plan if self.plan is not None else PRACTISED]
        order = sorted(
            self.active,
            key=lambda card: (-plan[card - 1], -likes[PRACTISED, card - 1], card),
        )
        looked = 0

        def run(place: int) -> _Played:
            return self._played(0, order[place])

        with closing(ordered_results(run, len(order), self.workers)) as results:
            for block in results:
                self.found[order[looked]].add(block)
                looked += 1
                if looked >= FEW and deadline is not None and time.monotonic() >= deadline:
                    break
        self.blocks = 1
        self.unseen = tuple(sorted(order[looked:]))
        self.hurried = self.hurried or bool(self.unseen)
        for card in self.unseen:
            del self.found[card]
        self.active = tuple(self.found)

    def run(self, limit: Limit, progress: SamplingProgress | None, started: float) -> None:
        """Play stages until the limit is reached, or one candidate is left; one block at least."""
        seconds = limit.seconds

        def until(share: float) -> float | None:
            return None if seconds is None else started + share * seconds

        deadline = until(1.0)
        most = None if limit.samples is None else -(-limit.samples // DEALS_PER_BLOCK)

        def is_over() -> bool:
            return (
                (
                    progress is not None
                    and progress(self.blocks * DEALS_PER_BLOCK, self._largest_error()) is True
                )
                or (limit.std_error is not None and self._largest_error() <= limit.std_error)
                or (deadline is not None and time.monotonic() >= deadline)
            )

        self.prepare(until)
        self.first_look(until(LOOK_SHARE))
        stage = 1
        over = is_over()
        while not over and self.blocks != most:
            self._drop()
            if len(self.active) == 1:
                return
            stage = min(MOST_BLOCKS, 2 * stage)
            blocks = stage if most is None else min(stage, most - self.blocks)
            first, active = self.blocks, self.active

            def run(
                block: int, first: int = first, active: tuple[int, ...] = active
            ) -> list[_Played]:
                return [self._played(first + block, card) for card in active]

            with closing(ordered_results(run, blocks, self.workers)) as results:
                for played_blocks in results:
                    for card, block in zip(active, played_blocks, strict=True):
                        self.found[card].add(block)
                    self.blocks += 1
                    over = is_over()
                    if over:
                        break

    def _largest_error(self) -> float:
        return max(estimated(self.found[card].all_values).std_error for card in self.active)

    def _drop(self) -> None:
        """Go on without the candidates that are clearly behind, and without the worse half."""
        values = {card: self.found[card].all_values for card in self.active}
        ranked = sorted(self.active, key=lambda card: float(values[card].mean()))
        best = ranked[0]
        kept = ranked[: max(FEW, len(ranked) // 2)]
        self.active = tuple(
            card
            for card in kept
            if card == best or _behind(estimated(values[card] - values[best])) < DROP
        )

    # What came of it.

    def candidates(self) -> tuple[DraftCandidate, ...]:
        """Return every card, those that were played longest first, best ones first."""
        values = {card: found.all_values for card, found in self.found.items()}
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
        difference = estimated(values[card][:common] - values[best][:common])
        seat = self.view.seat
        return DraftCandidate(
            card=card,
            row=None,
            value=estimated(values[card]),
            difference=difference if card != best else Estimate(0.0, 0.0),
            separable=card != best and _behind(difference) > apart,
            own=estimated(heads[:, seat]),
            relative=estimated(
                values[card] if self.exact_play is not None else _relative(heads, seat)
            ),
            win=estimated(_wins(heads, seat)),
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
        deals = found.deals
        answers = []
        for turn, counts in enumerate(found.answers if found.answers is not None else ()):
            order = np.argsort(-counts, kind="stable")
            picks = {int(card): int(counts[card]) / deals for card in order if counts[card]}
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


def _solves_play(view: DraftView, objective: Objective) -> bool:
    """Whether complete drafts are solved: open hands, and it is cheap or few can come."""
    return (
        objective is Objective.RELATIVE
        and view.hands is not None
        and (price_of_play(view.rules) <= CHEAP or draft_size(view) <= MOST_SOLVED)
    )


def _objective(objective: Objective, heads: NDArray[np.int64], seat: int) -> Numbers:
    """Return the objective of a seat in each playout."""
    own = heads[:, seat]
    if objective is Objective.OWN:
        return own.astype(np.float64)
    if objective is Objective.RELATIVE:
        return _relative(heads, seat)
    return np.asarray(1.0 + (heads < own[:, None]).sum(axis=1))


def _relative(heads: NDArray[np.int64], seat: int) -> Numbers:
    """Own bull heads less the mean of the others'."""
    own = heads[:, seat]
    return np.asarray(own - (heads.sum(axis=1) - own) / (heads.shape[1] - 1))


def _wins(heads: NDArray[np.int64], seat: int) -> Numbers:
    """1 where a seat alone has the fewest bull heads, a share of it where others have as few."""
    fewest = heads == heads.min(axis=1, keepdims=True)
    return np.asarray(fewest[:, seat] / fewest.sum(axis=1))


def estimated(values: NDArray[np.float64] | NDArray[np.int64]) -> Estimate:
    """Return the mean of some playouts and its standard error."""
    return Estimate(float(values.mean()), float(values.std(ddof=1) / np.sqrt(len(values))))


def _behind(difference: Estimate) -> float:
    """Standard errors by which a candidate is worse than the best."""
    if difference.std_error:
        return difference.mean / difference.std_error
    return np.inf if difference.mean > 0 else 0.0
