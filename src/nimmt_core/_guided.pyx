"""Playouts of a decision in which everybody follows a policy network.

Whoever decides plays its best card by the network after the decision, and the best row; the others
choose at random by their scores.  Candidates are compared on common deals, with the others' same
choice this turn and the same random numbers after it.
"""

cimport cython
import numpy as np

from libc.stdint cimport int64_t, uint16_t
from libc.string cimport memcpy, memset

from nimmt_core._belief cimport Belief
from nimmt_core._deals cimport Dealer, LaneDeals, check_deal
from nimmt_core._decision cimport Decision, load_decision, settle_pending
from nimmt_core._lanes cimport (
    LANE_CARD_SHIFT, LANES, LaneBytes, LaneKeys, LaneNetwork, LaneNumbers, LanePath, LaneSource,
    LaneStreams, fill_keys, key_of, seed_lanes, spread_table,
)
from nimmt_core._network cimport (
    LaneRound, Network, RowChoices, add_noise, finish_turn, load_seen, score_hand,
    vector_path,
)
from nimmt_core._outcomes cimport Outcomes, add_outcomes, own_values
from nimmt_core._rng cimport bitgen_of
from nimmt_core._types cimport MAX_CARD, MAX_HAND, MAX_HEADS, MAX_PLAYERS, Table
from numpy.random cimport bitgen_t


