"""Draw the picture of README.md from the library's real output; run it from anywhere.

The same versions of nimmt and rich give the same file.
"""

import re
from io import StringIO
from pathlib import Path

from rich.console import Console
from rich.text import Text

from nimmt import parse_position, recommend
from nimmt.display.advice import recommendation_view
from nimmt.display.text import position_view
from nimmt.position import InformationSet

POSITION = "96/35,62,63,69,75/39,51,56,79,83/5,6,15,21,30 11,19,28,34,57,80,88"
SEED = 1
PICTURE = Path(__file__).parent / "_static" / "recommend.svg"


def main() -> None:
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
