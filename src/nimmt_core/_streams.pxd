"""Streams of random numbers that need no object: numpy's Philox, opened at any counter.

A counter-based generator (Salmon and others, SC 2011): the key is the seed, and the counter says
which stream.  Opening one costs nothing, so every deal and every player of every game has its own.
What they yield is what ``numpy.random.Philox`` with the same key and counter yields.
"""

from libc.stdint cimport uint32_t, uint64_t
from numpy.random cimport bitgen_t

cdef struct Stream:
    uint64_t key[2]
    uint64_t counter[4]
    uint64_t buffer[4]
    int used            # words of the buffer that are used up
    bint halved         # whether half of the last word is left
    uint32_t half

cdef void open_stream(
    Stream* stream, const uint64_t* key, uint64_t seat, uint64_t rotation, uint64_t deal
) noexcept nogil

cdef void attach(bitgen_t* source, Stream* stream) noexcept nogil
