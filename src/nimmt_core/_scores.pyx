"""What games are worth to seats, as integers, and sums of it by player and deal.

There are three measures: bull heads, where who lost by failing is charged the most at the table;
the rank, which is 1 and how many have fewer bull heads, or the last for who lost by failing; and
the share of the win, in units of 1 / ``WIN``.

The same game on up to ``LANES`` deals is valued at once, so that everything is an array over deals.
"""

import numpy as np

from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.string cimport memset

from nimmt_core cimport _types
from nimmt_core._lanes cimport LANES
from nimmt_core._types cimport MAX_PLAYERS

cdef enum:
    MEASURES = 3
    UNITS_OF_A_WIN = 2520  # can be shared by up to ten

WIN = UNITS_OF_A_WIN

# Integers of some deals, and of every seat on them.
ctypedef int32_t[64] OfDeals
ctypedef OfDeals[MAX_PLAYERS] OfSeats

cdef struct Values:
    OfSeats heads
    OfSeats rank
    OfSeats share

# A player's values, added over the games of each deal.
cdef struct Sums:
    int64_t heads[64]
    int64_t rank[64]
    int64_t share[64]


cdef void value_game(
    const int32_t* heads, const uint8_t* lost, int stride, int deals, int seats, Values* values
) noexcept nogil:
    """What a game is worth to each seat, on some deals; `stride` leads from a deal to the next."""
    cdef OfSeats stays      # 1 for who has not lost by failing
    cdef OfDeals most, win
    cdef int32_t won
    cdef int deal, seat, other
    for seat in range(seats):
        for deal in range(deals):
            values.heads[seat][deal] = heads[deal * stride + seat]
            stays[seat][deal] = not lost[deal * stride + seat]
            values.rank[seat][deal] = 1
    for deal in range(deals):
        most[deal] = 0
        win[deal] = 0
    for seat in range(seats):
        for other in range(seats):
            for deal in range(deals):
                values.rank[seat][deal] += (
                    values.heads[other][deal] < values.heads[seat][deal]
                ) & stays[other][deal]
        for deal in range(deals):
            most[deal] = max(most[deal], values.heads[seat][deal])
            win[deal] += (values.rank[seat][deal] == 1) & stays[seat][deal]
    for deal in range(deals):
        win[deal] = UNITS_OF_A_WIN // max(win[deal], 1)
    for seat in range(seats):
        for deal in range(deals):
            won = (values.rank[seat][deal] == 1) & stays[seat][deal]
            values.share[seat][deal] = won * win[deal]
    for seat in range(seats):
        for deal in range(deals):
            if not stays[seat][deal]:
                values.heads[seat][deal] = most[deal]
                values.rank[seat][deal] = seats


cdef int check(object heads, object lost) except -1:
    if heads.shape != lost.shape or not 1 <= heads.shape[2] <= _types.MAX_PLAYERS:
        raise ValueError(
            f"results of the shapes {heads.shape} and {lost.shape} are not what the kernel is "
            "built for"
        )
    return 0


def seat_values(heads, lost):
    """What games are worth to each seat.

    Parameters
    ----------
    heads : ndarray of int32, shape (deals, games, seats)
        Bull heads.
    lost : ndarray of bool, of the same shape
        Where a player lost by failing.

    Returns
    -------
    ndarray of int64, shape (3, deals, games, seats)
        By measure.
    """
    cdef Values values
    cdef int deal, game, seat, first, count, stride
    check(heads, lost)
    cdef const int32_t[:, :, ::1] taken = heads
    cdef const uint8_t[:, :, ::1] failed = lost.view(np.uint8)
    found = np.empty((MEASURES, *heads.shape), dtype=np.int64)
    cdef int64_t[:, :, :, ::1] out = found
    stride = taken.shape[1] * taken.shape[2]
    for first in range(0, taken.shape[0], <int>LANES):
        count = min(LANES, <int>taken.shape[0] - first)
        for game in range(taken.shape[1]):
            value_game(
                &taken[first, game, 0], &failed[first, game, 0], stride, count, taken.shape[2],
                &values,
            )
            for deal in range(count):
                for seat in range(taken.shape[2]):
                    out[0, first + deal, game, seat] = values.heads[seat][deal]
                    out[1, first + deal, game, seat] = values.rank[seat][deal]
                    out[2, first + deal, game, seat] = values.share[seat][deal]
    return found


