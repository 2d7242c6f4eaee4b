"""One colour at one value: its options, and bounds of what follows if groups take what they like.

An open run is one that reached the value before.  The state of a colour is how many open runs have
one tile, two, and three or more.  Short ones must go on.  A long one that can go on does: whatever
follows a new run, follows a long one too.  So the number of tiles and jokers decides.
"""

from libc.stdint cimport int32_t, int64_t, uint16_t
from libc.stdlib cimport free, malloc, realloc
from libc.string cimport memset

from nimmt_core._tiles_types cimport (
    AFTER_ONE, AFTER_TWO, COLOURS, COPIES, KEPT, Option, STATE_BITS, STATE_MASK,
    UNKNOWN, VALUES, Weights, Work,
)

cdef inline int64_t infinite() noexcept nogil:
    """A cost that cannot be paid; a sum of a few does not overflow."""
    return <int64_t>1 << 58


cdef inline int entry_of(const Work* work, int colour, int value, int code) noexcept nogil:
    """Place of a colour's options at a value, in a state with lanes under way."""
    cdef int state = code & STATE_MASK
    return (
        ((colour * (VALUES + 1) + value) * work.state_limit + state) << work.lane_bits
    ) + (code >> STATE_BITS)


cdef inline int64_t price(
    const Weights* weights, int colour, int value, int left, int laid
) noexcept nogil:
    """What tiles of the rack cost, so many left and so many laid."""
    return weights.left[colour][value] * left + weights.laid[colour][value] * laid


cdef inline Option* new_option(Work* work) noexcept nogil:
    """Room for one more option, or NULL if there is no memory."""
    cdef Option* grown
    if work.option_total == work.option_room:
        grown = <Option*>realloc(work.options, 2 * work.option_room * sizeof(Option))
        if grown == NULL:
            return NULL
        work.options = grown
        work.option_room *= 2
    work.option_total += 1
    return &work.options[work.option_total - 1]


cdef inline int add_options(
    Work* work, int colour, int value, const int* lengths, int lanes, int begun, int jokers,
    int released
) except -1 nogil:
    """Add what the colour can do once it is settled which runs of the table are kept."""
    cdef int step = value * COLOURS + colour
    cdef int kept = 0
    cdef int ended = 0
    cdef int going_on = 0
    cdef int lane, run, most, least, tiles, wild, group, short_runs, extra, longer, state, lacking
    cdef int used
    cdef int64_t cost[COPIES + 1]
    cdef int64_t spent[COPIES + 1]
    cdef Option* option
    for lane in range(work.lane_bits):
        if lanes >> lane & 1:
            run = work.lane_run[step][lane]
            kept += not (work.held[run].wild >> value & 1)
            if work.held[run].last == value:
                ended += 1
            else:
                going_on |= 1 << lane
    most = work.most[colour][value] - kept
    least = work.least[colour][value] - kept
    short_runs = lengths[0] + lengths[1]
    for used in range(max(least, 0), most + 1):
        cost[used] = released * work.release_cost + price(
            &work.cost, colour, value, most - used, used - least
        )
        spent[used] = price(&work.spent, colour, value, most - used, used - least)
    for wild in range(work.most_jokers - jokers, -1, -1):
        for tiles in range(most, -1, -1):
            extra = tiles + wild - short_runs
            if extra < 0 or tiles + wild + ended > work.open_runs:
                continue
            longer = min(lengths[2], extra)
            lacking = max(0, extra - longer + lengths[0] - work.room_next[step])
            lacking += max(0, extra - longer - work.room_later[step])
            if lacking > work.most_jokers - jokers - wild:
                continue
            state = work.state_of[extra - longer][lengths[0]][lengths[1] + longer + ended]
            for group in range(min(COPIES, most - tiles) + 1):
                if tiles + group < least or not work.groupable[step][group]:
                    continue
                option = new_option(work)
                if option == NULL:
                    with gil:
                        raise MemoryError
                option.cost = cost[tiles + group] + work.prices.of[value][colour][group]
                option.cost += wild * work.cost.joker_at[value]
                option.cost += (jokers + wild) * work.joker_price
                option.spent = spent[tiles + group] + wild * work.spent.joker_at[value]
                option.next = <uint16_t>(state | going_on << STATE_BITS)
                option.begun = <uint16_t>begun
                option.jokers = jokers + wild
                option.group = group
                option.tiles = tiles
                option.wild = wild
    return 0


