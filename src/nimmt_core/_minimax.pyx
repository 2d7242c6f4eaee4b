"""The most and the least that a seat can be made to take, with every hand known.

In each turn the seat plays a card, the others answer it together, and every choice of rows is its
owner's.  Hostile others make the seat take as much as they can; friendly ones help it.
"""

cimport cython

from itertools import product

from libc.stdint cimport uint32_t
from libc.string cimport memcpy, memset

from nimmt_core._known cimport (
    Deal, Held, Key, Memory, Slot, Stake, Turn, Work, allocate, cost, count_node, find_slot, is_at,
    is_choice, key_of, load_deal, load_turn, options_of, place_at, place_of,
    play_of, release, stake_of,
)
from nimmt_core._rules cimport HEADS, landing, load_table, sort_plays
from nimmt_core._types cimport Landing, MAX_HAND, MAX_ROWS, SEAT_BITS, SEAT_MASK, Table

cdef enum:
    FAR = 1 << 24        # beyond every value
    FAILED = -(1 << 30)  # what functions return with an exception


cdef struct Search:
    Deal deal
    Stake stake
    bint hostile
    Memory memory
    Work work
    # The last joint play that refuted a card, by cards in hand: often refutes the next one too.
    Held refutation[MAX_HAND + 1]


cdef inline bint minimises(const Search* search, int seat) noexcept nogil:
    """Whether a seat wants the value small."""
    return seat == search.stake.seat or not search.hostile


cdef int heads_left(
    const Search* search, const Table* table, const uint32_t* held
) noexcept nogil:
    """Bull heads that can still be taken: each card is taken once at most."""
    cdef int total = 0
    cdef int row, seat, i
    for row in range(table.rows):
        total += table.heads[row]
    for seat in range(search.deal.players):
        for i in range(search.deal.hand_size):
            if held[seat] >> i & 1:
                total += HEADS[search.deal.cards[seat][i]]
    return total


cdef int place(
    Search* search, const Table* before, const Turn* turn, int first, int alpha, int beta
) except FAILED nogil:
    """Value of the round from the card in place `first` of a turn on, exact between the bounds."""
    cdef Table table = before[0]
    cdef Landing found
    cdef int taken = 0
    cdef int i, seat, card
    for i in range(first, turn.count):
        seat = turn.plays[i] & SEAT_MASK
        card = turn.plays[i] >> SEAT_BITS
        found = landing(&table, card)
        if is_choice(&table, found):
            return taken + choose(search, &table, turn, i, found, alpha - taken, beta - taken)
        taken += cost(&search.stake, seat, place_at(&table, found, max(found.row, 0), card))
    return taken + value_of(search, &table, turn.held, turn.cards, alpha - taken, beta - taken)


cdef int place_on(
    Search* search, const Table* before, const Turn* turn, int i, Landing found, int row,
    int alpha, int beta
) except FAILED nogil:
    """Value when the card in place `i` goes to a row of its owner's choice."""
    cdef Table table = before[0]
    cdef int heads = place_at(&table, found, row, turn.plays[i] >> SEAT_BITS)
    cdef int taken = cost(&search.stake, turn.plays[i] & SEAT_MASK, heads)
    return taken + place(search, &table, turn, i + 1, alpha - taken, beta - taken)


cdef int choose(
    Search* search, const Table* table, const Turn* turn, int i, Landing found,
    int alpha, int beta
) except FAILED nogil:
    """Value at a choice of rows: cheap rows first, since they are often best for their owner."""
    cdef int options[MAX_ROWS]
    cdef int count = options_of(table, found, options)
    cdef int j, k, row, value
    cdef bint low = minimises(search, turn.plays[i] & SEAT_MASK)
    cdef int best = FAR if low else -FAR
    for j in range(1, count):
        row = options[j]
        k = j
        while k > 0 and table.heads[options[k - 1]] > table.heads[row]:
            options[k] = options[k - 1]
            k -= 1
        options[k] = row
    for j in range(count):
        value = place_on(search, table, turn, i, found, options[j], alpha, beta)
        if low:
            best = min(best, value)
            beta = min(beta, best)
        else:
            best = max(best, value)
            alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


