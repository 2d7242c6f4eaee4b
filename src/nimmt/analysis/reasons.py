"""The words of advice: what to do, what else would do, and what is certain about it."""

from __future__ import annotations

from collections.abc import Iterator

from nimmt.analysis.advice import Candidate, Objective, Proof, Recommendation
from nimmt.analysis.turn import CardRisk
from nimmt.analysis.wording import counted, percent

__all__ = ["reasons"]

UNITS = {
    Objective.OWN: "",
    Objective.RELATIVE: " bull heads against the others' mean",
    Objective.RANK: " of a rank",
}
EVEN = 0.005  # bull heads: a difference that reads 0.00


def reasons(advice: Recommendation) -> Iterator[str]:
    """Say the advice, the alternatives, and what is certain about the best candidate."""
    best = advice.candidates[0]
    if advice.proof is None:
        yield from _simulated(advice, best)
    else:
        yield from _proved(advice, best, advice.proof)
    if best.row is None:
        if best.outlook.forced_take:
            yield "Every row is full: the first card placed takes one."
        yield best.outlook.sentence()
    else:
        yield _row_reason(advice, best)


def _simulated(advice: Recommendation, best: Candidate) -> Iterator[str]:
    yield f"{_action(best)}: {best.expected:.2f} bull heads expected to the end of the round, " + (
        _this_turn(best.risk) if best.prior is None else _this_turn_guided(best)
    )
    if best.row is None and advice.others and not best.risk.safe:
        yield _others(advice, best)
    if advice.trust and best.prior is not None:
        verb = "play" if best.row is None else "choose"
        yield f"The policy itself would {verb} it in {percent(best.prior, exact=False)} of cases."
    close = [entry for entry in advice if not entry.separable and entry is not best]
    if close:
        names = " and ".join(str(entry.action) for entry in close)
        yield f"It cannot be told apart from {names} on {advice.samples} deals."
        if close[0].difference.mean < -EVEN:
            yield _cheaper(close[0], UNITS[advice.objective])
    elif len(advice.candidates) > 1:
        yield _next_choice(advice, 1)


def _proved(advice: Recommendation, best: Candidate, proof: Proof) -> Iterator[str]:
    other = 1 - advice.view.seat
    if abs(proof.value) < EVEN:
        outcome = f"neither you nor seat {other} gains on the other"
    else:
        less = "fewer" if proof.value < 0 else "more"
        outcome = f"you take {abs(proof.value):.2f} bull heads {less} than seat {other}"
    mixed = [entry for entry in advice if entry.probability]
    if len(mixed) > 1:
        mix = ", ".join(f"{percent(entry.probability or 0)} {entry.card}" for entry in mixed)
        yield f"Mix your cards, {mix}: if both play their best, {outcome} on average."
        yield "Whoever always played the same of them could be foreseen."
    else:
        yield f"{_action(best)}: if both play their best, {outcome} on average."
    as_good = [str(entry.action) for entry in advice if not (entry.separable or entry.probability)]
    if as_good:
        names = " and ".join(as_good)
        yield (
            f"{names} would cost no more against the best play of seat {other}, but might be "
            "exploited."
            if best.row is None
            else f"Row {names} would do as well."
        )
    if len(advice.close) < len(advice):
        yield _next_choice(advice, len(advice.close))
    if best.row is None:
        yield f"{best.card} {_bounds(best.risk)} this turn."


def _next_choice(advice: Recommendation, place: int) -> str:
    """Say what the first of the worse candidates costs."""
    entry = advice.candidates[place]
    kind = "" if entry.row is None else "row "
    which = "second" if place == 1 else "next"
    unit = "" if advice.proof is not None else UNITS[advice.objective]
    more = entry.difference.mean
    if more < -EVEN:
        return f"The {which} choice is {kind}{entry.action}. {_cheaper(entry, unit)}"
    return f"The {which} choice, {kind}{entry.action}, costs {more:.2f} more{unit}."


def _cheaper(entry: Candidate, unit: str) -> str:
    """Say why what is cheaper in the playouts does not come first."""
    assert entry.prior is not None
    chance = percent(entry.prior, exact=False)
    return (
        f"{entry.action} costs {-entry.difference.mean:.2f} less{unit} in the playouts, but the "
        f"policy itself would prefer it in only {chance} of cases."
    )


def _action(entry: Candidate) -> str:
    if entry.row is None:
        return f"Play {entry.card}"
    return f"Choose row {entry.row} for {entry.card}"


def _this_turn(risk: CardRisk) -> str:
    """Say how much of a cost falls in this turn, and how sure it is."""
    if risk.safe:
        return "none of them this turn: it is safe now."
    if risk.certain:
        return f"{risk.expected:.2f} of them this turn: it is certain to take a row now."
    kind = "a" if risk.exact else "an estimated"
    chance = percent(risk.chance, exact=risk.exact)
    return f"{risk.expected:.2f} of them this turn, with {kind} {chance} chance to take a row now."


def _this_turn_guided(entry: Candidate) -> str:
    """Say how often it takes a row this turn, if everybody follows the policy network."""
    risk = entry.risk
    if risk.safe:
        return "none of them this turn: it is safe now."
    if entry.row is not None:
        return f"{risk.expected:.0f} of them this turn."
    if risk.certain:
        return "and it is certain to take a row now."
    assert entry.takes is not None
    kind = "" if risk.exact else "about "
    return (
        f"and it takes a row now in {percent(entry.takes, exact=False)} of the deals; if the "
        f"others played at random, it would in {kind}{percent(risk.chance, exact=risk.exact)}."
    )


def _others(advice: Recommendation, best: Candidate) -> str:
    """Say how many cards of the others are expected to come before a card in its row."""
    look, card = best.outlook, best.card
    if look.fits_nowhere:
        return f"The others are expected to play {sum(advice.others[:card]):.1f} cards below it."
    row = advice.view.rows[look.options[0]]
    low, high = sorted((card, row[-1] if card > row[-1] else row[0]))
    before = sum(advice.others[low + 1 : high])
    return f"The others are expected to play {before:.1f} cards that cut in before it."


def _bounds(risk: CardRisk) -> str:
    """Say what can happen this turn, whoever plays."""
    if risk.safe:
        return "is safe"
    if risk.least == risk.most:
        return f"costs {counted(risk.least, 'bull head')}"
    return f"can cost {risk.least} to {counted(risk.most, 'bull head')}"


def _row_reason(advice: Recommendation, best: Candidate) -> str:
    """Compare a chosen row with the one that is cheapest now."""
    costs = {entry.action: entry.risk.most for entry in advice}
    cheapest = min(sorted(costs), key=lambda row: costs[row])
    later = counted(len(advice.view.pending) - 1, "card")
    waiting = f"with {later} of this turn still to be placed"
    if costs[best.action] == costs[cheapest]:
        return f"It costs {costs[best.action]} now, the least there is, {waiting}."
    return (
        f"It costs {costs[best.action]} now, more than the {costs[cheapest]} of row {cheapest}, "
        f"but leaves the better rows, {waiting}."
    )
