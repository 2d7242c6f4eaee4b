"""Tournaments: which player is better, by how much, and how sure."""

from nimmt.arena.faults import Fault, FaultKind
from nimmt.arena.players import Player, Players
from nimmt.arena.program import Program
from nimmt.arena.protocol import PROTOCOL_VERSION
from nimmt.arena.ratings import Rating
from nimmt.arena.result import (
    AnyDifference,
    AnyStanding,
    AnyTournament,
    Difference,
    Standing,
    Tournament,
)
from nimmt.arena.runner import tournament
from nimmt.arena.scoring import Measure
from nimmt.arena.statistics import Interval
from nimmt.arena.stopping import Stopping, Verdict

__all__ = [
    "PROTOCOL_VERSION",
    "AnyDifference",
    "AnyStanding",
    "AnyTournament",
    "Difference",
    "Fault",
    "FaultKind",
    "Interval",
    "Measure",
    "Player",
    "Players",
    "Program",
    "Rating",
    "Standing",
    "Stopping",
    "Tournament",
    "Verdict",
    "tournament",
]
