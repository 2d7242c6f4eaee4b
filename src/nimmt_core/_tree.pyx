"""What is left of a round as a tree in memory: joint plays, and choices of rows between them.

Cards are placed and last cards played on the way from one node to the next, so that every node is
a decision or an end.  Parents come before their children.
"""

cimport cython

from libc.stdint cimport int32_t, uint16_t, uint32_t
from libc.stdlib cimport free, realloc
from libc.string cimport memset

from nimmt_core._known cimport (
    Deal, Turn, Work, count_node, is_choice, load_deal, load_turn, options_of, place_at, place_of,
    play_of,
)
from nimmt_core._rules cimport landing, load_table, sort_plays
from nimmt_core._types cimport Landing, MAX_ROWS, SEAT_BITS, SEAT_MASK, Table

cdef enum:
    FEW = 1024  # nodes to begin with


# A node whose children are still to be made; the card in place `next` of the turn is a choice.
cdef struct Open:
    Table table
    Turn turn
    int next
    int index


cdef int advance(const Deal* deal, Open* state, uint16_t* heads) noexcept nogil:
    """Place cards and play last cards up to a decision or the end; returns its owner."""
    cdef Landing found
    cdef int seat, i, card, taken
    while True:
        while state.next < state.turn.count:
            seat = state.turn.plays[state.next] & SEAT_MASK
            card = state.turn.plays[state.next] >> SEAT_BITS
            found = landing(&state.table, card)
            if is_choice(&state.table, found):
                return seat
            taken = place_at(&state.table, found, max(found.row, 0), card)
            heads[seat] += taken
            heads[deal.players] += taken
            state.next += 1
        state.next = 0
        state.turn.count = 0
        if state.turn.cards == 0:
            return NOBODY
        if state.turn.cards > 1:
            return EVERYBODY
        for seat in range(deal.players):
            i = place_of(state.turn.held[seat])
            state.turn.plays[seat] = play_of(deal, seat, i)
            state.turn.held[seat] = 0
        state.turn.count = deal.players
        state.turn.cards = 0
        sort_plays(state.turn.plays, deal.players)


cdef int play_jointly(const Deal* deal, Open* state, int joint) noexcept nogil:
    """Play the cards of a joint play, given by its number; the last seat's changes first."""
    cdef int actions = state.turn.cards
    cdef int seat, i, left
    for seat in range(deal.players - 1, -1, -1):
        left = joint % actions
        joint //= actions
        i = -1
        while left >= 0:
            i += 1
            left -= state.turn.held[seat] >> i & 1
        state.turn.plays[seat] = play_of(deal, seat, i)
        state.turn.held[seat] ^= <uint32_t>1 << i
    state.turn.count = deal.players
    state.turn.cards -= 1
    sort_plays(state.turn.plays, deal.players)
    return 0


# The tree as it grows; what is open from place `first` on has no children yet.
cdef struct Growth:
    Node* node
    uint16_t* heads
    Open* open
    int nodes
    int most_nodes
    int first
    int opened
    int most_open
    int slots
    int widest


cdef int grow(void** array, size_t size) except -1 nogil:
    """Make an array larger."""
    cdef void* larger = realloc(array[0], size)
    if larger == NULL:
        with gil:
            raise MemoryError(f"no memory for a tree: {size} bytes")
    array[0] = larger
    return 0


cdef int add_node(
    Growth* growth, const Deal* deal, Open* state, int seat, int taken
) except -1 nogil:
    """Add a node, after a seat took so much; it is what the state leads to."""
    cdef int columns = deal.players + 1
    cdef uint16_t* heads
    cdef Node* node
    if growth.nodes == growth.most_nodes:
        growth.most_nodes *= 2
        grow(<void**>&growth.node, sizeof(Node) * growth.most_nodes)
        grow(<void**>&growth.heads, sizeof(uint16_t) * columns * growth.most_nodes)
    heads = growth.heads + <size_t>growth.nodes * columns
    memset(heads, 0, sizeof(uint16_t) * columns)
    heads[seat] += taken
    heads[deal.players] += taken
    node = &growth.node[growth.nodes]
    node.owner = advance(deal, state, heads)
    node.first = 0
    node.slot = growth.slots
    node.actions = 0
    if node.owner != NOBODY:
        if growth.opened == growth.most_open:
            growth.most_open *= 2
            grow(<void**>&growth.open, sizeof(Open) * growth.most_open)
        growth.open[growth.opened] = state[0]
        growth.open[growth.opened].index = growth.nodes
        growth.opened += 1
    growth.nodes += 1
    return 0


