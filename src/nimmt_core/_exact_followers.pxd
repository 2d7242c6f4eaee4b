"""What plays of four cards each lead to, standard placement, and what the table knows of it.

All places in the table are asked for at once, before any is looked at: they come from far.
"""

from nimmt_core._exact_memory cimport fetch
from nimmt_core._exact_rows cimport (
    canonical, cheapest_first, ends_below, join, remove_ranks, take, weight_of,
)
from nimmt_core._exact_triples cimport tighten_triple, triple_bucket
from nimmt_core._exact_types cimport (
    ENDLESS, Few, Follower, Followers, LANES, Node, ONE, Search, value_t,
)


cdef inline void list_followers(
    const Search* search, const Node* node, const Few* few, Followers* followers
) noexcept nogil:
    cdef int order[LANES]
    cdef int index, place, low, high
    cdef bint first_low, joins
    cdef value_t taken
    cdef Node child
    cdef Follower* follower = followers.each
    cheapest_first(node.rows, search.rows, order)
    for index in range(few.k * few.k):
        followers.begin[index] = <int>(follower - followers.each)
        low = few.mine[index // few.k]
        high = few.theirs[index % few.k]
        first_low = low < high
        if not first_low:
            low, high = high, low
        joins = ends_below(node.rows, low) > 0
        for place in range(1 if joins else search.rows):
            child = node[0]
            if joins:
                taken = join(&child.rows, low, weight_of(node.weights, low), search.capacity)
            else:
                taken = take(&child.rows, order[place], low, weight_of(node.weights, low))
            taken -= join(&child.rows, high, weight_of(node.weights, high), search.capacity)
            remove_ranks(&child, low, high, search.rows)
            canonical(&child, search.rows, search.capacity)
            follower.rows = child.rows
            follower.weights = child.weights
            follower.owner = child.owner
            follower.gain = (-taken if first_low else taken) * ONE
            follower.bucket = triple_bucket(
                search, child.rows, child.weights, child.owner, &follower.label
            )
            fetch(follower.bucket)
            follower += 1
    followers.begin[few.k * few.k] = <int>(follower - followers.each)


cdef inline void tighten_entry(Few* few, const Followers* followers, int index) noexcept nogil:
    """Set the bounds of an entry to what the table proves."""
    cdef const Follower* follower
    cdef int place
    cdef value_t lo, hi
    cdef bint maximises = few.mine[index // few.k] < few.theirs[index % few.k]
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
