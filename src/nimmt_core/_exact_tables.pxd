"""The tables of the search: what is proved of positions that were met before.

A position may be in any of some ways of its bucket.  Where there are several workers, a bucket is
locked while one of them is at it; it is only ever for a few instructions.
"""

from libc.stdint cimport uint32_t, uint64_t
from libc.string cimport memmove

from nimmt_core._exact_memory cimport lock_byte, unlock_byte
from nimmt_core._exact_rows cimport CLASS_HEADS
from nimmt_core._exact_types cimport (
    ENDLESS, LANES, Label, MOST_DISTANCE, NO_MOVE, Node, ONE, Search, SerialEntry, ValueEntry,
    value_t,
)

cdef enum:
    WAYS = 4
    LOCKS = 1 << 12         # buckets share them

cdef extern from *:
    """
    #define NIMMT_PURE_SALT 0xA0761D6478BD642FULL
    """
    const uint64_t PURE_SALT "NIMMT_PURE_SALT"


cdef inline uint64_t mixed(uint64_t x) noexcept nogil:
    x ^= x >> 32
    x *= <uint64_t>0xD6E8FEB86659FD93
    x ^= x >> 32
    x *= <uint64_t>0xD6E8FEB86659FD93
    return x ^ x >> 32


cdef inline uint64_t key_of(const Search* search, const Node* node) noexcept nogil:
    """A hash of everything but bull heads."""
    cdef uint64_t key = <uint64_t>node.owner << 32 | node.left
    cdef uint64_t rows
    cdef int row
    if not search.professional:
        rows = (node.rows & <uint64_t>0x7F807F807F807F80) * <uint64_t>0x9E3779B97F4A7C15
        return mixed(mixed(key << 4 | node.k) ^ rows)
    for row in range(LANES):
        key = mixed(key) + (node.lanes[row] & <uint32_t>0xFFFFFF00)
    return mixed(key)


cdef inline uint32_t heads_of(const Search* search, const Node* node) noexcept nogil:
    """The rows' bull heads, a byte each."""
    cdef uint64_t heads = node.rows & <uint64_t>0x007F007F007F007F
    cdef uint32_t packed = 0
    cdef int row
    if not search.professional:
        return <uint32_t>(
            heads & 0x7F
            | heads >> 8 & 0x7F00
            | heads >> 16 & 0x7F0000
            | heads >> 24 & 0x7F000000
        )
    for row in range(LANES):
        packed |= (node.lanes[row] & 0xFF) << (8 * row)
    return packed


cdef inline Label label_of(const Search* search, const Node* node) noexcept nogil:
    """What a position is known by."""
    cdef Label label
    label.key = key_of(search, node)
    label.weights = node.weights
    label.heads = heads_of(search, node)
    label.k = node.k
    return label


cdef inline value_t distance(const Label* some, const Label* other) noexcept nogil:
    """By how much values differ at the most where only bull heads do.

    The same plays and choices are possible, and each row that lies there and each card is taken
    once at the most: the difference of two payoffs of one line of play is bounded by the sum of
    the differences of the rows and of the cards, and so are those of maxima, minima and values of
    matrix games.
    """
    cdef int row, difference
    cdef int total = 0
    cdef uint64_t weights = some.weights
    cdef uint64_t others = other.weights
    for row in range(LANES):
        difference = <int>(some.heads >> (8 * row) & 0xFF) - <int>(other.heads >> (8 * row) & 0xFF)
        total += difference if difference > 0 else -difference
    while weights != others:
        difference = CLASS_HEADS[weights & 7] - CLASS_HEADS[others & 7]
        total += difference if difference > 0 else -difference
        weights >>= 3
        others >>= 3
    return total * ONE if total <= MOST_DISTANCE else ENDLESS


cdef inline void apply(
    value_t known_lo, value_t known_hi, value_t gap, value_t* lo, value_t* hi
) noexcept nogil:
    """Narrow [lo, hi] to known bounds of a position whose value is within a gap."""
    if known_lo > -ENDLESS and known_lo - gap > lo[0]:
        lo[0] = known_lo - gap
    if known_hi < ENDLESS and known_hi + gap < hi[0]:
        hi[0] = known_hi + gap


