"""Analysis and play for the card game 6 nimmt! (Take 6).

Which card is best, by how much, how sure, and why.
"""

from nimmt.analysis.equilibrium import Equilibrium, equilibrium
from nimmt.analysis.guarantee import Guarantee, guarantee
from nimmt.analysis.perft import perft
from nimmt.analysis.recommend import Candidate, Objective, Recommendation, recommend
from nimmt.analysis.risk import CardRisk, Risk, risk
from nimmt.analysis.security import Security, security
from nimmt.analysis.simulate import simulate
from nimmt.analysis.solve import Solution, solve
from nimmt.cards import bull_heads
from nimmt.draft import Draft
from nimmt.errors import NimmtError, PositionError, TooLargeError
from nimmt.game import Game, Phase
from nimmt.limits import Limit
from nimmt.notation import format_position, parse_position
from nimmt.position import InformationSet, Position
from nimmt.record import GameRecord
from nimmt.rules import CardSet, Placement, Rules
from nimmt.version import __version__

__all__ = [
    "Candidate",
    "CardRisk",
    "CardSet",
    "Draft",
    "Equilibrium",
    "Game",
    "GameRecord",
    "Guarantee",
    "InformationSet",
    "Limit",
    "NimmtError",
    "Objective",
    "Phase",
    "Placement",
    "Position",
    "PositionError",
    "Recommendation",
    "Risk",
    "Rules",
    "Security",
    "Solution",
    "TooLargeError",
    "__version__",
    "bull_heads",
    "equilibrium",
    "format_position",
    "guarantee",
    "parse_position",
    "perft",
    "recommend",
    "risk",
    "security",
    "simulate",
    "solve",
]
