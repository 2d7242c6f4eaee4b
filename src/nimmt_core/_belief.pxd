"""What the others have played says what they may hold: deals that fit it."""

cimport cython
from libc.stdint cimport uint8_t, uint16_t

from nimmt_core._deals cimport Dealer, LaneDeals
from nimmt_core._lanes cimport LaneKeys, LanePath, LaneSource
from nimmt_core._network cimport LaneRound, Network
from nimmt_core._types cimport MAX_CARD, MAX_HAND, MAX_PLAYERS


@cython.final
cdef class Belief:
    cdef Dealer dealer
    cdef Network network
    cdef LaneRound* turns           # before each turn: the rows, and what had been seen
    cdef int turn_count
    cdef uint16_t plays[MAX_HAND][MAX_PLAYERS]
    cdef int unseen[MAX_CARD]
    cdef int unseen_count
    cdef uint8_t lacks[MAX_PLAYERS][MAX_CARD + 1]
    cdef int groups[MAX_PLAYERS][2]  # seats whose hands are redealt together
    cdef int group_sizes[MAX_PLAYERS]
    cdef int group_count
    cdef int tries
    cdef double sharpness

    cdef int deal_lanes(self, LaneSource* source, LaneDeals* deals, int lanes) noexcept nogil
    cdef void _redeal(
        self, LaneSource* source, int group, LaneDeals* deals, int lanes
    ) noexcept nogil
    cdef void _weigh(
        self, const LanePath* path, int seat, const LaneKeys* cards, int lanes, double* logs
    ) noexcept nogil
    cdef void _open_cards(
        self, int seat, const LaneDeals* deals, int lanes, LaneKeys* cards
    ) noexcept nogil
