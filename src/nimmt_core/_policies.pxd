"""Policies inside playouts: who plays which card, for one round or for all lanes at once.

A policy is two functions that decide alike.  Both get the cards that a seat holds, in random
order, and tell the place of one of them: a policy that is indifferent answers the first place.
Whatever a policy has learnt is in `parameters`, which it only reads.

In lanes everything is an array over lanes, so that a policy needs no gathering: a feature of all
rounds is one array, and the layer of a network is a sum of such arrays times numbers that are the
same in every lane.
"""

from libc.stdint cimport uint8_t

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

# The same in every lane; `hand` are keys, see _lanes.h.
cdef struct LaneView:
    const LaneTable* table
    const LaneKeys* hand
    int held
    int seat
    int players
    const LaneBytes* taken

# Without functions: play at random, which is the next card of a hand in random order.
cdef struct Policy:
    int (*choose)(const View* view, const void* parameters) noexcept nogil
    void (*choose_lanes)(
        const LaneView* view, const void* parameters, uint8_t* places
    ) noexcept nogil
    const void* parameters

ctypedef Policy[MAX_PLAYERS] Policies

cdef int load_policies(Policy* policies, object names, int players) except -1
cdef void lead_chosen(
    const Policy* policies, int seat, int players, const Table* table, int* hand, int held,
    const int* taken
) noexcept nogil
cdef void lead_chosen_lanes(
    const Policy* policies, int seat, int players, const LaneTable* table, LaneKeys* hand,
    int held, const LaneBytes* taken
) noexcept nogil
cdef void play_turns(
    const Policy* policies, Table* table, Hand* hands, int players, int first, int last,
    int* taken, TieBreak tie_break
) noexcept nogil
cdef void play_turns_lanes(
    const LanePath* path, const Policy* policies, LaneTable* table, const LaneKeys** hands,
    int players, int first, int last, int first_seat, int last_seat, LaneBytes* taken
) noexcept nogil
