"""Placing cards on the rows of a search node, for both rules."""

from libc.stdint cimport uint32_t, uint64_t

from nimmt_core._exact_types cimport LANES, Node, Search

cdef enum:
    HEADS = 0x7F
    REST = 0x3FF            # of a 16-bit lane: length and bull heads

cdef extern from *:
    """
    static const int nimmt_class_heads[8] = {1, 2, 3, 5, 7, 0, 0, 0};
    #define NIMMT_EACH_LANE 0x0001000100010001ULL
    #define NIMMT_TOP_BITS 0x8000800080008000ULL
    #ifdef _MSC_VER
    #include <intrin.h>
    #define nimmt_count_bits(bits) ((int)__popcnt(bits))
    #else
    #define nimmt_count_bits(bits) __builtin_popcount(bits)
    #endif
    """
    int count_bits "nimmt_count_bits"(uint32_t bits) noexcept nogil
    const int CLASS_HEADS "nimmt_class_heads"[8]
    const uint64_t EACH_LANE "NIMMT_EACH_LANE"
    const uint64_t TOP_BITS "NIMMT_TOP_BITS"


cdef inline int weight_of(uint64_t weights, int card) noexcept nogil:
    """Bull heads of a remaining card."""
    return CLASS_HEADS[(weights >> (3 * card)) & 7]


cdef inline int lane(uint64_t rows, int row) noexcept nogil:
    """One row of a standard node."""
    return <int>((rows >> (16 * row)) & 0x7FFF)


cdef inline uint64_t lanes_below(uint64_t rows, int card) noexcept nogil:
    """A one in every lane whose end is below the card: no borrow from the lane's top bit."""
    cdef uint64_t bound = (<uint64_t>(card << 10 | REST) * EACH_LANE) | TOP_BITS
    return ((bound - rows) >> 15) & EACH_LANE


cdef inline int ends_below(uint64_t rows, int card) noexcept nogil:
    """How many ends are below the card."""
    return <int>((lanes_below(rows, card) * EACH_LANE) >> 48)


cdef inline int join(uint64_t* rows, int card, int heads, int capacity) noexcept nogil:
    """Lay a card that some end is below.  Returns the bull heads taken."""
    cdef int shift = 16 * (ends_below(rows[0], card) - 1)
    cdef int old = <int>(rows[0] >> shift) & 0x7FFF
    cdef bint full = ((old >> 7) & 7) == capacity
    cdef int new = (card + 1) << 10 | (1 << 7 | heads if full else (old & REST) + (1 << 7) + heads)
    rows[0] ^= <uint64_t>(old ^ new) << shift
    return old & HEADS if full else 0


cdef inline int take(uint64_t* rows, int row, int card, int heads) noexcept nogil:
    """Take a row with a card below all ends.  Returns the bull heads taken."""
    cdef uint64_t below = (<uint64_t>1 << (16 * row)) - 1
    cdef uint64_t upto = (below << 16) | 0xFFFF
    cdef int taken = lane(rows[0], row) & HEADS
    cdef uint64_t new = <uint64_t>((card + 1) << 10 | 1 << 7 | heads)
    rows[0] = (rows[0] & ~upto) | ((rows[0] & below) << 16) | new
    return taken


cdef inline int worth_taking(uint64_t rows, int count, int cards, int* order) noexcept nogil:
    """List the rows that may be the best to take, the cheapest first; returns how many.

    Of those that are above all cards only the cheapest may be, as no card joins any.
    """
    cdef int row, place, heads
    cdef int listed = 0
    for row in range(count - 1, -1, -1):
        heads = lane(rows, row) & HEADS
        if lane(rows, row) >> 10 == cards:
            if listed > 0 and heads >= lane(rows, order[0]) & HEADS:
                continue
            listed = 0
        place = listed
        listed += 1
        while place > 0 and heads < lane(rows, order[place - 1]) & HEADS:
            order[place] = order[place - 1]
            place -= 1
        order[place] = row
    return listed


cdef inline uint64_t without_class(uint64_t weights, int card) noexcept nogil:
    """Remove a card from the classes of bull heads."""
    cdef uint64_t low = (<uint64_t>1 << (3 * card)) - 1
    return (weights & low) | ((weights >> 3) & ~low)


cdef inline uint32_t without_bit(uint32_t owner, int card) noexcept nogil:
    """Remove a card from the owners."""
    cdef uint32_t low = (<uint32_t>1 << card) - 1
    return (owner & low) | ((owner >> 1) & ~low)


cdef inline uint64_t present(int rows) noexcept nogil:
    """A one in the lane of every row that there is: `lanes` elsewhere."""
    return EACH_LANE >> (16 * (LANES - rows))


