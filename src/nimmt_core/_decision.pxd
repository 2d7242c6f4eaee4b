"""What is to be decided: a card to play, or a row to choose, and what counts."""

from nimmt_core._types cimport MAX_CARD, MAX_PLAYERS, Table

cdef enum Objective:
    OWN = 0
    RELATIVE = 1
    RANK = 2

# Candidates are cards of the hand; or, where plays are pending, rows for the first pending card.
# Pending plays are ascending, as card << SEAT_BITS | seat.
cdef struct Decision:
    Table table
    int players
    int seat
    int candidates[MAX_CARD]
    int candidate_count
    int pending[MAX_PLAYERS]
    int pending_count
    bint starts_row             # the first pending card is low
    int before[MAX_PLAYERS]     # bull heads that each seat has taken in this round
    Objective objective

cdef int load_decision(
    Decision* decision, rows, int capacity, bint professional, int players, int seat, candidates,
    pending, before, int objective
) except -1
cdef void settle_pending(
    const Decision* decision, int row, Table* table, int* taken
) noexcept nogil
