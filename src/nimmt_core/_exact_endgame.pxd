"""Closed forms for the last turns under standard placement."""

from libc.stdint cimport int32_t, uint32_t, uint64_t

from nimmt_core._exact_choice cimport choice_of, closes
from nimmt_core._exact_plays cimport both_join, ranked_without, take_and_join
from nimmt_core._exact_rows cimport (
    EACH_LANE, HEADS, REST, ends_below, lane, present, weight_of, without_bit, without_class,
    without_idle_length,
)
from nimmt_core._exact_types cimport Choice, Few, Node, ONE, Pair, PairEntry, Search, value_t

cdef extern from *:
    """
    static const signed char nimmt_lowest[16] = {0, 0, 1, 0, 2, 0, 1, 0, 3, 0, 1, 0, 2, 0, 1, 0};
    static const signed char nimmt_highest[16] = {0, 0, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3};
    """
    # The lowest and the highest of some of four cards, a bit each.
    const signed char LOWEST "nimmt_lowest"[16]
    const signed char HIGHEST "nimmt_highest"[16]

cdef enum:
    PAIR_BITS = 14           # the table fits a second-level cache
    PAIR_BYTES = (1 << PAIR_BITS) * 16
    NEVER = 10_000


cdef inline int laid(uint64_t* rows, int row, int heads, int capacity) noexcept nogil:
    """Lay a card on a row; its end is left as it is.  Returns the bull heads taken."""
    cdef int old = <int>(rows[0] >> (16 * row)) & REST
    cdef int gone = old if old >> 7 == capacity else 0
    rows[0] += <uint64_t>((1 << 7) + heads - gone) << (16 * row)
    return gone & HEADS


cdef inline int last_turn(
    const Search* search, uint64_t rows, int low_row, int high_row, int low_heads
) noexcept nogil:
    """One card each, for the owner of the lower: what the other takes less what he takes."""
    cdef int capacity = search.capacity
    cdef int row, heads, least, leave, with_low
    if low_row >= 0:
        leave = laid(&rows, low_row, low_heads, capacity)
        return laid(&rows, high_row, 0, capacity) - leave
    # The low card takes a row: the cheapest that the high card does not join, or that one, so
    # that the high card joins the next below it or the low card itself.
    with_low = low_heads if capacity == 1 else 0
    least = NEVER
    for row in range(search.rows):
        heads = lane(rows, row) & HEADS
        if row != high_row and heads < least:
            least = heads
    if high_row < 0:
        return with_low - least
    if high_row > 0:
        with_low = laid(&rows, high_row - 1, 0, capacity)
    with_low -= lane(rows, high_row) & HEADS
    leave = laid(&rows, high_row, 0, capacity) - least
    return with_low if with_low > leave else leave


cdef inline int cheapest(const Search* search, uint64_t rows) noexcept nogil:
    """The bull heads of the cheapest row."""
    cdef int least = lane(rows, 0) & HEADS
    cdef int row
    for row in range(1, search.rows):
        least = min(least, lane(rows, row) & HEADS)
    return least


cdef inline int row_after(
    int row, int card, int low, int low_row, int high, int high_row
) noexcept nogil:
    """The row below a card, after others were laid: those that were laid above it are not."""
    if card < low:
        return min(row, low_row - 1)
    if card < high:
        return min(row, high_row - 1)
    return row


