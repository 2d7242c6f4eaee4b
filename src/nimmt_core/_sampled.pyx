"""One turn of sampled deals: what each card cost."""

import numpy as np

from libc.stdint cimport int64_t
from nimmt_core cimport _types
from nimmt_core._deals cimport Dealer, check_deal
from nimmt_core._rng cimport bitgen_of
from nimmt_core._rules cimport load_table, place_plays, sort_plays
from nimmt_core._types cimport BY_INDEX, Hand, MAX_CARD, MAX_PLAYERS, SEAT_BITS, Table
from numpy.random cimport bitgen_t


def sampled_risk(
    bit_generator, int deals, rows, int capacity, bint professional, Dealer dealer, int seat, own
):
    """Play every own card on each of some deals; the others play at random.

    Parameters
    ----------
    bit_generator : numpy.random.BitGenerator
        Source of randomness, used by this call alone while it runs.
    deals : int
        How many.
    rows : sequence of sequences of int
        The rows' cards, left to right.
    capacity, professional : int, bool
        Row capacity and placement rule.
    dealer : Dealer
        Where the deals come from.
    seat : int
        The own seat.
    own : sequence of int
        The own cards.

    Returns
    -------
    ndarray of int64, shape (own cards, MAX_HEADS)
        How often each number of bull heads was taken.

    Raises
    ------
    DealError
        If no deal that fits was found.
    """
    cdef bitgen_t* source = bitgen_of(bit_generator)
    cdef Table start, table
    cdef Hand hands[MAX_PLAYERS]
    cdef int pool[MAX_CARD]
    cdef int own_cards[MAX_CARD]
    cdef int plays[MAX_PLAYERS]
    cdef int taken[MAX_PLAYERS]
    cdef int _deal, i, player, card
    cdef int status = 0
    cdef int count = len(own)
    load_table(&start, rows, capacity, professional)
    for i, card in enumerate(own):
        own_cards[i] = card
    counts = np.zeros((count, _types.MAX_HEADS), dtype=np.int64)
    cdef int64_t[:, ::1] out = counts
    with nogil:
        dealer.load_pool(pool)
        for _deal in range(deals):
            status = dealer.deal(source, pool, hands)
            if status < 0:
                break
            for i in range(count):
                for player in range(dealer.players):
                    card = own_cards[i] if player == seat else hands[player][0]
                    plays[player] = card << SEAT_BITS | player
                    taken[player] = 0
                table = start
                sort_plays(plays, dealer.players)
                place_plays(&table, plays, dealer.players, taken, BY_INDEX)
                out[i, taken[seat]] += 1
    check_deal(status)
    return counts
