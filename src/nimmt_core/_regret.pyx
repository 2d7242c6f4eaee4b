"""Regret minimisation for all seats at once, and what seats could gain by leaving a profile.

Values are bull heads taken, or (players - 1) times their difference to the others' mean: seats
keep them small.
"""

cimport cython
import numpy as np

from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport int32_t, int64_t, uint16_t

from nimmt_core._tree cimport EVERYBODY, Node, Tree, width
from nimmt_core._types cimport MAX_HAND, MAX_ROWS

cdef enum:
    SIGNALS_EVERY = 1 << 20  # children visited between looks for Ctrl-C
    MOST_ACTIONS = MAX_HAND  # of one seat; there are fewer rows


# A way through the tree on behalf of one seat.
cdef struct Pass:
    const Node* nodes
    const uint16_t* heads
    const int32_t* decision
    int decisions
    int players
    int seat
    int own       # weights of its own bull heads and of everybody's, in its value
    int everybody
    double* weights
    int64_t visited


cdef Pass pass_of(Tree tree, bint relative, double[::1] weights):
    return Pass(
        tree.node, tree.heads, tree.decision, tree.decisions, tree.players, 0,
        tree.players if relative else 1, -1 if relative else 0, &weights[0], 0,
    )


cdef inline int visit(Pass* walk, int children) except -1 nogil:
    """Count visits; now and then look for Ctrl-C."""
    walk.visited += children
    if walk.visited > SIGNALS_EVERY:
        walk.visited = 0
        with gil:
            PyErr_CheckSignals()
    return 0


cdef inline double worth(const Pass* walk, const double* values, int index) noexcept nogil:
    """What a node is worth to the seat, with what is taken on the way to it."""
    cdef const uint16_t* heads = walk.heads + <size_t>index * (walk.players + 1)
    return (
        values[index]
        + walk.own * heads[walk.seat] + walk.everybody * heads[walk.players]
    )


cdef inline int seat_slot(const Pass* walk, const Node* node) noexcept nogil:
    """Where the seat's probabilities begin, at a turn or at a choice of its own."""
    if node.owner == EVERYBODY:
        return node.slot + walk.seat * node.actions
    return node.slot


cdef inline int seat_stride(const Pass* walk, const Node* node) noexcept nogil:
    """Children of a turn from one card of the seat to its next."""
    cdef int stride = 1
    cdef int _seat
    if node.owner == EVERYBODY:
        for _seat in range(walk.players - 1 - walk.seat):
            stride *= node.actions
    return stride


cdef int weigh_children(const Pass* walk, const Node* node, const double* profile) noexcept nogil:
    """Chance of each child as far as the other seats decide it; returns the number of children."""
    cdef double* weights = walk.weights
    cdef const double* mix = profile + node.slot
    cdef double weight
    cdef int size = 1
    cdef int seat, j, a
    if node.owner != EVERYBODY:
        for a in range(node.actions):
            weights[a] = 1.0 if node.owner == walk.seat else mix[a]
        return node.actions
    weights[0] = 1.0
    for seat in range(walk.players):
        for j in range(size - 1, -1, -1):
            weight = weights[j]
            for a in range(node.actions):
                weights[j * node.actions + a] = (
                    weight if seat == walk.seat else weight * mix[a]
                )
        size *= node.actions
        mix += node.actions
    return size


cdef int action_values(
    const Pass* walk, const Node* node, int children, const double* values, double* found
) noexcept nogil:
    """What each action of the seat is worth; returns their number, 1 where it has none."""
    cdef bint decides = node.owner == EVERYBODY or node.owner == walk.seat
    cdef int actions = node.actions if decides else 1
    cdef int stride = seat_stride(walk, node)
    cdef int a = 0
    cdef int j
    for j in range(actions):
        found[j] = 0.0
    for j in range(children):
        if j % stride == 0 and j > 0:
            a = a + 1 if a + 1 < actions else 0
        if walk.weights[j] > 0.0:
            found[a] += walk.weights[j] * worth(walk, values, node.first + j)
    return actions


