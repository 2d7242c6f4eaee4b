"""What each card may cost this turn: the bounds, and the exact chances against random play."""

from __future__ import annotations

import math
import operator
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nimmt.analysis.outlook import Outlook, outlook
from nimmt.analysis.plays import joint_plays
from nimmt.blocks import checked_workers, ordered_results
from nimmt.cards import total_bull_heads
from nimmt.errors import IllegalActionError, LimitError
from nimmt.limits import Limit
from nimmt.notation import format_position
from nimmt.position import InformationSet
from nimmt.seeding import RNG, block_generator, seed_of
from nimmt.version import __version__
from nimmt_core import _merged, _sampled, _sweep

__all__ = ["DEALS_PER_BLOCK", "CardRisk", "Risk", "risk"]

DEALS_PER_BLOCK = 4096
"""Deals of a block of an estimate; each block has a random stream.  Part of what a seed means."""

DEFAULT_BUDGET = 10_000_000
DEFAULT_LIMIT = Limit(samples=100_000)

Chances = NDArray[np.float64]
Counts = NDArray[np.int64]
Bounds = list[tuple[int, int]]


@dataclass(frozen=True)
class CardRisk:
    """What a card may cost this turn.

    Attributes
    ----------
    card : int
        The card.
    safe : bool
        Whether nothing that the others can hold, play and choose makes it take a row.
    certain : bool
        Whether it takes a row whatever the others hold, play and choose.
    least, most : int
        Fewest and most bull heads that it can cost.
    chance : float
        Chance to take a row, against random play.
    expected : float
        Expected bull heads, against random play.
    distribution : tuple of float
        Chances of 0, 1, 2, ... bull heads, against random play.
    exact : bool
        Whether the chances are exact.  If not, they are estimates; ``safe`` and ``certain`` are
        proven where they are true; and ``least`` and ``most`` bound what can happen, but need not
        be reached.
    chance_error, std_error : float
        Standard errors of ``chance`` and ``expected``; 0 if they are exact.
    outlook : Outlook
        Where the card would go now, and what threatens it.
    """

    card: int
    safe: bool
    certain: bool
    least: int
    most: int
    chance: float
    expected: float
    distribution: tuple[float, ...]
    exact: bool
    chance_error: float
    std_error: float
    outlook: Outlook

    @property
    def placed(self) -> float:
        """Chance that it is placed without taking a row."""
        return 1.0 - self.chance

    @property
    def why(self) -> str:
        """The verdict and its reason in a sentence or two."""
        if self.safe:
            verdict = "Safe. "
        elif self.certain:
            verdict = "Certain to take a row. "
        else:
            verdict = ""
        return verdict + self.outlook.sentence()

    def to_dict(self) -> dict[str, Any]:
        """Return the values, for JSON."""
        return {
            "card": self.card,
            "safe": self.safe,
            "certain": self.certain,
            "least": self.least,
            "most": self.most,
            "chance": self.chance,
            "chance_error": self.chance_error,
            "expected": self.expected,
            "std_error": self.std_error,
            "distribution": list(self.distribution),
            "exact": self.exact,
            "why": self.why,
            "outlook": self.outlook.to_dict(),
        }


@dataclass(frozen=True)
class Risk:
    """What every card may cost this turn, and what the answer rests on.

    Attributes
    ----------
    view : InformationSet
        What was known.
    cards : tuple of CardRisk
        An entry for every card of the hand, ascending.
    budget : int
        The budget that was set.
    samples : int
        Deals sampled; 0 if the answer is exact.
    seed : int or None
        Repeats an estimate, as ``rng``, with ``Limit(samples=samples)`` and any number of workers;
        None if the answer is exact.
    version : str
        The library's version.
    """

    view: InformationSet
    cards: tuple[CardRisk, ...]
    budget: int
    samples: int
    seed: int | None
    version: str

    @property
    def exact(self) -> bool:
        """Whether the chances are exact."""
        return self.seed is None

    def __getitem__(self, card: int) -> CardRisk:
        """Return the entry of a card.

        Raises
        ------
        KeyError
            If it is not in the hand.
        """
        for entry in self.cards:
            if entry.card == card:
                return entry
        raise KeyError(card)

    def __iter__(self) -> Iterator[CardRisk]:
        return iter(self.cards)

    def __len__(self) -> int:
        return len(self.cards)

    def to_dict(self) -> dict[str, Any]:
        """Return the whole answer, for JSON."""
        return {
            "cards": [entry.to_dict() for entry in self.cards],
            "exact": self.exact,
            "position": format_position(self.view),
            "budget": self.budget,
            "samples": self.samples,
            "seed": self.seed,
            "version": self.version,
        }

    def __str__(self) -> str:
        from nimmt.display.text import risk_text

        return risk_text(self)


