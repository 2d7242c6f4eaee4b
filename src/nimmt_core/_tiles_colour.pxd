"""One colour at one value: its options, and bounds of what follows if groups take what they like.

An open run is one that reached the value before.  The state of a colour is how many open runs have
one tile, two, and three or more.  Short ones must go on.  A long one that can go on does: whatever
follows a new run, follows a long one too.  So the number of tiles and jokers decides.

Where 1 follows 13, it is chosen at 1 which open runs come from 13, and the same must be open there
in the end.
"""

from libc.stdint cimport int32_t, int64_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport realloc
from libc.string cimport memset

from nimmt_core._tiles_types cimport (
    AFTER_ONE, AFTER_TWO, COLOURS, COPIES, Entry, Held, KEPT, MAX_JOKERS, NO_STATE, Option, UNKNOWN,
    VALUES, Weights, Work,
)

cdef inline int64_t infinite() noexcept nogil:
    """A cost that cannot be paid; a sum of a few does not overflow."""
    return <int64_t>1 << 58


cdef inline int more_entries(Work* work) except -1 nogil:
    """Make room for twice as many entries."""
    cdef size_t room = 2 * work.entry_room
    cdef Entry* entries = <Entry*>realloc(work.entries, room * sizeof(Entry))
    if entries != NULL:
        work.entries = entries
    cdef int64_t* cost = <int64_t*>realloc(
        work.bound_cost, room * (MAX_JOKERS + 1) * sizeof(int64_t)
    )
    if cost != NULL:
        work.bound_cost = cost
    cdef int64_t* spent = <int64_t*>realloc(
        work.bound_spent, room * (MAX_JOKERS + 1) * sizeof(int64_t)
    )
    if spent != NULL:
        work.bound_spent = spent
    cdef int64_t* ahead = <int64_t*>realloc(work.ahead, room * sizeof(int64_t))
    if ahead != NULL:
        work.ahead = ahead
    cdef int64_t* behind = <int64_t*>realloc(work.behind, room * sizeof(int64_t))
    if behind != NULL:
        work.behind = behind
    cdef int32_t* reached = <int32_t*>realloc(work.reached, room * sizeof(int32_t))
    if reached != NULL:
        work.reached = reached
    if (
        entries == NULL or cost == NULL or spent == NULL or ahead == NULL or behind == NULL
        or reached == NULL
    ):
        with gil:
            raise MemoryError
    work.entry_room = <int>room
    return 0


cdef inline int entry_of(
    Work* work, int colour, int value, int state, uint32_t lanes, int start, uint32_t start_lanes
) except -1 nogil:
    """The number of an entry, which is made if there is none."""
    cdef int32_t* head = &work.heads[(colour * (VALUES + 1) + value) * work.state_limit + state]
    cdef int32_t found = head[0]
    cdef Entry* entry
    while found != UNKNOWN:
        entry = &work.entries[found]
        if entry.lanes == lanes and entry.start == start and entry.start_lanes == start_lanes:
            return found
        found = entry.link
    if work.entry_total == work.entry_room:
        more_entries(work)
    found = work.entry_total
    work.entry_total += 1
    entry = &work.entries[found]
    entry.first = UNKNOWN
    entry.link = head[0]
    entry.lanes = lanes
    entry.start_lanes = start_lanes
    entry.start = <uint16_t>start
    entry.state = <uint16_t>state
    entry.colour = colour
    entry.value = value
    head[0] = found
    return found


cdef inline int64_t price(
    const Weights* weights, int colour, int value, int left, int laid
) noexcept nogil:
    """What tiles of the rack cost, so many left and so many laid."""
    return weights.left[colour][value] * left + weights.laid[colour][value] * laid


cdef inline bint is_wild(const Held* held, int value) noexcept nogil:
    """Whether a run has a joker at a value."""
    return held.wild >> (value - held.first + (VALUES if value < held.first else 0)) & 1


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


cdef struct Way:
    # What is settled of a colour at a value before its tiles are shared out.
    int lengths[3]
    uint32_t lanes
    uint32_t start_lanes
    int start
    uint64_t begun
    int jokers
    int released


