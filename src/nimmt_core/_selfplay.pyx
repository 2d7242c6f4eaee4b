"""Rounds that a policy network learns from, many side by side.

Seats are alike, so the learners have the first ones.  They choose at random by their scores; what
they saw, did and took is kept.  Each deal is played several times, in lanes next to each other, so
that what a choice led to can be compared with what else came of the same deal.
"""

import numpy as np

from libc.stdint cimport uint8_t, uint16_t
from libc.string cimport memcpy, memset

from nimmt_core cimport _types
from nimmt_core._drafted cimport begin_drafted, checked_drafts
from nimmt_core._lanes cimport (
    LANE_CARD_FEATURES, LANE_CHEAPEST, LANE_LOWEST, LANE_NEAREST, LANE_ROW_FEATURES,
    LANE_STATE_FEATURES, LANES, LaneBytes, LaneKeys, LaneNetwork,
    LaneNumbers, LanePath, LaneSource, LaneView, fill_keys, key_of, seed_lanes, shuffle_lanes,
)
from nimmt_core._network cimport (
    NOBODY, LaneRound, Network, RowChoices, add_noise, begin_round, finish_turn, score_hand,
    vector_path,
)
from nimmt_core._rng cimport bitgen_of
from nimmt_core._types cimport MAX_CARD, MAX_HAND, MAX_PLAYERS
from numpy.random cimport bitgen_t

OTHERS = ("random", "lowest", "highest", "nearest", "cheapest")

cdef enum Other:
    RANDOM = 0
    LOWEST = 1
    HIGHEST = 2
    NEAREST = 3
    CHEAPEST = 4
    WITH_NETWORK = 5


cdef void _deal(
    LaneSource* source, LaneKeys* deck, int rows, int hand_size, int repeats, LaneRound* round
) noexcept nogil:
    """Deal a round in every lane; lanes next to each other have the same deal."""
    cdef int card, seat, place, lane
    cdef int count = rows + round.players * hand_size
    shuffle_lanes(source, deck, round.top_card, count)
    for card in range(count):
        for lane in range(LANES):
            if lane % repeats:
                deck[card][lane] = deck[card][lane - 1]
    for seat in range(round.players):
        for place in range(hand_size):
            memcpy(
                round.hands[seat][place], deck[rows + seat * hand_size + place], sizeof(LaneKeys)
            )
        source.path.sort(round.hands[seat], hand_size)
    begin_round(source.path, deck, hand_size, round)
    # The shuffle goes on from a deck that has every card once in every lane.
    for card in range(round.top_card):
        fill_keys(deck[card], key_of(card + 1))


cdef void _choose_other(
    LaneSource* source, const LaneRound* round, int seat, Other kind,
    const LaneNetwork* network, bint best, uint16_t* offsets
) noexcept nogil:
    """The offsets of the cards that a player who does not learn chooses."""
    cdef LaneNumbers scores[MAX_HAND]
    cdef LaneBytes places
    cdef LaneView view
    cdef int lane
    if kind in (RANDOM, WITH_NETWORK):
        if kind == WITH_NETWORK:
            score_hand(source.path, round, seat, network, LANES, scores, NULL)
        else:
            memset(scores, 0, sizeof(scores))
        if kind == RANDOM or not best:
            add_noise(source, round.held, scores)
        source.path.highest(scores, round.held, offsets)
        return
    if kind == HIGHEST:
        for lane in range(LANES):
            offsets[lane] = <uint16_t>((round.held - 1) * LANES)
        return
    memset(&view, 0, sizeof(view))
    view.table = &round.table
    view.hand = round.hands[seat]
    view.held = round.held
    if kind == LOWEST:
        source.path.choose[LANE_LOWEST](&view, NULL, places)
    elif kind == NEAREST:
        source.path.choose[LANE_NEAREST](&view, NULL, places)
    else:
        source.path.choose[LANE_CHEAPEST](&view, NULL, places)
    for lane in range(LANES):
        offsets[lane] = <uint16_t>(places[lane] * LANES)


