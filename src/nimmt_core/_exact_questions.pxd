"""What to find out next of a stage, led by an equilibrium of its estimated game.

A pure strategy that the estimates say is enough for the window comes first; then the equilibrium.
Where it mixes, the entries that both play have to be known.  All other entries only have to be on
the right side: those of a row that the second player's strategy is to hold down, those of a column
that the first player's is to hold up.  The row or column that is furthest from that is next, and
what the estimates have in reserve is spread over its entries evenly.
"""

from nimmt_core._exact_stage cimport BUSY, conceded, guaranteed, lower_high, raise_low
from nimmt_core._exact_types cimport (
    AT_LEAST, AT_MOST, ENDLESS, MOST_CARDS, Question, Stage, UNSOLVED, VALUE, value_t,
)
from nimmt_core._matrix cimport MAX_ACTIONS, solve_small

cdef extern from *:
    """
    #define NIMMT_UNPLAYED 1e-9
    #define NIMMT_HALF 0.5
    """
    const double HALF "NIMMT_HALF"                  # of a unit: what rounding may do
    const double UNPLAYED "NIMMT_UNPLAYED"          # a probability that is rounding


cdef inline double expected(const Stage* stage, bint row, int line) noexcept nogil:
    """What the estimates say of a row against the second's strategy, or of a column."""
    cdef int i
    cdef double total = 0.0
    for i in range(stage.k):
        if row and stage.column_mix[i] > 0.0:
            total += stage.column_mix[i] * stage.estimates[line * stage.k + i]
        elif not row and stage.row_mix[i] > 0.0:
            total += stage.row_mix[i] * stage.estimates[i * stage.k + line]
    return total


cdef inline bint are_good_still(const Stage* stage, value_t alpha, value_t beta) noexcept nogil:
    """Whether the strategies are as good as they were, after some estimates have changed."""
    cdef double least = min(stage.value, <double>beta) - HALF
    cdef double most = max(stage.value, <double>alpha) + HALF
    cdef int i
    if (stage.goal == AT_LEAST and stage.value < beta) or (
        stage.goal == AT_MOST and stage.value > alpha
    ) or (stage.goal == VALUE and not alpha < stage.value < beta) or stage.goal == UNSOLVED:
        return False
    for i in range(stage.k):
        if stage.goal & AT_LEAST and expected(stage, False, i) < least:
            return False
        if stage.goal & AT_MOST and expected(stage, True, i) > most:
            return False
    return True


cdef inline void solve_estimates(Stage* stage, value_t alpha, value_t beta) noexcept nogil:
    """Find strategies for the estimated game; pure ones, if they are enough for the window."""
    cdef double payoffs[MAX_ACTIONS * MAX_ACTIONS]
    cdef int k = stage.k
    cdef int i, j
    cdef int row = 0
    cdef int column = 0
    cdef value_t bound
    cdef value_t maximin = -ENDLESS
    cdef value_t minimax = ENDLESS
    for i in range(k):
        bound = ENDLESS
        for j in range(k):
            bound = min(bound, stage.estimates[i * k + j])
        if bound > maximin:
            maximin = bound
            row = i
        bound = -ENDLESS
        for j in range(k):
            bound = max(bound, stage.estimates[j * k + i])
        if bound < minimax:
            minimax = bound
            column = i
    if maximin < beta and minimax > alpha and maximin < minimax:
        for i in range(k * k):
            payoffs[i] = stage.estimates[i]
        stage.value = solve_small(payoffs, k, k, stage.row_mix, stage.column_mix)
    else:
        stage.value = minimax if minimax <= alpha else maximin
        for i in range(k):
            stage.row_mix[i] = i == row
            stage.column_mix[i] = i == column
    if stage.value >= beta:
        stage.goal = AT_LEAST
    elif stage.value <= alpha:
        stage.goal = AT_MOST
    else:
        stage.goal = VALUE


cdef inline double shortfalls(
    Stage* stage, double target_low, double target_high, double* lines
) noexcept nogil:
    """How far each column, and then each row, is from where it has to be; returns the most.

    What is proved of the strategies on the way is kept.
    """
    cdef int i
    cdef int k = stage.k
    cdef double bound
    cdef double most = 0.0
    cdef double least = ENDLESS
    cdef double greatest = -ENDLESS
    for i in range(2 * k):
        lines[i] = 0.0
    for i in range(k):
        if stage.goal & AT_LEAST:
            bound = guaranteed(stage, stage.row_mix, i)
            least = min(least, bound)
            lines[i] = target_low - bound
            most = max(most, lines[i])
        if stage.goal & AT_MOST:
            bound = conceded(stage, stage.column_mix, i)
            greatest = max(greatest, bound)
            lines[k + i] = bound - target_high
            most = max(most, lines[k + i])
    if stage.goal & AT_LEAST:
        raise_low(stage, stage.row_mix, least)
    if stage.goal & AT_MOST:
        lower_high(stage, stage.column_mix, greatest)
    return most


