"""The matrix game of a node: what is proved of its entries, and what they are taken for."""

from nimmt_core._exact_rows cimport HEADS, lane, split_cards, weight_of
from nimmt_core._exact_tables cimport learn
from nimmt_core._exact_types cimport ENDLESS, LANES, Node, ONE, Search, Stage, UNSOLVED, value_t
from nimmt_core._matrix cimport MAX_ACTIONS, solve_small

# What was found out of an entry.
cdef enum Known:
    UPPER = 1               # the serialized game that bounds it from above
    LOWER = 2               # the one that does from below
    MISJUDGED = 4           # an answer that its estimate had not led to expect
    SEARCHED = 8            # such an answer again, or the value was asked for
    BUSY = 16               # a worker is at it

cdef extern from *:
    """
    #define NIMMT_BIAS 0.5
    """
    # By how many margins the best card of a serialized game is taken to be better; by trial.
    const double BIAS "NIMMT_BIAS"


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
        stage.known[i] = 0
    stage.lo = -ENDLESS
    stage.hi = ENDLESS
    stage.goal = UNSOLVED


cdef inline void estimate(
    Stage* stage, value_t lower, value_t upper, int first, int second
) noexcept nogil:
    """Take entries for the middle of what the serialized games say, their best cards for better.

    `first` is the card that the first player commits to, `second` the second's, or NO_MOVE.
    """
    cdef int i, j, index
    cdef value_t middle = <value_t>(0.5 * (<double>lower + upper))
    cdef value_t bias
    stage.margin = <value_t>(0.5 * (<double>upper - lower))
    bias = <value_t>(BIAS * stage.margin)
    for i in range(stage.k):
        for j in range(stage.k):
            index = i * stage.k + j
            stage.estimates[index] = middle
            if stage.mine[i] == first:
                stage.estimates[index] += bias
            if stage.theirs[j] == second:
                stage.estimates[index] -= bias
            fit_estimate(stage, index)


cdef inline void fit_estimate(Stage* stage, int index) noexcept nogil:
    """Keep an estimate within the bounds of its entry."""
    stage.estimates[index] = max(
        stage.lows[index], min(stage.highs[index], stage.estimates[index])
    )


cdef inline void narrow(
    Stage* stage, int index, value_t value, value_t alpha, value_t beta
) noexcept nogil:
    """Take in what a search within a window found of an entry."""
    learn(value, alpha, beta, &stage.lows[index], &stage.highs[index])
    if stage.lows[index] > stage.highs[index]:
        # The bounds of the two sides met within the rounding of the arithmetic.
        stage.highs[index] = stage.lows[index]
    fit_estimate(stage, index)


cdef inline void narrow_serialized(
    Stage* stage, int index, value_t value, bint from_above
) noexcept nogil:
    """Take in the value of a serialized game: the middle of both is a good estimate."""
    if from_above:
        stage.known[index] |= UPPER
        narrow(stage, index, value, ENDLESS, ENDLESS)
    else:
        stage.known[index] |= LOWER
        narrow(stage, index, value, -ENDLESS, -ENDLESS)
    if stage.known[index] & UPPER and stage.known[index] & LOWER:
        stage.estimates[index] = <value_t>(
            0.5 * (<double>stage.lows[index] + stage.highs[index])
        )
    elif from_above:
        stage.estimates[index] = stage.highs[index] - stage.margin
    else:
        stage.estimates[index] = stage.lows[index] + stage.margin
    fit_estimate(stage, index)


cdef inline double guaranteed(
    const Stage* stage, const double* row_mix, int column
) noexcept nogil:
    """What a strategy of the first player gets against a card, at the least."""
    cdef int i
    cdef double total = 0.0
    for i in range(stage.k):
        if row_mix[i] > 0.0:
            total += row_mix[i] * stage.lows[i * stage.k + column]
    return total


cdef inline double conceded(
    const Stage* stage, const double* column_mix, int row
) noexcept nogil:
    """What a strategy of the second player concedes to a card, at the most."""
    cdef int j
    cdef double total = 0.0
    for j in range(stage.k):
        if column_mix[j] > 0.0:
            total += column_mix[j] * stage.highs[row * stage.k + j]
    return total


cdef inline void raise_low(Stage* stage, const double* row_mix, double guarantee) noexcept nogil:
    """Keep a strategy of the first player if it guarantees more than the one that is kept."""
    cdef int i
    if guarantee > stage.lo:
        for i in range(stage.k):
            stage.row_low[i] = row_mix[i]
        stage.lo = guarantee


cdef inline void lower_high(
    Stage* stage, const double* column_mix, double concession
) noexcept nogil:
    """The same for the second player."""
    cdef int j
    if concession < stage.hi:
        for j in range(stage.k):
            stage.column_high[j] = column_mix[j]
        stage.hi = concession


cdef inline void solve_bounds(Stage* stage) noexcept nogil:
    """Find the best that the bounds prove: solve the games of the lower and of the upper ones."""
    cdef double payoffs[MAX_ACTIONS * MAX_ACTIONS]
    cdef double row_mix[MAX_ACTIONS]
    cdef double column_mix[MAX_ACTIONS]
    cdef int i
    cdef int k = stage.k
    cdef double bound
    for i in range(k * k):
        payoffs[i] = stage.lows[i]
    solve_small(payoffs, k, k, row_mix, column_mix)
    bound = ENDLESS
    for i in range(k):
        bound = min(bound, guaranteed(stage, row_mix, i))
    raise_low(stage, row_mix, bound)
    for i in range(k * k):
        payoffs[i] = stage.highs[i]
    solve_small(payoffs, k, k, row_mix, column_mix)
    bound = -ENDLESS
    for i in range(k):
        bound = max(bound, conceded(stage, column_mix, i))
    lower_high(stage, column_mix, bound)
