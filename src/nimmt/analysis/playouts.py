"""Candidates compared by playouts: determinizations, played on with everybody at random."""

from __future__ import annotations

from typing import NamedTuple

from nimmt.analysis.advice import Candidate, Objective
from nimmt.analysis.sampling import SamplingProgress, sample
from nimmt.analysis.statistics import Tally, mean_heads, separation, trimmed
from nimmt.analysis.turn import CardRisk, estimated_turn, known_turn
from nimmt.limits import Limit
from nimmt.position import InformationSet
from nimmt.seeding import block_generator
from nimmt_core import _decision, _playout

__all__ = ["CONFIDENCE", "DEALS_PER_BLOCK", "Simulated", "simulated"]

DEALS_PER_BLOCK = 4096
"""Deals of a block of playouts; each block has a random stream.  Part of what a seed means."""

CONFIDENCE = 0.95


class Simulated(NamedTuple):
    """What playouts of a decision came to.

    Attributes
    ----------
    candidates : tuple of Candidate
        Best first.
    deals, blocks : int
        Deals sampled, and the blocks of them.
    others : tuple of float
        For each card, from 0 on, how many of the others are expected to play it this turn; empty
        if that is not a matter of policy.
    """

    candidates: tuple[Candidate, ...]
    deals: int
    blocks: int
    others: tuple[float, ...] = ()


def simulated(
    view: InformationSet,
    actions: tuple[int, ...],
    objective: Objective,
    limit: Limit,
    budget: int,
    seed: int,
    workers: int,
    progress: SamplingProgress | None,
    started: float,
) -> Simulated:
    """Compare the actions.

    What the coming turn may cost is worked out exactly within the budget, and is otherwise
    estimated from the same deals.
    """
    risks = known_turn(view, actions, budget)
    scale = objective.scale(view.rules.players)
    playouts = _playout.Playouts(
        view.rows,
        view.rules.row_capacity,
        view.rules.professional,
        view.dealer(),
        view.seat,
        actions,
        view.pending,
        view.taken,
        _decision.OBJECTIVES.index(objective),
    )
    tally, blocks = sample(
        lambda block, deals: Tally(deals, *playouts.run(block_generator(seed, block), deals)),
        DEALS_PER_BLOCK,
        limit,
        workers,
        lambda total: total.worst_std_error(scale),
        progress,
        started,
    )
    if risks is None:
        risks = estimated_turn(view, tally.turn, budget)
    return Simulated(_candidates(view, actions, tally, scale, risks), tally.deals, blocks)


def _candidates(
    view: InformationSet,
    actions: tuple[int, ...],
    tally: Tally,
    scale: int,
    risks: tuple[CardRisk, ...],
) -> tuple[Candidate, ...]:
    best = min(range(len(actions)), key=lambda index: int(tally.values[index]))
    apart = separation(len(actions), CONFIDENCE)
    entries = []
    for index, (action, risk) in enumerate(zip(actions, risks, strict=True)):
        difference = tally.difference(index, best, scale)
        entries.append(
            Candidate(
                card=risk.card,
                row=action if view.pending else None,
                value=tally.value(index, scale),
                difference=difference,
                separable=difference.mean > apart * difference.std_error,
                risk=risk,
                rest=mean_heads(tally.rest[index]),
                distribution=trimmed(tally.rest[index]),
                deals=tally.deals,
                takes=1 - int(tally.turn[index, 0]) / tally.deals,
            )
        )
    return tuple(sorted(entries, key=lambda entry: (entry.value.mean, entry.action)))
