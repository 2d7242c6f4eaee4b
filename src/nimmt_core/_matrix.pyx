"""Zero-sum matrix games: saddle points, dominance, and the simplex method for the rest."""

import numpy as np

from libc.math cimport INFINITY
from libc.stdlib cimport free, malloc

# Of numbers that are between 1 and 2 before the first pivot.
cdef double REDUCED_COST = 1e-12  # below it, another column gains nothing
cdef double SMALLEST_PIVOT = 1e-10
cdef double SAME_RATIO = 1e-13

cdef enum:
    # Dantzig's rule is fast but can cycle; Bland's cannot, and takes over after so many pivots for
    # every row and column.  A search that still does not end is stopped: its strategies are valid.
    DANTZIG_PIVOTS = 4
    ALL_PIVOTS = 40


cdef bint saddle_point(
    const double* payoffs, int rows, int columns, int* row, int* column
) noexcept nogil:
    """Find an entry that is least in its row and greatest in its column, if there is one."""
    cdef double maximin = -INFINITY
    cdef double minimax = INFINITY
    cdef double bound
    cdef int i, j
    for i in range(rows):
        bound = INFINITY
        for j in range(columns):
            if payoffs[i * columns + j] < bound:
                bound = payoffs[i * columns + j]
        if bound > maximin:
            maximin = bound
            row[0] = i
    for j in range(columns):
        bound = -INFINITY
        for i in range(rows):
            if payoffs[i * columns + j] > bound:
                bound = payoffs[i * columns + j]
        if bound < minimax:
            minimax = bound
            column[0] = j
    return maximin >= minimax


cdef int entering_column(
    const double* costs, int columns, const int* outside, bint by_index
) noexcept nogil:
    """The column to bring into the basis, or -1 at an optimum."""
    cdef int j
    cdef int found = -1
    for j in range(columns):
        if costs[j] >= -REDUCED_COST:
            continue
        if found < 0 or (outside[j] < outside[found] if by_index else costs[j] < costs[found]):
            found = j
    return found


cdef int leaving_row(
    const double* tableau, int rows, int columns, int column, const int* basis
) noexcept nogil:
    """The row that limits the column; of equal ones that of the least variable (Bland)."""
    cdef int width = columns + 1
    cdef int found = -1
    cdef double least = INFINITY
    cdef double entry, ratio
    cdef int i
    for i in range(rows):
        entry = tableau[i * width + column]
        if entry <= SMALLEST_PIVOT:
            continue
        ratio = tableau[i * width + columns] / entry
        if ratio < least - SAME_RATIO:
            found = i
            least = ratio
        elif ratio <= least + SAME_RATIO and basis[i] < basis[found]:
            found = i
            if ratio < least:
                least = ratio
    return found


cdef void pivot(double* tableau, int rows, int columns, int row, int column) noexcept nogil:
    """Exchange a basic variable with one outside, in a tableau without the basis's columns."""
    cdef int width = columns + 1
    cdef double* pivot_row = tableau + row * width
    cdef double inverse = 1.0 / pivot_row[column]
    cdef double* other
    cdef double factor
    cdef int i, j
    for j in range(width):
        pivot_row[j] *= inverse
    pivot_row[column] = inverse
    for i in range(rows + 1):
        other = tableau + i * width
        factor = other[column]
        if i == row or factor == 0.0:
            continue
        for j in range(width):
            other[j] -= factor * pivot_row[j]
        other[column] = -factor * inverse
        if i < rows and other[columns] < 0.0:
            other[columns] = 0.0  # rounding below a bound that the ratio test keeps


