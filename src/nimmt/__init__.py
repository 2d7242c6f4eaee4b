"""Analysis and play for the card game 6 nimmt! (Take 6).

Which card is best, by how much, how sure, and why.
"""

from typing import TYPE_CHECKING

from nimmt._lazy import importer

if TYPE_CHECKING:
    from nimmt.analysis.advice import Candidate, Method, Objective, Playouts, Recommendation
    from nimmt.analysis.draft_advice import DraftAdvice, DraftCandidate
    from nimmt.analysis.draft_review import DraftReview, review_draft
    from nimmt.analysis.drafting import analyse_draft
    from nimmt.analysis.equilibrium import Equilibrium, equilibrium
    from nimmt.analysis.guarantee import Guarantee, guarantee
    from nimmt.analysis.perft import perft
    from nimmt.analysis.recommend import recommend
    from nimmt.analysis.risk import Risk, risk
    from nimmt.analysis.security import Security, security
    from nimmt.analysis.simulate import simulate
    from nimmt.analysis.solve import Solution, solve
    from nimmt.analysis.turn import CardRisk
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
    "DraftAdvice",
    "DraftCandidate",
    "DraftReview",
    "Equilibrium",
    "Game",
    "GameRecord",
    "Guarantee",
    "InformationSet",
    "Limit",
    "Method",
    "NimmtError",
    "Objective",
    "Phase",
    "Placement",
    "Playouts",
    "Position",
    "PositionError",
    "Recommendation",
    "Risk",
    "Rules",
    "Security",
    "Solution",
    "TooLargeError",
    "__version__",
    "analyse_draft",
    "bull_heads",
    "equilibrium",
    "format_position",
    "guarantee",
    "parse_position",
    "perft",
    "recommend",
    "review_draft",
    "risk",
    "security",
    "simulate",
    "solve",
]

# Every name is imported when it is first asked for, so that a program pays for what it uses.
_NAMES_OF = {
    "nimmt.analysis.advice": ("Candidate", "Method", "Objective", "Playouts", "Recommendation"),
    "nimmt.analysis.draft_advice": ("DraftAdvice", "DraftCandidate"),
    "nimmt.analysis.draft_review": ("DraftReview", "review_draft"),
    "nimmt.analysis.drafting": ("analyse_draft",),
    "nimmt.analysis.equilibrium": ("Equilibrium", "equilibrium"),
    "nimmt.analysis.guarantee": ("Guarantee", "guarantee"),
    "nimmt.analysis.perft": ("perft",),
    "nimmt.analysis.recommend": ("recommend",),
    "nimmt.analysis.risk": ("Risk", "risk"),
    "nimmt.analysis.security": ("Security", "security"),
    "nimmt.analysis.simulate": ("simulate",),
    "nimmt.analysis.solve": ("Solution", "solve"),
    "nimmt.analysis.turn": ("CardRisk",),
    "nimmt.cards": ("bull_heads",),
    "nimmt.draft": ("Draft",),
    "nimmt.errors": ("NimmtError", "PositionError", "TooLargeError"),
    "nimmt.game": ("Game", "Phase"),
    "nimmt.limits": ("Limit",),
    "nimmt.notation": ("format_position", "parse_position"),
    "nimmt.position": ("InformationSet", "Position"),
    "nimmt.record": ("GameRecord",),
    "nimmt.rules": ("CardSet", "Placement", "Rules"),
    "nimmt.version": ("__version__",),
}
_MODULE_OF = {name: module for module, names in _NAMES_OF.items() for name in names}


def __dir__() -> list[str]:
    return [*__all__]


if not TYPE_CHECKING:  # to a type checker, it would make every name a name of the package
    __getattr__ = importer(__name__, _MODULE_OF)
