"""What the other seats may play this turn, and how likely.

Seats with known cards are *named*.  A joint play is a *mask*, the named seats that play a known
card, and a *vector*, how many unseen cards of each class are played.  Unseen cards that the same
seats do not hold form a class, so that all plays with the same mask, vector and known cards are
equally likely: that chance is the weight of the mask and the vector.
"""

from bisect import bisect_left

cimport cython
from cpython.exc cimport PyErr_CheckSignals

import numpy as np

from nimmt_core cimport _types
from nimmt_core._types cimport MAX_CARD, MAX_PLAYERS

cdef enum:
    SIGNALS_EVERY = 1 << 22  # steps between looks for Ctrl-C

cdef double BINOMIALS[MAX_CARD + 1][MAX_PLAYERS]


cdef void _fill_binomials() noexcept:
    cdef int n, k
    for n in range(MAX_CARD + 1):
        BINOMIALS[n][0] = 1.0
        for k in range(1, MAX_PLAYERS):
            BINOMIALS[n][k] = BINOMIALS[n - 1][k - 1] + BINOMIALS[n - 1][k] if n else 0.0


_fill_binomials()


@cython.final
cdef class Others:
    """The other seats' joint plays.

    Parameters
    ----------
    seats : int
        How many other seats there are.
    known : sequence of sequences of int
        The known cards of each named seat.
    like : sequence of int
        For each named seat, the first whose other cards are as many, of the same classes.
    classes : sequence of sequences of int
        The unseen cards, by class; one class at least.
    vectors : sequence of sequences of int
        Every vector, in ascending order of its sum; the first is zero.
    weights : sequence of sequences of float
        For each mask, the weight of each vector.
    """

    def __init__(self, int seats, known, like, classes, vectors, weights):
        cdef int card, bit, class_, i
        self.seats = seats
        self.named = len(known)
        self.masks = 1 << self.named
        self.classes = len(classes)
        self.vectors = len(vectors)
        if not (1 <= seats < _types.MAX_PLAYERS and self.named <= seats and self.classes >= 1):
            raise ValueError("more seats than the kernel is built for, or no class of cards")
        for card in range(_types.MAX_CARD + 1):
            self.kind[card] = NOBODY
        for bit, cards in enumerate(known):
            self.last[bit] = max(cards)
            self.like[bit] = like[bit]
            for card in cards:
                self.kind[card] = bit
        for class_, cards in enumerate(classes):
            for card in cards:
                self.kind[card] = self.named + class_
        self.counts = np.array(vectors, dtype=np.intc)
        sums = [sum(vector) for vector in vectors]
        self.totals = np.array(sums, dtype=np.intc)
        for i in range(seats + 2):
            self.first[i] = bisect_left(sums, i)
        self.sizes = np.array([mask.bit_count() for mask in range(self.masks)], dtype=np.intc)
        self.weights = np.array(weights, dtype=np.float64)
        index_of = {tuple(vector): i for i, vector in enumerate(vectors)}
        after = np.full((self.classes, self.vectors), -1, dtype=np.intc)
        for i, vector in enumerate(vectors):
            for class_ in range(self.classes):
                more = (*vector[:class_], vector[class_] + 1, *vector[class_ + 1:])
                after[class_, i] = index_of.get(more, -1)
        self.after = after
        self.without = np.zeros((self.masks, self.vectors))
        self.with_below = np.zeros((self.masks, self.vectors))
        self.coefficients = np.zeros((self.vectors, self.vectors))
        self.coefficients_below = np.zeros((self.vectors, self.vectors))

    cdef int settled(self, int mask, int card) noexcept nogil:
        """The mask, with the first of the seats that are alike above the card.

        Seats whose known cards are all below are alike if their other cards are: it is the same
        which of them have played a known card.
        """
        cdef int bit, other
        for bit in range(self.named):
            if mask >> bit & 1 and self.last[bit] <= card:
                for other in range(bit):
                    if (
                        not mask >> other & 1
                        and self.last[other] <= card
                        and self.like[other] == self.like[bit]
                    ):
                        mask ^= 1 << bit | 1 << other
                        break
        return mask

    cdef int weigh(self, const Zone* zone) except -1 nogil:
        """Weigh how the plays go on, for every mask and vector of cards played already.

        `without` gets the chance of the rest with no card that is BELOW_ALL, `with_below` with one
        at least.  Only sums of positive numbers, so what is impossible is exactly zero.  Vectors of
        more cards than the mask leaves seats are impossible, and left out.
        """
        cdef int allowed[MAX_CARD]
        cdef int below[MAX_CARD]
        cdef int card, kind, class_, mask, bit, played, total, more
        cdef double ways, ways_below
        cdef int steps = 0
        for kind in range(self.named + self.classes):
            allowed[kind] = 0
            below[kind] = 0
        for card in range(1, MAX_CARD + 1):
            kind = self.kind[card]
            if kind != NOBODY and zone[card] != FORBIDDEN:
                if zone[card] == ALLOWED:
                    allowed[kind] += 1
                else:
                    below[kind] += 1
        for played in range(self.vectors):
            for total in range(self.vectors):
                ways = 1.0
                ways_below = 1.0
                for class_ in range(self.classes):
                    kind = self.named + class_
                    more = self.counts[total, class_] - self.counts[played, class_]
                    if more < 0:
                        ways = 0.0
                        ways_below = 0.0
                        break
                    ways *= BINOMIALS[allowed[kind]][more]
                    ways_below *= BINOMIALS[allowed[kind] + below[kind]][more]
                self.coefficients[played, total] = ways
                self.coefficients_below[played, total] = ways_below - ways
        # The unseen cards: every total that the vector may grow to.
        for mask in range(self.masks):
            steps += self.vectors * self.vectors
            if steps > SIGNALS_EVERY:
                steps = 0
                with gil:
                    PyErr_CheckSignals()
            more = self.seats - self.sizes[mask]
            for played in range(self.first[more + 1]):
                ways = 0.0
                ways_below = 0.0
                for total in range(self.first[more], self.first[more + 1]):
                    ways += self.coefficients[played, total] * self.weights[mask, total]
                    ways_below += (
                        self.coefficients_below[played, total] * self.weights[mask, total]
                    )
                self.without[mask, played] = ways
                self.with_below[mask, played] = ways_below
        # The known cards: every mask that the mask may grow to, a seat at a time.
        for bit in range(self.named):
            for mask in range(self.masks):
                if mask >> bit & 1:
                    continue
                more = mask | 1 << bit
                for played in range(self.first[self.seats - self.sizes[more] + 1]):
                    self.with_below[mask, played] += (
                        (allowed[bit] + below[bit]) * self.with_below[more, played]
                        + below[bit] * self.without[more, played]
                    )
                    self.without[mask, played] += allowed[bit] * self.without[more, played]
        return 0
