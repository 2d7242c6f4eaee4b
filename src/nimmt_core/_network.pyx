"""The policy network in the kernel: a small network that says how much a player likes each card.

A score is the logarithm of a weight: a player who chooses at random plays each card in proportion
to the exponential of its score.  To do so is to add noise to each score, minus the logarithm of a
standard exponential number, and to play the highest (Gumbel's; see Yellott, Journal of Mathematical
Psychology 15, 1977).

All is in integers, so that every path gives the same: a score of 1 is ``SCORE``, a weight of 1 is
``WEIGHT``, a feature of 1 is ``FEATURE``.
"""

cimport cython
import numpy as np

from libc.math cimport floor, log, pow
from libc.stdint cimport int16_t, uint8_t, uint16_t
from libc.string cimport memcpy, memset

from nimmt_core cimport _types
from nimmt_core._lanes cimport (
    LANE_CARD_FEATURES, LANE_CARD_SHIFT, LANE_MAX_HIDDEN, LANE_ROW_HIDDEN, LANE_SLOTS,
    LANE_STATE_FEATURES, LANES, LaneView, begin_rows, is_scalar, key_of, load_lane_tables, path_of,
)

STATE_FEATURES = LANE_STATE_FEATURES
CARD_FEATURES = LANE_CARD_FEATURES
ROW_FEATURES = LANE_ROW_FEATURES
ROW_HIDDEN = LANE_ROW_HIDDEN
MOST_HIDDEN = LANE_MAX_HIDDEN
SLOTS = LANE_SLOTS

SCORE = 256
WEIGHT = 1024
FEATURE = 64

cdef enum:
    NO_CARD = 128 << LANE_CARD_SHIFT  # beyond every card and row
    NOISE_BITS = 12
    MOST_SCORE = 32767
    MOST_WEIGHT = 8192          # so that sums fit 32 bits, in the first layer
    MOST_LAST_WEIGHT = 4096     # and in the last

cdef int16_t NOISE[4096]


cdef void _make_noise() noexcept:
    """Noise for the equally likely numbers of NOISE_BITS."""
    cdef int number
    for number in range(1 << NOISE_BITS):
        NOISE[number] = <int16_t>floor(
            0.5 - 256 * log(-log((number + 0.5) / (1 << NOISE_BITS)))
        )


_make_noise()


def noises():
    """What the equally likely numbers of the noise add to a score.

    Returns
    -------
    list of int
        In ascending order; 1 is ``SCORE``.
    """
    return [NOISE[number] for number in range(1 << NOISE_BITS)]


cdef void _fill_tails(LaneNetwork* network) noexcept:
    """Tails of binomial distributions.

    The low byte of `tails[players][slots][share]` is 255 times the chance that at least `slots` of
    the others play a card of a share of the unseen ones, each for himself; the high byte is that
    for one slot less.
    """
    cdef int players, slots, share, others, tail, earlier
    cdef double chance, below, term
    memset(network.tails, 0, sizeof(network.tails))
    for players in range(2, _types.MAX_PLAYERS + 1):
        others = players - 1
        for share in range(256):
            chance = share / 255.0
            below = 0.0
            term = 1.0
            earlier = 255
            for slots in range(LANE_SLOTS):
                tail = <int>floor(255 * max(1 - below, 0.0) + 0.5)
                network.tails[players][slots][share] = <uint16_t>(earlier << 8 | tail)
                earlier = tail
                # The chance of exactly as many: binomial coefficients one from another.
                if slots:
                    term = term * (others - slots + 1) / slots
                below += (
                    term * pow(chance, slots) * pow(1 - chance, others - slots)
                    if slots <= others else 0.0
                )


