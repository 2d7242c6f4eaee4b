"""Advice for a draft: what is known of each card of the table, and what it rests on."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from nimmt.analysis.advice import Method, Objective
from nimmt.analysis.entries import Action, HasEntries
from nimmt.analysis.statistics import Estimate, quantile
from nimmt.draft import DraftView
from nimmt.limits import Limit

__all__ = ["Answer", "DraftAdvice", "DraftCandidate", "Leftovers", "Others"]

QUANTILES = (0.1, 0.5, 0.9)


class Others(StrEnum):
    """How the others pick when few picks are left."""

    LIKELY = "likely"
    BEST = "best"


@dataclass(frozen=True, slots=True)
class Answer:
    """What a seat is likely to pick before the asker's next turn.

    Attributes
    ----------
    seat : int
        The seat.
    picks : dict
        How often it picks each card, in the playouts; the likeliest first.  Of an exact answer,
        the one card that it picks.
    """

    seat: int
    picks: dict[int, float]

    def to_dict(self) -> dict[str, Any]:
        """Return the values, for JSON."""
        return {
            "seat": self.seat,
            "picks": {str(card): share for card, share in self.picks.items()},
        }


@dataclass(frozen=True)
class Leftovers:
    """Which cards start the rows, in the playouts of a pick.

    Attributes
    ----------
    chances : tuple of float
        For each card, from 0 on, in what share it starts a row.
    typical : tuple of float
        The mean of the lowest row's card, of the second lowest's, and so on.
    """

    chances: tuple[float, ...]
    typical: tuple[float, ...]


@dataclass(frozen=True)
class DraftCandidate(Action):
    """What is known of one card that could be picked.

    Attributes
    ----------
    card : int
        The card.
    row : None
        No row is chosen in a draft.
    value : Estimate
        The objective: smaller is better.  Exact values have no standard error.
    difference : Estimate
        Its excess over the best candidate's, with the paired standard error.
    separable : bool
        Whether it is clearly worse than the best one; in 95% of analyses the truly best is among
        those that are not.
    own, relative, win : Estimate or None
        Own bull heads in the round; own less the mean of the others'; and the chance to have the
        fewest, shared among those that do.  None of an exact answer that does not know them.
    distribution : tuple of int or None
        In how many playouts 0, 1, 2, ... bull heads were taken; None of an exact answer.
    deals : int
        Playouts of the card; 0 of an exact answer.
    answers : tuple of Answer
        What those who pick before the asker's next turn are likely to pick.
    costs : float or None
        Bull heads that playing this very card costs on average; None of an exact answer.
    takes : float or None
        In what share of the playouts it takes a row when it is played; None of an exact answer.
    lost : float or None
        How often somebody else picks the card before the asker's next turn, if the asker picks the
        best one (or the second best one instead of the best); None of an exact answer, or where
        there is no next turn.
    leftovers : Leftovers or None
        The rows; None of an exact answer.
    """

    value: Estimate
    difference: Estimate
    separable: bool
    own: Estimate | None = None
    relative: Estimate | None = None
    win: Estimate | None = None
    distribution: tuple[int, ...] | None = None
    deals: int = 0
    answers: tuple[Answer, ...] = ()
    costs: float | None = None
    takes: float | None = None
    lost: float | None = None
    leftovers: Leftovers | None = None

    def quantile(self, share: float) -> int | None:
        """Bull heads that are not exceeded in this share of the playouts; None if exact."""
        return None if self.distribution is None else quantile(self.distribution, share)

    def to_dict(self) -> dict[str, Any]:
        """Return the values, for JSON."""
        return {
            **super().to_dict(),
            "value": self.value.mean,
            "value_std_error": self.value.std_error,
            "difference": self.difference.mean,
            "difference_std_error": self.difference.std_error,
            "separable": self.separable,
            **{
                name: None if found is None else {"mean": found.mean, "std_error": found.std_error}
                for name, found in (
                    ("own", self.own),
                    ("relative", self.relative),
                    ("win", self.win),
                )
            },
            "quantiles": None
            if self.distribution is None
            else {str(share): self.quantile(share) for share in QUANTILES},
            "deals": self.deals,
            "answers": [answer.to_dict() for answer in self.answers],
            "costs": self.costs,
            "takes": self.takes,
            "lost": self.lost,
            "rows": None if self.leftovers is None else list(self.leftovers.typical),
        }


@dataclass(frozen=True)
class DraftAdvice(HasEntries[DraftCandidate]):
    """An answer to "which card do I pick?", and what it rests on.

    Attributes
    ----------
    view : DraftView
        What was known.
    objective : Objective
        What was minimised.
    method : Method
        Whether the answer was simulated, or is exact.
    others : Others
        How the others were taken to pick; in an exact answer, as is best for them.
    candidates : tuple of DraftCandidate
        Every card of the table that was looked at, best first.
    unseen : tuple of int
        Cards of the table that time did not suffice for: those that the plan likes least.
    plan : str or None
        The style by which the asker goes on in the playouts, which did best; None if everybody's
        last picks were searched, or the answer is exact.
    styles : tuple of dict
        For each seat how likely it has each style, from its picks; empty if the answer is exact.
    solved_play : bool
        Whether complete drafts are valued by optimal play, not by playouts of the policy network.
    model_error : float or None
        How far values are from those of optimal drafting and play beside their standard errors:
        95% are within twice that.  Measured where both can be known, and None elsewhere.
    samples : int
        Playouts of the best candidates; 0 if the answer is exact.
    seed : int or None
        Repeats a simulation, as ``rng``, with ``Limit(samples=samples)`` and any number of workers,
        unless a note says that it was cut short; None if the answer is exact.
    limit : Limit
        The limit that was set.
    nodes : int
        Complete drafts whose play was solved; 0 if the answer is simulated.
    nash_conv : float or None
        Of an exact answer for more than two players, the largest sum of what seats could gain by
        leaving one of the profiles that complete drafts are valued by.
    version : str
        The library's version.
    notes : tuple of str
        What a reader should know before trusting it.
    """

    view: DraftView
    objective: Objective
    method: Method
    others: Others
    candidates: tuple[DraftCandidate, ...]
    unseen: tuple[int, ...]
    plan: str | None
    styles: tuple[dict[str, float], ...]
    solved_play: bool
    model_error: float | None
    samples: int
    seed: int | None
    limit: Limit
    nodes: int
    nash_conv: float | None
    version: str
    notes: tuple[str, ...]

    @property
    def best(self) -> int:
        """The card to pick."""
        return self.candidates[0].card

    @property
    def close(self) -> tuple[int, ...]:
        """The cards that cannot be told apart from the best one, the best among them."""
        return tuple(entry.card for entry in self.candidates if not entry.separable)

    @property
    def _entries(self) -> tuple[DraftCandidate, ...]:
        return self.candidates

    @property
    def why(self) -> str:
        """The advice and its reasons, in a few sentences."""
        from nimmt.analysis.draft_reasons import draft_reasons

        return " ".join(draft_reasons(self))

    def to_dict(self) -> dict[str, Any]:
        """Return the whole answer, for JSON."""
        view = self.view
        return {
            "best": self.best,
            "close": list(self.close),
            "objective": str(self.objective),
            "method": str(self.method),
            "others": str(self.others),
            "candidates": [entry.to_dict() for entry in self.candidates],
            "unseen": list(self.unseen),
            "why": self.why,
            "notes": list(self.notes),
            "rules": view.rules.to_dict(),
            "seat": view.seat,
            "first": view.first,
            "hand": list(view.hand),
            "remaining": list(view.remaining),
            "picks": None if view.picks is None else list(view.picks),
            "plan": self.plan,
            "styles": list(self.styles),
            "solved_play": self.solved_play,
            "model_error": self.model_error,
            "samples": self.samples,
            "seed": self.seed,
            "limit": self.limit.to_dict(),
            "nodes": self.nodes,
            "nash_conv": self.nash_conv,
            "version": self.version,
        }

    def __str__(self) -> str:
        from nimmt.display.draft import draft_advice_text

        return draft_advice_text(self)