def risk(
    information_set: InformationSet,
    *,
    budget: int = DEFAULT_BUDGET,
    limit: Limit | None = None,
    rng: RNG = None,
    workers: int = 1,
) -> Risk:
    """Find what each card of the hand may cost this turn.

    The bounds hold for all hands that fit what is known, all plays, and all choices of rows of the
    others; at an own choice the player is taken to choose what costs least.  The chances are those
    against hands that are uniformly random among those that fit, from which everybody else plays a
    uniformly random card, and everybody chooses the row that costs least, the lowest index among
    equals.  Both are exact unless that takes more than the budget; then the chances are estimated
    from sampled deals.

    Parameters
    ----------
    information_set : InformationSet
        What the player knows, between two turns.
    budget : int, optional
        Steps to spend on exact chances, some millions of which take a second; 0 always estimates.
    limit : Limit, optional
        When an estimate stops; after 100 000 deals if it is not given.
    rng : int, SeedSequence, Generator or None, optional
        Source of randomness of an estimate, which names the seed that repeats it.
    workers : int, optional
        Threads of an estimate.  The result does not depend on it.

    Returns
    -------
    Risk

    Raises
    ------
    TypeError
        If what was given is no information set.
    IllegalActionError
        If there is no card to play now.
    LimitError
        If the budget, the limit, the seed or the number of workers makes no sense.

    Examples
    --------
    >>> import nimmt
    >>> view = nimmt.parse_position("4,13/21/40,44,47,50/77 1,14,55,80 p=5")
    >>> risks = nimmt.risk(view)
    >>> risks[14].safe, risks[1].certain
    (True, True)
    >>> card = risks[55]
    >>> f"{card.chance:.4f} to take a row, {card.least} to {card.most} bull heads"
    '0.1571 to take a row, 0 to 13 bull heads'
    """
    if not isinstance(information_set, InformationSet):
        raise TypeError(
            f"risk() takes an InformationSet, not {type(information_set).__name__}; a Position has "
            "one for each seat"
        )
    if limit is not None and not isinstance(limit, Limit):
        raise LimitError(f"limit {limit!r} is not a Limit, such as Limit(samples=2000)")
    view = information_set
    steps = _checked_budget(budget)
    seed = seed_of(rng)
    threads = checked_workers(workers)
    if view.pending:
        raise IllegalActionError(
            f"seat {view.to_choose} has a row to choose: there is no card to play now"
        )
    if not view.hand:
        raise IllegalActionError("the hand is empty: there is no card to play")
    found = _exact(view, steps)
    if found is not None:
        return Risk(view, _exact_entries(view, *found), steps, 0, None, __version__)
    counts = _sample(view, limit or DEFAULT_LIMIT, seed, threads)
    entries = _estimated_entries(view, counts, _bounds(view, steps))
    return Risk(view, entries, steps, int(counts[0].sum()), seed, __version__)


def _checked_budget(budget: int) -> int:
    try:
        steps = -1 if isinstance(budget, bool) else operator.index(budget)
    except TypeError:
        steps = -1
    if not 0 <= steps < 1 << 63:
        raise LimitError(f"budget {budget!r} is not an integer of 0 or more")
    return steps


def _exact(view: InformationSet, budget: int) -> tuple[Chances, Bounds] | None:
    """Return the chances of every number of bull heads, and the bounds, for each card.

    None if it takes more than the budget.
    """
    rules = view.rules
    others = joint_plays(view, budget)
    if others is None:
        return None
    if not rules.professional:
        return _sweep.swept_risk(view.rows, rules.row_capacity, others, view.hand)
    return _merged.merged_risk(view.rows, rules.row_capacity, True, others, view.hand, budget)


