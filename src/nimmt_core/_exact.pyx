"""A solver of two-player games with known hands, for Python."""

import threading

cimport cython
from libc.math cimport ceil, floor
from libc.stdint cimport int64_t, uint32_t, uint64_t
from libc.string cimport memset

from nimmt_core._exact_endgame cimport PAIR_BYTES
from nimmt_core._exact_memory cimport release, reserve
from nimmt_core._exact_questions cimport next_question
from nimmt_core._exact_search cimport Answer, find_answer, prepared, serial_of, take_in
from nimmt_core._exact_stage cimport (
    BUSY, LOWER, SEARCHED, UPPER, begin_stage, estimate, solve_bounds,
)
from nimmt_core._exact_tables cimport LOCKS, WAYS
from nimmt_core._exact_triples cimport LEAST_TRIPLE_BITS, TRIPLE_WAYS
from nimmt_core._exact_types cimport (
    CANCELLED, ENDLESS, ENOUGH, LANES, MOST_CAPACITY, MOST_CARDS, NO_MOVE, Node, ONE, PairEntry,
    Question, Search, SerialEntry, Stage, TOP_CARD, TripleEntry, VALUE, ValueEntry, value_t,
)

cdef enum:
    MOST_WORKERS = 64

cdef double MOMENT = 0.01  # seconds

LIMITS = {
    "cards": MOST_CARDS, "rows": LANES, "capacity": MOST_CAPACITY, "workers": MOST_WORKERS
}

# The number of buckets has two bits for every card, as there are sixteen times as many positions
# with every card each, less these.  Small tables stay in the caches.
cdef enum:
    SERIAL_BITS = 17
    VALUE_BITS = 16
    TRIPLE_BITS = 15
    # Professional placement has no table of triples, and leaves less out of a position.
    PROFESSIONAL_BITS = 3


cdef int bits_of(uint64_t most, int wanted) noexcept:
    """Bits of a number of buckets: as many as are wanted, if there is room, but not too few."""
    cdef int bits = 0
    while bits < max(wanted, 8) and <uint64_t>2 << bits <= most:
        bits += 1
    return bits


