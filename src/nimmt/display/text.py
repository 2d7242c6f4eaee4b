"""Positions, risks and matches as text, with colours where a terminal has them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from io import StringIO

from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from nimmt.analysis.risk import Risk
from nimmt.analysis.turn import CardRisk
from nimmt.analysis.wording import counted, percent
from nimmt.cards import bull_heads, total_bull_heads
from nimmt.draft import Draft
from nimmt.game import Game
from nimmt.position import InformationSet, Position
from nimmt.rules import Rules
from nimmt.table import Placed

__all__ = [
    "card_text",
    "cards_text",
    "draft_view",
    "placed_text",
    "position_view",
    "risk_text",
    "risk_view",
    "rules_line",
    "standings_view",
    "table_of",
    "to_text",
]

WIDTH = 100
STYLES = {1: "", 2: "cyan", 3: "yellow", 5: "red", 7: "bold magenta"}


def to_text(view: RenderableType) -> str:
    """Render without colours, as ``str()`` does."""
    console = Console(file=StringIO(), width=WIDTH, color_system=None, highlight=False)
    console.print(view)
    assert isinstance(console.file, StringIO)
    return "\n".join(line.rstrip() for line in console.file.getvalue().splitlines())


def card_text(card: int) -> Text:
    """Return a card, coloured by its bull heads."""
    return Text(f"{card:>3}", style=STYLES[bull_heads(card)])


def cards_text(cards: Iterable[int]) -> Text:
    """Return some cards side by side."""
    return Text(" ").join(map(card_text, cards))


def table_of(*headers: str) -> Table:
    """Return an empty table: columns of numbers; of marks or names where there is no header."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    for header in headers:
        table.add_column(header, justify="right" if header else "left", no_wrap=True)
    return table


def rules_line(rules: Rules) -> str:
    """Say in a line what is played."""
    placement = "professional" if rules.professional else "standard"
    return (
        f"{rules.players} players, {placement} placement, {rules.card_set} cards 1-{rules.top_card}"
    )


def position_view(position: Position | InformationSet) -> RenderableType:
    """Draw a position, or what one player knows of it."""
    rules = position.rules
    parts: list[RenderableType] = [Text(rules_line(rules)), _rows_table(position)]
    if position.pending:
        waiting = ", ".join(f"{card} (seat {seat})" for seat, card in position.pending)
        rows = " or ".join(map(str, position.options))
        seat, card = position.pending[0]
        parts.append(Text(f"to place   {waiting}"))
        parts.append(Text(f"to choose  seat {seat}: row {rows} for card {card}"))
    if isinstance(position, Position):
        parts += [
            Text.assemble(f"seat {seat:<5} ", cards_text(hand))
            for seat, hand in enumerate(position.hands)
        ]
    else:
        parts.append(Text.assemble("hand       ", cards_text(position.hand)))
        parts += list(_knowledge(position))
    if position.seen:
        parts.append(Text.assemble("swept      ", cards_text(position.seen)))
    for name, totals in (("taken", position.taken), ("scores", position.scores)):
        if any(totals):
            parts.append(Text(f"{name:<10} {_by_seat(totals)}"))
    return Group(*parts)


def draft_view(draft: Draft) -> RenderableType:
    """Draw a draft: what is left on the table, and what everybody has picked."""
    parts = [Text.assemble("table      ", cards_text(draft.remaining))]
    parts += [
        Text.assemble(f"seat {seat:<5} ", cards_text(hand)) for seat, hand in enumerate(draft.hands)
    ]
    return Group(*parts)


def placed_text(event: Placed, names: Sequence[str]) -> Text:
    """Say where a card went, and what it took."""
    verb = " chooses" if event.chosen else " ->"
    text = Text.assemble(
        f"{names[event.seat]:<14}", card_text(event.card), f"{verb} row {event.row}"
    )
    if event.taken:
        text.append_text(
            Text.assemble(
                f" and takes {counted(event.heads, 'bull head')}: ", cards_text(event.taken)
            )
        )
    return text


def standings_view(game: Game) -> RenderableType:
    """Draw the table of a match after a round."""
    table = table_of("", "this round", "in all", "rank")
    for seat, name in enumerate(game.names):
        taken = game.position.taken[seat]
        table.add_row(name, str(taken), str(game.scores[seat]), str(game.ranks[seat]))
    if not game.winners:
        return table
    names = " and ".join(game.names[seat] for seat in game.winners)
    verb = "win" if len(game.winners) > 1 or names == "you" else "wins"
    return Group(table, Text(f"{names} {verb} the match", style="bold"))


def risk_view(risks: Risk) -> RenderableType:
    """Draw what each card may cost: the table, the reasons, and what it rests on."""
    headers = ["card", "takes a row", "bull heads", "at least", "at most", ""]
    if not risks.exact:
        headers[3:3] = ["± s.e."]
        headers[2:2] = ["± s.e."]
    table = table_of(*headers)
    for entry in risks:
        table.add_row(*_risk_cells(entry))
    if risks.exact:
        basis = "Exact for this turn"
    else:
        basis = f"Estimated from {risks.samples} deals with seed {risks.seed}"
    basis += ", everybody else playing at random."
    reasons = [Text(entry.why) for entry in risks]
    return Group(table, Text(), *reasons, Text(basis, style="dim"))


def risk_text(risks: Risk) -> str:
    """Return what each card may cost as plain text."""
    return to_text(risk_view(risks))


def _risk_cells(entry: CardRisk) -> list[str | Text]:
    cells: list[str | Text] = [
        card_text(entry.card),
        percent(entry.chance, exact=entry.exact),
        f"{entry.expected:.2f}",
        str(entry.least),
        str(entry.most),
        "safe" if entry.safe else "certain" if entry.certain else "",
    ]
    if not entry.exact:
        cells[3:3] = [f"{entry.std_error:.2f}"]
        cells[2:2] = [f"{entry.chance_error:.2%}"]
    return cells


def _rows_table(position: Position | InformationSet) -> Table:
    table = Table(box=None, pad_edge=False, show_header=False)
    for _ in range(4):
        table.add_column(no_wrap=True)
    for index, row in enumerate(position.rows):
        room = position.rules.row_capacity - len(row)
        table.add_row(
            f"row {index}    ",
            cards_text(row),
            f"  {counted(total_bull_heads(row), 'bull head')}",
            f"  room for {room}" if room else "  full",
        )
    return table


def _knowledge(view: InformationSet) -> Iterable[Text]:
    for seat in range(view.rules.players):
        for verb, groups in (("holds", view.known), ("lacks", view.excluded)):
            if groups[seat] and seat != view.seat:
                yield Text.assemble(f"seat {seat} {verb:<4}", cards_text(groups[seat]))


def _by_seat(totals: Sequence[int]) -> str:
    return "  ".join(f"seat {seat}: {total}" for seat, total in enumerate(totals))
