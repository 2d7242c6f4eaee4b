"""Bull heads, placement under both rules, the cheapest choice, one turn."""

from nimmt_core._types cimport (
    BY_LOWEST_END, Landing, MAX_CARD, NO_ROW, SEAT_BITS, SEAT_MASK, Table, TieBreak,
)

cdef int HEADS[MAX_CARD + 1]

cdef int load_table(
    Table* table, object rows, int capacity, bint professional
) except -1


cdef inline Landing landing(const Table* table, int card) noexcept nogil:
    """Where the card may go; rows of a tie in ascending order."""
    cdef Landing found
    cdef int row, distance
    cdef int nearest = MAX_CARD + 1
    found.row = NO_ROW
    found.other = NO_ROW
    if not table.professional:
        for row in range(table.rows):
            distance = card - table.right[row]
            if 0 < distance < nearest:
                nearest = distance
                found.row = row
        return found
    for row in range(table.rows):
        if card > table.right[row]:
            distance = card - table.right[row]
        elif card < table.left[row]:
            distance = table.left[row] - card
        else:
            continue
        if distance < nearest:
            nearest = distance
            found.row = row
            found.other = NO_ROW
        elif distance == nearest:
            found.other = row
    return found


cdef inline int start_row(Table* table, int row, int card) noexcept nogil:
    """Take the row: the card becomes its only card.  Returns the bull heads taken."""
    cdef int taken = table.heads[row]
    table.left[row] = card
    table.right[row] = card
    table.length[row] = 1
    table.heads[row] = HEADS[card]
    return taken


cdef inline int join_row(Table* table, int row, int card) noexcept nogil:
    """Lay the card at an end that the row offers.  Returns the bull heads taken, 0 for none."""
    if table.length[row] == table.capacity:
        return start_row(table, row, card)
    if card > table.right[row]:
        table.right[row] = card
    else:
        table.left[row] = card
    table.length[row] += 1
    table.heads[row] += HEADS[card]
    return 0


cdef inline int cheapest_row(const Table* table, TieBreak tie_break) noexcept nogil:
    """The row of fewest bull heads."""
    cdef int row
    cdef int best = 0
    for row in range(1, table.rows):
        if table.heads[row] < table.heads[best]:
            best = row
        elif (
            tie_break == BY_LOWEST_END
            and table.heads[row] == table.heads[best]
            and table.right[row] < table.right[best]
        ):
            best = row
    return best


cdef inline int join_cost(const Table* table, int row) noexcept nogil:
    """What joining an end of the row costs."""
    return table.heads[row] if table.length[row] == table.capacity else 0


cdef inline int cheaper_end(
    const Table* table, Landing tie, TieBreak tie_break
) noexcept nogil:
    """The row of a professional tie that costs less."""
    cdef int row_cost = join_cost(table, tie.row)
    cdef int other_cost = join_cost(table, tie.other)
    if other_cost < row_cost:
        return tie.other
    if (
        tie_break == BY_LOWEST_END
        and other_cost == row_cost
        and table.right[tie.other] < table.right[tie.row]
    ):
        return tie.other
    return tie.row


cdef inline int place_cheapest(Table* table, int card, TieBreak tie_break) noexcept nogil:
    """Place a card whose owner chooses what is cheapest now.  Returns the bull heads taken."""
    cdef Landing found = landing(table, card)
    if found.row == NO_ROW:
        return start_row(table, cheapest_row(table, tie_break), card)
    if found.other != NO_ROW:
        return join_row(table, cheaper_end(table, found, tie_break), card)
    return join_row(table, found.row, card)


cdef inline void sort_plays(int* plays, int count) noexcept nogil:
    """Ascending order; insertion, since there are at most ten."""
    cdef int i, j, play
    for i in range(1, count):
        play = plays[i]
        j = i
        while j > 0 and plays[j - 1] > play:
            plays[j] = plays[j - 1]
            j -= 1
        plays[j] = play


cdef inline void place_plays(
    Table* table, const int* plays, int count, int* taken, TieBreak tie_break
) noexcept nogil:
    """Place sorted plays, cheapest choices throughout; adds to what each seat has taken."""
    cdef int i
    for i in range(count):
        taken[plays[i] & SEAT_MASK] += place_cheapest(table, plays[i] >> SEAT_BITS, tie_break)
