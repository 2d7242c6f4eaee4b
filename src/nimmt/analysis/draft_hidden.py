"""Who may have picked what, where nobody kept track: the cards that are gone tell how people draft.

Drafts are gone through pick by pick, many side by side.  A hidden pick is one of the cards that are
gone, as likely as the picker's styles make it beside the others of these; and the draft counts for
as much as they make it likely that it was one of these at all (sequential importance sampling; Liu
and Chen 1998).  What a seat's style may be follows from its picks in each draft (Bayes).  When few
drafts have come to count for nearly all, they are drawn anew.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from nimmt.analysis.styles import STYLES, styles_of
from nimmt.draft import DraftView

__all__ = ["HiddenPicks", "hidden_picks"]

DRAFTS = 256
SEATS = 1024  # drafts times players at most, unless the drafts are given
FEW = 0.5  # the share of effective drafts below which they are drawn anew

Numbers = NDArray[np.float64]
Cards = NDArray[np.uint8]


@dataclass(frozen=True, eq=False)
class HiddenPicks:
    """Drafts that may have led to what a seat sees.

    Attributes
    ----------
    picks : ndarray of uint8, shape (drafts, picked)
        The picks of each, in order.
    chances : ndarray of float, shape (drafts,)
        How likely each is beside the others.
    styles : ndarray of float, shape (drafts, players, styles)
        How likely each seat has each style, by its picks in each draft.
    """

    picks: Cards
    chances: Numbers
    styles: Numbers

    @property
    def weights(self) -> Numbers:
        """How likely each seat has each style in all drafts, shape (players, styles)."""
        return np.asarray(np.tensordot(self.chances, self.styles, axes=1))


def hidden_picks(
    view: DraftView, rng: np.random.Generator, drafts: int | None = None
) -> HiddenPicks:
    """Find drafts that may have led to what a seat sees.

    Parameters
    ----------
    view : DraftView
        What it knows: its own picks and the cards of the table.
    rng : Generator
        Source of randomness.
    drafts : int, optional
        How many; 256 if it is not given, fewer for more than four players.

    Returns
    -------
    HiddenPicks

    References
    ----------
    J. S. Liu and R. Chen: Sequential Monte Carlo methods for dynamic systems. *Journal of the
    American Statistical Association* 93, 1998.
    """
    rules = view.rules
    likes_of = styles_of(rules)
    count = len(STYLES)
    if drafts is None:
        drafts = min(DRAFTS, SEATS // rules.players)
    every = np.arange(drafts)
    near = likes_of.nearness()
    # What each style of each seat likes, in each draft; a card that is gone is liked no more.
    likes = np.empty((drafts, rules.players, count, rules.top_card))
    likes[:] = likes_of.likes(())
    styles = np.full((drafts, rules.players, count), 1 / count)
    chances = np.full(drafts, 1 / drafts)
    left = np.ones((drafts, rules.top_card), dtype=bool)
    known = np.zeros(rules.top_card, dtype=bool)
    known[[card - 1 for card in (*view.hand, *view.remaining)]] = True
    own = rng.permuted(np.tile(np.array(view.hand, dtype=np.int64), (drafts, 1)), axis=1)
    picks = np.empty((drafts, rules.top_card - len(view.remaining)), dtype=np.int64)
    for number in range(picks.shape[1]):
        seat = (view.first + number) % rules.players
        if seat == view.seat:
            card = own[:, number // rules.players] - 1
        else:
            liked = np.where(left[:, None], likes[:, seat], -np.inf)
            each = np.exp(liked - liked.max(axis=2, keepdims=True))
            each /= each.sum(axis=2, keepdims=True)
            mixed = np.einsum("ds,dsc->dc", styles[:, seat], each)
            hidden = np.where(known, 0.0, mixed) + np.where(left & ~known, 1e-300, 0.0)
            bounds = hidden.cumsum(axis=1)
            chances = chances * bounds[:, -1]
            bounds /= bounds[:, -1:]
            card = (rng.random(drafts)[:, None] < bounds).argmax(axis=1)
            styles[:, seat] *= each[every, :, card]
            styles[:, seat] += 1e-300
            styles[:, seat] /= styles[:, seat].sum(axis=1, keepdims=True)
        picks[:, number] = card + 1
        left[every, card] = False
        likes[:, seat] += near[:, card].transpose(1, 0, 2)
        chances /= chances.sum()
        if 1 / (chances**2).sum() < FEW * drafts:
            places = (rng.random() + every) / drafts
            drawn = np.minimum(np.searchsorted(chances.cumsum(), places), drafts - 1)
            picks, own, left = picks[drawn], own[drawn], left[drawn]
            likes, styles = likes[drawn], styles[drawn]
            chances = np.full(drafts, 1 / drafts)
    return HiddenPicks(picks.astype(np.uint8), chances, styles)
