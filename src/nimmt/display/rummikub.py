"""Rummikub as text, with colours where a terminal has them."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from nimmt.analysis.wording import counted, percent
from nimmt.display.text import table_of, to_text
from nimmt.rummikub.advice import Candidate, Recommendation
from nimmt.rummikub.game import Game
from nimmt.rummikub.position import InformationSet, Position
from nimmt.rummikub.rules import Rules
from nimmt.rummikub.scoring import rack_points
from nimmt.rummikub.sets import TileSet
from nimmt.rummikub.solution import Solution
from nimmt.rummikub.tiles import Colour, Tile

__all__ = [
    "position_view",
    "recommendation_text",
    "recommendation_view",
    "rules_line",
    "solution_view",
    "standings_view",
    "tile_text",
]

STYLES = {Colour.BLACK: "bold", Colour.BLUE: "blue", Colour.ORANGE: "yellow", Colour.RED: "red"}
JOKER_STYLE = "bold magenta"


def tile_text(tile: Tile) -> Text:
    """Return a tile in its colour."""
    return Text(tile.name, style=JOKER_STYLE if tile.is_joker else STYLES[tile.colour])


def tiles_text(tiles: Iterable[Tile]) -> Text:
    """Return some tiles side by side, - for none."""
    texts = [tile_text(tile) for tile in tiles]
    return Text(" ").join(texts) if texts else Text("-")


def rack_text(tiles: Iterable[Tile]) -> Text:
    """Return a rack: the colours apart from each other, jokers last."""
    groups: dict[Colour | None, list[Tile]] = {}
    for tile in sorted(tiles):
        groups.setdefault(None if tile.is_joker else tile.colour, []).append(tile)
    return Text("  ").join(map(tiles_text, groups.values())) if groups else Text("-")


def set_text(one: TileSet) -> Text:
    """Return a set; where only a joker says which set it is, as the notation does."""
    if "=" in (written := str(one)):
        return Text(written.replace(",", " "), style=JOKER_STYLE)
    return tiles_text(one.tiles)


def rules_line(rules: Rules) -> str:
    """Say in a line what is played."""
    jokers = counted(rules.jokers, "joker")
    return f"Rummikub, {rules.players} players, {jokers}, sets with jokers {rules.joker_lock}"


def position_view(position: Position | InformationSet) -> RenderableType:
    """Draw a position, or what one player knows of it."""
    parts: list[RenderableType] = [Text(rules_line(position.rules))]
    if position.table:
        parts.append(_sets_table(range(len(position.table)), position.table))
    else:
        parts.append(Text("table      empty"))
    for seat in range(position.rules.players):
        parts.append(_rack_line(position, seat))
    if isinstance(position, Position):
        pool = len(position.pool)
    else:
        pool = position.pool_size
    parts.append(Text(f"pool       {counted(pool, 'tile')}"))
    if position.is_over:
        parts.append(Text("the round is over"))
    else:
        parts.append(Text(f"turn       seat {position.turn}"))
    if any(position.scores):
        scores = "  ".join(f"seat {seat}: {each}" for seat, each in enumerate(position.scores))
        parts.append(Text(f"scores     {scores}"))
    return Group(*parts)


def solution_view(found: Solution) -> RenderableType:
    """Draw the best play, its moves, and the table after it."""
    if not found.possible:
        return Text("No play: draw.")
    head = Text.assemble(
        f"Lay {counted(found.tiles_laid, 'tile')}, value {found.value_laid}: ",
        tiles_text(found.laid),
        " Out!" if found.goes_out else "",
    )
    moves = [Text(f"{number:>3}. {move}") for number, move in enumerate(found.moves, 1)]
    return Group(head, *moves, Text("The table then:"), _sets_table(found.places, found.table))


def recommendation_view(advice: Recommendation) -> RenderableType:
    """Draw the candidates, the reasons, and what they rest on."""
    best = advice.best
    parts: list[RenderableType] = []
    table = table_of("", "score", "± s.e.", "behind", "± s.e.", "stays", "others lay", "out")
    for one in advice.candidates:
        table.add_row(*_cells(one))
    parts += [table, Text()]
    for one in advice.candidates:
        aims = f" ({', '.join(one.aims)})" if one.aims else ""
        parts.append(Text(f"{one.action}{aims}: {one.why}"))
    if best.play is not None:
        parts += [Text(), solution_view(best.play)]
    rests = (
        f"Estimated from {counted(advice.samples, 'deal')} of the unseen tiles with seed "
        f"{advice.seed}: the round's score if it ended after your next turn, the others laying as "
        "many tiles as they can."
    )
    parts += [Text(), Text(rests, style="dim")]
    return Group(*parts)


def recommendation_text(advice: Recommendation) -> str:
    """Write a recommendation, as ``str()`` does."""
    return to_text(recommendation_view(advice))


def standings_view(game: Game) -> RenderableType:
    """Draw the table of a game after a round."""
    table = table_of("", "on the rack", "this round", "in all", "rank")
    for seat, name in enumerate(game.names):
        position = game.position
        table.add_row(
            name,
            str(rack_points(position.racks[seat], game.rules)),
            str(position.round_scores[seat]),
            str(game.scores[seat]),
            str(game.ranks[seat]),
        )
    if not game.winners:
        return table
    names = " and ".join(game.names[seat] for seat in game.winners)
    verb = "win" if len(game.winners) > 1 or names == "you" else "wins"
    return Group(table, Text(f"{names} {verb} the game", style="bold"))


def _sets_table(places: Iterable[int], sets: Iterable[TileSet]) -> Table:
    table = Table(box=None, pad_edge=False, show_header=False)
    for _ in range(2):
        table.add_column(no_wrap=True)
    for place, one in zip(places, sets, strict=True):
        table.add_row(f"set {place:<5} ", set_text(one))
    return table


def _rack_line(position: Position | InformationSet, seat: int) -> Text:
    """Draw a rack, or say how many tiles it has."""
    melded = "" if position.melded[seat] else "   (no initial meld yet)"
    if isinstance(position, Position):
        rack = rack_text(position.racks[seat])
    elif seat == position.seat:
        rack = rack_text(position.rack)
    else:
        rack = Text(counted(position.sizes[seat], "tile"))
    return Text.assemble(f"seat {seat:<5} ", rack, melded)


def _cells(one: Candidate) -> list[str | Text]:
    *others, _ = one.outlooks
    behind = "" if one.difference == 0 and one.difference_error == 0 else f"{one.difference:.1f}"
    return [
        Text(one.action) if one.play is None else Text.assemble("lay ", tiles_text(one.play.laid)),
        f"{one.score:.1f}",
        f"{one.std_error:.1f}",
        behind,
        f"{one.difference_error:.1f}" if behind else "",
        str(one.stays_points),
        f"{sum(seat.tiles for seat in others):.1f}",
        percent(sum(seat.out for seat in others), exact=not one.stays),
    ]