cdef int answer(
    Search* search, const Table* table, const uint32_t* held, int cards, Turn* turn, int seat,
    int alpha, int beta
) except FAILED nogil:
    """Value when the seats from `seat` on answer the plays before them."""
    cdef Turn complete
    cdef int best, value, i
    if seat == search.deal.players:
        count_node(&search.work)
        complete = turn[0]
        sort_plays(complete.plays, complete.count)
        return place(search, table, &complete, 0, alpha, beta)
    if seat == search.stake.seat:
        return answer(search, table, held, cards, turn, seat + 1, alpha, beta)
    best = -FAR if search.hostile else FAR
    for i in range(search.deal.hand_size):
        if not held[seat] >> i & 1:
            continue
        turn.plays[seat] = play_of(&search.deal, seat, i)
        turn.held[seat] = held[seat] ^ (<uint32_t>1 << i)
        value = answer(search, table, held, cards, turn, seat + 1, alpha, beta)
        if search.hostile:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            if search.hostile:
                memcpy(search.refutation[cards], turn.held, sizeof(Held))
            break
    return best


cdef int value_of_card(
    Search* search, const Table* table, const uint32_t* held, int cards, int card,
    int alpha, int beta
) except FAILED nogil:
    """Value when the seat plays a card, given by its place in the hand."""
    cdef Turn turn
    cdef uint32_t played
    cdef int seat, value
    cdef bint known = search.hostile and cards > 1
    turn.count = search.deal.players
    turn.cards = cards - 1
    for seat in range(search.deal.players):
        turn.held[seat] = search.refutation[cards][seat]
        played = held[seat] ^ turn.held[seat]
        if seat == search.stake.seat:
            played = <uint32_t>1 << card
            turn.held[seat] = held[seat] ^ played
        # Only if it takes one card from what is held now can it be played here.
        elif turn.held[seat] & ~held[seat] or played == 0 or played & (played - 1):
            known = False
            continue
        turn.plays[seat] = play_of(&search.deal, seat, place_of(played))
    if known:
        value = answer(
            search, table, held, cards, &turn, search.deal.players, alpha, beta
        )
        if value >= beta:
            return value
    return answer(search, table, held, cards, &turn, 0, alpha, beta)


cdef int value_of(
    Search* search, const Table* table, const uint32_t* held, int cards, int alpha, int beta
) except FAILED nogil:
    """Value of a position between two turns: exact between the bounds, else on their side."""
    cdef Key key
    cdef Slot* slot
    cdef int heads, low, high, value, i, j
    cdef int best = FAR
    cdef int first = -1
    cdef int best_card = 0
    if cards == 0:
        return 0
    if cards == 1:
        i = place_of(held[search.stake.seat])
        return value_of_card(search, table, held, cards, i, alpha, beta)
    key = key_of(table, &search.deal, held)
    slot = find_slot(&search.memory, &key, cards)
    if is_at(slot, &key):
        low = <int>slot.low
        high = <int>slot.high
        first = slot.best
    else:
        heads = heads_left(search, table, held)
        low = min(0, search.stake.other * heads)
        high = search.stake.own * heads
    if low >= beta or low == high:
        return low
    if high <= alpha:
        return high
    alpha = max(alpha, low)
    beta = min(beta, high)
    cdef int upper = beta
    for j in range(-1, search.deal.hand_size):
        i = first if j < 0 else j
        if i < 0 or j == first or not held[search.stake.seat] >> i & 1:
            continue
        value = value_of_card(search, table, held, cards, i, alpha, upper)
        if value < best:
            best = value
            best_card = i
        upper = min(upper, best)
        if upper <= alpha:
            break
    # The recursion may have replaced the slot.
    slot = find_slot(&search.memory, &key, cards)
    if best > alpha:
        low = best
    if best < beta:
        high = best
    slot.key = key
    slot.cards = cards
    slot.low = low
    slot.high = high
    slot.best = best_card
    return best


