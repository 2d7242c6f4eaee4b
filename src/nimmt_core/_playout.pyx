"""Playouts of a decision, reduced to integer statistics.

Policies choose the cards, and choices of rows are settled by what is cheapest now.  A uniformly
random order of a hand is a uniformly random way to play it, so for random players a deal is a whole
playout.
"""

cimport cython
import numpy as np

from libc.stdint cimport int16_t, int64_t, uint8_t, uint16_t
from libc.string cimport memcpy, memset

from nimmt_core cimport _types
from nimmt_core._deals cimport Dealer, LaneDeals, check_deal
from nimmt_core._decision cimport Decision, OWN, load_decision, settle_pending
from nimmt_core._lanes cimport (
    LANE_CARD_SHIFT, LANES, LaneBytes, LaneKeys, LanePath, LaneSource, LaneTable,
    fill_keys, is_scalar, key_of, path_of, seed_lanes, spread_table,
)
from nimmt_core._outcomes cimport Outcomes, add_outcomes, own_value, own_values
from nimmt_core._policies cimport (
    PLAYS_AT_RANDOM, Policies, lead_chosen, lead_chosen_lanes, load_policies, play_turns,
    play_turns_lanes,
)
from nimmt_core._rng cimport bitgen_of
from nimmt_core._rules cimport place_plays, sort_plays
from nimmt_core._types cimport (
    BY_INDEX, Hand, MAX_CARD, MAX_HAND, MAX_HEADS, MAX_PLAYERS, SEAT_BITS, Table,
)
from numpy.random cimport bitgen_t

HEADS_BINS = _types.MAX_HEADS


