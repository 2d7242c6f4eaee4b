"""Closed forms for the last turns under standard placement.

Cards are given as they were ranked before, nothing is renumbered on the way: only their order
matters.  A player's cards are ascending.
"""

from libc.stdint cimport int32_t, uint64_t

from nimmt_core._exact_choice cimport choice_of, closes
from nimmt_core._exact_rows cimport (
    EACH_LANE, HEADS, REST, cheapest_first, ends_below, join, lane, lanes_below, take,
    without_idle_length,
)
from nimmt_core._exact_types cimport Choice, LANES, ONE, PairEntry, Search, value_t

cdef enum:
    PAIR_BITS = 14           # the table fits a second-level cache
    PAIR_BYTES = (1 << PAIR_BITS) * 16
    NEVER = 10_000


cdef inline int fill_cost(int old, int capacity) noexcept nogil:
    """What the next card of a lane costs."""
    return old & HEADS if ((old >> 7) & 7) == capacity else 0


cdef inline int last_turn(
    const Search* search, uint64_t rows, int low, int high, int low_heads
) noexcept nogil:
    """One card each, for the owner of the lower: what the other takes less what he takes."""
    cdef int high_row = ends_below(rows, high) - 1
    cdef int low_row = ends_below(rows, low) - 1
    cdef int capacity = search.capacity
    cdef int row, least, old, leave, with_low
    if low_row >= 0:
        old = lane(rows, low_row)
        if low_row != high_row:
            return fill_cost(lane(rows, high_row), capacity) - fill_cost(old, capacity)
        if ((old >> 7) & 7) == capacity:
            return (low_heads if capacity == 1 else 0) - (old & HEADS)
        return (old & HEADS) + low_heads if ((old >> 7) & 7) + 1 == capacity else 0
    # The low card takes a row: the cheapest that the high card does not join, or that one, so
    # that the high card joins the next below it or the low card itself.
    with_low = low_heads if capacity == 1 else 0
    least = NEVER
    for row in range(search.rows):
        if row != high_row and lane(rows, row) & HEADS < least:
            least = lane(rows, row) & HEADS
    if high_row < 0:
        return with_low - least
    leave = fill_cost(lane(rows, high_row), capacity) - least
    if high_row > 0:
        with_low = fill_cost(lane(rows, high_row - 1), capacity)
    with_low -= lane(rows, high_row) & HEADS
    return with_low if with_low > leave else leave


cdef inline int cheapest(const Search* search, uint64_t rows) noexcept nogil:
    """The bull heads of the cheapest row."""
    cdef int least = lane(rows, 0) & HEADS
    cdef int row
    for row in range(1, search.rows):
        least = min(least, lane(rows, row) & HEADS)
    return least


cdef inline int last_choice(const Search* search, uint64_t rows, int low) noexcept nogil:
    """The same as `last_turn` where no row can overflow: only a choice of rows costs anything."""
    return 0 if ends_below(rows, low) else -cheapest(search, rows)


cdef inline int pair_entry(
    const Search* search, uint64_t rows, int a, int b, int a_left, int b_left, const int* heads,
    bint overflow
) noexcept nogil:
    """The first plays a and the second b, and then the cards that are left; in bull heads.

    `overflow` tells whether a row may still be taken for being full.
    """
    cdef bint first_low = a < b
    cdef int low = a if first_low else b
    cdef int high = b if first_low else a
    cdef bint first_low_last = a_left < b_left
    cdef int low_last = a_left if first_low_last else b_left
    cdef int high_last = b_left if first_low_last else a_left
    cdef uint64_t after
    cdef int row, taken, value
    cdef int best = -NEVER
    if ends_below(rows, low):
        taken = join(&rows, low, heads[low], search.capacity)
        value = join(&rows, high, heads[high], search.capacity) - taken
        if overflow:
            taken = last_turn(search, rows, low_last, high_last, heads[low_last])
        else:
            taken = last_choice(search, rows, low_last)
        return (value if first_low else -value) + (taken if first_low_last else -taken)
    if not overflow and low_last > high:
        # The row that the low card begins stays below the last cards: nothing more is taken.
        best = -cheapest(search, rows)
        return best if first_low else -best
    for row in range(search.rows):
        after = rows
        taken = take(&after, row, low, heads[low])
        value = join(&after, high, heads[high], search.capacity) - taken
        if overflow:
            taken = last_turn(search, after, low_last, high_last, heads[low_last])
        else:
            taken = last_choice(search, after, low_last)
        value += taken if first_low_last == first_low else -taken
        if value > best:
            best = value
    return best if first_low else -best