cdef double simplex(
    const double* payoffs, int rows, int columns, double* row_mix, double* column_mix,
    double* tableau, int* labels
) noexcept nogil:
    """Solve the column player's program, and read the row player's off its dual.

    With the payoffs shifted and scaled to be between 1 and 2 the program is to maximise sum(y)
    subject to A y <= 1, y >= 0; the value is 1 / sum(y).  The origin is a feasible beginning.
    """
    cdef int width = columns + 1
    cdef int* basis = labels          # variable of each row of the tableau
    cdef int* outside = labels + rows  # variable of each column
    cdef double* costs = tableau + rows * width
    cdef double low = INFINITY
    cdef double high = -INFINITY
    cdef double spread, row_sum, column_sum
    cdef int i, j, row, column, count, swap
    for i in range(rows * columns):
        if payoffs[i] < low:
            low = payoffs[i]
        if payoffs[i] > high:
            high = payoffs[i]
    spread = high - low
    for i in range(rows):
        for j in range(columns):
            tableau[i * width + j] = 1.0 + (payoffs[i * columns + j] - low) / spread
        tableau[i * width + columns] = 1.0
        basis[i] = columns + i
    for j in range(columns):
        costs[j] = -1.0
        outside[j] = j
    costs[columns] = 0.0
    for count in range(ALL_PIVOTS * (rows + columns)):
        column = entering_column(
            costs, columns, outside, count >= DANTZIG_PIVOTS * (rows + columns)
        )
        if column < 0:
            break
        row = leaving_row(tableau, rows, columns, column, basis)
        if row < 0:
            break  # rounding only: the program is bounded
        pivot(tableau, rows, columns, row, column)
        swap = basis[row]
        basis[row] = outside[column]
        outside[column] = swap
    row_sum = 0.0
    column_sum = 0.0
    for i in range(rows):
        if basis[i] < columns:
            column_mix[basis[i]] = tableau[i * width + columns]
            column_sum += tableau[i * width + columns]
    for j in range(columns):
        if outside[j] >= columns and costs[j] > 0.0:
            row_mix[outside[j] - columns] = costs[j]
            row_sum += costs[j]
    for i in range(rows):
        row_mix[i] /= row_sum
    for j in range(columns):
        column_mix[j] /= column_sum
    return low + (1.0 / costs[columns] - 1.0) * spread


cdef double solve_large(
    const double* payoffs, int rows, int columns, double* row_mix, double* column_mix,
    double* tableau, int* labels
) noexcept nogil:
    """Value and optimal strategies, with memory of the caller's."""
    cdef int i, j
    cdef int row = 0
    cdef int column = 0
    for i in range(rows):
        row_mix[i] = 0.0
    for j in range(columns):
        column_mix[j] = 0.0
    if saddle_point(payoffs, rows, columns, &row, &column):
        row_mix[row] = 1.0
        column_mix[column] = 1.0
        return payoffs[row * columns + column]
    return simplex(payoffs, rows, columns, row_mix, column_mix, tableau, labels)


cdef double solve_small(
    const double* payoffs, int rows, int columns, double* row_mix, double* column_mix
) noexcept nogil:
    """Value and optimal strategies of a game with up to MAX_ACTIONS actions a player."""
    cdef double tableau[(MAX_ACTIONS + 1) * (MAX_ACTIONS + 1)]
    cdef int labels[2 * MAX_ACTIONS]
    return solve_large(payoffs, rows, columns, row_mix, column_mix, tableau, labels)


cdef bint row_dominates(
    const double[:, ::1] payoffs, int row, int other, const unsigned char[::1] columns
) noexcept nogil:
    """Whether a row is as good as another in every column, and better or the first if equal."""
    cdef bint better = row < other
    cdef int j
    for j in range(payoffs.shape[1]):
        if not columns[j]:
            continue
        if payoffs[row, j] < payoffs[other, j]:
            return False
        if payoffs[row, j] > payoffs[other, j]:
            better = True
    return better


cdef bint column_dominates(
    const double[:, ::1] payoffs, int column, int other, const unsigned char[::1] rows
) noexcept nogil:
    """Whether a column is as low as another in every row, and lower or the first if equal."""
    cdef bint better = column < other
    cdef int i
    for i in range(payoffs.shape[0]):
        if not rows[i]:
            continue
        if payoffs[i, column] > payoffs[i, other]:
            return False
        if payoffs[i, column] < payoffs[i, other]:
            better = True
    return better


