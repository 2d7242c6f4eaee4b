"""Random numbers from numpy's bit generators, without the GIL.

The caller keeps the BitGenerator object alive (the capsule does not) and does not share it
between threads, so that its lock is not needed.
"""

from libc.stdint cimport uint32_t, uint64_t
from numpy.random cimport bitgen_t

cdef bitgen_t* bitgen_of(object bit_generator) except NULL


cdef inline uint32_t below(bitgen_t* source, uint32_t bound) noexcept nogil:
    """A uniform integer in [0, bound); exact, by Lemire's method (ACM TOMACS 29, 2019)."""
    cdef uint64_t product = <uint64_t>source.next_uint32(source.state) * bound
    cdef uint32_t threshold
    if <uint32_t>product < bound:
        threshold = (0 - bound) % bound
        while <uint32_t>product < threshold:
            product = <uint64_t>source.next_uint32(source.state) * bound
    return <uint32_t>(product >> 32)


cdef inline void shuffle_first(bitgen_t* source, int* items, int count, int first) noexcept nogil:
    """Partial Fisher-Yates: makes `items[:first]` a uniform sample, in order, of `items[:count]`.

    Whatever the order of the items before, so an array may be used again without a reset.
    """
    cdef int i, j, kept
    for i in range(first):
        j = i + <int>below(source, count - i)
        kept = items[i]
        items[i] = items[j]
        items[j] = kept