cdef inline int begin_runs(
    Work* work, int colour, int value, int index, const int* lengths, int lanes, int begun,
    int jokers, int released
) except -1 nogil:
    """Settle which runs of the table that begin here are kept, and add the options of each way."""
    cdef int step = value * COLOURS + colour
    cdef int how, shorter
    cdef int after[3]
    if index == work.begin_count[step]:
        return add_options(work, colour, value, lengths, lanes, begun, jokers, released)
    cdef int run = work.begin[step][index]
    if not work.held[run].forced:
        begin_runs(work, colour, value, index + 1, lengths, lanes, begun, jokers, released + 1)
    if jokers + work.held[run].jokers > work.most_jokers:
        return 0
    for how in range(KEPT, AFTER_TWO + 1):
        after[0] = lengths[0] - (how == AFTER_ONE)
        after[1] = lengths[1] - (how == AFTER_TWO)
        after[2] = lengths[2]
        shorter = min(after[0], after[1])
        if shorter >= 0:
            begin_runs(
                work, colour, value, index + 1, after, lanes | 1 << work.held[run].lane,
                begun | how << 2 * index, jokers + work.held[run].jokers, released,
            )
    return 0


cdef inline int prepare(Work* work, int colour, int value, int code) except -1 nogil:
    """Fill in the options and bounds of an entry, and of those that it needs; return its place."""
    cdef int entry = entry_of(work, colour, value, code)
    cdef int width = work.most_jokers + 1
    cdef int64_t* cost = work.bound_cost + entry * width
    cdef int64_t* spent = work.bound_spent + entry * width
    cdef int first, count, i, after, jokers, kept
    cdef const int* lengths
    cdef Option option
    if work.option_first[entry] != UNKNOWN:
        return entry
    lengths = work.lengths[code & STATE_MASK]
    for jokers in range(width):
        cost[jokers] = infinite()
        spent[jokers] = infinite()
    first = work.option_total
    work.option_first[entry] = first
    work.option_count[entry] = 0
    if value == VALUES:
        if lengths[0] + lengths[1] == 0:
            for jokers in range(width):
                cost[jokers] = spent[jokers] = 0
        return entry
    begin_runs(work, colour, value, 0, lengths, code >> STATE_BITS, 0, 0, 0)
    count = work.option_total - first
    kept = 0
    for i in range(count):
        option = work.options[first + i]
        after = prepare(work, colour, value + 1, option.next) * width
        option.after = after
        if work.bound_cost[after + work.most_jokers - option.jokers] >= infinite():
            continue
        for jokers in range(option.jokers, width):
            cost[jokers] = min(
                cost[jokers], option.cost + work.bound_cost[after + jokers - option.jokers]
            )
            spent[jokers] = min(
                spent[jokers], option.spent + work.bound_spent[after + jokers - option.jokers]
            )
        work.options[first + kept] = option
        kept += 1
    work.option_count[entry] = kept
    return entry


cdef inline void join(int64_t* sums, const int64_t* other, int jokers, bint first) noexcept nogil:
    """Add the bounds of one more colour, the jokers shared out in the best way."""
    cdef int total, part
    cdef int64_t best
    if first:
        for total in range(jokers + 1):
            sums[total] = other[total]
        return
    for total in range(jokers, -1, -1):
        best = infinite()
        for part in range(total + 1):
            best = min(best, sums[total - part] + other[part])
        sums[total] = best


cdef inline int clear_entries(Work* work) except -1 nogil:
    """Forget all options and bounds, and make room for new ones."""
    cdef size_t entries
    cdef size_t width = work.most_jokers + 1
    entries = <size_t>(COLOURS * (VALUES + 1) * work.state_limit) << work.lane_bits
    if entries * width > work.entry_room:
        free(work.option_first)
        free(work.option_count)
        free(work.bound_cost)
        free(work.bound_spent)
        free(work.ahead)
        free(work.behind)
        free(work.reached)
        work.entry_room = entries * width
        work.option_first = <int32_t*>malloc(work.entry_room * sizeof(int32_t))
        work.option_count = <int32_t*>malloc(work.entry_room * sizeof(int32_t))
        work.bound_cost = <int64_t*>malloc(work.entry_room * sizeof(int64_t))
        work.bound_spent = <int64_t*>malloc(work.entry_room * sizeof(int64_t))
        work.ahead = <int64_t*>malloc(work.entry_room * sizeof(int64_t))
        work.behind = <int64_t*>malloc(work.entry_room * sizeof(int64_t))
        work.reached = <int32_t*>malloc(work.entry_room * sizeof(int32_t))
        if (
            work.option_first == NULL or work.option_count == NULL
            or work.bound_cost == NULL or work.bound_spent == NULL
            or work.ahead == NULL or work.behind == NULL or work.reached == NULL
        ):
            work.entry_room = 0
            with gil:
                raise MemoryError
    memset(work.option_first, 0xFF, entries * sizeof(int32_t))
    work.option_total = 0
    return 0
