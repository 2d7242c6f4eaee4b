"""Which card to pick in a logical draft: by proof, or by simulation."""

from __future__ import annotations

import operator
import time
from collections.abc import Sequence

from nimmt.analysis.advice import Method, Objective, asked_objective
from nimmt.analysis.draft_advice import DraftAdvice, DraftCandidate, Others
from nimmt.analysis.draft_exact import DEFAULT_BUDGET, ExactDraft, draft_size
from nimmt.analysis.draft_playouts import DEALS_PER_BLOCK, DraftPlayouts
from nimmt.analysis.network import check_suits
from nimmt.analysis.sampling import SamplingProgress, checked_sampling_limit
from nimmt.analysis.styles import STYLES
from nimmt.analysis.wording import counted
from nimmt.blocks import checked_workers
from nimmt.draft import Draft, DraftView
from nimmt.errors import IllegalActionError, LimitError
from nimmt.limits import Limit
from nimmt.seeding import RNG, seed_of
from nimmt.version import __version__

__all__ = ["DEFAULT_DRAFT_LIMIT", "analyse_draft"]

DEFAULT_DRAFT_LIMIT = Limit(seconds=1.0)
SHOWN_UNSEEN = 8
SHOWN_STYLE = 0.005  # a style that is less likely is not reported

HIDDEN = (
    "nobody keeps track of the picks: who has which of the cards that are gone is drawn as ways to "
    "draft make it likely"
)
HURRIED = "the time cut short what the seed would repeat: with a number of playouts it does"
OPEN_HANDS = (
    "in the playouts the two players play as if they did not know each other's hands; with open "
    "hands they can do better"
)


def analyse_draft(
    state: Draft | DraftView,
    *,
    seat: int | None = None,
    objective: str = Objective.RELATIVE,
    exact: bool = True,
    others: str = Others.LIKELY,
    limit: Limit | None = None,
    rng: RNG = None,
    workers: int = 1,
    progress: SamplingProgress | None = None,
) -> DraftAdvice:
    """Say what every card of the table is worth to whoever picks next.

    Small games are solved, draft and play together.  In all others every card is tried in playouts:
    the draft goes on as the seats' picks so far suggest, or, if few picks are left, as is best for
    whoever picks; and everybody plays as the policy network does.

    Parameters
    ----------
    state : Draft or DraftView
        The draft; or what the seat that picks next knows of it.
    seat : int, optional
        Who asks; it must be the seat that picks next.
    objective : str, optional
        ``"relative"``, own bull heads less the mean of the others'; ``"own"``; or ``"rank"``.
    exact : bool, optional
        Whether to solve the game if it is small: two players with hands of up to seven, or three
        with hands of two, the objective ``"relative"``, and no more complete drafts that can still
        come than some seconds suffice for: 60 000 of two players with hands of four.
    others : str, optional
        How the others pick where the last picks are searched: ``"likely"``, as their picks so far
        suggest, and what is best for them where these suggest nothing; or ``"best"``, what is best
        for them.
    limit : Limit, optional
        When to stop; one second if it is not given.  ``samples`` are playouts of the best cards.
        If most of the seconds do not suffice to look at every card, the rest is left out.
    rng : int, SeedSequence, Generator or None, optional
        Source of randomness; the result names the seed that repeats it.
    workers : int, optional
        Threads.  With ``samples`` the result does not depend on it.
    progress : callable, optional
        Called after every block of playouts with the playouts done and the largest standard error;
        if it returns True, the answer is what is sampled by then.

    Returns
    -------
    DraftAdvice

    Raises
    ------
    IllegalActionError
        If the draft is over, or it is not the seat's turn, or what is known cannot be.
    RulesError
        If the draft is not solved and the policy network was not trained for the rules.
    LimitError
        If the limit, seed, objective, others or number of workers makes no sense.

    Notes
    -----
    The asker goes on by the style that does best in some playouts before (policy switching), and
    the cards are compared by playouts under it (rollouts; Tesauro and Galperin 1996).  The others'
    styles are drawn for each playout from what their picks make likely.  If no more than 500
    complete drafts can still come, a tree of the last picks says how the asker goes on instead.

    References
    ----------
    G. Tesauro and G. R. Galperin: On-line policy improvement using Monte-Carlo search. *NIPS* 1996.

    Examples
    --------
    >>> import nimmt
    >>> rules = nimmt.Rules(players=2, card_set="logical", hand_size=2, rows=2)
    >>> advice = nimmt.analyse_draft(nimmt.Draft(rules))
    >>> advice.method, advice.best in rules.cards
    (<Method.EXACT: 'exact'>, True)
    """
    started = time.monotonic()
    view = checked_draft_view(state, seat)
    aim = asked_objective(objective)
    drafters = _asked_others(others)
    stop = checked_sampling_limit(limit, DEFAULT_DRAFT_LIMIT)
    seed = seed_of(rng)
    threads = checked_workers(workers)
    if exact and aim is Objective.RELATIVE and _can_be_solved(view):
        return _solved(view, stop)
    check_suits(view.rules)
    search = DraftPlayouts(view, aim, seed, threads, drafters)
    search.run(stop, progress, started)
    return DraftAdvice(
        view=view,
        objective=aim,
        method=Method.SIMULATION,
        others=drafters,
        candidates=search.candidates(),
        unseen=search.unseen,
        plan=None if search.plan is None else STYLES[search.plan],
        styles=tuple(
            {
                name: float(chance)
                for chance, name in sorted(zip(chances, STYLES, strict=True), reverse=True)
                if chance >= SHOWN_STYLE
            }
            for chances in search.weights
        ),
        solved_play=search.exact_play is not None,
        model_error=search.model_error,
        samples=search.blocks * DEALS_PER_BLOCK,
        seed=seed,
        limit=stop,
        nodes=0,
        nash_conv=None,
        version=__version__,
        notes=(
            *([_left_out(search.unseen)] if search.unseen else []),
            *([HURRIED] if search.hurried else []),
            *([HIDDEN] if search.hidden else []),
            *([OPEN_HANDS] if search.exact_play is None and _open_duel(view) else []),
        ),
    )


