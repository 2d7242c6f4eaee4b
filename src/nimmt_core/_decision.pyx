"""What is to be decided: a card to play, or a row to choose, and what counts."""

from nimmt_core cimport _types
from nimmt_core._rules cimport join_row, landing, load_table, place_plays, start_row
from nimmt_core._types cimport BY_INDEX, NO_ROW, SEAT_BITS, Table

OBJECTIVES = ("own", "relative", "rank")


cdef int load_decision(
    Decision* decision, rows, int capacity, bint professional, int players, int seat, candidates,
    pending, before, int objective
) except -1:
    """Fill it from Python's values."""
    cdef int i, pending_seat, card
    load_table(&decision.table, rows, capacity, professional)
    if not (
        0 <= seat < players == len(before)
        and len(candidates) <= _types.MAX_CARD
        and len(pending) <= players
        and 0 <= objective < len(OBJECTIVES)
    ):
        raise ValueError("no such seat or objective, or too many candidates or pending plays")
    decision.players = players
    decision.seat = seat
    decision.candidate_count = len(candidates)
    for i, card in enumerate(candidates):
        decision.candidates[i] = card
    decision.pending_count = len(pending)
    for i, (pending_seat, card) in enumerate(pending):
        decision.pending[i] = card << SEAT_BITS | pending_seat
    decision.starts_row = (
        decision.pending_count > 0
        and landing(&decision.table, decision.pending[0] >> SEAT_BITS).row == NO_ROW
    )
    for i in range(players):
        decision.before[i] = before[i]
    decision.objective = <Objective>objective
    return 0


cdef void settle_pending(
    const Decision* decision, int row, Table* table, int* taken
) noexcept nogil:
    """Let the first pending card go to a row, and place the others; choices go by cost."""
    cdef int card = decision.pending[0] >> SEAT_BITS
    if decision.starts_row:
        taken[decision.seat] += start_row(table, row, card)
    else:
        taken[decision.seat] += join_row(table, row, card)
    place_plays(table, &decision.pending[1], decision.pending_count - 1, taken, BY_INDEX)