cdef inline void set_way(
    const Work* work, int state, uint32_t lanes, int start, uint32_t start_lanes, Way* way
) noexcept nogil:
    """Begin to settle what follows a state."""
    cdef int i
    memset(way, 0, sizeof(Way))
    for i in range(3):
        way.lengths[i] = work.lengths[state][i]
    way.lanes = lanes
    way.start = start
    way.start_lanes = start_lanes


cdef inline int add_options(Work* work, int colour, int value, const Way* way) except -1 nogil:
    """Add what the colour can do once it is settled which runs of the table are kept."""
    cdef int step = value * COLOURS + colour
    cdef int kept = 0
    cdef int ended = 0
    cdef uint32_t going_on = 0
    cdef int lane, most, least, tiles, wild, group, short_runs, extra, longer, state, lacking
    cdef int used, after, needed
    cdef int64_t cost[COPIES + 1]
    cdef int64_t spent[COPIES + 1]
    cdef Option* option
    cdef const Held* held
    for lane in range(work.lanes_used):
        if way.lanes >> lane & 1:
            held = &work.held[work.lane_run[step][lane]]
            kept += not is_wild(held, value)
            if held.last == value or held.last == value + VALUES:
                ended += not held.closed
            else:
                going_on |= <uint32_t>1 << lane
    most = work.most[colour][value] - kept
    least = work.least[colour][value] - kept
    short_runs = way.lengths[0] + way.lengths[1]
    # Runs that come from 13 go on: those that do not, end there.
    needed = way.lengths[2] if work.wrap and value == 0 else 0
    for used in range(max(least, 0), most + 1):
        cost[used] = way.released * work.release_cost + price(
            &work.cost, colour, value, most - used, used - least
        )
        spent[used] = price(&work.spent, colour, value, most - used, used - least)
    for wild in range(work.most_jokers - way.jokers, -1, -1):
        for tiles in range(most, -1, -1):
            extra = tiles + wild - short_runs
            if (
                extra < needed or tiles + wild > work.open_limit[step]
                or tiles + wild + ended > work.open_runs
            ):
                continue
            longer = min(way.lengths[2], extra)
            lacking = max(0, extra - longer + way.lengths[0] - work.room_next[step])
            lacking += max(0, extra - longer - work.room_later[step])
            if lacking > work.most_jokers - way.jokers - wild:
                continue
            state = work.state_of[extra - longer][way.lengths[0]][way.lengths[1] + longer + ended]
            after = UNKNOWN
            for group in range(work.group_least[step], min(COPIES, most - tiles) + 1):
                if tiles + group < least or not work.groupable[step][group]:
                    continue
                if after == UNKNOWN:
                    after = entry_of(
                        work, colour, value + 1, state, going_on, way.start, way.start_lanes
                    )
                option = new_option(work)
                if option == NULL:
                    with gil:
                        raise MemoryError
                option.cost = cost[tiles + group] + work.prices.of[value][colour][group]
                option.cost += wild * work.cost.joker_at[value]
                option.cost += (way.jokers + wild) * work.joker_price
                option.spent = spent[tiles + group] + wild * work.spent.joker_at[value]
                option.after = after
                option.begun = way.begun
                option.jokers = way.jokers + wild
                option.group = group
                option.tiles = tiles
                option.wild = wild
    return 0


cdef inline int begin_runs(
    Work* work, int colour, int value, int index, const Way* way
) except -1 nogil:
    """Settle which runs of the table that begin here are kept, and add the options of each way."""
    cdef int step = value * COLOURS + colour
    cdef int how, shorter, form, run
    cdef uint32_t lane
    cdef bint under_way = False
    cdef const Held* held
    cdef Way after
    if index == work.begin_count[step]:
        return add_options(work, colour, value, way)
    cdef int forms = work.held[work.begin[step][index]].forms
    for form in range(forms):
        held = &work.held[work.begin[step][index + form]]
        if held.last >= VALUES:
            under_way |= way.start_lanes >> held.lane & 1
    if not under_way and not work.held[work.begin[step][index]].forced:
        after = way[0]
        after.released += 1
        begin_runs(work, colour, value, index + forms, &after)
    for form in range(forms):
        run = work.begin[step][index + form]
        held = &work.held[run]
        lane = <uint32_t>1 << held.lane
        if held.last >= VALUES:
            if not way.start_lanes & lane:
                continue
        elif under_way:
            continue
        if way.jokers + held.jokers > work.most_jokers:
            continue
        for how in range(KEPT, KEPT + held.before + 1):
            after = way[0]
            after.lengths[0] -= how == AFTER_ONE
            after.lengths[1] -= how == AFTER_TWO
            shorter = min(after.lengths[0], after.lengths[1])
            if shorter >= 0:
                after.lanes |= lane
                after.begun |= <uint64_t>how << 2 * (index + form)
                after.jokers += held.jokers
                begin_runs(work, colour, value, index + forms, &after)
    return 0


