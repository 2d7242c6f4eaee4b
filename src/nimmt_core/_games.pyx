"""Whole games between compiled players, many on each of a series of deals.

Games with hands that are dealt are played in lanes (``_lane_games.pyx``), where this CPU has a
path for them.  Games with a draft, and all games on the path ``"scalar"``, are played one after
another, as it is done here.  Both ways have the same random numbers, and so the same results.
"""

import numpy as np

from libc.stdint cimport int8_t, int32_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from nimmt_core cimport _types
from nimmt_core._compiled cimport (
    COMPILED_PLAYERS, Choices, Compiled, INSTANT, picked_card, played_card,
)
from nimmt_core._counters cimport Reader, Sequence, begin, below
from nimmt_core._game_rules cimport (
    CARDS, FIRST_ROTATION, LONGEST_MATCH, Rules, choice_place, dealt_cards_of,
)
from nimmt_core._instant cimport (
    Instant, begin_instant, instant_card, instant_row, instant_sees,
)
from nimmt_core._lane_games cimport play_lane_games
from nimmt_core._lanes cimport LaneNetwork, LanePath, is_scalar, path_of
from nimmt_core._network cimport Network, vector_path
from nimmt_core._rules cimport HEADS, landing, place_plays, sort_plays, start_row
from nimmt_core._types cimport (
    BY_INDEX, Hand, MAX_CARD, MAX_HAND, MAX_PLAYERS, NO_ROW, SEAT_BITS, SEAT_MASK, Table,
)

MOST_ROUNDS = LONGEST_MATCH

PLAYERS = ("random", "lowest", "highest", "nearest", "cheapest", "instant")


class EndlessMatchError(ValueError):
    """A match that had not ended after ``MOST_ROUNDS`` rounds."""


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


cdef void _shuffled(
    Reader* cards, int round_number, int* deck, int top_card, int count
) noexcept nogil:
    """Draw the cards of a round: a partial Fisher-Yates shuffle of 1 to the top card."""
    cdef int card, step, place, kept
    for card in range(top_card):
        deck[card] = card + 1
    for step in range(count):
        place = step + below(cards, <uint32_t>round_number * count + step, top_card - step)
        kept = deck[step]
        deck[step] = deck[place]
        deck[place] = kept


cdef void _deal(const Rules* rules, Reader* cards, int round_number, Deal* dealt) noexcept nogil:
    """Deal rows first, then hand after hand."""
    cdef int deck[MAX_CARD]
    cdef int row, seat
    _shuffled(cards, round_number, deck, rules.top_card, dealt_cards_of(rules))
    for row in range(rules.rows):
        _begin_row(&dealt.table, row, deck[row])
    for seat in range(rules.players):
        memcpy(
            dealt.hands[seat], &deck[rules.rows + seat * rules.hand_size],
            rules.hand_size * sizeof(int),
        )
        sort_plays(dealt.hands[seat], rules.hand_size)


cdef void _draft(
    const Rules* rules, int first, const int8_t* players, Choices* choices, Deal* dealt
) noexcept nogil:
    """Let the players pick from the open table, in turn; what is left starts the rows."""
    cdef int left[MAX_CARD]
    cdef int count = rules.top_card
    cdef int card, row, seat, number
    for card in range(count):
        left[card] = card + 1
    for number in range(rules.players * rules.hand_size):
        seat = (first + number) % rules.players
        card = picked_card(<Compiled>players[seat], seat, count, choices)
        dealt.hands[seat][number // rules.players] = _remove(left, count, card)
        count -= 1
    for seat in range(rules.players):
        sort_plays(dealt.hands[seat], rules.hand_size)
    for row in range(rules.rows):
        _begin_row(&dealt.table, row, left[row])


cdef void _place_turn(
    const Rules* rules, const int8_t* players, Deal* dealt, int* plays, int held, Instant* instant,
    int* scores
) noexcept nogil:
    """Place a turn; an instant player whose card is low chooses, by what it is left with."""
    cdef int lowest, owner, row, seat
    cdef int placed = 0
    sort_plays(plays, rules.players)
    for seat in range(rules.players):
        instant_sees(instant, plays[seat] >> SEAT_BITS)
    lowest = plays[0] >> SEAT_BITS
    owner = plays[0] & SEAT_MASK
    if (
        players[owner] == INSTANT
        and not rules.professional
        and landing(&dealt.table, lowest).row == NO_ROW
    ):
        row = instant_row(instant, &dealt.table, plays, dealt.hands[owner], held)
        scores[owner] += start_row(&dealt.table, row, lowest)
        placed = 1
    place_plays(&dealt.table, &plays[placed], rules.players - placed, scores, BY_INDEX)


cdef void _play_round(
    const Rules* rules, const int8_t* players, Choices* choices, Deal* dealt, Instant* instant,
    int* scores
) noexcept nogil:
    cdef int plays[MAX_PLAYERS]
    cdef int seat, count, index, row
    begin_instant(instant, rules.players, rules.top_card)
    for row in range(rules.rows):
        instant_sees(instant, dealt.table.right[row])
    for count in range(rules.hand_size, 0, -1):
        for seat in range(rules.players):
            if players[seat] == INSTANT:
                index = instant_card(instant, &dealt.table, dealt.hands[seat], count)
            else:
                index = played_card(
                    <Compiled>players[seat], seat, &dealt.table, dealt.hands[seat], count, choices
                )
            plays[seat] = _remove(dealt.hands[seat], MAX_HAND, index) << SEAT_BITS | seat
        _place_turn(rules, players, dealt, plays, count - 1, instant, scores)


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
    const Rules* rules, const int8_t* players, Sequence cards, uint64_t rotation,
    const LanePath* vectors, const LaneNetwork* network, int32_t* out
) noexcept nogil:
    """Play a game; -1 if it does not end."""
    cdef Deal dealt
    cdef Reader reader
    cdef Choices choices
    cdef Instant instant
    cdef int scores[MAX_PLAYERS]
    cdef int rounds = 0
    cdef int seat
    dealt.table.rows = rules.rows
    dealt.table.capacity = rules.capacity
    dealt.table.professional = rules.professional
    instant.path = vectors
    instant.network = network
    begin(&reader, cards)
    for seat in range(rules.players):
        begin(
            &choices.readers[seat],
            Sequence(cards.key, cards.deal, <uint32_t>(FIRST_ROTATION + rotation)),
        )
    choices.players = rules.players
    choices.hand_size = rules.hand_size
    memset(choices.made, 0, sizeof(choices.made))
    memset(scores, 0, sizeof(scores))
    while True:
        if rules.drafted:
            _draft(rules, rounds % rules.players, players, &choices, &dealt)
        else:
            _deal(rules, &reader, rounds, &dealt)
        _play_round(rules, players, &choices, &dealt, &instant, scores)
        rounds += 1
        if _is_over(rules, rounds, scores):
            break
        if rounds == LONGEST_MATCH:
            return -1
    for seat in range(rules.players):
        out[seat] = scores[seat]
    return 0


