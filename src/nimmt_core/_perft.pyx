"""Perft: every joint play and every choice of rows, counted to a depth.

The name is that of the test of move generators in computer chess.
"""

from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport uint64_t

from nimmt_core cimport _types
from nimmt_core._rules cimport join_row, landing, load_table, sort_plays, start_row
from nimmt_core._types cimport (
    Hand, Landing, MAX_PLAYERS, NO_ROW, SEAT_BITS, SEAT_MASK, Table,
)

cdef enum:
    SIGNALS_EVERY = 1 << 20  # leaves between looks for Ctrl-C


cdef struct Walk:
    int players
    int hand_size
    Hand hands[MAX_PLAYERS]
    int taken[MAX_PLAYERS]
    uint64_t leaves
    uint64_t choices
    uint64_t checksum


cdef int walk_turn(Walk* walk, const Table* table, int turn, int depth) except -1 nogil:
    """Count from the start of a turn; the cards from place `turn` of each hand are still held."""
    cdef int plays[MAX_PLAYERS]
    cdef int seat
    if depth == 0 or turn == walk.hand_size:
        walk.leaves += 1
        for seat in range(walk.players):
            walk.checksum += <uint64_t>(seat + 1) * <uint64_t>walk.taken[seat]
        if walk.leaves % SIGNALS_EVERY == 0:
            with gil:
                PyErr_CheckSignals()
        return 0
    return walk_seat(walk, table, plays, 0, turn, depth)


cdef int walk_seat(
    Walk* walk, const Table* table, int* plays, int seat, int turn, int depth
) except -1 nogil:
    """Let the seat play each of its cards, and then the next seat."""
    cdef int sorted_plays[MAX_PLAYERS]
    cdef int* hand
    cdef int i, card
    if seat == walk.players:
        for i in range(seat):
            sorted_plays[i] = plays[i]
        sort_plays(sorted_plays, seat)
        return walk_placement(walk, table, sorted_plays, 0, turn, depth)
    hand = walk.hands[seat]
    for i in range(turn, walk.hand_size):
        card = hand[i]
        hand[i] = hand[turn]
        hand[turn] = card
        plays[seat] = card << SEAT_BITS | seat
        walk_seat(walk, table, plays, seat + 1, turn, depth)
        hand[turn] = hand[i]
        hand[i] = card
    return 0


cdef int walk_placement(
    Walk* walk, const Table* table, const int* plays, int place, int turn, int depth
) except -1 nogil:
    """Place the plays from `place` on, every choice in turn."""
    cdef Landing found
    cdef int row, card
    if place == walk.players:
        return walk_turn(walk, table, turn + 1, depth - 1)
    card = plays[place] >> SEAT_BITS
    found = landing(table, card)
    if found.row == NO_ROW:
        if table.rows > 1:
            walk.choices += 1
        for row in range(table.rows):
            walk_option(walk, table, plays, place, turn, depth, row, True)
        return 0
    if found.other != NO_ROW:
        walk.choices += 1
        walk_option(walk, table, plays, place, turn, depth, found.other, False)
    return walk_option(walk, table, plays, place, turn, depth, found.row, False)


cdef int walk_option(
    Walk* walk, const Table* table, const int* plays, int place, int turn, int depth, int row,
    bint starts
) except -1 nogil:
    """Place one card on one row, and then the next card."""
    cdef Table after = table[0]
    cdef int card = plays[place] >> SEAT_BITS
    cdef int seat = plays[place] & SEAT_MASK
    cdef int heads = start_row(&after, row, card) if starts else join_row(&after, row, card)
    walk.taken[seat] += heads
    walk_placement(walk, &after, plays, place + 1, turn, depth)
    walk.taken[seat] -= heads
    return 0


def perft(rows, hands, int depth, int capacity, bint professional):
    """Count the ways to play on.

    Parameters
    ----------
    rows, hands : sequences of sequences of int
        The rows' cards, left to right; every seat's cards, as many each.
    depth : int
        Turns to play; less if the hands are empty before.
    capacity, professional : int, bool
        Row capacity and placement rule.

    Returns
    -------
    leaves : int
        Different sequences of joint plays and choices.
    choices : int
        Points on the way where a card's owner had two rows or more to choose from.
    checksum : int
        Over all leaves and seats, (seat + 1) times the bull heads taken, modulo 2**64.
    """
    cdef Table table
    cdef Walk walk
    cdef int seat, i, card
    load_table(&table, rows, capacity, professional)
    sizes = {len(hand) for hand in hands}
    if not 1 <= len(hands) <= _types.MAX_PLAYERS or len(sizes) > 1:
        raise ValueError(f"1 to {_types.MAX_PLAYERS} hands of one size expected")
    walk.players = len(hands)
    walk.hand_size = len(hands[0])
    if walk.hand_size > _types.MAX_HAND:
        raise ValueError(f"hands of {_types.MAX_HAND} cards at most expected")
    walk.leaves = 0
    walk.choices = 0
    walk.checksum = 0
    for seat, cards in enumerate(hands):
        walk.taken[seat] = 0
        for i, card in enumerate(cards):
            walk.hands[seat][i] = card
    with nogil:
        walk_turn(&walk, &table, 0, depth)
    return walk.leaves, walk.choices, walk.checksum
