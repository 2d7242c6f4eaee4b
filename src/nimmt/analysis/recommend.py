"""Which card is best, by how much, how sure, and why: Monte Carlo over determinizations."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from nimmt.analysis.entries import HasEntries
from nimmt.analysis.outlook import Outlook, outlook
from nimmt.analysis.statistics import Estimate, Tally, quantile, separation, trimmed
from nimmt.analysis.wording import counted, percent
from nimmt.blocks import checked_workers, ordered_results
from nimmt.cards import total_bull_heads
from nimmt.dealing import drawing
from nimmt.errors import IllegalActionError, LimitError
from nimmt.limits import Limit
from nimmt.notation import format_position
from nimmt.position import BySeat, InformationSet
from nimmt.rules import Rules
from nimmt.seeding import RNG, block_generator, seed_of
from nimmt.table import Play, landing
from nimmt.version import __version__
from nimmt_core import _playout

__all__ = ["DEALS_PER_BLOCK", "Candidate", "Objective", "Recommendation", "recommend"]

DEALS_PER_BLOCK = 4096
"""Deals of a block of playouts; each block has a random stream.  Part of what a seed means."""

DEFAULT_LIMIT = Limit(samples=20_000)
CONFIDENCE = 0.95
QUANTILES = (0.1, 0.5, 0.9)


class Objective(StrEnum):
    """What a player wants little of."""

    OWN = "own"
    """Own bull heads to the end of the round."""
    RELATIVE = "relative"
    """Own bull heads minus the mean of the others'."""
    RANK = "rank"
    """Finishing rank of the round, 1 for the fewest bull heads; equal players share the better."""


@dataclass(frozen=True)
class Candidate:
    """What is known of one thing that the player could do.

    Attributes
    ----------
    card : int
        The card to play; at a choice of rows, the card that is being placed.
    row : int or None
        The row to choose, or None where a card is to be played.
    value : Estimate
        The objective: smaller is better.
    difference : Estimate
        Its excess over the best candidate's on the same deals, with the paired standard error.
    separable : bool
        Whether it is clearly worse than the best one; the truly best is among the others with 95%
        confidence.
    turn, rest : Estimate
        Own bull heads this turn, and from now to the end of the round.
    take_chance : float
        Chance to take a row this turn.
    distribution : tuple of int
        In how many deals 0, 1, 2, ... bull heads were taken from now to the end of the round.
    outlook : Outlook
        What is certain about it now.
    """

    card: int
    row: int | None
    value: Estimate
    difference: Estimate
    separable: bool
    turn: Estimate
    rest: Estimate
    take_chance: float
    distribution: tuple[int, ...]
    outlook: Outlook

    @property
    def action(self) -> int:
        """The card to play, or the row to choose."""
        return self.card if self.row is None else self.row

    @property
    def expected(self) -> float:
        """Expected own bull heads from now to the end of the round."""
        return self.rest.mean

    @property
    def std_error(self) -> float:
        """Standard error of ``expected``."""
        return self.rest.std_error

    def quantile(self, share: float) -> int:
        """Bull heads to the end of the round that are not exceeded in this share of the deals."""
        return quantile(self.distribution, share)

    def to_dict(self) -> dict[str, Any]:
        """Return the values, for JSON."""
        return {
            "card": self.card,
            **({} if self.row is None else {"row": self.row}),
            "value": self.value.mean,
            "value_std_error": self.value.std_error,
            "difference": self.difference.mean,
            "difference_std_error": self.difference.std_error,
            "separable": self.separable,
            "expected": self.rest.mean,
            "std_error": self.rest.std_error,
            "turn_expected": self.turn.mean,
            "turn_std_error": self.turn.std_error,
            "take_chance": self.take_chance,
            "quantiles": {str(share): self.quantile(share) for share in QUANTILES},
            "outlook": self.outlook.to_dict(),
        }