@cython.final
cdef class Solver:
    """Exact search of a two-player game, and of everything that can follow from it.

    The three parts of a search, ``serialize``, ``close`` and ``complete``, are called by every
    worker in a thread of its own, at the same time, and work without the GIL; one part after the
    other.  ``cancel`` and ``bounds`` may be called meanwhile from another thread.  The tables are
    kept from one root to the next.

    Parameters
    ----------
    cards, heads : sequence of int
        All cards that the players hold, ascending, and their bull heads.
    rows, capacity, professional : int, int, bool
        Number of rows, row capacity and placement rule.
    megabytes : int
        Memory for the tables, at the most.
    workers : int
        Threads that will search.
    """

    cdef Search searches[MOST_WORKERS]
    cdef int workers
    cdef Node root
    cdef Stage stage
    cdef value_t serial_value[2]    # what the serialized games of the root prove of the value
    cdef int serial_move[2]
    cdef int unserialized           # serialized games that nobody has finished
    cdef bint estimated             # whether the stage's entries are, from these
    cdef value_t pure_value[2]      # of the games played to the end
    cdef list cards
    cdef object changed             # a condition: guards the stage, tells of every answer
    cdef int busy                   # workers that search for an answer
    cdef list wanted                # entries to complete
    cdef size_t serial_bytes
    cdef size_t value_bytes
    cdef size_t triple_bytes

    def __cinit__(self):
        memset(self.searches, 0, sizeof(self.searches))

    def __init__(
        self, cards, heads, int rows, int capacity, bint professional, int megabytes, int workers
    ):
        cdef int i, card, other
        cdef int growth = 2 * <int>len(cards) + (PROFESSIONAL_BITS if professional else 0)
        cdef uint64_t quarter = <uint64_t>megabytes << 18
        cdef uint64_t rest = 2 * quarter if professional else quarter
        cdef int serial_bits = bits_of(
            quarter // (WAYS * sizeof(SerialEntry)), growth - SERIAL_BITS
        )
        cdef int value_bits = bits_of(rest // (WAYS * sizeof(ValueEntry)), growth - VALUE_BITS)
        cdef int triple_bits = bits_of(
            2 * quarter // (TRIPLE_WAYS * sizeof(TripleEntry)),
            max(growth - TRIPLE_BITS, LEAST_TRIPLE_BITS),
        )
        cdef Search* search = &self.searches[0]
        if not (
            len(cards) == len(heads) <= 2 * MOST_CARDS
            and 1 <= rows <= LANES
            and 1 <= capacity <= MOST_CAPACITY
            and 1 <= workers <= MOST_WORKERS
        ):
            raise ValueError("more cards, rows or workers, or longer rows, than there is room for")
        self.cards = list(cards)
        self.workers = workers
        self.changed = threading.Condition()
        search.cards = len(cards)
        search.rows = rows
        search.capacity = capacity
        search.professional = professional
        for i, card in enumerate(cards):
            search.value_of[i] = card
            for other in range(card + 1, TOP_CARD + 1):
                search.below[other] |= <uint32_t>1 << i
        for i, card in enumerate(heads):
            search.heads_of[i] = card
        search.root_values = self.serial_value
        search.root_moves = self.serial_move
        search.serial_mask = (<uint64_t>1 << serial_bits) - 1
        search.value_mask = (<uint64_t>1 << value_bits) - 1
        search.triple_mask = (<uint64_t>1 << triple_bits) - 1
        search.triple_bits = triple_bits
        self.serial_bytes = (WAYS * sizeof(SerialEntry)) << serial_bits
        self.value_bytes = (WAYS * sizeof(ValueEntry)) << value_bits
        self.triple_bytes = (TRIPLE_WAYS * sizeof(TripleEntry)) << triple_bits
        search.serials = <SerialEntry*>reserved(self.serial_bytes, megabytes)
        search.values = <ValueEntry*>reserved(self.value_bytes, megabytes)
        if not professional:
            search.triples = <TripleEntry*>reserved(self.triple_bytes, megabytes)
        if workers > 1:
            search.locks = <unsigned char*>reserved(LOCKS, megabytes)
        for i in range(workers):
            self.searches[i] = search[0]
            self.searches[i].pairs = NULL
        for i in range(workers):
            self.searches[i].pairs = <PairEntry*>reserved(PAIR_BYTES, megabytes)

    def __dealloc__(self):
        cdef int i
        for i in range(self.workers):
            release(self.searches[i].pairs, PAIR_BYTES)
        release(self.searches[0].serials, self.serial_bytes)
        release(self.searches[0].values, self.value_bytes)
        release(self.searches[0].triples, self.triple_bytes)
        release(self.searches[0].locks, LOCKS)

    def begin(self, rows, first, second):
        """Set the root: rows as (left end, right end, length, bull heads), and both hands."""
        cdef int i, place, row, end, left, right, length, heads
        cdef Search* search = &self.searches[0]
        cdef Node* node = &self.root
        memset(node, 0, sizeof(Node))
        node.k = len(first)
        node.rows = <uint64_t>0x7FFF7FFF7FFF7FFF
        rest = sorted([*first, *second])
        table = sorted(rows, key=lambda ends: ends[1])
        for place, card in enumerate(rest):
            index = <int>self.cards.index(card)
            if search.professional:
                node.left |= <uint32_t>1 << index
                node.owner |= <uint32_t>(card in first) << index
            else:
                node.owner |= <uint32_t>(card in first) << place
                node.weights |= class_of(search.heads_of[index]) << (3 * place)
        for row, (left, right, length, heads) in enumerate(table):
            if search.professional:
                node.lanes[LANES - search.rows + row] = (
                    <uint32_t>right << 24 | left << 16 | length << 8 | heads
                )
                continue
            end = 0
            for card in rest:
                end += card < right
            node.rows ^= <uint64_t>(0x7FFF ^ (end << 10 | length << 7 | heads)) << (16 * row)
        for i in range(self.workers):
            self.searches[i].stop = 0
            self.searches[i].root_cards = node.k
            self.searches[i].nodes = 0
            self.searches[i].node_limit = <int64_t>1 << 62
        begin_stage(search, node, &self.stage)
        solve_bounds(&self.stage)
        self.busy = 0
        self.wanted = []
        self.estimated = False
        self.unserialized = 2
        for i in range(2):
            self.serial_move[i] = NO_MOVE
            self.serial_value[i] = self.pure_value[i] = ENDLESS if i else -ENDLESS

    cdef double low(self) noexcept nogil:
        """What is proved to be guaranteed to the first player."""
        if self.serial_value[0] > self.stage.lo:
            return self.serial_value[0]
        return self.stage.lo

    cdef double high(self) noexcept nogil:
        """What is proved to be the most that the second player concedes."""
        if self.serial_value[1] < self.stage.hi:
            return self.serial_value[1]
        return self.stage.hi

    cdef bint is_wider(self, double tolerance) noexcept nogil:
        """Whether the interval of the value is wider than a tolerance, in bull heads."""
        return self.high() - self.low() >= max(tolerance * ONE, 2.0)

    cdef bint is_bounded(self) noexcept nogil:
        """Whether both serialized games of the root bound the value."""
        return self.serial_value[0] > -ENDLESS and self.serial_value[1] < ENDLESS

    cdef void resume(self, Search* search) noexcept nogil:
        """Begin another part of the work, unless it is cancelled."""
        if search.stop == ENOUGH:
            search.stop = 0

    def serialize(self, int worker, bint pure, double tolerance, int64_t node_limit):
        """Solve the serialized games of the root, played on as they are if `pure`.

        Two workers take one each.  Where bounds of the value are all that is wanted, and are
        within the tolerance, nothing is done.
        """
        cdef Search* search = &self.searches[worker]
        cdef Node root = self.root
        cdef int committer
        cdef value_t value, alpha, beta
        if worker > 1:
            return
        self.resume(search)
        search.node_limit = node_limit
        search.pure = pure
        for committer in range(2):
            if self.workers > 1 and committer != worker:
                continue
            if search.stop or not (pure or self.is_wider(tolerance)):
                break
            alpha = bounded(floor(self.low()) - 1)
            beta = bounded(ceil(self.high()) + 1)
            # The value of the simultaneous game bounds a pure one from one side only.
            if pure and committer == 0:
                alpha = -ENDLESS
            elif pure:
                beta = ENDLESS
            with nogil:
                value = serial_of(search, &root, committer, alpha, beta)
            if search.stop:
                break
            if pure:
                self.pure_value[committer] = value
        search.pure = False
        with self.changed:
            self.unserialized -= 2 if self.workers == 1 else 1
            self.changed.notify_all()

    def close(self, int worker, double tolerance, int64_t node_limit):
        """Close the interval of the root's value to the tolerance, in bull heads.

        A worker that has nothing to serialize, or is done with it, begins as soon as there are
        bounds from both sides.
        """
        cdef Search* search = &self.searches[worker]
        cdef Question question
        cdef Answer answer
        cdef value_t alpha, beta
        cdef int i
        search.node_limit = node_limit
        with self.changed:
            while self.unserialized > 0 and not (self.is_bounded() or search.stop):
                self.changed.wait(MOMENT)
            if not self.estimated:
                self.estimated = True
                estimate(
                    &self.stage, bounded(self.low()), bounded(self.high()), self.serial_move[0],
                    self.serial_move[1],
                )
            while not search.stop and self.is_wider(tolerance):
                alpha = bounded(floor(self.low()))
                beta = bounded(ceil(self.high()))
                question = next_question(&self.stage, alpha, beta)
                if not self.is_wider(tolerance):
                    break
                if question.index < 0:
                    if self.busy == 0:
                        break
                    self.changed.wait()
                    continue
                answer = prepared(search, &self.stage, &question, alpha, beta)
                self.find(search, &answer)
                solve_bounds(&self.stage)
            if not self.is_wider(tolerance):
                for i in range(self.workers):
                    if not self.searches[i].stop:
                        self.searches[i].stop = ENOUGH
            self.changed.notify_all()

    def complete(self, int worker):
        """Make the wanted entries of the root's matrix exact."""
        cdef Search* search = &self.searches[worker]
        cdef Question question
        cdef Answer answer
        question.goal = VALUE
        question.threshold = 0
        self.resume(search)
        with self.changed:
            while self.wanted and not search.stop:
                question.index = self.wanted.pop()
                if self.stage.lows[question.index] < self.stage.highs[question.index]:
                    self.stage.known[question.index] |= UPPER | LOWER | SEARCHED
                    answer = prepared(search, &self.stage, &question, -ENDLESS, ENDLESS)
                    self.find(search, &answer)

    def want(self, rows, columns):
        """Ask for entries to be made exact: all pairs of some places in the hands."""
        with self.changed:
            self.wanted.extend({i * self.stage.k + j for i in rows for j in columns})

    cdef find(self, Search* search, Answer* answer):
        """Search for an answer, while others may do so for others, and take it in."""
        self.stage.known[answer.index] |= BUSY
        self.busy += 1
        self.changed.release()
        try:
            with nogil:
                find_answer(search, &self.root, &self.stage, answer)
        finally:
            self.changed.acquire()
            self.busy -= 1
            self.stage.known[answer.index] &= ~BUSY
            if not search.stop:
                take_in(&self.stage, answer)
            self.changed.notify_all()

    def cancel(self):
        """Make a search return soon; what is proved stays."""
        cdef int i
        for i in range(self.workers):
            self.searches[i].stop = CANCELLED

    @property
    def cancelled(self):
        """Whether a search was cancelled or met its limit of nodes."""
        cdef int i
        return any([self.searches[i].stop == CANCELLED for i in range(self.workers)])

    @property
    def nodes(self):
        """Positions searched since ``begin``."""
        cdef int i
        return sum([self.searches[i].nodes for i in range(self.workers)])

    def bounds(self):
        """Return what is proved of the root's value, in bull heads."""
        return self.low() / ONE, self.high() / ONE

    def serialized_values(self):
        """Return the values of the serialized games, in bull heads; None where not reached."""
        return tuple(
            None if abs(value) == ENDLESS else value / <double>ONE for value in self.pure_value
        )

    def strategies(self):
        """Return the strategies that guarantee the bounds, the first player's and the second's."""
        cdef int i
        cdef int k = self.stage.k
        first = [self.stage.row_low[i] for i in range(k)]
        second = [self.stage.column_high[i] for i in range(k)]
        if self.serial_value[0] > self.stage.lo:
            first = [float(self.stage.mine[i] == self.serial_move[0]) for i in range(k)]
        if self.serial_value[1] < self.stage.hi:
            second = [float(self.stage.theirs[i] == self.serial_move[1]) for i in range(k)]
        return first, second

    def matrix(self):
        """Return lower and upper bounds of every joint play, in bull heads."""
        cdef int i, j
        cdef int k = self.stage.k
        return (
            [[self.stage.lows[i * k + j] / <double>ONE for j in range(k)] for i in range(k)],
            [[self.stage.highs[i * k + j] / <double>ONE for j in range(k)] for i in range(k)],
        )


cdef void* reserved(size_t size, int megabytes) except NULL:
    """Memory of a table."""
    cdef void* memory = reserve(size)
    if memory == NULL:
        raise MemoryError(f"no {megabytes} MiB for the tables of the search")
    return memory


cdef value_t bounded(double bound) noexcept nogil:
    """A bound as a value of the search."""
    return <value_t>(-ENDLESS if bound < -ENDLESS else ENDLESS if bound > ENDLESS else bound)


cdef uint64_t class_of(int heads) except 0xFFFF:
    """The class of a card's bull heads."""
    return [1, 2, 3, 5, 7].index(heads)
