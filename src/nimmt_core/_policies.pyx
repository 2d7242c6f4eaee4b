"""Policies inside playouts: who plays which card, for one round or for all lanes at once.

``"random"`` plays any card, ``"lowest"`` the lowest one, and ``"nearest"`` the one that is nearest
to an end of a row with room; or the highest, if every card would take a row.
"""

from libc.stdint cimport uint8_t, uint16_t
from libc.string cimport memcpy, memset

from nimmt_core._lanes cimport (
    LANE_CARD_SHIFT, LANES, LaneBytes, LaneKeys, LanePath, LaneTable, key_of, load_lane_tables,
)
from nimmt_core._rules cimport join_cost, landing, load_table, place_plays, sort_plays
from nimmt_core._types cimport (
    Hand, Landing, MAX_HAND, MAX_PLAYERS, NO_ROW, SEAT_BITS, Table, TieBreak,
)

cdef enum:
    NOWHERE = 255  # farther than any card


cdef int choose_lowest(const View* view, const void* parameters) noexcept nogil:
    cdef int i
    cdef int place = 0
    for i in range(1, view.held):
        if view.hand[i] < view.hand[place]:
            place = i
    return place


cdef void choose_lowest_lanes(
    const LaneView* view, const void* parameters, uint8_t* places
) noexcept nogil:
    cdef LaneKeys least
    cdef int i, lane
    memcpy(least, view.hand[0], sizeof(LaneKeys))
    memset(places, 0, sizeof(LaneBytes))
    for i in range(1, view.held):
        for lane in range(LANES):
            if view.hand[i][lane] < least[lane]:
                places[lane] = <uint8_t>i
                least[lane] = view.hand[i][lane]


cdef inline int distance(const Table* table, int card) noexcept nogil:
    """How far the card is from the end that it joins; for cards that take, low ones are farther."""
    cdef Landing found = landing(table, card)
    if found.row == NO_ROW or (
        join_cost(table, found.row)
        and (found.other == NO_ROW or join_cost(table, found.other))
    ):
        return NOWHERE - card
    if card > table.right[found.row]:
        return card - table.right[found.row]
    return table.left[found.row] - card


cdef int choose_nearest(const View* view, const void* parameters) noexcept nogil:
    cdef int i, far
    cdef int place = 0
    cdef int least = NOWHERE
    for i in range(view.held):
        far = distance(view.table, view.hand[i])
        if far < least:
            least = far
            place = i
    return place


cdef void distances(const LaneTable* table, const uint16_t* keys, uint8_t* out) noexcept nogil:
    """`distance` in every lane; differences modulo 256, so that the wrong side is far away."""
    cdef LaneBytes with_room
    cdef int row, lane
    cdef uint8_t card, far, end
    memset(out, NOWHERE, sizeof(LaneBytes))
    memset(with_room, NOWHERE, sizeof(LaneBytes))
    for row in range(table.rows):
        for lane in range(LANES):
            card = <uint8_t>(keys[lane] >> LANE_CARD_SHIFT)
            far = card - table.right[row][lane]
            end = table.left[row][lane] - card if table.professional else NOWHERE
            far = min(far, end)
            out[lane] = min(out[lane], far)
            end = NOWHERE if table.length[row][lane] == table.capacity else far
            with_room[lane] = min(with_room[lane], end)
    for lane in range(LANES):
        card = <uint8_t>(keys[lane] >> LANE_CARD_SHIFT)
        if out[lane] != with_room[lane] or out[lane] & 128:
            out[lane] = NOWHERE - card


cdef void choose_nearest_lanes(
    const LaneView* view, const void* parameters, uint8_t* places
) noexcept nogil:
    cdef LaneBytes least, far
    cdef int i, lane
    memset(least, NOWHERE, sizeof(LaneBytes))
    memset(places, 0, sizeof(LaneBytes))
    for i in range(view.held):
        distances(view.table, view.hand[i], far)
        for lane in range(LANES):
            if far[lane] < least[lane]:
                places[lane] = <uint8_t>i
                least[lane] = far[lane]


POLICIES = ("random", "lowest", "nearest")


cdef int load_policies(Policy* policies, object names, int players) except -1:
    """Look up the policies of the seats; all play at random for None."""
    cdef int seat
    if names is not None and len(names) != players:
        raise ValueError(f"{len(names)} policies for {players} seats")
    for seat in range(players):
        name = "random" if names is None else names[seat]
        if name == "random":
            policies[seat] = Policy(NULL, NULL, NULL)
        elif name == "lowest":
            policies[seat] = Policy(choose_lowest, choose_lowest_lanes, NULL)
        elif name == "nearest":
            policies[seat] = Policy(choose_nearest, choose_nearest_lanes, NULL)
        else:
            raise ValueError(f"policy {name!r} is not one of {', '.join(POLICIES)}")
    return 0


