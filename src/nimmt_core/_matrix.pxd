"""Zero-sum matrix games: the row player maximises.

Payoffs lie row by row.  Strategies come out nonnegative, with sums of 1 up to rounding.
"""

cdef enum:
    MAX_ACTIONS = 16  # of each player of a stage game inside a search

cdef double solve_small(
    const double* payoffs, int rows, int columns, double* row_mix, double* column_mix
) noexcept nogil

# The caller lends (rows + 1) * (columns + 1) doubles and rows + columns integers.
cdef double solve_large(
    const double* payoffs, int rows, int columns, double* row_mix, double* column_mix,
    double* tableau, int* labels
) noexcept nogil
