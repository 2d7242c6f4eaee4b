"""Players of logical games: one way to pick, and one way to play what was picked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

import numpy as np

from nimmt._named import limited_name, named
from nimmt.agents.policy import Policy
from nimmt.analysis.advice import Objective
from nimmt.analysis.drafting import DEFAULT_DRAFT_LIMIT, analyse_draft
from nimmt.analysis.hands import hand_table
from nimmt.draft import DraftView
from nimmt.errors import NimmtError
from nimmt.limits import Limit
from nimmt.position import InformationSet

__all__ = [
    "DRAFTERS",
    "DenyDrafter",
    "Drafter",
    "Drafting",
    "EngineDrafter",
    "GapDrafter",
    "HighestDrafter",
    "LowestDrafter",
    "MiddleDrafter",
    "RandomDrafter",
    "WorthDrafter",
    "drafter_named",
]


class Drafter(Protocol):
    """A way to pick."""

    @property
    def name(self) -> str:
        """What to call it."""

    def pick(self, view: DraftView, rng: np.random.Generator) -> int:
        """Return a card of ``view.remaining``."""


class RandomDrafter:
    """Picks at random."""

    name = "random"

    def pick(self, view: DraftView, rng: np.random.Generator) -> int:
        """Return a random card of the table."""
        return int(rng.choice(view.remaining))


class HighestDrafter:
    """Picks the highest card."""

    name = "highest"

    def pick(self, view: DraftView, rng: np.random.Generator) -> int:
        """Return the highest card of the table."""
        return max(view.remaining)


class LowestDrafter:
    """Picks the lowest card."""

    name = "lowest"

    def pick(self, view: DraftView, rng: np.random.Generator) -> int:
        """Return the lowest card of the table."""
        return min(view.remaining)


class MiddleDrafter:
    """Picks the card nearest to the middle of the card set."""

    name = "middle"

    def pick(self, view: DraftView, rng: np.random.Generator) -> int:
        """Return the card nearest to the middle, the lower of two."""
        middle = (view.rules.top_card + 1) / 2
        return min(view.remaining, key=lambda card: (abs(card - middle), card))


class GapDrafter:
    """Fills its own gaps: picks the card nearest to one that it holds, the first one at random."""

    name = "gaps"

    def pick(self, view: DraftView, rng: np.random.Generator) -> int:
        """Return the card nearest to an own one, the higher of two."""
        return _nearest(view, view.hand) or int(rng.choice(view.remaining))


class DenyDrafter:
    """Takes what the next seat needs: the card nearest to one that the next seat holds.

    As long as that seat holds nothing, or nobody keeps track of the picks, it fills its own gaps.
    """

    name = "deny"

    def pick(self, view: DraftView, rng: np.random.Generator) -> int:
        """Return the card nearest to one of the next seat's, the higher of two."""
        if view.hands is not None:
            found = _nearest(view, view.hands[(view.seat + 1) % view.rules.players])
            if found is not None:
                return found
        return _nearest(view, view.hand) or int(rng.choice(view.remaining))


class WorthDrafter:
    """Picks the card that makes its own hand worth most by the table of hands."""

    name = "worth"

    def pick(self, view: DraftView, rng: np.random.Generator) -> int:
        """Return the card after which the hand is worth most, the lowest among equals."""
        table = hand_table(view.rules)
        if view.rules.top_card != len(table.cards):
            raise NimmtError(
                f"the tables of hands are for {len(table.cards)} cards at "
                f"{view.rules.players} players, not for {view.rules.top_card}"
            )
        return min(view.remaining, key=lambda card: (table.worth((*view.hand, card)), card))


class EngineDrafter:
    """Picks what ``analyse_draft`` says.

    Parameters
    ----------
    limit : Limit, optional
        When to stop thinking about a pick; one second if not given.  With ``samples`` alone the
        number is part of the name.
    objective : str, optional
        What to minimise.
    """

    def __init__(self, limit: Limit | None = None, objective: str = Objective.RELATIVE) -> None:
        self.limit = limit or DEFAULT_DRAFT_LIMIT
        self.objective = objective
        self.name = limited_name("engine", limit)

    def pick(self, view: DraftView, rng: np.random.Generator) -> int:
        """Return the recommended card; an only card without thinking."""
        if len(view.remaining) == 1:
            return view.remaining[0]
        return analyse_draft(view, objective=self.objective, limit=self.limit, rng=rng).best


def _nearest(view: DraftView, hand: tuple[int, ...]) -> int | None:
    """Return the card of the table that is nearest to one of a hand, the higher of two."""
    if not hand:
        return None
    return min(view.remaining, key=lambda card: (min(abs(card - held) for held in hand), -card))


class Drafting:
    """A player that picks in one way and plays in another.

    Parameters
    ----------
    drafter : Drafter
        Picks; any policy does.
    player : Policy
        Plays cards and chooses rows.

    Examples
    --------
    >>> from nimmt.agents import policy_named
    >>> Drafting(GapDrafter(), policy_named("instant")).name
    'gaps+instant'
    """

    def __init__(self, drafter: Drafter, player: Policy) -> None:
        self.drafter = drafter
        self.player = player
        self.name = f"{drafter.name}+{player.name}"

    def play(self, view: InformationSet, rng: np.random.Generator) -> int:
        """Return the player's card."""
        return self.player.play(view, rng)

    def choose(self, view: InformationSet, rng: np.random.Generator) -> int:
        """Return the player's row."""
        return self.player.choose(view, rng)

    def pick(self, view: DraftView, rng: np.random.Generator) -> int:
        """Return the drafter's card."""
        return self.drafter.pick(view, rng)


DRAFTERS: dict[str, Callable[[], Drafter]] = {
    "random": RandomDrafter,
    "highest": HighestDrafter,
    "lowest": LowestDrafter,
    "middle": MiddleDrafter,
    "gaps": GapDrafter,
    "deny": DenyDrafter,
    "worth": WorthDrafter,
    "engine": EngineDrafter,
}


def drafter_named(name: str) -> Drafter:
    """Make a drafter that ships.

    Parameters
    ----------
    name : str
        One of ``DRAFTERS``, or ``engine:N`` for N playouts of the best cards.

    Raises
    ------
    NimmtError
        If none is called that.

    Examples
    --------
    >>> drafter_named("engine:500").limit
    Limit(samples=500, seconds=None, std_error=None, nodes=None)
    """
    return named(name, "drafter", DRAFTERS, {"engine": EngineDrafter}, "engine:500")