cdef void lead_chosen(
    const Policy* policies, int seat, int players, const Table* table, int* hand, int held,
    const int* taken
) noexcept nogil:
    """Let the card that the seat's policy chooses come first in the hand that is held."""
    cdef View view
    cdef int place, kept
    if policies[seat].choose == NULL:
        return
    view.table = table
    view.hand = hand
    view.held = held
    view.seat = seat
    view.players = players
    view.taken = taken
    place = policies[seat].choose(&view, policies[seat].parameters)
    kept = hand[0]
    hand[0] = hand[place]
    hand[place] = kept


cdef void lead_chosen_lanes(
    const Policy* policies, int seat, int players, const LaneTable* table, LaneKeys* hand,
    int held, const LaneBytes* taken
) noexcept nogil:
    """The same in every lane."""
    cdef LaneView view
    cdef LaneBytes places
    cdef int lane
    cdef uint16_t kept
    if policies[seat].choose_lanes == NULL:
        return
    view.table = table
    view.hand = hand
    view.held = held
    view.seat = seat
    view.players = players
    view.taken = taken
    policies[seat].choose_lanes(&view, policies[seat].parameters, places)
    for lane in range(LANES):
        kept = hand[0][lane]
        hand[0][lane] = hand[places[lane]][lane]
        hand[places[lane]][lane] = kept


cdef void play_turns(
    const Policy* policies, Table* table, Hand* hands, int players, int first, int last,
    int* taken, TieBreak tie_break
) noexcept nogil:
    """Play from turn `first` to before `last`; the cards of a hand before `first` are gone.

    The hands get into the order that they are played in.
    """
    cdef int plays[MAX_PLAYERS]
    cdef int seat, turn
    for turn in range(first, last):
        for seat in range(players):
            lead_chosen(policies, seat, players, table, &hands[seat][turn], last - turn, taken)
            plays[seat] = hands[seat][turn] << SEAT_BITS | seat
        sort_plays(plays, players)
        place_plays(table, plays, players, taken, tie_break)


cdef void play_turns_lanes(
    const LanePath* path, const Policy* policies, LaneTable* table, const LaneKeys** hands,
    int players, int first, int last, int first_seat, int last_seat, LaneBytes* taken
) noexcept nogil:
    """The same in every lane; counts what the seats `first_seat` to before `last_seat` take.

    The hands are left as they are.
    """
    cdef LaneKeys reordered[MAX_PLAYERS][MAX_HAND]
    cdef const uint16_t* plays[MAX_PLAYERS]
    cdef int seat, turn
    for seat in range(players):
        if policies[seat].choose_lanes != NULL:
            memcpy(reordered[seat], hands[seat], last * sizeof(LaneKeys))
    for turn in range(first, last):
        for seat in range(players):
            if policies[seat].choose_lanes == NULL:
                plays[seat] = hands[seat][turn]
                continue
            plays[seat] = reordered[seat][turn]
            lead_chosen_lanes(
                policies, seat, players, table, &reordered[seat][turn], last - turn, taken
            )
        path.turn(table, plays, players, first_seat, last_seat, taken)


def choices(policy, tables, hands, int capacity, bint professional):
    """What a policy plays from each of some hands, one by one and in lanes.

    Parameters
    ----------
    policy : str
        One of ``POLICIES`` but the first.
    tables : sequence of sequences of sequences of int
        For each hand the rows' cards, left to right; all of as many rows.
    hands : sequence of sequences of int
        As many cards each.
    capacity, professional : int, bool
        Row capacity and placement rule.

    Returns
    -------
    one_by_one, in_lanes : list of int
        The cards chosen.
    """
    cdef Policies policies
    cdef Table table
    cdef LaneTable lanes
    cdef Hand hand
    cdef LaneKeys keys[MAX_HAND]
    cdef LaneBytes lanes_taken[1]
    cdef int taken = 0
    cdef int i, lane, card
    cdef int held = len(hands[0])
    load_policies(policies, [policy], 1)
    if not (len(tables) == len(hands) and 1 <= held <= MAX_HAND):
        raise ValueError("not as many hands as tables, or more cards than the kernel is built for")
    load_lane_tables(&lanes, tables, capacity, professional)
    memset(lanes_taken, 0, sizeof(lanes_taken))
    one_by_one = []
    for rows, cards in zip(tables, hands):
        load_table(&table, rows, capacity, professional)
        for i, card in enumerate(cards):
            hand[i] = card
        lead_chosen(policies, 0, 1, &table, hand, held, &taken)
        one_by_one.append(hand[0])
    for lane in range(LANES):
        for i, card in enumerate(hands[lane % len(hands)]):
            keys[i][lane] = key_of(card)
    lead_chosen_lanes(policies, 0, 1, &lanes, keys, held, lanes_taken)
    return one_by_one, [keys[0][lane] >> LANE_CARD_SHIFT for lane in range(len(hands))]