@dataclass(frozen=True)
class Recommendation(HasEntries[Candidate]):
    """An answer to "which card?", or "which row?", and what it rests on.

    Attributes
    ----------
    view : InformationSet
        What was known.
    objective : Objective
        What was minimised.
    candidates : tuple of Candidate
        Every card of the hand, or every row that may be chosen; best first.
    samples : int
        Deals sampled; every candidate was played on each.
    blocks : int
        Blocks of ``DEALS_PER_BLOCK`` deals, the last one perhaps shorter.
    seed : int
        Repeats the result, as ``rng``, with ``Limit(samples=samples)`` and any number of workers.
    limit : Limit
        The limit that was set.
    version : str
        The library's version.
    notes : tuple of str
        What a reader should know before trusting it.
    """

    view: InformationSet
    objective: Objective
    candidates: tuple[Candidate, ...]
    samples: int
    blocks: int
    seed: int
    limit: Limit
    version: str
    notes: tuple[str, ...]

    @property
    def best(self) -> int:
        """The card to play, or the row to choose."""
        return self.candidates[0].action

    @property
    def decision(self) -> str:
        """``"card"`` or ``"row"``."""
        return "card" if self.candidates[0].row is None else "row"

    @property
    def close(self) -> tuple[int, ...]:
        """The candidates that cannot be told apart from the best one, the best among them."""
        return tuple(entry.action for entry in self.candidates if not entry.separable)

    @property
    def _entries(self) -> tuple[Candidate, ...]:
        return self.candidates

    @property
    def why(self) -> str:
        """The advice and its reasons, in a few sentences."""
        return " ".join(_reasons(self))

    def to_dict(self) -> dict[str, Any]:
        """Return the whole answer, for JSON."""
        return {
            "best": self.best,
            "decision": self.decision,
            "objective": str(self.objective),
            "candidates": [entry.to_dict() for entry in self.candidates],
            "close": list(self.close),
            "why": self.why,
            "notes": list(self.notes),
            "position": format_position(self.view),
            "samples": self.samples,
            "blocks": self.blocks,
            "seed": self.seed,
            "limit": self.limit.to_dict(),
            "version": self.version,
        }

    def __str__(self) -> str:
        from nimmt.display.text import recommendation_text

        return recommendation_text(self)


def recommend(
    information_set: InformationSet | None = None,
    *,
    rows: Iterable[Iterable[int]] | None = None,
    hand: Iterable[int] | None = None,
    players: int | None = None,
    seat: int | None = None,
    seen: Iterable[int] | None = None,
    pending: Iterable[Play] | Mapping[int, int] | None = None,
    known: BySeat | None = None,
    excluded: BySeat | None = None,
    taken: Iterable[int] | None = None,
    placement: str | None = None,
    card_set: str | None = None,
    objective: str = Objective.OWN,
    limit: Limit | None = None,
    rng: RNG = None,
    workers: int = 1,
    progress: Callable[[int, float], None] | None = None,
) -> Recommendation:
    """Recommend a card to play, or a row to choose.

    Deals of the unseen cards that respect everything known are sampled; on every deal every
    candidate is played out, with everybody playing uniformly at random and settling choices of
    rows by what is cheapest now, the lowest row index among equals.

    Parameters
    ----------
    information_set : InformationSet, optional
        What the player knows.  Or give the plain form:
    rows, hand : series of cards, optional
        The rows, left to right, and the own cards.
    players : int, optional
        2 to 10; 4 if it is not given.
    seat, seen, pending, known, excluded, taken
        As in ``InformationSet``.
    placement, card_set : str, optional
        As in ``Rules``.
    objective : str, optional
        ``"own"``, ``"relative"`` or ``"rank"``; see ``Objective``.
    limit : Limit, optional
        When to stop; 20 000 deals if it is not given.
    rng : int, SeedSequence, Generator or None, optional
        Source of randomness; the result names the seed that repeats it.
    workers : int, optional
        Threads.  The result does not depend on it.
    progress : callable, optional
        Called after every block of deals with the deals done and the largest standard error.

    Returns
    -------
    Recommendation

    Raises
    ------
    RulesError, PositionError
        If what was given cannot be.
    IllegalActionError
        If there is nothing for the player to decide.
    LimitError
        If the limit, seed, objective or number of workers makes no sense.
    DealError
        If what is known fits so few deals that none is found by drawing.

    Examples
    --------
    >>> import nimmt
    >>> advice = nimmt.recommend(
    ...     rows=[[4, 13], [21], [40, 44, 47], [77]], hand=[5, 14, 48, 80, 99],
    ...     players=5, limit=nimmt.Limit(samples=2000), rng=1)
    >>> advice.best, advice.close
    (80, (80, 48))
    """
    plain = {
        "rows": rows,
        "hand": hand,
        "players": players,
        "seat": seat,
        "seen": seen,
        "pending": pending,
        "known": known,
        "excluded": excluded,
        "taken": taken,
        "placement": placement,
        "card_set": card_set,
    }
    given = {name: value for name, value in plain.items() if value is not None}
    view = _view_of(given) if information_set is None else information_set
    if not isinstance(view, InformationSet):
        raise TypeError(
            f"recommend() takes an InformationSet, not {type(view).__name__}; a Position has one "
            "for each seat"
        )
    if information_set is not None and given:
        raise TypeError(f"recommend() takes an information set or {next(iter(given))}=, not both")
    return _recommend(
        view,
        _checked_objective(objective),
        _checked_limit(limit),
        seed_of(rng),
        checked_workers(workers),
        progress,
    )


