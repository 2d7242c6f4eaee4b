"""Advice: what is known of each card to play, or each row to choose, and what it rests on."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from nimmt.analysis.entries import Action, HasEntries
from nimmt.analysis.outlook import Outlook
from nimmt.analysis.statistics import Estimate, quantile
from nimmt.analysis.turn import CardRisk
from nimmt.errors import LimitError
from nimmt.limits import Limit
from nimmt.notation import format_position, history_to_list
from nimmt.position import InformationSet

__all__ = [
    "Candidate",
    "Method",
    "Objective",
    "Playouts",
    "Proof",
    "Recommendation",
    "asked_objective",
]

QUANTILES = (0.1, 0.5, 0.9)


class Objective(StrEnum):
    """What a player wants little of."""

    OWN = "own"
    """Own bull heads to the end of the round."""
    RELATIVE = "relative"
    """Own bull heads minus the mean of the others'."""
    RANK = "rank"
    """Finishing rank of the round, 1 for the fewest bull heads; equal players share the better."""

    def scale(self, players: int) -> int:
        """Return what the kernel's integers are divided by."""
        return players - 1 if self is Objective.RELATIVE else 1


def asked_objective(objective: str) -> Objective:
    """Return the objective of a name.

    Raises
    ------
    LimitError
        If there is none.
    """
    try:
        return Objective(objective)
    except ValueError:
        names = ", ".join(repr(str(member)) for member in Objective)
        raise LimitError(f"objective {objective!r} is not one of {names}") from None


class Method(StrEnum):
    """What advice rests on."""

    SIMULATION = "simulation"
    """Playouts of sampled deals; ``Playouts`` says how everybody plays in them."""
    EXACT = "exact"
    """A proof, by searching all that two players with known hands can do."""


class Playouts(StrEnum):
    """How everybody plays in playouts."""

    NETWORK = "network"
    """As a policy network does that was trained by self-play."""
    UNIFORM = "uniform"
    """Uniformly at random, taking the row that is cheapest now."""


@dataclass(frozen=True)
class Candidate(Action):
    """What is known of one thing that the player could do.

    Attributes
    ----------
    card : int
        The card to play; at a choice of rows, the card that is being placed.
    row : int or None
        The row to choose, or None where a card is to be played.
    value : Estimate
        The objective: smaller is better.  Of an exact answer, with this action for certain while
        the other player keeps to an equilibrium, and without a standard error.
    difference : Estimate
        Its excess over the best candidate's.  Simulated, on the same deals, with the paired
        standard error.
    separable : bool
        Whether it is clearly worse than the best one.  Simulated, the truly best is among the
        others with 95% confidence; exact, the others are all best.
    risk : CardRisk
        What it may cost this turn, against random play; exact, unless it says otherwise.
    rest : Estimate or None
        Own bull heads from now to the end of the round; None if the answer is exact, which is
        about the difference of the two players and not about what each takes.
    distribution : tuple of int or None
        In how many deals 0, 1, 2, ... bull heads were taken from now to the end of the round; None
        if the answer is exact.
    probability : float or None
        How often an equilibrium does this; None if the answer is simulated.
    deals : int
        Deals on which it was played; 0 if the answer is exact.
    prior : float or None
        How often the policy network would do this; None if it was not asked.
    takes : float or None
        In what share of the deals it took a row this turn, everybody playing as in the playouts;
        None if the answer is exact.
    """

    value: Estimate
    difference: Estimate
    separable: bool
    risk: CardRisk
    rest: Estimate | None = None
    distribution: tuple[int, ...] | None = None
    probability: float | None = None
    deals: int = 0
    prior: float | None = None
    takes: float | None = None

    @property
    def expected(self) -> float | None:
        """Expected own bull heads from now to the end of the round, if it was simulated."""
        return None if self.rest is None else self.rest.mean

    @property
    def std_error(self) -> float | None:
        """Standard error of ``expected``."""
        return None if self.rest is None else self.rest.std_error

    @property
    def outlook(self) -> Outlook:
        """Where the card goes now, and what threatens it."""
        return self.risk.outlook

    def quantile(self, share: float) -> int | None:
        """Bull heads to the end of the round that are not exceeded in this share of the deals.

        None if nothing was simulated.
        """
        return None if self.distribution is None else quantile(self.distribution, share)

    def to_dict(self) -> dict[str, Any]:
        """Return the values, for JSON."""
        return {
            **super().to_dict(),
            "value": self.value.mean,
            "value_std_error": self.value.std_error,
            "difference": self.difference.mean,
            "difference_std_error": self.difference.std_error,
            "separable": self.separable,
            "probability": self.probability,
            "deals": self.deals,
            "prior": self.prior,
            "takes": self.takes,
            "expected": self.expected,
            "std_error": self.std_error,
            "quantiles": None
            if self.distribution is None
            else {str(share): self.quantile(share) for share in QUANTILES},
            "risk": self.risk.to_dict(),
        }