cdef inline void add_seat(
    Sums* sums, const Values* values, int seat, int deals
) noexcept nogil:
    cdef int deal
    for deal in range(deals):
        sums.heads[deal] += values.heads[seat][deal]
        sums.rank[deal] += values.rank[seat][deal]
        sums.share[deal] += values.share[seat][deal]


cdef inline void add_products(
    const Sums* one, const Sums* other, int deals, int64_t* products
) noexcept nogil:
    """Add the products of two players' sums on a deal, by measure."""
    cdef int deal
    for deal in range(deals):
        products[0] += one.heads[deal] * other.heads[deal]
        products[1] += one.rank[deal] * other.rank[deal]
        products[2] += one.share[deal] * other.share[deal]


def add_up(heads, lost, const int32_t[::1] sits, int players):
    """Sums over deals, and of the products of every two players' sums on a deal.

    Parameters
    ----------
    heads, lost : ndarray of int32 and of bool, shape (deals, games, seats)
        As above.
    sits : ndarray of int32, shape (games * seats,)
        The player at each seat of each game.
    players : int
        How many there are.

    Returns
    -------
    sums : ndarray of int64, shape (3, players)
        Over games and deals, by measure.
    products : ndarray of int64, shape (3, players, players)
        Of two players' sums over the games of a deal, added over deals.
    lost : ndarray of int64, shape (players,)
        Games lost by failing, a game for each seat.

    Notes
    -----
    The products overflow where deals * n**2 reaches 2**63, if a player takes n bull heads in the
    games of a deal: far from any game that is played.
    """
    cdef Values values
    cdef Sums* by_player
    cdef int64_t of_pair[MEASURES]
    cdef int deal, game, seat, measure, player, other, count, stride
    cdef int first = 0
    check(heads, lost)
    for seat in range(sits.shape[0]):
        if not 0 <= sits[seat] < players:
            raise ValueError(f"player {sits[seat]} is not one of {players}")
    if sits.shape[0] != heads.shape[1] * heads.shape[2]:
        raise ValueError(f"{sits.shape[0]} players do not sit at seats of the shape {heads.shape}")
    cdef const int32_t[:, :, ::1] taken = heads
    cdef const uint8_t[:, :, ::1] failed = lost.view(np.uint8)
    cdef int deals = taken.shape[0]
    cdef int games = taken.shape[1]
    cdef int seats = taken.shape[2]
    cdef bint some_failed = lost.any()
    stride = games * seats
    sums = np.zeros((MEASURES, players), dtype=np.int64)
    products = np.zeros((MEASURES, players, players), dtype=np.int64)
    failures = np.zeros(players, dtype=np.int64)
    cdef int64_t[:, ::1] sums_of = sums
    cdef int64_t[:, :, ::1] products_of = products
    cdef int64_t[::1] failures_of = failures
    cdef uint8_t[::1] room = np.empty(players * sizeof(Sums), dtype=np.uint8)
    by_player = <Sums*>&room[0]
    with nogil:
        while first < deals:
            count = min(LANES, deals - first)
            memset(by_player, 0, players * sizeof(Sums))
            for game in range(games):
                value_game(
                    &taken[first, game, 0], &failed[first, game, 0], stride, count, seats, &values
                )
                for seat in range(seats):
                    player = sits[game * seats + seat]
                    add_seat(&by_player[player], &values, seat, count)
                    if some_failed:
                        for deal in range(count):
                            failures_of[player] += failed[first + deal, game, seat]
            for player in range(players):
                for deal in range(count):
                    sums_of[0, player] += by_player[player].heads[deal]
                    sums_of[1, player] += by_player[player].rank[deal]
                    sums_of[2, player] += by_player[player].share[deal]
                for other in range(player + 1):
                    memset(of_pair, 0, sizeof(of_pair))
                    add_products(&by_player[player], &by_player[other], count, of_pair)
                    for measure in range(MEASURES):
                        products_of[measure, player, other] += of_pair[measure]
            first += count
        for measure in range(MEASURES):
            for player in range(players):
                for other in range(player):
                    products_of[measure, other, player] = products_of[measure, player, other]
    return sums, products, failures
