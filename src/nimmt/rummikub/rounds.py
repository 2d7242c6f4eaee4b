"""Rounds between greedy players, many in little time."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from nimmt.rummikub.greedy import AheadTable, greedy_weights
from nimmt.rummikub.objective import Weights
from nimmt.rummikub.position import Racks
from nimmt.rummikub.rules import Direction, Rules
from nimmt.rummikub.setup import Deal
from nimmt.rummikub.tiles import NUMBERS, Tile, less
from nimmt_core import _tile_games
from nimmt_core._tiles import Arranger

__all__ = ["GreedyRounds", "arrangers_for"]

JOKER = int(Tile.J)
MOST_TURNS = 1024  # each turn lays or draws a tile, or is one of a few passes after another


class GreedyRounds:
    """Greedy players at a table.

    Of plays that are equal by their objective, they may make others than ``GreedyPolicy`` does.
    The kernel plays whole rounds where sets with jokers are rearranged freely.  Two threads must
    not play with the same one.

    Parameters
    ----------
    rules : Rules
        The rules.
    objectives : sequence of str
        What each seat makes large, as in ``solve``: ``"tiles"``, ``"value"``, or both.
    """

    def __init__(self, rules: Rules, objectives: Sequence[str]) -> None:
        self.rules = rules
        self._weights = [greedy_weights(rules, objective) for objective in objectives]
        made = {weights: arrangers_for(weights) for weights in set(self._weights)}
        self._arrangers = [made[weights] for weights in self._weights]

    @property
    def compiled(self) -> bool:
        """Whether the kernel plays; it knows no single sets of a table, only its tiles."""
        rules = self.rules
        return not (rules.locked or rules.single_set or rules.table_in_meld_turn)

    def play(self, deal: Deal, starter: int) -> Racks:
        """Play a round; return the racks at its end."""
        if self.compiled:
            return self._in_kernel(deal, starter, None)[0]
        return self._by_tables(deal, starter)[0]

    def play_by_play(self, deal: Deal, starter: int) -> tuple[Racks, Racks]:
        """Play a round; return the racks at its end, and what was laid in each turn."""
        if not self.compiled:
            return self._by_tables(deal, starter)
        turns = np.zeros((MOST_TURNS, len(Tile)), dtype=np.int8)
        racks, count = self._in_kernel(deal, starter, turns)
        return racks, tuple(map(_tiles, turns[:count]))

    def _in_kernel(
        self, deal: Deal, starter: int, turns: NDArray[np.int8] | None
    ) -> tuple[Racks, int]:
        racks = np.array(
            [np.bincount(rack, minlength=len(Tile)) for rack in deal.racks], dtype=np.int8
        )
        pool = np.array(deal.pool, dtype=np.int8)
        direction = 1 if self.rules.direction is Direction.CLOCKWISE else -1
        count = _tile_games.greedy_round(
            self._arrangers,
            racks,
            pool,
            starter,
            direction,
            self.rules.initial_meld,
            self.rules.wrap,
            turns,
        )
        return tuple(map(_tiles, racks)), count

    def _by_tables(self, deal: Deal, starter: int) -> tuple[Racks, Racks]:
        seats = self.rules.players
        table = AheadTable(
            self.rules, (), list(deal.racks), [False] * seats, list(reversed(deal.pool))
        )
        laid = []
        seat, passes = starter, 0
        while True:
            rack, pool = table.racks[seat], len(table.pool)
            count = table.greedy_turn(seat, self._arrangers[seat][0], self._weights[seat])
            laid.append(less(rack, table.racks[seat]) if count else ())
            passes = 0 if count or pool else passes + 1
            if not table.racks[seat] or passes == seats:
                return tuple(table.racks), tuple(laid)
            seat = self.rules.next_seat(seat)


def arrangers_for(weights: Weights) -> tuple[Arranger, Arranger]:
    """Return what finds the best play, and the best initial meld."""
    play, meld = Arranger(), Arranger()
    play.weigh(weights[:JOKER], weights[JOKER])
    meld.weigh(
        weights[:JOKER],
        weights[JOKER],
        [tile.number for tile in Tile if not tile.is_joker],
        NUMBERS,
        [NUMBERS - number for number in range(1, NUMBERS + 1)],
    )
    return play, meld


def _tiles(counts: NDArray[np.int8]) -> tuple[Tile, ...]:
    return tuple(
        tile for tile, count in zip(Tile, counts.tolist(), strict=True) for _ in range(count)
    )
