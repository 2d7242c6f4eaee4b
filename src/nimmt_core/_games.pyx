"""Whole games between compiled players, many on each of a series of deals.

Every deal, and every player of every game, has a stream of random numbers of its own; Python can
open the same streams (``numpy.random.Philox``), and play the same games.
"""

import numpy as np

from libc.stdint cimport int8_t, int32_t, uint64_t
from libc.string cimport memcpy, memset
from numpy.random cimport bitgen_t

from nimmt_core cimport _types
from nimmt_core._compiled cimport COMPILED_PLAYERS, Compiled, picked_card, played_card
from nimmt_core._rng cimport bitgen_of, shuffle_first
from nimmt_core._rules cimport HEADS, place_plays, sort_plays
from nimmt_core._streams cimport Stream, attach, open_stream
from nimmt_core._types cimport BY_INDEX, Hand, MAX_CARD, MAX_HAND, MAX_PLAYERS, SEAT_BITS, Table

# A match in which nobody ever takes a row would have no end.
cdef enum:
    LONGEST_MATCH = 1_000_000

MOST_ROUNDS = LONGEST_MATCH

PLAYERS = ("random", "lowest", "highest", "nearest", "cheapest")

# The streams of a deal: 0 is the cards', seat + 1 a player's.
cdef enum:
    CARDS = 0
    FIRST_SEAT = 1


class EndlessMatchError(ValueError):
    """A match that had not ended after ``MOST_ROUNDS`` rounds."""


cdef struct Rules:
    int players
    int hand_size
    int rows
    int capacity
    int top_card
    bint professional
    bint drafted
    int threshold
    int rounds

cdef struct Deal:
    Table table
    Hand hands[MAX_PLAYERS]


cdef inline int _remove(int* items, int size, int index) noexcept nogil:
    """Take an item out; the others keep their order.  No branch depends on the index."""
    cdef int i
    cdef int item = items[index]
    for i in range(size - 1):
        items[i] = items[i + (i >= index)]
    return item


cdef inline void _begin_row(Table* table, int row, int card) noexcept nogil:
    table.left[row] = card
    table.right[row] = card
    table.length[row] = 1
    table.heads[row] = HEADS[card]


cdef void _shuffled(bitgen_t* source, int* deck, int top_card, int count) noexcept nogil:
    """Draw `count` cards; the result depends on nothing but the source."""
    cdef int card
    for card in range(top_card):
        deck[card] = card + 1
    shuffle_first(source, deck, top_card, count)


cdef void _deal(const Rules* rules, bitgen_t* source, Deal* dealt) noexcept nogil:
    """Deal rows first, then hand after hand."""
    cdef int deck[MAX_CARD]
    cdef int row, seat
    _shuffled(source, deck, rules.top_card, rules.players * rules.hand_size + rules.rows)
    for row in range(rules.rows):
        _begin_row(&dealt.table, row, deck[row])
    for seat in range(rules.players):
        memcpy(
            dealt.hands[seat], &deck[rules.rows + seat * rules.hand_size],
            rules.hand_size * sizeof(int),
        )
        sort_plays(dealt.hands[seat], rules.hand_size)


