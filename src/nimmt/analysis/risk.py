"""What each card may cost this turn: the bounds, and the exact chances against random play."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from nimmt._numbers import checked_integer
from nimmt.analysis.plain import asked_view
from nimmt.analysis.sampling import SamplingProgress, checked_sampling_limit, sample
from nimmt.analysis.turn import CardRisk, Counts, estimated_turn, exact_turn, std_error_of
from nimmt.blocks import checked_workers
from nimmt.errors import IllegalActionError
from nimmt.limits import Limit
from nimmt.notation import format_position
from nimmt.position import BySeat, InformationSet
from nimmt.seeding import RNG, block_generator, seed_of
from nimmt.version import __version__
from nimmt_core import _sampled

__all__ = ["DEALS_PER_BLOCK", "Risk", "risk"]

DEALS_PER_BLOCK = 4096
"""Deals of a block of an estimate; each block has a random stream.  Part of what a seed means."""

DEFAULT_BUDGET = 10_000_000
MOST_BUDGET = (1 << 63) - 1
DEFAULT_LIMIT = Limit(samples=100_000)


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
    information_set: InformationSet | None = None,
    *,
    rows: Iterable[Iterable[int]] | None = None,
    hand: Iterable[int] | None = None,
    players: int | None = None,
    seat: int | None = None,
    seen: Iterable[int] | None = None,
    known: BySeat | None = None,
    excluded: BySeat | None = None,
    placement: str | None = None,
    card_set: str | None = None,
    budget: int = DEFAULT_BUDGET,
    limit: Limit | None = None,
    rng: RNG = None,
    workers: int = 1,
    progress: SamplingProgress | None = None,
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
    information_set : InformationSet, optional
        What the player knows, between two turns.  Or give the plain form:
    rows, hand : series of cards, optional
        The rows, left to right, and the own cards.
    players : int, optional
        2 to 10; 4 if it is not given.
    seat, seen, known, excluded
        As in ``InformationSet``.
    placement, card_set : str, optional
        As in ``Rules``.
    budget : int, optional
        Steps to spend on exact chances, some millions of which take a second; 0 always estimates.
    limit : Limit, optional
        When an estimate stops; after 100 000 deals if it is not given.
    rng : int, SeedSequence, Generator or None, optional
        Source of randomness of an estimate, which names the seed that repeats it.
    workers : int, optional
        Threads of an estimate.  The result does not depend on it.
    progress : callable, optional
        Called after every block of deals of an estimate, with the deals done and the largest
        standard error; if it returns True, the estimate stops with what is sampled.

    Returns
    -------
    Risk

    Raises
    ------
    TypeError
        If what was given is no information set, nor the plain form of one.
    RulesError, PositionError
        If the plain form cannot be.
    IllegalActionError
        If there is no card to play now.
    LimitError
        If the budget, the limit, the seed or the number of workers makes no sense.
    DealError
        If an estimate is asked for, and what is known fits so few deals that none is found by
        drawing.

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
    plain = {
        "rows": rows,
        "hand": hand,
        "players": players,
        "seat": seat,
        "seen": seen,
        "known": known,
        "excluded": excluded,
        "placement": placement,
        "card_set": card_set,
    }
    view = asked_view("risk", information_set, plain)
    steps = checked_integer(budget, "budget", 0, MOST_BUDGET)
    stop = checked_sampling_limit(limit, DEFAULT_LIMIT)
    seed = seed_of(rng)
    threads = checked_workers(workers)
    if view.pending:
        raise IllegalActionError(
            f"seat {view.to_choose} has a row to choose: there is no card to play now"
        )
    if not view.hand:
        raise IllegalActionError("the hand is empty: there is no card to play")
    found = exact_turn(view, steps)
    if found is not None:
        return Risk(view, found, steps, 0, None, __version__)
    counts = _sample(view, stop, seed, threads, progress)
    entries = estimated_turn(view, counts, steps)
    return Risk(view, entries, steps, int(counts[0].sum()), seed, __version__)


def _sample(
    view: InformationSet,
    limit: Limit,
    seed: int,
    workers: int,
    progress: SamplingProgress | None,
) -> Counts:
    """Count the bull heads that each card cost in sampled deals, until a limit is reached."""
    dealer = view.dealer()
    rules = view.rules

    def run(block: int, deals: int) -> Counts:
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

    def worst(counts: Counts) -> float:
        return max(map(std_error_of, counts))

    return sample(run, DEALS_PER_BLOCK, limit, workers, worst, progress)[0]
