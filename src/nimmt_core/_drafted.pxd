"""Rounds of logical games that begin where their drafts ended."""

from libc.stdint cimport uint8_t

from nimmt_core._lanes cimport LanePath
from nimmt_core._network cimport LaneRound

cdef object checked_drafts(picks, int players, int first, int rows)
cdef void begin_drafted(
    const LanePath* path, const uint8_t[:, ::1] picks, int first_draft, int lanes, int first,
    LaneRound* round
) noexcept nogil
