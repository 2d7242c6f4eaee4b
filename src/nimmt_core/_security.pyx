"""One seat against all others as one player, cards played at the same time, every hand known.

Backward induction: between two turns the rest of the round has a value, which makes a turn a
zero-sum matrix game of the seat's cards against the others' joint plays; a choice of rows is made
in the open.  Values are bull heads taken: the seat keeps them small.
"""

cimport cython
import numpy as np

from libc.math cimport fabs
from libc.stdint cimport uint32_t
from libc.stdlib cimport free, malloc

from nimmt_core._known cimport (
    Deal, Key, Memory, Slot, Stake, Turn, Work, allocate, cost, count_node, find_slot, is_at,
    is_choice, key_of, load_deal, load_turn, options_of, place_at, play_of, release, stake_of,
)
from nimmt_core._matrix cimport solve_large
from nimmt_core._rules cimport landing, load_table, sort_plays
from nimmt_core._types cimport Landing, MAX_HAND, MAX_ROWS, SEAT_BITS, SEAT_MASK, Table

cdef double ROUNDING = 2.3e-16  # of one operation


# The true value is between; both meet up to what the strategies lack and what rounding adds.
cdef struct Bounds:
    double low
    double high


# A matrix game of so many cards in every hand: payoffs to the seat are what it takes, negated.
cdef struct Stage:
    int rows
    int columns
    double* payoffs
    double* low
    double* high
    double* row_mix
    double* column_mix
    double* tableau
    int* labels


cdef struct Solver:
    Deal deal
    Stake stake
    Memory memory
    Work work
    Stage stages[MAX_HAND + 1]


cdef int allocate_stage(Stage* stage, int cards, int others) except -1:
    """Make room for the matrix game of so many cards in every hand."""
    cdef size_t columns = <size_t>cards ** others
    cdef size_t entries = cards * columns
    stage.rows = cards
    stage.columns = <int>columns
    stage.payoffs = <double*>malloc(3 * entries * sizeof(double))
    stage.row_mix = <double*>malloc((cards + columns) * sizeof(double))
    stage.tableau = <double*>malloc((cards + 1) * (columns + 1) * sizeof(double))
    stage.labels = <int*>malloc((cards + columns) * sizeof(int))
    if (
        stage.payoffs == NULL or stage.row_mix == NULL
        or stage.tableau == NULL or stage.labels == NULL
    ):
        raise MemoryError(f"no memory for a game of {cards} x {columns}")
    stage.low = stage.payoffs + entries
    stage.high = stage.low + entries
    stage.column_mix = stage.row_mix + cards
    return 0


cdef void release_stage(Stage* stage) noexcept nogil:
    """Give the room back."""
    free(stage.payoffs)
    free(stage.row_mix)
    free(stage.tableau)
    free(stage.labels)


cdef int place(
    Solver* solver, const Table* before, const Turn* turn, int first, Bounds* bounds
) except -1 nogil:
    """Bounds of the round from the card in place `first` of a turn on."""
    cdef Table table = before[0]
    cdef Landing found
    cdef int taken = 0
    cdef int i, seat, card
    for i in range(first, turn.count):
        seat = turn.plays[i] & SEAT_MASK
        card = turn.plays[i] >> SEAT_BITS
        found = landing(&table, card)
        if is_choice(&table, found):
            choose(solver, &table, turn, i, found, bounds)
            break
        taken += cost(&solver.stake, seat, place_at(&table, found, max(found.row, 0), card))
    else:
        bounds_of(solver, &table, turn.held, turn.cards, bounds)
    bounds.low += taken
    bounds.high += taken
    return 0


cdef int place_on(
    Solver* solver, const Table* before, const Turn* turn, int i, Landing found, int row,
    Bounds* bounds
) except -1 nogil:
    """Bounds when the card in place `i` goes to a row of its owner's choice."""
    cdef Table table = before[0]
    cdef int heads = place_at(&table, found, row, turn.plays[i] >> SEAT_BITS)
    cdef int taken = cost(&solver.stake, turn.plays[i] & SEAT_MASK, heads)
    place(solver, &table, turn, i + 1, bounds)
    bounds.low += taken
    bounds.high += taken
    return 0