cdef int expand(Growth* growth, const Deal* deal, Work* work) except -1 nogil:
    """Make the children of the first open node."""
    cdef Open state = growth.open[growth.first]
    cdef Open after
    cdef Node* node = &growth.node[state.index]
    cdef Landing found
    cdef int options[MAX_ROWS]
    cdef int i, seat, card, children
    growth.first += 1
    node.first = growth.nodes
    node.slot = growth.slots
    if node.owner == EVERYBODY:
        node.actions = state.turn.cards
        growth.slots += deal.players * node.actions
        children = width(node, deal.players)
        growth.widest = max(growth.widest, children)
        for i in range(children):
            count_node(work)
            after = state
            play_jointly(deal, &after, i)
            add_node(growth, deal, &after, 0, 0)
        return 0
    seat = node.owner
    card = state.turn.plays[state.next] >> SEAT_BITS
    found = landing(&state.table, card)
    children = options_of(&state.table, found, options)
    node.actions = children
    growth.slots += children
    for i in range(children):
        count_node(work)
        after = state
        after.next += 1
        add_node(growth, deal, &after, seat, place_at(&after.table, found, options[i], card))
    return 0


@cython.final
cdef class Tree:
    """All that can happen from a position on.

    Parameters
    ----------
    rows, hands : sequences of sequences of int
        The rows' cards, left to right; every seat's cards, as many each.
    pending : sequence of (int, int)
        Plays of this turn still to be placed, the first of them a choice; or none.
    capacity, professional : int, bool
        Row capacity and placement rule.
    budget : int
        Nodes at most.

    Attributes
    ----------
    players, nodes : int
        Seats; nodes of the tree.
    slots : int
        Probabilities of a profile of behaviour strategies.

    Raises
    ------
    BudgetError
        If the tree has more nodes than the budget.
    """

    def __cinit__(self):
        self.node = NULL
        self.heads = NULL
        self.decision = NULL

    def __init__(self, rows, hands, pending, int capacity, bint professional, budget):
        cdef Growth growth
        cdef Deal deal
        cdef Open state
        cdef Work work
        cdef int i
        memset(&growth, 0, sizeof(Growth))
        load_table(&state.table, rows, capacity, professional)
        load_deal(&deal, hands)
        load_turn(&state.turn, &deal, pending)
        state.next = 0
        work.nodes = 1
        work.budget = budget
        growth.most_nodes = FEW
        growth.most_open = FEW
        self._release()
        self.players = deal.players
        try:
            grow(<void**>&growth.node, sizeof(Node) * FEW)
            grow(<void**>&growth.heads, sizeof(uint16_t) * (deal.players + 1) * FEW)
            grow(<void**>&growth.open, sizeof(Open) * FEW)
            with nogil:
                add_node(&growth, &deal, &state, 0, 0)
                while growth.first < growth.opened:
                    expand(&growth, &deal, &work)
            grow(<void**>&self.decision, sizeof(int32_t) * (growth.opened + 1))
            for i in range(growth.opened):
                self.decision[i] = growth.open[i].index
            self.decisions = growth.opened
        finally:
            free(growth.open)
            self.node = growth.node
            self.heads = growth.heads
            self.nodes = growth.nodes
            self.slots = growth.slots
            self.widest = max(1, growth.widest)

    def __dealloc__(self):
        self._release()

    cdef _release(self):
        free(self.node)
        free(self.heads)
        free(self.decision)
        self.node = NULL
        self.heads = NULL
        self.decision = NULL

    def look_at(self, int index):
        """Where the probabilities of a node begin, and the number of actions; 0 at an end."""
        return self.node[index].slot, self.node[index].actions

    def child(self, int index, int action):
        """A child of a node, by its number among them."""
        return self.node[index].first + action
