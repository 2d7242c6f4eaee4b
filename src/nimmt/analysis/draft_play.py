"""Complete drafts valued by their play, where it can be solved: everybody's hand is known then.

The play of two players is a zero-sum game and has one value.  That of three is valued by a profile
that is nearly an equilibrium, with its ``nash_conv``; games of three may have equilibria of other
values, so these values are one solution among several.
"""

from __future__ import annotations

from collections.abc import Sequence
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from nimmt.analysis.equilibrium import equilibrium
from nimmt.cards import bull_heads
from nimmt.position import Position
from nimmt.rules import Rules
from nimmt_core import _exact

__all__ = ["ExactPlay", "Hands", "Values", "cards_of", "price_of_play"]

PRICES = {2: {1: 1, 2: 1, 3: 1, 4: 1, 5: 4, 6: 45, 7: 1000}, 3: {1: 60, 2: 60}}
"""What solving the play takes, by players and cards of a hand, in tenths of a millisecond."""

MEMORY = 64  # MiB for the positions that the solver remembers
EVERY_NODE = 1 << 62

Hands = tuple[int, ...]  # for each seat a set of cards, card 1 being bit 0
Values = tuple[float, ...]  # for each seat its bull heads less the mean of the others'


def price_of_play(rules: Rules) -> float:
    """Return what solving the play of a complete draft takes; infinity if it cannot be done.

    The unit is what two players with hands of four take, about a tenth of a millisecond.
    """
    limits = _exact.LIMITS
    if rules.players == 2 and (
        rules.rows > limits["rows"] or rules.row_capacity > limits["capacity"]
    ):
        return float("inf")
    return PRICES.get(rules.players, {}).get(rules.hand_size, float("inf"))


class ExactPlay:
    """What playing complete drafts comes to if everybody plays as well as can be.

    Every draft is solved once.  Several threads may ask.

    Parameters
    ----------
    rules : Rules
        Rules whose play can be solved.
    """

    def __init__(self, rules: Rules) -> None:
        cards = list(rules.cards)
        self.rules = rules
        self.nash_conv: float | None = None if rules.players == 2 else 0.0
        self._all = (1 << rules.top_card) - 1
        self._known: dict[Hands, Values] = {}
        self._lock = Lock()
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

    @property
    def solved(self) -> int:
        """Complete drafts that were solved."""
        return len(self._known)

    def value(self, hands: Hands) -> Values:
        """Return what a complete draft is worth to each seat."""
        with self._lock:
            if hands not in self._known:
                gone = 0
                for hand in hands:
                    gone |= hand
                rows = cards_of(self._all & ~gone)
                self._known[hands] = self._solved(rows, [cards_of(hand) for hand in hands])
            return self._known[hands]

    def _solved(self, rows: Sequence[int], hands: Sequence[Sequence[int]]) -> Values:
        if self._solver is not None:
            self._solver.begin([(card, card, 1, bull_heads(card)) for card in rows], *hands)
            self._solver.serialize(0, False, 0.0, EVERY_NODE)
            self._solver.close(0, 0.0, EVERY_NODE)
            lo, hi = self._solver.bounds()
            gain = round((lo + hi) / 2, 6)
            return 0.0 - gain, gain + 0.0
        profile = equilibrium(
            Position([[card] for card in rows], hands, self.rules), objective="relative"
        )
        self.nash_conv = max(self.nash_conv or 0.0, profile.nash_conv)
        return tuple(entry.value for entry in profile.seats)

    def values(self, picks: NDArray[np.uint8], first: int) -> NDArray[np.float64]:
        """Return what many complete drafts are worth to each seat.

        Parameters
        ----------
        picks : ndarray of uint8, shape (drafts, players * hand_size)
            All picks.
        first : int
            The seat that picked first.

        Returns
        -------
        ndarray of float, shape (drafts, players)
        """
        players = self.rules.players
        bits = [[1 << (card - 1) for card in draft] for draft in picks.tolist()]
        turns = [(seat - first) % players for seat in range(players)]
        return np.array(
            [self.value(tuple(sum(draft[turn::players]) for turn in turns)) for draft in bits]
        )


def cards_of(cards: int) -> Sequence[int]:
    """Return the cards of a set, ascending."""
    return [card + 1 for card in range(cards.bit_length()) if cards >> card & 1]
