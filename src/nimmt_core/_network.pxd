"""The policy network in the kernel: a small network that says how much a player likes each card.

What it computes is in _lanes_network.h, for all lanes of a group at once; here are its weights, the
rounds that it is asked in, and the noise that makes a choice at random of the highest score.
"""

cimport cython

from nimmt_core._lanes cimport (
    LANE_ROW_FEATURES, LaneBytes, LaneKeys, LaneNetwork, LaneNumbers, LanePath, LaneSource,
    LaneTable, LaneView,
)
from nimmt_core._types cimport MAX_CARD, MAX_HAND, MAX_PLAYERS, MAX_ROWS

# A round in every lane, with hands in ascending order, of as many cards for each seat.
cdef struct LaneRound:
    LaneTable table
    LaneKeys hands[MAX_PLAYERS][MAX_HAND]
    LaneBytes taken[MAX_PLAYERS]
    LaneBytes seen_below[MAX_CARD + 1]
    int players
    int held
    int top_card
    int seen                    # cards that everybody has seen, the same number in every lane

cdef enum:
    NOBODY = 255

# The choices of rows of a turn: whose card is low in each lane, or NOBODY's; which row is best; and
# what was looked at of each row.
cdef struct RowChoices:
    LaneBytes owner
    LaneBytes row
    LaneNumbers kept[MAX_ROWS * LANE_ROW_FEATURES]


@cython.final
cdef class Network:
    cdef LaneNetwork weights
    cdef readonly int hidden
    cdef tuple _arrays

cdef const LanePath* vector_path(object name) except NULL
cdef int load_seen(LaneRound* round, seen) except -1
cdef void fill_view(LaneView* view, const LaneRound* round, const LaneKeys* hand) noexcept nogil
cdef void score_hand(
    const LanePath* path, const LaneRound* round, int seat, const LaneNetwork* network, int lanes,
    LaneNumbers* scores, LaneNumbers* kept
) noexcept nogil
cdef void add_noise(LaneSource* source, int held, LaneNumbers* scores) noexcept nogil
cdef void see_cards(
    const LanePath* path, const unsigned short** cards, int count, LaneRound* round
) noexcept nogil
cdef void begin_round(
    const LanePath* path, const LaneKeys* ends, int held, LaneRound* round
) noexcept nogil
cdef void finish_turn(
    const LanePath* path, LaneRound* round, const unsigned short** plays,
    const LaneNetwork** networks, LaneSource* source, RowChoices* choices
) noexcept nogil