def play_to_learn(
    Network learner not None, bit_generator, int groups, int players, int learners, others,
    int repeats, int hand_size, int rows, int capacity, int top_card, bint professional,
    bint best=False, picks=None, int first=0, path=None,
):
    """Play rounds, and keep what the learners saw, did and took.

    Parameters
    ----------
    learner : Network
        The network that learns; it plays the first seats, by chance.
    bit_generator : numpy.random.BitGenerator
        Source of randomness, used by this call alone while it runs.
    groups : int
        How many groups of ``LANES`` rounds.
    players, learners : int
        Seats, and how many of them learn.
    others : sequence of str or Network
        Who plays the other seats: one of ``OTHERS``, or another network, by chance.
    repeats : int
        Rounds next to each other that have the same deal; a divisor of ``LANES``.
    hand_size, rows, capacity, top_card, professional
        The rules.
    best : bool
        Whether other networks play the cards that they like best, and not by chance; rows they
        choose by chance all the same.
    picks : ndarray of uint8, shape (groups * LANES / repeats, players * hand_size), optional
        Drafts to play instead of deals by chance, as ``_drafted.complete_drafts`` returns them; the
        card set is what they have and leave.
    first : int
        The seat that picked first.
    path : str, optional
        One of ``_lanes.PATHS`` but the first; the last if not given.

    Returns
    -------
    list of tuple
        For each turn six arrays: ``state``, uint8 of shape (STATE_FEATURES, groups, learners,
        LANES); ``cards``, uint8 of shape (CARD_FEATURES, groups, learners, held, LANES);
        ``chosen``, the places of the cards chosen, uint8 of shape (groups, learners, LANES); and
        ``heads``, the bull heads that each seat took in the turn, uint8 of shape (groups, players,
        LANES); ``rows``, uint8 of shape (ROW_FEATURES, groups, rows, LANES); and ``row_choices``,
        whose card was low and which row it chose, uint8 of shape (groups, 2, LANES), the first 255
        where nobody learns from it.
    """
    cdef const LanePath* found = vector_path(path)
    cdef bitgen_t* seeds = bitgen_of(bit_generator)
    cdef LaneSource source
    cdef LaneRound round
    cdef LaneKeys deck[MAX_CARD]
    cdef LaneKeys offsets
    cdef LaneKeys chosen[MAX_PLAYERS]
    cdef LaneBytes before[MAX_PLAYERS]
    cdef LaneNumbers scores[MAX_HAND]
    cdef LaneNumbers kept[LANE_STATE_FEATURES + MAX_HAND * LANE_CARD_FEATURES]
    cdef const uint16_t* plays[MAX_PLAYERS]
    cdef Other kinds[MAX_PLAYERS]
    cdef uint8_t[:, :, :, ::1] state_out
    cdef uint8_t[:, :, :, :, ::1] cards_out
    cdef uint8_t[:, :, :, ::1] rows_out
    cdef uint8_t[:, :, ::1] chosen_out, heads_out, choices_out
    cdef RowChoices choices
    cdef Network network
    cdef const LaneNetwork* networks[MAX_PLAYERS]
    cdef int group, turn, row, seat, place, lane, i, card, kind
    cdef const uint8_t[:, ::1] drafted
    cdef bint logical = picks is not None
    if not (
        2 <= players <= _types.MAX_PLAYERS
        and 1 <= learners <= players
        and len(others) == players - learners
        and 1 <= repeats <= LANES and LANES % repeats == 0
        and 1 <= hand_size <= _types.MAX_HAND
        and 1 <= rows <= _types.MAX_ROWS
        and 1 <= capacity <= _types.MAX_CAPACITY
        and rows + players * hand_size <= top_card <= _types.MAX_CARD
    ):
        raise ValueError("these players or rules are not what the kernel is built for")
    if logical:
        drafted = np.repeat(checked_drafts(picks, players, first, rows), repeats, axis=0)
        if (
            drafted.shape[0] != groups * LANES
            or drafted.shape[1] != players * hand_size
            or drafted.shape[1] + rows != top_card
        ):
            raise ValueError("drafts that are not those of these players and rules")
    for seat in range(learners):
        networks[seat] = &learner.weights
    for seat, other in enumerate(others, start=learners):
        if not isinstance(other, Network) and other not in OTHERS:
            raise ValueError(
                f"player {other!r} is no network, and not one of {', '.join(OTHERS)}"
            )
        kind = int(WITH_NETWORK) if isinstance(other, Network) else OTHERS.index(other)
        kinds[seat] = <Other>kind
        networks[seat] = NULL
        if isinstance(other, Network):
            network = other
            networks[seat] = &network.weights
    turns = []
    for turn in range(hand_size):
        shape = (groups, learners, LANES)
        turns.append((
            np.empty((LANE_STATE_FEATURES, *shape), dtype=np.uint8),
            np.empty(
                (LANE_CARD_FEATURES, groups, learners, hand_size - turn, LANES), dtype=np.uint8
            ),
            np.empty(shape, dtype=np.uint8),
            np.empty((groups, players, LANES), dtype=np.uint8),
            np.zeros((LANE_ROW_FEATURES, groups, rows, LANES), dtype=np.uint8),
            np.full((groups, 2, LANES), NOBODY, dtype=np.uint8),
        ))
    round.table.rows = rows
    round.table.capacity = capacity
    round.table.professional = professional
    round.table.lowest_end = False
    round.table.dislike = NULL
    round.players = players
    round.top_card = top_card
    seed_lanes(&source, found, seeds)
    for card in range(top_card):
        fill_keys(deck[card], key_of(card + 1))
    for group in range(groups):
        if logical:
            begin_drafted(found, drafted, group * LANES, LANES, first, &round)
        else:
            _deal(&source, deck, rows, hand_size, repeats, &round)
        for turn in range(hand_size):
            state_out, cards_out, chosen_out, heads_out, rows_out, choices_out = turns[turn]
            memcpy(before, round.taken, sizeof(before))
            for seat in range(players):
                if seat < learners:
                    with nogil:
                        score_hand(found, &round, seat, &learner.weights, LANES, scores, kept)
                        for i in range(LANE_STATE_FEATURES):
                            for lane in range(LANES):
                                state_out[i, group, seat, lane] = <uint8_t>kept[i][lane]
                        for place in range(round.held):
                            for i in range(LANE_CARD_FEATURES):
                                for lane in range(LANES):
                                    cards_out[i, group, seat, place, lane] = <uint8_t>kept[
                                        LANE_STATE_FEATURES + place * LANE_CARD_FEATURES + i
                                    ][lane]
                        add_noise(&source, round.held, scores)
                        found.highest(scores, round.held, offsets)
                        for lane in range(LANES):
                            chosen_out[group, seat, lane] = <uint8_t>(offsets[lane] // LANES)
                else:
                    _choose_other(&source, &round, seat, kinds[seat], networks[seat], best, offsets)
                found.take(round.hands[seat], round.held, offsets, chosen[seat])
                plays[seat] = chosen[seat]
            finish_turn(found, &round, plays, networks, &source, &choices)
            if not professional:
                for lane in range(LANES):
                    if choices.owner[lane] < learners:
                        choices_out[group, 0, lane] = choices.owner[lane]
                        choices_out[group, 1, lane] = choices.row[lane]
                for row in range(rows):
                    for i in range(LANE_ROW_FEATURES):
                        for lane in range(LANES):
                            rows_out[i, group, row, lane] = <uint8_t>choices.kept[
                                row * LANE_ROW_FEATURES + i
                            ][lane]
            for seat in range(players):
                for lane in range(LANES):
                    heads_out[group, seat, lane] = round.taken[seat][lane] - before[seat][lane]
    return turns
