"""What the others have played says what they may hold: deals that fit it.

A network says how likely each card was that a player has played, from a hand. So a deal is as
likely as all these plays are, by the hands that it gives them. A deal is drawn blindly first.
Then the others' hands are dealt again, one after the other: several ways to deal them from their
own cards and the cards that nobody holds, of which one is kept, with a chance in proportion to
how likely it makes the plays; the way they were dealt before is one of them. Each such step keeps
the distribution that is wanted (iterated sampling importance resampling; Andrieu, Lee and Vihola,
Bernoulli 24, 2018), and leads towards it.
"""

cimport cython
import numpy as np

from libc.math cimport exp, log
from libc.stdint cimport uint8_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset

from nimmt_core._deals cimport Dealer, LaneDeals, check_deal
from nimmt_core._lanes cimport (
    LANE_CARD_SHIFT, LANES, LaneKeys, LaneNumbers, LanePath, LaneSource, LaneView, fill_keys,
    key_of, load_lane_tables, seed_lanes, shuffle_lanes,
)
from nimmt_core._network cimport LaneRound, Network, fill_view, load_seen, vector_path
from nimmt_core._rng cimport bitgen_of
from nimmt_core._types cimport MAX_CARD, MAX_HAND

from nimmt_core import _network

cdef enum:
    MUCH = 4  # hands

cdef double ONE_SCORE = _network.SCORE
cdef double LEAST_LOG = -700.0  # what is less likely than this is as good as impossible


