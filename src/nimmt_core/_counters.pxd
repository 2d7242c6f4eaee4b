"""Random numbers by counter: Philox4x32 with ten rounds (Salmon and others, SC 2011).

A sequence is named by a key, a deal and a purpose, and its numbers by their places, so that a
number depends on nothing that was drawn before.  Numbers have 16 bits; a block of the generator is
eight.

A number r stands for r * bound // 65536.  If the low half of the product is below 65536 % bound,
another takes its place, from a sequence of its own; of the others each value has the same number
(Lemire, ACM TOMACS 29, 2019).
"""

from libc.stdint cimport uint16_t, uint32_t, uint64_t

from nimmt_core._lanes cimport LaneKeys, LanePath

cdef enum:
    BLOCK = 8       # numbers of a block

cdef struct Sequence:
    uint64_t key
    uint64_t deal
    uint32_t purpose

# A sequence, and the block of it that was read last.
cdef struct Reader:
    Sequence sequence
    bint begun
    uint32_t block
    uint16_t numbers[BLOCK]

cdef void begin(Reader* reader, Sequence sequence) noexcept nogil
cdef int below(Reader* reader, uint32_t place, int bound) noexcept nogil
cdef void draw_blocks(
    const LanePath* path, const Sequence* first, uint32_t begin, uint32_t end, LaneKeys* numbers
) noexcept nogil
cdef void offsets_below(
    const LanePath* path, const Sequence* first, uint32_t place, const uint16_t* numbers,
    int step, int count, uint16_t* offsets
) noexcept nogil
