"""Blocks of simulated rounds, reduced to integer statistics.

Everybody plays uniformly at random, and settles a choice of rows by what is cheapest now.  A
uniformly random order of a hand is a uniformly random way to play it, so a deal is a whole round.
"""

cimport cython
import numpy as np

from libc.stdint cimport int64_t
from libc.string cimport memcpy, memset

from nimmt_core cimport _types
from nimmt_core._deals cimport Dealer, check_deal
from nimmt_core._rng cimport bitgen_of, shuffle_first
from nimmt_core._rules cimport (
    HEADS, join_row, landing, load_table, place_plays, sort_plays, start_row,
)
from nimmt_core._types cimport (
    BY_INDEX, BY_LOWEST_END, Hand, MAX_CARD, MAX_HEADS, MAX_PLAYERS, NO_ROW,
    SEAT_BITS, Table, TieBreak,
)
from numpy.random cimport bitgen_t

HEADS_BINS = _types.MAX_HEADS

cdef enum Objective:
    OWN = 0
    RELATIVE = 1
    RANK = 2

OBJECTIVES = ("own", "relative", "rank")


cdef inline int own_value(
    Objective objective, const int* taken, const int* before, int players, int seat
) noexcept nogil:
    """The objective as an integer: smaller is better.

    RELATIVE is (players - 1) times the difference to the others' mean, from now on; RANK counts
    the players with fewer bull heads in the whole round, and one.
    """
    cdef int other, value
    if objective == OWN:
        return taken[seat]
    if objective == RELATIVE:
        value = taken[seat] * players
        for other in range(players):
            value -= taken[other]
        return value
    value = 1
    for other in range(players):
        if taken[other] + before[other] < taken[seat] + before[seat]:
            value += 1
    return value


cdef inline void play_turns(
    Table* table, const Hand* hands, int players, int first, int last, int* taken,
    TieBreak tie_break
) noexcept nogil:
    """Play the hands in their order, from turn `first` to before `last`."""
    cdef int plays[MAX_PLAYERS]
    cdef int seat, turn
    for turn in range(first, last):
        for seat in range(players):
            plays[seat] = hands[seat][turn] << SEAT_BITS | seat
        sort_plays(plays, players)
        place_plays(table, plays, players, taken, tie_break)


@cython.final
cdef class Playouts:
    """Playouts of every candidate of one decision, on the same deals.

    Parameters
    ----------
    rows : sequence of sequences of int
        The rows' cards, left to right.
    capacity, professional : int, bool
        Row capacity and placement rule.
    dealer : Dealer
        Deals the hands, the decision maker's own among them (all of it known).
    seat : int
        Who decides.
    candidates : sequence of int
        Cards of the hand; or, where plays are pending, rows for the first pending card.
    pending : sequence of (int, int)
        (seat, card) still to be placed this turn, ascending by card.
    before : sequence of int
        Bull heads that each seat has taken in this round.
    objective : int
        Index into ``OBJECTIVES``.
    """

    cdef Table table
    cdef Dealer dealer
    cdef int seat
    cdef int candidates[MAX_CARD]
    cdef int candidate_count
    cdef int pending[MAX_PLAYERS]
    cdef int pending_count
    cdef bint starts_row
    cdef int before[MAX_PLAYERS]
    cdef Objective objective

    def __init__(
        self, rows, int capacity, bint professional, Dealer dealer not None, int seat,
        candidates, pending, before, int objective,
    ):
        cdef int i, pending_seat, card
        load_table(&self.table, rows, capacity, professional)
        if not (
            0 <= seat < dealer.players == len(before)
            and len(candidates) <= _types.MAX_CARD
            and len(pending) <= dealer.players
            and 0 <= objective < len(OBJECTIVES)
        ):
            raise ValueError("no such seat or objective, or too many candidates or pending plays")
        self.dealer = dealer
        self.seat = seat
        self.candidate_count = len(candidates)
        for i, card in enumerate(candidates):
            self.candidates[i] = card
        self.pending_count = len(pending)
        for i, (pending_seat, card) in enumerate(pending):
            self.pending[i] = card << SEAT_BITS | pending_seat
        self.starts_row = (
            self.pending_count > 0
            and landing(&self.table, self.pending[0] >> SEAT_BITS).row == NO_ROW
        )
        for i in range(dealer.players):
            self.before[i] = before[i]
        self.objective = <Objective>objective

    cdef void _first_turn(
        self, Table* table, const Hand* hands, int candidate, int* taken
    ) noexcept nogil:
        """What is left of the turn that the candidate decides."""
        cdef int plays[MAX_PLAYERS]
        cdef int seat, card
        if self.pending_count:
            card = self.pending[0] >> SEAT_BITS
            if self.starts_row:
                taken[self.seat] += start_row(table, candidate, card)
            else:
                taken[self.seat] += join_row(table, candidate, card)
            place_plays(table, &self.pending[1], self.pending_count - 1, taken, BY_INDEX)
            return
        for seat in range(self.dealer.players):
            card = candidate if seat == self.seat else hands[seat][0]
            plays[seat] = card << SEAT_BITS | seat
        sort_plays(plays, self.dealer.players)
        place_plays(table, plays, self.dealer.players, taken, BY_INDEX)

    cdef void _lead_with(self, Hand* hands, const int* dealt, int candidate) noexcept nogil:
        """Let the candidate come first and the other own cards in the order of the deal.

        That order is the same for every candidate: whatever one changed would lead the next.
        """
        cdef int* own = hands[self.seat]
        cdef int i
        cdef int place = 1
        own[0] = candidate
        for i in range(self.dealer.hand_size):
            if dealt[i] != candidate:
                own[place] = dealt[i]
                place += 1

    cdef int _play(
        self, Hand* hands, const int* dealt, int candidate, int* turn_heads, int* round_heads
    ) noexcept nogil:
        """One playout; returns the value, and the own bull heads of this turn and to the end.

        `dealt` is the own hand in the order of the deal.
        """
        cdef Table table = self.table
        cdef int taken[MAX_PLAYERS]
        cdef int next_turn = 0
        memset(taken, 0, sizeof(taken))
        if not self.pending_count:
            self._lead_with(hands, dealt, candidate)
            next_turn = 1
        self._first_turn(&table, hands, candidate, taken)
        turn_heads[0] = taken[self.seat]
        play_turns(
            &table, hands, self.dealer.players, next_turn, self.dealer.hand_size, taken, BY_INDEX
        )
        round_heads[0] = taken[self.seat]
        return own_value(self.objective, taken, self.before, self.dealer.players, self.seat)

    def run(self, bit_generator, int deals):
        """Play every candidate on each of some deals.

        Parameters
        ----------
        bit_generator : numpy.random.BitGenerator
            Source of randomness, used by this call alone while it runs.
        deals : int
            How many.

        Returns
        -------
        turn : ndarray of int64, shape (candidates, HEADS_BINS)
            How often each number of bull heads was taken this turn.
        rest : ndarray of int64, shape (candidates, HEADS_BINS)
            The same from now to the end of the round.
        values : ndarray of int64, shape (candidates,)
            Sums of the objective, as an integer (see ``own_value``).
        products : ndarray of int64, shape (candidates, candidates)
            Sums of products of the objective on the same deal; upper triangle.

        Raises
        ------
        DealError
            If no deal that fits was found.
        """
        cdef bitgen_t* source = bitgen_of(bit_generator)
        cdef int pool[MAX_CARD]
        cdef Hand hands[MAX_PLAYERS]
        cdef Hand dealt
        cdef int outcome[MAX_CARD]
        cdef int count = self.candidate_count
        cdef int _deal, i, j, turn_heads, round_heads
        cdef int status = 0
        turn_counts = np.zeros((count, MAX_HEADS), dtype=np.int64)
        rest_counts = np.zeros((count, MAX_HEADS), dtype=np.int64)
        value_sums = np.zeros(count, dtype=np.int64)
        product_sums = np.zeros((count, count), dtype=np.int64)
        cdef int64_t[:, ::1] turn = turn_counts
        cdef int64_t[:, ::1] rest = rest_counts
        cdef int64_t[::1] values = value_sums
        cdef int64_t[:, ::1] products = product_sums
        with nogil:
            self.dealer.load_pool(pool)
            for _deal in range(deals):
                status = self.dealer.deal(source, pool, hands)
                if status < 0:
                    break
                memcpy(dealt, hands[self.seat], sizeof(Hand))
                for i in range(count):
                    outcome[i] = self._play(
                        hands, dealt, self.candidates[i], &turn_heads, &round_heads
                    )
                    turn[i, turn_heads] += 1
                    rest[i, round_heads] += 1
                    values[i] += outcome[i]
                    for j in range(i + 1):
                        products[j, i] += <int64_t>outcome[j] * outcome[i]
        check_deal(status)
        return turn_counts, rest_counts, value_sums, product_sums