@cython.final
cdef class Playouts:
    """Playouts of every candidate of one decision, on the same deals.

    Parameters
    ----------
    rows : sequence of sequences of int
        The rows' cards, left to right.
    capacity, professional : int, bool
        Row capacity and placement rule.
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
    objective : int
        Index into ``_decision.OBJECTIVES``.
    policies : sequence of str, optional
        For each seat one of ``_policies.POLICIES``; all ``"random"`` if not given.  The decision
        maker's is followed after the decision.
    """

    cdef Decision decision
    cdef Dealer dealer
    cdef Policies policies

    def __init__(
        self, rows, int capacity, bint professional, Dealer dealer not None, int seat,
        candidates, pending, before, int objective, policies=None,
    ):
        load_decision(
            &self.decision, rows, capacity, professional, dealer.players, seat, candidates,
            pending, before, objective,
        )
        self.dealer = dealer
        load_policies(self.policies, policies, dealer.players)

    cdef void _first_turn(
        self, Table* table, const Hand* hands, int candidate, int* taken
    ) noexcept nogil:
        """What is left of the turn that the candidate decides."""
        cdef int plays[MAX_PLAYERS]
        cdef int seat, card
        if self.decision.pending_count:
            settle_pending(&self.decision, candidate, table, taken)
            return
        for seat in range(self.dealer.players):
            card = candidate if seat == self.decision.seat else hands[seat][0]
            plays[seat] = card << SEAT_BITS | seat
        sort_plays(plays, self.dealer.players)
        place_plays(table, plays, self.dealer.players, taken, BY_INDEX)

    cdef void _lead_with(self, Hand* hands, const int* dealt, int candidate) noexcept nogil:
        """Let the candidate come first and the other own cards in the order of the deal.

        That order is the same for every candidate: whatever one changed would lead the next.
        """
        cdef int* own = hands[self.decision.seat]
        cdef int i
        cdef int place = 1
        own[0] = candidate
        for i in range(self.dealer.hand_size):
            if dealt[i] != candidate:
                own[place] = dealt[i]
                place += 1

    cdef void _lead_others(self, Hand* hands) noexcept nogil:
        """Let the others choose for the turn that is decided; the same for all candidates."""
        cdef int taken[MAX_PLAYERS]
        cdef int seat
        memset(taken, 0, sizeof(taken))
        for seat in range(self.dealer.players):
            if seat != self.decision.seat:
                lead_chosen(
                    self.policies, seat, self.dealer.players, &self.decision.table, hands[seat],
                    self.dealer.hand_size, taken,
                )

    cdef void _play_one_by_one(
        self, const LaneDeals* deals, int lanes, Outcomes* outcomes
    ) noexcept nogil:
        """Play every candidate in the first lanes, a lane at a time."""
        cdef Hand dealt[MAX_PLAYERS]
        cdef Hand hands[MAX_PLAYERS]
        cdef Table table
        cdef int taken[MAX_PLAYERS]
        cdef int lane, seat, i, next_turn
        for lane in range(lanes):
            for seat in range(self.dealer.players):
                for i in range(self.dealer.hand_size):
                    dealt[seat][i] = deals.hands[seat][i][lane] >> LANE_CARD_SHIFT
            if not self.decision.pending_count:
                self._lead_others(dealt)
            for i in range(self.decision.candidate_count):
                table = self.decision.table
                memcpy(hands, dealt, sizeof(hands))
                memset(taken, 0, sizeof(taken))
                next_turn = 0
                if not self.decision.pending_count:
                    self._lead_with(hands, dealt[self.decision.seat], self.decision.candidates[i])
                    next_turn = 1
                self._first_turn(&table, hands, self.decision.candidates[i], taken)
                outcomes.turn[i][lane] = <uint8_t>taken[self.decision.seat]
                play_turns(
                    self.policies, &table, hands, self.dealer.players, next_turn,
                    self.dealer.hand_size, taken, BY_INDEX,
                )
                outcomes.rest[i][lane] = <uint8_t>taken[self.decision.seat]
                outcomes.values[i][lane] = <int16_t>own_value(
                    self.decision.objective, taken, self.decision.before, self.dealer.players,
                    self.decision.seat,
                )

    cdef void _lead_lanes_with(
        self, LaneKeys* hand, const LaneKeys* dealt, int candidate
    ) noexcept nogil:
        """The same as `_lead_with`, in every lane."""
        cdef uint16_t key = key_of(candidate)
        cdef uint16_t passed[LANES]
        cdef int i, lane
        memset(passed, 0, sizeof(passed))
        fill_keys(hand[0], key)
        for i in range(1, self.dealer.hand_size):
            for lane in range(LANES):
                # All ones from where the candidate lies in the deal.
                passed[lane] |= <uint16_t>-<int>(dealt[i - 1][lane] == key)
                hand[i][lane] = (
                    dealt[i][lane] & passed[lane] | dealt[i - 1][lane] & ~passed[lane]
                )

    cdef void _lead_others_lanes(
        self, const LanePath* path, LaneDeals* deals
    ) noexcept nogil:
        """The same as `_lead_others`, in every lane."""
        cdef LaneBytes taken[MAX_PLAYERS]
        cdef LaneTable table
        cdef int seat
        memset(taken, 0, sizeof(taken))
        spread_table(&table, &self.decision.table)
        for seat in range(self.dealer.players):
            if seat != self.decision.seat:
                lead_chosen_lanes(
                    path, self.policies, seat, self.dealer.players, &table, deals.hands[seat],
                    self.dealer.hand_size, taken,
                )

    cdef void _play_lanes(
        self, const LanePath* path, const LaneDeals* deals, int index, Outcomes* outcomes
    ) noexcept nogil:
        """Play a candidate in every lane at once."""
        cdef LaneKeys own[MAX_HAND]
        cdef const LaneKeys* hands[MAX_PLAYERS]
        cdef const uint16_t* plays[MAX_PLAYERS]
        cdef LaneBytes taken[MAX_PLAYERS]
        cdef LaneTable lanes
        cdef Table table = self.decision.table
        cdef int start[MAX_PLAYERS]
        cdef int seat
        cdef int players = self.dealer.players
        cdef int hand_size = self.dealer.hand_size
        cdef int next_turn = 0
        # Whose bull heads count; policies may want to know everybody's.
        cdef bint all_count = self.decision.objective != OWN
        memset(start, 0, sizeof(start))
        for seat in range(players):
            hands[seat] = deals.hands[seat]
            all_count |= self.policies[seat].number != PLAYS_AT_RANDOM
        if self.decision.pending_count:  # the same in every lane
            self._first_turn(&table, NULL, self.decision.candidates[index], start)
        else:
            self._lead_lanes_with(
                own, deals.hands[self.decision.seat], self.decision.candidates[index]
            )
            hands[self.decision.seat] = own
        cdef int first = 0 if all_count else self.decision.seat
        cdef int last = players if all_count else self.decision.seat + 1
        spread_table(&lanes, &table)
        for seat in range(players):
            memset(taken[seat], start[seat], sizeof(LaneBytes))
        if not self.decision.pending_count:
            for seat in range(players):
                plays[seat] = hands[seat][0]
            path.turn(&lanes, plays, players, first, last, taken)
            next_turn = 1
        memcpy(outcomes.turn[index], taken[self.decision.seat], sizeof(LaneBytes))
        play_turns_lanes(
            path, self.policies, &lanes, hands, players, next_turn, hand_size, first, last, taken
        )
        memcpy(outcomes.rest[index], taken[self.decision.seat], sizeof(LaneBytes))
        own_values(
            self.decision.objective, taken, self.decision.before, players, self.decision.seat,
            outcomes.values[index],
        )

    def run(self, bit_generator, int deals, path=None):
        """Play every candidate on each of some deals.

        Parameters
        ----------
        bit_generator : numpy.random.BitGenerator
            Source of randomness, used by this call alone while it runs.
        deals : int
            How many.
        path : str, optional
            One of ``_lanes.PATHS``, the last if not given.  The results do not depend on it.

        Returns
        -------
        turn : ndarray of int64, shape (candidates, HEADS_BINS)
            How often each number of bull heads was taken this turn.
        rest : ndarray of int64, shape (candidates, HEADS_BINS)
            The same from now to the end of the round.
        values : ndarray of int64, shape (candidates,)
            Sums of the objective, as an integer (see ``own_value``).
        products : ndarray of int64, shape (candidates, candidates)
            Sums of products of the objective on the same deal; upper triangle.

        Raises
        ------
        DealError
            If no deal that fits was found.
        """
        cdef bitgen_t* stream = bitgen_of(bit_generator)
        cdef const LanePath* found = path_of(path)
        cdef LaneSource source
        cdef LaneDeals group
        cdef Outcomes outcomes
        cdef int count = self.decision.candidate_count
        cdef int everyone[MAX_CARD]
        cdef int number, lanes, i
        cdef int status = 0
        turn_counts = np.zeros((count, MAX_HEADS), dtype=np.int64)
        rest_counts = np.zeros((count, MAX_HEADS), dtype=np.int64)
        value_sums = np.zeros(count, dtype=np.int64)
        product_sums = np.zeros((count, count), dtype=np.int64)
        cdef int64_t[:, ::1] turn = turn_counts
        cdef int64_t[:, ::1] rest = rest_counts
        cdef int64_t[::1] values = value_sums
        cdef int64_t[:, ::1] products = product_sums
        for i in range(count):
            everyone[i] = i
        with nogil:
            seed_lanes(&source, found, stream)
            self.dealer.load_lanes(&group)
            for number in range((deals + LANES - 1) // LANES):
                lanes = min(LANES, deals - number * LANES)
                status = self.dealer.deal_lanes(&source, &group, lanes)
                if status < 0:
                    break
                if is_scalar(found):
                    self._play_one_by_one(&group, lanes, &outcomes)
                else:
                    if not self.decision.pending_count:
                        self._lead_others_lanes(found, &group)
                    for i in range(count):
                        self._play_lanes(found, &group, i, &outcomes)
                add_outcomes(
                    &outcomes, everyone, count, lanes, &turn[0, 0], &rest[0, 0], &values[0],
                    &products[0, 0],
                )
        check_deal(status)
        return turn_counts, rest_counts, value_sums, product_sums