cdef int _put_pairs(object given, int features, int hidden, int most, int16_t* pairs) except -1:
    """Copy the weights of hidden units, which are pairs of features already, row after row."""
    cdef const int16_t[:, ::1] weights
    cdef int unit
    array = np.ascontiguousarray(given)
    if array.dtype != np.int16 or array.shape != (hidden, features):
        raise ValueError(
            f"weights of int16 and shape {(hidden, features)} expected, not {array.dtype} and "
            f"{array.shape}"
        )
    if np.abs(array.astype(np.int32)).max() > most:
        raise ValueError(f"weights beyond {most}")
    weights = array
    for unit in range(hidden):
        memcpy(&pairs[unit * features], &weights[unit, 0], features * sizeof(int16_t))
    return 0


cdef const LanePath* vector_path(object name) except NULL:
    """The path of a name; the scalar one has no networks."""
    cdef const LanePath* found = path_of(name)
    if is_scalar(found):
        raise ValueError("the scalar path has no networks")
    return found


@cython.final
cdef class Network:
    """The weights of a policy network.

    Parameters
    ----------
    state : ndarray of int16, shape (hidden, STATE_FEATURES)
        What the features of the rows and the hand add to each hidden unit.
    card : ndarray of int16, shape (hidden, CARD_FEATURES)
        What those of a card add.
    last : ndarray of int16, shape (hidden,)
        What each hidden unit adds to the score of the card.
    row : ndarray of int16, shape (ROW_HIDDEN, ROW_FEATURES)
        What the features of a row add to each hidden unit of the part that chooses rows.
    row_last : ndarray of int16, shape (ROW_HIDDEN,)
        What each of these adds to the score of the row.

    Raises
    ------
    ValueError
        If the shapes, an odd number of units or the size of a weight are not what the kernel is
        built for.
    """

    def __init__(self, state, card, last, row, row_last):
        self.hidden = len(last)
        if not (2 <= self.hidden <= LANE_MAX_HIDDEN and self.hidden % 2 == 0):
            raise ValueError(
                f"{self.hidden} hidden units: an even number up to {LANE_MAX_HIDDEN} expected"
            )
        memset(&self.weights, 0, sizeof(self.weights))
        self.weights.hidden = self.hidden
        _put_pairs(
            state, LANE_STATE_FEATURES, self.hidden, MOST_WEIGHT, &self.weights.state[0][0][0]
        )
        _put_pairs(
            card, LANE_CARD_FEATURES, self.hidden, MOST_WEIGHT, &self.weights.card[0][0][0]
        )
        _put_pairs(
            np.reshape(last, (1, self.hidden)), self.hidden, 1, MOST_LAST_WEIGHT,
            &self.weights.last[0][0],
        )
        _put_pairs(
            row, LANE_ROW_FEATURES, LANE_ROW_HIDDEN, MOST_WEIGHT, &self.weights.row[0][0][0]
        )
        _put_pairs(
            np.reshape(row_last, (1, -1)), LANE_ROW_HIDDEN, 1, MOST_LAST_WEIGHT,
            &self.weights.row_last[0][0],
        )
        _fill_tails(&self.weights)
        self._arrays = tuple(
            np.array(array, dtype=np.int16) for array in (state, card, last, row, row_last)
        )

    def arrays(self):
        """The weights, as they were given.

        Returns
        -------
        tuple of ndarray of int16
            As the parameters.
        """
        return self._arrays

    def tail(self, int players, int slots, int share):
        """The chance that others play into a row, as the features have it.

        Parameters
        ----------
        players : int
            At the table.
        slots : int
            At least so many of the others, below ``SLOTS``.
        share : int
            The share of the unseen cards that they play with, 255 for all.

        Returns
        -------
        int
            The chance; 255 for 1.
        """
        if not (
            2 <= players <= _types.MAX_PLAYERS and 0 <= slots < LANE_SLOTS and 0 <= share <= 255
        ):
            raise ValueError("no such players, slots or share")
        return self.weights.tails[players][slots][share] & 255

    def scores(
        self, rows, hand, seen, int players, int top_card, int capacity, bint professional,
        path=None,
    ):
        """How much the network likes each card of a hand.

        Parameters
        ----------
        rows : sequence of sequences of int
            The rows' cards, left to right.
        hand : sequence of int
            The own cards, ascending.
        seen : sequence of int
            Cards that everybody has seen, those of the rows among them.
        players, top_card, capacity, professional
            The rules.
        path : str, optional
            One of ``_lanes.PATHS`` but the first; the last if not given.

        Returns
        -------
        list of int
            The scores; 1 is ``SCORE``.
        """
        cdef const LanePath* found = vector_path(path)
        cdef LaneRound round
        cdef LaneNumbers scores[MAX_HAND]
        cdef int place
        load_hands(&round, [rows], [hand], [seen], players, top_card, capacity, professional)
        with nogil:
            score_hand(found, &round, 0, &self.weights, 1, scores, NULL)
        return [scores[place][0] for place in range(round.held)]

    def row_scores(
        self, rows, plays, hand, seen, int players, int top_card, int capacity, path=None,
    ):
        """How much the network likes each row for a low card of the turn.

        Parameters
        ----------
        rows : sequence of sequences of int
            The rows' cards, left to right.
        plays : sequence of int
            The cards of the turn that are not placed; the lowest lies below every row's end.
        hand : sequence of int
            The cards that its owner is left with, ascending.
        seen : sequence of int
            Cards that everybody has seen, those of the rows and the turn among them.
        players, top_card, capacity
            The rules, which are those of standard placement.
        path : str, optional
            One of ``_lanes.PATHS`` but the first; the last if not given.

        Returns
        -------
        list of int
            The scores; 1 is ``SCORE``.
        """
        scores, _ = look_at_rows(
            self, [rows], [plays], [hand], [seen], players, top_card, capacity, path
        )
        return scores[0]