cdef inline int pair_entry(
    const Search* search, const Pair* pair, int a, int b, bint overflow
) noexcept nogil:
    """The first plays `a` and the second `b`, and then the cards that are left; in bull heads.

    `overflow` tells whether a row may still be taken for being full.
    """
    cdef int a_left = pair.mine[0] + pair.mine[1] - a
    cdef int b_left = pair.theirs[0] + pair.theirs[1] - b
    cdef bint first_low = a < b
    cdef int low = a if first_low else b
    cdef int high = b if first_low else a
    cdef bint first_low_last = a_left < b_left
    cdef int low_last = a_left if first_low_last else b_left
    cdef int high_last = b_left if first_low_last else a_left
    cdef int low_row = pair.row[low]
    cdef int high_row = pair.row[high]
    cdef uint64_t rows = pair.rows
    cdef uint64_t under
    cdef int place, row, to, low_to, high_to, taken, value
    cdef int best = -NEVER
    if low_row >= 0:
        low_to = row_after(pair.row[low_last], low_last, low, low_row, high, high_row)
        if not overflow and low_to >= 0:
            return 0
        high_to = row_after(pair.row[high_last], high_last, low, low_row, high, high_row)
        taken = laid(&rows, low_row, pair.heads[low], search.capacity)
        value = laid(&rows, high_row, pair.heads[high], search.capacity) - taken
        if overflow:
            taken = last_turn(search, rows, low_to, high_to, pair.heads[low_last])
        else:
            taken = -cheapest(search, rows)
        return (value if first_low else -value) + (taken if first_low_last else -taken)
    if not overflow and low_last > high:
        # The row that the low card begins stays below the last cards: nothing more is taken.
        best = -cheapest(search, rows)
        return best if first_low else -best
    for place in range(pair.choices):
        row = place if place < pair.choices - 1 else pair.last_choice
        # The rows below the one that is taken move up, and the low card begins the lowest.
        under = (<uint64_t>1 << (16 * row)) - 1
        rows = pair.rows & ~(under << 16 | 0xFFFF) | (pair.rows & under) << 16
        rows |= 1 << 7 | pair.heads[low]
        to = high_row + (row > high_row)
        value = laid(&rows, to, pair.heads[high], search.capacity)
        value -= lane(pair.rows, row) & HEADS
        low_to = pair.row[low_last] + (row > pair.row[low_last])
        low_to = row_after(low_to, low_last, low, 0, high, to)
        if overflow:
            high_to = pair.row[high_last] + (row > pair.row[high_last])
            high_to = row_after(high_to, high_last, low, 0, high, to)
            taken = last_turn(search, rows, low_to, high_to, pair.heads[low_last])
        else:
            taken = 0 if low_to >= 0 else -cheapest(search, rows)
        value += taken if first_low_last == first_low else -taken
        if value > best:
            best = value
    return best if first_low else -best


cdef inline value_t solve_pair(
    const Search* search, const Pair* pair, bint overflow
) noexcept nogil:
    """Two cards each: the value of a 2 x 2 game."""
    cdef int a0 = pair.mine[0]
    cdef int a1 = pair.mine[1]
    cdef int b0 = pair.theirs[0]
    cdef int b1 = pair.theirs[1]
    cdef int m00 = pair_entry(search, pair, a0, b0, overflow)
    cdef int m01 = pair_entry(search, pair, a0, b1, overflow)
    cdef int m10, m11, maximin, minimax
    cdef double mixed
    # The better reply to the first card makes a saddle point if the other card is no better.
    if m00 <= m01:
        m10 = pair_entry(search, pair, a1, b0, overflow)
        if m10 <= m00:
            return m00 * ONE
        m11 = pair_entry(search, pair, a1, b1, overflow)
    else:
        m11 = pair_entry(search, pair, a1, b1, overflow)
        if m11 <= m01:
            return m01 * ONE
        m10 = pair_entry(search, pair, a1, b0, overflow)
    maximin = max(min(m00, m01), min(m10, m11))
    minimax = min(max(m00, m10), max(m01, m11))
    if maximin >= minimax:
        return maximin * ONE
    mixed = <double>(m00 * m11 - m01 * m10) / (m00 + m11 - m01 - m10) * ONE
    return <value_t>(mixed + (0.5 if mixed > 0 else -0.5))


cdef inline int committed_pair(
    const Search* search, const Pair* pair, bint first_commits
) noexcept nogil:
    """Two cards each, one player committing to a card first; in bull heads."""
    cdef int m00 = pair_entry(search, pair, pair.mine[0], pair.theirs[0], True)
    cdef int m01 = pair_entry(search, pair, pair.mine[0], pair.theirs[1], True)
    cdef int m10 = pair_entry(search, pair, pair.mine[1], pair.theirs[0], True)
    cdef int m11 = pair_entry(search, pair, pair.mine[1], pair.theirs[1], True)
    if first_commits:
        return max(min(m00, m01), min(m10, m11))
    return min(max(m00, m10), max(m01, m11))


