"""Small logical games, draft and play together: every pick valued by what follows if all do best.

The draft is a game of perfect information, so it is solved from its end: whoever picks takes what
is best for the picker.  A complete draft of two players is worth the value of its play, which is a
zero-sum game and solved exactly.  That of three players is worth what they get in a profile of the
play that is nearly an equilibrium, with its ``nash_conv``; games of three may have equilibria of
other values, so these values are one solution among several.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb

from nimmt.analysis.draft_advice import Answer, DraftCandidate
from nimmt.analysis.equilibrium import equilibrium
from nimmt.analysis.statistics import Estimate
from nimmt.cards import bull_heads
from nimmt.draft import DraftView
from nimmt.position import Position
from nimmt.rules import Rules
from nimmt_core import _exact

__all__ = ["DEFAULT_BUDGET", "ExactDraft", "draft_size"]

DEFAULT_BUDGET = 60_000
"""Complete drafts that are solved without asking; some seconds."""

MOST_CARDS = {2: 4, 3: 2}
"""The largest hands for which complete drafts are solved, by players."""

DEAR = 60
"""What a complete draft of three players counts for: they take about as much longer."""

MEMORY = 64  # MiB for the positions that the solver remembers
SAME = 1e-5  # values that differ by less are equal; the solver rounds to 3e-6
EVERY_NODE = 1 << 62

Hands = tuple[int, ...]  # for each seat a set of cards, card 1 being bit 0
Values = tuple[float, ...]  # for each seat its bull heads less the mean of the others'


def draft_size(view: DraftView) -> float:
    """Return how many complete drafts can still come, as the budget counts them.

    Infinity where they cannot be solved.
    """
    rules = view.rules
    if rules.hand_size > MOST_CARDS.get(rules.players, 0) or view.hands is None:
        return float("inf")
    left = len(view.remaining)
    size = 1
    for hand in view.hands:
        needed = rules.hand_size - len(hand)
        size *= comb(left, needed)
        left -= needed
    return size * (DEAR if rules.players > 2 else 1)


class ExactDraft:
    """The values of everything that can happen in a small game.

    Parameters
    ----------
    rules : Rules
        Of two players with hands of up to 4, or of three with hands of up to 2.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.nodes = 0
        self.nash_conv: float | None = None if rules.players == 2 else 0.0
        self._known: dict[Hands, tuple[Values, int | None]] = {}
        self._all = (1 << rules.top_card) - 1
        cards = list(rules.cards)
        self._solver = (
            _exact.Solver(
                cards,
                [bull_heads(card) for card in cards],
                rules.rows,
                rules.row_capacity,
                rules.professional,
                MEMORY,
                1,
            )
            if rules.players == 2
            else None
        )

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
            best = self._played(hands), None
        else:
            gone = 0
            for hand in hands:
                gone |= hand
            for card in _cards(self._all & ~gone):
                after = self.value(_with(hands, seat, card), seat + 1)
                if best is None or after[seat] < best[0][seat] - SAME:
                    best = after, card
        assert best is not None
        self._known[hands] = best
        return best

    def _played(self, hands: Hands) -> Values:
        """Value a complete draft by its play."""
        self.nodes += 1
        gone = 0
        for hand in hands:
            gone |= hand
        rows = _cards(self._all & ~gone)
        held = [_cards(hand) for hand in hands]
        if self._solver is not None:
            self._solver.begin([(card, card, 1, bull_heads(card)) for card in rows], *held)
            self._solver.serialize(0, False, 0.0, EVERY_NODE)
            self._solver.close(0, 0.0, EVERY_NODE)
            lo, hi = self._solver.bounds()
            gain = round((lo + hi) / 2, 6)
            return 0.0 - gain, gain + 0.0
        profile = equilibrium(
            Position([[card] for card in rows], held, self.rules), objective="relative"
        )
        self.nash_conv = max(self.nash_conv or 0.0, profile.nash_conv)
        return tuple(entry.value for entry in profile.seats)


def _with(hands: Hands, seat: int, card: int) -> Hands:
    """Return the hands after a pick."""
    return (*hands[:seat], hands[seat] | 1 << (card - 1), *hands[seat + 1 :])


def _cards(cards: int) -> Sequence[int]:
    """Return the cards of a set, ascending."""
    return [card + 1 for card in range(cards.bit_length()) if cards >> card & 1]
