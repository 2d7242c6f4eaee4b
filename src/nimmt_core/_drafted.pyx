"""Drafts of logical games, many side by side: how they may go on, and what playing them costs.

Everybody has a style.  Whoever picks likes each card as much as the style's score of the card says
and those of its distances to the cards that the seat holds, and something by chance: minus the
logarithm of a standard exponential number, drawn once for each seat and card.  The highest is
picked.  So a seat's picks are those that choices in proportion to the exponentials of the scores
would make, if scores did not change on the way (Yellott, Journal of Mathematical Psychology 15,
1977).
"""

import numpy as np

from libc.stdint cimport int16_t, uint8_t, uint16_t
from libc.string cimport memcpy, memset

from nimmt_core cimport _types
from nimmt_core._lanes cimport (
    LANE_CARD_SHIFT, LANES, LaneBytes, LaneKeys, LaneNetwork, LaneNumbers, LanePath, LaneSource,
    key_of, seed_lanes,
)
from nimmt_core._network cimport (
    LaneRound, Network, RowChoices, add_noise, begin_round, finish_turn, score_hand, vector_path,
)
from nimmt_core._rng cimport bitgen_of
from nimmt_core._types cimport MAX_CARD, MAX_HAND, MAX_PLAYERS
from numpy.random cimport bitgen_t

cdef enum:
    MOST_DISTANCE = 16
    MOST_STYLES = 32
    MOST_SCORE = 12000          # of a card, and of a distance, so that sums fit 16 bits
    MOST_PAIR = 512
    LEAST = -32768              # what nobody likes, below every sum
    PLACES = MAX_CARD + 1 + 2 * MOST_DISTANCE

DISTANCES = MOST_DISTANCE
STYLES = MOST_STYLES
LARGEST_SCORE = MOST_SCORE
LARGEST_PAIR = MOST_PAIR

# How much each seat likes each card, with room for distances beyond both ends.
ctypedef LaneNumbers[PLACES] Likes


cdef struct Drafts:
    int players
    int first
    int picked
    int total
    int top_card
    int distances
    int16_t pairs[MOST_STYLES][MOST_DISTANCE]
    LaneBytes styles[MAX_PLAYERS]
    LaneBytes gone[MAX_CARD + 1]
    LaneBytes picks[MAX_CARD]
    Likes likes[MAX_PLAYERS]


cdef void _remember(Drafts* drafts) noexcept nogil:
    """Count the pick that was made: the card is gone, and its picker likes its neighbours more."""
    cdef int lane, card, distance
    cdef int16_t more
    cdef int seat = (drafts.first + drafts.picked) % drafts.players
    cdef LaneNumbers* likes = drafts.likes[seat]
    for lane in range(LANES):
        drafts.gone[drafts.picks[drafts.picked][lane]][lane] = 1
    for distance in range(1, drafts.distances + 1):
        for lane in range(LANES):
            card = drafts.picks[drafts.picked][lane] + MOST_DISTANCE
            more = drafts.pairs[drafts.styles[seat][lane]][distance - 1]
            likes[card - distance][lane] += more
            likes[card + distance][lane] += more
    drafts.picked += 1


cdef void _pick(Drafts* drafts) noexcept nogil:
    """Let the next seat pick the card that it likes best, the lowest among equals."""
    cdef LaneNumbers best, card_of
    cdef int16_t liked
    cdef int card, lane
    cdef LaneNumbers* likes = drafts.likes[(drafts.first + drafts.picked) % drafts.players]
    for lane in range(LANES):
        best[lane] = LEAST
        card_of[lane] = 0
    for card in range(1, drafts.top_card + 1):
        for lane in range(LANES):
            liked = LEAST if drafts.gone[card][lane] else likes[card + MOST_DISTANCE][lane]
            card_of[lane] = card if liked > best[lane] else card_of[lane]
            best[lane] = liked if liked > best[lane] else best[lane]
    for lane in range(LANES):
        drafts.picks[drafts.picked][lane] = <uint8_t>card_of[lane]
    _remember(drafts)


cdef void _begin(
    Drafts* drafts, const int16_t[:, ::1] scores, const uint8_t[:, ::1] picks, int first_draft,
    LaneSource* source
) noexcept nogil:
    """Make the picks that were made in every lane."""
    cdef int seat, card, lane, pick
    memset(drafts.gone, 0, sizeof(drafts.gone))
    memset(drafts.likes, 0, sizeof(drafts.likes))
    for seat in range(drafts.players):
        for card in range(1, drafts.top_card + 1):
            for lane in range(LANES):
                drafts.likes[seat][card + MOST_DISTANCE][lane] = scores[
                    drafts.styles[seat][lane], card - 1
                ]
        if source != NULL:
            card = 1
            while card <= drafts.top_card:
                add_noise(
                    source, min(<int>MAX_HAND, drafts.top_card + 1 - card),
                    &drafts.likes[seat][card + MOST_DISTANCE],
                )
                card += MAX_HAND
    drafts.picked = 0
    for pick in range(<int>picks.shape[1]):
        for lane in range(LANES):
            drafts.picks[pick][lane] = picks[first_draft + lane, pick]
        _remember(drafts)


