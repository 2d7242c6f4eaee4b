"""Whole rounds dealt at random and played by policies.

Choices of rows are settled by what is cheapest now.  A uniformly random order of a hand is a
uniformly random way to play it, so for random players a deal is a whole round.
"""

import numpy as np

from libc.stdint cimport int64_t, uint8_t
from libc.string cimport memset

from nimmt_core cimport _types
from nimmt_core._lanes cimport (
    LANE_CARD_SHIFT, LANE_HEADS_MASK, LANES, LaneBytes, LaneKeys, LanePath, LaneSource, LaneTable,
    begin_rows, count_heads, fill_keys, is_scalar, key_of, path_of, seed_lanes, shuffle_lanes,
)
from nimmt_core._policies cimport Policies, load_policies, play_turns, play_turns_lanes
from nimmt_core._rng cimport bitgen_of
from nimmt_core._types cimport (
    BY_INDEX, BY_LOWEST_END, Hand, MAX_CARD, MAX_HEADS, MAX_PLAYERS, Table,
)
from numpy.random cimport bitgen_t

# The rules of rounds; a deal is the rows' cards, then the hands, seat by seat.
cdef struct Rules:
    int players
    int hand_size
    int rows
    int capacity
    bint professional
    bint lowest_end
    Policies policies


cdef void play_lane(
    const Rules* rules, const LaneKeys* deal, int lane, LaneBytes* taken
) noexcept nogil:
    """Play the round of one lane."""
    cdef Hand hands[MAX_PLAYERS]
    cdef int heads[MAX_PLAYERS]
    cdef Table table
    cdef int row, seat, turn, card
    cdef int place = rules.rows
    table.rows = rules.rows
    table.capacity = rules.capacity
    table.professional = rules.professional
    for row in range(rules.rows):
        card = deal[row][lane] >> LANE_CARD_SHIFT
        table.left[row] = card
        table.right[row] = card
        table.length[row] = 1
        table.heads[row] = deal[row][lane] & LANE_HEADS_MASK
    for seat in range(rules.players):
        heads[seat] = 0
        for turn in range(rules.hand_size):
            hands[seat][turn] = deal[place][lane] >> LANE_CARD_SHIFT
            place += 1
    play_turns(
        rules.policies, &table, hands, rules.players, 0, rules.hand_size, heads,
        BY_LOWEST_END if rules.lowest_end else BY_INDEX,
    )
    for seat in range(rules.players):
        taken[seat][lane] = <uint8_t>heads[seat]


cdef void play_lanes(
    const Rules* rules, const LanePath* path, const LaneKeys* deal, LaneBytes* taken
) noexcept nogil:
    """Play the rounds of all lanes."""
    cdef const LaneKeys* hands[MAX_PLAYERS]
    cdef LaneTable table
    cdef int seat
    table.rows = rules.rows
    table.capacity = rules.capacity
    table.professional = rules.professional
    table.lowest_end = rules.lowest_end
    table.dislike = NULL
    begin_rows(&table, deal)
    memset(taken, 0, rules.players * sizeof(LaneBytes))
    for seat in range(rules.players):
        hands[seat] = &deal[rules.rows + seat * rules.hand_size]
    play_turns_lanes(
        path, rules.policies, &table, hands, rules.players, 0, rules.hand_size, 0, rules.players,
        taken,
    )


def random_rounds(
    bit_generator, int rounds, int players, int hand_size, int rows, int capacity, int top_card,
    bint professional, bint lowest_end=False, policies=None, path=None,
):
    """Deal whole rounds at random and play them.

    Parameters
    ----------
    bit_generator : numpy.random.BitGenerator
        Source of randomness, used by this call alone while it runs.
    rounds : int
        How many.
    players, hand_size, rows, capacity, top_card, professional
        The rules; the cards are 1..top_card.
    lowest_end : bool
        Settle equally cheap rows by the lowest row end instead of the row index.
    policies : sequence of str, optional
        For each seat one of ``_policies.POLICIES``; all ``"random"`` if not given.
    path : str, optional
        One of ``_lanes.PATHS``, the last if not given.  The results do not depend on it.

    Returns
    -------
    ndarray of int64, shape (players, HEADS_BINS)
        How often each seat took each number of bull heads.
    """
    cdef bitgen_t* stream = bitgen_of(bit_generator)
    cdef const LanePath* found = path_of(path)
    cdef Rules rules
    cdef LaneSource source
    cdef LaneKeys deck[MAX_CARD]
    cdef LaneBytes taken[MAX_PLAYERS]
    cdef int group, lanes, lane, card, seat
    if not (
        1 <= players <= _types.MAX_PLAYERS
        and 0 <= hand_size <= _types.MAX_HAND
        and 1 <= rows <= _types.MAX_ROWS
        and players * hand_size + rows <= top_card <= _types.MAX_CARD
    ):
        raise ValueError(
            f"{players} hands of {hand_size} and {rows} rows of {top_card} cards are not what the "
            "kernel is built for"
        )
    rules.players = players
    rules.hand_size = hand_size
    rules.rows = rows
    rules.capacity = capacity
    rules.professional = professional
    rules.lowest_end = lowest_end
    load_policies(rules.policies, policies, players)
    totals = np.zeros((players, MAX_HEADS), dtype=np.int64)
    cdef int64_t[:, ::1] out = totals
    with nogil:
        seed_lanes(&source, found, stream)
        for card in range(top_card):
            fill_keys(deck[card], key_of(card + 1))
        for group in range((rounds + LANES - 1) // LANES):
            lanes = min(LANES, rounds - group * LANES)
            shuffle_lanes(&source, deck, top_card, rows + players * hand_size)
            if is_scalar(found):
                for lane in range(lanes):
                    play_lane(&rules, deck, lane, taken)
            else:
                play_lanes(&rules, found, deck, taken)
            for seat in range(players):
                count_heads(&out[seat, 0], taken[seat], lanes)
    return totals
