"""What plays of four cards each lead to, standard placement, and what the table knows of it.

All places in the table are asked for at once, before any is looked at: they come from far.
"""

from libc.stdint cimport uint32_t, uint64_t

from nimmt_core._exact_memory cimport fetch
from nimmt_core._exact_plays cimport both_join, ranked_without, take_and_join
from nimmt_core._exact_rows cimport canonical, present, without_bit, without_class
from nimmt_core._exact_triples cimport tighten_triple, triple_bucket
from nimmt_core._exact_types cimport (
    ENDLESS, Few, Follower, Followers, MOST_FEW, Node, ONE, Search, value_t,
)


cdef inline void list_followers(
    const Search* search, const Node* node, const Few* few, Followers* followers
) noexcept nogil:
    cdef int index, place, low, high
    cdef bint first_low, joins
    cdef value_t gain
    cdef uint32_t owner
    cdef uint64_t rows, ranked, weights
    cdef uint64_t lanes = present(search.rows)
    cdef Follower* follower = followers.each
    for index in range(MOST_FEW * MOST_FEW):
        followers.begin[index] = <int>(follower - followers.each)
        low = few.mine[index // MOST_FEW]
        high = few.theirs[index % MOST_FEW]
        first_low = low < high
        if not first_low:
            low, high = high, low
        weights = without_class(without_class(node.weights, high), low)
        owner = without_bit(without_bit(node.owner, high), low)
        ranked = ranked_without(few, node.rows, low, high, lanes)
        joins = few.row[low] >= 0
        for place in range(1 if joins else few.choices):
            rows = ranked
            if joins:
                gain = both_join(few, &rows, low, high, search.capacity)
            else:
                gain = take_and_join(
                    few, &rows, few.order[place], low, high, search.capacity
                )
            follower.rows = canonical(rows, 2 * MOST_FEW - 2, lanes, search.capacity)
            follower.weights = weights
            follower.owner = owner
            follower.gain = (gain if first_low else -gain) * ONE
            follower.bucket = triple_bucket(
                search, follower.rows, follower.weights, follower.owner, &follower.label
            )
            fetch(follower.bucket)
            follower += 1
    followers.begin[MOST_FEW * MOST_FEW] = <int>(follower - followers.each)


cdef inline void tighten_entry(Few* few, const Followers* followers, int index) noexcept nogil:
    """Set the bounds of an entry to what the table proves."""
    cdef const Follower* follower
    cdef int place
    cdef value_t lo, hi
    cdef bint maximises = few.mine[index // MOST_FEW] < few.theirs[index % MOST_FEW]
    cdef value_t least = -ENDLESS if maximises else ENDLESS
    cdef value_t most = least
    for place in range(followers.begin[index], followers.begin[index + 1]):
        follower = &followers.each[place]
        lo = -ENDLESS
        hi = ENDLESS
        tighten_triple(follower.bucket, follower.label, &lo, &hi)
        if lo > -ENDLESS:
            lo += follower.gain
        if hi < ENDLESS:
            hi += follower.gain
        if maximises:
            least = max(least, lo)
            most = max(most, hi)
        else:
            least = min(least, lo)
            most = min(most, hi)
    few.lows[index] = least
    few.highs[index] = most