cdef inline bint is_open(const Stage* stage, int index) noexcept nogil:
    return stage.lows[index] < stage.highs[index] and not stage.known[index] & BUSY


cdef inline int played_by_both(const Stage* stage) noexcept nogil:
    """The entry that the value rests on most and that is not known; -1 if all are."""
    cdef int i, j, index
    cdef int found = -1
    cdef double weight
    cdef double most = 0.0
    for i in range(stage.k):
        if stage.row_mix[i] <= 0.0:
            continue
        for j in range(stage.k):
            index = i * stage.k + j
            weight = stage.row_mix[i] * stage.column_mix[j]
            if weight > UNPLAYED and is_open(stage, index):
                weight *= <double>stage.highs[index] - stage.lows[index]
                if weight > most:
                    most = weight
                    found = index
    return found


cdef inline Question ask_of_line(
    const Stage* stage, bint row, int line, double reserve
) noexcept nogil:
    """The entry of a line whose bound is furthest from where it has to be, and where that is."""
    cdef Question question
    cdef int i, index
    cdef double weight, threshold, gap
    cdef double most = 0.0
    question.index = -1
    question.goal = AT_MOST if row else AT_LEAST
    question.threshold = 0
    for i in range(stage.k):
        index = line * stage.k + i if row else i * stage.k + line
        weight = stage.column_mix[i] if row else stage.row_mix[i]
        if weight <= 0.0 or not is_open(stage, index):
            continue
        if row:
            threshold = min(stage.estimates[index] + reserve, <double>stage.highs[index] - 1)
            gap = stage.highs[index] - threshold
        else:
            threshold = max(stage.estimates[index] - reserve, <double>stage.lows[index] + 1)
            gap = threshold - stage.lows[index]
        if weight * gap > most:
            most = weight * gap
            question.index = index
            question.threshold = <value_t>threshold
    return question


cdef inline Question next_question(Stage* stage, value_t alpha, value_t beta) noexcept nogil:
    """What to find out next, for a value within a window; index -1 if nothing."""
    cdef Question question
    cdef double lines[2 * MOST_CARDS]
    cdef double target_low, target_high, most, reserve
    cdef bint row
    cdef int i, line
    if not are_good_still(stage, alpha, beta):
        solve_estimates(stage, alpha, beta)
    target_low = min(stage.value, <double>beta)
    target_high = max(stage.value, <double>alpha)
    most = shortfalls(stage, target_low, target_high, lines)
    question.index = -1
    question.goal = VALUE
    question.threshold = 0
    if most > 0.0 and stage.goal == VALUE:
        question.index = played_by_both(stage)
        if question.index >= 0:
            return question
    while most > 0.0:
        line = 0
        for i in range(1, 2 * stage.k):
            if lines[i] > lines[line]:
                line = i
        most = lines[line]
        if most <= 0.0:
            break
        lines[line] = 0.0
        row = line >= stage.k
        if row:
            line -= stage.k
            reserve = target_high - expected(stage, True, line)
        else:
            reserve = expected(stage, False, line) - target_low
        question = ask_of_line(stage, row, line, max(reserve, 0.0))
        if question.index >= 0:
            break
    return question


cdef inline void window_that_matters(
    const Stage* stage, int index, double low, double high, value_t* alpha, value_t* beta
) noexcept nogil:
    """A window for an entry whose value is asked for, where the stage's is from low to high.

    At alpha or below, its row is of no use against what the second player is taken to play; at
    beta or above, neither is its column for him.
    """
    cdef int k = stage.k
    cdef int row = index // k
    cdef int column = index % k
    cdef int i
    cdef double below = low
    cdef double above = high
    alpha[0] = -ENDLESS
    beta[0] = ENDLESS
    for i in range(k):
        if i != column:
            below -= stage.column_mix[i] * stage.highs[row * k + i]
        if i != row:
            above -= stage.row_mix[i] * stage.lows[i * k + column]
    if stage.column_mix[column] > UNPLAYED:
        below /= stage.column_mix[column]
        if below > stage.lows[index]:
            alpha[0] = <value_t>min(below, <double>ENDLESS)
    if stage.row_mix[row] > UNPLAYED:
        above /= stage.row_mix[row]
        if above < stage.highs[index]:
            beta[0] = <value_t>max(above, -<double>ENDLESS) + 1
    if alpha[0] >= beta[0]:
        alpha[0] = <value_t>(0.5 * (<double>alpha[0] + beta[0]))
        beta[0] = alpha[0] + 1
