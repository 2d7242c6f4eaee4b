"""The random numbers of a tournament: for the cards of a deal, and for each player of each game.

All come from counter-based generators (Philox; Salmon and others, SC 2011).  The key is made from
the seed, and the counter says deal, rotation and seat.  So a number depends on nothing that was
played before.

The cards, and the players that are compiled, have the kernel's numbers, whoever plays; other
players have numpy's.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from nimmt.rules import Rules
from nimmt_core import _games

__all__ = ["CompiledChoices", "Key", "key_of", "player_stream", "round_cards"]

Key = tuple[int, int]
"""The key of numpy's generators; the kernel's have the first word of it."""

FIRST_SEAT = 1  # as a counter of numpy's generator says it


def key_of(seed: int) -> Key:
    """Return the key of a tournament's random numbers."""
    first, second = np.random.SeedSequence(seed).generate_state(2, np.uint64).tolist()
    return first, second


def round_cards(key: Key, deal: int, rules: Rules, round_number: int) -> list[int]:
    """Return the cards of a round, from 0: those of the rows, then hand by hand."""
    return _games.dealt_cards(key[0], deal, round_number, rules.top_card, rules.cards_dealt)


def player_stream(key: Key, deal: int, rotation: int, seat: int) -> np.random.Generator:
    """Return the random numbers of the player at a seat."""
    return np.random.Generator(
        np.random.Philox(
            key=np.array(key, dtype=np.uint64),
            counter=np.array([0, FIRST_SEAT + seat, rotation, deal], dtype=np.uint64),
        )
    )


@dataclass
class CompiledChoices:
    """Chooses for a compiled player at a table that is not, as the kernel does.

    It takes the place of the player's generator, of which these players ask nothing else.
    """

    key: Key
    deal: int
    rotation: int
    players: int
    hand_size: int
    seat: int
    made: int = 0

    def choice(self, items: Sequence[int]) -> int:
        """Return one of some items."""
        index = _games.chosen_index(
            self.key[0],
            self.deal,
            self.rotation,
            self.players,
            self.hand_size,
            self.seat,
            self.made,
            len(items),
        )
        self.made += 1
        return items[index]
