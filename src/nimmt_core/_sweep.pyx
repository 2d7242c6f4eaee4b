"""One turn under standard placement: what each card may cost, and how likely, by sweeps.

Cards are placed in ascending order, so all cards between two row ends join the row at the lower
one.  What a card costs therefore depends on nothing but the cards played between the end of its
row and itself: how many they are, and the bull heads of those that lie in the row by then.  One
sweep over these cards in ascending order finds the chance of every such state.  Two things change
the rows of a card: the lowest card played, if it is below every end, takes a row, whose cards then
go to the next lower one; and it starts a row of its own, which is like a full row with an end at 0
that costs what the row taken costs.
"""

cimport cython
from cpython.exc cimport PyErr_CheckSignals

import numpy as np

from nimmt_core cimport _types
from nimmt_core._others cimport ALLOWED, BELOW_ALL, FORBIDDEN, NOBODY, Others, Zone
from nimmt_core._rules cimport HEADS, cheapest_row, load_table
from nimmt_core._types cimport BY_INDEX, MAX_CARD, MAX_HEADS, MAX_ROWS, Table


# The rows by ascending end; row 0 is what the lowest card starts.
cdef struct Ends:
    int rows
    int capacity
    int end[MAX_ROWS + 2]
    int length[MAX_ROWS + 1]
    int heads[MAX_ROWS + 1]
    int cheapest


cdef void sort_ends(const Table* table, Ends* ends) noexcept nogil:
    cdef int row, place
    cdef int taken = cheapest_row(table, BY_INDEX)
    ends.rows = table.rows
    ends.capacity = table.capacity
    ends.end[0] = 0
    ends.length[0] = table.capacity
    ends.heads[0] = table.heads[taken]
    for row in range(table.rows):
        place = row + 1
        while place > 1 and ends.end[place - 1] > table.right[row]:
            ends.end[place] = ends.end[place - 1]
            ends.length[place] = ends.length[place - 1]
            ends.heads[place] = ends.heads[place - 1]
            place -= 1
        ends.end[place] = table.right[row]
        ends.length[place] = table.length[row]
        ends.heads[place] = table.heads[row]
    ends.end[table.rows + 1] = MAX_CARD + 1
    for place in range(1, table.rows + 1):
        if ends.end[place] == table.right[taken]:
            ends.cheapest = place


# What is known of a card that is being judged.
cdef struct Cost:
    double chances[MAX_HEADS]
    int least
    int most


cdef inline void note_cost(Cost* cost, int heads, double ways, double likely) noexcept nogil:
    """A cost that is possible if there are `ways` to it, and how `likely` each way is."""
    if ways > 0.0:
        cost.chances[heads] += ways * likely
        cost.least = min(cost.least, heads)
        cost.most = max(cost.most, heads)


@cython.final
cdef class Sweep:
    """The cards that join one row, in ascending order.

    `chance[mask, vector, heads]` is the number of ways to have played cards with that mask and
    vector between the row's end and here, of which those in the row since it was last taken have
    so many bull heads.
    """

    cdef Others others
    cdef int stride
    cdef double[:, :, ::1] ways
    cdef int[:, ::1] most
    cdef Ends ends

    def __init__(self, Others others, int stride):
        self.others = others
        self.stride = stride
        self.ways = np.zeros((others.masks, others.vectors, stride))
        self.most = np.full((others.masks, others.vectors), -1, dtype=np.intc)

    cdef void clear(self) noexcept nogil:
        """Nothing has been played."""
        cdef int mask, vector, heads
        for mask in range(self.others.masks):
            for vector in range(self.others.vectors):
                for heads in range(self.most[mask, vector] + 1):
                    self.ways[mask, vector, heads] = 0.0
                self.most[mask, vector] = -1

    cdef inline bint takes(self, int row, int before) noexcept nogil:
        """Whether a card that so many cards precede in its row takes it."""
        before -= self.ends.capacity - self.ends.length[row]
        return before >= 0 and before % self.ends.capacity == 0

    cdef void play(self, int row, int card) noexcept nogil:
        """Let the card be played, or not."""
        cdef int kind = self.others.kind[card]
        cdef int mask, vector, after
        for mask in range(self.others.masks):
            if kind < self.others.named:
                if mask >> kind & 1:
                    continue
                for vector in range(self.others.vectors):
                    if self.most[mask, vector] >= 0:
                        self._join(row, card, mask, vector, mask | 1 << kind, vector)
                continue
            # From many cards to few, so that no way plays the card twice; some seat has to be left.
            after = self.others.first[self.others.seats - self.others.sizes[mask]]
            for vector in range(after - 1, -1, -1):
                if self.most[mask, vector] >= 0:
                    after = self.others.after[kind - self.others.named, vector]
                    if after >= 0:
                        self._join(row, card, mask, vector, mask, after)

    cdef inline void _join(
        self, int row, int card, int mask, int vector, int new_mask, int new_vector
    ) noexcept nogil:
        """Lay the card in the row, after what has been played."""
        cdef int most = self.most[mask, vector]
        cdef int heads
        cdef double* before = &self.ways[mask, vector, 0]
        cdef double* after = &self.ways[new_mask, new_vector, HEADS[card]]
        if self.takes(row, self.others.sizes[mask] + self.others.totals[vector]):
            for heads in range(most + 1):
                after[0] += before[heads]
            most = 0
        else:
            for heads in range(most + 1):
                after[heads] += before[heads]
        most += HEADS[card]
        self.most[new_mask, new_vector] = max(self.most[new_mask, new_vector], most)

    cdef int judge(self, int row, int card, Cost* cost) except -1 nogil:
        """Judge the own card `card`, which would join the row now.

        The row is the own one, or the next lower one, whose turn it is if the own one is taken.
        """
        cdef Ends* ends = &self.ends
        cdef Zone zone[MAX_CARD + 1]
        cdef int other, mask, left, vector, heads, before, base, most
        cdef double possible, likely, all_ways
        cdef double* ways
        cdef bint own = card < ends.end[row + 1]
        cdef bint taken = ends.cheapest == (row if own else row + 1)
        for other in range(MAX_CARD + 1):
            if ends.end[row] < other <= card:
                zone[other] = FORBIDDEN
            else:
                zone[other] = BELOW_ALL if other < ends.end[1] and row else ALLOWED
        self.others.weigh(zone)
        for mask in range(self.others.masks):
            left = self.others.seats - self.others.sizes[mask]
            for vector in range(self.others.first[left + 1]):
                before = self.others.sizes[mask] + self.others.totals[vector]
                if row == 0:
                    possible = self.others.without[mask, vector]
                    likely = possible if own or taken else 0.0
                elif own:
                    possible = likely = self.others.without[mask, vector]
                    if not taken:
                        likely += self.others.with_below[mask, vector]
                    if ends.rows > 1:
                        possible += self.others.with_below[mask, vector]
                else:
                    possible = self.others.with_below[mask, vector]
                    likely = possible if taken else 0.0
                if possible == 0.0:
                    continue
                ways = &self.ways[mask, vector, 0]
                most = self.most[mask, vector]
                if not self.takes(row, before):
                    all_ways = 0.0
                    for heads in range(most + 1):
                        all_ways += ways[heads]
                    note_cost(cost, 0, all_ways, likely)
                    continue
                # The first to take it takes what lay there before, too.
                base = 0
                if before == ends.capacity - ends.length[row]:
                    base = ends.heads[row]
                for heads in range(most + 1):
                    note_cost(cost, base + heads, ways[heads], likely)
        return 0


