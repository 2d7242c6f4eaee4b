"""Rummikub tables and racks as text, with the colours of the tiles where a terminal has them."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from nimmt.analysis.wording import counted
from nimmt.rummikub.position import InformationSet, Position
from nimmt.rummikub.rules import Rules
from nimmt.rummikub.scoring import rack_points
from nimmt.rummikub.sets import TileSet
from nimmt.rummikub.tiles import Colour, Tile

__all__ = ["position_view", "rules_line", "set_text", "tiles_text"]

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