cdef bint strike_rows(
    const double[:, ::1] payoffs, unsigned char[::1] rows, const unsigned char[::1] columns
) noexcept nogil:
    """Strike the rows that another dominates; tells whether there were any."""
    cdef bint struck = False
    cdef int i, other
    for i in range(payoffs.shape[0]):
        if not rows[i]:
            continue
        for other in range(payoffs.shape[0]):
            if other != i and rows[other] and row_dominates(payoffs, other, i, columns):
                rows[i] = False
                struck = True
                break
    return struck


cdef bint strike_columns(
    const double[:, ::1] payoffs, const unsigned char[::1] rows, unsigned char[::1] columns
) noexcept nogil:
    """Strike the columns that another dominates; tells whether there were any."""
    cdef bint struck = False
    cdef int j, other
    for j in range(payoffs.shape[1]):
        if not columns[j]:
            continue
        for other in range(payoffs.shape[1]):
            if other != j and columns[other] and column_dominates(payoffs, other, j, rows):
                columns[j] = False
                struck = True
                break
    return struck


def undominated(const double[:, ::1] payoffs):
    """Rows and columns that are left when those that a pure one dominates are struck, iterated.

    Weak dominance counts.  Striking keeps the value, and optimal strategies of what is left are
    optimal in the whole; other optimal strategies may be lost.
    """
    kept_rows = np.ones(payoffs.shape[0], dtype=np.uint8)
    kept_columns = np.ones(payoffs.shape[1], dtype=np.uint8)
    cdef unsigned char[::1] rows = kept_rows
    cdef unsigned char[::1] columns = kept_columns
    cdef bint struck = True
    with nogil:
        while struck:
            struck = strike_rows(payoffs, rows, columns)
            if strike_columns(payoffs, rows, columns):
                struck = True
    return np.flatnonzero(kept_rows).tolist(), np.flatnonzero(kept_columns).tolist()


def solve(const double[:, ::1] payoffs):
    """Solve a game.

    Parameters
    ----------
    payoffs : ndarray of float64, shape (rows, columns)
        What the row player gets; finite, with a finite spread.

    Returns
    -------
    value : float
        As the simplex method ends with it.
    row_strategy, column_strategy : ndarray of float64
        Nonnegative, with sums of 1 up to rounding.
    saddle : bool
        Whether the game has a saddle point; the strategies are pure then, and the value exact.
    """
    cdef int rows = payoffs.shape[0]
    cdef int columns = payoffs.shape[1]
    cdef int row = 0
    cdef int column = 0
    row_strategy = np.zeros(rows)
    column_strategy = np.zeros(columns)
    if saddle_point(&payoffs[0, 0], rows, columns, &row, &column):
        row_strategy[row] = 1.0
        column_strategy[column] = 1.0
        return payoffs[row, column], row_strategy, column_strategy, True
    kept_rows, kept_columns = undominated(payoffs)
    cdef const double[:, ::1] reduced = np.ascontiguousarray(
        np.asarray(payoffs)[np.ix_(kept_rows, kept_columns)]
    )
    rows = len(kept_rows)
    columns = len(kept_columns)
    row_values = np.zeros(rows)
    column_values = np.zeros(columns)
    cdef double[::1] row_mix = row_values
    cdef double[::1] column_mix = column_values
    cdef double value
    cdef double* tableau
    cdef int* labels
    if rows <= MAX_ACTIONS and columns <= MAX_ACTIONS:
        value = solve_small(&reduced[0, 0], rows, columns, &row_mix[0], &column_mix[0])
    else:
        tableau = <double*>malloc(sizeof(double) * (rows + 1) * (columns + 1))
        labels = <int*>malloc(sizeof(int) * (rows + columns))
        if tableau == NULL or labels == NULL:
            free(tableau)
            free(labels)
            raise MemoryError(f"no memory for a game of {rows} x {columns}")
        with nogil:
            value = solve_large(
                &reduced[0, 0], rows, columns, &row_mix[0], &column_mix[0], tableau, labels
            )
        free(tableau)
        free(labels)
    row_strategy[kept_rows] = row_values
    column_strategy[kept_columns] = column_values
    return value, row_strategy, column_strategy, False
