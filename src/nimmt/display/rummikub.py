"""Rummikub tables, plays and advice as text, with the tiles' colours where a terminal has them."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from nimmt.analysis.wording import counted, percent
from nimmt.display.arena import found_view
from nimmt.display.text import table_of, to_text
from nimmt.rummikub.advice import Candidate, Recommendation
from nimmt.rummikub.game import Game
from nimmt.rummikub.position import InformationSet, Position
from nimmt.rummikub.result import Tournament
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
    "set_text",
    "solution_view",
    "standings_view",
    "tiles_text",
    "tournament_text",
    "tournament_view",
]

STYLES = {Colour.BLACK: "bold", Colour.BLUE: "blue", Colour.ORANGE: "yellow", Colour.RED: "red"}
JOKER_STYLE = "bold magenta"


def tiles_text(tiles: Iterable[Tile]) -> Text:
    """Return some tiles side by side."""
    return Text(" ").join(map(_tile_text, tiles))


def set_text(one: TileSet) -> Text:
    """Return a set, each joker with what it stands for."""
    places = []
    for place, tile in enumerate(one.tiles):
        text = _tile_text(tile)
        if tile.is_joker:
            text += f"({'/'.join(map(str, one.stands_for(place)))})"
        places.append(text)
    return Text(" ").join(places)


def rules_line(rules: Rules) -> str:
    """Say in a line what is played."""
    jokers = counted(rules.jokers, "joker")
    return (
        f"{rules.players} players, {jokers}, {rules.joker_lock}, initial meld of "
        f"{rules.initial_meld} points"
    )


def position_view(position: Position | InformationSet) -> RenderableType:
    """Draw a position, or what one player knows of it."""
    parts: list[RenderableType] = [Text(rules_line(position.rules)), _sets_table(position)]
    parts.append(_seats_table(position))
    if isinstance(position, Position):
        parts.append(Text(f"pool     {counted(len(position.pool), 'tile')}"))
    else:
        parts.append(Text(f"pool     {counted(position.pool_size, 'tile')}"))
    if position.passes:
        parts.append(Text(f"passed   {counted(position.passes, 'seat')}, one after another"))
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
    return Group(head, *moves, Text("The table then:"), _new_table(found))


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
    if advice.silent:
        seats = " and ".join(map(str, advice.silent))
        rests += f" Who laid nothing is taken for unable to: seat {seats}."
    parts += [Text(), Text(rests, style="dim")]
    return Group(*parts)


def recommendation_text(advice: Recommendation) -> str:
    """Write a recommendation, as ``str()`` does."""
    return to_text(recommendation_view(advice))


def tournament_text(found: Tournament) -> str:
    """Write a tournament, as ``str()`` does."""
    return to_text(tournament_view(found))


def tournament_view(found: Tournament) -> RenderableType:
    """Draw a tournament: the players, their differences, failures, and what it rests on."""
    return found_view(found, rules_line(found.rules))


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


def _tile_text(tile: Tile) -> Text:
    return Text(tile.name, style=JOKER_STYLE if tile.is_joker else STYLES[tile.colour])


def _sets_table(position: Position | InformationSet) -> RenderableType:
    if not position.table:
        return Text("table    empty")
    table = _plain_table()
    for index, one in enumerate(position.table):
        locked = "locked" if one.has_joker and position.rules.locked else ""
        table.add_row(
            f"set {index}  ", set_text(one), f"  {counted(one.points, 'point')}", f"  {locked}"
        )
    return table


def _seats_table(position: Position | InformationSet) -> Table:
    table = _plain_table()
    if isinstance(position, Position):
        racks: dict[int, tuple[Tile, ...]] = dict(enumerate(position.racks))
        sizes = tuple(map(len, position.racks))
    else:
        racks = {position.seat: position.rack}
        sizes = position.sizes
    for seat in range(position.rules.players):
        known = racks.get(seat)
        notes = [] if position.melded[seat] else ["has not melded"]
        if seat == position.turn and not position.is_over:
            notes.append("has the turn")
        if position.scores[seat]:
            notes.append(f"score {position.scores[seat]}")
        held = counted(sizes[seat], "tile")
        if known is not None:
            held += f", {counted(rack_points(known, position.rules), 'point')}"
        table.add_row(
            f"seat {seat}  ", tiles_text(known or ()), f"  {held}", f"  {', '.join(notes)}"
        )
    return table


def _plain_table() -> Table:
    table = Table(box=None, pad_edge=False, show_header=False)
    for _ in range(4):
        table.add_column()
    return table


def _new_table(found: Solution) -> Table:
    table = _plain_table()
    for place, one in zip(found.places, found.table, strict=True):
        table.add_row(f"set {place}  ", set_text(one))
    return table


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
