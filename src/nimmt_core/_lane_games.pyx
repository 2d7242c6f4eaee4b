"""Games between compiled players, one deal a lane.

A group is as many deals as there are lanes.  All games on its deals are played round by round: the
cards are dealt once for all games, and what remains to be told apart from lane to lane is which
card a player chooses, and which games are over.

The check of it is what ``_games.pyx`` plays without lanes.
"""

from libc.stdint cimport int8_t, int32_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from nimmt_core._compiled cimport (
    CHEAPEST, Compiled, HIGHEST, INSTANT, LOWEST, NEAREST, RANDOM,
)
from nimmt_core._counters cimport BLOCK, Sequence, draw_blocks, offsets_below
from nimmt_core._game_rules cimport (
    FIRST_ROTATION, LONGEST_MATCH, Rules, choice_place, dealt_cards_of,
)
from nimmt_core._lanes cimport (
    LANE_CHEAPEST, LANE_NEAREST, LANES, LaneBytes, LaneKeys, LaneNetwork, LaneNumbers, LanePath,
    LaneTable, LaneView, begin_rows, exchange, fill_keys, key_of,
)
from nimmt_core._network cimport (
    LaneRound, RowChoices, finish_turn, score_hand, see_cards,
)
from nimmt_core._types cimport MAX_CARD, MAX_HAND, MAX_PLAYERS, MAX_ROWS

# A round as it is dealt in every lane: the deck begins with the cards of the rows and, hand after
# hand in ascending order, those of the seats.
cdef struct Dealt:
    LaneTable table
    LaneKeys deck[MAX_CARD]

# Numbers for the choices of a round; a block more on either side.
ctypedef LaneKeys[MAX_CARD + 2 * BLOCK] Numbers


cdef inline LaneKeys* hand_of(const Rules* rules, Dealt* dealt, int seat) noexcept nogil:
    return &dealt.deck[rules.rows + seat * rules.hand_size]