cdef inline void remove_cards(Node* node, int low, int high) noexcept nogil:
    """Take two played cards out of the hands."""
    node.owner = without_bit(without_bit(node.owner, high), low)
    node.weights = without_class(without_class(node.weights, high), low)
    node.k -= 1


cdef inline uint64_t without_ranks(
    uint64_t rows, int low, int high, uint64_t lanes
) noexcept nogil:
    """Take two played cards out of what the ends count."""
    cdef uint64_t above = 2 * EACH_LANE - lanes_below(rows, low) - lanes_below(rows, high)
    return rows - ((above & 3 * lanes) << 10)


cdef inline uint64_t without_idle_length(
    uint64_t rows, uint64_t above, int capacity
) noexcept nogil:
    """A row that cannot overflow any more counts as being as long as it can be without.

    It takes `capacity - length` cards before one takes it, and a card that joins it is above its
    end; so with no more cards than that above the end, its length never matters again, and stays
    so: every card that joins it is one fewer above.  `above` counts the cards above each end.
    """
    cdef uint64_t length = (rows >> 7) & (7 * EACH_LANE)
    # In each lane 64 and what is missing; the 64 is left if that is not negative.
    cdef uint64_t missing = <uint64_t>(64 + capacity) * EACH_LANE - length - above
    return rows + ((missing & (missing >> 6 & EACH_LANE) * 63) << 7)


cdef inline uint64_t canonical(
    uint64_t rows, int cards, uint64_t lanes, int capacity
) noexcept nogil:
    """Leave out what no longer matters with so many cards left."""
    return without_idle_length(rows, cards * lanes - (rows >> 10 & 31 * lanes), capacity)


cdef inline void split_cards(
    const Search* search, const Node* node, int* mine, int* theirs
) noexcept nogil:
    """List both hands, ascending."""
    cdef int card
    cdef int cards = search.cards if search.professional else 2 * node.k
    cdef uint32_t left = node.left if search.professional else (<uint32_t>1 << cards) - 1
    for card in range(cards):
        if left >> card & 1:
            if node.owner >> card & 1:
                mine[0] = card
                mine += 1
            else:
                theirs[0] = card
                theirs += 1


# Professional placement.

cdef inline void idle_lengths(const Search* search, Node* node) noexcept nogil:
    """The same as `canonical`: only cards that are not between a row's ends can join it."""
    cdef int row, left, right, outside, spare
    for row in range(LANES - search.rows, LANES):
        right = node.lanes[row] >> 24
        left = (node.lanes[row] >> 16) & 0xFF
        outside = count_bits(node.left & (search.below[left] | ~search.below[right]))
        spare = search.capacity - outside - <int>((node.lanes[row] >> 8) & 0xFF)
        if spare > 0:
            node.lanes[row] += <uint32_t>spare << 8


cdef inline int offers(
    const Node* node, int rows, int card, int* options, bint* free
) noexcept nogil:
    """Lanes that the card may go to; returns how many."""
    cdef int row, distance, left, right
    cdef int count = 0
    cdef int nearest = 1000
    for row in range(LANES - rows, LANES):
        right = node.lanes[row] >> 24
        left = (node.lanes[row] >> 16) & 0xFF
        if card > right:
            distance = card - right
        elif card < left:
            distance = left - card
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
        for row in range(rows):
            options[row] = LANES - rows + row
        return rows
    return count


cdef inline int lay(
    Node* node, int row, int card, int heads, int capacity, bint free
) noexcept nogil:
    """Lay a card on a lane, and keep the lanes in order.  Returns the bull heads taken."""
    cdef uint32_t old = node.lanes[row]
    cdef uint32_t new
    cdef int taken = 0
    cdef uint32_t length = (old >> 8) & 0xFF
    if free or <int>length == capacity:
        taken = old & 0xFF
        new = <uint32_t>card << 24 | <uint32_t>card << 16 | 1 << 8 | heads
    elif card > <int>(old >> 24):
        new = <uint32_t>card << 24 | (old & 0xFFFFFF) + (1 << 8) + heads
    else:
        new = (old & <uint32_t>0xFF000000) | <uint32_t>card << 16
        new |= (old & 0xFFFF) + (1 << 8) + heads
    while row > 0 and node.lanes[row - 1] > new:
        node.lanes[row] = node.lanes[row - 1]
        row -= 1
    while row < LANES - 1 and node.lanes[row + 1] < new:
        node.lanes[row] = node.lanes[row + 1]
        row += 1
    node.lanes[row] = new
    return taken
