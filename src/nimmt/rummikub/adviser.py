"""What to do in a turn: which play, or to draw, and why."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nimmt.analysis.sampling import SamplingProgress, checked_sampling_limit, sample
from nimmt.blocks import checked_workers
from nimmt.errors import IllegalActionError, NimmtError
from nimmt.limits import Limit
from nimmt.rummikub.advice import Candidate, Outlook, Recommendation
from nimmt.rummikub.belief import Dealer, silences
from nimmt.rummikub.greedy import AheadTable, greedy_weights
from nimmt.rummikub.position import InformationSet
from nimmt.rummikub.scoring import round_scores
from nimmt.rummikub.solution import Solution
from nimmt.rummikub.solver import solve
from nimmt.rummikub.tiles import Tile, less
from nimmt.seeding import RNG, block_generator, seed_of
from nimmt.version import __version__
from nimmt_core._tiles import Arranger

__all__ = ["recommend"]

BLOCK = 10  # deals; part of what a seed means
DEFAULT_LIMIT = Limit(samples=100)

AIMS: dict[str, Any] = {
    "most tiles": ("out", "tiles", "value"),
    "highest value": ("value", "tiles"),
    "no joker": ({Tile.J: -1}, "tiles", "value"),
    "fewest tiles": ("fewest_tiles", "least_value"),
}
"""The plays that are looked at: the best ones by these objectives."""


def recommend(
    view: InformationSet,
    *,
    belief: bool = True,
    limit: Limit | None = None,
    rng: RNG = None,
    workers: int = 1,
    progress: SamplingProgress | None = None,
) -> Recommendation:
    """Recommend what to do in a turn: a play, or to draw.

    The best plays by several objectives are compared with each other and with drawing.  The unseen
    tiles are dealt at random to the other racks and the pool, and on each deal every candidate is
    tried: the others lay as many tiles as they can, and so does the own seat in its next turn.  A
    candidate counts what the round would then score.

    Parameters
    ----------
    view : InformationSet
        What the player knows; its own seat has the turn.
    belief : bool, optional
        Whether to conclude something from others who laid nothing: that they could not.  Then every
        deal in which that is so is equally likely; else every deal is.
    limit : Limit, optional
        When to stop sampling; 100 deals if not given.  Its ``nodes`` mean nothing here.
    rng : int, SeedSequence, Generator or None, optional
        Source of the deals.
    workers : int, optional
        Threads; the answer does not depend on them.
    progress : callable, optional
        Called with the deals done and the largest standard error; stops if it returns True.

    Returns
    -------
    Recommendation
        The candidates, best first.  All but the plays themselves is estimated.

    Raises
    ------
    NimmtError
        If it is no information set.
    IllegalActionError
        If the round is over, or another seat has the turn.
    LimitError
        If the limit, the seed or the number of workers makes no sense.

    Notes
    -----
    A rack that has not melded had no initial meld before the last tile was drawn.  One that has
    could lay nothing on the table as it is, if it drew since the table changed last, as ``idle`` of
    the view says.  What seats that laid something have kept is not concluded from.  A play that can
    as well be made in the next turn loses nothing by waiting as far as this looks ahead.

    Examples
    --------
    >>> from nimmt.rummikub import InformationSet, Rules
    >>> view = InformationSet(["K1 K2 K3"], "K4 K5", Rules(players=2), sizes=[2, 9])
    >>> print(recommend(view, rng=1).best.action)
    lay K4 K5
    """
    if not isinstance(view, InformationSet):
        raise NimmtError(
            f"recommend needs an InformationSet of Rummikub, not {type(view).__name__}: other "
            "racks are not to be looked at"
        )
    if view.is_over:
        raise IllegalActionError("the round is over: nobody has a turn")
    if view.turn != view.seat:
        raise IllegalActionError(f"it is seat {view.turn}'s turn, not seat {view.seat}'s")
    limit = checked_sampling_limit(limit, DEFAULT_LIMIT)
    workers = checked_workers(workers)
    actions = _actions(view)
    seed = seed_of(rng)

    silent = silences(view) if belief else ()
    dealer = Dealer(view, silent)

    def run(block: int, deals: int) -> _Sums:
        generator = np.random.Generator(block_generator(seed, block))
        return _sampled(view, dealer, [play for _, play in actions], deals, generator)

    sums, _ = sample(run, BLOCK, limit, workers, lambda found: found.largest_error, progress)
    return Recommendation(
        view=view,
        candidates=_candidates(view, actions, sums),
        silent=tuple(one.seat for one in silent),
        samples=sums.deals,
        seed=seed,
        limit=limit,
        version=__version__,
    )


_Actions = Sequence[tuple[tuple[str, ...], Solution | None]]


def _actions(view: InformationSet) -> _Actions:
    """Return the different best plays, each with what it is best by, and drawing."""
    found: dict[tuple[object, ...], tuple[list[str], Solution]] = {}
    for name, objective in AIMS.items():
        play = solve(view, objective=objective)
        if play.possible and not (name == "no joker" and Tile.J in play.laid):
            # The same tiles laid otherwise are another play only where jokers lie elsewhere.
            jokers = sorted(str(one) for one in play.table if one.has_joker)
            found.setdefault((play.laid, *jokers), ([], play))[0].append(name)
    plays: list[tuple[tuple[str, ...], Solution | None]] = [
        (tuple(names), play) for names, play in found.values()
    ]
    if not plays or not view.rules.forced_play:
        plays.append(((), None))
    return plays


@dataclass(frozen=True)
class _Sums:
    """Sums over deals.

    Attributes
    ----------
    deals : int
        How many.
    scores : ndarray of float, shape (candidates,)
        What each candidate scored.
    products : ndarray of float, shape (candidates, candidates)
        Products of what two scored on the same deal.
    laid : ndarray of float, shape (4, candidates, seats)
        Deals where a seat laid, the tiles that it laid, their squares, deals where it went out.
    """

    deals: int
    scores: NDArray[np.float64]
    products: NDArray[np.float64]
    laid: NDArray[np.float64]

    def __add__(self, other: _Sums) -> _Sums:
        return _Sums(
            self.deals + other.deals,
            self.scores + other.scores,
            self.products + other.products,
            self.laid + other.laid,
        )

    def difference(self, one: int, other: int) -> tuple[float, float]:
        """Return the mean of a candidate less another's on the same deals, and its error."""
        total = self.scores[one] - self.scores[other]
        squares = self.products[one, one] + self.products[other, other]
        squares -= 2 * self.products[one, other]
        return _mean(self.deals, total, squares)

    def score(self, one: int) -> tuple[float, float]:
        """Return the mean of a candidate, and its standard error."""
        return _mean(self.deals, self.scores[one], self.products[one, one])

    @property
    def largest_error(self) -> float:
        """The largest standard error of a candidate's mean."""
        return max(self.score(one)[1] for one in range(len(self.scores)))


