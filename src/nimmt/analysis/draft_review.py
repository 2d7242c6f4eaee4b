"""A finished or running draft, pick by pick: what each was worth, and what was better."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from nimmt._numbers import checked_integer
from nimmt.analysis.advice import Method, Objective
from nimmt.analysis.draft_advice import DraftAdvice
from nimmt.analysis.draft_playouts import DEALS_PER_BLOCK, DraftPlayouts, estimated
from nimmt.analysis.drafting import analyse_draft
from nimmt.analysis.playouts import CONFIDENCE
from nimmt.analysis.statistics import Estimate, separation
from nimmt.analysis.styles import STYLES
from nimmt.draft import Draft
from nimmt.errors import IllegalActionError
from nimmt.limits import Limit
from nimmt.record import GameRecord
from nimmt.seeding import RNG, seed_of
from nimmt.version import __version__

__all__ = ["DEFAULT_REVIEW_LIMIT", "DraftReview", "ReviewedPick", "review_draft"]

DEFAULT_REVIEW_LIMIT = Limit(samples=256)
CLEAR = separation(2, CONFIDENCE)

ReviewProgress = Callable[[int, int], bool | None]
"""Called after every pick with the picks done and all of them; True stops."""


@dataclass(frozen=True)
class ReviewedPick:
    """One pick.

    Attributes
    ----------
    number : int
        Which, from 1 on.
    seat, card : int
        Who picked what.
    best : int
        What the analysis would have picked.
    value : Estimate
        What the pick was worth, by the objective.
    mistake : Estimate
        By how much it was worse than the best; 0 for the best.  Simulated, on playouts that did not
        choose the best, so that it may be less than 0 by chance.
    separable : bool
        Whether it was clearly worse: with 95% confidence, for each pick by itself.
    advice : DraftAdvice
        The whole analysis of the state before the pick.
    """

    number: int
    seat: int
    card: int
    best: int
    value: Estimate
    mistake: Estimate
    separable: bool
    advice: DraftAdvice

    def to_dict(self) -> dict[str, Any]:
        """Return the values, for JSON."""
        return {
            "number": self.number,
            "seat": self.seat,
            "card": self.card,
            "best": self.best,
            "value": self.value.mean,
            "value_std_error": self.value.std_error,
            "mistake": self.mistake.mean,
            "mistake_std_error": self.mistake.std_error,
            "separable": self.separable,
        }


@dataclass(frozen=True)
class DraftReview:
    """Every pick of a draft, or those of a seat.

    Attributes
    ----------
    draft : Draft
        The draft.
    objective : Objective
        What every seat is taken to minimise.
    picks : tuple of ReviewedPick
        The picks, in order.
    seed : int
        Repeats the review, as ``rng``, with the same limit, if that is of ``samples``.
    limit : Limit
        The limit for each pick.
    version : str
        The library's version.
    """

    draft: Draft
    objective: Objective
    picks: tuple[ReviewedPick, ...]
    seed: int
    limit: Limit
    version: str

    def __iter__(self) -> Iterator[ReviewedPick]:
        return iter(self.picks)

    def __len__(self) -> int:
        return len(self.picks)

    @property
    def mistakes(self) -> tuple[ReviewedPick, ...]:
        """The picks that were clearly worse than the best, the worst first."""
        clear = [entry for entry in self.picks if entry.separable]
        return tuple(sorted(clear, key=lambda entry: -entry.mistake.mean))

    def total(self, seat: int) -> Estimate:
        """Return the sum of a seat's mistakes, and its standard error."""
        own = [entry.mistake for entry in self.picks if entry.seat == seat]
        error = sum(entry.std_error**2 for entry in own) ** 0.5
        return Estimate(sum(entry.mean for entry in own), float(error))

    @property
    def exact(self) -> bool:
        """Whether every pick was judged by proof."""
        return all(entry.advice.method is Method.EXACT for entry in self.picks)

    def to_dict(self) -> dict[str, Any]:
        """Return the whole review, for JSON."""
        return {
            "rules": self.draft.rules.to_dict(),
            "first": self.draft.first,
            "draft": list(self.draft.picks),
            "objective": str(self.objective),
            "picks": [entry.to_dict() for entry in self.picks],
            "exact": self.exact,
            "seed": self.seed,
            "limit": self.limit.to_dict(),
            "version": self.version,
        }

    def __str__(self) -> str:
        from nimmt.display.draft import draft_review_text

        return draft_review_text(self)