def checked_draft_view(state: Draft | DraftView, seat: int | None) -> DraftView:
    """Return what the seat that picks next knows.

    Raises
    ------
    IllegalActionError
        If nobody picks next, it is not the seat that asks, or what is known cannot be.
    """
    if isinstance(state, Draft):
        to_pick = state.to_pick
        if to_pick is None:
            raise IllegalActionError("the draft is over: there is nothing to pick")
        view = state.view(to_pick)
    elif isinstance(state, DraftView):
        view = state
        _check_view(view)
    else:
        raise TypeError(f"analyse_draft() takes a Draft or a DraftView, not {state!r}")
    if seat is not None:
        try:
            asker = -1 if isinstance(seat, bool) else operator.index(seat)
        except TypeError:
            asker = -1
        if asker != view.seat:
            raise IllegalActionError(f"seat {seat!r} is out of turn: seat {view.seat} picks next")
    return view


def _check_view(view: DraftView) -> None:
    """Raise unless a view is one that a draft can give."""
    rules = view.rules
    gone = rules.top_card - len(view.remaining)
    if not gone < rules.players * rules.hand_size:
        raise IllegalActionError("the draft is over: there is nothing to pick")
    to_pick = (view.first + gone) % rules.players
    if view.seat != to_pick:
        raise IllegalActionError(f"seat {view.seat} is out of turn: seat {to_pick} picks next")
    hands = view.hands
    if hands is None:
        hands = tuple(view.hand if seat == view.seat else () for seat in range(rules.players))
    elif len(hands) != rules.players or tuple(sorted(hands[view.seat])) != tuple(sorted(view.hand)):
        raise IllegalActionError(
            f"hands {hands!r} are not one of each seat, the own one among them"
        )
    for number, hand in enumerate(hands):
        expected = _picked(view, gone, number)
        if view.hands is None and number != view.seat:
            continue
        if len(hand) != expected:
            raise IllegalActionError(
                f"seat {number} has {len(hand)} picks; after {gone} picks it has {expected}"
            )
    cards = [*view.remaining, *(card for hand in hands for card in hand)]
    if len(set(cards)) != len(cards) or not set(cards) <= set(rules.cards):
        raise IllegalActionError(
            f"the table {list(view.remaining)} and the hands {[list(hand) for hand in hands]} are "
            f"not cards of 1..{rules.top_card}, each once"
        )
    if view.picks is not None and Draft(rules, view.first, view.picks).hands != view.hands:
        raise IllegalActionError(f"the picks {list(view.picks)} do not make the hands")


def _picked(view: DraftView, gone: int, seat: int) -> int:
    """Picks of a seat among so many of all."""
    players = view.rules.players
    return (gone - (seat - view.first) % players + players - 1) // players


def _asked_others(others: str) -> Others:
    try:
        return Others(others)
    except ValueError:
        raise LimitError(
            f"others {others!r} is not one of {', '.join(map(repr, map(str, Others)))}"
        ) from None


def _left_out(unseen: Sequence[int]) -> str:
    """Say which cards were not looked at."""
    shown = ", ".join(map(str, unseen[:SHOWN_UNSEEN])) + (
        f" and {len(unseen) - SHOWN_UNSEEN} more" if len(unseen) > SHOWN_UNSEEN else ""
    )
    return f"time did not suffice to look at {counted(len(unseen), 'card')}: {shown}"


def _open_duel(view: DraftView) -> bool:
    """Whether two players will know each other's hands."""
    return view.rules.players == 2 and view.rules.public_picks


def _can_be_solved(view: DraftView) -> bool:
    return view.hands is not None and draft_size(view) <= DEFAULT_BUDGET


def _solved(view: DraftView, stop: Limit) -> DraftAdvice:
    """Solve the game."""
    game = ExactDraft(view.rules)
    assert view.hands is not None
    entries: Sequence[DraftCandidate] = game.candidates(view)
    return DraftAdvice(
        view=view,
        objective=Objective.RELATIVE,
        method=Method.EXACT,
        others=Others.BEST,
        candidates=tuple(entries),
        unseen=(),
        plan=None,
        styles=(),
        solved_play=True,
        model_error=0.0,
        samples=0,
        seed=None,
        limit=stop,
        nodes=game.play.solved,
        nash_conv=game.play.nash_conv,
        version=__version__,
        notes=(),
    )
