"""Rounds with every hand known: hands as bits, keys of positions, a memory of what was found.

What is left of a round is a tree: joint plays, and choices of rows between them.
"""

from cpython.exc cimport PyErr_CheckSignals
from libc.stdlib cimport calloc, free

from nimmt_core cimport _types
from nimmt_core._rng cimport below, bitgen_of, shuffle_first
from nimmt_core._rules cimport landing, load_table, sort_plays
from nimmt_core._types cimport Landing, MAX_ROWS, SEAT_BITS, Table
from numpy.random cimport bitgen_t


class BudgetError(Exception):
    """More joint plays were tried than the budget allows."""


cdef int look(Work* work) except -1 nogil:
    """Stop on Ctrl-C, or if the budget is spent."""
    with gil:
        PyErr_CheckSignals()
        if work.nodes > work.budget:
            raise BudgetError(work.budget)
    return 0


cdef int load_deal(Deal* deal, object hands) except -1:
    """Fill a deal from the hands, ascending."""
    cdef int seat, i, card
    sizes = {len(hand) for hand in hands}
    if not 1 <= len(hands) <= _types.MAX_PLAYERS or len(sizes) > 1:
        raise ValueError(f"1 to {_types.MAX_PLAYERS} hands of one size expected")
    deal.players = len(hands)
    deal.hand_size = len(hands[0])
    if deal.hand_size > _types.MAX_HAND:
        raise ValueError(f"hands of {_types.MAX_HAND} cards at most expected")
    for seat, cards in enumerate(hands):
        for i, card in enumerate(sorted(cards)):
            deal.cards[seat][i] = card
    return 0


cdef int load_turn(Turn* turn, const Deal* deal, object pending) except -1:
    """Fill a turn from (seat, card) pairs still to be placed, with all cards of the deal held."""
    cdef int i, seat, card
    if len(pending) > _types.MAX_PLAYERS:
        raise ValueError(f"{_types.MAX_PLAYERS} cards to be placed at most expected")
    for i, (seat, card) in enumerate(pending):
        turn.plays[i] = card << SEAT_BITS | seat
    turn.count = len(pending)
    sort_plays(turn.plays, turn.count)
    for seat in range(deal.players):
        turn.held[seat] = (<uint32_t>1 << deal.hand_size) - 1
    turn.cards = deal.hand_size
    return 0


cdef int allocate(Memory* memory, Py_ssize_t slots) except -1:
    """Make room for at least so many positions, a power of two."""
    cdef Py_ssize_t size = BUCKET
    while size < slots:
        size *= 2
    memory.slots = <Slot*>calloc(size, sizeof(Slot))
    if memory.slots == NULL:
        raise MemoryError(f"no memory for {size} positions")
    memory.mask = size - 1
    return 0


cdef void release(Memory* memory) noexcept nogil:
    """Give the memory back."""
    free(memory.slots)
    memory.slots = NULL


cdef double place_at_random(
    bitgen_t* source, Table* table, const int* plays, int count
) noexcept nogil:
    """Place sorted plays, each choice at random; returns the product of the numbers of options."""
    cdef Landing found
    cdef int options[MAX_ROWS]
    cdef double ways = 1.0
    cdef int i, count_of, row
    for i in range(count):
        found = landing(table, plays[i] >> SEAT_BITS)
        count_of = options_of(table, found, options)
        row = options[below(source, count_of)]
        ways *= count_of
        place_at(table, found, row, plays[i] >> SEAT_BITS)
    return ways


def tree_size(bit_generator, int probes, rows, hands, pending, int capacity, bint professional):
    """Estimate the size of the tree of what is left of a round, from random ways to play it.

    Parameters
    ----------
    bit_generator : BitGenerator
        Source of randomness.
    probes : int
        Ways to play to the end; 1 or more.
    rows, hands : sequences of sequences of int
        The rows' cards, left to right; every seat's cards, as many each.
    pending : sequence of (int, int)
        Plays of this turn still to be placed.
    capacity, professional : int, bool
        Row capacity and placement rule.

    Returns
    -------
    plays : float
        Joint plays in the tree, each counted for every way to get there.
    ends : float
        Ends of the tree.

    Notes
    -----
    The mean over random ways of the product of the numbers of options is right on average (Knuth
    1975).  Hands branch alike everywhere, so only choices of rows make it vary.

    References
    ----------
    D. E. Knuth: Estimating the efficiency of backtrack programs. *Mathematics of Computation*
    29(129), 1975, 122-136.
    """
    cdef bitgen_t* source = bitgen_of(bit_generator)
    cdef Table start, table
    cdef Deal deal
    cdef int order[_types.MAX_PLAYERS][_types.MAX_HAND]
    cdef Turn waiting
    cdef int plays[_types.MAX_PLAYERS]
    cdef int _probe, turn, seat, i
    cdef double paths
    cdef double joint = 0.0
    cdef double ends = 0.0
    load_table(&start, rows, capacity, professional)
    load_deal(&deal, hands)
    load_turn(&waiting, &deal, pending)
    with nogil:
        for seat in range(deal.players):
            for i in range(deal.hand_size):
                order[seat][i] = i
        for _probe in range(probes):
            table = start
            paths = place_at_random(source, &table, waiting.plays, waiting.count)
            for seat in range(deal.players):
                shuffle_first(source, order[seat], deal.hand_size, deal.hand_size)
            for turn in range(deal.hand_size):
                for seat in range(deal.players):
                    paths *= deal.hand_size - turn
                    plays[seat] = play_of(&deal, seat, order[seat][turn])
                joint += paths
                sort_plays(plays, deal.players)
                paths *= place_at_random(source, &table, plays, deal.players)
            ends += paths
    return joint / probes, ends / probes
