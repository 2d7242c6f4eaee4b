"""Joint plays of few cards each, standard placement.

What the cards find on the rows is looked up once for all plays: a card that is laid below another
does not change which row that other one joins, so both rows are known before.  What is left has new
ranks right away.
"""

from libc.stdint cimport uint64_t

from nimmt_core._exact_rows cimport (
    EACH_LANE, HEADS, REST, lane, lanes_below, weight_of, worth_taking,
)
from nimmt_core._exact_types cimport Few, Node


cdef inline void look_at_rows(Few* few, const Node* node, int cards, int rows) noexcept nogil:
    cdef int card
    for card in range(cards):
        few.heads[card] = weight_of(node.weights, card)
        few.below[card] = lanes_below(node.rows, card)
        few.row[card] = <int>((few.below[card] * EACH_LANE) >> 48) - 1
    if few.row[0] < 0:
        few.choices = worth_taking(node.rows, rows, cards, few.order)


cdef inline uint64_t ranked_without(
    const Few* few, uint64_t rows, int low, int high, uint64_t lanes
) noexcept nogil:
    """Take two cards out of what the ends count."""
    return rows - ((2 * EACH_LANE - few.below[low] - few.below[high] & 3 * lanes) << 10)


cdef inline int laid_on(
    uint64_t* rows, int row, int end, int heads, int capacity
) noexcept nogil:
    """Lay a card on a row, which gets a new end.  Returns the bull heads taken."""
    cdef int shift = 16 * row
    cdef int old = <int>(rows[0] >> shift) & 0x7FFF
    cdef int length = old & REST
    cdef int gone = length if length >> 7 == capacity else 0
    rows[0] += <uint64_t>((end << 10) + (1 << 7) + heads + length - gone - old) << shift
    return gone & HEADS


cdef inline int both_join(
    const Few* few, uint64_t* rows, int low, int high, int capacity
) noexcept nogil:
    """Lay two cards on rows that are ranked without them.

    Returns what the owner of the lower gains.
    """
    cdef int taken = laid_on(rows, few.row[low], low, few.heads[low], capacity)
    return laid_on(rows, few.row[high], high - 1, few.heads[high], capacity) - taken


cdef inline int take_and_join(
    const Few* few, uint64_t* rows, int row, int low, int high, int capacity
) noexcept nogil:
    """The same where the lower card takes a row: those below move up, it begins the lowest."""
    cdef uint64_t under = (<uint64_t>1 << (16 * row)) - 1
    cdef int taken = lane(rows[0], row) & HEADS
    rows[0] = rows[0] & ~(under << 16 | 0xFFFF) | (rows[0] & under) << 16
    rows[0] |= <uint64_t>(low << 10 | 1 << 7 | few.heads[low])
    row = few.row[high] + (row > few.row[high])
    return laid_on(rows, row, high - 1, few.heads[high], capacity) - taken
