"""A round as everybody knows it (``Position``) and as one player does (``InformationSet``)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Self

from nimmt._checks import Faults
from nimmt._numbers import checked_integer
from nimmt.cards import as_card
from nimmt.dealing import drawing
from nimmt.errors import Defect, IllegalActionError, NimmtError, PositionError
from nimmt.history import PastTurn, checked_history
from nimmt.rules import Rules
from nimmt.seeding import RNG, block_generator, seed_of
from nimmt.table import Placed, Play, Rows, advance, landing, place
from nimmt_core import _deals, _rules

__all__ = ["InformationSet", "Position"]

BySeat = Mapping[int, Iterable[int]] | Sequence[Iterable[int]]
Pending = Iterable[Play] | Mapping[int, int]
History = Iterable[PastTurn | tuple[Iterable[Iterable[int]], Iterable[int]]]
Plays = Sequence[int] | Mapping[int, int]
"""The card of each seat, in their order or by seat."""


class _Round:
    """What a position and an information set share: all but what is known of the hands."""

    rows: Rows
    rules: Rules
    seen: tuple[int, ...]
    pending: tuple[Play, ...]
    taken: tuple[int, ...]
    scores: tuple[int, ...]
    history: tuple[PastTurn, ...]

    def _read(
        self,
        faults: Faults,
        rows: Iterable[Iterable[int]],
        seen: Iterable[int],
        pending: Pending,
        taken: Iterable[int],
        scores: Iterable[int],
    ) -> None:
        """Store what was given in plain form, and note what is wrong with it."""
        checked_rows = faults.rows(rows)
        _store(
            self,
            {
                "rows": checked_rows,
                "rules": faults.rules,
                "seen": faults.card_set(seen, "the seen cards"),
                "pending": faults.pending(pending, checked_rows),
                "taken": faults.totals(taken, "taken"),
                "scores": faults.totals(scores, "scores"),
            },
        )

    def _read_history(self, faults: Faults, turns: Any, held: int) -> None:
        """Store the turns so far, once all else is read."""
        seen = {*self.seen, *(card for row in self.rows for card in row)}
        seen.update(card for _, card in self.pending)
        _store(self, {"history": checked_history(turns, self.rules, held, seen, faults)})

    @property
    def to_choose(self) -> int | None:
        """The seat that has a choice of rows, or None."""
        return self.pending[0][0] if self.pending else None

    @property
    def options(self) -> tuple[int, ...]:
        """Rows that ``to_choose`` may choose; empty between turns."""
        if not self.pending:
            return ()
        return landing(self.rows, self.pending[0][1], self.rules).options

    def choose(self, row: int) -> tuple[Self, tuple[Placed, ...]]:
        """Settle the choice that is due, and place cards up to the next.

        Parameters
        ----------
        row : int
            One of ``options``.

        Returns
        -------
        Position or InformationSet
            What follows.
        placed : tuple of Placed
            What was placed, in order.

        Raises
        ------
        IllegalActionError
            If no choice is due, or the row is not an option.
        """
        if not self.pending:
            raise IllegalActionError(f"row {row!r} was chosen, but no choice is due")
        rows, first = place(self.rows, self.pending[0], row, self.rules)
        return self._advanced(rows, self.pending[1:], (first,))

    def with_history(self, turns: History) -> Self:
        """Return the same with other turns before it.

        Parameters
        ----------
        turns : iterable of PastTurn, or of (rows, plays)
            The latest turns, in order: the rows before each, and the card of each seat.

        Raises
        ------
        PositionError
            If these turns cannot have led here.
        """
        return type(self)(**{**self.__dict__, "history": turns})

    def canonical(self) -> Self:
        """Return the same with the rows in ascending order, for comparison."""
        return self._replaced(rows=tuple(sorted(self.rows)))

    def _advanced(
        self, rows: Rows, plays: Sequence[Play], before: tuple[Placed, ...] = (), **changes: Any
    ) -> tuple[Self, tuple[Placed, ...]]:
        """Place plays up to the first choice, and book what is taken; `before` was placed."""
        rows, pending, placed = advance(rows, plays, self.rules)
        placed = before + placed
        taken = list(self.taken)
        for event in placed:
            taken[event.seat] += event.heads
        swept = (card for event in placed for card in event.taken)
        after = self._replaced(
            rows=rows,
            pending=pending,
            taken=tuple(taken),
            seen=tuple(sorted((*self.seen, *swept))),
            **changes,
        )
        return after, placed

    def _replaced(self, **changes: Any) -> Self:
        """Return the same with other values, in stored form, that the rules led to: no checks."""
        twin = object.__new__(type(self))
        _store(twin, {**self.__dict__, **changes})
        return twin

    def _with_turn(self, plays: Iterable[Play]) -> tuple[PastTurn, ...]:
        """The history, once all seats have played."""
        return (*self.history, PastTurn(self.rows, tuple(card for _, card in plays)))

    def _expect_no_choice(self) -> None:
        if self.pending:
            raise IllegalActionError(f"seat {self.to_choose} has a row to choose first")

    def __str__(self) -> str:
        from nimmt.notation import format_position

        return format_position(self)  # type: ignore[arg-type]


@dataclass(frozen=True, init=False)
class Position(_Round):
    """A round between two turns, or at a choice of rows, with every hand known.

    Attributes
    ----------
    rows : tuple of tuple of int
        The cards of each row, left to right; the order of the rows is kept.
    hands : tuple of tuple of int
        The cards of each seat, ascending; as many for each.
    rules : Rules
        The rules; ``rules.players`` is the number of hands.
    seen : tuple of int
        Cards that were played and swept away in this round, ascending; leaving some out is allowed.
    pending : tuple of (int, int)
        Plays of this turn, (seat, card), revealed and still to be placed, lowest card first.  Its
        owner has a choice of rows; other positions have none.
    taken : tuple of int
        Bull heads that each seat has taken in this round.
    scores : tuple of int
        Bull heads of each seat from the rounds before.
    history : tuple of PastTurn
        The latest turns of the round, as far as they are remembered; the last one may be that of
        the pending plays.  Positions that differ in nothing else are equal.

    Raises
    ------
    PositionError
        If such a position cannot be; its ``problems`` list everything that is wrong.

    Examples
    --------
    >>> position = Position([[4], [13], [40], [77]], [[5, 14], [20, 99]], Rules(players=2))
    >>> after, placed = position.play([5, 99])
    >>> after.rows
    ((4, 5), (13,), (40,), (77, 99))
    """

    rows: Rows
    hands: tuple[tuple[int, ...], ...]
    rules: Rules = field(default_factory=Rules)
    seen: tuple[int, ...] = ()
    pending: tuple[Play, ...] = ()
    taken: tuple[int, ...] = ()
    scores: tuple[int, ...] = ()
    history: tuple[PastTurn, ...] = field(default=(), compare=False, repr=False)

    # Lists and other series are welcome; what is stored are the tuples above.
    def __init__(
        self,
        rows: Iterable[Iterable[int]],
        hands: Iterable[Iterable[int]],
        rules: Rules | None = None,
        seen: Iterable[int] = (),
        pending: Pending = (),
        taken: Iterable[int] = (),
        scores: Iterable[int] = (),
        history: History = (),
    ) -> None:
        faults = Faults(rules or Rules())
        self._read(faults, rows, seen, pending, taken, scores)
        _store(self, {"hands": _read_hands(hands, faults)})
        self._read_history(faults, history, self.hand_size if self.hands else 0)
        faults.raise_if_any()

    @property
    def hand_size(self) -> int:
        """Cards that every seat holds."""
        return len(self.hands[0])

    @property
    def is_over(self) -> bool:
        """Whether the round is played out."""
        return not self.pending and self.hand_size == 0

    def play(self, cards: Plays) -> tuple[Position, tuple[Placed, ...]]:
        """Play a card of every hand, and place them up to the first choice.

        Parameters
        ----------
        cards : sequence of int, or mapping from seats to cards
            One card for each seat.

        Returns
        -------
        position : Position
            The position after it.
        placed : tuple of Placed
            What was placed, in order.

        Raises
        ------
        IllegalActionError
            If a choice of rows is due, or a seat does not hold its card.
        """
        self._expect_no_choice()
        plays = _as_plays(cards, self.hands)
        hands = tuple(
            tuple(card for card in hand if card != played)
            for hand, (_, played) in zip(self.hands, plays, strict=True)
        )
        return self._advanced(self.rows, plays, hands=hands, history=self._with_turn(plays))

    def information_set(self, seat: int, *, open_hands: bool = False) -> InformationSet:
        """Return what one seat knows.

        Parameters
        ----------
        seat : int
            Whose view.
        open_hands : bool
            Whether the seat knows the other hands, as in a logical game.

        Raises
        ------
        PositionError
            If there is no such seat.
        """
        faults = Faults(self.rules)
        faults.seat(seat)
        faults.raise_if_any()
        values = dict(self.__dict__)
        hands = values.pop("hands")
        values["seat"] = seat
        values["hand"] = hands[seat]
        values["known"] = tuple(
            hand if open_hands and other != seat else () for other, hand in enumerate(hands)
        )
        values["excluded"] = ((),) * self.rules.players
        view = object.__new__(InformationSet)
        _store(view, values)
        return view


@dataclass(frozen=True, init=False)
class InformationSet(_Round):
    """What one player knows of a round.

    Attributes
    ----------
    rows : tuple of tuple of int
        The cards of each row, left to right; the order of the rows is kept.
    hand : tuple of int
        The own cards, ascending.  Every other seat holds as many.
    rules : Rules
        The rules.
    seat : int
        The own seat.
    seen : tuple of int
        Cards that were played and swept away in this round, ascending.  Cards left out are taken
        for unseen (``unaccounted`` counts them).
    pending : tuple of (int, int)
        Plays of this turn, (seat, card), revealed and still to be placed, lowest card first; its
        owner has a choice of rows.
    known : tuple of tuple of int
        For each seat, cards that it certainly holds: all of them in a logical game.
    excluded : tuple of tuple of int
        For each seat, cards that it certainly does not hold.
    taken : tuple of int
        Bull heads that each seat has taken in this round.
    scores : tuple of int
        Bull heads of each seat from the rounds before.
    history : tuple of PastTurn
        The latest turns of the round, as far as they are remembered; the last one may be that of
        the pending plays.  Positions that differ in nothing else are equal.

    Raises
    ------
    PositionError
        If there can be no such view; its ``problems`` list everything that is wrong.

    Examples
    --------
    >>> view = InformationSet([[4], [13], [40], [77]], [5, 14], known={2: [55]})
    >>> view.hand_sizes, len(view.unseen), view.unaccounted
    ((2, 2, 2, 2), 97, 32)
    """

    rows: Rows
    hand: tuple[int, ...]
    rules: Rules = field(default_factory=Rules)
    seat: int = 0
    seen: tuple[int, ...] = ()
    pending: tuple[Play, ...] = ()
    known: tuple[tuple[int, ...], ...] = ()
    excluded: tuple[tuple[int, ...], ...] = ()
    taken: tuple[int, ...] = ()
    scores: tuple[int, ...] = ()
    history: tuple[PastTurn, ...] = field(default=(), compare=False, repr=False)

    def __init__(
        self,
        rows: Iterable[Iterable[int]],
        hand: Iterable[int],
        rules: Rules | None = None,
        seat: int = 0,
        seen: Iterable[int] = (),
        pending: Pending = (),
        known: BySeat = (),
        excluded: BySeat = (),
        taken: Iterable[int] = (),
        scores: Iterable[int] = (),
        history: History = (),
    ) -> None:
        faults = Faults(rules or Rules())
        self._read(faults, rows, seen, pending, taken, scores)
        _store(
            self,
            {
                "hand": faults.card_set(hand, "the own hand"),
                "seat": faults.seat(seat),
                "known": faults.by_seat(known, "known cards"),
                "excluded": faults.by_seat(excluded, "excluded cards"),
            },
        )
        faults.hand_size(self.hand_size, "the own hand")
        self._read_history(faults, history, self.hand_size)
        self._check_knowledge(faults)
        faults.raise_if_any()

    def _check_knowledge(self, faults: Faults) -> None:
        """Check what is known of hands against the hand size, the set and itself."""
        size = len(self.hand)
        for seat, cards in enumerate(self.known):
            if seat == self.seat:
                if not set(cards) <= set(self.hand):
                    strange = sorted(set(cards) - set(self.hand))
                    faults.add(
                        Defect.KNOWLEDGE, strange, f"the own seat {seat} does not hold {strange}"
                    )
                continue
            faults.place_once(cards, f"the hand of seat {seat}")
            if len(cards) > size:
                faults.add(
                    Defect.HAND_SIZES,
                    cards,
                    f"seat {seat} is known to hold {len(cards)} cards {list(cards)}, but every "
                    f"hand has {size}",
                )
        for seat, cards in enumerate(self.excluded):
            both = sorted(set(cards) & set(self.hand if seat == self.seat else self.known[seat]))
            if both:
                faults.add(
                    Defect.KNOWLEDGE, both, f"seat {seat} is said to hold and not to hold {both}"
                )
        if faults.problems:
            return
        hidden = sum(self._open_slots)
        if hidden > len(self.unseen):
            faults.add(
                Defect.TOO_MANY_CARDS,
                hidden,
                f"the other hands have {hidden} cards that are not known, but the set "
                f"1..{self.rules.top_card} has only {len(self.unseen)} left",
            )
        elif any(self.excluded) and not self._can_be_dealt():
            faults.add(
                Defect.KNOWLEDGE,
                self.excluded,
                f"no deal fits: with {list(map(len, self.excluded))} cards excluded by seat, some "
                "hand cannot be filled",
            )

    @property
    def _open_slots(self) -> tuple[int, ...]:
        """Cards of each seat that are not known."""
        size = len(self.hand)
        return tuple(
            0 if seat == self.seat else size - len(cards) for seat, cards in enumerate(self.known)
        )

    def _can_be_dealt(self) -> bool:
        """Whether the hands can be filled: a matching of their places to cards (Kuhn 1955)."""
        places = [seat for seat, slots in enumerate(self._open_slots) for _ in range(slots)]
        cards_of = [
            [card for card in self.unseen if card not in self.excluded[seat]] for seat in places
        ]
        place_of: dict[int, int] = {}

        def fill(index: int, tried: set[int]) -> bool:
            for card in cards_of[index]:
                if card not in tried:
                    tried.add(card)
                    if card not in place_of or fill(place_of[card], tried):
                        place_of[card] = index
                        return True
            return False

        return all(fill(index, set()) for index in range(len(places)))

    @property
    def hand_size(self) -> int:
        """Cards that every seat holds."""
        return len(self.hand)

    @property
    def hand_sizes(self) -> tuple[int, ...]:
        """Cards that each seat holds."""
        return (self.hand_size,) * self.rules.players

    @property
    def unseen(self) -> tuple[int, ...]:
        """Cards whose place is not known; in other hands, out of play, or swept and left out."""
        places = (*self.rows, *self.known, self.hand, self.seen)
        visible = {card for place_ in places for card in place_}
        visible.update(card for _, card in self.pending)
        return tuple(card for card in self.rules.cards if card not in visible)

    @property
    def unaccounted(self) -> int:
        """Cards that have been played by now, less those in the rows, seen or to be placed.

        Positive when seen cards were left out; negative when the rows hold more cards than can
        have been played, as in a composed position.
        """
        rules = self.rules
        played = rules.rows + rules.players * (rules.hand_size - self.hand_size)
        return played - sum(map(len, self.rows)) - len(self.seen) - len(self.pending)

    def possible_cards(self, seat: int) -> tuple[int, ...]:
        """Cards that a seat may hold."""
        if seat == self.seat:
            return self.hand
        certain = self.known[seat]
        if len(certain) == self.hand_size:
            return certain
        excluded = self.excluded[seat]
        return (*certain, *(card for card in self.unseen if card not in excluded))

    @property
    def hands_known(self) -> bool:
        """Whether what is known leaves one deal only."""
        return self._only_hands() is not None

    def _only_hands(self) -> list[tuple[int, ...]] | None:
        # If one deal fits, some hand has as many places as there are cards for it (else cards
        # could change places in a circle), and so on without that hand.
        hands = [self.hand if seat == self.seat else cards for seat, cards in enumerate(self.known)]
        left = set(self.unseen)
        open_slots = {seat: count for seat, count in enumerate(self._open_slots) if count}
        while open_slots:
            possible = {seat: left.difference(self.excluded[seat]) for seat in open_slots}
            only = [seat for seat, cards in possible.items() if len(cards) == open_slots[seat]]
            if not only:
                return None
            hands[only[0]] = (*hands[only[0]], *possible[only[0]])
            left -= possible[only[0]]
            del open_slots[only[0]]
        return hands

    def reveal(self, plays: Plays) -> tuple[InformationSet, tuple[Placed, ...]]:
        """Follow a turn: the cards that all seats played, placed up to the first choice.

        Parameters
        ----------
        plays : sequence of int, or mapping from seats to cards
            One card for each seat.

        Returns
        -------
        view : InformationSet
            What the player knows after it.
        placed : tuple of Placed
            What was placed, in order.

        Raises
        ------
        IllegalActionError
            If a choice of rows is due, or what is known rules out a play.
        """
        self._expect_no_choice()
        possible = [self.possible_cards(seat) for seat in range(self.rules.players)]
        checked = _as_plays(plays, possible)
        known = tuple(
            tuple(card for card in cards if card != played)
            for cards, (_, played) in zip(self.known, checked, strict=True)
        )
        own = checked[self.seat][1]
        hand = tuple(card for card in self.hand if card != own)
        history = self._with_turn(checked)
        view, placed = self._advanced(self.rows, checked, hand=hand, known=known, history=history)
        try:
            return replace(view), placed  # checked: these plays may not fit what was known
        except PositionError as error:
            raise IllegalActionError(f"what is known rules these plays out: {error}") from None

    def position(self) -> Position:
        """Return the position, if only one is possible.

        Raises
        ------
        NimmtError
            If the hands are not known.
        """
        hands = self._only_hands()
        if hands is None:
            raise NimmtError(
                f"the hands are not known: {sum(self._open_slots)} cards of other hands may be "
                f"any of {len(self.unseen)}"
            )
        return self._with_hands(hands)

    def dealer(self) -> _deals.Dealer:
        """Return the kernel's source of deals that respect everything known."""
        known = [self.hand if seat == self.seat else cards for seat, cards in enumerate(self.known)]
        excluded = [() if seat == self.seat else cards for seat, cards in enumerate(self.excluded)]
        return _deals.Dealer(known, self.unseen, self.hand_size, excluded)

    def determinizations(self, count: int, rng: RNG = None) -> list[Position]:
        """Draw positions that this view allows, every one of them equally likely.

        Parameters
        ----------
        count : int
            How many.
        rng : int, SeedSequence, Generator or None
            Source of randomness.

        Raises
        ------
        LimitError
            If the count is not an integer of 0 or more, or the source of randomness is none.
        DealError
            If what is known fits so few deals that none is found by drawing.
        """
        deals = checked_integer(count, "count", 0)
        generator = block_generator(seed_of(rng), 0)
        dealer = self.dealer()
        with drawing():
            dealt = dealer.deals(generator, deals)
        return [self._with_hands(deal.tolist()) for deal in dealt]

    def _with_hands(self, hands: Iterable[Iterable[int]]) -> Position:
        return Position(
            self.rows,
            hands,
            self.rules,
            self.seen,
            self.pending,
            self.taken,
            self.scores,
            self.history,
        )


