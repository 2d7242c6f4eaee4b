"""The rules of a game, as one value."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from nimmt._options import Options
from nimmt.errors import RulesError
from nimmt_core import _rules

__all__ = ["CardSet", "Placement", "Rules"]

FULL_DECK = 104
FEWEST_PLAYERS = 2
LONGEST_MATCH = 1_000_000  # rounds, or bull heads to the end


class Placement(StrEnum):
    """How cards find their row."""

    STANDARD = "standard"
    PROFESSIONAL = "professional"


class CardSet(StrEnum):
    """Which cards are played, and how they reach the hands."""

    STANDARD = "standard"
    TACTICAL = "tactical"
    LOGICAL = "logical"


@dataclass(frozen=True, init=False)
class Rules(Options):
    """The rules of a game.

    Attributes
    ----------
    players : int
        2 to 10.
    placement : Placement
        ``"standard"``: a card joins the right end next below it.  ``"professional"``: it joins
        the nearest end, right or left.
    card_set : CardSet
        ``"standard"``: 1..104.  ``"tactical"``: as many cards as are dealt, 1..10n+4 for n
        players.  ``"logical"``: the same cards, picked one by one from the open table.
    rows, row_capacity, hand_size : int
        4 rows of at most 5 cards and hands of 10, unless small games are studied.
    deck_size : int or None
        The cards are 1..deck_size; None takes what the card set says.
    threshold : int or None
        Bull heads that end the match at the end of a round; None for a fixed number of rounds.
    rounds : int or None
        Rounds after which the match ends in any case.
    public_picks : bool
        Whether everybody keeps track of who picked what in a logical draft.

    Raises
    ------
    RulesError
        If such a game cannot be played; the message names every fault.

    Examples
    --------
    >>> rules = Rules(players=5, card_set="tactical")
    >>> rules.top_card
    54
    """

    players: int = 4
    placement: Placement = Placement.STANDARD
    card_set: CardSet = CardSet.STANDARD
    rows: int = 4
    row_capacity: int = 5
    hand_size: int = 10
    deck_size: int | None = None
    threshold: int | None = 66
    rounds: int | None = None
    public_picks: bool = True

    # Plain strings are welcome; what is stored are the enums above.
    def __init__(
        self,
        players: int = 4,
        placement: str = Placement.STANDARD,
        card_set: str = CardSet.STANDARD,
        rows: int = 4,
        row_capacity: int = 5,
        hand_size: int = 10,
        deck_size: int | None = None,
        threshold: int | None = 66,
        rounds: int | None = None,
        public_picks: bool = True,
    ) -> None:
        self._store({name: value for name, value in locals().items() if name != "self"})
        faults: list[str] = []
        self._check_option("placement", Placement, faults)
        self._check_option("card_set", CardSet, faults)
        limits = _rules.LIMITS
        self._check_integer("players", FEWEST_PLAYERS, limits["players"], faults)
        self._check_integer("rows", 1, limits["rows"], faults)
        self._check_integer("row_capacity", 1, limits["capacity"], faults)
        self._check_integer("hand_size", 1, limits["hand"], faults)
        for name, most in (
            ("deck_size", limits["card"]),
            ("threshold", LONGEST_MATCH),
            ("rounds", LONGEST_MATCH),
        ):
            if getattr(self, name) is not None:
                self._check_integer(name, 1, most, faults)
        self._check_flag("public_picks", faults)
        if self.threshold is None and self.rounds is None:
            faults.append("threshold and rounds are both None: the match would never end")
        if not faults:
            self._check_deck(faults)
        if faults:
            raise RulesError("; ".join(faults))

    def _check_deck(self, faults: list[str]) -> None:
        needed = self.cards_dealt
        if self.top_card < needed:
            faults.append(
                f"{self.top_card} cards are too few: {self.players} hands of {self.hand_size} and "
                f"{self.rows} rows need {needed}"
            )
        elif self.top_card > _rules.LIMITS["card"]:
            faults.append(
                f"{self.players} hands of {self.hand_size} and {self.rows} rows need {needed} "
                f"cards, more than {_rules.LIMITS['card']}"
            )
        elif self.card_set is not CardSet.STANDARD and self.top_card != needed:
            faults.append(
                f"deck_size {self.deck_size} is not the {needed} cards of the {self.card_set} set"
            )

    @property
    def cards_dealt(self) -> int:
        """Cards that a round starts with, in hands and rows."""
        return self.players * self.hand_size + self.rows

    @property
    def top_card(self) -> int:
        """The highest card; the set is 1..top_card."""
        if self.deck_size is not None:
            return self.deck_size
        return FULL_DECK if self.card_set is CardSet.STANDARD else self.cards_dealt

    @property
    def cards(self) -> range:
        """The card set."""
        return range(1, self.top_card + 1)

    @property
    def professional(self) -> bool:
        """Whether cards may join the left end of a row."""
        return self.placement is Placement.PROFESSIONAL

    @property
    def drafted(self) -> bool:
        """Whether hands are picked from the open table instead of dealt."""
        return self.card_set is CardSet.LOGICAL