cdef inline void learn(
    value_t value, value_t alpha, value_t beta, value_t* lo, value_t* hi
) noexcept nogil:
    """Narrow [lo, hi] to what a search within a window found; fail-soft."""
    if value < beta and value < hi[0]:
        hi[0] = value
    if value > alpha and value > lo[0]:
        lo[0] = value


cdef inline bint is_same(const Label* some, const Label* other) noexcept nogil:
    return (
        some.key == other.key
        and some.heads == other.heads
        and some.weights == other.weights
    )


cdef inline void lock(Search* search, uint64_t key) noexcept nogil:
    if search.locks:
        lock_byte(&search.locks[key >> 32 & (LOCKS - 1)])


cdef inline void unlock(Search* search, uint64_t key) noexcept nogil:
    if search.locks:
        unlock_byte(&search.locks[key >> 32 & (LOCKS - 1)])


cdef inline void tighten_value(
    Search* search, const Label* label, value_t* lo, value_t* hi
) noexcept nogil:
    """Narrow [lo, hi] to what the table proves of the value."""
    cdef ValueEntry* known = &search.values[(label.key & search.value_mask) * WAYS]
    cdef int way
    lock(search, label.key)
    for way in range(WAYS):
        if known[way].label.key == label.key:
            apply(known[way].lo, known[way].hi, distance(&known[way].label, label), lo, hi)
    unlock(search, label.key)


cdef inline int tighten_serial(
    Search* search, const Label* label, int committer, value_t* lo, value_t* hi
) noexcept nogil:
    """Narrow [lo, hi] to what the table proves of a serialized game; returns its best card."""
    cdef SerialEntry* known = &search.serials[(label.key & search.serial_mask) * WAYS]
    cdef int way
    cdef int move = NO_MOVE
    cdef value_t gap
    lock(search, label.key)
    for way in range(WAYS):
        if known[way].label.key == label.key:
            gap = distance(&known[way].label, label)
            apply(known[way].lo[committer], known[way].hi[committer], gap, lo, hi)
            if known[way].move[committer] != NO_MOVE and (move == NO_MOVE or gap == 0):
                move = known[way].move[committer]
    unlock(search, label.key)
    return move


cdef inline void* place_for(
    void* bucket, size_t size, const Label* label, bint* is_new
) noexcept nogil:
    """The entry of a position; a new one takes the place of what took least work.

    Of equal ones that is the oldest: the first of a bucket is the latest.  Entries begin with their
    label.
    """
    cdef char* first = <char*>bucket
    cdef int way
    cdef int place = 0
    is_new[0] = False
    for way in range(WAYS):
        if is_same(<Label*>(first + way * size), label):
            return first + way * size
        if (<Label*>(first + way * size)).k <= (<Label*>(first + place * size)).k:
            place = way
    is_new[0] = True
    memmove(first + size, first, place * size)
    (<Label*>first)[0] = label[0]
    return first


cdef inline void store_value(
    Search* search, const Label* label, value_t value, value_t alpha, value_t beta
) noexcept nogil:
    """Keep the result of a search within a window."""
    cdef ValueEntry* known = &search.values[(label.key & search.value_mask) * WAYS]
    cdef bint is_new
    lock(search, label.key)
    known = <ValueEntry*>place_for(known, sizeof(ValueEntry), label, &is_new)
    if is_new:
        known.lo = -ENDLESS
        known.hi = ENDLESS
    learn(value, alpha, beta, &known.lo, &known.hi)
    unlock(search, label.key)


cdef inline void store_serial(
    Search* search, const Label* label, int committer, int move, value_t value, value_t alpha,
    value_t beta
) noexcept nogil:
    """The same for a serialized game, with the card that did best."""
    cdef SerialEntry* known = &search.serials[(label.key & search.serial_mask) * WAYS]
    cdef bint is_new
    lock(search, label.key)
    known = <SerialEntry*>place_for(known, sizeof(SerialEntry), label, &is_new)
    if is_new:
        known.lo[0] = known.lo[1] = -ENDLESS
        known.hi[0] = known.hi[1] = ENDLESS
        known.move[0] = known.move[1] = NO_MOVE
    learn(value, alpha, beta, &known.lo[committer], &known.hi[committer])
    known.move[committer] = move
    unlock(search, label.key)
