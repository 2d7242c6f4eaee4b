"""Rounds side by side, one a lane: what is shared with the C code of the paths; deals in bulk."""

from libc.stdint cimport int16_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from numpy.random cimport bitgen_t

from nimmt_core._types cimport Table

cdef extern from "_lanes.h" nogil:
    cdef enum:
        LANES
        LANE_CARD_SHIFT
        LANE_HEADS_MASK
        LANE_LOWEST
        LANE_NEAREST
        LANE_CHEAPEST
        LANE_STATE_FEATURES
        LANE_CARD_FEATURES
        LANE_ROW_FEATURES
        LANE_ROW_HIDDEN
        LANE_MAX_HIDDEN
        LANE_SLOTS

    ctypedef uint16_t[64] LaneKeys
    ctypedef uint8_t[64] LaneBytes
    ctypedef int16_t[64] LaneNumbers

    ctypedef struct LaneTable:
        int rows
        int capacity
        int professional
        int lowest_end
        const LaneBytes* dislike
        LaneBytes left[8]
        LaneBytes right[8]
        LaneBytes length[8]
        LaneBytes heads[8]

    ctypedef struct LaneStreams:
        uint64_t a[8]
        uint64_t b[8]
        uint64_t c[8]
        uint64_t counter

    ctypedef struct LaneView:
        const LaneTable* table
        const LaneKeys* hand
        int held
        int seat
        int players
        const LaneBytes* taken
        int unseen
        const LaneBytes* seen_below

    ctypedef struct LaneNetwork:
        int hidden
        int16_t state[64][18][2]
        int16_t card[64][15][2]
        int16_t last[32][2]
        int16_t row[16][8][2]
        int16_t row_last[8][2]
        uint16_t tails[11][5][256]

    ctypedef struct LanePath:
        const char* name
        int (*supported)() noexcept nogil
        void (*draw)(LaneStreams* streams, int rows, LaneKeys* numbers) noexcept nogil
        int (*offsets)(
            const uint16_t* numbers, int step, int count, uint16_t* offsets
        ) noexcept nogil
        void (*turn)(
            LaneTable* table, const uint16_t** plays, int players, int first, int last,
            LaneBytes* taken
        ) noexcept nogil
        void (*blocks)(
            uint64_t key, uint64_t first_deal, uint32_t purpose, uint32_t block, int blocks,
            LaneKeys* numbers
        ) noexcept nogil
        void (*sort)(LaneKeys* hand, int held) noexcept nogil
        void (*take)(
            LaneKeys* hand, int held, const uint16_t* offsets, uint16_t* taken
        ) noexcept nogil
        void (*score)(
            const LaneView* view, const LaneNetwork* network, int lanes, LaneNumbers* scores,
            LaneNumbers* kept
        ) noexcept nogil
        void (*score_rows)(
            const LaneView* view, const uint16_t** plays, const LaneNetwork* network, int lanes,
            LaneNumbers* scores, LaneNumbers* kept
        ) noexcept nogil
        void (*highest)(const LaneNumbers* scores, int held, uint16_t* offsets) noexcept nogil
        void (*see)(
            const uint16_t** plays, int players, int top_card, LaneBytes* seen_below
        ) noexcept nogil
        void (*choose[3])(
            const LaneView* view, const void* parameters, uint8_t* places
        ) noexcept nogil

# Where the numbers of deals come from: the streams, and one source for numbers drawn again.
cdef struct LaneSource:
    const LanePath* path
    LaneStreams streams
    bitgen_t* again

cdef const LanePath* path_of(object name) except NULL
cdef bint is_scalar(const LanePath* path) noexcept nogil
cdef void seed_lanes(LaneSource* source, const LanePath* path, bitgen_t* seeds) noexcept nogil
cdef void shuffle_lanes(LaneSource* source, LaneKeys* items, int count, int first) noexcept nogil
cdef uint16_t key_of(int card) noexcept nogil
cdef void exchange(LaneKeys* items, int step, const uint16_t* offsets) noexcept nogil
cdef void fill_keys(uint16_t* keys, uint16_t key) noexcept nogil
cdef void begin_rows(LaneTable* lanes, const LaneKeys* starts) noexcept nogil
cdef int load_lane_tables(
    LaneTable* lanes, object tables, int capacity, bint professional
) except -1
cdef void put_rows(LaneTable* lanes, int lane, const Table* table) noexcept nogil
cdef void spread_table(LaneTable* lanes, const Table* table) noexcept nogil
cdef void count_heads(int64_t* counts, const uint8_t* heads, int lanes) noexcept nogil