cdef void match_regrets(const double* regrets, double* mix, int actions) noexcept nogil:
    """Probabilities in proportion to the regrets; all the same if there are none."""
    cdef double total = 0.0
    cdef int a
    for a in range(actions):
        total += regrets[a]
    for a in range(actions):
        mix[a] = regrets[a] / total if total > 0.0 else 1.0 / actions


cdef void match_all(Tree tree, const double* regrets, double* profile) noexcept nogil:
    """Make a profile in proportion to weights that are not negative."""
    cdef const Node* node
    cdef int i, seat
    for i in range(tree.decisions):
        node = &tree.node[tree.decision[i]]
        for seat in range(tree.players if node.owner == EVERYBODY else 1):
            match_regrets(
                regrets + node.slot + seat * node.actions,
                profile + node.slot + seat * node.actions,
                node.actions,
            )


@cython.final
cdef class RegretMinimiser:
    """Predictive CFR+ on a tree: each iteration updates every seat in turn.

    Parameters
    ----------
    tree : Tree
        The game.
    relative : bool
        Whether seats compare their bull heads with the others' mean.
    regrets : ndarray of float64, shape (slots,)
        What to begin with, not negative; zeros for uniform strategies.

    Notes
    -----
    Regrets are kept from going below zero and seats are updated alternately (CFR+, Tammelin 2014);
    strategies match the regrets as they would be if the last one came once more, and the average
    weighs iteration t by t squared (PCFR+, Farina, Kroer and Sandholm 2021).  What the other seats
    never reach is skipped.
    """

    cdef Tree tree
    cdef bint relative
    cdef readonly int iterations
    cdef double[::1] regrets, mixes, sums, values, weights, reach, own_reach

    def __init__(self, Tree tree not None, bint relative, double[::1] regrets):
        self.tree = tree
        self.relative = relative
        self.iterations = 0
        self.regrets = regrets.copy()
        self.mixes = np.zeros(tree.slots + 1)
        self.sums = np.zeros(tree.slots + 1)
        self.values = np.zeros(tree.nodes)
        self.reach = np.zeros(tree.nodes)
        self.own_reach = np.zeros(tree.nodes)
        self.weights = np.zeros(max(tree.widest, MAX_ROWS))
        match_all(tree, &self.regrets[0], &self.mixes[0])

    def iterate(self, int count):
        """Do so many iterations more."""
        cdef Pass walk = pass_of(self.tree, self.relative, self.weights)
        cdef int _round, seat
        with nogil:
            for _round in range(count):
                self.iterations += 1
                for seat in range(walk.players):
                    walk.seat = seat
                    self._go_down(&walk)
                    self._go_up(&walk)

    cdef int _go_down(self, Pass* walk) except -1 nogil:
        """Find how the others reach each node and how the seat does; add to its average."""
        cdef const Node* node
        cdef double reach, own_reach
        cdef double weight = <double>self.iterations * self.iterations
        cdef int i, index, children, stride, j, a, slot
        cdef bint decides
        self.reach[0] = 1.0
        self.own_reach[0] = 1.0
        for i in range(walk.decisions):
            index = walk.decision[i]
            node = &walk.nodes[index]
            reach = self.reach[index]
            own_reach = self.own_reach[index]
            children = width(node, walk.players)
            visit(walk, children)
            if reach == 0.0 and own_reach == 0.0:
                for j in range(children):
                    self.reach[node.first + j] = 0.0
                    self.own_reach[node.first + j] = 0.0
                continue
            weigh_children(walk, node, &self.mixes[0])
            decides = node.owner == EVERYBODY or node.owner == walk.seat
            slot = seat_slot(walk, node)
            stride = seat_stride(walk, node)
            if decides:
                for a in range(node.actions):
                    self.sums[slot + a] += weight * own_reach * self.mixes[slot + a]
            a = 0
            for j in range(children):
                if j % stride == 0 and j > 0:
                    a = a + 1 if a + 1 < node.actions else 0
                self.reach[node.first + j] = reach * walk.weights[j]
                self.own_reach[node.first + j] = own_reach * (
                    self.mixes[slot + a] if decides else 1.0
                )
        return 0

    cdef int _go_up(self, Pass* walk) except -1 nogil:
        """Find what each node is worth to the seat; update its regrets and strategy."""
        cdef double found[MOST_ACTIONS]
        cdef const Node* node
        cdef double value, regret
        cdef int i, index, children, actions, a, slot
        for i in range(walk.decisions - 1, -1, -1):
            index = walk.decision[i]
            node = &walk.nodes[index]
            self.values[index] = 0.0
            if self.reach[index] == 0.0:
                continue
            children = weigh_children(walk, node, &self.mixes[0])
            visit(walk, children)
            actions = action_values(walk, node, children, &self.values[0], found)
            if node.owner != EVERYBODY and node.owner != walk.seat:
                self.values[index] = found[0]
                continue
            slot = seat_slot(walk, node)
            value = 0.0
            for a in range(actions):
                value += self.mixes[slot + a] * found[a]
            for a in range(actions):
                regret = self.reach[index] * (value - found[a])
                self.regrets[slot + a] = max(0.0, self.regrets[slot + a] + regret)
                found[a] = max(0.0, self.regrets[slot + a] + regret)
            match_regrets(found, &self.mixes[slot], actions)
            self.values[index] = value
        return 0

    def average(self):
        """The average profile."""
        profile = np.zeros(self.tree.slots + 1)
        cdef double[::1] view = profile
        match_all(self.tree, &self.sums[0], &view[0])
        return profile

    def current(self):
        """The profile of the last iteration."""
        return np.array(self.mixes)


