"""Draft and play together, where they are small: what every pick leads to if all do best.

The draft is a game of perfect information, so it is solved from its end: whoever picks takes what
is best for the picker.  A complete draft is worth what its play is.
"""

from __future__ import annotations

from math import comb

from nimmt.analysis.draft_advice import Answer, DraftCandidate
from nimmt.analysis.draft_play import ExactPlay, Hands, Values, cards_of, price_of_play
from nimmt.analysis.statistics import Estimate
from nimmt.draft import DraftView
from nimmt.rules import Rules

__all__ = ["DEFAULT_BUDGET", "ExactDraft", "draft_count", "draft_size"]

DEFAULT_BUDGET = 60_000
"""Complete drafts of two with hands of four that are solved without asking; some seconds."""

SAME = 1e-5  # values that differ by less are equal; the solver rounds to 3e-6


def draft_count(view: DraftView) -> float:
    """Return how many complete drafts can still come; infinity where the hands are hidden."""
    if view.hands is None:
        return float("inf")
    left = len(view.remaining)
    count = 1
    for hand in view.hands:
        needed = view.rules.hand_size - len(hand)
        count *= comb(left, needed)
        left -= needed
    return count


def draft_size(view: DraftView) -> float:
    """Return what solving all these drafts takes, as ``price_of_play`` counts."""
    return draft_count(view) * price_of_play(view.rules)


class ExactDraft:
    """The values of everything that can happen in a small game.

    Parameters
    ----------
    rules : Rules
        Of two players whose play can be solved, or of three with hands of up to 2.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._known: dict[Hands, tuple[Values, int | None]] = {}
        self._all = (1 << rules.top_card) - 1
        self.play = ExactPlay(rules)

    def candidates(self, view: DraftView) -> tuple[DraftCandidate, ...]:
        """Return every card of the table with its exact value, best first, the lowest of equals."""
        assert view.hands is not None
        hands = tuple(sum(1 << (card - 1) for card in hand) for hand in view.hands)
        seat = view.seat
        values = {
            card: self.value(_with(hands, seat, card), seat + 1)[seat] for card in view.remaining
        }
        least = min(values.values())
        behind = {
            card: value - least if value - least >= SAME else 0.0 for card, value in values.items()
        }
        order = sorted(values, key=lambda card: (behind[card], card))
        return tuple(
            DraftCandidate(
                card=card,
                row=None,
                value=Estimate(values[card], 0.0),
                difference=Estimate(behind[card], 0.0),
                separable=behind[card] > 0,
                relative=Estimate(values[card], 0.0),
                answers=self._line(_with(hands, seat, card), seat + 1),
            )
            for card in order
        )

    def value(self, hands: Hands, to_pick: int) -> Values:
        """Return what each seat gets if everybody does best from here on."""
        return self._solved(hands, to_pick % self.rules.players)[0]

    def _line(self, hands: Hands, to_pick: int) -> tuple[Answer, ...]:
        """Return the best picks up to the asker's next turn."""
        answers = []
        for turn in range(self.rules.players - 1):
            seat = (to_pick + turn) % self.rules.players
            _, card = self._solved(hands, seat)
            if card is None:
                break
            answers.append(Answer(seat, {card: 1.0}))
            hands = _with(hands, seat, card)
        return tuple(answers)

    def _solved(self, hands: Hands, seat: int) -> tuple[Values, int | None]:
        """Return the values and the best pick, the lowest among equals."""
        if hands in self._known:
            return self._known[hands]
        best: tuple[Values, int | None] | None = None
        if hands[seat].bit_count() == self.rules.hand_size:
            best = self.play.value(hands), None
        else:
            gone = 0
            for hand in hands:
                gone |= hand
            for card in cards_of(self._all & ~gone):
                after = self.value(_with(hands, seat, card), seat + 1)
                if best is None or after[seat] < best[0][seat] - SAME:
                    best = after, card
        assert best is not None
        self._known[hands] = best
        return best


def _with(hands: Hands, seat: int, card: int) -> Hands:
    """Return the hands after a pick."""
    return (*hands[:seat], hands[seat] | 1 << (card - 1), *hands[seat + 1 :])
