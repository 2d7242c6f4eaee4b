"""One turn under either placement: what each card may cost, by merging turns that are alike.

The cards are gone through in ascending order; each may be played or not.  Two beginnings of a turn
are alike if the same seats have played, or seats that are alike by now, and the rows are the same
as far as a higher card can tell.  Of the rows whose right ends are below that card, only the
nearest can matter: nobody has a free choice any more.  The left end of a row that was joined there
is below it as well.  What is left of a beginning is a key of three words; beginnings with the same
key are counted together.

Every choice of the others is followed.  `likely` counts the ways in which all choices were the
cheapest; what was reached in any way is possible.
"""

cimport cython
from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport int32_t, int64_t, uint64_t
from libc.stdlib cimport free, malloc, realloc
from libc.string cimport memset

import numpy as np

from nimmt_core cimport _types
from nimmt_core._others cimport ALLOWED, FORBIDDEN, NOBODY, Others, Zone
from nimmt_core._rules cimport (
    cheaper_end, cheapest_row, join_cost, join_row, landing, load_table, start_row,
)
from nimmt_core._types cimport (
    BY_INDEX, Landing, MAX_CARD, MAX_HEADS, NO_ROW, Table,
)

cdef enum:
    FIRST_SLOTS = 1 << 12
    SIGNALS_EVERY = 1 << 16     # steps between looks for Ctrl-C (some hundredths of a second)
    FIELD_BITS = 16             # of a row in the key
    FIELD_MASK = (1 << FIELD_BITS) - 1
    FIELDS = 4                  # rows in a word
    HEADS_BITS = 8
    HEADS_MASK = (1 << HEADS_BITS) - 1
    AS_BEFORE = 0               # a row that is as it was at the start of the turn
    PASSED = FIELD_MASK         # a row that cannot matter any more
    CARD_BITS = 8
    MASK_BITS = 16

# A beginning of a turn: a field for each row; and the nearest row if it was changed, its right end,
# the mask and the vector.
cdef struct Beginning:
    uint64_t fields[2]
    uint64_t rest
    double likely
    double added        # to `likely`, once the card has been gone through


