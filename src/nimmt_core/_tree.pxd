"""What is left of a round as a tree in memory: joint plays, and choices of rows between them."""

from libc.stdint cimport int16_t, int32_t, uint16_t

cdef enum:
    EVERYBODY = -1  # owner of a turn, in which every seat plays a card at the same time
    NOBODY = -2     # owner of an end

# The children of a node follow each other.  A turn has one for each joint play, the last seat's
# card changing first; a choice has one for each row.  `slot` is where its probabilities begin: of
# a turn `actions` for each seat, of a choice `actions`.
cdef struct Node:
    int32_t first
    int32_t slot
    int16_t owner
    int16_t actions


cdef class Tree:
    cdef readonly int players
    cdef readonly int nodes
    cdef readonly int slots
    cdef Node* node
    cdef uint16_t* heads   # taken on the way to each node, by seat, and the sum of it
    cdef int32_t* decision  # the nodes that are no ends, in order
    cdef int decisions
    cdef int widest        # most children of a node

    cdef _release(self)


cdef inline int width(const Node* node, int players) noexcept nogil:
    """The number of children."""
    cdef int _seat
    cdef int children = 1
    if node.owner == NOBODY:
        return 0
    if node.owner != EVERYBODY:
        return node.actions
    for _seat in range(players):
        children *= node.actions
    return children
