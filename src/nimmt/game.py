"""A match: deal or draft, turns, choices of rows, rounds, to the end; legal actions only."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum

import numpy as np

from nimmt._match import Match
from nimmt.draft import Draft, DraftView
from nimmt.errors import IllegalActionError
from nimmt.position import InformationSet, Plays, Position
from nimmt.record import ChoiceRecord, GameRecord, RoundRecord, TurnRecord
from nimmt.rules import Rules
from nimmt.scoring import ranks, winners
from nimmt.seeding import RNG
from nimmt.table import Placed

__all__ = ["Game", "Phase"]


class Phase(StrEnum):
    """What a game waits for."""

    DEAL = "deal"
    DRAFT = "draft"
    PLAY = "play"
    CHOOSE = "choose"
    OVER = "over"


class Game(Match[Rules, RoundRecord, Position, Phase]):
    """A match in progress.

    Parameters
    ----------
    rules : Rules, optional
        The rules; four players of the standard game if not given.
    rng : int, SeedSequence, Generator or None, optional
        Source of the deals.
    names : sequence of str, optional
        What to call the seats in records.

    Raises
    ------
    IllegalActionError
        If the names are not one for each seat.

    Examples
    --------
    >>> game = Game(Rules(players=2, hand_size=2, rounds=1), rng=1)
    >>> game.deal(rows=[[4], [13], [40], [77]], hands=[[5, 14], [20, 99]])
    >>> placed = game.play([5, 99])
    >>> placed = game.play([14, 20])
    >>> game.phase, game.scores, game.winners
    (<Phase.OVER: 'over'>, (0, 0), (0, 1))
    """

    def __init__(
        self, rules: Rules | None = None, *, rng: RNG = None, names: Sequence[str] = ()
    ) -> None:
        super().__init__(rules or Rules(), Phase.DEAL, rng, names)
        self._draft: Draft | None = None

    # What anybody may ask.

    @property
    def points(self) -> tuple[int, ...]:
        """Points left of each seat, counting down from the threshold; may be negative.

        Raises
        ------
        IllegalActionError
            If the match has no threshold.
        """
        if self.rules.threshold is None:
            raise IllegalActionError("the match has no threshold to count points from")
        return tuple(self.rules.threshold - score for score in self._scores)

    @property
    def ranks(self) -> tuple[int, ...]:
        """Ranks by the scores; equal players share the better rank."""
        return ranks(self._scores)

    @property
    def winners(self) -> tuple[int, ...]:
        """Seats of rank 1 when the match is over; empty before."""
        return winners(self._scores) if self._phase is Phase.OVER else ()

    @property
    def draft(self) -> Draft:
        """The draft of this round.

        Raises
        ------
        IllegalActionError
            If this round has none.
        """
        if self._draft is None:
            raise IllegalActionError(f"there is no draft: the game waits for {self._phase}")
        return self._draft

    @property
    def seats_to_act(self) -> tuple[int, ...]:
        """Seats that have something to decide; all of them, at once, when cards are played."""
        if self._phase is Phase.DRAFT:
            seat = self.draft.to_pick
        elif self._phase is Phase.CHOOSE:
            seat = self.position.to_choose
        elif self._phase is Phase.PLAY:
            return tuple(range(self.rules.players))
        else:
            return ()
        return () if seat is None else (seat,)

    def legal_actions(self, seat: int) -> tuple[int, ...]:
        """Cards to pick or play, or rows to choose; empty if it is not the seat's turn."""
        if seat not in self.seats_to_act:
            return ()
        if self._phase is Phase.DRAFT:
            return self.draft.remaining
        if self._phase is Phase.CHOOSE:
            return self.position.options
        return self.position.hands[seat]

    def information_set(self, seat: int) -> InformationSet:
        """Return what a seat knows of the round."""
        open_hands = self.rules.drafted and self.rules.public_picks
        return self.position.information_set(seat, open_hands=open_hands)

    def draft_view(self, seat: int) -> DraftView:
        """Return what a seat knows of the draft."""
        return self.draft.view(seat)

    @property
    def record(self) -> GameRecord:
        """The match so far."""
        return GameRecord(self.rules, self.names, self._rounds)

    # What moves the game on.

    def deal(
        self,
        rows: Iterable[Iterable[int]] | None = None,
        hands: Iterable[Iterable[int]] | None = None,
        *,
        first: int | None = None,
    ) -> None:
        """Begin a round: deal at random, or these cards; in a logical game, lay the cards open.

        Parameters
        ----------
        rows, hands : series of cards, optional
            What to deal; one-card rows and full hands.  Not in a logical game.
        first : int, optional
            The seat that picks first in a logical game; by default seat 0 in the first round, and
            the next seat in each round after it.

        Raises
        ------
        IllegalActionError
            If no round can begin now, or the cards given are not a deal.
        PositionError
            If the cards given cannot be dealt.
        """
        self._expect(Phase.DEAL)
        if self.rules.drafted:
            if rows is not None or hands is not None:
                raise IllegalActionError("a logical game has no deal: the cards are picked")
            if first is None:
                first = len(self._rounds) % self.rules.players
            self._draft = Draft(self.rules, first)
            self._position = None
            self._rounds += (RoundRecord(first=first),)
            self._phase = Phase.DRAFT
            return
        if first is not None:
            raise IllegalActionError(f"the {self.rules.card_set} card set has no first pick")
        if (rows is None) != (hands is None):
            raise IllegalActionError("rows and hands are dealt together: one of them is missing")
        if rows is None or hands is None:
            rows, hands = self._random_deal()
        self._start(rows, hands, picks=None)

    def pick(self, card: int) -> None:
        """Pick a card of the open table, for the seat whose turn it is.

        Raises
        ------
        IllegalActionError
            If no pick is due, or the card is gone.
        """
        self._expect(Phase.DRAFT)
        self._draft = self.draft.pick(card)
        picks = self._draft.picks
        self._rounds = (*self._rounds[:-1], RoundRecord(first=self._draft.first, picks=picks))
        if self._draft.is_over:
            self._start(self._draft.rows, self._draft.hands, picks=picks)

    def play(self, cards: Plays) -> tuple[Placed, ...]:
        """Play a card of every hand; they are placed up to the first choice of rows.

        Parameters
        ----------
        cards : sequence of int, or mapping from seats to cards
            One card for each seat.

        Returns
        -------
        tuple of Placed
            What was placed, in order.

        Raises
        ------
        IllegalActionError
            If no cards are to be played now, or a seat does not hold its card.
        """
        self._expect(Phase.PLAY)
        position, placed = self.position.play(cards)
        in_order = [cards[seat] for seat in range(self.rules.players)]
        turns = (*self._rounds[-1].turns, TurnRecord(tuple(map(int, in_order))))
        self._after(position, turns)
        return placed

    def choose(self, row: int) -> tuple[Placed, ...]:
        """Choose a row, for the seat whose choice it is; cards are placed up to the next choice.

        Returns
        -------
        tuple of Placed
            What was placed, in order.

        Raises
        ------
        IllegalActionError
            If no choice is due, or the row is not an option.
        """
        self._expect(Phase.CHOOSE)
        card = self.position.pending[0][1]
        position, placed = self.position.choose(row)
        *before, turn = self._rounds[-1].turns
        choices = (*turn.choices, ChoiceRecord(card, int(row)))
        self._after(position, (*before, TurnRecord(turn.plays, choices)))
        return placed

    def _start(
        self,
        rows: Iterable[Iterable[int]],
        hands: Iterable[Iterable[int]],
        picks: tuple[int, ...] | None,
    ) -> None:
        """Begin the turns of a round."""
        position = Position(rows, hands, self.rules, scores=self._scores)
        if position.hand_size != self.rules.hand_size or any(len(row) > 1 for row in position.rows):
            raise IllegalActionError(
                f"{position} is not a deal: rows of one card and hands of {self.rules.hand_size} "
                "were expected"
            )
        if picks is None:
            self._rounds += (RoundRecord(rows=position.rows, hands=position.hands),)
        self._position = position
        self._phase = Phase.PLAY

    def _after(self, position: Position, turns: tuple[TurnRecord, ...]) -> None:
        """Store what a turn or a choice led to, and end the round or the match with it."""
        over = position.is_over
        self._position = position
        self._rounds = (
            *self._rounds[:-1],
            self._rounds[-1].with_turns(turns, position.taken if over else None),
        )
        if not over:
            self._phase = Phase.CHOOSE if position.pending else Phase.PLAY
            return
        over = self._score(position.taken, self.rules.threshold)
        self._phase = Phase.OVER if over else Phase.DEAL

    def _random_deal(self) -> tuple[list[list[int]], list[list[int]]]:
        rules = self.rules
        cards = self._rng.permutation(np.arange(1, rules.top_card + 1))[
            : rules.cards_dealt
        ].tolist()
        rows = [[card] for card in cards[: rules.rows]]
        dealt = cards[rules.rows :]
        return rows, [dealt[seat :: rules.players] for seat in range(rules.players)]

    def __repr__(self) -> str:
        return f"<Game of {self.rules.players}: round {self.round_number}, {self._phase}>"
