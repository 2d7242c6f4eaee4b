"""Whom the network plays with while it learns: itself, what it was before, and unlike players."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from nimmt.rules import CardSet, Rules
from nimmt_core import _network, _selfplay

__all__ = ["League", "Table"]

SHARE = 0.5  # of the tables at which not everybody learns
SHARE_BEFORE = 0.3  # of the other players there that are the network as it was before
SHARE_IMITATION = 0.4  # of them that imitate flat Monte Carlo
MOST_BEFORE = 30  # networks kept
LIKED_PLAYERS = 4
LIKED_SHARE = 0.4  # of the tables with so many players; the others are shared evenly
MOST_TWOS = 1 - LIKED_SHARE
TACTICAL_SHARE = 0.25  # of the tables at which just the cards are played that are dealt


@dataclass(frozen=True)
class Table:
    """Who sits at a table.

    Attributes
    ----------
    rules : Rules
        What is played.
    learners : int
        The first of them learn.
    others : list of str or Network
        Who has the other seats.
    best : bool
        Whether networks among them play the cards that they like best, and not by chance.
    """

    rules: Rules
    learners: int
    others: list[str | _network.Network]
    best: bool = False


@dataclass
class League:
    """What the network was before, and how tables are made up.

    Attributes
    ----------
    placement : str
        The placement rule.
    imitation : Network or None
        What imitates flat Monte Carlo.
    twos : float
        The share of tables of two players, beside those that chance makes.
    drafted : bool
        Whether all games are logical ones.
    before : list of Network
        What the network was before.
    """

    placement: str
    imitation: _network.Network | None = None
    twos: float = 0.0
    drafted: bool = False
    before: list[_network.Network] = field(default_factory=list)

    def remember(self, network: _network.Network, rng: np.random.Generator) -> None:
        """Keep a network; a random one makes room."""
        self.before.append(network)
        if len(self.before) > MOST_BEFORE:
            del self.before[int(rng.integers(MOST_BEFORE))]

    def table(self, rng: np.random.Generator) -> Table:
        """Make up a table."""
        kind = rng.random()
        if kind < LIKED_SHARE:
            players = LIKED_PLAYERS
        elif kind < LIKED_SHARE + self.twos:
            players = 2
        else:
            players = int(rng.integers(2, 11))
        learners = int(rng.integers(1, players)) if rng.random() < SHARE else players
        tactical = CardSet.TACTICAL if rng.random() < TACTICAL_SHARE else CardSet.STANDARD
        card_set = CardSet.LOGICAL if self.drafted else tactical
        return Table(
            Rules(players=players, placement=self.placement, card_set=card_set),
            learners,
            [self._other(rng) for _ in range(players - learners)],
        )

    def _other(self, rng: np.random.Generator) -> str | _network.Network:
        kind = rng.random()
        if self.before and kind < SHARE_BEFORE:
            return self.before[int(rng.integers(len(self.before)))]
        if self.imitation is not None and kind > 1 - SHARE_IMITATION:
            return self.imitation
        return str(rng.choice(_selfplay.OTHERS))
