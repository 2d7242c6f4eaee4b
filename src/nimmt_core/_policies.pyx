"""Policies inside playouts: who plays which card, for one round or for all lanes at once.

``"random"`` plays any card, ``"lowest"`` the lowest one, and ``"nearest"`` the one that is nearest
to an end of a row with room; or the highest, if every card would take a row.
"""

from libc.stdint cimport uint16_t
from libc.string cimport memcpy, memset

from nimmt_core._lanes cimport (
    LANE_CARD_SHIFT, LANE_LOWEST, LANE_NEAREST, LANES, LaneBytes, LaneKeys, LanePath, LaneTable,
    LaneView, is_scalar, key_of, load_lane_tables, path_of,
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


POLICIES = ("random", "lowest", "nearest")


cdef int load_policies(Policy* policies, object names, int players) except -1:
    """Look up the policies of the seats; all play at random for None."""
    cdef int seat
    if names is not None and len(names) != players:
        raise ValueError(f"{len(names)} policies for {players} seats")
    for seat in range(players):
        name = "random" if names is None else names[seat]
        if name == "random":
            policies[seat] = Policy(PLAYS_AT_RANDOM, NULL, NULL)
        elif name == "lowest":
            policies[seat] = Policy(LANE_LOWEST, choose_lowest, NULL)
        elif name == "nearest":
            policies[seat] = Policy(LANE_NEAREST, choose_nearest, NULL)
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
    if policies[seat].number == PLAYS_AT_RANDOM:
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
    const LanePath* path, const Policy* policies, int seat, int players, const LaneTable* table,
    LaneKeys* hand, int held, const LaneBytes* taken
) noexcept nogil:
    """The same in every lane."""
    cdef LaneView view
    cdef LaneBytes places
    cdef int lane
    cdef uint16_t kept
    if policies[seat].number == PLAYS_AT_RANDOM:
        return
    view.table = table
    view.hand = hand
    view.held = held
    view.seat = seat
    view.players = players
    view.taken = taken
    path.choose[policies[seat].number](&view, policies[seat].parameters, places)
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
        if policies[seat].number != PLAYS_AT_RANDOM:
            memcpy(reordered[seat], hands[seat], last * sizeof(LaneKeys))
    for turn in range(first, last):
        for seat in range(players):
            if policies[seat].number == PLAYS_AT_RANDOM:
                plays[seat] = hands[seat][turn]
                continue
            plays[seat] = reordered[seat][turn]
            lead_chosen_lanes(
                path, policies, seat, players, table, &reordered[seat][turn], last - turn, taken
            )
        path.turn(table, plays, players, first_seat, last_seat, taken)


def choices(policy, tables, hands, int capacity, bint professional, path=None):
    """What a policy plays from each of some hands.

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
    path : str, optional
        One of ``_lanes.PATHS``; the last if not given.

    Returns
    -------
    list of int
        The cards chosen.
    """
    cdef const LanePath* found = path_of(path)
    cdef Policies policies
    cdef Table table
    cdef LaneTable lanes
    cdef Hand hand
    cdef LaneKeys keys[MAX_HAND]
    cdef LaneBytes no_heads[1]
    cdef int no_head = 0
    cdef int i, lane, card
    cdef int held = len(hands[0])
    load_policies(policies, [policy], 1)
    if not (len(tables) == len(hands) and 1 <= held <= MAX_HAND):
        raise ValueError("hands and tables differ, or more cards than the kernel is built for")
    if is_scalar(found):
        chosen = []
        for rows, cards in zip(tables, hands):
            load_table(&table, rows, capacity, professional)
            for i, card in enumerate(cards):
                hand[i] = card
            lead_chosen(policies, 0, 1, &table, hand, held, &no_head)
            chosen.append(hand[0])
        return chosen
    load_lane_tables(&lanes, tables, capacity, professional)
    memset(no_heads, 0, sizeof(no_heads))
    for lane in range(LANES):
        for i, card in enumerate(hands[lane % len(hands)]):
            keys[i][lane] = key_of(card)
    lead_chosen_lanes(found, policies, 0, 1, &lanes, keys, held, no_heads)
    return [keys[0][lane] >> LANE_CARD_SHIFT for lane in range(len(hands))]
