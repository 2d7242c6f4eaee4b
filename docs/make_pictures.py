"""Draw the pictures of README.md and the docs from real output; run it from anywhere.

The same versions of nimmt and rich give the same file.
"""

import re
from io import StringIO
from pathlib import Path

from rich.console import Console
from rich.text import Text

from nimmt import GameRecord, Limit, Rules, parse_position, recommend, review_draft
from nimmt.analysis.hands import hand_table
from nimmt.display.advice import recommendation_view
from nimmt.display.draft import COLOURS, draft_review_svg
from nimmt.display.text import position_view
from nimmt.position import InformationSet

POSITION = "96/35,62,63,69,75/39,51,56,79,83/5,6,15,21,30 11,19,28,34,57,80,88"
SEED = 1
STATIC = Path(__file__).parent / "_static"
PICTURE = STATIC / "recommend.svg"
RECORD = Path(__file__).parent / "examples" / "draft.json"
TABLES = (2, 4, 6, 10)


def hands_svg() -> str:
    """Draw what holding each card adds, by its place in the card set, with 95% intervals."""
    width, height, left, middle, unit = 640, 300, 40, 160, 45
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        'font-family="sans-serif" font-size="10">',
        f'<rect width="{width}" height="{height}" fill="white"/>',
        f'<text x="{left}" y="16" font-size="12">What holding a card adds to the bull heads of a '
        "round (standard placement, drafts at random)</text>",
        f'<line x1="{left}" y1="{middle}" x2="{width - 20}" y2="{middle}" stroke="black"/>',
        f'<text x="{left}" y="{height - 8}">lowest card</text>',
        f'<text x="{width - 20}" y="{height - 8}" text-anchor="end">highest card</text>',
    ]
    for heads in (-2, -1, 0, 1, 2):
        y = middle - unit * heads
        lines.append(f'<text x="{left - 6}" y="{y + 3}" text-anchor="end">{heads:+d}</text>')
    for number, players in enumerate(TABLES):
        table = hand_table(Rules(players=players, card_set="logical"))
        count = len(table.cards)
        points = []
        for place, (worth, error) in enumerate(zip(table.cards, table.card_errors, strict=True)):
            x = left + (width - left - 20) * (place + 0.5) / count
            y = middle - unit * worth
            points.append(f"{x:.1f},{y:.1f}")
            reach = 1.96 * unit * error
            lines.append(
                f'<line x1="{x:.1f}" y1="{y - reach:.1f}" x2="{x:.1f}" y2="{y + reach:.1f}" '
                f'stroke="{COLOURS[number]}"/>'
            )
        lines.append(
            f'<polyline points="{" ".join(points)}" fill="none" stroke="{COLOURS[number]}"/>'
        )
        x = left + 150 + 90 * number
        lines.append(f'<text x="{x}" y="32" fill="{COLOURS[number]}">{players} players</text>')
    return "\n".join([*lines, "</svg>"]) + "\n"


def main() -> None:
    (STATIC / "hands.svg").write_text(hands_svg(), encoding="utf-8")
    record = GameRecord.from_json(RECORD.read_text(encoding="utf-8"))
    review = review_draft(record, seat=0, limit=Limit(samples=256), rng=SEED)
    (STATIC / "draft-review.svg").write_text(draft_review_svg(review), encoding="utf-8")
    view = parse_position(POSITION)
    assert isinstance(view, InformationSet)
    console = Console(record=True, width=100, file=StringIO(), force_terminal=True, highlight=False)
    console.print(Text(f"$ nimmt show {POSITION}", style="bold green"))
    console.print(position_view(view))
    console.print()
    console.print(Text(f"$ nimmt recommend {POSITION} --seed {SEED}", style="bold green"))
    console.print(recommendation_view(recommend(view, rng=SEED)))
    picture = console.export_svg(title="nimmt", unique_id="nimmt")
    # Without the fonts that rich's frame would load from the network.
    picture = re.sub(r"@font-face \{.*?\}\n", "", picture, flags=re.DOTALL)
    PICTURE.parent.mkdir(exist_ok=True)
    lines = [line.rstrip() for line in picture.strip().splitlines()]
    PICTURE.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