def random_rounds(
    bit_generator, int rounds, int players, int hand_size, int rows, int capacity, int top_card,
    bint professional, bint lowest_end=False,
):
    """Deal and play whole rounds at random.

    Parameters
    ----------
    bit_generator : numpy.random.BitGenerator
        Source of randomness, used by this call alone while it runs.
    rounds : int
        How many.
    players, hand_size, rows, capacity, top_card, professional
        The rules; the cards are 1..top_card.
    lowest_end : bool
        Settle equally cheap rows by the lowest row end instead of the row index.

    Returns
    -------
    ndarray of int64, shape (players, HEADS_BINS)
        How often each seat took each number of bull heads.
    """
    cdef bitgen_t* source = bitgen_of(bit_generator)
    cdef TieBreak tie_break = BY_LOWEST_END if lowest_end else BY_INDEX
    cdef int deck[MAX_CARD]
    cdef Hand hands[MAX_PLAYERS]
    cdef int taken[MAX_PLAYERS]
    cdef Table table
    cdef int _round, card, seat, row, turn, next_card
    if not (
        1 <= players <= _types.MAX_PLAYERS
        and 0 <= hand_size <= _types.MAX_HAND
        and 1 <= rows <= _types.MAX_ROWS
        and players * hand_size + rows <= top_card <= _types.MAX_CARD
    ):
        raise ValueError(
            f"{players} hands of {hand_size} and {rows} rows of {top_card} cards are not what the "
            "kernel is built for"
        )
    totals = np.zeros((players, MAX_HEADS), dtype=np.int64)
    cdef int64_t[:, ::1] out = totals
    table.rows = rows
    table.capacity = capacity
    table.professional = professional
    with nogil:
        for card in range(top_card):
            deck[card] = card + 1
        for _round in range(rounds):
            shuffle_first(source, deck, top_card, players * hand_size + rows)
            next_card = rows
            for row in range(rows):
                table.left[row] = deck[row]
                table.right[row] = deck[row]
                table.length[row] = 1
                table.heads[row] = HEADS[deck[row]]
            for seat in range(players):
                taken[seat] = 0
                for turn in range(hand_size):
                    hands[seat][turn] = deck[next_card]
                    next_card += 1
            play_turns(&table, hands, players, 0, hand_size, taken, tie_break)
            for seat in range(players):
                out[seat, taken[seat]] += 1
    return totals
