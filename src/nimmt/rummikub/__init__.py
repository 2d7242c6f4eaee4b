"""Rummikub: tiles, sets, positions, plays and games by every option of the rules."""

from typing import TYPE_CHECKING

from nimmt._lazy import importer

if TYPE_CHECKING:
    from nimmt.rummikub.advice import Recommendation
    from nimmt.rummikub.adviser import recommend
    from nimmt.rummikub.errors import IllegalPlayError, IllegalPositionError, SetError, TileError
    from nimmt.rummikub.game import Game, Phase
    from nimmt.rummikub.moves import Move
    from nimmt.rummikub.notation import format_position, parse_position
    from nimmt.rummikub.position import InformationSet, Position
    from nimmt.rummikub.record import GameRecord
    from nimmt.rummikub.rules import Rules
    from nimmt.rummikub.sets import TileSet
    from nimmt.rummikub.solution import Solution
    from nimmt.rummikub.solver import solve
    from nimmt.rummikub.tiles import Colour, Tile
    from nimmt.rummikub.validation import check_play, play_problems

__all__ = [
    "Colour",
    "Game",
    "GameRecord",
    "IllegalPlayError",
    "IllegalPositionError",
    "InformationSet",
    "Move",
    "Phase",
    "Position",
    "Recommendation",
    "Rules",
    "SetError",
    "Solution",
    "Tile",
    "TileError",
    "TileSet",
    "check_play",
    "format_position",
    "parse_position",
    "play_problems",
    "recommend",
    "solve",
]

# Every name is imported when it is first asked for, as those of nimmt itself are.
_NAMES_OF = {
    "advice": ("Recommendation",),
    "adviser": ("recommend",),
    "errors": ("IllegalPlayError", "IllegalPositionError", "SetError", "TileError"),
    "game": ("Game", "Phase"),
    "moves": ("Move",),
    "notation": ("format_position", "parse_position"),
    "position": ("InformationSet", "Position"),
    "record": ("GameRecord",),
    "rules": ("Rules",),
    "sets": ("TileSet",),
    "solution": ("Solution",),
    "solver": ("solve",),
    "tiles": ("Colour", "Tile"),
    "validation": ("check_play", "play_problems"),
}
_MODULE_OF = {name: f"{__name__}.{module}" for module, names in _NAMES_OF.items() for name in names}


def __dir__() -> list[str]:
    return [*__all__]


if not TYPE_CHECKING:  # to a type checker, it would make every name a name of the package
    __getattr__ = importer(__name__, _MODULE_OF)