def complete_drafts(
    scores, pairs, styles, picks, int players, int first, int hand_size, int rows, bit_generator,
    bint by_chance=True, path=None,
):
    """Let drafts go on to their ends.

    Parameters
    ----------
    scores : ndarray of int16, shape (styles, top_card)
        How much each style likes each card; 1 is ``_network.SCORE``.  Up to ``STYLES``.
    pairs : ndarray of int16, shape (styles, distances)
        What is added for each own card at a distance of 1, 2, ...; up to ``DISTANCES``.
    styles : ndarray of uint8, shape (players, drafts)
        Everybody's style in each draft; as many drafts as fill groups of ``LANES``.
    picks : array_like of uint8, shape (picked,) or (drafts, picked)
        The cards picked so far, in order; the same in all drafts, or those of each.
    players, first, hand_size, rows
        The rules, and the seat that picked first.
    bit_generator : numpy.random.BitGenerator
        Source of randomness, used by this call alone while it runs.  The draws for likes come
        first and do not depend on the picks.
    by_chance : bool
        Whether likes have something by chance.
    path : str, optional
        One of ``_lanes.PATHS`` but the first; the last if not given.

    Returns
    -------
    ndarray of uint8, shape (drafts, players * hand_size)
        The picks of each draft.
    """
    cdef const LanePath* found = vector_path(path)
    cdef bitgen_t* seeds = bitgen_of(bit_generator)
    cdef LaneSource source
    cdef Drafts drafts
    cdef int group, pick, lane, seat, style, distance
    cdef const int16_t[:, ::1] card_scores = np.ascontiguousarray(scores, dtype=np.int16)
    cdef const int16_t[:, ::1] pair_scores = np.ascontiguousarray(pairs, dtype=np.int16)
    cdef const uint8_t[:, ::1] styles_of = np.ascontiguousarray(styles, dtype=np.uint8)
    cdef int total = players * hand_size
    cdef int groups = <int>styles_of.shape[1] // LANES
    _check(players, first, hand_size, rows)
    made = np.atleast_2d(np.asarray(picks, dtype=np.int64))
    in_order = np.sort(made, axis=1)
    if not (
        1 <= len(scores) == len(pairs) <= MOST_STYLES
        and card_scores.shape[1] == total + rows
        and styles_of.shape[0] == players
        and styles_of.shape[1] % LANES == 0
        and np.max(styles, initial=0) < len(scores)
        and pair_scores.shape[1] <= MOST_DISTANCE
        and len(made) in (1, styles_of.shape[1])
        and made.shape[1] <= total
        and np.min(in_order, initial=1) >= 1
        and np.max(in_order, initial=0) <= total + rows
        and (in_order[:, 1:] > in_order[:, :-1]).all()
        and np.abs(scores, dtype=np.int32).max() <= MOST_SCORE
        and np.abs(pairs, dtype=np.int32).max(initial=0) <= MOST_PAIR
    ):
        raise ValueError("scores, styles, picks and hidden cards do not fit together")
    cdef const uint8_t[:, ::1] given = np.ascontiguousarray(
        np.broadcast_to(made, (styles_of.shape[1], made.shape[1])), dtype=np.uint8
    )
    drafts.players = players
    drafts.first = first
    drafts.total = total
    drafts.top_card = total + rows
    drafts.distances = <int>pair_scores.shape[1]
    for style in range(<int>pair_scores.shape[0]):
        for distance in range(drafts.distances):
            drafts.pairs[style][distance] = pair_scores[style, distance]
    result = np.empty((groups * LANES, total), dtype=np.uint8)
    cdef uint8_t[:, ::1] out = result
    with nogil:
        seed_lanes(&source, found, seeds)
        for group in range(groups):
            for seat in range(players):
                for lane in range(LANES):
                    drafts.styles[seat][lane] = styles_of[seat, group * LANES + lane]
            _begin(
                &drafts, card_scores, given, group * LANES, &source if by_chance else NULL
            )
            while drafts.picked < total:
                _pick(&drafts)
            for lane in range(LANES):
                for pick in range(total):
                    out[group * LANES + lane, pick] = drafts.picks[pick][lane]
    return result


cdef int _check(int players, int first, int hand_size, int rows) except -1:
    if not (
        2 <= players <= _types.MAX_PLAYERS
        and 0 <= first < players
        and 1 <= hand_size <= _types.MAX_HAND
        and 1 <= rows <= _types.MAX_ROWS
        and players * hand_size + rows <= _types.MAX_CARD
    ):
        raise ValueError("these players or rules are not what the kernel is built for")
    return 0


