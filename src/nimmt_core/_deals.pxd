"""Determinizations: deals of the unseen cards that respect everything known."""

cimport cython
from numpy.random cimport bitgen_t

from nimmt_core._lanes cimport LaneKeys, LaneSource
from nimmt_core._types cimport Hand, MAX_CARD, MAX_HAND, MAX_PLAYERS

# A deal in every lane, with the pool that the next ones are drawn from.
cdef struct LaneDeals:
    LaneKeys pool[MAX_CARD]
    LaneKeys hands[MAX_PLAYERS][MAX_HAND]

cdef int check_deal(int status) except -1


@cython.final
cdef class Dealer:
    cdef readonly int players
    cdef readonly int hand_size
    # Cards that anybody may hold, and how many of them a deal without exclusions draws.
    cdef int pool[MAX_CARD]
    cdef int pool_size
    cdef int drawn
    cdef Hand known[MAX_PLAYERS]
    cdef int known_count[MAX_PLAYERS]
    cdef int open_slots[MAX_PLAYERS]
    # Cards that some seat does not hold.  A bin is a seat that does not hold some card; the last
    # bin is everywhere else: the other seats, and out of play.
    cdef int restricted[MAX_CARD]
    cdef int restricted_count
    cdef int bin_of[MAX_PLAYERS]
    cdef int bin_slots[MAX_PLAYERS + 1]
    cdef int bins
    cdef bint allowed[MAX_CARD][MAX_PLAYERS + 1]
    cdef bint planned
    cdef int[:, ::1] children
    cdef double[:, ::1] weights

    cdef void load_pool(self, int* pool) noexcept nogil
    cdef int deal(self, bitgen_t* source, int* pool, Hand* hands) noexcept nogil
    cdef void load_lanes(self, LaneDeals* deals) noexcept nogil
    cdef int deal_lanes(self, LaneSource* source, LaneDeals* deals, int lanes) noexcept nogil
    cdef int _assign_restricted(self, bitgen_t* source, int* bin_of_card) noexcept nogil
    cdef int _deal_restricted(self, bitgen_t* source, Hand* hands) noexcept nogil
