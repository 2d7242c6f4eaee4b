"""Candidates compared by playouts in which everybody follows the policy network.

Deals come in stages.  After each stage the candidates that are clearly behind are dropped, so that
the next one, which is larger, tells the others apart.
"""

from __future__ import annotations

import math
import time
from collections.abc import Generator
from contextlib import closing

import numpy as np
from numpy.typing import NDArray

from nimmt.analysis.advice import Candidate, Objective
from nimmt.analysis.belief import belief_of
from nimmt.analysis.network import network_of, prior, seen_cards
from nimmt.analysis.playouts import CONFIDENCE, Simulated
from nimmt.analysis.sampling import SamplingProgress
from nimmt.analysis.statistics import (
    StagedTally,
    Tally,
    mean_heads,
    separation,
    trimmed,
)
from nimmt.analysis.turn import estimated_turn, known_turn
from nimmt.blocks import ordered_results
from nimmt.dealing import drawing
from nimmt.limits import Limit
from nimmt.position import InformationSet
from nimmt.seeding import block_generator
from nimmt_core import _decision, _guided

__all__ = ["guided"]

DEALS_PER_BLOCK = 128
"""Deals of a block; each has a random stream.  Part of what a seed means."""

# Blocks of a stage: as many in the second as in the first, and twice as many in each that follows.
FIRST_BLOCKS = 2
MOST_BLOCKS = 32
DROP = 2.5  # standard errors behind the best at which a candidate is dropped


class Guided:
    """The comparison of the candidates of one decision.

    Parameters
    ----------
    view : InformationSet
        What is known, under rules that suit the network.
    actions : tuple of int
        The candidates: cards, or rows.
    objective : Objective
        What is to be minimised.
    seed : int
        Of the deals.
    workers : int
        Threads.
    trust : float
        What the network's own opinion is worth: so much of the objective for a factor e of the
        probability with which it would play a candidate.
    belief : float
        How much is concluded from the others' plays; see ``belief_of``.
    """

    def __init__(
        self,
        view: InformationSet,
        actions: tuple[int, ...],
        objective: Objective,
        seed: int,
        workers: int,
        trust: float,
        belief: float,
    ) -> None:
        rules = view.rules
        self.prior = prior(view)
        self.seed = seed
        self.workers = workers
        self.trust = trust
        self.scale = objective.scale(rules.players)
        self.active = tuple(range(len(actions)))
        self.tally = StagedTally()
        self.others = np.zeros(rules.top_card + 1, dtype=np.int64)
        self.blocks = 0
        self.deals = 0
        dealer = view.dealer()
        self._playouts = _guided.GuidedPlayouts(
            network_of(rules),
            view.rows,
            rules.row_capacity,
            rules.professional,
            rules.top_card,
            dealer,
            view.seat,
            actions,
            view.pending,
            view.taken,
            seen_cards(view),
            _decision.OBJECTIVES.index(objective),
            belief_of(view, dealer, belief),
        )

    @property
    def best(self) -> int:
        """The index of the candidate to choose."""
        return min(range(len(self.prior)), key=self.order)

    def order(self, index: int) -> tuple[int, float]:
        """Where a candidate belongs: those that were played longest come first, best ones first."""
        return -self.tally.deals(index), self.score(index)

    def score(self, index: int) -> float:
        """What decides about a candidate: its mean, and what the network thinks of it."""
        return self.tally.value(index, self.scale).mean + self._opinion(index)

    def _opinion(self, index: int) -> float:
        return -self.trust * math.log(self.prior[index])

    def run(self, limit: Limit, progress: SamplingProgress | None, started: float) -> None:
        """Play stages until the limit is reached, or one candidate is left; one block at least."""
        deadline = None if limit.seconds is None else started + limit.seconds
        stage = FIRST_BLOCKS
        while True:
            with closing(self._stage(stage, limit.samples)) as played:
                for error in played:
                    if (
                        (progress is not None and progress(self.deals, error))
                        or (limit.std_error is not None and error <= limit.std_error)
                        or (deadline is not None and time.monotonic() >= deadline)
                    ):
                        return
            if self.deals == limit.samples:
                return
            self._drop()
            if len(self.active) == 1:
                return
            stage = min(MOST_BLOCKS, self.blocks)

    def _stage(self, blocks: int, samples: int | None) -> Generator[float]:
        """Play some blocks, fewer if the samples end; yields the largest standard error."""
        first, done, active = self.blocks, self.deals, self.active
        if samples is not None:
            blocks = min(blocks, -(-(samples - done) // DEALS_PER_BLOCK))

        def deals_of(block: int) -> int:
            before = done + block * DEALS_PER_BLOCK
            return DEALS_PER_BLOCK if samples is None else min(DEALS_PER_BLOCK, samples - before)

        def run_block(block: int) -> tuple[NDArray[np.int64], ...]:
            with drawing():
                return self._playouts.run(
                    block_generator(self.seed, first + block), deals_of(block), active
                )

        with closing(ordered_results(run_block, blocks, self.workers)) as results:
            for block, (turn, rest, values, products, others) in enumerate(results):
                self.tally.add(active, Tally(deals_of(block), turn, rest, values, products))
                self.others += others
                self.blocks += 1
                self.deals += deals_of(block)
                yield max(self.tally.value(index, self.scale).std_error for index in active)

    def _drop(self) -> None:
        """Go on without the candidates that are clearly behind."""
        best = self.best
        self.active = tuple(
            index for index in self.active if index == best or self.behind(index, best) < DROP
        )

    def behind(self, index: int, best: int) -> float:
        """Standard errors by which a candidate is worse than the best, all things considered."""
        difference = self.tally.difference(index, best, self.scale)
        behind = difference.mean + self._opinion(index) - self._opinion(best)
        if difference.std_error:
            return behind / difference.std_error
        return math.inf if behind > 0 else 0.0


def guided(
    view: InformationSet,
    actions: tuple[int, ...],
    objective: Objective,
    limit: Limit,
    budget: int,
    seed: int,
    workers: int,
    progress: SamplingProgress | None,
    started: float,
    trust: float,
    belief: float,
) -> Simulated:
    """Compare the actions."""
    risks = known_turn(view, actions, budget)
    search = Guided(view, actions, objective, seed, workers, trust, belief)
    search.run(limit, progress, started)
    tally = search.tally
    if risks is None:
        turns = [tally.turn(index) for index in range(len(actions))]
        risks = estimated_turn(view, np.array(turns), budget)
    best = search.best
    apart = separation(len(actions), CONFIDENCE)
    entries = []
    for index, (action, risk) in enumerate(zip(actions, risks, strict=True)):
        difference = tally.difference(index, best, search.scale)
        rest = tally.rest(index)
        entry = Candidate(
            card=risk.card,
            row=action if view.pending else None,
            value=tally.value(index, search.scale),
            difference=difference,
            # What was dropped was clearly behind the best of that time, if not behind this one.
            separable=tally.deals(index) < search.deals or search.behind(index, best) > apart,
            risk=risk,
            rest=mean_heads(rest),
            distribution=trimmed(rest),
            deals=tally.deals(index),
            prior=search.prior[index],
            takes=1 - int(tally.turn(index)[0]) / tally.deals(index),
        )
        entries.append((*search.order(index), action, entry))
    return Simulated(
        tuple(entry for *_, entry in sorted(entries)),
        search.deals,
        search.blocks,
        () if view.pending else tuple((search.others / search.deals).tolist()),
    )
