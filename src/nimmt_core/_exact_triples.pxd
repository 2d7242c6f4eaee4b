"""The table of games with three cards each, standard placement.

Nothing is left out of a label, so no two positions share one.  Positions that differ in the rows'
bull heads alone, and little, share a bucket and bound each other.

Several workers read and write without locks.  An entry is two words; the first is mixed with the
second, so that halves of two different entries do not make a label that anybody asks for (Hyatt and
Mann, ICGA Journal 25(1), 2002).
"""

from libc.stdint cimport uint32_t, uint64_t

from nimmt_core._exact_memory cimport load_word, store_word
from nimmt_core._exact_types cimport (
    ENDLESS, LANES, MOST_DISTANCE, ONE, Search, TripleEntry, value_t,
)

cdef enum:
    TRIPLE_WAYS = 4         # a line of the caches
    LEAST_TRIPLE_BITS = 12  # of the number of buckets, which labels leave out
    HEADS_BITS = 28

cdef extern from *:
    """
    #define NIMMT_SHAPE_MASK 0xFFFFFFFFFFFFULL
    #define NIMMT_COARSE_HEADS (31 * (1ULL | 1ULL << 7 | 1ULL << 14 | 1ULL << 21))
    #define NIMMT_CHECK 0xE7037ED1A0B428DBULL
    """
    const uint64_t SHAPE_MASK "NIMMT_SHAPE_MASK"
    const uint64_t COARSE_HEADS "NIMMT_COARSE_HEADS"
    const uint64_t CHECK "NIMMT_CHECK"


cdef inline uint64_t stirred(uint64_t shape) noexcept nogil:
    """One to one on 48 bits."""
    shape ^= shape >> 24
    shape = shape * <uint64_t>0xD6E8FEB86659FD93 & SHAPE_MASK
    shape ^= shape >> 24
    shape = shape * <uint64_t>0x9E3779B97F4A7C15 & SHAPE_MASK
    return shape ^ shape >> 24


cdef inline TripleEntry* triple_bucket(
    const Search* search, uint64_t rows, uint64_t weights, uint32_t owner, uint64_t* label
) noexcept nogil:
    """Where a position may be, and its label: the stirred shape's upper bits and the bull heads.

    The bucket gives the lower bits back, as what they are mixed with follows from the bull heads.
    """
    cdef uint64_t shape = (rows >> 7) & <uint64_t>0x003F003F003F003F
    cdef uint64_t heads = rows & <uint64_t>0x007F007F007F007F
    cdef uint64_t place
    shape |= shape >> 10
    shape = shape & 0xFFF | shape >> 20 & 0xFFF000
    shape = stirred(shape | weights << 24 | <uint64_t>owner << 42)
    heads |= heads >> 9
    heads = heads & 0x3FFF | heads >> 18 & 0xFFFC000
    label[0] = shape >> search.triple_bits << HEADS_BITS | heads
    place = shape ^ ((heads >> 2 & COARSE_HEADS) * <uint64_t>0x9E3779B97F4A7C15) >> 32
    return &search.triples[(place & search.triple_mask) * TRIPLE_WAYS]


cdef inline value_t heads_distance(uint64_t label, uint64_t other) noexcept nogil:
    """By how much values differ at the most where only the rows' bull heads do."""
    cdef int row, difference
    cdef int total = 0
    if label == other:
        return 0
    for row in range(LANES):
        difference = <int>(label >> (7 * row) & 0x7F) - <int>(other >> (7 * row) & 0x7F)
        total += difference if difference > 0 else -difference
    return total * ONE if total <= MOST_DISTANCE else ENDLESS


cdef inline void tighten_triple(
    const TripleEntry* bucket, uint64_t label, value_t* lo, value_t* hi
) noexcept nogil:
    """Narrow [lo, hi] to what the table proves of the value."""
    cdef int way
    cdef uint64_t bounds, known
    cdef value_t gap
    for way in range(TRIPLE_WAYS):
        bounds = load_word(&bucket[way].bounds)
        known = load_word(&bucket[way].check) ^ bounds * CHECK
        if (known ^ label) >> HEADS_BITS == 0:
            gap = heads_distance(known, label)
            lo[0] = max(lo[0], <value_t>(bounds >> 32) - ENDLESS - gap)
            hi[0] = min(hi[0], ENDLESS - <value_t><uint32_t>bounds + gap)


cdef inline void store_triple(
    TripleEntry* bucket, uint64_t label, value_t value, value_t alpha, value_t beta
) noexcept nogil:
    """Keep the result of a search within a window, in place of what was met longest ago."""
    cdef int way = 0
    cdef uint64_t bounds, raised, lowered
    for way in range(TRIPLE_WAYS):
        bounds = load_word(&bucket[way].bounds)
        if load_word(&bucket[way].check) ^ bounds * CHECK == label:
            break
    else:
        way = TRIPLE_WAYS - 1
        bounds = 0
    raised = bounds >> 32
    lowered = <uint32_t>bounds
    if value < beta:
        lowered = max(lowered, <uint64_t>(ENDLESS - value))
    if value > alpha:
        raised = max(raised, <uint64_t>(value + ENDLESS))
    bounds = raised << 32 | lowered
    while way > 0:
        # The first of a bucket is the latest.
        store_word(&bucket[way].check, bucket[way - 1].check)
        store_word(&bucket[way].bounds, bucket[way - 1].bounds)
        way -= 1
    store_word(&bucket.check, label ^ bounds * CHECK)
    store_word(&bucket.bounds, bounds)
