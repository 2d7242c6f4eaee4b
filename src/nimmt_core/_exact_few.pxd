"""Looking for a pure strategy that settles a small matrix game within a window.

Against [alpha, beta], a row of entries that are all beta or more settles the game, and so does a
column of entries that are all alpha or less.  Entries are asked for where a row and a column that
may still do so meet, those that are furthest on first: each answer helps one of the two.

The number of cards each, `k`, is passed as a constant, so that indices are split without divisions.
"""

from nimmt_core._exact_types cimport ENDLESS, Few, value_t


cdef inline void begin_few(Few* few, int k) noexcept nogil:
    cdef int i
    few.known = 0
    few.row_open = few.column_open = (1 << k) - 1
    for i in range(k):
        few.row_known[i] = few.column_known[i] = 0
    for i in range(k * k):
        few.lows[i] = -ENDLESS
        few.highs[i] = ENDLESS


cdef inline int furthest(int open_lines, const int* known, int k) noexcept nogil:
    """The line that most is known of.

    High cards come first, as they have fewer choices of rows; but with three cards each low ones,
    as they are the best to be rid of.  By trial.
    """
    cdef int place, line
    cdef int found = -1
    for place in range(k):
        line = place if k == 3 else k - 1 - place
        if open_lines >> line & 1 and (found < 0 or known[line] > known[found]):
            found = line
    return found


cdef inline int unknown_in(
    const Few* few, int k, int first, int stride, int open_crossing
) noexcept nogil:
    """An entry of a line that was not looked at: one that may help the line across, if any."""
    cdef int place, index
    cdef int found = -1
    for place in range(k - 1, -1, -1):
        index = first + place * stride
        if few.known >> index & 1:
            continue
        if open_crossing >> place & 1:
            return index
        if found < 0:
            found = index
    return found


cdef inline int next_entry(const Few* few, int k) noexcept nogil:
    """The entry to look at next; -1 if no pure strategy settles the game."""
    cdef int row = furthest(few.row_open, few.row_known, k)
    cdef int column = furthest(few.column_open, few.column_known, k)
    if row < 0 and column < 0:
        return -1
    if row >= 0 and column >= 0 and not few.known >> (row * k + column) & 1:
        return row * k + column
    if column < 0 or (row >= 0 and few.row_known[row] >= few.column_known[column]):
        return unknown_in(few, k, row * k, 1, few.column_open)
    return unknown_in(few, k, column, k, few.row_open)


cdef inline void rule_out(Few* few, int k, int index, value_t alpha, value_t beta) noexcept nogil:
    """Close the lines that the bounds of an entry which is not decided speak against."""
    if few.lows[index] > alpha:
        few.column_open &= ~(1 << (index % k))
    if few.highs[index] < beta:
        few.row_open &= ~(1 << (index // k))


cdef inline bint settled(
    Few* few, int k, int index, value_t* value, value_t alpha, value_t beta
) noexcept nogil:
    """Take in an entry; if that settles the game, put the bound in place of the entry's value."""
    cdef int row = index // k
    cdef int column = index % k
    cdef int place
    few.known |= 1 << index
    few.row_known[row] += 1
    few.column_known[column] += 1
    if value[0] < beta:
        few.highs[index] = min(few.highs[index], value[0])
        few.row_open &= ~(1 << row)
    if value[0] > alpha:
        few.lows[index] = max(few.lows[index], value[0])
        few.column_open &= ~(1 << column)
    if few.row_open >> row & 1 and few.row_known[row] == k:
        for place in range(k):
            value[0] = min(value[0], few.lows[row * k + place])
        return True
    if few.column_open >> column & 1 and few.column_known[column] == k:
        for place in range(k):
            value[0] = max(value[0], few.highs[place * k + column])
        return True
    return False