cdef inline bint may_overflow(uint64_t rows, uint64_t above, int capacity) noexcept nogil:
    """Whether any row can still be taken for being full; `above` counts the cards above each end.

    A row that is begun now gets the three other cards at the most.  Missing rows count as full.
    """
    cdef uint64_t reach = ((rows >> 7) & (7 * EACH_LANE)) + above
    return capacity < 4 or (reach + <uint64_t>(15 - capacity) * EACH_LANE) & (16 * EACH_LANE) != 0


cdef inline void look_at_pair(
    const Search* search, Pair* pair, uint64_t rows, uint64_t weights, uint32_t owner
) noexcept nogil:
    """What two cards each find on the rows."""
    cdef int card, row
    pair.rows = rows
    pair.mine[0] = LOWEST[owner]
    pair.mine[1] = HIGHEST[owner]
    pair.theirs[0] = LOWEST[15 - owner]
    pair.theirs[1] = HIGHEST[15 - owner]
    for card in range(4):
        pair.row[card] = ends_below(rows, card) - 1
        pair.heads[card] = weight_of(weights, card)
    row = pair.row[3] + 1
    pair.choices = min(row + 1, search.rows)
    pair.last_choice = pair.choices - 1
    for row in range(row + 1, search.rows):
        if lane(rows, row) & HEADS < lane(rows, pair.last_choice) & HEADS:
            pair.last_choice = row


cdef inline value_t pair_value(
    Search* search, uint64_t rows, uint64_t weights, uint32_t owner
) noexcept nogil:
    """The value of two cards each, from the table of pairs: many are met again soon."""
    cdef uint64_t lanes = present(search.rows)
    cdef uint64_t above = 4 * lanes - (rows >> 10 & 31 * lanes)
    cdef bint overflow = may_overflow(rows, above, search.capacity)
    cdef int32_t cards = <int32_t>(weights | owner << 12 | 1 << 16)
    cdef uint64_t key
    cdef PairEntry* entry
    cdef Pair pair
    if overflow:
        key = without_idle_length(rows, above, search.capacity)
    else:
        key = rows & ((31 << 10 | HEADS) * EACH_LANE)
    entry = &search.pairs[
        ((key * <uint64_t>0x9E3779B97F4A7C15) ^ (<uint64_t>cards * <uint64_t>0xD6E8FEB86659FD93))
        >> (64 - PAIR_BITS)
    ]
    if entry.key != key or entry.cards != cards:
        look_at_pair(search, &pair, rows, weights, owner)
        entry.key = key
        entry.cards = cards
        entry.value = solve_pair(search, &pair, overflow)
    return entry.value


cdef inline value_t triple_entry(
    Search* search, const Node* node, const Few* few, int index, value_t alpha, value_t beta
) noexcept nogil:
    """Three cards each: the value of a joint play within a window; fail-soft."""
    cdef int a = few.mine[index // 3]
    cdef int b = few.theirs[index % 3]
    cdef bint first_low = a < b
    cdef int low = a if first_low else b
    cdef int high = b if first_low else a
    cdef uint64_t weights = without_class(without_class(node.weights, high), low)
    cdef uint32_t owner = without_bit(without_bit(node.owner, high), low)
    cdef uint64_t ranked = ranked_without(few, node.rows, low, high, present(search.rows))
    cdef uint64_t rows
    cdef int place, gain
    cdef value_t value
    cdef Choice choice
    if few.row[low] >= 0:
        gain = both_join(few, &ranked, low, high, search.capacity)
        value = pair_value(search, ranked, weights, owner)
        return (gain if first_low else -gain) * ONE + value
    choice = choice_of(first_low, alpha, beta)
    for place in range(few.choices):
        rows = ranked
        gain = take_and_join(few, &rows, few.order[place], low, high, search.capacity)
        value = pair_value(search, rows, weights, owner)
        if closes(&choice, (gain if first_low else -gain) * ONE + value):
            break
    return choice.best