def _store(instance: object, values: dict[str, Any]) -> None:
    for name, value in values.items():
        object.__setattr__(instance, name, value)


def _read_hands(hands: Any, faults: Faults) -> tuple[tuple[int, ...], ...]:
    """Read the hands of a position, all of the same size."""
    if isinstance(hands, str | bytes) or not isinstance(hands, Iterable):
        faults.add(Defect.HAND_COUNT, hands, f"hands {hands!r} are not a series of hands")
        return ()
    read = tuple(
        faults.card_set(hand, f"the hand of seat {seat}") for seat, hand in enumerate(hands)
    )
    if len(read) != faults.rules.players:
        faults.add(
            Defect.HAND_COUNT,
            len(read),
            f"there are {len(read)} hands, {faults.rules.players} expected",
        )
    sizes = [len(hand) for hand in read]
    if len(set(sizes)) > 1:
        faults.add(
            Defect.HAND_SIZES, sizes, f"the hands have {sizes} cards; all should have as many"
        )
    for seat, size in enumerate(sizes):
        faults.hand_size(size, f"the hand of seat {seat}")
    return read


def _as_plays(plays: Plays, hands: Sequence[tuple[int, ...]]) -> list[Play]:
    """Check that every seat plays a card it holds, and no two seats the same."""
    cards: Sequence[object]
    if isinstance(plays, Mapping):
        if set(plays) != set(range(len(hands))):
            raise IllegalActionError(
                f"seats {list(plays)} played, each of 0..{len(hands) - 1} was expected"
            )
        cards = [plays[seat] for seat in range(len(hands))]
    else:
        cards = plays
    if len(cards) != len(hands):
        raise IllegalActionError(
            f"{len(cards)} cards were played, one of each of {len(hands)} hands was expected"
        )
    checked: list[Play] = []
    for seat, (value, hand) in enumerate(zip(cards, hands, strict=True)):
        card = as_card(value)
        if card is None or card not in hand:
            raise IllegalActionError(
                f"seat {seat} cannot play {value!r}: one of {_listed(hand)} was expected"
            )
        if any(card == before for _, before in checked):
            raise IllegalActionError(f"seat {seat} cannot play {card}: another seat played it")
        checked.append((seat, card))
    return checked


def _listed(hand: tuple[int, ...]) -> str:
    """List a hand; of an unknown one, say only how many cards it may be."""
    if len(hand) > _rules.LIMITS["hand"]:
        return f"{len(hand)} other cards"
    return " ".join(map(str, hand)) or "no cards"