def review_draft(
    draft: Draft | GameRecord,
    *,
    round_number: int = 1,
    seat: int | None = None,
    objective: str = Objective.RELATIVE,
    limit: Limit | None = None,
    rng: RNG = None,
    workers: int = 1,
    progress: ReviewProgress | None = None,
) -> DraftReview:
    """Judge every pick of a draft by ``analyse_draft`` of the state before it.

    Parameters
    ----------
    draft : Draft or GameRecord
        What was picked so far.
    round_number : int, optional
        Which round of a record, from 1 on.
    seat : int, optional
        Whose picks; everybody's if not given.
    objective : str, optional
        As in ``analyse_draft``.
    limit : Limit, optional
        For each pick; 256 playouts of the best cards if not given.
    rng : int, SeedSequence, Generator or None, optional
        Source of randomness.
    workers : int, optional
        Threads.
    progress : callable, optional
        Called after every pick with the picks done and all of them; if it returns True, the review
        has those that are done.

    Returns
    -------
    DraftReview

    Raises
    ------
    IllegalActionError
        If there is no such round or seat, nothing was picked, or the round has no draft.
    RulesError, LimitError
        As in ``analyse_draft``.

    Examples
    --------
    >>> import nimmt
    >>> rules = nimmt.Rules(players=2, card_set="logical", hand_size=2, rows=1, row_capacity=2)
    >>> review = review_draft(nimmt.Draft(rules, picks=[1, 5, 2, 4]))
    >>> [(entry.card, entry.separable) for entry in review.mistakes]
    [(1, True), (2, True)]
    """
    played = _draft_of(draft, round_number)
    if not played.picks:
        raise IllegalActionError("nothing was picked yet: there is nothing to review")
    whose = (
        range(played.rules.players)
        if seat is None
        else (checked_integer(seat, "seat", 0, played.rules.players - 1),)
    )
    seed = seed_of(rng)
    stop = limit or DEFAULT_REVIEW_LIMIT
    entries: list[ReviewedPick] = []
    numbers = [
        number
        for number in range(len(played.picks))
        if (played.first + number) % played.rules.players in whose
    ]
    for number in numbers:
        before = Draft(played.rules, played.first, played.picks[:number])
        entries.append(
            _reviewed(before, played.picks[number], objective, stop, seed + number, workers)
        )
        if progress is not None and progress(len(entries), len(numbers)):
            break
    return DraftReview(
        draft=played,
        objective=Objective(objective),
        picks=tuple(entries),
        seed=seed,
        limit=stop,
        version=__version__,
    )


def _reviewed(
    before: Draft, card: int, objective: str, limit: Limit, seed: int, workers: int
) -> ReviewedPick:
    """Judge one pick.

    The best card was chosen for having done well in its playouts, so these flatter it; the mistake
    is measured on as many others.
    """
    advice = analyse_draft(before, objective=objective, limit=limit, rng=seed, workers=workers)
    known = {entry.card: entry for entry in advice}
    if advice.method is Method.EXACT or card == advice.best:
        value, mistake = known[card].value, known[card].difference
        separable = known[card].separable
    else:
        search = DraftPlayouts(advice.view, advice.objective, seed, workers)
        if advice.plan is None:
            search.prepare(None)
        else:
            search.plan = STYLES.index(advice.plan)
        blocks = advice.samples // DEALS_PER_BLOCK
        fresh = search.fresh(card, blocks)
        value = known[card].value if card in known else estimated(fresh)
        mistake = estimated(fresh - search.fresh(advice.best, blocks))
        separable = mistake.mean > CLEAR * mistake.std_error
    return ReviewedPick(
        number=len(before.picks) + 1,
        seat=advice.view.seat,
        card=card,
        best=advice.best,
        value=value,
        mistake=mistake,
        separable=separable,
        advice=advice,
    )


def _draft_of(draft: Draft | GameRecord, round_number: int) -> Draft:
    if isinstance(draft, Draft):
        return draft
    if not isinstance(draft, GameRecord):
        raise TypeError(f"review_draft() takes a Draft or a GameRecord, not {draft!r}")
    number = checked_integer(round_number, "round_number", 1)
    if number > len(draft.rounds):
        raise IllegalActionError(
            f"round {number} is not in the record, which has {len(draft.rounds)}"
        )
    played = draft.rounds[number - 1]
    if played.first is None:
        raise IllegalActionError(
            f"round {number} was dealt and not drafted: a logical game was expected"
        )
    return Draft(draft.rules, played.first, played.picks)