cdef void deal_round(
    const LanePath* path, const Rules* rules, const Sequence* cards, int round_number,
    const LaneKeys* deck, Dealt* dealt
) noexcept nogil:
    """Deal a round, as a partial Fisher-Yates shuffle of the deck in every lane."""
    cdef Numbers room
    cdef const LaneKeys* numbers
    cdef LaneKeys offsets
    cdef int seat, step
    cdef int count = dealt_cards_of(rules)
    cdef uint32_t place = <uint32_t>(round_number * count)
    draw_blocks(path, cards, place // BLOCK, (place + count + BLOCK - 1) // BLOCK, room)
    numbers = room + place % BLOCK
    memcpy(dealt.deck, deck, rules.top_card * sizeof(LaneKeys))
    for step in range(count):
        offsets_below(
            path, cards, place + step, numbers[step], step, rules.top_card, offsets
        )
        exchange(dealt.deck, step, offsets)
    dealt.table.rows = rules.rows
    dealt.table.capacity = rules.capacity
    dealt.table.professional = rules.professional
    dealt.table.lowest_end = False
    dealt.table.dislike = NULL
    begin_rows(&dealt.table, dealt.deck)
    for seat in range(rules.players):
        path.sort(hand_of(rules, dealt, seat), rules.hand_size)


cdef const LaneKeys* draw_choices(
    const LanePath* path, const Rules* rules, const int8_t* players, const Sequence* choices,
    int first_choice, LaneKeys* room
) noexcept nogil:
    """Draw the numbers that players choose at random by in a round.

    Returns where those of the first seat begin, or would; an only card needs none.
    """
    cdef uint32_t first = choice_place(rules.players, rules.hand_size, 0, first_choice)
    cdef uint32_t drawn = first // BLOCK  # blocks before this one are drawn, or not needed
    cdef uint32_t place, begin, end
    cdef int seat
    for seat in range(rules.players):
        if players[seat] == RANDOM:
            place = choice_place(rules.players, rules.hand_size, seat, first_choice)
            begin = max(drawn, place // BLOCK)
            end = (place + rules.hand_size - 1 + BLOCK - 1) // BLOCK
            if begin < end:
                draw_blocks(path, choices, begin, end, room + (begin - first // BLOCK) * BLOCK)
                drawn = end
    return room + first % BLOCK


cdef void find_least(
    const LanePath* path, Compiled player, const LaneTable* table, const LaneKeys* hand, int held,
    uint16_t* offsets
) noexcept nogil:
    """The offset of the card that a player who looks at the rows chooses."""
    cdef LaneView view
    cdef LaneBytes places
    cdef int lane
    memset(&view, 0, sizeof(view))
    view.table = table
    view.hand = hand
    view.held = held
    path.choose[LANE_NEAREST if player == NEAREST else LANE_CHEAPEST](&view, NULL, places)
    for lane in range(LANES):
        offsets[lane] = <uint16_t>(places[lane] * LANES)


cdef bint begin_round(
    const LanePath* path, const Rules* rules, const int8_t* players, Dealt* dealt,
    const LaneNetwork* network, LaneRound* round, const LaneNetwork** networks
) noexcept nogil:
    """Begin a round of a game on what is dealt; tells whether a network plays.

    The hands of players who need not look at them stay where they are dealt.
    """
    cdef const uint16_t* starts[MAX_ROWS]
    cdef int seat, row
    cdef bint asked = False
    round.table = dealt.table
    round.players = rules.players
    round.held = rules.hand_size
    round.top_card = rules.top_card
    memset(round.taken, 0, rules.players * sizeof(LaneBytes))
    for seat in range(rules.players):
        networks[seat] = network if players[seat] == INSTANT else NULL
        asked |= players[seat] == INSTANT
        if players[seat] in (RANDOM, NEAREST, CHEAPEST, INSTANT):
            memcpy(
                round.hands[seat], hand_of(rules, dealt, seat), rules.hand_size * sizeof(LaneKeys)
            )
        else:
            memset(round.hands[seat], 0, rules.hand_size * sizeof(LaneKeys))
    if asked:
        round.seen = 0
        memset(round.seen_below, 0, sizeof(round.seen_below))
        for row in range(rules.rows):
            starts[row] = dealt.deck[row]
        see_cards(path, starts, rules.rows, round)
    return asked


cdef void play_round(
    const LanePath* path, const Rules* rules, const int8_t* players, const Sequence* choices,
    int round_number, Dealt* dealt, const LaneNetwork* network, LaneRound* round
) noexcept nogil:
    """Play a round of a game in every lane; what every seat takes is in the round then."""
    cdef LaneKeys chosen[MAX_PLAYERS]
    cdef LaneKeys offsets
    cdef LaneNumbers scores[MAX_HAND]
    cdef RowChoices row_choices
    cdef Numbers room
    cdef const LaneNetwork* networks[MAX_PLAYERS]
    cdef const uint16_t* plays[MAX_PLAYERS]
    cdef const LaneKeys* numbers
    cdef const LaneKeys* hand
    cdef Compiled player
    cdef int seat, turn, held
    cdef int first_choice = round_number * rules.hand_size
    cdef bint asked = begin_round(path, rules, players, dealt, network, round, networks)
    numbers = draw_choices(path, rules, players, choices, first_choice, room)
    for turn in range(rules.hand_size):
        held = rules.hand_size - turn
        for seat in range(rules.players):
            player = <Compiled>players[seat]
            hand = hand_of(rules, dealt, seat)
            if player == LOWEST:
                plays[seat] = hand[turn]
                continue
            if player == HIGHEST:
                plays[seat] = hand[held - 1]
                continue
            if held == 1:
                plays[seat] = round.hands[seat][0]
                continue
            if player == RANDOM:
                offsets_below(
                    path, choices,
                    choice_place(rules.players, rules.hand_size, seat, first_choice + turn),
                    numbers[seat * rules.hand_size + turn], 0, held, offsets,
                )
            elif player == INSTANT:
                score_hand(path, round, seat, network, LANES, scores, NULL)
                path.highest(scores, held, offsets)
            else:
                find_least(path, player, &round.table, round.hands[seat], held, offsets)
            path.take(round.hands[seat], held, offsets, chosen[seat])
            plays[seat] = chosen[seat]
        if asked:
            finish_turn(path, round, plays, networks, NULL, &row_choices)
        else:
            path.turn(&round.table, plays, rules.players, 0, rules.players, round.taken)


cdef uint64_t end_round(
    const Rules* rules, int rounds, const LaneBytes* taken, uint64_t going, int stride,
    int32_t* out
) noexcept nogil:
    """Add what was taken to the scores of the games that were still going; tells which go on.

    Parameters
    ----------
    rules
        The rules.
    rounds
        Rounds that are over.
    taken
        What the seats took.
    going
        A bit for every lane whose game was going.
    stride
        From the scores of a lane to those of the next.
    out
        The scores of the first lane.
    """
    cdef uint64_t over = 0
    cdef int seat, lane
    cdef bint last = rules.rounds >= 0 and rounds >= rules.rounds
    for lane in range(LANES):
        if not going >> lane & 1:
            continue
        for seat in range(rules.players):
            out[lane * stride + seat] += taken[seat][lane]
            if last or 0 <= rules.threshold <= out[lane * stride + seat]:
                over |= <uint64_t>1 << lane
    return going & ~over


cdef int play_group(
    const LanePath* path, const Rules* rules, Sequence cards, int lanes, const LaneKeys* deck,
    const int8_t* players, const uint64_t* rotations, int games, const LaneNetwork* network,
    uint64_t* going, int32_t* out
) noexcept nogil:
    """Play all games on the first lanes' deals; -1 if one does not end."""
    cdef Dealt dealt
    cdef LaneRound round
    cdef Sequence choices = cards
    cdef int rounds = 0
    cdef int left = games
    cdef int game
    for game in range(games):
        going[game] = <uint64_t>-1 >> (LANES - lanes)
    while left:
        if rounds == LONGEST_MATCH:
            return -1
        deal_round(path, rules, &cards, rounds, deck, &dealt)
        rounds += 1
        for game in range(games):
            if not going[game]:
                continue
            choices.purpose = <uint32_t>(FIRST_ROTATION + rotations[game])
            play_round(
                path, rules, &players[game * rules.players], &choices, rounds - 1, &dealt, network,
                &round,
            )
            going[game] = end_round(
                rules, rounds, round.taken, going[game], games * rules.players,
                &out[game * rules.players],
            )
            left -= not going[game]
    return 0


cdef int play_lane_games(
    const LanePath* path, const Rules* rules, Sequence cards, int deals, const int8_t* players,
    const uint64_t* rotations, int games, const LaneNetwork* network, uint64_t* going, int32_t* out
) noexcept nogil:
    """Play games between compiled players on hands that are dealt; -1 if one does not end.

    Parameters
    ----------
    path, rules
        How, and what.
    cards
        The cards of the first deal.
    deals
        How many.
    players
        The player at each seat, game after game.
    rotations
        The rotation of each game.
    games
        Games on each deal.
    network
        What instant players follow.
    going
        Room for a number for each game.
    out
        The bull heads of each seat, game after game, deal after deal; 0 to begin with.
    """
    cdef LaneKeys deck[MAX_CARD]
    cdef int card
    cdef int first = 0
    for card in range(rules.top_card):
        fill_keys(deck[card], key_of(card + 1))
    while first < deals:
        if play_group(
            path, rules, cards, min(LANES, deals - first), deck, players, rotations, games, network,
            going, out + <long long>first * games * rules.players,
        ) < 0:
            return -1
        cards.deal += LANES
        first += LANES
    return 0
