"""Rounds between greedy players that the kernel plays: many in little time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nimmt.rummikub.objective import as_objective
from nimmt.rummikub.rules import Direction, Rules
from nimmt.rummikub.setup import Deal
from nimmt.rummikub.tiles import NUMBERS, Tile, full_set
from nimmt_core import _tile_games
from nimmt_core._tiles import Arranger

__all__ = ["GreedyRounds", "are_compiled"]

JOKER = int(Tile.J)
MOST_TURNS = 1024  # each turn lays or draws a tile, or is one of a few passes after another


def are_compiled(rules: Rules) -> bool:
    """Whether the kernel plays rounds by these rules: sets with jokers are rearranged freely."""
    return not (rules.locked or rules.wrap or rules.single_set or rules.table_in_meld_turn)


class GreedyRounds:
    """Greedy players at a table.

    Of plays that are equal by their objective, they may take others than ``GreedyPolicy`` does.

    Parameters
    ----------
    rules : Rules
        Rules that are compiled.
    objectives : sequence of str
        What each seat makes large, as in ``solve``; nothing that gives away little.
    """

    def __init__(self, rules: Rules, objectives: Sequence[Any]) -> None:
        self.rules = rules
        made = {objective: _arrangers(rules, objective) for objective in objectives}
        self._players = [made[objective] for objective in objectives]
        self._direction = 1 if rules.direction is Direction.CLOCKWISE else -1

    def play(self, deal: Deal, starter: int) -> tuple[tuple[Tile, ...], ...]:
        """Play a round; return the racks at its end."""
        return self._played(deal, starter, None)[0]

    def play_by_play(
        self, deal: Deal, starter: int
    ) -> tuple[tuple[tuple[Tile, ...], ...], tuple[tuple[Tile, ...], ...]]:
        """Play a round; return the racks at its end, and what was laid in each turn."""
        turns = np.zeros((MOST_TURNS, len(Tile)), dtype=np.int8)
        racks, count = self._played(deal, starter, turns)
        return racks, tuple(map(_tiles, turns[:count]))

    def _played(
        self, deal: Deal, starter: int, turns: NDArray[np.int8] | None
    ) -> tuple[tuple[tuple[Tile, ...], ...], int]:
        racks = np.array(
            [np.bincount(rack, minlength=len(Tile)) for rack in deal.racks], dtype=np.int8
        )
        pool = np.array(deal.pool, dtype=np.int8)
        count = _tile_games.greedy_round(
            self._players, racks, pool, starter, self._direction, self.rules.initial_meld, turns
        )
        return tuple(map(_tiles, racks)), count


def _arrangers(rules: Rules, objective: Any) -> tuple[Arranger, Arranger]:
    """Return what finds the best play, and the best initial meld."""
    weights = as_objective(objective, rules.joker_penalty).weights(full_set(rules.jokers))
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