cdef inline value_t solve_pair(
    const Search* search, uint64_t rows, int a0, int a1, int b0, int b1, const int* heads,
    bint overflow
) noexcept nogil:
    """Two cards each: the value of a 2 x 2 game."""
    cdef int m00 = pair_entry(search, rows, a0, b0, a1, b1, heads, overflow)
    cdef int m01 = pair_entry(search, rows, a0, b1, a1, b0, heads, overflow)
    cdef int m10, m11, maximin, minimax
    cdef double mixed
    # The better reply to the first card makes a saddle point if the other card is no better.
    if m00 <= m01:
        m10 = pair_entry(search, rows, a1, b0, a0, b1, heads, overflow)
        if m10 <= m00:
            return m00 * ONE
        m11 = pair_entry(search, rows, a1, b1, a0, b0, heads, overflow)
    else:
        m11 = pair_entry(search, rows, a1, b1, a0, b0, heads, overflow)
        if m11 <= m01:
            return m01 * ONE
        m10 = pair_entry(search, rows, a1, b0, a0, b1, heads, overflow)
    maximin = max(min(m00, m01), min(m10, m11))
    minimax = min(max(m00, m10), max(m01, m11))
    if maximin >= minimax:
        return maximin * ONE
    mixed = <double>(m00 * m11 - m01 * m10) / (m00 + m11 - m01 - m10) * ONE
    return <value_t>(mixed + (0.5 if mixed > 0 else -0.5))


cdef inline int committed_pair(
    const Search* search, uint64_t rows, const int* mine, const int* theirs, const int* heads,
    bint first_commits
) noexcept nogil:
    """Two cards each, one player committing to a card first; in bull heads."""
    cdef int m00 = pair_entry(search, rows, mine[0], theirs[0], mine[1], theirs[1], heads, True)
    cdef int m01 = pair_entry(search, rows, mine[0], theirs[1], mine[1], theirs[0], heads, True)
    cdef int m10 = pair_entry(search, rows, mine[1], theirs[0], mine[0], theirs[1], heads, True)
    cdef int m11 = pair_entry(search, rows, mine[1], theirs[1], mine[0], theirs[0], heads, True)
    if first_commits:
        return max(min(m00, m01), min(m10, m11))
    return min(max(m00, m10), max(m01, m11))


cdef inline bint may_overflow(uint64_t rows, uint64_t above, int capacity) noexcept nogil:
    """Whether any row can still be taken for being full; `above` counts the cards above each end.

    A row that is begun now gets the three other cards at the most.  Missing rows count as full.
    """
    cdef uint64_t reach = ((rows >> 7) & (7 * EACH_LANE)) + above
    return capacity < 4 or (reach + <uint64_t>(15 - capacity) * EACH_LANE) & (16 * EACH_LANE) != 0


cdef inline value_t pair_value(
    Search* search, uint64_t rows, int a0, int a1, int b0, int b1, const int* heads
) noexcept nogil:
    """The same, from the table of pairs: many are met again soon."""
    cdef uint64_t above = (
        lanes_below(rows, a0)
        + lanes_below(rows, a1)
        + lanes_below(rows, b0)
        + lanes_below(rows, b1)
    )
    cdef bint overflow = may_overflow(rows, above, search.capacity)
    cdef uint64_t key
    if overflow:
        key = (without_idle_length(rows, above, search.capacity) & (REST * EACH_LANE))
    else:
        key = rows & (HEADS * EACH_LANE)
    key |= above << 10
    cdef int order = ((b0 < a0) + (b1 < a0)) * 3 + (b0 < a1) + (b1 < a1)
    cdef int weights = (
        heads[a0] | heads[a1] << 3 | heads[b0] << 6 | heads[b1] << 9 | order << 12 | 1 << 16
    )
    cdef PairEntry* entry = &search.pairs[
        ((key * <uint64_t>0x9E3779B97F4A7C15) ^ (<uint64_t>weights * <uint64_t>0xD6E8FEB86659FD93))
        >> (64 - PAIR_BITS)
    ]
    if entry.key != key or entry.weights != weights:
        entry.key = key
        entry.weights = weights
        entry.value = solve_pair(search, rows, a0, a1, b0, b1, heads, overflow)
    return entry.value


cdef inline value_t triple_entry(
    Search* search, uint64_t rows, const int* mine, const int* theirs, int i, int j,
    const int* heads, value_t alpha, value_t beta
) noexcept nogil:
    """Three cards each: the value of a joint play within a window; fail-soft."""
    cdef int a = mine[i]
    cdef int b = theirs[j]
    cdef int a0 = mine[1] if i == 0 else mine[0]
    cdef int a1 = mine[1] if i == 2 else mine[2]
    cdef int b0 = theirs[1] if j == 0 else theirs[0]
    cdef int b1 = theirs[1] if j == 2 else theirs[2]
    cdef bint first_low = a < b
    cdef int low = a if first_low else b
    cdef int high = b if first_low else a
    cdef int order[LANES]
    cdef uint64_t after
    cdef int place, taken
    cdef value_t value
    cdef Choice choice
    if ends_below(rows, low):
        taken = join(&rows, low, heads[low], search.capacity)
        taken = join(&rows, high, heads[high], search.capacity) - taken
        value = pair_value(search, rows, a0, a1, b0, b1, heads)
        return (taken if first_low else -taken) * ONE + value
    cheapest_first(rows, search.rows, order)
    choice = choice_of(first_low, alpha, beta)
    for place in range(search.rows):
        after = rows
        taken = take(&after, order[place], low, heads[low])
        taken = join(&after, high, heads[high], search.capacity) - taken
        value = pair_value(search, after, a0, a1, b0, b1, heads)
        if closes(&choice, (taken if first_low else -taken) * ONE + value):
            break
    return choice.best