cdef inline int field_of(const Beginning* beginning, int row) noexcept nogil:
    return <int>(beginning.fields[row // FIELDS] >> row % FIELDS * FIELD_BITS & FIELD_MASK)


cdef inline int near_of(const Beginning* beginning) noexcept nogil:
    """The nearest row if it was changed, or NO_ROW."""
    return <int>(beginning.rest & HEADS_MASK) - 1


cdef inline int mask_of(const Beginning* beginning) noexcept nogil:
    return <int>(beginning.rest >> 2 * CARD_BITS & ((1 << MASK_BITS) - 1))


cdef inline int vector_of(const Beginning* beginning) noexcept nogil:
    return <int>(beginning.rest >> (2 * CARD_BITS + MASK_BITS))


cdef inline uint64_t mixed(const Beginning* beginning) noexcept nogil:
    """A hash of the key (the finaliser is that of SplitMix64)."""
    cdef uint64_t value = beginning.fields[0] * 0x9E3779B97F4A7C15u
    value = (value ^ value >> 29) + beginning.fields[1]
    value = (value ^ value >> 32) * 0xBF58476D1CE4E5B9u + beginning.rest
    value = (value ^ value >> 30) * 0xBF58476D1CE4E5B9u
    value = (value ^ value >> 27) * 0x94D049BB133111EBu
    return value ^ value >> 31


@cython.final
cdef class Turn:
    """All beginnings of a turn up to a card."""

    cdef Others others
    cdef Table table
    cdef Beginning* beginnings
    cdef int32_t* slots
    cdef int count
    cdef int room
    cdef int64_t steps
    cdef int64_t budget

    def __cinit__(self, Others others, int64_t budget):
        self.others = others
        self.budget = budget
        self.steps = 0
        self.count = 0
        self.room = FIRST_SLOTS // 2
        self.beginnings = <Beginning*>malloc(self.room * sizeof(Beginning))
        self.slots = <int32_t*>malloc(FIRST_SLOTS * sizeof(int32_t))
        if self.beginnings == NULL or self.slots == NULL:
            raise MemoryError
        memset(self.slots, 0xFF, FIRST_SLOTS * sizeof(int32_t))

    def __dealloc__(self):
        free(self.beginnings)
        free(self.slots)

    cdef void unpack(self, const Beginning* beginning, Table* table) noexcept nogil:
        """The rows, as far as a higher card can tell."""
        cdef int row, field
        cdef int near = near_of(beginning)
        table[0] = self.table
        for row in range(table.rows):
            field = field_of(beginning, row)
            if field == AS_BEFORE:
                continue
            table.left[row] = 0
            if field == PASSED:
                table.right[row] = 0
                continue
            table.length[row] = field >> HEADS_BITS
            table.heads[row] = field & HEADS_MASK
            if row == near:
                table.right[row] = <int>(beginning.rest >> CARD_BITS & HEADS_MASK)

    cdef void pack(
        self, const Table* table, int card, int mask, int vector, Beginning* packed
    ) noexcept nogil:
        """What a card above `card` can tell of the rows, and who has played."""
        cdef int row
        cdef int near = NO_ROW
        cdef uint64_t field
        cdef bint changed
        packed.fields[0] = 0
        packed.fields[1] = 0
        for row in range(table.rows):
            if table.right[row] <= card:
                if near == NO_ROW or table.right[row] > table.right[near]:
                    near = row
        packed.rest = <uint64_t>(mask | vector << MASK_BITS) << 2 * CARD_BITS
        for row in range(table.rows):
            changed = (
                table.left[row] != self.table.left[row]
                or table.right[row] != self.table.right[row]
            )
            if table.right[row] <= card and row != near:
                field = PASSED
            elif changed:
                field = table.length[row] << HEADS_BITS | table.heads[row]
            else:
                field = AS_BEFORE
            packed.fields[row // FIELDS] |= field << row % FIELDS * FIELD_BITS
        if near != NO_ROW and field_of(packed, near) != AS_BEFORE:
            packed.rest |= <uint64_t>(near + 1 | table.right[near] << CARD_BITS)

    cdef int add(self, const Beginning* found, double likely) except -1 nogil:
        """Count a beginning; a new one goes to the end."""
        cdef uint64_t last = 2 * <uint64_t>self.room - 1
        cdef uint64_t slot = mixed(found) & last
        cdef Beginning* known
        while self.slots[slot] >= 0:
            known = &self.beginnings[self.slots[slot]]
            if (
                known.fields[0] == found.fields[0]
                and known.fields[1] == found.fields[1]
                and known.rest == found.rest
            ):
                known.added += likely
                return 0
            slot = (slot + 1) & last
        if self.count == self.room:
            self.grow()
            return self.add(found, likely)
        self.slots[slot] = self.count
        self.beginnings[self.count] = found[0]
        self.beginnings[self.count].likely = 0.0
        self.beginnings[self.count].added = likely
        self.count += 1
        return 0

    cdef int grow(self) except -1 nogil:
        """Make room for twice as many; there are two slots for each."""
        cdef Beginning* beginnings = <Beginning*>realloc(
            self.beginnings, 2 * self.room * sizeof(Beginning)
        )
        cdef int32_t* slots
        if beginnings == NULL:
            with gil:
                raise MemoryError
        self.beginnings = beginnings
        slots = <int32_t*>realloc(self.slots, 4 * self.room * sizeof(int32_t))
        if slots == NULL:
            with gil:
                raise MemoryError
        self.slots = slots
        self.room *= 2
        self.index()
        return 0

    cdef void index(self) noexcept nogil:
        """Fill the slots anew; the beginnings all differ."""
        cdef uint64_t last = 2 * <uint64_t>self.room - 1
        cdef uint64_t slot
        cdef int i
        memset(self.slots, 0xFF, 2 * self.room * sizeof(int32_t))
        for i in range(self.count):
            slot = mixed(&self.beginnings[i]) & last
            while self.slots[slot] >= 0:
                slot = (slot + 1) & last
            self.slots[slot] = i

    cdef void settle(self) noexcept nogil:
        """Count what was added."""
        cdef int i
        for i in range(self.count):
            self.beginnings[i].likely += self.beginnings[i].added
            self.beginnings[i].added = 0.0

    cdef int step(self) except -1 nogil:
        """One step of the budget; 1 when it is used up."""
        self.steps += 1
        if self.steps % SIGNALS_EVERY == 0:
            with gil:
                PyErr_CheckSignals()
        return self.steps > self.budget

    cdef int play(self, int card) except -1 nogil:
        """Let a card be played, or not; 1 when the budget is used up."""
        cdef int kind = self.others.kind[card]
        cdef int count = self.count
        cdef int i, mask, vector
        for i in range(count):
            mask = mask_of(&self.beginnings[i])
            vector = vector_of(&self.beginnings[i])
            if kind < self.others.named:
                if mask >> kind & 1:
                    continue
                mask |= 1 << kind
            else:
                vector = self.others.after[kind - self.others.named, vector]
                if vector < 0:
                    continue
            if self.others.totals[vector] + self.others.sizes[mask] > self.others.seats:
                continue
            if self.step():
                return 1
            self.place(i, card, mask, vector)
        self.settle()
        return 0

    cdef int place(self, int i, int card, int mask, int vector) except -1 nogil:
        """Place the card in every way that its owner may choose."""
        cdef Table table
        cdef Landing found
        cdef int row, best
        cdef double likely = self.beginnings[i].likely
        self.unpack(&self.beginnings[i], &table)
        found = landing(&table, card)
        if found.row == NO_ROW:
            best = cheapest_row(&table, BY_INDEX)
            for row in range(table.rows):
                self.choose(&table, card, mask, vector, row, True, likely if row == best else 0.0)
        elif found.other == NO_ROW:
            self.choose(&table, card, mask, vector, found.row, False, likely)
        else:
            best = cheaper_end(&table, found, BY_INDEX)
            row = found.other if best == found.row else found.row
            self.choose(&table, card, mask, vector, best, False, likely)
            self.choose(&table, card, mask, vector, row, False, 0.0)
        return 0

    cdef int choose(
        self, const Table* table, int card, int mask, int vector, int row, bint starts,
        double likely,
    ) except -1 nogil:
        cdef Table after = table[0]
        cdef Beginning packed
        if starts:
            start_row(&after, row, card)
        else:
            join_row(&after, row, card)
        self.pack(&after, card, mask, vector, &packed)
        return self.add(&packed, likely)

    cdef int forget(self, int card) except -1 nogil:
        """Forget what cannot matter to cards above `card`, or go on with them; merge again."""
        cdef Table table
        cdef Beginning packed
        cdef int i, mask, vector
        cdef int count = self.count
        self.weigh_above(card)
        self.count = 0
        memset(self.slots, 0xFF, 2 * self.room * sizeof(int32_t))
        for i in range(count):
            if i % SIGNALS_EVERY == 0:
                with gil:
                    PyErr_CheckSignals()
            # Writes at most where it has read already.
            mask = mask_of(&self.beginnings[i])
            vector = vector_of(&self.beginnings[i])
            if self.others.without[mask, vector] == 0.0:
                continue
            self.unpack(&self.beginnings[i], &table)
            self.pack(&table, card, self.others.settled(mask, card), vector, &packed)
            self.add(&packed, self.beginnings[i].likely)
        self.settle()
        return 0

    cdef int weigh_above(self, int card) except -1 nogil:
        """Weigh how the plays go on with higher cards."""
        cdef Zone zone[MAX_CARD + 1]
        cdef int other
        for other in range(MAX_CARD + 1):
            zone[other] = ALLOWED if other > card else FORBIDDEN
        self.others.weigh(zone)
        return 0

    cdef int judge(self, int card, double[::1] chances, int* least, int* most) except -1 nogil:
        """Judge an own card; its owner chooses what is cheapest.  1 when the budget is used up."""
        cdef Table table
        cdef Landing found
        cdef Beginning* beginning
        cdef double rest
        cdef int i, heads
        self.weigh_above(card)
        for i in range(self.count):
            if self.step():
                return 1
            beginning = &self.beginnings[i]
            rest = self.others.without[mask_of(beginning), vector_of(beginning)]
            if rest == 0.0:
                continue
            self.unpack(beginning, &table)
            found = landing(&table, card)
            if found.row == NO_ROW:
                heads = table.heads[cheapest_row(&table, BY_INDEX)]
            elif found.other == NO_ROW:
                heads = join_cost(&table, found.row)
            else:
                heads = join_cost(&table, cheaper_end(&table, found, BY_INDEX))
            chances[heads] += rest * beginning.likely
            least[0] = min(least[0], heads)
            most[0] = max(most[0], heads)
        return 0

    cdef int go(
        self, const int* own, int count, double[:, ::1] chances, int* least, int* most
    ) except -1 nogil:
        """Go through all cards up to the highest own one; 1 when the budget is used up."""
        cdef int card, kind, row
        cdef bint forgets
        cdef int i = 0
        cdef Beginning start
        self.pack(&self.table, 0, 0, 0, &start)
        self.add(&start, 1.0)
        self.settle()
        for card in range(1, own[count - 1] + 1):
            if own[i] == card:
                if self.judge(card, chances[i], &least[i], &most[i]):
                    return 1
                i += 1
            elif self.others.kind[card] != NOBODY and self.play(card):
                return 1
            kind = self.others.kind[card]
            forgets = 0 <= kind < self.others.named and self.others.last[kind] == card
            for row in range(self.table.rows):
                forgets = forgets or self.table.right[row] == card
            if forgets:
                self.forget(card)
        return 0


def merged_risk(rows, int capacity, bint professional, Others others, own, int64_t budget):
    """Judge every own card.

    Parameters
    ----------
    rows : sequence of sequences of int
        The rows' cards, left to right.
    capacity, professional : int, bool
        Row capacity and placement rule.
    others : Others
        What the other seats may play.
    own : sequence of int
        The own cards, ascending; one at least.
    budget : int
        Steps, of a card that joins a beginning of a turn.

    Returns
    -------
    chances : ndarray of float64, shape (own cards, MAX_HEADS)
        How likely each number of bull heads is.
    bounds : list of (int, int)
        The least and the most bull heads.

    Or None if the budget was used up.
    """
    cdef Turn turn = Turn(others, budget)
    cdef int own_cards[MAX_CARD]
    cdef int least[MAX_CARD]
    cdef int most[MAX_CARD]
    cdef int i, card, over
    cdef int count = len(own)
    load_table(&turn.table, rows, capacity, professional)
    for i, card in enumerate(own):
        own_cards[i] = card
        least[i] = MAX_HEADS
        most[i] = 0
    found = np.zeros((count, _types.MAX_HEADS))
    cdef double[:, ::1] chances = found
    with nogil:
        over = turn.go(own_cards, count, chances, least, most)
    if over:
        return None
    return found, [(least[i], most[i]) for i in range(count)]
