"""Advice as text: a table of what was compared, the reasons, and what it rests on."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from nimmt.analysis.advice import QUANTILES, Candidate, Objective, Playouts, Recommendation
from nimmt.analysis.belief import concludes
from nimmt.analysis.statistics import Estimate
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
        text = (
            f"Everybody plays as the policy network does: {deals}, fewer for cards that fell "
            f"behind, seed {advice.seed}.\nAt random: {turn}. = cannot be told apart from the best."
        )
        if concludes(advice.view, advice.belief or 0):
            turns = counted(len(advice.view.history), "turn")
            text += f"\nDeals that make the others' plays of {turns} likely were preferred."
        if advice.heeds_policy:
            text += (
                "\nThe order also heeds what the policy itself would play: a factor e counts for "
                f"{advice.trust:g}."
            )
        return text
    return (
        f"This turn: {turn}. To the end of the round: {deals}, everybody playing at "
        f"random, seed {advice.seed}.\n= cannot be told apart from the best."
    )


def _simulated_table(advice: Recommendation) -> Table:
    return _guided_table(advice) if advice.playouts is Playouts.NETWORK else _uniform_table(advice)


def _uniform_table(advice: Recommendation) -> Table:
    is_own = advice.objective is Objective.OWN
    objective = [] if is_own else [str(advice.objective), "± s.e."]
    table = table_of(
        "",
        advice.decision,
        *objective,
        *("bull heads", "± s.e.", "this turn", "takes a row", "10-50-90%", "worse by", "± s.e."),
    )
    for entry in advice:
        table.add_row(
            *_marked(entry, advice),
            *([] if is_own else _numbers(entry.value)),
            *_numbers(entry.rest),
            f"{entry.risk.expected:.2f}",
            _chance(entry.risk),
            _spread(entry),
            *_worse(entry, advice),
        )
    return table


def _guided_table(advice: Recommendation) -> Table:
    """Draw what everybody's following the network leads to; another objective takes some room."""
    is_own = advice.objective is Objective.OWN
    first = ["bull heads", "± s.e."] if is_own else [str(advice.objective), "± s.e.", "bull heads"]
    table = table_of(
        "",
        advice.decision,
        *first,
        *("takes a row", "at random", "10-50-90%", "worse by", "± s.e."),
        *(["policy"] if is_own else []),
        "deals",
    )
    for entry in advice:
        assert entry.rest is not None
        table.add_row(
            *_marked(entry, advice),
            *_numbers(entry.value),
            *([] if is_own else [f"{entry.rest.mean:.2f}"]),
            f"{entry.takes:.0%}",
            _chance(entry.risk),
            _spread(entry),
            *_worse(entry, advice),
            *([f"{entry.prior:.0%}"] if is_own else []),
            str(entry.deals),
        )
    return table


def _numbers(found: Estimate | None) -> tuple[str, str]:
    """A mean and its standard error."""
    assert found is not None
    return f"{found.mean:.2f}", f"{found.std_error:.2f}"


def _chance(risk: CardRisk) -> str:
    return _verdict(risk) or percent(risk.chance, exact=risk.exact)


def _spread(entry: Candidate) -> str:
    return "-".join(str(entry.quantile(share)) for share in QUANTILES)


def _worse(entry: Candidate, advice: Recommendation) -> tuple[str, str]:
    """How much worse than the best it is; nothing for the best."""
    return ("", "") if entry is advice.candidates[0] else _numbers(entry.difference)


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