cdef int _check_sight(rows, hand, seen, int top_card, int capacity) except -1:
    """Raise unless rows, a hand and seen cards are what the features have been made for."""
    on_table = [card for row in rows for card in row]
    cards = [*hand, *seen]
    if not (
        all(1 <= len(row) <= capacity for row in rows)
        and list(hand) == sorted(hand)
        and len(set(cards)) == len(cards)
        and all(1 <= card <= top_card for card in cards)
        and set(seen).issuperset(on_table)
    ):
        raise ValueError("rows, hand and seen cards do not fit together")
    return 0


cdef int load_hands(
    LaneRound* round, tables, hands, seen, int players, int top_card, int capacity,
    bint professional
) except -1:
    """Fill a round in which the first seat has a hand in each lane; see `hand_scores`."""
    cdef int lane, card, place
    cdef int held = len(hands[0]) if hands else 0
    if not (
        1 <= len(tables) == len(hands) == len(seen)
        and held <= _types.MAX_HAND
        and 2 <= players <= _types.MAX_PLAYERS
        and 1 <= top_card <= _types.MAX_CARD
    ):
        raise ValueError("tables, hands and seen cards differ, or are more than there can be")
    for rows, hand, gone in zip(tables, hands, seen):
        _check_sight(rows, hand, gone, top_card, capacity)
        if len(hand) != held or len(gone) != len(seen[0]):
            raise ValueError("hands or seen cards of different numbers")
    load_lane_tables(&round.table, tables, capacity, professional)
    round.top_card = top_card
    memset(round.seen_below, 0, sizeof(round.seen_below))
    memset(round.hands[0], 0, sizeof(round.hands[0]))
    for lane in range(len(hands)):
        for place, card in enumerate(hands[lane]):
            round.hands[0][place][lane] = key_of(card)
        _see_in_lane(round, lane, seen[lane])
    round.players = players
    round.held = held
    round.seen = len(seen[0])
    return 0


cdef int _see_in_lane(LaneRound* round, int lane, seen) except -1:
    """Say which cards have been seen in a lane."""
    cdef int card
    cdef int below = 0
    gone = set(seen)
    for card in range(1, round.top_card + 1):
        round.seen_below[card][lane] = <uint8_t>below
        below += card in gone
    return 0


