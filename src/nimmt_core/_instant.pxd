"""The player that follows a network, in one game: what it plays, and which row it takes."""

from nimmt_core._lanes cimport LaneNetwork, LanePath
from nimmt_core._network cimport LaneRound
from nimmt_core._types cimport Table

# Where it looks: the first lane of rounds, on some path with vectors.
cdef struct Instant:
    const LanePath* path
    const LaneNetwork* network
    LaneRound round

cdef void begin_instant(Instant* instant, int players, int top_card) noexcept nogil
cdef void instant_sees(Instant* instant, int card) noexcept nogil
cdef int instant_card(
    Instant* instant, const Table* table, const int* hand, int held
) noexcept nogil
cdef int instant_row(
    Instant* instant, const Table* table, const int* plays, const int* hand, int held
) noexcept nogil