cdef void _draft(
    const Rules* rules, int first, const int8_t* players, bitgen_t* sources, Deal* dealt
) noexcept nogil:
    """Let the players pick from the open table, in turn; what is left starts the rows."""
    cdef int left[MAX_CARD]
    cdef int count = rules.top_card
    cdef int card, row, seat, number
    for card in range(count):
        left[card] = card + 1
    for number in range(rules.players * rules.hand_size):
        seat = (first + number) % rules.players
        card = picked_card(<Compiled>players[seat], count, &sources[seat])
        dealt.hands[seat][number // rules.players] = _remove(left, count, card)
        count -= 1
    for seat in range(rules.players):
        sort_plays(dealt.hands[seat], rules.hand_size)
    for row in range(rules.rows):
        _begin_row(&dealt.table, row, left[row])


cdef void _play_round(
    const Rules* rules, const int8_t* players, bitgen_t* sources, Deal* dealt, int* scores
) noexcept nogil:
    cdef int plays[MAX_PLAYERS]
    cdef int seat, count, index
    for count in range(rules.hand_size, 0, -1):
        for seat in range(rules.players):
            index = played_card(
                <Compiled>players[seat], &dealt.table, dealt.hands[seat], count, &sources[seat]
            )
            plays[seat] = _remove(dealt.hands[seat], MAX_HAND, index) << SEAT_BITS | seat
        sort_plays(plays, rules.players)
        place_plays(&dealt.table, plays, rules.players, scores, BY_INDEX)


cdef inline bint _is_over(const Rules* rules, int rounds, const int* scores) noexcept nogil:
    cdef int seat
    if rules.rounds >= 0 and rounds >= rules.rounds:
        return True
    if rules.threshold >= 0:
        for seat in range(rules.players):
            if scores[seat] >= rules.threshold:
                return True
    return False


cdef int _play_game(
    const Rules* rules, const int8_t* players, bitgen_t* sources, const Deal* first_deal,
    const Stream* cards, int32_t* out
) noexcept nogil:
    """Play a game whose first round is dealt already; `cards` is the deals' stream after it.

    Returns -1 if it does not end.
    """
    cdef Deal dealt = first_deal[0]
    cdef Stream stream = cards[0]
    cdef bitgen_t source
    cdef int scores[MAX_PLAYERS]
    cdef int rounds = 0
    cdef int seat
    attach(&source, &stream)
    memset(scores, 0, sizeof(scores))
    while True:
        if rules.drafted:
            _draft(rules, rounds % rules.players, players, sources, &dealt)
        elif rounds:
            _deal(rules, &source, &dealt)
        _play_round(rules, players, sources, &dealt, scores)
        rounds += 1
        if _is_over(rules, rounds, scores):
            break
        if rounds == LONGEST_MATCH:
            return -1
    for seat in range(rules.players):
        out[seat] = scores[seat]
    return 0


def dealt_cards(bit_generator, int top_card, int count):
    """Draw cards as the games here do.

    Parameters
    ----------
    bit_generator : numpy.random.BitGenerator
        Source of randomness, used by this call alone while it runs.
    top_card : int
        The cards are 1..top_card.
    count : int
        How many.

    Returns
    -------
    list of int
        The cards in the order of the deal.
    """
    cdef int deck[MAX_CARD]
    cdef int i
    if not 0 <= count <= top_card <= _types.MAX_CARD:
        raise ValueError(f"{count} of {top_card} cards are not what the kernel is built for")
    _shuffled(bitgen_of(bit_generator), deck, top_card, count)
    return [deck[i] for i in range(count)]


def play_games(
    key, uint64_t first_deal, int deals, seatings, rotations, int hand_size, int rows,
    int capacity, int top_card, bint professional, bint drafted, int threshold, int rounds,
):
    """Play games between compiled players.

    Parameters
    ----------
    key : pair of int
        The key of every stream.
    first_deal, deals : int
        The number of the first deal, and how many.
    seatings : sequence of sequences of int
        For each game of a deal, the index into ``PLAYERS`` of the player at each seat.
    rotations : sequence of int
        For each game of a deal, the rotation that its players' streams belong to.
    hand_size, rows, capacity, top_card, professional, drafted
        The rules.
    threshold, rounds : int
        When a game ends; -1 for never, but not both.

    Returns
    -------
    ndarray of int32, shape (deals, games, seats)
        The bull heads of each seat.

    Raises
    ------
    EndlessMatchError
        If a match does not end.
    """
    cdef Rules rules
    cdef Deal dealt
    cdef Stream cards
    cdef Stream streams[MAX_PLAYERS]
    cdef bitgen_t source
    cdef bitgen_t sources[MAX_PLAYERS]
    cdef uint64_t key_words[2]
    cdef int deal, game, seat
    cdef int status = 0
    cdef int8_t[:, ::1] players = np.array(seatings, dtype=np.int8)
    cdef uint64_t[::1] rotation_of = np.array(rotations, dtype=np.uint64)
    cdef int games = players.shape[0]
    rules.players = players.shape[1]
    rules.hand_size = hand_size
    rules.rows = rows
    rules.capacity = capacity
    rules.top_card = top_card
    rules.professional = professional
    rules.drafted = drafted
    rules.threshold = threshold
    rules.rounds = rounds
    if not (
        1 <= rules.players <= _types.MAX_PLAYERS
        and 1 <= hand_size <= _types.MAX_HAND
        and 1 <= rows <= _types.MAX_ROWS
        and 1 <= capacity <= _types.MAX_CAPACITY
        and rules.players * hand_size + rows <= top_card <= _types.MAX_CARD
        and rotation_of.shape[0] == games
        and all(0 <= code < COMPILED_PLAYERS for seating in seatings for code in seating)
        and (threshold >= 0 or rounds >= 0)
    ):
        raise ValueError("these players, seatings or rules are not what the kernel is built for")
    key_words[0], key_words[1] = key
    results = np.zeros((deals, games, rules.players), dtype=np.int32)
    cdef int32_t[:, :, ::1] out = results
    dealt.table.rows = rows
    dealt.table.capacity = capacity
    dealt.table.professional = professional
    with nogil:
        for seat in range(rules.players):
            attach(&sources[seat], &streams[seat])
        attach(&source, &cards)
        for deal in range(deals):
            open_stream(&cards, key_words, CARDS, 0, first_deal + deal)
            if not drafted:
                _deal(&rules, &source, &dealt)
            for game in range(games):
                for seat in range(rules.players):
                    open_stream(
                        &streams[seat], key_words, FIRST_SEAT + seat, rotation_of[game],
                        first_deal + deal,
                    )
                status |= _play_game(
                    &rules, &players[game, 0], sources, &dealt, &cards, &out[deal, game, 0]
                )
            if status < 0:
                break
    if status < 0:
        raise EndlessMatchError(f"a match had not ended after {LONGEST_MATCH} rounds")
    return results