cdef int choose(
    Solver* solver, const Table* table, const Turn* turn, int i, Landing found, Bounds* bounds
) except -1 nogil:
    """Bounds at a choice of rows."""
    cdef int options[MAX_ROWS]
    cdef int count = options_of(table, found, options)
    cdef bint small = turn.plays[i] & SEAT_MASK == solver.stake.seat
    cdef Bounds option
    cdef int j
    for j in range(count):
        place_on(solver, table, turn, i, found, options[j], &option)
        if j == 0:
            bounds[0] = option
        elif small:
            bounds.low = min(bounds.low, option.low)
            bounds.high = min(bounds.high, option.high)
        else:
            bounds.low = max(bounds.low, option.low)
            bounds.high = max(bounds.high, option.high)
    return 0


cdef int fill(
    Solver* solver, const Table* table, const uint32_t* held, int cards, Turn* turn, int seat,
    int row, int column
) except -1 nogil:
    """Fill the stage with the bounds of all plays of the seats from `seat` on."""
    cdef Stage* stage = &solver.stages[cards]
    cdef Turn complete
    cdef Bounds bounds
    cdef int i, entry
    cdef int index = 0
    if seat == solver.deal.players:
        count_node(&solver.work)
        complete = turn[0]
        sort_plays(complete.plays, complete.count)
        place(solver, table, &complete, 0, &bounds)
        entry = row * stage.columns + column
        stage.low[entry] = bounds.low
        stage.high[entry] = bounds.high
        stage.payoffs[entry] = -0.5 * (bounds.low + bounds.high)
        return 0
    for i in range(solver.deal.hand_size):
        if not held[seat] >> i & 1:
            continue
        turn.plays[seat] = play_of(&solver.deal, seat, i)
        turn.held[seat] = held[seat] ^ (<uint32_t>1 << i)
        if seat == solver.stake.seat:
            fill(solver, table, held, cards, turn, seat + 1, index, column)
        else:
            fill(solver, table, held, cards, turn, seat + 1, row, column * cards + index)
        index += 1
    return 0


cdef Bounds solve_stage(Stage* stage) noexcept nogil:
    """Solve a filled stage; its bounds are what the two strategies guarantee."""
    cdef Bounds bounds = Bounds(0.0, 0.0)
    cdef double total, slack
    cdef double largest = 0.0
    cdef bint pure = True
    cdef int i, j
    solve_large(
        stage.payoffs, stage.rows, stage.columns, stage.row_mix, stage.column_mix,
        stage.tableau, stage.labels
    )
    for i in range(stage.rows):
        total = 0.0
        for j in range(stage.columns):
            total += stage.low[i * stage.columns + j] * stage.column_mix[j]
        if i == 0 or total < bounds.low:
            bounds.low = total
        if stage.row_mix[i] != 0.0 and stage.row_mix[i] != 1.0:
            pure = False
    for j in range(stage.columns):
        total = 0.0
        for i in range(stage.rows):
            total += stage.high[i * stage.columns + j] * stage.row_mix[i]
        if j == 0 or total > bounds.high:
            bounds.high = total
        if stage.column_mix[j] != 0.0 and stage.column_mix[j] != 1.0:
            pure = False
    if pure:
        return bounds  # sums of one term are exact
    for i in range(stage.rows * stage.columns):
        largest = max(largest, max(fabs(stage.low[i]), fabs(stage.high[i])))
    slack = (stage.rows + stage.columns + 4) * ROUNDING * largest
    bounds.low -= slack
    bounds.high += slack
    return bounds


cdef int bounds_of(
    Solver* solver, const Table* table, const uint32_t* held, int cards, Bounds* bounds
) except -1 nogil:
    """Bounds of a position between two turns."""
    cdef Key key
    cdef Slot* slot
    cdef Turn turn
    if cards == 0:
        bounds.low = 0.0
        bounds.high = 0.0
        return 0
    turn.count = solver.deal.players
    turn.cards = cards - 1
    if cards == 1:
        fill(solver, table, held, cards, &turn, 0, 0, 0)
        bounds.low = solver.stages[1].low[0]
        bounds.high = solver.stages[1].high[0]
        return 0
    key = key_of(table, &solver.deal, held)
    slot = find_slot(&solver.memory, &key, cards)
    if is_at(slot, &key):
        bounds.low = slot.low
        bounds.high = slot.high
        return 0
    fill(solver, table, held, cards, &turn, 0, 0, 0)
    bounds[0] = solve_stage(&solver.stages[cards])
    # The recursion may have replaced the slot.
    slot = find_slot(&solver.memory, &key, cards)
    slot.key = key
    slot.cards = cards
    slot.low = bounds.low
    slot.high = bounds.high
    return 0