cdef int load_seen(LaneRound* round, seen) except -1:
    """Say which cards have been seen in all lanes; the highest card is known already."""
    cdef int lane, card
    if not 1 <= round.top_card <= _types.MAX_CARD:
        raise ValueError(f"cards up to {round.top_card} are not what the kernel is built for")
    if len(set(seen)) != len(seen) or not all(1 <= number <= round.top_card for number in seen):
        raise ValueError("seen cards that are not there, or twice")
    _see_in_lane(round, 0, seen)
    for card in range(1, round.top_card + 1):
        for lane in range(1, LANES):
            round.seen_below[card][lane] = round.seen_below[card][0]
    round.seen = len(seen)
    return 0


cdef void fill_view(LaneView* view, const LaneRound* round, const LaneKeys* hand) noexcept nogil:
    """What the seat sees that has some hands."""
    memset(view, 0, sizeof(view[0]))
    view.table = &round.table
    view.hand = hand
    view.held = round.held
    view.players = round.players
    view.taken = round.taken
    view.unseen = round.top_card - round.seen - round.held
    view.seen_below = round.seen_below


cdef void score_hand(
    const LanePath* path, const LaneRound* round, int seat, const LaneNetwork* network, int lanes,
    LaneNumbers* scores, LaneNumbers* kept
) noexcept nogil:
    """How much a seat likes each card of its hands, in the first lanes at least."""
    cdef LaneView view
    fill_view(&view, round, round.hands[seat])
    path.score(&view, network, lanes, scores, kept)


cdef void add_noise(LaneSource* source, int held, LaneNumbers* scores) noexcept nogil:
    """Add noise to scores, so that the highest is a choice at random."""
    cdef LaneKeys numbers[MAX_HAND]
    cdef int place, lane, score
    source.path.draw(&source.streams, held, numbers)
    for place in range(held):
        for lane in range(LANES):
            score = scores[place][lane] + NOISE[numbers[place][lane] >> (16 - NOISE_BITS)]
            scores[place][lane] = <int16_t>min(max(score, -MOST_SCORE), MOST_SCORE)


cdef void see_cards(
    const LanePath* path, const uint16_t** cards, int count, LaneRound* round
) noexcept nogil:
    """Count cards, one of each array in a lane, among those that everybody has seen."""
    path.see(cards, count, round.top_card, round.seen_below)
    round.seen += count


cdef void begin_round(
    const LanePath* path, const LaneKeys* ends, int held, LaneRound* round
) noexcept nogil:
    """Begin a round whose hands and rules are set: each row with one card, which all have seen."""
    cdef const uint16_t* starts[_types.MAX_ROWS]
    cdef int row
    begin_rows(&round.table, ends)
    for row in range(round.table.rows):
        starts[row] = ends[row]
    memset(round.taken, 0, sizeof(round.taken))
    memset(round.seen_below, 0, sizeof(round.seen_below))
    round.held = held
    round.seen = 0
    see_cards(path, starts, round.table.rows, round)


cdef void _find_owners(
    const LaneRound* round, const uint16_t** plays, uint8_t* owner, LaneKeys* hands
) noexcept nogil:
    """Whose card is low in each lane, if any is, and the hand that its owner is left with.

    Where none is low it is the hand of the lowest card's owner.
    """
    cdef LaneBytes lowest_end
    cdef int row, seat, place, lane
    memcpy(lowest_end, round.table.right[0], sizeof(LaneBytes))
    for row in range(1, round.table.rows):
        for lane in range(LANES):
            lowest_end[lane] = min(lowest_end[lane], round.table.right[row][lane])
    memset(owner, 0, sizeof(LaneBytes))
    for seat in range(1, round.players):
        for lane in range(LANES):
            if plays[seat][lane] < plays[owner[lane]][lane]:
                owner[lane] = <uint8_t>seat
    for place in range(round.held):
        for lane in range(LANES):
            hands[place][lane] = round.hands[owner[lane]][place][lane]
    for lane in range(LANES):
        if plays[owner[lane]][lane] >> LANE_CARD_SHIFT > lowest_end[lane]:
            owner[lane] = NOBODY


