"""What playouts of a decision come to, lane by lane, and how that is added up."""

from libc.stdint cimport int16_t, int64_t

from nimmt_core._decision cimport OWN, RELATIVE, Objective
from nimmt_core._lanes cimport LANES, LaneBytes, count_heads
from nimmt_core._types cimport MAX_CARD, MAX_HEADS

# What the candidates' playouts on a group of deals came to, lane by lane.
cdef struct Outcomes:
    LaneBytes turn[MAX_CARD]
    LaneBytes rest[MAX_CARD]
    int16_t values[MAX_CARD][64]


cdef inline int own_value(
    Objective objective, const int* taken, const int* before, int players, int seat
) noexcept nogil:
    """The objective as an integer: smaller is better.

    RELATIVE is (players - 1) times the difference to the others' mean, from now on; RANK counts
    the players with fewer bull heads in the whole round, and one.
    """
    cdef int other, value
    if objective == OWN:
        return taken[seat]
    if objective == RELATIVE:
        value = taken[seat] * players
        for other in range(players):
            value -= taken[other]
        return value
    value = 1
    for other in range(players):
        if taken[other] + before[other] < taken[seat] + before[seat]:
            value += 1
    return value


cdef inline void own_values(
    Objective objective, const LaneBytes* taken, const int* before, int players, int seat,
    int16_t* values
) noexcept nogil:
    """The same in every lane."""
    cdef int other, lane
    for lane in range(LANES):
        values[lane] = taken[seat][lane]
    if objective == OWN:
        return
    if objective == RELATIVE:
        for lane in range(LANES):
            values[lane] *= <int16_t>players
        for other in range(players):
            for lane in range(LANES):
                values[lane] -= taken[other][lane]
        return
    for lane in range(LANES):
        values[lane] = 1
    for other in range(players):
        for lane in range(LANES):
            values[lane] += (
                taken[other][lane] + before[other] < taken[seat][lane] + before[seat]
            )


cdef inline int sum_of(const int16_t* values, int lanes) noexcept nogil:
    """The sum over the first lanes."""
    cdef int lane
    cdef int total = 0
    for lane in range(lanes):
        total += values[lane]
    return total


cdef inline int sum_of_products(
    const int16_t* first, const int16_t* second, int lanes
) noexcept nogil:
    """The scalar product over the first lanes; below 2**31, as values are below 2**12."""
    cdef int lane
    cdef int total = 0
    for lane in range(lanes):
        total += <int>first[lane] * <int>second[lane]
    return total


cdef inline void add_outcomes(
    const Outcomes* outcomes, const int* indices, int count, int lanes, int64_t* turn,
    int64_t* rest, int64_t* values, int64_t* products
) noexcept nogil:
    """Add up what came of the first lanes; for some of the candidates, numbered by `indices`."""
    cdef int i, j
    for i in range(count):
        count_heads(&turn[i * MAX_HEADS], outcomes.turn[indices[i]], lanes)
        count_heads(&rest[i * MAX_HEADS], outcomes.rest[indices[i]], lanes)
        values[i] += sum_of(outcomes.values[indices[i]], lanes)
        for j in range(i + 1):
            products[j * count + i] += sum_of_products(
                outcomes.values[indices[j]], outcomes.values[indices[i]], lanes
            )
