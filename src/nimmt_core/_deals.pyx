"""Determinizations: deals of the unseen cards that respect everything known.

Every deal that fits is equally likely, and so is every order of every hand.

Known cards are simply placed.  Cards that some seat is known not to hold are dealt first, one at a
time, each to a slot in proportion to the chance that a uniformly random completion fits: with `r`
slots left in a bin and `V` the chance behind it, weight `r * V(after)`.  The chances come from a
table over (card, slots left in each restricted seat), so that nothing is ever rejected.  Where
that table would be too large, slots are drawn without it and misfits dealt again.
"""

cimport cython
import numpy as np

from libc.string cimport memcpy, memset
from nimmt_core cimport _types
from nimmt_core._lanes cimport LaneKeys, LaneSource, fill_keys, key_of, shuffle_lanes
from nimmt_core._rng cimport below, bitgen_of, shuffle_first
from nimmt_core._types cimport Hand, MAX_CARD, MAX_PLAYERS
from numpy.random cimport bitgen_t

# Nodes of the table of chances; building it takes some microseconds a node.
PLAN_BUDGET = 100_000

cdef enum:
    MOST_TRIES = 1_000_000


class DealError(ValueError):
    """No deal fits what is known, or none was found."""


@cython.final
cdef class Dealer:
    """Deals hands to seats.

    Parameters
    ----------
    known : sequence of sequences of int
        For each seat, the cards that it certainly holds.
    pool : sequence of int
        The cards whose place is not known; some may be out of play.
    hand_size : int
        Cards that every seat holds.
    excluded : sequence of sequences of int
        For each seat, cards that it certainly does not hold.
    plan_budget : int
        Size of the table of chances above which misfits are dealt again instead.
    """

    def __init__(self, known, pool, int hand_size, excluded, int plan_budget=PLAN_BUDGET):
        cdef int seat, card
        self.players = len(known)
        self.hand_size = hand_size
        if not (
            1 <= self.players <= _types.MAX_PLAYERS
            and len(excluded) == self.players
            and 0 <= hand_size <= _types.MAX_HAND
            and len(pool) <= _types.MAX_CARD
        ):
            raise ValueError("more seats, cards a hand or cards than the kernel is built for")
        self.drawn = 0
        for seat, cards in enumerate(known):
            if len(cards) > hand_size:
                raise DealError(f"seat {seat} holds {len(cards)} known cards of {hand_size}")
            self.known_count[seat] = len(cards)
            self.open_slots[seat] = hand_size - len(cards)
            self.drawn += self.open_slots[seat]
            for i, card in enumerate(cards):
                self.known[seat][i] = card
        if self.drawn > len(pool):
            raise DealError(f"{self.drawn} cards are to be dealt from {len(pool)}")
        self._set_pool(pool, [set(cards).intersection(pool) for cards in excluded])
        if self.restricted_count:
            self._plan(plan_budget)

    def _set_pool(self, pool, excluded):
        cdef int seat, card, bin_
        restricted = sorted(set().union(*excluded))
        self.restricted_count = len(restricted)
        for i, card in enumerate(restricted):
            self.restricted[i] = card
        loose = [card for card in pool if card not in set(restricted)]
        self.pool_size = len(loose)
        for i, card in enumerate(loose):
            self.pool[i] = card
        binned = [seat for seat in range(self.players) if excluded[seat] and self.open_slots[seat]]
        self.bins = len(binned) + 1
        for seat in range(self.players):
            self.bin_of[seat] = self.bins - 1
        self.bin_slots[self.bins - 1] = len(pool)
        for bin_, seat in enumerate(binned):
            self.bin_of[seat] = bin_
            self.bin_slots[bin_] = self.open_slots[seat]
            self.bin_slots[self.bins - 1] -= self.open_slots[seat]
        for i, card in enumerate(restricted):
            for bin_, seat in enumerate(binned):
                self.allowed[i][bin_] = card not in excluded[seat]
            self.allowed[i][self.bins - 1] = True

    def _plan(self, int budget):
        """Make the table of chances, layer by layer: reachable states forward, chances backward."""
        cdef int i, bin_, count
        slots = tuple(self.bin_slots[bin_] for bin_ in range(self.bins))
        layers = [{slots: 0}]
        edges = []
        count = 1
        for i in range(self.restricted_count):
            layer = {}
            for state in layers[i]:
                row = []
                for bin_ in range(self.bins):
                    if not (self.allowed[i][bin_] and state[bin_]):
                        row.append(-1)
                        continue
                    after = state[:bin_] + (state[bin_] - 1,) + state[bin_ + 1:]
                    if after not in layer:
                        layer[after] = count
                        count += 1
                    row.append(layer[after])
                edges.append(row)
            layers.append(layer)
            if count > budget:
                self.planned = False
                return
        chances = [1.0] * count
        weights = [[0.0] * self.bins] * len(edges)
        for layer in reversed(layers[:self.restricted_count]):
            for state, node in layer.items():
                weights[node] = [
                    free * chances[child] if child >= 0 else 0.0
                    for free, child in zip(state, edges[node])
                ]
                chances[node] = sum(weights[node]) / sum(state)
        if chances[0] == 0.0:
            raise DealError("no deal of the unseen cards fits what is known")
        self.planned = True
        self.children = np.array(edges, dtype=np.intc)
        self.weights = np.array(weights, dtype=np.float64)

    cdef void load_pool(self, int* pool) noexcept nogil:
        """Copy the pool for a series of deals to shuffle."""
        cdef int i
        for i in range(self.pool_size):
            pool[i] = self.pool[i]

    cdef int deal(self, bitgen_t* source, int* pool, Hand* hands) noexcept nogil:
        """Fill every hand, in uniformly random order; -1 if no deal that fits was found.

        The pool is left alone, and may be NULL, where some cards are restricted.
        """
        cdef int seat, i
        cdef int next_card = 0
        if self.restricted_count:
            if self._deal_restricted(source, hands) < 0:
                return -1
        else:
            shuffle_first(source, pool, self.pool_size, self.drawn)
            for seat in range(self.players):
                for i in range(self.open_slots[seat]):
                    hands[seat][i] = pool[next_card]
                    next_card += 1
        for seat in range(self.players):
            if self.known_count[seat]:
                for i in range(self.known_count[seat]):
                    hands[seat][self.open_slots[seat] + i] = self.known[seat][i]
                shuffle_first(source, hands[seat], self.hand_size, self.hand_size)
        return 0

    cdef void load_lanes(self, LaneDeals* deals) noexcept nogil:
        """Copy the pool to every lane for a series of deals to shuffle."""
        cdef int i
        memset(deals, 0, sizeof(deals[0]))
        for i in range(self.pool_size):
            fill_keys(deals.pool[i], key_of(self.pool[i]))

    cdef int deal_lanes(self, LaneSource* source, LaneDeals* deals, int lanes) noexcept nogil:
        """Fill every hand in the first lanes, or in all; -1 if no deal that fits was found.

        Lanes know of no exclusions: such deals are drawn one by one.
        """
        cdef Hand hands[MAX_PLAYERS]
        cdef int lane, seat, i
        cdef int next_card = 0
        if self.restricted_count:
            for lane in range(lanes):
                if self.deal(source.again, NULL, hands) < 0:
                    return -1
                for seat in range(self.players):
                    for i in range(self.hand_size):
                        deals.hands[seat][i][lane] = key_of(hands[seat][i])
            return 0
        shuffle_lanes(source, deals.pool, self.pool_size, self.drawn)
        for seat in range(self.players):
            for i in range(self.open_slots[seat]):
                memcpy(deals.hands[seat][i], deals.pool[next_card], sizeof(LaneKeys))
                next_card += 1
            if self.known_count[seat]:
                for i in range(self.known_count[seat]):
                    fill_keys(
                        deals.hands[seat][self.open_slots[seat] + i], key_of(self.known[seat][i])
                    )
                shuffle_lanes(source, deals.hands[seat], self.hand_size, self.hand_size)
        return 0

    cdef int _assign_restricted(self, bitgen_t* source, int* bin_of_card) noexcept nogil:
        """Draw a bin for every restricted card; -1 on a misfit."""
        cdef int slots[MAX_PLAYERS + 1]
        cdef int i, bin_, slot
        cdef int node = 0
        cdef int slots_left = 0
        cdef double total, point
        for bin_ in range(self.bins):
            slots[bin_] = self.bin_slots[bin_]
            slots_left += slots[bin_]
        for i in range(self.restricted_count):
            if self.planned:
                total = 0.0
                for bin_ in range(self.bins):
                    total += self.weights[node, bin_]
                point = total * source.next_double(source.state)
                bin_ = 0
                while point >= self.weights[node, bin_]:
                    point -= self.weights[node, bin_]
                    bin_ += 1
                    if bin_ == self.bins:  # rounding: start again
                        return -1
                node = self.children[node, bin_]
            else:
                slot = <int>below(source, slots_left - i)
                bin_ = 0
                while slot >= slots[bin_]:
                    slot -= slots[bin_]
                    bin_ += 1
                if not self.allowed[i][bin_]:
                    return -1
                slots[bin_] -= 1
            bin_of_card[i] = bin_
        return 0

    cdef int _deal_restricted(self, bitgen_t* source, Hand* hands) noexcept nogil:
        cdef int bin_of_card[MAX_CARD]
        cdef int rest[MAX_CARD]
        cdef int filled[MAX_PLAYERS]
        cdef int seat, i
        cdef int tries = 0
        cdef int next_card = 0
        cdef int missing = 0
        cdef int rest_size = self.pool_size
        while self._assign_restricted(source, bin_of_card) < 0:
            tries += 1
            if tries == MOST_TRIES:
                return -1
        # Seats that do not hold some card: their restricted cards, then cards that all may hold.
        self.load_pool(rest)
        for seat in range(self.players):
            filled[seat] = 0
            if self.bin_of[seat] == self.bins - 1:
                continue
            for i in range(self.restricted_count):
                if bin_of_card[i] == self.bin_of[seat]:
                    hands[seat][filled[seat]] = self.restricted[i]
                    filled[seat] += 1
            missing += self.open_slots[seat] - filled[seat]
        shuffle_first(source, rest, rest_size, missing)
        for seat in range(self.players):
            if self.bin_of[seat] == self.bins - 1:
                continue
            while filled[seat] < self.open_slots[seat]:
                hands[seat][filled[seat]] = rest[next_card]
                filled[seat] += 1
                next_card += 1
            shuffle_first(source, hands[seat], self.open_slots[seat], self.open_slots[seat])
        # Everywhere else: what is left, with the restricted cards that fell there.
        for i in range(self.restricted_count):
            if bin_of_card[i] == self.bins - 1:
                rest[rest_size] = self.restricted[i]
                rest_size += 1
        shuffle_first(source, &rest[next_card], rest_size - next_card, rest_size - next_card)
        for seat in range(self.players):
            if self.bin_of[seat] == self.bins - 1:
                for i in range(self.open_slots[seat]):
                    hands[seat][i] = rest[next_card]
                    next_card += 1
        return 0

    def deals(self, bit_generator, int count):
        """Draw deals.

        Parameters
        ----------
        bit_generator : numpy.random.BitGenerator
            Source of randomness, advanced.
        count : int
            How many.

        Returns
        -------
        ndarray of int8, shape (count, players, hand_size)

        Raises
        ------
        DealError
            If no deal that fits was found.
        """
        cdef bitgen_t* source = bitgen_of(bit_generator)
        cdef int pool[MAX_CARD]
        cdef Hand hands[MAX_PLAYERS]
        cdef int status = 0
        cdef int i, seat, place
        dealt = np.empty((count, self.players, self.hand_size), dtype=np.int8)
        cdef signed char[:, :, ::1] out = dealt
        with nogil:
            self.load_pool(pool)
            for i in range(count):
                status = self.deal(source, pool, hands)
                if status < 0:
                    break
                for seat in range(self.players):
                    for place in range(self.hand_size):
                        out[i, seat, place] = <signed char>hands[seat][place]
        check_deal(status)
        return dealt


cdef int check_deal(int status) except -1:
    """Raise for the status of a series of deals."""
    if status < 0:
        raise DealError(
            f"no deal of the unseen cards that fits what is known was found in {MOST_TRIES} tries"
        )
    return 0
