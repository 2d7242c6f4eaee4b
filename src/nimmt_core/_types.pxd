"""The sizes that the kernel is built for, and the structures that every module works on."""

cdef enum:
    MAX_CARD = 127      # a card set fits two 64-bit words
    MAX_ROWS = 8
    MAX_CAPACITY = 16
    MAX_PLAYERS = 10
    MAX_HAND = 16
    MAX_HEADS = 256     # more than the bull heads of all cards together

# What the rules ask about the rows.  The cards inside a row matter to nothing but its bull heads.
cdef struct Table:
    int rows
    int capacity
    bint professional
    int left[MAX_ROWS]
    int right[MAX_ROWS]
    int length[MAX_ROWS]
    int heads[MAX_ROWS]

# Where a card may go: `row`, or `row` or `other` on a professional tie (else `other` is NO_ROW);
# `row` is NO_ROW when no row offers an end and the owner takes any row.
cdef struct Landing:
    int row
    int other

cdef enum:
    NO_ROW = -1

# How equally cheap rows are settled.
cdef enum TieBreak:
    BY_INDEX = 0
    BY_LOWEST_END = 1

# A card and its owner in one integer that sorts by card.
cdef enum:
    SEAT_BITS = 4
    SEAT_MASK = 15

ctypedef int[MAX_HAND] Hand