@cython.final
cdef class Belief:
    """Deals that fit what the others have played.

    Parameters
    ----------
    dealer : Dealer
        Deals the hands, blindly; the hand of whoever wants to know is known.
    network : Network
        What the others are taken to follow.
    turns : sequence of (sequence of sequences of int, sequence of int, sequence of int)
        The turns so far: the rows before it, the cards that had been seen before it, those of the
        rows among them, and the card of each seat.
    seat : int
        Who wants to know.
    capacity, professional, top_card : int, bool, int
        Row capacity, placement rule and the highest card.
    unseen : sequence of int
        The cards that the dealer deals from.
    excluded : sequence of sequences of int
        For each seat, cards that it certainly does not hold.
    tries : int
        Ways to deal that are weighed in each step; with one, nothing is concluded.
    sharpness : float
        The power that the likelihood of the plays is raised to: 1 for those who follow the network,
        less for those who may not.
    """

    def __init__(
        self, Dealer dealer not None, Network network not None, turns, int seat, int capacity,
        bint professional, int top_card, unseen, excluded, int tries, double sharpness,
    ):
        cdef int turn, player, i
        free(self.turns)
        self.turns = <LaneRound*>calloc(len(turns) or 1, sizeof(LaneRound))
        if self.turns == NULL:
            raise MemoryError
        if not (len(turns) + dealer.hand_size <= MAX_HAND and 1 <= tries):
            raise ValueError(f"{len(turns)} turns and {tries} tries")
        self.dealer = dealer
        self.network = network
        self.tries = tries
        self.sharpness = sharpness
        self.turn_count = len(turns)
        for turn, (rows, seen, plays) in enumerate(turns):
            load_lane_tables(&self.turns[turn].table, [rows] * LANES, capacity, professional)
            self.turns[turn].players = dealer.players
            self.turns[turn].top_card = top_card
            load_seen(&self.turns[turn], seen)
            for player in range(dealer.players):
                self.plays[turn][player] = key_of(plays[player])
        self.unseen_count = len(unseen)
        for i, card in enumerate(unseen):
            self.unseen[i] = card
        for player in range(dealer.players):
            for card in excluded[player]:
                self.lacks[player][card] = True
        self._group([
            player for player in range(dealer.players)
            if player != seat and dealer.open_slots[player]
        ])

    def __dealloc__(self):
        free(self.turns)

    def _group(self, seats):
        """Say which hands are redealt together: two, where not much is left over for one."""
        cdef int group, i
        left_over = self.unseen_count - self.dealer.drawn
        alone = len(seats) == 1 or left_over >= MUCH * self.dealer.hand_size
        step = 1 if alone else 2
        for group, first in enumerate(range(0, len(seats), step)):
            members = seats[first : first + step]
            if len(members) < step:
                members.append(seats[0])
            self.group_count = group + 1
            self.group_sizes[group] = len(members)
            for i, player in enumerate(members):
                self.groups[group][i] = player

    cdef int deal_lanes(self, LaneSource* source, LaneDeals* deals, int lanes) noexcept nogil:
        """Fill every hand in the first lanes, as `Dealer.deal_lanes` does."""
        cdef int group
        cdef int status = self.dealer.deal_lanes(source, deals, lanes)
        if status >= 0 and self.turn_count and self.tries > 1:
            for group in range(self.group_count):
                self._redeal(source, group, deals, lanes)
        return status

    cdef void _open_cards(
        self, int seat, const LaneDeals* deals, int lanes, LaneKeys* cards
    ) noexcept nogil:
        """Find the cards of a hand that are not known."""
        cdef uint8_t known[MAX_CARD + 1]
        cdef int lane, place, found
        memset(known, 0, sizeof(known))
        for place in range(self.dealer.known_count[seat]):
            known[self.dealer.known[seat][place]] = True
        for lane in range(lanes):
            found = 0
            for place in range(self.dealer.hand_size):
                if not known[deals.hands[seat][place][lane] >> LANE_CARD_SHIFT]:
                    cards[found][lane] = deals.hands[seat][place][lane]
                    found += 1

    cdef void _redeal(
        self, LaneSource* source, int group, LaneDeals* deals, int lanes
    ) noexcept nogil:
        """Deal the hands of a group again."""
        cdef LaneKeys items[MAX_CARD]
        cdef LaneKeys kept[2 * MAX_HAND]
        cdef LaneKeys numbers[1]
        cdef double logs[LANES]
        cdef double totals[LANES]
        cdef uint8_t held[MAX_CARD + 1]
        cdef double weight
        cdef int number, i, seat, player, place, lane, card, left
        cdef int size = 0
        memset(items, 0, sizeof(items))
        for i in range(self.group_sizes[group]):
            seat = self.groups[group][i]
            self._open_cards(seat, deals, lanes, &items[size])
            size += self.dealer.open_slots[seat]
        cdef int count = size + self.unseen_count - self.dealer.drawn
        for lane in range(lanes):
            memset(held, 0, sizeof(held))
            for player in range(self.dealer.players):
                for place in range(self.dealer.hand_size):
                    held[deals.hands[player][place][lane] >> LANE_CARD_SHIFT] = True
            left = size
            for i in range(self.unseen_count):
                if not held[self.unseen[i]]:
                    items[left][lane] = key_of(self.unseen[i])
                    left += 1
        for number in range(self.tries):
            if number:
                shuffle_lanes(source, items, count, size)
            memset(logs, 0, sizeof(logs))
            place = 0
            for i in range(self.group_sizes[group]):
                seat = self.groups[group][i]
                self._weigh(source.path, seat, &items[place], lanes, logs)
                place += self.dealer.open_slots[seat]
            if number == 0:
                for lane in range(lanes):
                    totals[lane] = exp(max(logs[lane], LEAST_LOG))
                memcpy(kept, items, size * sizeof(LaneKeys))
                continue
            source.path.draw(&source.streams, 1, numbers)
            for lane in range(lanes):
                if logs[lane] < LEAST_LOG:
                    continue
                weight = exp(logs[lane])
                totals[lane] += weight
                if weight * 65536.0 > numbers[0][lane] * totals[lane]:
                    for place in range(size):
                        kept[place][lane] = items[place][lane]
        place = 0
        for i in range(self.group_sizes[group]):
            seat = self.groups[group][i]
            for left in range(self.dealer.open_slots[seat]):
                memcpy(deals.hands[seat][left], kept[place], sizeof(LaneKeys))
                place += 1
            for left in range(self.dealer.known_count[seat]):
                card = self.dealer.known[seat][left]
                fill_keys(deals.hands[seat][self.dealer.open_slots[seat] + left], key_of(card))

    cdef void _weigh(
        self, const LanePath* path, int seat, const LaneKeys* cards, int lanes, double* logs
    ) noexcept nogil:
        """Add how likely a seat's plays were with such cards beside the known ones, as logarithms.
        """
        cdef LaneKeys hand[MAX_HAND]
        cdef LaneNumbers scores[MAX_HAND]
        cdef LaneView view
        cdef int turn, place, lane
        cdef double total, chosen
        cdef int held = self.dealer.open_slots[seat]
        memcpy(hand, cards, held * sizeof(LaneKeys))
        for place in range(held):
            for lane in range(lanes):
                if self.lacks[seat][cards[place][lane] >> LANE_CARD_SHIFT]:
                    logs[lane] += 2 * LEAST_LOG
        for place in range(self.dealer.known_count[seat]):
            fill_keys(hand[held], key_of(self.dealer.known[seat][place]))
            held += 1
        for turn in range(self.turn_count - 1, -1, -1):
            fill_keys(hand[held], self.plays[turn][seat])
            held += 1
            path.sort(hand, held)
            fill_view(&view, &self.turns[turn], hand)
            view.held = held
            view.unseen = self.turns[turn].top_card - self.turns[turn].seen - held
            path.score(&view, &self.network.weights, lanes, scores, NULL)
            for lane in range(lanes):
                total = 0.0
                chosen = 0.0
                for place in range(held):
                    total += exp(scores[place][lane] / ONE_SCORE)
                    if hand[place][lane] == self.plays[turn][seat]:
                        chosen = scores[place][lane] / ONE_SCORE
                logs[lane] += self.sharpness * (chosen - log(total))

    def deals(self, bit_generator, int count, path=None):
        """Draw deals.

        Parameters
        ----------
        bit_generator : numpy.random.BitGenerator
            Source of randomness, advanced.
        count : int
            How many.
        path : str, optional
            One of ``_lanes.PATHS`` but the first; the last if not given.  The results do not
            depend on it.

        Returns
        -------
        ndarray of int8, shape (count, players, hand_size)

        Raises
        ------
        DealError
            If no deal that fits was found.
        """
        cdef const LanePath* found = vector_path(path)
        cdef LaneSource source
        cdef LaneDeals group
        cdef int status = 0
        cdef int number, first, lane, lanes, seat, place
        cdef int players = self.dealer.players
        cdef int held = self.dealer.hand_size
        dealt = np.empty((count, players, held), dtype=np.int8)
        cdef signed char[:, :, ::1] out = dealt
        seed_lanes(&source, found, bitgen_of(bit_generator))
        self.dealer.load_lanes(&group)
        with nogil:
            for number in range((count + LANES - 1) // LANES):
                first = number * LANES
                lanes = min(LANES, count - first)
                status = self.deal_lanes(&source, &group, lanes)
                if status < 0:
                    break
                for lane in range(lanes):
                    for seat in range(players):
                        for place in range(held):
                            out[first + lane, seat, place] = <signed char>(
                                group.hands[seat][place][lane] >> LANE_CARD_SHIFT
                            )
        check_deal(status)
        return dealt
