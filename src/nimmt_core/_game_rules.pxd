"""What is played between compiled players, and what random numbers are for.

The cards of a deal are a sequence of random numbers, a number for each card of round after round.
The players of a game share another.  Each seat has as many numbers of it as a hand has cards, then
as many again when all others have had theirs, and so on: one for each of its choices at random, in
order, those from an only card among them.
"""

from libc.stdint cimport uint32_t

cdef struct Rules:
    int players
    int hand_size
    int rows
    int capacity
    int top_card
    bint professional
    bint drafted
    int threshold   # -1 for none
    int rounds      # the same

# A match in which nobody ever takes a row would have no end.
cdef enum:
    LONGEST_MATCH = 1_000_000

# The purposes of sequences: the cards, and the games of each rotation.
cdef enum:
    CARDS = 0
    FIRST_ROTATION = 1


cdef inline int dealt_cards_of(const Rules* rules) noexcept nogil:
    """Cards that a round needs: those of the rows, then hand after hand."""
    return rules.rows + rules.players * rules.hand_size


cdef inline uint32_t choice_place(int players, int hand_size, int seat, int choice) noexcept nogil:
    """The place of the number of a choice; a seat's choices are counted from 0."""
    cdef int times = choice // hand_size
    return <uint32_t>((times * players + seat) * hand_size + choice % hand_size)
