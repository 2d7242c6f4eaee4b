"""``nimmt replay``: a game record, turn by turn."""

from __future__ import annotations

from pathlib import Path

import click
from rich.console import Group, RenderableType
from rich.text import Text

from nimmt.cli._input import read_text
from nimmt.cli._output import print_json, print_view
from nimmt.game import Phase
from nimmt.notation import position_to_dict
from nimmt.record import GameRecord, Step

__all__ = ["replay"]


@click.command()
@click.argument("record", required=False)
@click.option("--round", "round_number", type=click.IntRange(min=1), help="Only this round.")
@click.option("--json", "as_json", is_flag=True, help="Print every step as JSON.")
def replay(record: str | None, round_number: int | None, as_json: bool) -> None:
    """Replay a game record through the rules, turn by turn.

    RECORD is a file, or - for standard input.  The first entry that cannot have happened is named.
    """
    if record not in (None, "-") and not Path(str(record)).is_file():
        raise click.UsageError(f"there is no file {record!r}")
    match = GameRecord.from_json(read_text((record,) if record else (), None, "record"))
    if round_number is not None and round_number > len(match.rounds):
        raise click.UsageError(f"--round {round_number}: the record has {len(match.rounds)} rounds")
    steps = [
        step
        for step in match.steps()
        if round_number is None or step.game.round_number == round_number
    ]
    if as_json:
        print_json([_step_to_dict(step) for step in steps])
        return
    for step in steps:
        print_view(_step_view(step))


def _step_to_dict(step: Step) -> dict[str, object]:
    game = step.game
    return {
        "entry": step.entry,
        "placed": [
            {
                "seat": event.seat,
                "card": event.card,
                "row": event.row,
                "chosen": event.chosen,
                "taken": list(event.taken),
                "bull_heads": event.heads,
            }
            for event in step.placed
        ],
        "phase": str(game.phase),
        **(
            {"picks": list(game.draft.picks), "hands": list(map(list, game.draft.hands))}
            if game.phase is Phase.DRAFT
            else {"position": position_to_dict(game.position)}
        ),
        "scores": list(game.scores),
        "winners": list(game.winners),
    }


def _step_view(step: Step) -> RenderableType:
    from nimmt.display.text import draft_view, placed_text, position_view, standings_view

    parts: list[RenderableType] = [Text(f"— {step.entry}", style="bold")]
    if step.game.phase is Phase.DRAFT:
        return Group(*parts, draft_view(step.game.draft), Text())
    parts += [placed_text(event, step.game.names) for event in step.placed]
    parts.append(position_view(step.game.position))
    if step.game.position.is_over:
        parts.append(standings_view(step.game))
    return Group(*parts, Text())