def dealt_cards(uint64_t key, uint64_t deal, int round_number, int top_card, int count):
    """Draw the cards of a round as the games here do.

    Parameters
    ----------
    key, deal : int
        Whose cards.
    round_number : int
        The round, from 0.
    top_card : int
        The cards are 1..top_card.
    count : int
        How many of them a round needs.

    Returns
    -------
    list of int
        The cards in the order of the deal.
    """
    cdef int deck[MAX_CARD]
    cdef Reader reader
    cdef int i
    if not 0 <= count <= top_card <= _types.MAX_CARD:
        raise ValueError(f"{count} of {top_card} cards are not what the kernel is built for")
    begin(&reader, Sequence(key, deal, CARDS))
    _shuffled(&reader, round_number, deck, top_card, count)
    return [deck[i] for i in range(count)]


def chosen_index(
    uint64_t key, uint64_t deal, uint64_t rotation, int players, int hand_size, int seat,
    int choice, int count,
):
    """Choose at random as a compiled player does.

    Parameters
    ----------
    key, deal, rotation, players, hand_size, seat : int
        Whose choice; `players` is the number of seats.
    choice : int
        The number of the choice in the game, from 0.
    count : int
        Of how many things.

    Returns
    -------
    int
        The index of the one chosen.
    """
    cdef Reader reader
    begin(&reader, Sequence(key, deal, <uint32_t>(FIRST_ROTATION + rotation)))
    return below(&reader, choice_place(players, hand_size, seat, choice), count)


def play_games(
    uint64_t key, uint64_t first_deal, int deals, const int8_t[:, ::1] seatings,
    const uint64_t[::1] rotations, int hand_size, int rows, int capacity, int top_card,
    bint professional, bint drafted, int threshold, int rounds, Network network=None, path=None,
):
    """Play games between compiled players.

    Parameters
    ----------
    key : int
        The key of all random numbers.
    first_deal, deals : int
        The number of the first deal, and how many.
    seatings : ndarray of int8, shape (games, seats)
        For each game of a deal, the index into ``PLAYERS`` of the player at each seat.
    rotations : ndarray of uint64, shape (games,)
        For each game of a deal, the rotation that its random numbers belong to; below 1000.
    hand_size, rows, capacity, top_card, professional, drafted
        The rules.
    threshold, rounds : int
        When a game ends; -1 for never, but not both.
    network : Network, optional
        What ``"instant"`` follows.
    path : str, optional
        One of ``_lanes.PATHS``, the last if not given.  The results do not depend on it.

    Returns
    -------
    ndarray of int32, shape (deals, games, seats)
        The bull heads of each seat.

    Raises
    ------
    EndlessMatchError
        If a match does not end.
    """
    cdef const LanePath* found = path_of(path)
    cdef const LanePath* vectors = NULL
    cdef const LaneNetwork* weights = NULL
    cdef Rules rules
    cdef int deal, game
    cdef int status = 0
    cdef int games = seatings.shape[0]
    rules.players = seatings.shape[1]
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
        and rotations.shape[0] == games
        and (np.asarray(rotations) < 1000).all()
        and (np.asarray(seatings) >= 0).all()
        and (np.asarray(seatings) < COMPILED_PLAYERS).all()
        and (threshold >= 0 or rounds >= 0)
    ):
        raise ValueError("these players, seatings or rules are not what the kernel is built for")
    if (np.asarray(seatings) == INSTANT).any():
        if network is None:
            raise ValueError("an instant player needs a network")
        vectors = vector_path(None)
        weights = &network.weights
    results = np.zeros((deals, games, rules.players), dtype=np.int32)
    if results.size == 0:
        return results
    cdef int32_t[:, :, ::1] out = results
    cdef uint64_t[::1] going = np.empty(games, dtype=np.uint64)
    with nogil:
        if drafted or is_scalar(found):
            for deal in range(deals):
                for game in range(games):
                    status |= _play_game(
                        &rules, &seatings[game, 0], Sequence(key, first_deal + deal, CARDS),
                        rotations[game], vectors, weights, &out[deal, game, 0],
                    )
                if status < 0:
                    break
        else:
            status = play_lane_games(
                found, &rules, Sequence(key, first_deal, CARDS), deals, &seatings[0, 0],
                &rotations[0], games, weights, &going[0], &out[0, 0, 0],
            )
    if status < 0:
        raise EndlessMatchError(f"a match had not ended after {LONGEST_MATCH} rounds")
    return results