def _mean(deals: int, total: float, squares: float) -> tuple[float, float]:
    """Return a mean and its standard error."""
    mean = float(total) / deals
    if deals < 2:
        return mean, math.inf
    spread = max(float(squares) - deals * mean * mean, 0.0)
    return mean, math.sqrt(spread / (deals - 1) / deals)


def _sampled(
    view: InformationSet,
    dealer: Dealer,
    plays: Sequence[Solution | None],
    deals: int,
    generator: np.random.Generator,
) -> _Sums:
    """Try every candidate on some deals."""
    arranger = Arranger()
    scores = np.zeros((deals, len(plays)))
    laid = np.zeros((4, len(plays), view.rules.players))
    for deal in range(deals):
        position = dealer.deal(generator, arranger)
        for number, play in enumerate(plays):
            ahead = AheadTable.of(position)
            for seat, count in _look_ahead(ahead, view.seat, play, arranger):
                laid[:, number, seat] += (count > 0, count, count**2, not ahead.racks[seat])
            scores[deal, number] = round_scores(ahead.racks, view.rules)[view.seat]
    return _Sums(deals, scores.sum(axis=0), scores.T @ scores, laid)


def _look_ahead(
    ahead: AheadTable, own: int, play: Solution | None, arranger: Arranger
) -> list[tuple[int, int]]:
    """Play on up to the own next turn; return the seats that had a turn and what they laid."""
    if play is None:
        ahead.draw(own)
    else:
        ahead.lay(own, play.laid, play.table)
    weights = greedy_weights(ahead.rules, "tiles, value")
    turns = []
    seat = own
    while ahead.racks[seat]:
        seat = ahead.rules.next_seat(seat)
        turns.append((seat, ahead.greedy_turn(seat, arranger, weights)))
        if seat == own:
            break
    return turns


def _candidates(view: InformationSet, actions: _Actions, sums: _Sums) -> tuple[Candidate, ...]:
    """Put the candidates together, best first; of equal ones, the one that lays more."""
    order = sorted(range(len(actions)), key=lambda one: -sums.scores[one])
    made = []
    for one in order:
        aims, play = actions[one]
        score, error = sums.score(one)
        behind, behind_error = sums.difference(one, order[0])
        made.append(
            Candidate(
                aims=aims,
                play=play,
                view=view,
                stays=view.rack if play is None else less(view.rack, play.laid),
                score=score,
                std_error=error,
                difference=behind,
                difference_error=behind_error,
                outlooks=_outlooks(view, sums, one),
            )
        )
    return tuple(made)


def _outlooks(view: InformationSet, sums: _Sums, one: int) -> tuple[Outlook, ...]:
    """Say what each seat could lay next, the own one last."""
    seats = [view.rules.next_seat(view.seat)]
    while seats[-1] != view.seat:
        seats.append(view.rules.next_seat(seats[-1]))
    found = []
    for seat in seats:
        lays, tiles, squares, out = sums.laid[:, one, seat].tolist()
        found.append(
            Outlook(
                seat,
                *_mean(sums.deals, lays, lays),
                *_mean(sums.deals, tiles, squares),
                *_mean(sums.deals, out, out),
            )
        )
    return tuple(found)
