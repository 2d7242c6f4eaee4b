"""The player that follows a network, in one game: what it plays, and which row it takes."""

from libc.stdint cimport uint16_t
from libc.string cimport memset

from nimmt_core._lanes cimport LaneKeys, LaneNumbers, LaneView, key_of, put_rows
from nimmt_core._network cimport fill_view, score_hand
from nimmt_core._types cimport MAX_HAND, MAX_PLAYERS, MAX_ROWS, SEAT_BITS, Table

cdef enum:
    HERE = 0  # the lane that is looked at


cdef void begin_instant(Instant* instant, int players, int top_card) noexcept nogil:
    """Begin a round, in which no card has been seen; without a path nobody asks."""
    if instant.path == NULL:
        return
    memset(&instant.round, 0, sizeof(instant.round))
    instant.round.players = players
    instant.round.top_card = top_card


cdef void instant_sees(Instant* instant, int card) noexcept nogil:
    """Everybody sees a card; without a path nobody asks."""
    cdef int above
    if instant.path == NULL:
        return
    for above in range(card + 1, instant.round.top_card + 1):
        instant.round.seen_below[above][HERE] += 1
    instant.round.seen += 1


cdef void _look(Instant* instant, const Table* table, const int* hand, int held) noexcept nogil:
    """Put rows and a hand, in ascending order, into the lane."""
    cdef int place
    instant.round.table.rows = table.rows
    instant.round.table.capacity = table.capacity
    instant.round.table.professional = table.professional
    put_rows(&instant.round.table, HERE, table)
    instant.round.held = held
    for place in range(held):
        instant.round.hands[0][place][HERE] = key_of(hand[place])


cdef int _highest(const LaneNumbers* scores, int count) noexcept nogil:
    """The place of the highest score, the first among equals."""
    cdef int place
    cdef int best = 0
    for place in range(1, count):
        if scores[place][HERE] > scores[best][HERE]:
            best = place
    return best


cdef int instant_card(
    Instant* instant, const Table* table, const int* hand, int held
) noexcept nogil:
    """The index of the card that it plays."""
    cdef LaneNumbers scores[MAX_HAND]
    _look(instant, table, hand, held)
    score_hand(instant.path, &instant.round, 0, instant.network, 1, scores, NULL)
    return _highest(scores, held)


cdef int instant_row(
    Instant* instant, const Table* table, const int* plays, const int* hand, int held
) noexcept nogil:
    """The row that it takes, where its card is the lowest of a turn that has been seen, and low."""
    cdef LaneNumbers scores[MAX_ROWS]
    cdef LaneKeys cards[MAX_PLAYERS]
    cdef const uint16_t* pointers[MAX_PLAYERS]
    cdef LaneView view
    cdef int seat
    _look(instant, table, hand, held)
    memset(cards, 0, sizeof(cards))
    for seat in range(instant.round.players):
        cards[seat][HERE] = key_of(plays[seat] >> SEAT_BITS)
        pointers[seat] = cards[seat]
    fill_view(&view, &instant.round, instant.round.hands[0])
    instant.path.score_rows(&view, pointers, instant.network, 1, scores, NULL)
    return _highest(scores, table.rows)
