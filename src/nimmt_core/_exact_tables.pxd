"""The tables of the search: what is proved of positions that were met before."""

from libc.stdint cimport uint32_t, uint64_t

from nimmt_core._exact_types cimport (
    ENDLESS, LANES, MOST_DISTANCE, NO_MOVE, Node, ONE, Search, SerialEntry, ValueEntry, value_t,
)

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
    """A hash of everything but the rows' bull heads."""
    cdef uint64_t key = <uint64_t>node.owner << 32 | node.left
    cdef uint64_t rows
    cdef int row
    if not search.professional:
        key = mixed(key << 4 | node.k) + node.weights
        rows = (node.rows & <uint64_t>0x7F807F807F807F80) * <uint64_t>0x9E3779B97F4A7C15
        return mixed(mixed(key) ^ rows)
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


cdef inline value_t distance(uint32_t heads, uint32_t others) noexcept nogil:
    """By how much values differ at the most where only the rows' bull heads do.

    The same plays and choices are possible, and each heap is taken once at the most: the
    difference of two payoffs of one line of play is bounded by the sum of the differences of the
    heaps, and so are those of maxima, minima and values of matrix games.
    """
    cdef int row, difference
    cdef int total = 0
    if heads == others:
        return 0
    for row in range(LANES):
        difference = <int>(heads >> (8 * row) & 0xFF) - <int>(others >> (8 * row) & 0xFF)
        total += difference if difference > 0 else -difference
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


cdef inline void tighten_value(
    Search* search, uint64_t key, uint32_t heads, value_t* lo, value_t* hi
) noexcept nogil:
    """Narrow [lo, hi] to what the table proves of the value."""
    cdef ValueEntry* known = &search.values[key & search.value_mask]
    cdef int slot
    cdef value_t gap
    for slot in range(2):
        if known[slot].key == key:
            gap = distance(known[slot].heads, heads)
            apply(known[slot].lo, known[slot].hi, gap, lo, hi)


cdef inline int tighten_serial(
    Search* search, uint64_t key, uint32_t heads, int committer, value_t* lo, value_t* hi
) noexcept nogil:
    """Narrow [lo, hi] to what the table proves of a serialized game; returns its best card."""
    cdef SerialEntry* known = &search.serials[key & search.serial_mask]
    cdef int slot
    cdef int move = NO_MOVE
    cdef value_t gap
    for slot in range(2):
        if known[slot].key == key:
            gap = distance(known[slot].heads, heads)
            apply(known[slot].lo[committer], known[slot].hi[committer], gap, lo, hi)
            if known[slot].move[committer] != NO_MOVE:
                move = known[slot].move[committer]
    return move


cdef inline void store_value(
    Search* search, uint64_t key, uint32_t heads, int k, value_t value, value_t alpha, value_t beta
) noexcept nogil:
    """Keep the result of a search within a window, in place of what took less work."""
    cdef ValueEntry* found = &search.values[key & search.value_mask]
    if found[0].key != key or found[0].heads != heads:
        if found[1].key == key and found[1].heads == heads:
            found += 1
        else:
            if found[0].key == key or found[0].k >= found[1].k:
                found += 1
            found.key = key
            found.heads = heads
            found.k = k
            found.lo = -ENDLESS
            found.hi = ENDLESS
    learn(value, alpha, beta, &found.lo, &found.hi)


cdef inline void store_serial(
    Search* search, uint64_t key, uint32_t heads, int k, int committer, int move, value_t value,
    value_t alpha, value_t beta
) noexcept nogil:
    """The same for a serialized game, with the card that did best."""
    cdef SerialEntry* found = &search.serials[key & search.serial_mask]
    if found[0].key != key or found[0].heads != heads:
        if found[1].key == key and found[1].heads == heads:
            found += 1
        else:
            if found[0].key == key or found[0].k >= found[1].k:
                found += 1
            found.key = key
            found.heads = heads
            found.k = k
            found.lo[0] = found.lo[1] = -ENDLESS
            found.hi[0] = found.hi[1] = ENDLESS
            found.move[0] = found.move[1] = NO_MOVE
    learn(value, alpha, beta, &found.lo[committer], &found.hi[committer])
    found.move[committer] = move