@dataclass(frozen=True)
class Proof:
    """What an exact answer proves.

    Attributes
    ----------
    lo, hi : float
        Proven bounds of the value, which meet: the own bull heads less the other player's, on
        average, from now to the end of the round, when both play optimally.
    opponent : dict
        How often the other player plays each card in the equilibrium; empty at a choice of rows.
    nodes : int
        Positions searched.
    """

    lo: float
    hi: float
    opponent: dict[int, float]
    nodes: int

    @property
    def value(self) -> float:
        """The value, the middle of the bounds."""
        return (self.lo + self.hi) / 2

    def to_dict(self) -> dict[str, Any]:
        """Return the values, for JSON."""
        return {
            "value": self.value,
            "lo": self.lo,
            "hi": self.hi,
            "opponent": {str(card): chance for card, chance in self.opponent.items()},
            "nodes": self.nodes,
        }


@dataclass(frozen=True)
class Recommendation(HasEntries[Candidate]):
    """An answer to "which card?", or "which row?", and what it rests on.

    Attributes
    ----------
    view : InformationSet
        What was known.
    objective : Objective
        What was minimised.
    method : Method
        Whether the answer was simulated, or is exact.
    playouts : Playouts or None
        How everybody played in the playouts; None if the answer is exact.
    trust : float or None
        What the network's own opinion was worth beside guided playouts: so much of the objective
        for a factor e of the probability; None without them.
    belief : float or None
        How much was concluded from the history; None without guided playouts.
    candidates : tuple of Candidate
        Every card of the hand, or every row that may be chosen; best first.  Of an exact answer,
        the card that the equilibrium plays most often first.
    proof : Proof or None
        What an exact answer proves; None if the answer is simulated.
    samples : int
        Deals sampled, on which the best candidates were played; 0 if the answer is exact.
    blocks : int
        Blocks of deals, each with a random stream, the last one perhaps shorter.
    others : tuple of float
        For each card, from 0 on, how many of the others are expected to play it this turn, by the
        policy network; empty if it was not asked.
    seed : int or None
        Repeats a simulation, as ``rng``, with ``Limit(samples=samples)`` and any number of workers;
        None if the answer is exact.
    limit : Limit
        The limit that was set.
    budget : int
        The steps that were allowed for what is exact about this turn.
    version : str
        The library's version.
    notes : tuple of str
        What a reader should know before trusting it.
    """

    view: InformationSet
    objective: Objective
    method: Method
    playouts: Playouts | None
    trust: float | None
    belief: float | None
    candidates: tuple[Candidate, ...]
    proof: Proof | None
    samples: int
    blocks: int
    others: tuple[float, ...]
    seed: int | None
    limit: Limit
    budget: int
    version: str
    notes: tuple[str, ...]

    @property
    def best(self) -> int:
        """The card to play, or the row to choose.

        Of an exact answer, the card that the equilibrium plays most often: one that always played
        it could be foreseen, so mix as ``strategy`` says.
        """
        return self.candidates[0].action

    @property
    def decision(self) -> str:
        """``"card"`` or ``"row"``."""
        return "card" if self.candidates[0].row is None else "row"

    @property
    def close(self) -> tuple[int, ...]:
        """The candidates that cannot be told apart from the best one, the best among them."""
        return tuple(entry.action for entry in self.candidates if not entry.separable)

    @property
    def strategy(self) -> dict[int, float]:
        """How often an equilibrium plays each card, or chooses each row; empty if simulated."""
        return {
            entry.action: entry.probability
            for entry in self.candidates
            if entry.probability is not None
        }

    @property
    def heeds_policy(self) -> bool:
        """Whether the order depends on what the policy network itself would do."""
        return bool(self.trust) and len({entry.prior for entry in self.candidates}) > 1

    @property
    def _entries(self) -> tuple[Candidate, ...]:
        return self.candidates

    @property
    def why(self) -> str:
        """The advice and its reasons, in a few sentences."""
        from nimmt.analysis.reasons import reasons

        return " ".join(reasons(self))

    def to_dict(self) -> dict[str, Any]:
        """Return the whole answer, for JSON."""
        return {
            "best": self.best,
            "decision": self.decision,
            "objective": str(self.objective),
            "method": str(self.method),
            "playouts": None if self.playouts is None else str(self.playouts),
            "trust": self.trust,
            "belief": self.belief,
            "candidates": [entry.to_dict() for entry in self.candidates],
            "close": list(self.close),
            "proof": None if self.proof is None else self.proof.to_dict(),
            "why": self.why,
            "notes": list(self.notes),
            "position": format_position(self.view),
            "history": history_to_list(self.view.history),
            "samples": self.samples,
            "blocks": self.blocks,
            "others": list(self.others),
            "seed": self.seed,
            "limit": self.limit.to_dict(),
            "budget": self.budget,
            "version": self.version,
        }

    def __str__(self) -> str:
        from nimmt.display.advice import recommendation_text

        return recommendation_text(self)