cdef int evaluate_seat(
    Pass* walk, const double* profile, double* values, double* best_values
) except -1 nogil:
    """What each node is worth to the seat, playing the profile and playing best against it."""
    cdef double found[MOST_ACTIONS]
    cdef const Node* node
    cdef int i, index, children, actions, a, slot
    for i in range(walk.decisions - 1, -1, -1):
        index = walk.decision[i]
        node = &walk.nodes[index]
        values[index] = 0.0
        children = weigh_children(walk, node, profile)
        visit(walk, children)
        actions = action_values(walk, node, children, best_values, found)
        best_values[index] = found[0]
        for a in range(1, actions):
            best_values[index] = min(best_values[index], found[a])
        action_values(walk, node, children, values, found)
        if node.owner != EVERYBODY and node.owner != walk.seat:
            values[index] = found[0]
            continue
        slot = seat_slot(walk, node)
        for a in range(actions):
            values[index] += profile[slot + a] * found[a]
    return 0


def evaluate(Tree tree not None, bint relative, const double[::1] profile):
    """What a profile gives, and what each seat could have against it.

    Parameters
    ----------
    tree : Tree
        The game.
    relative : bool
        Whether seats compare their bull heads with the others' mean.
    profile : ndarray of float64
        Probabilities, as ``RegretMinimiser`` returns them.

    Returns
    -------
    values, best_values : ndarray of float64, shape (players,)
        The value of each seat; the same if it alone plays best.
    """
    cdef double[::1] scratch = np.zeros(tree.nodes)
    cdef double[::1] best_scratch = np.zeros(tree.nodes)
    cdef double[::1] weights = np.zeros(max(tree.widest, MAX_ROWS))
    cdef Pass walk = pass_of(tree, relative, weights)
    values = np.zeros(tree.players)
    best_values = np.zeros(tree.players)
    cdef int seat
    for seat in range(tree.players):
        walk.seat = seat
        with nogil:
            evaluate_seat(&walk, &profile[0], &scratch[0], &best_scratch[0])
        values[seat] = worth(&walk, &scratch[0], 0)
        best_values[seat] = worth(&walk, &best_scratch[0], 0)
    return values, best_values
