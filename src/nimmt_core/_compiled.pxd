"""Players that are compiled: what each plays and picks.

They choose a row as ``place_cheapest`` does.  Their hands are in ascending order.
"""

from libc.stdint cimport uint32_t

from nimmt_core._counters cimport Reader, below
from nimmt_core._game_rules cimport choice_place
from nimmt_core._rules cimport cheapest_row, cheaper_end, join_cost, landing
from nimmt_core._types cimport BY_INDEX, Landing, MAX_CARD, MAX_PLAYERS, NO_ROW, Table

cdef enum Compiled:
    RANDOM = 0
    LOWEST = 1
    HIGHEST = 2
    NEAREST = 3
    CHEAPEST = 4
    INSTANT = 5
    COMPILED_PLAYERS = 6


# Where the players of a game choose at random from, and how often each has done so.
cdef struct Choices:
    Reader readers[MAX_PLAYERS]
    int players
    int hand_size
    int made[MAX_PLAYERS]


cdef inline int any_of(Choices* choices, int seat, int count) noexcept nogil:
    """A random index."""
    cdef uint32_t place = choice_place(
        choices.players, choices.hand_size, seat, choices.made[seat]
    )
    choices.made[seat] += 1
    return below(&choices.readers[seat], place, count)


cdef inline int cost_now(const Table* table, int card) noexcept nogil:
    """What the card would cost if it were placed now."""
    cdef Landing found = landing(table, card)
    if found.row == NO_ROW:
        return table.heads[cheapest_row(table, BY_INDEX)]
    if found.other != NO_ROW:
        return join_cost(table, cheaper_end(table, found, BY_INDEX))
    return join_cost(table, found.row)


cdef inline int gap_now(const Table* table, int card) noexcept nogil:
    """How far the card is from the end that it would join now; MAX_CARD if it costs something."""
    cdef Landing found = landing(table, card)
    cdef int row = found.row
    if row == NO_ROW:
        return MAX_CARD
    if found.other != NO_ROW:
        row = cheaper_end(table, found, BY_INDEX)
    if table.length[row] == table.capacity:
        return MAX_CARD
    return card - table.right[row] if card > table.right[row] else table.left[row] - card


cdef inline int played_card(
    Compiled player, int seat, const Table* table, const int* hand, int count, Choices* choices
) noexcept nogil:
    """The index of the card that the player plays."""
    cdef int i, value
    cdef int best = 0
    cdef int least = MAX_CARD * MAX_CARD
    if player == RANDOM:
        return any_of(choices, seat, count)
    if player == LOWEST:
        return 0
    if player == HIGHEST:
        return count - 1
    for i in range(count):
        value = gap_now(table, hand[i]) if player == NEAREST else cost_now(table, hand[i])
        if value < least:
            least = value
            best = i
    if player == NEAREST and least == MAX_CARD:
        return count - 1
    return best


cdef inline int picked_card(
    Compiled player, int seat, int count, Choices* choices
) noexcept nogil:
    """The index of the card that the player picks from the open table."""
    if player == LOWEST:
        return 0
    if player == HIGHEST:
        return count - 1
    return any_of(choices, seat, count)
