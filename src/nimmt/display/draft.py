"""Advice for drafts and reviews of them: as text, and as a picture."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from nimmt.analysis.advice import Method, Objective
from nimmt.analysis.draft_advice import QUANTILES, DraftAdvice, DraftCandidate, Others
from nimmt.analysis.draft_review import DraftReview
from nimmt.analysis.wording import counted, percent
from nimmt.display.text import card_text, table_of, to_text

__all__ = [
    "draft_advice_text",
    "draft_advice_view",
    "draft_review_svg",
    "draft_review_text",
    "draft_review_view",
]

TREE = {
    Others.LIKELY: "The others draft as their picks suggest, you make the last picks that are best",
    Others.BEST: "Everybody makes the last picks that are best",
}
MOST_ROWS = 12  # of the table; the rest is counted


def draft_advice_view(advice: DraftAdvice, most: int | None = MOST_ROWS) -> RenderableType:
    """Draw advice: the table of cards, the reasons, and what it rests on.

    Parameters
    ----------
    advice : DraftAdvice
        The advice.
    most : int, optional
        Cards to show; None for all.
    """
    is_exact = advice.method is Method.EXACT
    table = _exact_table(advice, most) if is_exact else _table(advice, most)
    parts: list[RenderableType] = [table]
    hidden = len(advice) - (len(advice) if most is None else min(most, len(advice)))
    if hidden:
        parts.append(Text(f"and {counted(hidden, 'card')} more", style="dim"))
    parts += [Text(), Text(advice.why)]
    parts += [Text(f"Note: {note}.") for note in advice.notes]
    parts.append(Text(_basis(advice), style="dim"))
    return Group(*parts)


def draft_advice_text(advice: DraftAdvice) -> str:
    """Return advice as plain text."""
    return to_text(draft_advice_view(advice, None))


def _table(advice: DraftAdvice, most: int | None) -> Table:
    own = [] if advice.objective is Objective.OWN else ["bull heads"]
    name = "bull heads" if advice.objective is Objective.OWN else str(advice.objective)
    table = table_of(
        "", "card", name, "± s.e.", *own, "fewest", "10-50-90%", "takes a row", "worse by",
        "± s.e.", "playouts",
    )  # fmt: skip
    for entry in advice.candidates[:most]:
        assert entry.own is not None
        assert entry.win is not None
        assert entry.takes is not None
        best = entry is advice.candidates[0]
        table.add_row(
            *_marked(entry, advice),
            f"{entry.value.mean:.2f}",
            f"{entry.value.std_error:.2f}",
            *([f"{entry.own.mean:.2f}"] if own else []),
            percent(entry.win.mean, exact=False),
            "-".join(str(entry.quantile(share)) for share in QUANTILES),
            percent(entry.takes, exact=False),
            "" if best else f"{entry.difference.mean:.2f}",
            "" if best else f"{entry.difference.std_error:.2f}",
            str(entry.deals),
        )
    return table


def _exact_table(advice: DraftAdvice, most: int | None) -> Table:
    table = table_of("", "card", "relative", "worse by", "answers")
    for entry in advice.candidates[:most]:
        table.add_row(
            *_marked(entry, advice),
            f"{entry.value.mean + 0.0:.4f}",
            f"{entry.difference.mean:.4f}" if entry.separable else "",
            " ".join(str(card) for answer in entry.answers for card in answer.picks),
        )
    return table


def _marked(entry: DraftCandidate, advice: DraftAdvice) -> tuple[str, Text]:
    mark = ">" if entry is advice.candidates[0] else "" if entry.separable else "="
    return mark, card_text(entry.card)


def _basis(advice: DraftAdvice) -> str:
    """Say what the answer rests on."""
    if advice.method is Method.EXACT:
        text = f"Exact: {counted(advice.nodes, 'complete draft')} solved; = as good."
        if advice.nash_conv is not None:
            text += f" Play of three: profiles with a nash_conv of up to {advice.nash_conv:.3f}."
        return text
    drafting = (
        "Nobody picks after you"
        if len(advice) == advice.view.rules.rows + 1
        else TREE[advice.others]
        if advice.plan is None
        else f"The others draft as their picks suggest, you go on by the style '{advice.plan}'"
    )
    play = (
        "complete drafts are worth what optimal play is"
        if advice.solved_play
        else "all play as the policy network does"
    )
    error = (
        ""
        if not advice.model_error
        else (f" Against optimal drafting such values are off by about {advice.model_error:g}.")
    )
    return (
        f"{drafting}, and {play}:\n{advice.samples} playouts, fewer for cards that fell behind, "
        f"seed {advice.seed}. = cannot be told apart from the best.{error}"
    )


def draft_review_view(review: DraftReview) -> RenderableType:
    """Draw a review: a line for each pick, and the sums of the seats."""
    table = table_of("", "pick", "seat", "card", str(review.objective), "best", "mistake", "± s.e.")
    for entry in review:
        same = entry.card == entry.best
        table.add_row(
            "!" if entry.separable else "",
            str(entry.number),
            str(entry.seat),
            card_text(entry.card),
            f"{entry.value.mean + 0.0:.2f}",
            "" if same else card_text(entry.best),
            "" if same else f"{entry.mistake.mean:.2f}",
            "" if same else f"{entry.mistake.std_error:.2f}",
        )
    seats = sorted({entry.seat for entry in review})
    sums = "  ".join(f"seat {seat}: {review.total(seat)}" for seat in seats)
    clear = counted(len(review.mistakes), "clear mistake")
    basis = "Exact." if review.exact else f"Seed {review.seed}."
    return Group(
        table,
        Text(),
        Text(f"{clear}, marked !. Mistakes in all, {sums}."),
        Text(f"{basis} A mistake is what the pick is worse than the best one.", style="dim"),
    )


def draft_review_text(review: DraftReview) -> str:
    """Return a review as plain text."""
    return to_text(draft_review_view(review))


COLOURS = (
    "#4477aa", "#ee6677", "#228833", "#ccbb44", "#66ccee", "#aa3377", "#bbbbbb", "#ee7733",
    "#009988", "#332288",
)  # fmt: skip
BAR, GAP, HEIGHT, LEFT, TOP = 16, 6, 160, 46, 30


def draft_review_svg(review: DraftReview) -> str:
    """Return a review as a picture: a bar for each pick, as high as the mistake, with its error.

    Above each bar stands the better card, below it the one that was picked; colours are seats.
    """
    largest = max([1.0, *(entry.mistake.mean + entry.mistake.std_error for entry in review)])
    scale = HEIGHT / largest
    width = LEFT + len(review) * (BAR + GAP) + 20
    seats = sorted({entry.seat for entry in review})
    height = TOP + HEIGHT + 60 + 14 * len(seats)
    base = TOP + HEIGHT
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        'font-family="sans-serif" font-size="9">',
        f'<rect width="{width}" height="{height}" fill="white"/>',
        f'<text x="{LEFT}" y="14" font-size="11">Mistake of each pick, in bull heads '
        f"({review.objective})</text>",
        f'<line x1="{LEFT}" y1="{base}" x2="{width - 20}" y2="{base}" stroke="black"/>',
    ]
    for share in (0.0, 0.5, 1.0):
        y = base - HEIGHT * share
        lines.append(
            f'<text x="{LEFT - 6}" y="{y + 3:.1f}" text-anchor="end">{largest * share:.1f}</text>'
        )
    for place, entry in enumerate(review):
        x = LEFT + GAP + place * (BAR + GAP)
        middle = x + BAR / 2
        top = base - max(entry.mistake.mean, 0.0) * scale
        lines.append(
            f'<rect x="{x}" y="{top:.1f}" width="{BAR}" height="{base - top:.1f}" '
            f'fill="{COLOURS[entry.seat]}"/>'
        )
        if entry.card != entry.best:
            error = entry.mistake.std_error * scale
            lines.append(
                f'<line x1="{middle}" y1="{max(top - error, TOP):.1f}" x2="{middle}" '
                f'y2="{min(top + error, base):.1f}" stroke="black"/>'
            )
            lines.append(
                f'<text x="{middle}" y="{max(top - error - 3, TOP - 2):.1f}" '
                f'text-anchor="middle">{entry.best}</text>'
            )
        lines.append(f'<text x="{middle}" y="{base + 12}" text-anchor="middle">{entry.card}</text>')
    lines.append(
        f'<text x="{LEFT}" y="{base + 28}">below: the card picked; above: the better one</text>'
    )
    for place, seat in enumerate(seats):
        y = base + 44 + 14 * place
        lines.append(
            f'<rect x="{LEFT}" y="{y - 8}" width="9" height="9" fill="{COLOURS[seat]}"/>'
            f'<text x="{LEFT + 14}" y="{y}">seat {seat}: {review.total(seat)} in all</text>'
        )
    return "\n".join([*lines, "</svg>"]) + "\n"