cdef inline int come_from_last(
    Work* work, int colour, int index, uint32_t lanes
) except -1 nogil:
    """Settle what comes from 13 to 1, and add the options of each way."""
    cdef int state, form, coming, run
    cdef const Held* held
    cdef Way way
    if index < work.crossing_count[colour]:
        run = work.crossing[colour][index]
        held = &work.held[run]
        # What must be kept need not come from 13 if another form of it, before this one, does not.
        if not held.forced or (run > 0 and work.held[run - 1].forms > 1):
            come_from_last(work, colour, index + held.forms, lanes)
        for form in range(held.forms):
            come_from_last(
                work, colour, index + held.forms,
                lanes | <uint32_t>1 << work.held[work.crossing[colour][index + form]].lane,
            )
        return 0
    coming = work.most[colour][VALUES - 1] + work.ends_last[colour] + work.most_jokers
    for state in range(work.states_up_to[min(coming, work.open_runs)]):
        set_way(work, state, lanes, state, lanes, &way)
        begin_runs(work, colour, 0, 0, &way)
    return 0


cdef inline bint can_end(const Work* work, const Entry* entry) noexcept nogil:
    """Whether a colour can be in this state after 13."""
    cdef const int* lengths = work.lengths[entry.state]
    cdef const int* start = work.lengths[entry.start]
    return lengths[0] == start[0] and lengths[1] == start[1] and lengths[2] >= start[2]


cdef inline int prepare(Work* work, int entry) except -1 nogil:
    """Fill in the options and bounds of an entry, and of those that it needs."""
    cdef int width = work.most_jokers + 1
    cdef int64_t cost[MAX_JOKERS + 1]
    cdef int64_t spent[MAX_JOKERS + 1]
    cdef int first, total, i, after, jokers, kept
    cdef Entry here = work.entries[entry]
    cdef Option option
    cdef Way way
    if here.first != UNKNOWN:
        return 0
    for jokers in range(width):
        cost[jokers] = spent[jokers] = infinite()
    first = work.option_total
    work.entries[entry].first = first
    kept = 0
    if here.value == VALUES:
        if can_end(work, &here):
            for jokers in range(width):
                cost[jokers] = spent[jokers] = 0
    else:
        if here.start == NO_STATE:
            come_from_last(work, here.colour, 0, 0)
        else:
            set_way(work, here.state, here.lanes, here.start, here.start_lanes, &way)
            begin_runs(work, here.colour, here.value, 0, &way)
        total = work.option_total  # options that are added on the way lie behind these
        for i in range(first, total):
            option = work.options[i]
            prepare(work, option.after)
            after = option.after * width
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
    work.entries[entry].count = kept
    for jokers in range(width):
        work.bound_cost[entry * width + jokers] = cost[jokers]
        work.bound_spent[entry * width + jokers] = spent[jokers]
    return 0


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


cdef inline int prepare_colours(Work* work) except -1 nogil:
    """Fill in all options and bounds, from nothing."""
    cdef int colour
    memset(work.heads, 0xFF, COLOURS * (VALUES + 1) * work.state_limit * sizeof(int32_t))
    work.entry_total = work.option_total = 0
    for colour in range(COLOURS):
        work.root[colour] = entry_of(work, colour, 0, 0, 0, NO_STATE if work.wrap else 0, 0)
        prepare(work, work.root[colour])
    return 0
