"""A solver of two-player games with known hands, for Python."""

cimport cython
from libc.math cimport ceil, floor
from libc.stdint cimport int64_t, uint32_t, uint64_t
from libc.string cimport memset

from nimmt_core._exact_endgame cimport PAIR_BYTES
from nimmt_core._exact_memory cimport release, reserve
from nimmt_core._exact_search cimport make_exact, refine, serial_of
from nimmt_core._exact_stage cimport begin_stage, solve_bounds
from nimmt_core._exact_types cimport (
    ENDLESS, LANES, MOST_CAPACITY, MOST_CARDS, NO_MOVE, Node, ONE, PairEntry, Search, SerialEntry,
    Stage, ValueEntry, value_t,
)

LIMITS = {"cards": MOST_CARDS, "rows": LANES, "capacity": MOST_CAPACITY}

cdef enum:
    TABLE_BITS = 11


cdef inline uint64_t power_of_two(uint64_t most) noexcept:
    """The largest power of two up to a number, 2 at the least."""
    cdef uint64_t size = 2
    while size * 2 <= most:
        size *= 2
    return size


@cython.final
cdef class Solver:
    """Exact search of a two-player game, and of everything that can follow from it.

    ``run`` works without the GIL, in a thread of its own; ``cancel`` and ``bounds`` may be called
    meanwhile from another.  The tables are kept from one root to the next.

    Parameters
    ----------
    cards, heads : sequence of int
        All cards that the players hold, ascending, and their bull heads.
    rows, capacity, professional : int, int, bool
        Number of rows, row capacity and placement rule.
    megabytes : int
        Memory for the tables, at the most.
    """

    cdef Search search
    cdef Node root
    cdef Stage stage
    cdef bint serialized            # whether both serialized games of the root are solved
    cdef value_t serial_value[2]    # what they prove of the value
    cdef int serial_move[2]
    cdef value_t pure_value[2]      # of the games played to the end
    cdef list cards
    cdef size_t serial_bytes
    cdef size_t value_bytes

    def __cinit__(self):
        self.search.serials = NULL
        self.search.values = NULL
        self.search.pairs = NULL

    def __init__(
        self, cards, heads, int rows, int capacity, bint professional, int megabytes
    ):
        cdef int i, card
        cdef uint64_t quarter = <uint64_t>megabytes << 18
        # Sixteen times as many positions with every card each; small tables stay in the caches.
        cdef uint64_t wanted = <uint64_t>1 << max(2 * <int>len(cards) - TABLE_BITS, 8)
        cdef uint64_t serials = min(power_of_two(quarter // sizeof(SerialEntry)), wanted // 2)
        cdef uint64_t values = min(power_of_two(3 * quarter // sizeof(ValueEntry)), wanted)
        if not (
            len(cards) == len(heads) <= 2 * MOST_CARDS
            and 1 <= rows <= LANES
            and 1 <= capacity <= MOST_CAPACITY
        ):
            raise ValueError("more cards, more rows or longer rows than the search is built for")
        self.cards = list(cards)
        self.search.cards = len(cards)
        self.search.rows = rows
        self.search.capacity = capacity
        self.search.professional = professional
        for i, card in enumerate(cards):
            self.search.value_of[i] = card
        for i, card in enumerate(heads):
            self.search.heads_of[i] = card
        self.serial_bytes = serials * sizeof(SerialEntry)
        self.value_bytes = values * sizeof(ValueEntry)
        self.search.serials = <SerialEntry*>reserve(self.serial_bytes)
        self.search.values = <ValueEntry*>reserve(self.value_bytes)
        self.search.pairs = <PairEntry*>reserve(PAIR_BYTES)
        if not (self.search.serials and self.search.values and self.search.pairs):
            raise MemoryError(f"no {megabytes} MiB for the tables of the search")
        self.search.serial_mask = (serials - 1) & ~<uint64_t>1
        self.search.value_mask = (values - 1) & ~<uint64_t>1

    def __dealloc__(self):
        release(self.search.serials, self.serial_bytes)
        release(self.search.values, self.value_bytes)
        release(self.search.pairs, PAIR_BYTES)

    def begin(self, rows, first, second):
        """Set the root: rows as (left end, right end, length, bull heads), and both hands."""
        cdef int place, row, end, left, right, length, heads
        cdef Node* node = &self.root
        memset(node, 0, sizeof(Node))
        node.k = len(first)
        node.rows = <uint64_t>0x7FFF7FFF7FFF7FFF
        rest = sorted([*first, *second])
        table = sorted(rows, key=lambda ends: ends[1])
        for place, card in enumerate(rest):
            index = <int>self.cards.index(card)
            if self.search.professional:
                node.left |= <uint32_t>1 << index
                node.owner |= <uint32_t>(card in first) << index
            else:
                node.owner |= <uint32_t>(card in first) << place
                node.weights |= class_of(self.search.heads_of[index]) << (3 * place)
        for row, (left, right, length, heads) in enumerate(table):
            if self.search.professional:
                node.lanes[LANES - self.search.rows + row] = (
                    <uint32_t>right << 24 | left << 16 | length << 8 | heads
                )
                continue
            end = 0
            for card in rest:
                end += card < right
            node.rows ^= <uint64_t>(0x7FFF ^ (end << 10 | length << 7 | heads)) << (16 * row)
        self.search.stop = 0
        self.search.nodes = 0
        self.search.node_limit = <int64_t>1 << 62
        begin_stage(&self.search, node, &self.stage)
        solve_bounds(&self.stage)
        self.serialized = False
        self.serial_value[0] = self.pure_value[0] = -ENDLESS
        self.serial_value[1] = self.pure_value[1] = ENDLESS
        self.serial_move[0] = self.serial_move[1] = NO_MOVE

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

    cdef void solve_serialized(self, bint pure) noexcept nogil:
        """Bound the root by its serialized games, each with the card that it is won by."""
        cdef int committer
        cdef bint better
        cdef value_t value
        self.search.pure = pure
        for committer in range(2):
            value = serial_of(
                &self.search, &self.root, committer, bounded(floor(self.low()) - 1),
                bounded(ceil(self.high()) + 1),
            )
            if self.search.stop:
                break
            if pure:
                self.pure_value[committer] = value
            better = (
                value > self.serial_value[0] if committer == 0 else value < self.serial_value[1]
            )
            if better and self.search.last_move != NO_MOVE:
                self.serial_value[committer] = value
                self.serial_move[committer] = self.search.last_move
        self.search.pure = False

    def run(self, double tolerance, int64_t node_limit):
        """Close the interval of the root's value to the tolerance, in bull heads."""
        cdef double width = tolerance * ONE
        if width < 2:
            width = 2
        self.search.node_limit = node_limit
        with nogil:
            if not self.serialized and self.high() - self.low() >= width:
                self.solve_serialized(True)
                if not self.search.stop and self.high() - self.low() >= width:
                    self.solve_serialized(False)
                self.serialized = not self.search.stop
            while not self.search.stop and self.high() - self.low() >= width:
                if not refine(
                    &self.search, &self.root, &self.stage, bounded(floor(self.low())),
                    bounded(ceil(self.high())),
                ):
                    break
                solve_bounds(&self.stage)

    def complete(self, rows, columns):
        """Make entries of the root's matrix exact: all pairs of some places in the hands."""
        cdef int i, j
        for i in rows:
            for j in columns:
                if not self.search.stop:
                    with nogil:
                        make_exact(&self.search, &self.root, &self.stage, i * self.stage.k + j)

    def cancel(self):
        """Make a run return soon; what is proved stays."""
        self.search.stop = 1

    @property
    def cancelled(self):
        """Whether a run was cancelled or met its limit of nodes."""
        return bool(self.search.stop)

    @property
    def nodes(self):
        """Positions searched since ``begin``."""
        return self.search.nodes

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


cdef value_t bounded(double bound) noexcept nogil:
    """A bound as a value of the search."""
    return <value_t>(-ENDLESS if bound < -ENDLESS else ENDLESS if bound > ENDLESS else bound)


cdef uint64_t class_of(int heads) except 0xFFFF:
    """The class of a card's bull heads."""
    return [1, 2, 3, 5, 7].index(heads)
