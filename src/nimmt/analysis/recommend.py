"""Which card is best, by how much, how sure, and why: by proof, or by simulation."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from functools import partial

from nimmt._numbers import checked_integer, checked_number
from nimmt.analysis.advice import (
    Method,
    Objective,
    Playouts,
    Recommendation,
    asked_objective,
)
from nimmt.analysis.guided import guided
from nimmt.analysis.network import check_suits, suits
from nimmt.analysis.plain import asked_view
from nimmt.analysis.playouts import simulated
from nimmt.analysis.proving import can_be_proved, proved, searched
from nimmt.analysis.risk import DEFAULT_BUDGET, MOST_BUDGET
from nimmt.analysis.sampling import SamplingProgress, checked_sampling_limit
from nimmt.blocks import checked_workers
from nimmt.errors import IllegalActionError, LimitError
from nimmt.limits import Limit
from nimmt.position import BySeat, History, InformationSet
from nimmt.seeding import RNG, seed_of
from nimmt.table import Play
from nimmt.version import __version__

__all__ = ["recommend"]

DEFAULT_LIMITS = {
    Playouts.NETWORK: Limit(samples=2000),
    Playouts.UNIFORM: Limit(samples=20_000),
}

DEFAULT_TRUST = {Objective.OWN: 0.5, Objective.RELATIVE: 0.5, Objective.RANK: 0.0}
"""Bull heads; nothing was measured for ranks."""

DEFAULT_BELIEF = 1.0

CHOSEN = (
    "both hands are known and few cards are left, so the objective is the difference of the two "
    "players' bull heads, for which the answer is proved; 'own' and 'rank' are simulated if asked "
    "for"
)
OTHER_GAME = (
    "both hands are known: asked for the objective 'relative', the answer would be proved; this "
    "one is simulated"
)
UNFINISHED = (
    "both hands are known, but the search was given up before it was done; the answer is simulated"
)


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
    history: History | None = None,
    placement: str | None = None,
    card_set: str | None = None,
    objective: str | None = None,
    playouts: str | None = None,
    trust: float | None = None,
    belief: float = DEFAULT_BELIEF,
    exact: bool = True,
    budget: int = DEFAULT_BUDGET,
    limit: Limit | None = None,
    rng: RNG = None,
    workers: int = 1,
    progress: SamplingProgress | None = None,
) -> Recommendation:
    """Recommend a card to play, or a row to choose.

    Deals of the unseen cards that respect everything known are sampled, and candidates are played
    out on common deals, with everybody playing as a policy network does that was trained by
    self-play.  Candidates that are clearly behind are dropped on the way.  What the coming turn may
    cost is worked out exactly, as ``risk`` does it, for others who play at random.

    Two players whose hands are both known play a game without chance.  If they have few cards left
    and the objective is "relative", nothing is simulated: ``solve`` finds an equilibrium, and the
    candidates are compared against its optimal play.  In this game one player's gain is the
    other's loss.  Own bull heads alone, or ranks, make another game, which is simulated.

    Parameters
    ----------
    information_set : InformationSet, optional
        What the player knows.  Or give the plain form:
    rows, hand : series of cards, optional
        The rows, left to right, and the own cards.
    players : int, optional
        2 to 10; 4 if it is not given.
    seat, seen, pending, known, excluded, taken, history
        As in ``InformationSet``.  The history may also be given beside an information set.
    placement, card_set : str, optional
        As in ``Rules``.
    objective : str, optional
        ``"own"``, ``"relative"`` or ``"rank"``; see ``Objective``.  If it is not given, "relative"
        where that can be proved, and else "own".
    playouts : str, optional
        ``"network"``, or ``"uniform"`` for playouts in which everybody plays uniformly at random
        and settles choices of rows by what is cheapest now, every candidate on every deal.  If it
        is not given, "network" where the network was trained for the rules, but for two players
        whose hands are both known.
    trust : float, optional
        What the network's own opinion is worth, beside guided playouts: so much of the objective
        for a factor e of the probability with which it would play a candidate, 0 or more; 0.5 if it
        is not given, and 0 for ranks.  The candidates are ordered, and dropped, by both; the
        numbers that are given for them are from the playouts alone.
    belief : float, optional
        How much is concluded from the others' plays in the history, with guided playouts: the power
        that their likelihood by the network is raised to.  1 takes everybody for players that
        follow the network; 0 concludes nothing.
    exact : bool, optional
        Whether to prove the answer where a search can; if not, it is simulated.
    budget : int, optional
        Steps to spend on what is exact about this turn, as in ``risk``; beyond it, chances are
        estimated from the sampled deals.
    limit : Limit, optional
        When to stop; 2000 deals if it is not given, 20 000 with uniform playouts.  A search is
        tried with seven cards each or fewer, and given up after a million positions, or half of
        the ``seconds``; with ``nodes`` it is tried with any number of cards, and given up after so
        many positions.
    rng : int, SeedSequence, Generator or None, optional
        Source of randomness; the result names the seed that repeats it.
    workers : int, optional
        Threads.  The result does not depend on it.
    progress : callable, optional
        Called after every block of deals with the deals done and the largest standard error; if it
        returns True, the answer is what is sampled by then.

    Returns
    -------
    Recommendation

    Raises
    ------
    RulesError, PositionError
        If what was given cannot be, or the network that is asked for was not trained for the
        rules.
    IllegalActionError
        If there is nothing for the player to decide.
    LimitError
        If the limit, budget, seed, objective or number of workers makes no sense.
    DealError
        If what is known fits so few deals that none is found by drawing.

    Examples
    --------
    >>> import nimmt
    >>> advice = nimmt.recommend(
    ...     rows=[[4, 13], [21], [40, 44, 47], [77]], hand=[5, 14, 48, 80, 99],
    ...     players=5, limit=nimmt.Limit(samples=2000), rng=1)
    >>> advice.best, advice.close
    (48, (48,))
    >>> advice.method, advice[80].risk.certain
    (<Method.SIMULATION: 'simulation'>, False)
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
        "history": history if information_set is None else None,
        "placement": placement,
        "card_set": card_set,
    }
    started = time.monotonic()
    view = asked_view("recommend", information_set, plain)
    if information_set is not None and history is not None:
        view = view.with_history(history)
    wanted = None if objective is None else asked_objective(objective)
    model = checked_playouts(playouts, view)
    weight = None if trust is None else checked_number(trust, "trust")
    sharpness = checked_number(belief, "belief")
    stop = checked_sampling_limit(limit, DEFAULT_LIMITS[model])
    steps = checked_integer(budget, "budget", 0, MOST_BUDGET)
    seed = seed_of(rng)
    threads = checked_workers(workers)
    actions = _actions(view)
    notes = _notes(view)
    if exact and can_be_proved(view, stop):
        if wanted in (None, Objective.RELATIVE):
            solution = searched(view, stop)
            if solution is not None and solution.exact:
                candidates, proof = proved(view, solution)
                return Recommendation(
                    view=view,
                    objective=Objective.RELATIVE,
                    method=Method.EXACT,
                    playouts=None,
                    trust=None,
                    belief=None,
                    candidates=candidates,
                    proof=proof,
                    samples=0,
                    blocks=0,
                    others=(),
                    seed=None,
                    limit=stop,
                    budget=steps,
                    version=__version__,
                    notes=(*notes, *([CHOSEN] if wanted is None else [])),
                )
            if solution is not None:
                notes.append(UNFINISHED)
        else:
            notes.append(OTHER_GAME)
    aim = wanted or Objective.OWN
    if model is Playouts.UNIFORM:
        weight = None
    elif weight is None:
        weight = DEFAULT_TRUST[aim]
    compare = simulated if weight is None else partial(guided, trust=weight, belief=sharpness)
    found = compare(view, actions, aim, stop, steps, seed, threads, progress, started)
    return Recommendation(
        view=view,
        objective=aim,
        method=Method.SIMULATION,
        playouts=model,
        trust=weight,
        belief=None if weight is None else sharpness,
        candidates=found.candidates,
        proof=None,
        samples=found.deals,
        blocks=found.blocks,
        others=found.others,
        seed=seed,
        limit=stop,
        budget=steps,
        version=__version__,
        notes=tuple(notes),
    )


def checked_playouts(playouts: str | None, view: InformationSet) -> Playouts:
    """Return how everybody is to play in the playouts.

    None means what is better: the network, if it was trained for the rules.  But it takes hands for
    hidden, and two players who know each other's hands do not play as if they did not; uniform
    playouts lose less then, as ``bench/mistakes.md`` says.

    Raises
    ------
    LimitError
        If nothing is called that.
    RulesError
        If the network is asked for, and was not trained for the rules.
    """
    if playouts is None:
        open_hands = view.rules.players == 2 and view.hands_known
        return Playouts.NETWORK if suits(view.rules) and not open_hands else Playouts.UNIFORM
    try:
        model = Playouts(playouts)
    except ValueError:
        names = ", ".join(repr(str(member)) for member in Playouts)
        raise LimitError(f"playouts {playouts!r} is not one of {names}") from None
    if model is Playouts.NETWORK:
        check_suits(view.rules)
    return model


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


def _notes(view: InformationSet) -> list[str]:
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
    return notes
