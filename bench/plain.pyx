# distutils: language = c++
# cython: language_level=3, cdivision=True
"""Memoised backward induction for two players, compiled: what the exact search is measured by.

The plainest way that is not slow for being Python: every joint play of every position, each
position once, its matrix solved.  Positions are remembered as they are; nothing is bounded, sorted
or left out.  Built by the bench when it runs.
"""

from libc.stdint cimport uint64_t

from nimmt_core._matrix cimport MAX_ACTIONS, solve_small

cdef enum:
    MOST_ROWS = 4
    MOST_CARDS = 6          # of each player

cdef extern from *:
    """
    #include <cstdint>
    #include <unordered_map>
    struct PlainKey {
        uint64_t words[3];
        bool operator==(const PlainKey &other) const {
            return words[0] == other.words[0] && words[1] == other.words[1]
                && words[2] == other.words[2];
        }
    };
    struct PlainHash {
        size_t operator()(const PlainKey &key) const {
            uint64_t hash = 0;
            for (int word = 0; word < 3; word++) {
                hash = (hash ^ key.words[word]) * 0x9E3779B97F4A7C15ULL;
                hash ^= hash >> 32;
            }
            return hash;
        }
    };
    typedef std::unordered_map<PlainKey, double, PlainHash> PlainMemo;
    """
    cdef cppclass PlainKey:
        uint64_t words[3]
    cdef cppclass PlainMemo:
        PlainMemo()
        size_t count(PlainKey)
        double& operator[](PlainKey)
        size_t size()

cdef struct Table:
    int left[MOST_ROWS]
    int right[MOST_ROWS]
    int length[MOST_ROWS]
    int heads[MOST_ROWS]


cdef class Induction:
    """The value of a game that begins with some cards in the hands.

    Parameters
    ----------
    cards, heads : list of int
        All cards of both hands, and their bull heads.
    rows, capacity : int
        Number of rows and row capacity.
    professional : bool
        The placement rule.
    """

    cdef PlainMemo memo
    cdef int cards[2 * MOST_CARDS]
    cdef int heads[2 * MOST_CARDS]
    cdef int rows
    cdef int capacity
    cdef bint professional

    def __init__(self, cards, heads, int rows, int capacity, bint professional):
        for place, card in enumerate(cards):
            self.cards[place] = card
            self.heads[place] = heads[place]
        self.rows = rows
        self.capacity = capacity
        self.professional = professional

    def solve(self, rows, first, second):
        """Return the value for the first hand, and how many positions it took.

        Rows are (left end, right end, length, bull heads); hands are places in the list of cards.
        """
        cdef Table table
        for row, (left, right, length, heads) in enumerate(rows):
            table.left[row] = left
            table.right[row] = right
            table.length[row] = length
            table.heads[row] = heads
        value = self.value(&table, sum(1 << i for i in first), sum(1 << i for i in second))
        return value, self.memo.size()

    cdef double value(self, const Table* table, unsigned first, unsigned second) noexcept:
        cdef double matrix[MOST_CARDS * MOST_CARDS]
        cdef double row_mix[MAX_ACTIONS]
        cdef double column_mix[MAX_ACTIONS]
        cdef PlainKey key
        cdef uint64_t row_word
        cdef int a, b, row
        cdef int columns = 0
        cdef int count = 0
        if not first:
            return 0.0
        key.words[0] = key.words[1] = 0
        key.words[2] = <uint64_t>first << 32 | second
        for row in range(self.rows):
            row_word = (
                <uint64_t>table.left[row] << 24 | <uint64_t>table.right[row] << 16
                | <uint64_t>table.length[row] << 8 | <uint64_t>table.heads[row]
            )
            key.words[row // 2] |= row_word << (32 * (row % 2))
        if self.memo.count(key):
            return self.memo[key]
        for b in range(2 * MOST_CARDS):
            columns += second >> b & 1
        for a in range(2 * MOST_CARDS):
            if not first >> a & 1:
                continue
            for b in range(2 * MOST_CARDS):
                if second >> b & 1:
                    matrix[count] = self.lower(table, first, second, a, b)
                    count += 1
        self.memo[key] = solve_small(matrix, columns, columns, row_mix, column_mix)
        return self.memo[key]

    cdef double lower(
        self, const Table* table, unsigned first, unsigned second, int a, int b
    ) noexcept:
        """Place the lower card of a turn, and what follows."""
        cdef bint is_first = self.cards[a] < self.cards[b]
        cdef int card = a if is_first else b
        cdef int options[MOST_ROWS]
        cdef bint free
        cdef Table after
        cdef int taken, i
        cdef double value
        cdef double best = 0.0
        cdef int count = self.options_of(table, self.cards[card], options, &free)
        first &= ~(<unsigned>1 << a)
        second &= ~(<unsigned>1 << b)
        for i in range(count):
            after = table[0]
            taken = self.lay(&after, options[i], card, free)
            value = self.higher(&after, first, second, b if is_first else a, not is_first)
            value += -taken if is_first else taken
            if i == 0 or (value > best if is_first else value < best):
                best = value
        return best

    cdef double higher(
        self, const Table* table, unsigned first, unsigned second, int card, bint is_first
    ) noexcept:
        """Place the higher card of a turn, and what follows."""
        cdef int options[MOST_ROWS]
        cdef bint free
        cdef Table after
        cdef int taken, i
        cdef double value
        cdef double best = 0.0
        cdef int count = self.options_of(table, self.cards[card], options, &free)
        for i in range(count):
            after = table[0]
            taken = self.lay(&after, options[i], card, free)
            value = self.value(&after, first, second) + (-taken if is_first else taken)
            if i == 0 or (value > best if is_first else value < best):
                best = value
        return best

    cdef int options_of(self, const Table* table, int card, int* options, bint* free) noexcept:
        """The rows that a card may go to: those of the nearest end, or all if there is none."""
        cdef int row, distance
        cdef int count = 0
        cdef int nearest = 1000
        for row in range(self.rows):
            if card > table.right[row]:
                distance = card - table.right[row]
            elif self.professional and card < table.left[row]:
                distance = table.left[row] - card
            else:
                continue
            if distance < nearest:
                nearest = distance
                count = 0
            if distance == nearest:
                options[count] = row
                count += 1
        free[0] = count == 0
        if count == 0:
            for row in range(self.rows):
                options[row] = row
            return self.rows
        return count

    cdef int lay(self, Table* table, int row, int card, bint free) noexcept:
        """Lay a card on a row; returns the bull heads taken."""
        cdef int value = self.cards[card]
        cdef int taken = 0
        if free or table.length[row] == self.capacity:
            taken = table.heads[row]
            table.left[row] = table.right[row] = value
            table.length[row] = 1
            table.heads[row] = self.heads[card]
            return taken
        if value > table.right[row]:
            table.right[row] = value
        else:
            table.left[row] = value
        table.length[row] += 1
        table.heads[row] += self.heads[card]
        return taken