cdef object checked_drafts(picks, int players, int first, int rows):
    """Return complete drafts as an array; ValueError if they are none."""
    total = picks.shape[1]
    _check(players, first, total // players, rows)
    sorted_picks = np.sort(picks, axis=1)
    if total % players or len(picks) and not (
        1 <= sorted_picks.min()
        and sorted_picks.max() <= total + rows
        and (sorted_picks[:, 1:] > sorted_picks[:, :-1]).all()
    ):
        raise ValueError("picks that no draft can have")
    return np.ascontiguousarray(picks, dtype=np.uint8)


cdef void begin_drafted(
    const LanePath* path, const uint8_t[:, ::1] picks, int first_draft, int lanes, int first,
    LaneRound* round
) noexcept nogil:
    """Begin a round with the hands and rows of a draft in every lane, the last one's in the rest.

    Cards are gone through in ascending order, so that hands and rows are in it.
    """
    cdef LaneBytes owner[MAX_CARD + 1]
    cdef LaneKeys ends[_types.MAX_ROWS]
    cdef int count[MAX_PLAYERS]
    cdef int lane, pick, card, seat, row
    cdef int total = <int>picks.shape[1]
    memset(owner, 255, sizeof(owner))
    for lane in range(LANES):
        for pick in range(total):
            owner[picks[first_draft + min(lane, lanes - 1), pick]][lane] = <uint8_t>(
                (first + pick) % round.players
            )
    for lane in range(LANES):
        memset(count, 0, sizeof(count))
        row = 0
        for card in range(1, round.top_card + 1):
            seat = owner[card][lane]
            if seat == 255:
                ends[row][lane] = key_of(card)
                row += 1
            else:
                round.hands[seat][count[seat]][lane] = key_of(card)
                count[seat] += 1
    begin_round(path, ends, total // round.players, round)


def play_drafts(
    Network network not None, picks, int players, int first, int rows, int capacity,
    bint professional, bit_generator, path=None,
):
    """Play complete drafts to the end of the round, everybody following a network by chance.

    Parameters
    ----------
    network : Network
        What everybody follows.
    picks : ndarray of uint8, shape (drafts, players * hand_size)
        The cards of each draft in the order of the picks; those that are missing start the rows.
    players, first, rows, capacity, professional
        The rules, and the seat that picked first.
    bit_generator : numpy.random.BitGenerator
        Source of randomness, used by this call alone while it runs.
    path : str, optional
        One of ``_lanes.PATHS`` but the first; the last if not given.

    Returns
    -------
    ndarray of uint8, shape (drafts, top_card)
        The bull heads that each card cost whoever played it, from card 1 on; 0 for those of the
        rows.
    """
    cdef const LanePath* found = vector_path(path)
    cdef bitgen_t* seeds = bitgen_of(bit_generator)
    cdef const uint8_t[:, ::1] given = checked_drafts(picks, players, first, rows)
    cdef LaneSource source
    cdef LaneRound round
    cdef RowChoices choices
    cdef LaneKeys cards[MAX_PLAYERS]
    cdef LaneKeys offsets
    cdef LaneBytes before[MAX_PLAYERS]
    cdef LaneNumbers scores[MAX_HAND]
    cdef const uint16_t* plays[MAX_PLAYERS]
    cdef const LaneNetwork* networks[MAX_PLAYERS]
    cdef int drafts = <int>given.shape[0]
    cdef int total = <int>given.shape[1]
    cdef int group, start, lanes, seat, lane
    result = np.zeros((drafts, total + rows), dtype=np.uint8)
    cdef uint8_t[:, ::1] costs = result
    for seat in range(players):
        networks[seat] = &network.weights
        plays[seat] = cards[seat]
    memset(&round, 0, sizeof(round))
    round.table.rows = rows
    round.table.capacity = capacity
    round.table.professional = professional
    round.players = players
    round.top_card = total + rows
    with nogil:
        seed_lanes(&source, found, seeds)
        for group in range((drafts + LANES - 1) // LANES):
            start = group * LANES
            lanes = min(LANES, drafts - start)
            begin_drafted(found, given, start, lanes, first, &round)
            while round.held:
                memcpy(before, round.taken, sizeof(before))
                for seat in range(players):
                    score_hand(found, &round, seat, &network.weights, LANES, scores, NULL)
                    add_noise(&source, round.held, scores)
                    found.highest(scores, round.held, offsets)
                    found.take(round.hands[seat], round.held, offsets, cards[seat])
                finish_turn(found, &round, plays, networks, &source, &choices)
                for seat in range(players):
                    for lane in range(lanes):
                        costs[start + lane, (cards[seat][lane] >> LANE_CARD_SHIFT) - 1] = (
                            round.taken[seat][lane] - before[seat][lane]
                        )
    return result
