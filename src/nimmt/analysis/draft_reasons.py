"""The words of the advice for a draft: what a pick does for the hand, and to the others."""

from __future__ import annotations

from nimmt.analysis.advice import Method, Objective
from nimmt.analysis.draft_advice import DraftAdvice, DraftCandidate
from nimmt.analysis.draft_fates import Fate, fate_of
from nimmt.analysis.wording import counted, percent
from nimmt.draft import DraftView

__all__ = ["draft_reasons", "gap_of"]

NEAR = 6  # a gap to an own card that is worth a word
LIKELY = 0.1  # what is worth a word of the others' answers
STRIKING = 0.5  # a style that a seat is likely to have
MOST_ANSWERS = 2


def draft_reasons(advice: DraftAdvice) -> list[str]:
    """Return sentences about the best card."""
    best = advice.candidates[0]
    sentences = [_verdict(advice, best)]
    sentences += _hand(advice.view, best.card)
    sentences += _denial(advice.view, best)
    sentences += _taking(advice.view, best)
    sentences += _rows(advice, best)
    sentences += _answers(best, exact=advice.method is Method.EXACT)
    sentences += _styles(advice)
    return sentences


def _verdict(advice: DraftAdvice, best: DraftCandidate) -> str:
    value = round(best.value.mean, 2) + 0.0
    if advice.method is Method.EXACT:
        what = f"{value:g} bull heads more than the others' mean if everybody does best"
    elif advice.objective is Objective.RANK:
        what = f"rank {value:.2f} expected"
    elif advice.objective is Objective.OWN:
        what = f"{value:.2f} bull heads expected in the round"
    else:
        what = (
            f"{abs(value):.2f} bull heads {'fewer' if value < 0 else 'more'} than the others' mean"
        )
    text = f"Pick {best.card}: {what}"
    if best.own is not None and advice.objective is not Objective.OWN:
        text += f", {best.own.mean:.1f} in all"
    if best.win is not None:
        text += f"; you have the fewest in {percent(best.win.mean, exact=False)} of the playouts"
    close = [card for card in advice.close if card != best.card]
    if close:
        shown = ", ".join(map(str, close[:5])) + (" and others" if len(close) > 5 else "")
        same = "as good" if advice.method is Method.EXACT else "not clearly worse"
        return f"{text}. {'It is' if len(close) == 1 else 'They are'} {same}: {shown}."
    if len(advice.candidates) > 1:
        second = advice.candidates[1]
        text += f". The second choice, {second.card}, costs {second.difference.mean:.2f} more"
    return f"{text}."


def gap_of(view: DraftView, card: int) -> tuple[int | None, int | None]:
    """Return the own cards next below and next above a card; None where there is none."""
    below = max((own for own in view.hand if own < card), default=None)
    above = min((own for own in view.hand if own > card), default=None)
    return below, above


CERTAIN = {
    Fate.ALWAYS: "{} takes a row whatever anybody plays.",
    Fate.FORCED: "Whenever it is played, the others can make it take a row.",
    Fate.ESCAPES: "It can be played so that it takes no row, whatever the others do.",
    Fate.NEVER: "{} takes no row, whatever anybody plays.",
}


def _taking(view: DraftView, best: DraftCandidate) -> list[str]:
    """Say whether the card takes a row: what is proved, and how often it does."""
    fate = fate_of(view, best.card)
    sentences = [] if fate is None else [CERTAIN[fate].format(best.card)]
    if fate not in (Fate.ALWAYS, Fate.NEVER) and best.takes is not None:
        sentences.append(
            f"Played, it takes a row in {percent(best.takes, exact=False)} of the playouts and "
            f"costs {best.costs:.1f} itself."
        )
    return sentences


def _hand(view: DraftView, card: int) -> list[str]:
    """Say where the card lies among the own ones."""
    below, above = gap_of(view, card)
    own_gap = [own for own in (below, above) if own is not None and abs(card - own) <= NEAR]
    if not own_gap:
        return ["It lies far from the own cards."] if view.hand else []
    low, high = min(*own_gap, card), max(*own_gap, card)
    between = [other for other in range(low + 1, high) if other not in (*view.hand, card)]
    if len(own_gap) == 2:
        text = f"It fills the gap between your {below} and {above}"
    else:
        text = f"It lies next to your {own_gap[0]}"
    on_table = sum(other in view.remaining for other in between)
    if not between:
        return [f"{text}: no card of the others can come in between."]
    held = len(between) - on_table
    parts = []
    if held:
        parts.append(f"{counted(held, 'card')} of the others")
    if on_table:
        parts.append(f"{counted(on_table, 'card')} of the table")
    return [f"{text}, with {' and '.join(parts)} in between."]


def _denial(view: DraftView, best: DraftCandidate) -> list[str]:
    """Say who wants the card."""
    sentences = []
    if best.lost is not None and best.lost >= LIKELY:
        sentences.append(
            f"If you left it, the others would pick it before your next turn in "
            f"{percent(best.lost, exact=False)} of the playouts."
        )
    if view.hands is not None:
        seats = [
            seat
            for seat, hand in enumerate(view.hands)
            if seat != view.seat and {best.card - 1, best.card + 1} & set(hand)
        ]
        if seats:
            names = " and ".join(f"seat {seat}" for seat in seats)
            sentences.append(f"It is denied to {names}, next to a card of theirs.")
    return sentences


def _rows(advice: DraftAdvice, best: DraftCandidate) -> list[str]:
    """Say which rows the leftovers make, and whether the card would have been one."""
    if best.leftovers is None:
        return []
    typical = ", ".join(f"{card:.0f}" for card in best.leftovers.typical)
    text = f"The leftovers then start rows at about {typical}"
    others = [entry for entry in advice.candidates[1:] if entry.leftovers is not None]
    if others and others[0].leftovers is not None:
        kept = others[0].leftovers.chances[best.card]
        if kept >= LIKELY:
            text += (
                f"; left on the table, {best.card} would start one in "
                f"{percent(kept, exact=False)} of the playouts"
            )
    return [f"{text}."]


def _answers(best: DraftCandidate, *, exact: bool) -> list[str]:
    """Say what those who pick next are likely to pick."""
    parts = []
    for answer in best.answers[:MOST_ANSWERS]:
        likely = [(card, share) for card, share in answer.picks.items() if share >= LIKELY]
        if exact:
            parts.append(f"seat {answer.seat} then does best with {likely[0][0]}")
        elif likely:
            cards = ", ".join(f"{card} ({share:.0%})" for card, share in likely[:3])
            parts.append(f"seat {answer.seat} then picks {cards}")
    if not parts:
        return []
    return [f"{'; '.join(parts)}.".replace("seat", "Seat", 1)]


def _styles(advice: DraftAdvice) -> list[str]:
    """Say how the others seem to draft."""
    seen = [
        f"seat {seat}'s picks look {percent(chance, exact=False)} like those of the style '{name}'"
        for seat, styles in enumerate(advice.styles)
        for name, chance in list(styles.items())[:1]
        if seat != advice.view.seat and chance >= STRIKING
    ]
    if not seen:
        return []
    return [f"{'; '.join(seen[:3])}.".replace("seat", "Seat", 1)]
