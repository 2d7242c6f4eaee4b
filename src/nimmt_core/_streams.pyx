"""Streams of random numbers that need no object: numpy's Philox, opened at any counter."""

from libc.stdint cimport uint32_t, uint64_t
from numpy.random cimport bitgen_t

from nimmt_core._streams cimport Stream

cdef extern from *:
    """
    #include <stdint.h>
    #if defined(_MSC_VER) && defined(_M_X64)
    #include <intrin.h>
    static inline uint64_t nimmt_high_product(uint64_t a, uint64_t b) { return __umulh(a, b); }
    #elif defined(__SIZEOF_INT128__)
    static inline uint64_t nimmt_high_product(uint64_t a, uint64_t b) {
        return (uint64_t)(((unsigned __int128)a * b) >> 64);
    }
    #else
    static inline uint64_t nimmt_high_product(uint64_t a, uint64_t b) {
        uint64_t a0 = (uint32_t)a, a1 = a >> 32, b0 = (uint32_t)b, b1 = b >> 32;
        uint64_t low = a0 * b0, mid = a1 * b0 + (low >> 32);
        uint64_t cross = (uint32_t)mid + a0 * b1;
        return a1 * b1 + (mid >> 32) + (cross >> 32);
    }
    #endif
    """
    uint64_t high_product "nimmt_high_product"(uint64_t a, uint64_t b) noexcept nogil

cdef enum:
    ROUNDS = 10

cdef const uint64_t MULTIPLIER_0 = 0xD2E7470EE14C6C93ULL
cdef const uint64_t MULTIPLIER_1 = 0xCA5A826395121157ULL
cdef const uint64_t WEYL_0 = 0x9E3779B97F4A7C15ULL
cdef const uint64_t WEYL_1 = 0xBB67AE8584CAA73BULL


cdef void _fill(Stream* stream) noexcept nogil:
    """Go to the next counter, and fill the buffer with its four words."""
    cdef uint64_t key_0 = stream.key[0]
    cdef uint64_t key_1 = stream.key[1]
    cdef uint64_t word_0, word_1, word_2, word_3, high_0, high_1, low_0, low_1
    cdef int i, _round
    for i in range(4):
        stream.counter[i] += 1
        if stream.counter[i] != 0:
            break
    word_0 = stream.counter[0]
    word_1 = stream.counter[1]
    word_2 = stream.counter[2]
    word_3 = stream.counter[3]
    for _round in range(ROUNDS):
        high_0 = high_product(MULTIPLIER_0, word_0)
        low_0 = MULTIPLIER_0 * word_0
        high_1 = high_product(MULTIPLIER_1, word_2)
        low_1 = MULTIPLIER_1 * word_2
        word_0 = high_1 ^ word_1 ^ key_0
        word_1 = low_1
        word_2 = high_0 ^ word_3 ^ key_1
        word_3 = low_0
        key_0 += WEYL_0
        key_1 += WEYL_1
    stream.buffer[0] = word_0
    stream.buffer[1] = word_1
    stream.buffer[2] = word_2
    stream.buffer[3] = word_3
    stream.used = 0


cdef uint64_t _next_word(void* state) noexcept nogil:
    cdef Stream* stream = <Stream*>state
    if stream.used == 4:
        _fill(stream)
    stream.used += 1
    return stream.buffer[stream.used - 1]


cdef uint32_t _next_half(void* state) noexcept nogil:
    """Half a word; the lower half comes first."""
    cdef Stream* stream = <Stream*>state
    cdef uint64_t word
    if stream.halved:
        stream.halved = False
        return stream.half
    word = _next_word(state)
    stream.halved = True
    stream.half = <uint32_t>(word >> 32)
    return <uint32_t>word


cdef double _next_double(void* state) noexcept nogil:
    return (_next_word(state) >> 11) * (1.0 / 9007199254740992.0)


cdef void open_stream(
    Stream* stream, const uint64_t* key, uint64_t seat, uint64_t rotation, uint64_t deal
) noexcept nogil:
    """Go to the beginning of a stream."""
    stream.key[0] = key[0]
    stream.key[1] = key[1]
    stream.counter[0] = 0
    stream.counter[1] = seat
    stream.counter[2] = rotation
    stream.counter[3] = deal
    stream.used = 4
    stream.halved = False
    stream.half = 0


cdef void attach(bitgen_t* source, Stream* stream) noexcept nogil:
    """Let a source of random numbers read a stream; the stream must stay where it is."""
    source.state = stream
    source.next_uint64 = _next_word
    source.next_uint32 = _next_half
    source.next_double = _next_double
    source.next_raw = _next_word