def _recommend(
    view: InformationSet,
    objective: Objective,
    limit: Limit,
    seed: int,
    workers: int,
    progress: Callable[[int, float], None] | None,
) -> Recommendation:
    actions = _actions(view)
    scale = view.rules.players - 1 if objective is Objective.RELATIVE else 1
    playouts = _playout.Playouts(
        view.rows,
        view.rules.row_capacity,
        view.rules.professional,
        view.dealer(),
        view.seat,
        actions,
        view.pending,
        view.taken,
        _playout.OBJECTIVES.index(objective),
    )
    tally, blocks = _sample(playouts, limit, seed, workers, scale, progress)
    return Recommendation(
        view=view,
        objective=objective,
        candidates=_entries(view, actions, tally, scale),
        samples=tally.deals,
        blocks=blocks,
        seed=seed,
        limit=limit,
        version=__version__,
        notes=_notes(view),
    )


def _view_of(given: dict[str, Any]) -> InformationSet:
    """Make the information set of the plain form."""
    if not {"rows", "hand"} <= given.keys():
        raise TypeError("recommend() needs an information set, or rows= and hand=")
    given = dict(given)
    rules = Rules(
        **{name: given.pop(name) for name in ("players", "placement", "card_set") if name in given}
    )
    return InformationSet(rules=rules, **given)


def _checked_limit(limit: Limit | None) -> Limit:
    if limit is None:
        return DEFAULT_LIMIT
    if not isinstance(limit, Limit):
        raise LimitError(f"limit {limit!r} is not a Limit, such as Limit(samples=2000)")
    if limit.samples is None and limit.seconds is None and limit.std_error is None:
        raise LimitError(f"{limit} has no samples, seconds or std_error, the limits of sampling")
    return limit


def _checked_objective(objective: str) -> Objective:
    try:
        return Objective(objective)
    except ValueError:
        names = ", ".join(repr(str(member)) for member in Objective)
        raise LimitError(f"objective {objective!r} is not one of {names}") from None


def _actions(view: InformationSet) -> tuple[int, ...]:
    """Cards to play or rows to choose."""
    if view.pending:
        if view.to_choose != view.seat:
            raise IllegalActionError(
                f"seat {view.to_choose} has a row to choose, not seat {view.seat}"
            )
        return view.options
    if not view.hand:
        raise IllegalActionError("the hand is empty: there is no card to play")
    return view.hand


