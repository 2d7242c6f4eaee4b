"""Matrices of lower and upper bounds of a node, and the games that they make."""

from nimmt_core._exact_rows cimport HEADS, lane, split_cards, weight_of
from nimmt_core._exact_tables cimport learn
from nimmt_core._exact_types cimport ENDLESS, LANES, Node, ONE, Search, Stage, value_t
from nimmt_core._matrix cimport MAX_ACTIONS, solve_small


cdef inline void begin_stage(Search* search, const Node* node, Stage* stage) noexcept nogil:
    """Bounds that need no search: nobody takes more than all bull heads that there are."""
    cdef int i, row
    cdef value_t bound = 0
    stage.k = node.k
    split_cards(search, node, stage.mine, stage.theirs)
    for row in range(LANES):
        if search.professional:
            bound += node.lanes[row] & 0xFF
        elif row < search.rows:
            bound += lane(node.rows, row) & HEADS
    for i in range(node.k):
        if search.professional:
            bound += search.heads_of[stage.mine[i]] + search.heads_of[stage.theirs[i]]
        else:
            bound += weight_of(node.weights, stage.mine[i])
            bound += weight_of(node.weights, stage.theirs[i])
    for i in range(node.k * node.k):
        stage.lows[i] = -bound * ONE
        stage.highs[i] = bound * ONE
        stage.steps[i] = 0


cdef inline void solve_bounds(Stage* stage) noexcept nogil:
    """Solve the games of the lower and of the upper bounds; what their strategies guarantee."""
    cdef double flat[MAX_ACTIONS * MAX_ACTIONS]
    cdef int i, j
    cdef int k = stage.k
    cdef double total, bound
    for i in range(k * k):
        flat[i] = stage.lows[i]
    solve_small(flat, k, k, stage.row_low, stage.column_low)
    # Stored in one step: another thread may look at the bounds meanwhile.
    bound = ENDLESS
    for j in range(k):
        total = 0.0
        for i in range(k):
            total += stage.row_low[i] * flat[i * k + j]
        if total < bound:
            bound = total
    stage.lo = bound
    for i in range(k * k):
        flat[i] = stage.highs[i]
    solve_small(flat, k, k, stage.row_high, stage.column_high)
    bound = -ENDLESS
    for i in range(k):
        total = 0.0
        for j in range(k):
            total += stage.column_high[j] * flat[i * k + j]
        if total > bound:
            bound = total
    stage.hi = bound


cdef inline int entry_to_refine(const Stage* stage) noexcept nogil:
    """The entry that matters most to both; -1 if none is left.

    The first player's hope is in the game of the upper bounds, the second's in that of the lower:
    where both hopes meet, one of them is wrong.
    """
    cdef int i, j
    cdef int k = stage.k
    cdef int best = -1
    cdef double weight
    cdef double best_weight = 0.0
    for i in range(k):
        if stage.row_high[i] <= 1e-9:
            continue
        for j in range(k):
            if stage.column_low[j] <= 1e-9 or stage.lows[i * k + j] >= stage.highs[i * k + j]:
                continue
            weight = stage.row_high[i] * stage.column_low[j] * (
                <double>stage.highs[i * k + j] - stage.lows[i * k + j]
            )
            if weight > best_weight:
                best_weight = weight
                best = i * k + j
    return best


cdef inline void narrow(
    Stage* stage, int index, value_t value, value_t alpha, value_t beta
) noexcept nogil:
    """Take in what a search within a window found of an entry."""
    learn(value, alpha, beta, &stage.lows[index], &stage.highs[index])
    if stage.lows[index] > stage.highs[index]:
        # The bounds of the two sides met within the rounding of the arithmetic.
        stage.highs[index] = stage.lows[index]
