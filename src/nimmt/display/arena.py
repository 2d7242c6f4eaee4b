"""Tournaments as text."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from nimmt.analysis.wording import counted
from nimmt.arena.result import AnyDifference, AnyStanding, AnyTournament, Tournament
from nimmt.arena.scoring import Measure
from nimmt.arena.statistics import Interval
from nimmt.display.text import rules_line, table_of, to_text
from nimmt.rules import Rules

__all__ = ["found_view", "names_table", "tournament_text", "tournament_view"]

FAULTS_SHOWN = 5

HEADERS = {
    Measure.BULL_HEADS: "bull heads",
    Measure.POINTS: "points",
    Measure.RANK: "rank",
    Measure.WIN_SHARE: "win share",
}


def tournament_text(found: Tournament) -> str:
    """Write a tournament, as ``str()`` does."""
    return to_text(tournament_view(found))


def tournament_view(found: Tournament) -> RenderableType:
    """Draw a tournament: the players, their differences, failures, and what it rests on."""
    return found_view(found, f"{rules_line(found.rules)}; {match_line(found.rules)}")


def found_view(found: AnyTournament[Any, Any, Any], played: str) -> RenderableType:
    """Draw a tournament of whichever game, below a line that says what was played."""
    parts: list[RenderableType] = [Text(played), _standings(found.standings)]
    if found.differences:
        parts += [Text(), _differences(found.differences)]
    lost = [standing for standing in found.standings if standing.lost]
    if lost:
        parts += [Text(), *map(_failed, lost)]
        parts += [Text(f"  {fault}") for fault in found.faults[:FAULTS_SHOWN]]
        if len(found.faults) > FAULTS_SHOWN:
            parts.append(Text("  ..."))
    parts += [Text(), Text(_rests_on(found), style="dim")]
    return Group(*parts)


def match_line(rules: Rules) -> str:
    """Say in a few words what a game is."""
    if rules.threshold is None:
        return "a round" if rules.rounds == 1 else f"{rules.rounds} rounds"
    until = f"a match to {rules.threshold}"
    return until if rules.rounds is None else f"{until}, {rules.rounds} rounds at most"


def _standings(standings: Sequence[AnyStanding]) -> Table:
    measures = standings[0].MEASURES
    first = measures[0]
    sign = -1 if first.more_is_better else 1
    ordered = sorted(standings, key=lambda standing: sign * standing[first].mean)
    rated = any(standing.rating for standing in ordered)
    table = _measures_table("player", measures, *(["rating"] if rated else []))
    for standing in ordered:
        cells = [_mean(standing[measure], measure) for measure in measures]
        if standing.rating is not None:
            cells.append(f"{standing.rating.mu:.1f} ± {standing.rating.sigma:.1f}")
        table.add_row(standing.player, *cells)
    return table


def _differences(differences: Sequence[AnyDifference]) -> Table:
    measures = differences[0].MEASURES
    settled = any(difference.verdict for difference in differences)
    table = _measures_table("difference", measures, *(["settled"] if settled else []))
    for difference in differences:
        cells = [_mean(difference[measure], measure, sign="+") for measure in measures]
        verdict = [] if difference.verdict is None else [str(difference.verdict)]
        table.add_row(f"{difference.player} - {difference.other}", *cells, *verdict)
    return table


def _measures_table(first: str, measures: Sequence[Measure], *others: str) -> Table:
    return names_table(first, *(HEADERS[measure] for measure in measures), *others)


def names_table(first: str, *others: str) -> Table:
    """Return an empty table whose first column are names."""
    table = table_of(first, *others)
    table.columns[0].justify = "left"
    return table


def _mean(interval: Interval, measure: Measure, sign: str = "") -> str:
    """Write a mean and half the width of its interval."""
    percent = measure is Measure.WIN_SHARE
    scale, places, unit = (100, 1, "%") if percent else (1, 2, "")
    half = (interval.high - interval.low) / 2 * scale
    around = f"{half:.{places}f}" if math.isfinite(half) else "∞"
    return f"{interval.mean * scale:{sign}.{places}f} ± {around}{unit}"


def _failed(standing: AnyStanding) -> Text:
    text = f"{standing.player} lost {counted(standing.lost, 'seat')} of {standing.seats} by failing"
    return Text(text + (" and was withdrawn" if standing.withdrawn else ""))


def _rests_on(found: AnyTournament[Any, Any, Any]) -> str:
    if found.stopping is None:
        kind = "95% intervals over deals"
    else:
        kind = "95% intervals over deals that hold whenever it stops"
    ends = "; stopped, as the differences are settled" if found.settled else ""
    return (
        f"{counted(found.deals, 'deal')}, {counted(found.games, 'game')} on each; "
        f"± {kind}{ends}; seed {found.seed}."
    )
