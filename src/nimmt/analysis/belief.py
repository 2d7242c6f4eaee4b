"""What the others' plays so far say of their hands, to those who take them for the network."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from nimmt.analysis.network import network_of, seen_cards
from nimmt.position import InformationSet
from nimmt.table import Rows
from nimmt_core import _belief, _deals

__all__ = ["belief_of", "concludes"]

TRIES = 8
"""Ways to deal a hand that are weighed, of which one is kept."""


def concludes(view: InformationSet, sharpness: float) -> bool:
    """Whether anything is concluded from the history of a view."""
    return bool(view.history) and sharpness > 0 and not view.hands_known


def belief_of(
    view: InformationSet, dealer: _deals.Dealer, sharpness: float
) -> _belief.Belief | None:
    """Return what deals the hands by what has been played; None if there is nothing to conclude.

    Parameters
    ----------
    view : InformationSet
        What is known, with the history of the round, under rules that suit the network.
    dealer : Dealer
        The view's.
    sharpness : float
        The power that the likelihood of the plays is raised to; 0 concludes nothing.
    """
    if not concludes(view, sharpness):
        return None
    rules = view.rules
    return _belief.Belief(
        dealer,
        network_of(rules),
        [*_turns(view)],
        view.seat,
        rules.row_capacity,
        rules.professional,
        rules.top_card,
        view.unseen,
        view.excluded,
        TRIES,
        sharpness,
    )


def _turns(view: InformationSet) -> Iterator[tuple[Rows, Sequence[int], Sequence[int]]]:
    """The turns so far, each with the cards that had been seen before it."""
    later = {card for turn in view.history for card in turn.plays}
    seen = seen_cards(view)
    for turn in view.history:
        yield turn.rows, [card for card in seen if card not in later], turn.plays
        later.difference_update(turn.plays)