@cython.final
cdef class Minimax:
    """Values and lines of every action of one seat.

    Parameters
    ----------
    rows, hands : sequences of sequences of int
        The rows' cards, left to right; every seat's cards, as many each.
    pending : sequence of (int, int)
        Plays of this turn still to be placed, the first of them a choice of the seat; or none.
    capacity, professional : int, bool
        Row capacity and placement rule.
    seat : int
        Whose bull heads count.
    relative : bool
        Whether the others' mean is subtracted; values are (players - 1) times that difference.
    hostile : bool
        Whether the others make the value large or small.
    slots : int
        Positions to remember.
    budget : int
        Joint plays to try at most.
    """

    cdef Search search
    cdef Table table
    cdef Turn pending

    def __cinit__(self):
        self.search.memory.slots = NULL

    def __init__(
        self, rows, hands, pending, int capacity, bint professional, int seat, bint relative,
        bint hostile, Py_ssize_t slots, budget
    ):
        load_table(&self.table, rows, capacity, professional)
        load_deal(&self.search.deal, hands)
        load_turn(&self.pending, &self.search.deal, pending)
        self.search.stake = stake_of(seat, self.search.deal.players, relative)
        self.search.hostile = hostile
        self.search.work.nodes = 0
        self.search.work.budget = budget
        memset(self.search.refutation, 0, sizeof(self.search.refutation))
        release(&self.search.memory)
        allocate(&self.search.memory, slots)

    def __dealloc__(self):
        release(&self.search.memory)

    @property
    def nodes(self):
        """Joint plays tried so far."""
        return self.search.work.nodes

    def cancel(self):
        """Make what runs in another thread, and all after it, raise ``BudgetError`` soon."""
        self.search.work.budget = -1

    def value(self, int action):
        """Value of playing a card, by its place in the hand, or of choosing a row.

        Raises
        ------
        BudgetError
            If that takes more joint plays than are left.
        """
        return self._value_of_action(action, -FAR, FAR)

    def line(self, int action, int value):
        """A way to play on that has the value of the action.

        Returns the turns as (cards by seat, rows chosen); the first has no cards if a choice was
        due.
        """
        cdef Table table = self.table
        cdef Turn turn = self.pending
        turns = []
        if turn.count:
            turns.append(((), self._place_line(&table, &turn, action, &value)))
        while turn.cards > 0:
            if turns or self.pending.count:
                action = self._own_card(&table, &turn, value)
            cards = self._answer_line(&table, &turn, action, value)
            turns.append((cards, self._place_line(&table, &turn, -1, &value)))
        return turns

    cdef int _value_of_action(self, int action, int alpha, int beta) except FAILED:
        cdef int found
        cdef Landing due
        with nogil:
            if self.pending.count:
                due = landing(&self.table, self.pending.plays[0] >> SEAT_BITS)
                found = place_on(
                    &self.search, &self.table, &self.pending, 0, due, action, alpha, beta
                )
            else:
                found = value_of_card(
                    &self.search, &self.table, self.pending.held, self.pending.cards, action,
                    alpha, beta
                )
        return found

    cdef int _own_card(self, const Table* table, const Turn* turn, int value) except -1:
        """The place of a card of the seat that keeps the value."""
        cdef int i, found
        for i in range(self.search.deal.hand_size):
            if turn.held[self.search.stake.seat] >> i & 1:
                with nogil:
                    found = value_of_card(
                        &self.search, table, turn.held, turn.cards, i, value - 1, value + 1
                    )
                if found == value:
                    return i
        raise AssertionError("no card has the value of the position")

    cdef _answer_line(self, const Table* table, Turn* turn, int card, int value):
        """Complete the turn by plays of the others that keep the value; returns the cards."""
        cdef Deal* deal = &self.search.deal
        cdef Turn trial
        cdef int seat, i, found
        choices = [
            [card] if seat == self.search.stake.seat
            else [i for i in range(deal.hand_size) if turn.held[seat] >> i & 1]
            for seat in range(deal.players)
        ]
        for places in product(*choices):
            trial = turn[0]
            trial.count = deal.players
            trial.cards = turn.cards - 1
            for seat, i in enumerate(places):
                trial.plays[seat] = play_of(deal, seat, i)
                trial.held[seat] ^= <uint32_t>1 << i
            sort_plays(trial.plays, trial.count)
            with nogil:
                found = place(&self.search, table, &trial, 0, value - 1, value + 1)
            if found == value:
                turn[0] = trial
                return tuple([deal.cards[seat][i] for seat, i in enumerate(places)])
        raise AssertionError("no joint play has the value of the card")

    cdef _place_line(self, Table* table, Turn* turn, int first, int* value):
        """Place a turn by choices that keep the value; returns the rows chosen.

        A row `first` is chosen first if it is not -1.  The value is what is left of it.
        """
        cdef Landing found
        cdef int i, seat, card, row
        chosen = []
        for i in range(turn.count):
            seat = turn.plays[i] & SEAT_MASK
            card = turn.plays[i] >> SEAT_BITS
            found = landing(table, card)
            row = max(found.row, 0)
            if is_choice(table, found):
                row = first if first >= 0 else self._chosen_row(table, turn, i, found, value[0])
                first = -1
                chosen.append(row)
            value[0] -= cost(&self.search.stake, seat, place_at(table, found, row, card))
        return tuple(chosen)

    cdef int _chosen_row(
        self, const Table* table, const Turn* turn, int i, Landing found, int value
    ) except -1:
        """A row that keeps the value for the card in place `i`."""
        cdef int options[MAX_ROWS]
        cdef int j, reached
        for j in range(options_of(table, found, options)):
            with nogil:
                reached = place_on(
                    &self.search, table, turn, i, found, options[j], value - 1, value + 1
                )
            if reached == value:
                return options[j]
        raise AssertionError("no row has the value of the choice")
