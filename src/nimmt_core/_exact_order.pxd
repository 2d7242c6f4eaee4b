"""In which order serialized games try cards, standard placement: what looks best comes first.

A joint play is judged by what is taken at once, by the rows that the cards which remain would take
if they came next, and by how low the cards are that it gives away.  Nothing is proved by it.
"""

from libc.stdint cimport uint32_t, uint64_t

from nimmt_core._exact_rows cimport HEADS, ends_below, join, lane, take, weight_of, worth_taking
from nimmt_core._exact_types cimport LANES, MOST_CARDS, Node, Search

# Sixteenths of a bull head; from a linear regression on values of plays of five cards each.
cdef enum:
    TAKEN = 16              # a bull head that is taken in this turn
    FULL = 10               # one in a full row, for each card that would take it
    NEARLY_FULL = 5         # the same in a row that is full once the cards below have joined
    RANK = 4                # keeping the higher card, for each card between the two
    REFUTED = 20            # that a reply refuted the card before; half of it the one before that


cdef inline int excess(uint32_t cards, uint32_t owner) noexcept nogil:
    """How many more cards the second player has among some."""
    cdef uint64_t bits = <uint64_t>(cards & owner) << 32 | (cards & ~owner)
    bits -= bits >> 1 & <uint64_t>0x5555555555555555
    bits = (bits & <uint64_t>0x3333333333333333) + (bits >> 2 & <uint64_t>0x3333333333333333)
    bits = ((bits + (bits >> 4)) & <uint64_t>0x0F0F0F0F0F0F0F0F) * <uint64_t>0x01010101
    return <int>(bits >> 24 & 0xFF) - <int>(bits >> 56)


cdef inline int promise(const Search* search, const Node* node, int a, int b) noexcept nogil:
    """How good it looks for the first player that he plays `a` and the second `b`."""
    cdef bint first_low = a < b
    cdef int low = a if first_low else b
    cdef int high = b if first_low else a
    cdef int order[LANES]
    cdef uint64_t rows = node.rows
    cdef uint32_t cards
    cdef uint32_t played = <uint32_t>1 << a | <uint32_t>1 << b
    cdef uint32_t hands = (<uint32_t>1 << (2 * node.k)) - 1 & ~played
    cdef int row, end, places, old, taken, total
    if ends_below(rows, low):
        taken = join(&rows, low, weight_of(node.weights, low), search.capacity)
    else:
        worth_taking(rows, search.rows, 2 * node.k, order)
        taken = take(&rows, order[0], low, weight_of(node.weights, low))
    taken -= join(&rows, high, weight_of(node.weights, high), search.capacity)
    total = RANK * (b - a) + TAKEN * (-taken if first_low else taken)
    for row in range(search.rows - 1, -1, -1):
        old = lane(rows, row)
        end = old >> 10
        cards = hands >> end << end
        hands ^= cards
        places = search.capacity - (old >> 7 & 7)
        if places == 0:
            total += FULL * (old & HEADS) * excess(cards, node.owner)
            continue
        while places > 0:
            cards &= cards - 1
            places -= 1
        if cards:
            total += NEARLY_FULL * (old & HEADS) * excess(cards, node.owner)
    return total


cdef inline int promise_of(
    const Search* search, const Node* node, int own, int other, bint first_commits
) noexcept nogil:
    """The same for the committer, whose card is given first."""
    if first_commits:
        return promise(search, node, own, other)
    return -promise(search, node, other, own)


cdef inline void sort_down(int* cards, const int* scores, int count) noexcept nogil:
    """Put the cards of the highest scores first; equal ones stay as they are."""
    cdef int i, place, card
    for i in range(1, count):
        card = cards[i]
        place = i
        while place > 0 and scores[cards[place - 1]] < scores[card]:
            cards[place] = cards[place - 1]
            place -= 1
        cards[place] = card


cdef inline void order_own(
    const Search* search, const Node* node, int* own, const int* others, bint first_commits
) noexcept nogil:
    """Order the committer's cards by what they promise against the best reply."""
    cdef int scores[2 * MOST_CARDS]
    cdef int i, j, least
    for i in range(node.k):
        least = promise_of(search, node, own[i], others[0], first_commits)
        for j in range(1, node.k):
            least = min(least, promise_of(search, node, own[i], others[j], first_commits))
        scores[own[i]] = least
    sort_down(own, scores, node.k)


cdef inline void order_replies(
    const Search* search, const Node* node, int own, int* others, const int* refuted,
    bint first_commits
) noexcept nogil:
    """Order the replies to a card, with a bonus for those that refuted the cards before."""
    cdef int scores[2 * MOST_CARDS]
    cdef int j
    for j in range(node.k):
        scores[others[j]] = refuted[others[j]] - promise_of(
            search, node, own, others[j], first_commits
        )
    sort_down(others, scores, node.k)


cdef inline void reward(int* refuted, const int* others, int count, int card) noexcept nogil:
    """Remember that a reply refuted a card: it mostly refutes the next."""
    cdef int j
    for j in range(count):
        refuted[others[j]] >>= 1
    refuted[card] += REFUTED
