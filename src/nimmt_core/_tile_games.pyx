"""Rounds of Rummikub between greedy players, where sets with jokers are rearranged freely.

Then it does not matter to anybody how the tiles on the table are arranged, and a table is a number
of each tile.
"""

from libc.stdint cimport int8_t, int64_t
from libc.string cimport memset

from nimmt_core._tiles cimport Arranger, find, make_ready
from nimmt_core._tiles_search cimport jokers_of
from nimmt_core._tiles_types cimport COLOURS, COST_UNIT, Label, Option, STEPS, UNKNOWN, VALUES, Work

cdef enum:
    JOKER = STEPS
    TILES = STEPS + 1
    MAX_PLAYERS = 4
    SHORTEST = 3

# Better prices take longer than they save in the positions of such games.
cdef int64_t ENDLESS = <int64_t>1 << 62
cdef int64_t ANY_COST = COST_UNIT * (<int64_t>1 << 52)


cdef bint fits(
    const int8_t* table, const int8_t* rack, int colour, int value, bint wrap
) noexcept nogil:
    """Whether a tile of the rack can be in any set of these tiles."""
    cdef int jokers = table[JOKER] + rack[JOKER]
    cdef int other, first, place, tile
    cdef int there = 0
    for other in range(COLOURS):
        tile = other * VALUES + value
        there += table[tile] + rack[tile] > 0
    if there + jokers >= SHORTEST:
        return True
    for first in range(value - SHORTEST + 1, value + 1):
        if not wrap and (first < 0 or first > VALUES - SHORTEST):
            continue
        there = 0
        for place in range(SHORTEST):
            tile = colour * VALUES + (first + place + VALUES) % VALUES
            there += table[tile] + rack[tile] > 0
        if there + jokers >= SHORTEST:
            return True
    return False


cdef int most_points(
    const int8_t* table, const int8_t* rack, bint wrap, int8_t* useful
) noexcept nogil:
    """Fill in the tiles of the rack that fit into sets; return what all of them count at most."""
    cdef int colour, value, tile
    cdef int points = VALUES * rack[JOKER]
    useful[JOKER] = rack[JOKER]
    for colour in range(COLOURS):
        for value in range(VALUES):
            tile = colour * VALUES + value
            useful[tile] = 0
            if rack[tile] and fits(table, rack, colour, value, wrap):
                useful[tile] = rack[tile]
                points += (value + 1) * rack[tile]
    return points


cdef int best_play(
    Work* work, const int8_t* table, const int8_t* rack, bint wrap, int64_t budget, int8_t* laid
) except -1 nogil:
    """Fill in the tiles of the best play; return how many they are."""
    cdef int colour, value, step, count, index
    cdef const Label* label
    cdef const Option* option
    for colour in range(COLOURS):
        for value in range(VALUES):
            work.least[colour][value] = table[colour * VALUES + value]
            work.most[colour][value] = work.least[colour][value] + rack[colour * VALUES + value]
    work.least_jokers = table[JOKER]
    work.most_jokers = work.jokers_in_all = table[JOKER] + rack[JOKER]
    work.wrap = wrap
    work.held_count = 0
    make_ready(work)
    find(work, ANY_COST, budget, ENDLESS)
    if work.goal == UNKNOWN:
        return 0
    laid[JOKER] = jokers_of(&work.labels[work.goal]) - table[JOKER]
    count = laid[JOKER]
    index = work.goal
    for step in range(STEPS - 1, -1, -1):
        label = &work.labels[index]
        option = &work.options[label.option]
        colour = step % COLOURS
        value = step // COLOURS
        laid[colour * VALUES + value] = (
            option.group + option.tiles - table[colour * VALUES + value]
        )
        count += laid[colour * VALUES + value]
        index = label.parent
    return count


cdef int move(int8_t* origin, int8_t* target, const int8_t* tiles) noexcept nogil:
    """Move tiles from a place to another; return how many are left there."""
    cdef int tile
    cdef int left = 0
    for tile in range(TILES):
        origin[tile] -= tiles[tile]
        target[tile] += tiles[tile]
        left += origin[tile]
    return left


def greedy_round(
    players,
    int8_t[:, ::1] racks,
    const int8_t[::1] pool,
    int starter,
    int direction,
    int initial_meld,
    bint wrap,
    int8_t[:, ::1] turns=None,
):
    """Play a round to its end.

    Parameters
    ----------
    players : sequence of (Arranger, Arranger)
        By seat, what finds the best play, weighed so, and what finds the best initial meld, with
        points as what is spent.
    racks : ndarray of int8, shape (seats, 53)
        How often each rack has each tile; changed to those at the end.
    pool : ndarray of int8
        The pool, the tile that is drawn next first.
    starter : int
        The seat that starts.
    direction : int
        1, or -1 if the turn goes to lower seats.
    initial_meld : int
        The points that it needs.
    wrap : bool
        Whether a run may go on from 13 to 1.
    turns : ndarray of int8, shape (turns, 53), optional
        Filled in with the tiles that are laid in each turn; it must be long enough.

    Returns
    -------
    int
        How many turns there were.
    """
    cdef int seats = racks.shape[0]
    cdef int seat = starter
    cdef int drawn = 0
    cdef int passes = 0
    cdef int turn = 0
    cdef int count, points, tile, left
    cdef bint melded[MAX_PLAYERS]
    cdef Work* plays[MAX_PLAYERS]
    cdef Work* melds[MAX_PLAYERS]
    cdef int8_t table[TILES]
    cdef int8_t empty[TILES]
    cdef int8_t useful[TILES]
    cdef int8_t laid[TILES]
    cdef Arranger play, meld
    if seats > MAX_PLAYERS or len(players) != seats or racks.shape[1] != TILES:
        raise ValueError("racks of another shape than the kernel is made for")
    for index in range(seats):
        play, meld = players[index]
        plays[index] = play.work
        melds[index] = meld.work
    memset(melded, 0, sizeof(melded))
    memset(table, 0, sizeof(table))
    memset(empty, 0, sizeof(empty))
    with nogil:
        while passes < seats:
            memset(laid, 0, sizeof(laid))
            count = 0
            if melded[seat]:
                if most_points(table, &racks[seat, 0], wrap, useful):
                    count = best_play(plays[seat], table, useful, wrap, 0, laid)
            else:
                points = most_points(empty, &racks[seat, 0], wrap, useful)
                if points >= max(initial_meld, 1):
                    count = best_play(
                        melds[seat], empty, useful, wrap, points - initial_meld, laid
                    )
            if turns is not None:
                for tile in range(TILES):
                    turns[turn, tile] = laid[tile]
            turn += 1
            if count:
                passes = 0
                melded[seat] = True
                left = move(&racks[seat, 0], table, laid)
                if left == 0:
                    break
            elif drawn < pool.shape[0]:
                racks[seat, pool[drawn]] += 1
                drawn += 1
            else:
                passes += 1
            seat = (seat + direction + seats) % seats
    return turn