@cython.final
cdef class GuidedPlayouts:
    """Playouts of candidates of one decision, on the same deals, guided by a network.

    Parameters
    ----------
    network : Network
        What everybody follows.
    rows : sequence of sequences of int
        The rows' cards, left to right.
    capacity, professional, top_card : int, bool, int
        Row capacity, placement rule and the highest card.
    dealer : Dealer
        Deals the hands, the decision maker's own among them (all of it known).
    seat : int
        Who decides.
    candidates : sequence of int
        Cards of the hand; or, where plays are pending, rows for the first pending card.
    pending : sequence of (int, int)
        (seat, card) still to be placed this turn, ascending by card.
    before : sequence of int
        Bull heads that each seat has taken in this round.
    seen : sequence of int
        Cards that everybody has seen, those of the rows and pending ones among them.
    objective : int
        Index into ``_decision.OBJECTIVES``.
    belief : Belief, optional
        Deals the hands by what the others have played; the dealer, blindly, if not given.
    """

    cdef Decision decision
    cdef Dealer dealer
    cdef Belief belief
    cdef Network network
    cdef const LaneNetwork* networks[MAX_PLAYERS]
    cdef LaneRound start

    def __init__(
        self, Network network not None, rows, int capacity, bint professional, int top_card,
        Dealer dealer not None, int seat, candidates, pending, before, seen, int objective,
        Belief belief=None,
    ):
        cdef int player, i
        load_decision(
            &self.decision, rows, capacity, professional, dealer.players, seat, candidates,
            pending, before, objective,
        )
        if self.decision.pending_count:
            known = range(self.decision.table.rows)
        else:
            known = [dealer.known[seat][i] for i in range(dealer.known_count[seat])]
            if len(known) != dealer.hand_size:
                raise ValueError("the hand of whoever decides is not known")
        if not set(candidates).issubset(known):
            raise ValueError(f"candidates {list(candidates)} are not all there")
        self.dealer = dealer
        self.belief = belief
        self.network = network
        for player in range(dealer.players):
            self.networks[player] = &network.weights
        memset(&self.start, 0, sizeof(self.start))
        self.start.players = dealer.players
        self.start.held = dealer.hand_size
        self.start.top_card = top_card
        load_seen(&self.start, seen)

    cdef void _take_best(
        self, const LanePath* path, LaneRound* round, int seat, LaneSource* source, uint16_t* card
    ) noexcept nogil:
        """Take the card that a seat plays out of its hand: at random, or the best if no source."""
        cdef LaneNumbers scores[MAX_HAND]
        cdef LaneKeys offsets
        if round.held == 1:
            memcpy(card, round.hands[seat][0], sizeof(LaneKeys))
            return
        score_hand(path, round, seat, &self.network.weights, LANES, scores, NULL)
        if source != NULL:
            add_noise(source, round.held, scores)
        path.highest(scores, round.held, offsets)
        path.take(round.hands[seat], round.held, offsets, card)

    cdef void _deal(
        self, const LanePath* path, const LaneDeals* deals, LaneSource* source, LaneRound* round,
        LaneKeys* first
    ) noexcept nogil:
        """Begin rounds with some deals; and let the others choose, if cards are to be played."""
        cdef int seat
        spread_table(&self.start.table, &self.decision.table)
        round[0] = self.start
        for seat in range(round.players):
            memcpy(round.hands[seat], deals.hands[seat], round.held * sizeof(LaneKeys))
            path.sort(round.hands[seat], round.held)
        if not self.decision.pending_count:
            for seat in range(round.players):
                if seat != self.decision.seat:
                    self._take_best(path, round, seat, source, first[seat])

    cdef void _take_candidate(self, LaneRound* round, int candidate) noexcept nogil:
        """Take a card out of the own hand, which is the same in every lane."""
        cdef LaneKeys* hand = round.hands[self.decision.seat]
        cdef int place = 0
        while hand[place][0] != key_of(candidate):
            place += 1
        while place + 1 < round.held:
            memcpy(hand[place], hand[place + 1], sizeof(LaneKeys))
            place += 1

    cdef void _play(
        self, const LanePath* path, const LaneRound* dealt, const LaneKeys* first,
        LaneSource* source, int index, Outcomes* outcomes
    ) noexcept nogil:
        """Play a candidate to the end of the round."""
        cdef LaneRound round
        cdef RowChoices choices
        cdef LaneKeys cards[MAX_PLAYERS]
        cdef const uint16_t* plays[MAX_PLAYERS]
        cdef int taken[MAX_PLAYERS]
        cdef Table table
        cdef int seat
        cdef int own = self.decision.seat
        cdef int candidate = self.decision.candidates[index]
        round = dealt[0]
        if self.decision.pending_count:  # the same in every lane
            table = self.decision.table
            memset(taken, 0, sizeof(taken))
            settle_pending(&self.decision, candidate, &table, taken)
            spread_table(&round.table, &table)
            for seat in range(round.players):
                memset(round.taken[seat], taken[seat], sizeof(LaneBytes))
        else:
            self._take_candidate(&round, candidate)
            memcpy(cards, first, round.players * sizeof(LaneKeys))
            fill_keys(cards[own], key_of(candidate))
            for seat in range(round.players):
                plays[seat] = cards[seat]
            finish_turn(path, &round, plays, self.networks, NULL, &choices)
        memcpy(outcomes.turn[index], round.taken[own], sizeof(LaneBytes))
        while round.held:
            for seat in range(round.players):
                self._take_best(path, &round, seat, NULL if seat == own else source, cards[seat])
                plays[seat] = cards[seat]
            finish_turn(path, &round, plays, self.networks, NULL, &choices)
        memcpy(outcomes.rest[index], round.taken[own], sizeof(LaneBytes))
        own_values(
            self.decision.objective, round.taken, self.decision.before, round.players, own,
            outcomes.values[index],
        )

    cdef void _count_others(
        self, const LaneKeys* first, int lanes, int64_t* others
    ) noexcept nogil:
        """Add up what the others play this turn in the first lanes."""
        cdef int seat, lane
        for seat in range(self.start.players):
            if seat != self.decision.seat:
                for lane in range(lanes):
                    others[first[seat][lane] >> LANE_CARD_SHIFT] += 1

    def run(self, bit_generator, int deals, active=None, path=None):
        """Play candidates on each of some deals.

        Parameters
        ----------
        bit_generator : numpy.random.BitGenerator
            Source of randomness, used by this call alone while it runs.
        deals : int
            How many.
        active : sequence of int, optional
            The indices of the candidates to play; all if not given.
        path : str, optional
            One of ``_lanes.PATHS`` but the first; the last if not given.  The results do not
            depend on it.

        Returns
        -------
        turn : ndarray of int64, shape (active, HEADS_BINS)
            How often each number of bull heads was taken this turn.
        rest : ndarray of int64, shape (active, HEADS_BINS)
            The same from now to the end of the round.
        values : ndarray of int64, shape (active,)
            Sums of the objective, as an integer.
        products : ndarray of int64, shape (active, active)
            Sums of products of the objective on the same deal; upper triangle.
        others : ndarray of int64, shape (top_card + 1,)
            How often the others played each card this turn, all together; zeros at a choice of
            rows.

        Raises
        ------
        DealError
            If no deal that fits was found.
        """
        cdef bitgen_t* stream = bitgen_of(bit_generator)
        cdef const LanePath* found = vector_path(path)
        cdef LaneSource source
        cdef LaneStreams streams
        cdef LaneDeals group
        cdef LaneRound round
        cdef LaneKeys first[MAX_PLAYERS]
        cdef Outcomes outcomes
        cdef int indices[MAX_CARD]
        cdef int number, lanes, i
        cdef int status = 0
        chosen = range(self.decision.candidate_count) if active is None else active
        cdef int count = len(chosen)
        for i in range(count):
            if not 0 <= chosen[i] < self.decision.candidate_count:
                raise ValueError(f"there is no candidate {chosen[i]}")
            indices[i] = chosen[i]
        turn_counts = np.zeros((count, MAX_HEADS), dtype=np.int64)
        rest_counts = np.zeros((count, MAX_HEADS), dtype=np.int64)
        value_sums = np.zeros(count, dtype=np.int64)
        product_sums = np.zeros((count, count), dtype=np.int64)
        other_counts = np.zeros(self.start.top_card + 1, dtype=np.int64)
        if count == 0:
            return turn_counts, rest_counts, value_sums, product_sums, other_counts
        cdef int64_t[:, ::1] turn = turn_counts
        cdef int64_t[:, ::1] rest = rest_counts
        cdef int64_t[::1] values = value_sums
        cdef int64_t[:, ::1] products = product_sums
        cdef int64_t[::1] others = other_counts
        with nogil:
            seed_lanes(&source, found, stream)
            self.dealer.load_lanes(&group)
            for number in range((deals + LANES - 1) // LANES):
                lanes = min(LANES, deals - number * LANES)
                if self.belief is None:
                    status = self.dealer.deal_lanes(&source, &group, lanes)
                else:
                    status = self.belief.deal_lanes(&source, &group, lanes)
                if status < 0:
                    break
                self._deal(found, &group, &source, &round, first)
                streams = source.streams
                for i in range(count):
                    source.streams = streams
                    self._play(found, &round, first, &source, indices[i], &outcomes)
                add_outcomes(
                    &outcomes, indices, count, lanes, &turn[0, 0], &rest[0, 0], &values[0],
                    &products[0, 0],
                )
                if not self.decision.pending_count:
                    self._count_others(first, lanes, &others[0])
        check_deal(status)
        return turn_counts, rest_counts, value_sums, product_sums, other_counts
