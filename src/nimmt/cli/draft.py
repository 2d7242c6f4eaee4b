"""``nimmt draft``: which card to pick, a logical game in the terminal, and reviews of drafts."""

from __future__ import annotations

from pathlib import Path

import click

from nimmt.analysis.advice import Objective
from nimmt.analysis.draft_advice import Others
from nimmt.analysis.drafting import DEFAULT_DRAFT_LIMIT, analyse_draft
from nimmt.cli._files import write_whole
from nimmt.cli._input import placement_option, read_text
from nimmt.cli._interruption import interruption
from nimmt.cli._output import print_answer, sampling_progress, status_line
from nimmt.cli.play import match_options, play_in_terminal
from nimmt.draft import Draft
from nimmt.errors import IllegalActionError
from nimmt.limits import Limit
from nimmt.record import GameRecord
from nimmt.rules import CardSet, Rules

__all__ = ["draft"]

objective_option = click.option(
    "--objective",
    type=click.Choice([str(objective) for objective in Objective]),
    default=str(Objective.RELATIVE),
    show_default=True,
    help="Own bull heads minus the others' mean, own bull heads, or the rank in the round.",
)
seed_option = click.option("--seed", type=int, help="Repeats an earlier answer.")
workers_option = click.option("--workers", type=int, default=1, show_default=True, help="Threads.")
json_option = click.option("--json", "as_json", is_flag=True, help="Answer in JSON.")


@click.group()
def draft() -> None:
    """Draft in logical games: advice, a game in the terminal, reviews."""


@draft.command()
@click.argument("picks", nargs=-1, metavar="[PICKS]")
@click.option("--players", type=int, default=4, show_default=True, help="At the table.")
@placement_option
@click.option("--first", type=int, default=0, show_default=True, help="Who picked first.")
@click.option("--hand-size", type=int, default=10, show_default=True, help="Cards of a hand.")
@click.option("--rows", type=int, default=4, show_default=True, help="Rows.")
@click.option("--capacity", type=int, default=5, show_default=True, help="Cards of a row.")
@click.option("--hidden", is_flag=True, help="Nobody keeps track of the others' picks.")
@click.option("--seat", type=int, help="Who asks; the seat that picks next, if not given.")
@objective_option
@click.option("--exact/--no-exact", default=True, help="Solve the game if it is small.")
@click.option(
    "--others",
    type=click.Choice([str(others) for others in Others]),
    default=str(Others.LIKELY),
    show_default=True,
    help="How the others make the last picks: as their picks suggest, or what is best for them.",
)
@click.option("--samples", type=int, help="Playouts of the best cards.")
@click.option("--seconds", type=float, help="Time to use; 1 if no limit is given.")
@click.option("--std-error", type=float, help="Stop at this standard error of the best cards.")
@seed_option
@workers_option
@click.option("--all", "show_all", is_flag=True, help="Show every card of the table.")
@json_option
def advise(
    picks: tuple[str, ...],
    players: int,
    placement: str,
    first: int,
    hand_size: int,
    rows: int,
    capacity: int,
    hidden: bool,
    seat: int | None,
    objective: str,
    exact: bool,
    others: str,
    samples: int | None,
    seconds: float | None,
    std_error: float | None,
    seed: int | None,
    workers: int,
    show_all: bool,
    as_json: bool,
) -> None:
    """Say which card to pick.

    PICKS are the cards picked so far, in order, separated by commas or spaces; none before the
    first pick. Ctrl-C prints what is known so far, and exits with 130.
    """
    from nimmt.display.draft import draft_advice_view

    rules = Rules(
        players=players,
        placement=placement,
        card_set=CardSet.LOGICAL,
        hand_size=hand_size,
        rows=rows,
        row_capacity=capacity,
        public_picks=not hidden,
    )
    state = Draft(rules, first, _cards(picks))
    asked = (samples, seconds, std_error)
    limit = (
        DEFAULT_DRAFT_LIMIT
        if asked == (None, None, None)
        else Limit(samples=samples, seconds=seconds, std_error=std_error)
    )
    with sampling_progress(limit) as (progress, interrupted):
        advice = analyse_draft(
            state,
            seat=seat,
            objective=objective,
            exact=exact,
            others=others,
            limit=limit,
            rng=seed,
            workers=workers,
            progress=progress,
        )
    print_answer(
        advice, lambda found: draft_advice_view(found, *([None] if show_all else [])), as_json
    )
    interrupted.exit()


def _cards(words: tuple[str, ...]) -> list[int]:
    """Read cards separated by commas or spaces."""
    texts = [text for word in words for text in word.replace(",", " ").split()]
    for number, text in enumerate(texts, 1):
        if not (text.isascii() and text.isdecimal()):
            raise IllegalActionError(
                f"pick {number} is {text!r}, which is not the number of a card"
            )
    return list(map(int, texts))


@draft.command()
@click.option(
    "--opponents",
    default="engine+strong,worth+instant,gaps+instant",
    show_default=True,
    help="Who sits at seats 1, 2, ...: how they pick + how they play, separated by commas.",
)
@placement_option
@match_options
def play(
    opponents: str,
    placement: str,
    threshold: int,
    rounds: int | None,
    seed: int | None,
    save: Path | None,
) -> None:
    """Play a match of the logical game at seat 0.

    At every prompt: a card or a row, h for a hint, q to leave.
    """
    play_in_terminal(opponents, placement, str(CardSet.LOGICAL), threshold, rounds, seed, save)


@draft.command()
@click.argument("record", required=False)
@click.option("--round", "round_number", type=click.IntRange(min=1), default=1, show_default=True)
@click.option("--seat", type=int, help="Only this seat's picks.")
@objective_option
@click.option("--samples", type=int, help="Playouts of the best cards of each pick; 256.")
@click.option("--seconds", type=float, help="Time for each pick.")
@seed_option
@workers_option
@click.option(
    "--svg", type=click.Path(dir_okay=False, path_type=Path), help="Draw the mistakes there."
)
@json_option
def review(
    record: str | None,
    round_number: int,
    seat: int | None,
    objective: str,
    samples: int | None,
    seconds: float | None,
    seed: int | None,
    workers: int,
    svg: Path | None,
    as_json: bool,
) -> None:
    """Say what each pick of a recorded draft was worth, and what was better.

    RECORD is a file, or - for standard input. Ctrl-C prints the picks that are done, and exits with
    130.
    """
    from nimmt.analysis.draft_review import DEFAULT_REVIEW_LIMIT, review_draft
    from nimmt.display.draft import draft_review_svg, draft_review_view

    if record not in (None, "-") and not Path(str(record)).is_file():
        raise click.UsageError(f"there is no file {record!r}")
    match = GameRecord.from_json(read_text((record,) if record else (), None, "record"))
    limit = (
        DEFAULT_REVIEW_LIMIT
        if samples is None and seconds is None
        else Limit(samples=samples, seconds=seconds)
    )
    with interruption() as interrupted, status_line() as show:

        def progress(done: int, picks: int) -> bool:
            show(f"{done} of {picks} picks")
            return interrupted.hold()

        found = review_draft(
            match,
            round_number=round_number,
            seat=seat,
            objective=objective,
            limit=limit,
            rng=seed,
            workers=workers,
            progress=progress,
        )
    if svg is not None:
        write_whole(svg, draft_review_svg(found))
    print_answer(found, draft_review_view, as_json)
    interrupted.exit()