def most_heads(cards, int capacity):
    """The most bull heads that so many of the cards can have."""
    return sum(sorted([HEADS[card] for card in cards], reverse=True)[:capacity])


def swept_risk(rows, int capacity, Others others, own):
    """Judge every own card.

    Parameters
    ----------
    rows : sequence of sequences of int
        The rows' cards, left to right.
    capacity : int
        Row capacity.
    others : Others
        What the other seats may play.
    own : sequence of int
        The own cards, ascending.

    Returns
    -------
    chances : ndarray of float64, shape (own cards, MAX_HEADS)
        How likely each number of bull heads is.
    bounds : list of (int, int)
        The least and the most bull heads.
    """
    cdef Table table
    cdef Cost costs[MAX_CARD]
    cdef int row, card, heads, i
    cdef int count = len(own)
    playable = [card for card in range(1, _types.MAX_CARD + 1) if others.kind[card] != NOBODY]
    cdef Sweep sweep = Sweep(others, 1 + most_heads(playable, capacity))
    cdef int own_cards[MAX_CARD]
    load_table(&table, rows, capacity, False)
    sort_ends(&table, &sweep.ends)
    for i, card in enumerate(own):
        own_cards[i] = card
        for heads in range(_types.MAX_HEADS):
            costs[i].chances[heads] = 0.0
        costs[i].least = MAX_HEADS
        costs[i].most = 0
    with nogil:
        for row in range(table.rows + 1):
            sweep_row(sweep, row, own_cards, count, costs)
    chances = np.zeros((count, _types.MAX_HEADS))
    for i in range(count):
        for heads in range(_types.MAX_HEADS):
            chances[i, heads] = costs[i].chances[heads]
    return chances, [(costs[i].least, costs[i].most) for i in range(count)]


cdef int sweep_row(
    Sweep sweep, int row, const int* own, int count, Cost* costs
) except -1 nogil:
    """Sweep from the end of a row to the next but one: the next row may be taken."""
    cdef Ends* ends = &sweep.ends
    cdef int stop = ends.end[min(row + 2, ends.rows + 1)]
    cdef int card
    cdef int i = 0
    sweep.clear()
    sweep.ways[0, 0, 0] = 1.0
    sweep.most[0, 0] = 0
    for card in range(ends.end[row] + 1, stop):
        with gil:
            PyErr_CheckSignals()
        while i < count and own[i] < card:
            i += 1
        if row == 0 and card == ends.end[1]:
            # Beyond the lowest end, only if somebody was below it.
            sweep.ways[0, 0, 0] = 0.0
            sweep.most[0, 0] = -1
        if i < count and own[i] == card:
            sweep.judge(row, card, &costs[i])
        elif sweep.others.kind[card] != NOBODY:
            sweep.play(row, card)
    return 0