def _sample(
    playouts: _playout.Playouts,
    limit: Limit,
    seed: int,
    workers: int,
    scale: int,
    progress: Callable[[int, float], None] | None,
) -> tuple[Tally, int]:
    """Run blocks until a limit is reached; returns their sum and their number."""
    blocks = None if limit.samples is None else -(-limit.samples // DEALS_PER_BLOCK)

    def run(block: int) -> Tally:
        deals = DEALS_PER_BLOCK
        if limit.samples is not None:
            deals = min(deals, limit.samples - block * DEALS_PER_BLOCK)
        with drawing():
            return Tally(deals, *playouts.run(block_generator(seed, block), deals))

    deadline = None if limit.seconds is None else time.monotonic() + limit.seconds
    total: Tally | None = None
    done = 0
    with closing(ordered_results(run, blocks, workers)) as results:
        for tally in results:
            total = tally if total is None else total + tally
            done += 1
            if progress is not None:
                progress(total.deals, total.worst_std_error(scale))
            if limit.std_error is not None and total.worst_std_error(scale) <= limit.std_error:
                break
            if deadline is not None and time.monotonic() >= deadline:
                break
    assert total is not None  # a limit allows one block at least
    return total, done


def _entries(
    view: InformationSet, actions: tuple[int, ...], tally: Tally, scale: int
) -> tuple[Candidate, ...]:
    best = min(range(len(actions)), key=lambda index: int(tally.values[index]))
    apart = separation(len(actions), CONFIDENCE)
    entries = []
    for index, action in enumerate(actions):
        difference = tally.difference(index, best, scale)
        card = view.pending[0][1] if view.pending else action
        entries.append(
            Candidate(
                card=card,
                row=action if view.pending else None,
                value=tally.value(index, scale),
                difference=difference,
                separable=difference.mean > apart * difference.std_error,
                turn=tally.heads(tally.turn[index]),
                rest=tally.heads(tally.rest[index]),
                take_chance=1 - int(tally.turn[index, 0]) / tally.deals,
                distribution=trimmed(tally.rest[index]),
                outlook=outlook(view, card),
            )
        )
    return tuple(sorted(entries, key=lambda entry: (entry.value.mean, entry.action)))


def _notes(view: InformationSet) -> tuple[str, ...]:
    notes = []
    if view.unaccounted > 0 and not view.hands_known:
        notes.append(
            f"{view.unaccounted} cards that must have been played are neither in the rows nor "
            "among the seen cards; they are taken for unseen"
        )
    elif view.unaccounted < 0:
        notes.append(
            f"the rows and seen cards are {-view.unaccounted} more than can have been played "
            f"with {view.hand_size} cards in hand: a composed position"
        )
    return tuple(notes)


def _reasons(advice: Recommendation) -> Iterator[str]:
    """The advice, the alternatives, and what is certain about the best candidate."""
    best = advice.candidates[0]
    action = f"Play {best.card}" if best.row is None else f"Choose row {best.row} for {best.card}"
    yield (
        f"{action}: {best.rest.mean:.2f} bull heads expected to the end of the round, "
        f"{best.turn.mean:.2f} of them this turn, with a {percent(best.take_chance)} chance "
        "to take a row now."
    )
    close = [str(other) for other in advice.close if other != best.action]
    if close:
        yield f"It cannot be told apart from {' and '.join(close)} on {advice.samples} deals."
    elif len(advice.candidates) > 1:
        second = advice.candidates[1]
        kind = "" if second.row is None else "row "
        yield (
            f"The second choice, {kind}{second.action}, costs {second.difference.mean:.2f} more"
            f"{_OBJECTIVE_UNITS[advice.objective]}."
        )
    if best.row is None:
        if best.outlook.forced_take:
            yield "Every row is full: the first card placed takes one."
        yield best.outlook.sentence()
    else:
        yield _row_reason(advice)


_OBJECTIVE_UNITS = {
    Objective.OWN: "",
    Objective.RELATIVE: " bull heads against the others' mean",
    Objective.RANK: " of a rank",
}


def _row_reason(advice: Recommendation) -> str:
    """Compare a chosen row with the one that is cheapest now."""
    view = advice.view
    card = view.pending[0][1]
    takes_any = landing(view.rows, card, view.rules).free
    costs = {
        row: total_bull_heads(view.rows[row])
        if takes_any or len(view.rows[row]) == view.rules.row_capacity
        else 0
        for row in view.options
    }
    cheapest = min(costs, key=lambda row: costs[row])
    later = counted(len(view.pending) - 1, "card")
    waiting = f"with {later} of this turn still to be placed"
    if costs[advice.best] == costs[cheapest]:
        return f"It costs {costs[advice.best]} now, the least there is, {waiting}."
    return (
        f"It costs {costs[advice.best]} now, more than the {costs[cheapest]} of row {cheapest}, "
        f"but leaves the better rows, {waiting}."
    )