def _bounds(view: InformationSet, budget: int) -> Bounds:
    """Return bounds of what each card costs, without going through all that is possible.

    Knowing less allows more.  Failing that too, a row that is taken has cards of a row now and
    other cards, or other cards only.
    """
    vaguer = replace(view, excluded=())
    for less in (vaguer, replace(vaguer, known=())):
        if less != view:
            found = _exact(less, budget)
            if found is not None:
                return found[1]
    capacity = view.rules.row_capacity
    others = {card for cards in view.known for card in cards}.union(view.unseen) - {*view.hand}
    heads = sorted((total_bull_heads([card]) for card in others), reverse=True)
    most = max(
        total_bull_heads(row) + sum(heads[: capacity - len(row)]) for row in ((), *view.rows)
    )
    return [(0, most)] * len(view.hand)


def _sample(view: InformationSet, limit: Limit, seed: int, workers: int) -> Counts:
    """Count the bull heads that each card cost in sampled deals, until a limit is reached."""
    blocks = None if limit.samples is None else -(-limit.samples // DEALS_PER_BLOCK)
    dealer = view.dealer()
    rules = view.rules

    def run(block: int) -> Counts:
        deals = DEALS_PER_BLOCK
        if limit.samples is not None:
            deals = min(deals, limit.samples - block * DEALS_PER_BLOCK)
        return _sampled.sampled_risk(
            block_generator(seed, block),
            deals,
            view.rows,
            rules.row_capacity,
            rules.professional,
            dealer,
            view.seat,
            view.hand,
        )

    deadline = None if limit.seconds is None else time.monotonic() + limit.seconds
    total: Counts | None = None
    with closing(ordered_results(run, blocks, workers)) as results:
        for counts in results:
            total = counts if total is None else total + counts
            if limit.std_error is not None and max(map(_std_error, total)) <= limit.std_error:
                break
            if deadline is not None and time.monotonic() >= deadline:
                break
    assert total is not None  # a limit allows one block at least
    return total


def _std_error(counts: Counts) -> float:
    """Standard error of the mean of bull heads, from how often each number was taken."""
    deals = int(counts.sum())
    heads = np.arange(len(counts))
    total, squares = int(counts @ heads), int(counts @ heads**2)
    variance = (deals * squares - total * total) / (deals * (deals - 1))
    return math.sqrt(variance / deals)


def _exact_entries(view: InformationSet, chances: Chances, bounds: Bounds) -> tuple[CardRisk, ...]:
    return tuple(
        _entry(view, card, row, bound, exact=True)
        for card, row, bound in zip(view.hand, chances, bounds, strict=True)
    )


def _estimated_entries(
    view: InformationSet, counts: Counts, bounds: Bounds
) -> tuple[CardRisk, ...]:
    entries = []
    for card, row, bound in zip(view.hand, counts, bounds, strict=True):
        deals = int(row.sum())
        taking = 1 - int(row[0]) / deals
        entries.append(
            replace(
                _entry(view, card, row / deals, bound, exact=False),
                chance_error=math.sqrt(taking * (1 - taking) / (deals - 1)),
                std_error=_std_error(row),
            )
        )
    return tuple(entries)


def _entry(
    view: InformationSet, card: int, chances: Chances, bounds: tuple[int, int], *, exact: bool
) -> CardRisk:
    least, most = bounds
    last = int(np.flatnonzero(chances)[-1])
    return CardRisk(
        card=card,
        safe=most == 0,
        certain=least > 0,
        least=least,
        most=most,
        # A sum of rounded numbers may exceed 1 by the last digit.
        chance=1.0 if least > 0 else min(1.0, float(chances[1:].sum())),
        expected=float(chances @ np.arange(len(chances))),
        distribution=tuple(chances[: last + 1].tolist()),
        exact=exact,
        chance_error=0.0,
        std_error=0.0,
        outlook=outlook(view, card),
    )
