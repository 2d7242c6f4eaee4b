"""What the other seats may play this turn, and how likely."""

cimport cython

from nimmt_core._types cimport MAX_CARD, MAX_PLAYERS

# Where a card lies, for the plays that are still to be weighed.
cdef enum Zone:
    FORBIDDEN = 0
    ALLOWED = 1
    BELOW_ALL = 2       # allowed, and below every row end

cdef enum:
    NOBODY = -1         # the kind of a card that no other seat holds


@cython.final
cdef class Others:
    cdef readonly int seats
    cdef readonly int named
    cdef readonly int masks
    cdef readonly int classes
    cdef readonly int vectors
    # A named seat that holds the card, or `named` and the class of an unseen card, or NOBODY.
    cdef int kind[MAX_CARD + 1]
    # The last known card of each named seat, and the first named seat that is like it.
    cdef int last[MAX_PLAYERS]
    cdef int like[MAX_PLAYERS]
    cdef int[:, ::1] counts
    cdef int[::1] totals
    # The first vector of each sum.
    cdef int first[MAX_PLAYERS + 2]
    cdef int[::1] sizes
    cdef int[:, ::1] after
    cdef double[:, ::1] weights
    cdef double[:, ::1] without
    cdef double[:, ::1] with_below
    cdef double[:, ::1] coefficients
    cdef double[:, ::1] coefficients_below

    cdef int settled(self, int mask, int card) noexcept nogil
    cdef int weigh(self, const Zone* zone) except -1 nogil