cdef void _choose_rows(
    const LanePath* path, const LaneRound* round, const uint16_t** plays,
    const LaneNetwork** networks, LaneSource* source, RowChoices* choices, LaneBytes* dislike
) noexcept nogil:
    """Let the owners of low cards choose, each by its own network; the cheapest row without."""
    cdef LaneKeys hands[MAX_HAND]
    cdef LaneNumbers scores[MAX_ROWS]
    cdef LaneKeys offsets
    cdef LaneView view
    cdef int seat, other, row, lane
    _find_owners(round, plays, choices.owner, hands)
    memcpy(dislike, round.table.heads, round.table.rows * sizeof(LaneBytes))
    fill_view(&view, round, hands)
    for seat in range(round.players):
        if networks[seat] == NULL:
            continue
        other = 0
        while networks[other] != networks[seat]:
            other += 1
        if other < seat:
            continue
        path.score_rows(&view, plays, networks[seat], LANES, scores, choices.kept)
        if source != NULL:
            add_noise(source, round.table.rows, scores)
        path.highest(scores, round.table.rows, offsets)
        for lane in range(LANES):
            if choices.owner[lane] == NOBODY or networks[choices.owner[lane]] != networks[seat]:
                continue
            choices.row[lane] = <uint8_t>(offsets[lane] // LANES)
            for row in range(round.table.rows):
                dislike[row][lane] = row != choices.row[lane]


cdef void finish_turn(
    const LanePath* path, LaneRound* round, const uint16_t** plays,
    const LaneNetwork** networks, LaneSource* source, RowChoices* choices
) noexcept nogil:
    """Place the cards of a turn, which have been taken out of the hands.

    Parameters
    ----------
    path, round
        How, and where.
    plays
        The card of each seat, in each lane.
    networks
        What each seat chooses rows by; NULL for the cheapest.  So it is for everybody under
        professional placement.
    source
        If it is not NULL, rows are chosen at random by their scores, and else the best.
    choices
        What was chosen.
    """
    cdef LaneBytes dislike[MAX_ROWS]
    cdef int seat
    cdef bint asks = False
    see_cards(path, plays, round.players, round)
    round.held -= 1
    for seat in range(round.players):
        asks |= networks[seat] != NULL
    if asks and not round.table.professional:
        _choose_rows(path, round, plays, networks, source, choices, dislike)
        round.table.dislike = dislike
    path.turn(&round.table, plays, round.players, 0, round.players, round.taken)
    round.table.dislike = NULL


def hand_scores(
    Network network not None, tables, hands, seen, int players, int top_card, int capacity,
    bint professional, path=None,
):
    """How much the network likes each card of some hands, and what it looked at.

    Parameters
    ----------
    network : Network
        The network.
    tables : sequence of sequences of sequences of int
        For each hand the rows' cards, left to right; up to ``LANES``, all of as many rows.
    hands : sequence of sequences of int
        As many cards each, ascending.
    seen : sequence of sequences of int
        For each hand the cards that everybody has seen, those of the rows among them; as many.
    players, top_card, capacity, professional
        The rules.
    path : str, optional
        One of ``_lanes.PATHS`` but the first; the last if not given.

    Returns
    -------
    scores : ndarray of int16, shape (hands, held)
        The scores; 1 is ``SCORE``.
    state : ndarray of int16, shape (hands, STATE_FEATURES)
        Features of the rows and the hand; 1 is ``FEATURE``.
    cards : ndarray of int16, shape (hands, held, CARD_FEATURES)
        Features of each card.
    """
    cdef const LanePath* found = vector_path(path)
    cdef LaneRound round
    cdef LaneNumbers scores[MAX_HAND]
    cdef LaneNumbers kept[LANE_STATE_FEATURES + MAX_HAND * LANE_CARD_FEATURES]
    cdef int lane, place, i
    load_hands(&round, tables, hands, seen, players, top_card, capacity, professional)
    cdef int held = round.held
    score_hand(found, &round, 0, &network.weights, LANES, scores, kept)
    count = len(hands)
    values = np.array(
        [[scores[place][lane] for place in range(held)] for lane in range(count)], dtype=np.int16
    )
    state = np.array(
        [[kept[i][lane] for i in range(LANE_STATE_FEATURES)] for lane in range(count)],
        dtype=np.int16,
    )
    cards = np.array(
        [
            [
                [
                    kept[LANE_STATE_FEATURES + place * LANE_CARD_FEATURES + i][lane]
                    for i in range(LANE_CARD_FEATURES)
                ]
                for place in range(held)
            ]
            for lane in range(count)
        ],
        dtype=np.int16,
    )
    return values, state, cards


def look_at_rows(
    Network network not None, tables, turns, hands, seen, int players, int top_card, int capacity,
    path=None,
):
    """How much the network likes each row of some tables, and what it looked at.

    Parameters
    ----------
    network : Network
        The network.
    tables : sequence of sequences of sequences of int
        The rows' cards, left to right; up to ``LANES``, all of as many rows.
    turns : sequence of sequences of int
        For each table the cards of the turn that are not placed, as many each; no more than one of
        each player.
    hands : sequence of sequences of int
        The cards that the lowest one's owner is left with, ascending; as many each.
    seen : sequence of sequences of int
        The cards that everybody has seen, those of the turn among them; as many each.
    players, top_card, capacity
        The rules.
    path : str, optional
        One of ``_lanes.PATHS`` but the first; the last if not given.

    Returns
    -------
    scores : list of list of int
        For each table the scores of its rows; 1 is ``SCORE``.
    features : ndarray of int16, shape (tables, rows, ROW_FEATURES)
        What the network looked at; 1 is ``FEATURE``.
    """
    cdef const LanePath* found = vector_path(path)
    cdef LaneRound round
    cdef LaneView view
    cdef LaneKeys cards[MAX_PLAYERS]
    cdef const uint16_t* plays[MAX_PLAYERS]
    cdef LaneNumbers scores[MAX_ROWS]
    cdef LaneNumbers kept[MAX_ROWS * LANE_ROW_FEATURES]
    cdef int seat, lane, row, i
    load_hands(&round, tables, hands, seen, players, top_card, capacity, False)
    if len(turns) != len(tables):
        raise ValueError(f"{len(turns)} turns for {len(tables)} tables")
    if not all(1 <= len(turn) == len(turns[0]) <= players for turn in turns):
        raise ValueError("turns of no cards, of different numbers, or of more than the players")
    if not all(set(gone).issuperset(turn) for turn, gone in zip(turns, seen)):
        raise ValueError("cards of a turn that have not been seen")
    for seat in range(players):
        for lane in range(LANES):
            turn = turns[lane % len(turns)]
            cards[seat][lane] = key_of(turn[seat]) if seat < len(turn) else NO_CARD
        plays[seat] = cards[seat]
    fill_view(&view, &round, round.hands[0])
    with nogil:
        found.score_rows(&view, plays, &network.weights, LANES, scores, kept)
    features = np.array(
        [
            [
                [kept[row * LANE_ROW_FEATURES + i][lane] for i in range(LANE_ROW_FEATURES)]
                for row in range(round.table.rows)
            ]
            for lane in range(len(tables))
        ],
        dtype=np.int16,
    )
    return [
        [scores[row][lane] for row in range(round.table.rows)] for lane in range(len(tables))
    ], features
