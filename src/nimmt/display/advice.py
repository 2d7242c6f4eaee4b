"""Advice as text: a table of what was compared, the reasons, and what it rests on."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from nimmt.analysis.advice import QUANTILES, Candidate, Objective, Playouts, Recommendation
from nimmt.analysis.turn import CardRisk
from nimmt.analysis.wording import counted, percent
from nimmt.display.text import card_text, table_of, to_text

__all__ = ["recommendation_text", "recommendation_view"]


def recommendation_view(advice: Recommendation) -> RenderableType:
    """Draw a recommendation: the table of candidates, the reasons, and what it rests on."""
    table = _simulated_table(advice) if advice.proof is None else _proved_table(advice)
    parts: list[RenderableType] = [table, Text(), Text(advice.why)]
    parts += [Text(f"Note: {note}.") for note in advice.notes]
    parts.append(Text(_basis(advice), style="dim"))
    return Group(*parts)


def recommendation_text(advice: Recommendation) -> str:
    """Return a recommendation as plain text."""
    return to_text(recommendation_view(advice))


def _basis(advice: Recommendation) -> str:
    """Say what the answer rests on."""
    if advice.proof is not None:
        positions = counted(advice.proof.nodes, "position")
        return (
            f"Exact: proved by search, {positions}; = as good against the best play of seat "
            f"{1 - advice.view.seat}."
        )
    turn = "exact" if all(entry.risk.exact for entry in advice) else "estimated"
    deals = f"{advice.samples} deals"
    if advice.playouts is Playouts.NETWORK:
        return (
            f"Everybody plays as the policy network does: {deals}, fewer for cards that fell "
            f"behind, seed {advice.seed}.\nAt random: {turn}. = cannot be told apart from the best."
        )
    return (
        f"This turn: {turn}. To the end of the round: {deals}, everybody playing at "
        f"random, seed {advice.seed}.\n= cannot be told apart from the best."
    )


def _simulated_table(advice: Recommendation) -> Table:
    is_own = advice.objective is Objective.OWN
    is_guided = advice.playouts is Playouts.NETWORK
    now = ["takes a row", "at random"] if is_guided else ["this turn", "takes a row"]
    headers = [advice.decision, "bull heads", "± s.e.", *now, "10-50-90%"]
    if not is_own:
        headers[1:1] = [str(advice.objective), "± s.e."]
    table = table_of(
        "", *headers, "worse by", "± s.e.", *(["policy", "deals"] if is_guided else [])
    )
    for entry in advice:
        assert entry.rest is not None
        is_best = entry is advice.candidates[0]
        chance = _verdict(entry.risk) or percent(entry.risk.chance, exact=entry.risk.exact)
        table.add_row(
            *_marked(entry, advice),
            *([] if is_own else [f"{entry.value.mean:.2f}", f"{entry.value.std_error:.2f}"]),
            f"{entry.rest.mean:.2f}",
            f"{entry.rest.std_error:.2f}",
            f"{entry.takes:.0%}" if is_guided else f"{entry.risk.expected:.2f}",
            chance,
            "-".join(str(entry.quantile(share)) for share in QUANTILES),
            "" if is_best else f"{entry.difference.mean:.2f}",
            "" if is_best else f"{entry.difference.std_error:.2f}",
            *([f"{entry.prior:.0%}", str(entry.deals)] if is_guided else []),
        )
    return table


def _proved_table(advice: Recommendation) -> Table:
    """Draw what the equilibrium does; of this turn, what holds whatever the other player does."""
    is_row = advice.decision == "row"
    mix = [] if is_row else ["plays it"]
    table = table_of("", advice.decision, *mix, "relative", "worse by", "this turn", "takes a row")
    for entry in advice:
        risk = entry.risk
        chance = f"{entry.probability:.1%}" if entry.probability else ""
        table.add_row(
            *_marked(entry, advice),
            *([] if is_row else [chance]),
            f"{round(entry.value.mean, 4) + 0.0:.4f}",
            f"{entry.difference.mean:.4f}" if entry.separable else "",
            str(risk.least) if risk.least == risk.most else f"{risk.least} to {risk.most}",
            _verdict(risk) or "may",
        )
    return table


def _marked(entry: Candidate, advice: Recommendation) -> tuple[str, str | Text]:
    """The mark and the name of a candidate."""
    mark = ">" if entry is advice.candidates[0] else "" if entry.separable else "="
    return mark, card_text(entry.card) if entry.row is None else str(entry.row)


def _verdict(risk: CardRisk) -> str:
    """What is certain, if anything is."""
    return "safe" if risk.safe else "certain" if risk.certain else ""
