"""Rounds with every hand known: hands as bits, keys of positions, a memory of what was found."""

from libc.stdint cimport int64_t, uint32_t, uint64_t

from nimmt_core._rules cimport join_row, start_row
from nimmt_core._types cimport (
    Hand, Landing, MAX_PLAYERS, MAX_ROWS, NO_ROW, SEAT_BITS, Table,
)

# The hands that a search begins with, ascending.  What seats hold later are bits of these.
cdef struct Deal:
    int players
    int hand_size
    Hand cards[MAX_PLAYERS]

ctypedef uint32_t[MAX_PLAYERS] Held

# A turn that is being placed: sorted plays, and what is held when it is done.
cdef struct Turn:
    int plays[MAX_PLAYERS]
    int count
    Held held
    int cards

# What a seat cares for: the weights of its own bull heads and of the others' in its value.
cdef struct Stake:
    int seat
    int own
    int other

cdef enum:
    ROW_WORDS = MAX_ROWS // 2             # two rows in a word
    KEY_WORDS = ROW_WORDS + 3             # four hands in a word
    SIGNALS_EVERY = 1 << 12               # joint plays between looks for Ctrl-C
    BUCKET = 4                            # slots that a position may be in

# Rows in ascending order, without what no rule asks; then the hands.  No two positions share one.
cdef struct Key:
    uint64_t words[KEY_WORDS]

# A position and the bounds of its value; `cards` in every hand, 0 for an empty slot.
cdef struct Slot:
    Key key
    double low
    double high
    int cards
    int best

cdef struct Memory:
    Slot* slots
    uint64_t mask

# Joint plays that were tried, and how many may be.
cdef struct Work:
    int64_t nodes
    int64_t budget

cdef int load_deal(Deal* deal, object hands) except -1
cdef int allocate(Memory* memory, Py_ssize_t slots) except -1
cdef void release(Memory* memory) noexcept nogil
cdef int look(Work* work) except -1 nogil
cdef int load_turn(Turn* turn, const Deal* deal, object pending) except -1


cdef inline Stake stake_of(int seat, int players, bint relative) noexcept nogil:
    """Own bull heads; or (players - 1) times their difference to the others' mean."""
    return Stake(seat, players - 1 if relative else 1, -1 if relative else 0)


cdef inline int cost(const Stake* stake, int seat, int heads) noexcept nogil:
    """What bull heads that a seat takes add to the value."""
    return heads * (stake.own if seat == stake.seat else stake.other)


cdef inline bint is_choice(const Table* table, Landing found) noexcept nogil:
    """Whether the card's owner has rows to choose from."""
    return found.other != NO_ROW or found.row == NO_ROW and table.rows > 1


cdef inline int place_at(
    Table* table, Landing found, int row, int card
) noexcept nogil:
    """Lay the card on a row that is one of its options.  Returns the bull heads taken."""
    if found.row == NO_ROW:
        return start_row(table, row, card)
    return join_row(table, row, card)


cdef inline int options_of(const Table* table, Landing found, int* options) noexcept nogil:
    """The rows that the card may go to, ascending; returns their number."""
    cdef int row
    if found.row == NO_ROW:
        for row in range(table.rows):
            options[row] = row
        return table.rows
    options[0] = found.row
    if found.other == NO_ROW:
        return 1
    options[1] = found.other
    return 2


cdef inline int count_node(Work* work) except -1 nogil:
    """Count a joint play; now and then see whether to stop."""
    work.nodes += 1
    if work.nodes > work.budget or work.nodes % SIGNALS_EVERY == 0:
        return look(work)
    return 0


cdef inline int place_of(uint32_t held) noexcept nogil:
    """The place in its hand of the only card held."""
    cdef int place = 0
    while held >> place != 1:
        place += 1
    return place


cdef inline int play_of(const Deal* deal, int seat, int index) noexcept nogil:
    """A card of a hand with its owner, in one integer that sorts by card."""
    return deal.cards[seat][index] << SEAT_BITS | seat


cdef inline Key key_of(
    const Table* table, const Deal* deal, const uint32_t* held
) noexcept nogil:
    """The same for positions that differ in the order of the rows only."""
    cdef Key key
    cdef uint64_t rows[MAX_ROWS]
    cdef uint64_t row
    cdef int i, j
    for i in range(KEY_WORDS):
        key.words[i] = 0
    for i in range(table.rows):
        row = (
            <uint64_t>table.right[i] << 24 | <uint64_t>table.length[i] << 18 | table.heads[i] << 8
        )
        if table.professional:
            row |= table.left[i]
        j = i
        while j > 0 and rows[j - 1] > row:
            rows[j] = rows[j - 1]
            j -= 1
        rows[j] = row
    for i in range(table.rows):
        key.words[i >> 1] |= rows[i] << (32 * (i & 1))
    for i in range(deal.players):
        key.words[ROW_WORDS + (i >> 2)] |= <uint64_t>held[i] << (16 * (i & 3))
    return key


cdef inline uint64_t hash_of(const Key* key) noexcept nogil:
    """Mix the words of a key (after the finaliser of Steele, Lea and Flood's SplitMix, 2014)."""
    cdef uint64_t mixed = 0
    cdef int i
    for i in range(KEY_WORDS):
        mixed = (mixed ^ key.words[i]) * <uint64_t>0xbf58476d1ce4e5b9
        mixed ^= mixed >> 29
    return mixed


cdef inline Slot* find_slot(Memory* memory, const Key* key, int cards) noexcept nogil:
    """The slot of a position, or the one to replace: empty, or of the fewest cards."""
    cdef uint64_t first = hash_of(key) & memory.mask & ~<uint64_t>(BUCKET - 1)
    cdef Slot* slot
    cdef Slot* found = &memory.slots[first]
    cdef int i, j
    for i in range(BUCKET):
        slot = &memory.slots[first + i]
        if slot.cards == cards:
            for j in range(KEY_WORDS):
                if slot.key.words[j] != key.words[j]:
                    break
            else:
                return slot
        if slot.cards < found.cards:
            found = slot
    return found


cdef inline bint is_at(const Slot* slot, const Key* key) noexcept nogil:
    """Whether a slot holds the position."""
    cdef int i
    if slot.cards == 0:
        return False
    for i in range(KEY_WORDS):
        if slot.key.words[i] != key.words[i]:
            return False
    return True
