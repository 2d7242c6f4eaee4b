"""Games between compiled players, one deal a lane."""

from libc.stdint cimport int8_t, int32_t, uint64_t

from nimmt_core._counters cimport Sequence
from nimmt_core._game_rules cimport Rules
from nimmt_core._lanes cimport LaneNetwork, LanePath

cdef int play_lane_games(
    const LanePath* path, const Rules* rules, Sequence cards, int deals, const int8_t* players,
    const uint64_t* rotations, int games, const LaneNetwork* network, uint64_t* going, int32_t* out
) noexcept nogil
