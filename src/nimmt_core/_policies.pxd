"""Policies inside playouts: who plays which card, for one round or for all lanes at once.

A policy is two functions that decide alike: one here, and one for every path in _lanes_policies.h.
Both get the cards that a seat holds, in random order, and tell the place of one of them: the first
of those that it is indifferent between.  What a policy has learnt is in `parameters`, which it only
reads.

In lanes everything is an array over lanes, so that nothing need be gathered: a feature of all
rounds is one array, and a layer of a network is a sum of such arrays, each times a number that is
the same in every lane.
"""

from nimmt_core._lanes cimport LaneBytes, LaneKeys, LanePath, LaneTable
from nimmt_core._types cimport Hand, MAX_PLAYERS, Table, TieBreak

# What a seat knows when it has a card to play.
cdef struct View:
    const Table* table
    const int* hand             # cards, `held` of them
    int held
    int seat
    int players
    const int* taken            # bull heads by seat, since the playout began

cdef enum:
    PLAYS_AT_RANDOM = -1        # the next card of a hand in random order

# `number` is the policy's in a LanePath.
cdef struct Policy:
    int number
    int (*choose)(const View* view, const void* parameters) noexcept nogil
    const void* parameters

ctypedef Policy[MAX_PLAYERS] Policies

cdef int load_policies(Policy* policies, object names, int players) except -1
cdef void lead_chosen(
    const Policy* policies, int seat, int players, const Table* table, int* hand, int held,
    const int* taken
) noexcept nogil
cdef void lead_chosen_lanes(
    const LanePath* path, const Policy* policies, int seat, int players, const LaneTable* table,
    LaneKeys* hand, int held, const LaneBytes* taken
) noexcept nogil
cdef void play_turns(
    const Policy* policies, Table* table, Hand* hands, int players, int first, int last,
    int* taken, TieBreak tie_break
) noexcept nogil
cdef void play_turns_lanes(
    const LanePath* path, const Policy* policies, LaneTable* table, const LaneKeys** hands,
    int players, int first, int last, int first_seat, int last_seat, LaneBytes* taken
) noexcept nogil