@cython.final
cdef class Security:
    """The value of the game of one seat against all others, and the strategies now.

    Parameters
    ----------
    rows, hands : sequences of sequences of int
        The rows' cards, left to right; every seat's cards, as many each.
    pending : sequence of (int, int)
        Plays of this turn still to be placed, the first of them a choice; or none.
    capacity, professional : int, bool
        Row capacity and placement rule.
    seat : int
        Who plays against the others.
    relative : bool
        Whether the others' mean is subtracted; values are (players - 1) times that difference.
    slots : int
        Positions to remember.
    budget : int
        Joint plays to try at most.
    """

    cdef Solver solver
    cdef Table table
    cdef Turn pending

    def __cinit__(self):
        cdef int cards
        self.solver.memory.slots = NULL
        for cards in range(MAX_HAND + 1):
            self.solver.stages[cards] = Stage(0, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL)

    def __init__(
        self, rows, hands, pending, int capacity, bint professional, int seat, bint relative,
        Py_ssize_t slots, budget
    ):
        cdef int cards
        self._release()
        load_table(&self.table, rows, capacity, professional)
        load_deal(&self.solver.deal, hands)
        load_turn(&self.pending, &self.solver.deal, pending)
        self.solver.stake = stake_of(seat, self.solver.deal.players, relative)
        self.solver.work.nodes = 0
        self.solver.work.budget = budget
        allocate(&self.solver.memory, slots)
        for cards in range(1, self.solver.deal.hand_size + 1):
            allocate_stage(&self.solver.stages[cards], cards, self.solver.deal.players - 1)

    def __dealloc__(self):
        self._release()

    cdef _release(self):
        cdef int cards
        release(&self.solver.memory)
        for cards in range(MAX_HAND + 1):
            release_stage(&self.solver.stages[cards])
            self.solver.stages[cards] = Stage(0, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL)

    @property
    def nodes(self):
        """Joint plays tried so far."""
        return self.solver.work.nodes

    def cancel(self):
        """Make what runs in another thread, and all after it, raise ``BudgetError`` soon."""
        self.solver.work.budget = -1

    def row_bounds(self, int row):
        """Bounds of choosing a row, at a choice."""
        cdef Bounds bounds
        cdef Landing found = landing(&self.table, self.pending.plays[0] >> SEAT_BITS)
        with nogil:
            place_on(&self.solver, &self.table, &self.pending, 0, found, row, &bounds)
        return bounds.low, bounds.high

    def stage(self):
        """The matrix game of this turn, and its solution.

        Returns
        -------
        low, high : ndarray of float64, shape (cards, joint plays)
            Bounds of what the seat takes.  Joint plays are in the order of the others' cards, the
            last seat's changing first.
        mix, joint_mix : ndarray of float64
            Optimal strategies of the seat and of the others.
        least, most : float
            Bounds of the value: what the two strategies guarantee.

        Raises
        ------
        BudgetError
            If that takes more joint plays than are left.
        """
        cdef int cards = self.solver.deal.hand_size
        cdef Stage* stage = &self.solver.stages[cards]
        cdef Turn turn
        cdef Bounds bounds
        turn.count = self.solver.deal.players
        turn.cards = cards - 1
        with nogil:
            fill(&self.solver, &self.table, self.pending.held, cards, &turn, 0, 0, 0)
            bounds = solve_stage(stage)
        shape = (stage.rows, stage.columns)
        return (
            np.array(<double[:stage.rows * stage.columns]>stage.low).reshape(shape),
            np.array(<double[:stage.rows * stage.columns]>stage.high).reshape(shape),
            np.array(<double[:stage.rows]>stage.row_mix),
            np.array(<double[:stage.columns]>stage.column_mix),
            bounds.low,
            bounds.high,
        )
