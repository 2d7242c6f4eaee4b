"""Best-first search over the values, one colour at a time.

A node is what the rest depends on: the states of the four colours, the tiles that go to groups of
this value, and the jokers used.  A label is a way to a node, with what it costs and what it spends.
It is no use if another way costs and spends no more.  Labels wait in the order of a bound of the
cost; those that are as good as the one just done are done first, from a stack.
"""

from libc.stdint cimport int32_t, int64_t, int8_t, uint32_t, uint64_t
from libc.stdlib cimport realloc
from libc.string cimport memset

from nimmt_core._tiles_colour cimport infinite, prepare
from nimmt_core._tiles_groups cimport TOO_MANY, closings
from nimmt_core._tiles_types cimport (
    COLOURS, GROUP_CODES, Label, MAX_JOKERS, Option, STEPS, UNKNOWN, VALUES, Waiting, Work,
)


cdef enum: FIRST_SLOT_BITS = 11


cdef inline uint32_t rest_of(int step, int jokers, int code) noexcept nogil:
    return step | jokers << 8 | code << 16


cdef inline int step_of(const Label* label) noexcept nogil:
    return label.rest & 0xFF


cdef inline int jokers_of(const Label* label) noexcept nogil:
    return label.rest >> 8 & 0xFF


cdef inline int groups_of(const Label* label) noexcept nogil:
    return label.rest >> 16


cdef inline bint before(const Work* work, const Waiting* a, const Waiting* b) noexcept nogil:
    """Whether a label is done earlier: by its bound, and then by how far it is."""
    if a.bound != b.bound:
        return a.bound < b.bound
    return step_of(&work.labels[a.label]) > step_of(&work.labels[b.label])


cdef inline int push_heap(Work* work, int64_t bound, int32_t label) except -1 nogil:
    cdef Waiting* grown
    cdef Waiting entry
    cdef int place, parent
    if work.heap_total == work.heap_room:
        grown = <Waiting*>realloc(work.heap, 2 * work.heap_room * sizeof(Waiting))
        if grown == NULL:
            with gil:
                raise MemoryError
        work.heap = grown
        work.heap_room *= 2
    entry.bound = bound
    entry.label = label
    place = work.heap_total
    work.heap_total += 1
    while place:
        parent = (place - 1) >> 1
        if not before(work, &entry, &work.heap[parent]):
            break
        work.heap[place] = work.heap[parent]
        place = parent
    work.heap[place] = entry
    return 0


cdef inline int pop_heap(Work* work) noexcept nogil:
    """Take out the label with the least bound; there must be one."""
    cdef int found = work.heap[0].label
    cdef Waiting entry
    cdef int place = 0
    cdef int child
    work.heap_total -= 1
    entry = work.heap[work.heap_total]
    while True:
        child = 2 * place + 1
        if child >= work.heap_total:
            break
        if child + 1 < work.heap_total and before(
            work, &work.heap[child + 1], &work.heap[child]
        ):
            child += 1
        if not before(work, &work.heap[child], &entry):
            break
        work.heap[place] = work.heap[child]
        place = child
    work.heap[place] = entry
    return found


cdef inline int push_stack(Work* work, int32_t label) except -1 nogil:
    cdef int32_t* grown
    if work.stack_total == work.stack_room:
        grown = <int32_t*>realloc(work.stack, 2 * work.stack_room * sizeof(int32_t))
        if grown == NULL:
            with gil:
                raise MemoryError
        work.stack = grown
        work.stack_room *= 2
    work.stack[work.stack_total] = label
    work.stack_total += 1
    return 0


cdef inline uint64_t slot_of(const Work* work, uint64_t word, uint32_t rest) noexcept nogil:
    cdef uint64_t mixed = (word ^ <uint64_t>rest * 0x9E3779B97F4A7C15ULL) * 0xD6E8FEB86659FD93ULL
    mixed ^= mixed >> 32
    return mixed * 0xD6E8FEB86659FD93ULL >> (64 - work.slot_bits)


cdef inline int32_t* node_of(Work* work, uint64_t word, uint32_t rest) noexcept nogil:
    """The place of a node's best label, UNKNOWN in it if there is none."""
    cdef uint64_t mask = (<uint64_t>1 << work.slot_bits) - 1
    cdef uint64_t slot = slot_of(work, word, rest)
    cdef const Label* label
    while work.slots[slot] != UNKNOWN:
        label = &work.labels[work.slots[slot]]
        if label.word == word and label.rest == rest:
            break
        slot = (slot + 1) & mask
    return &work.slots[slot]


cdef inline bint is_beaten(const Work* work, int32_t label, int32_t by) noexcept nogil:
    """Whether another label of the same node costs and spends no more."""
    return (
        work.labels[by].cost <= work.labels[label].cost
        and work.labels[by].spent <= work.labels[label].spent
    )


cdef inline bint keep_best(Work* work, int32_t label) noexcept nogil:
    """Make a label its node's best one if it is; return whether it is of any use."""
    cdef int32_t* slot = node_of(work, work.labels[label].word, work.labels[label].rest)
    if slot[0] == UNKNOWN:
        work.slot_total += 1
    elif is_beaten(work, label, slot[0]):
        return False
    elif work.labels[label].spent >= work.labels[slot[0]].spent and not is_beaten(
        work, slot[0], label
    ):
        return True
    slot[0] = label
    return True


cdef inline int clear_slots(Work* work, int bits) except -1 nogil:
    """Make the table of nodes one of that size, with the labels that there are."""
    cdef int32_t* grown
    cdef int32_t label
    if bits > work.slot_room_bits:
        grown = <int32_t*>realloc(work.slots, sizeof(int32_t) << bits)
        if grown == NULL:
            with gil:
                raise MemoryError
        work.slots = grown
        work.slot_room_bits = bits
    work.slot_bits = bits
    work.slot_total = 0
    memset(work.slots, 0xFF, sizeof(int32_t) << bits)
    for label in range(work.label_total):
        keep_best(work, label)
    return 0


cdef inline int add_label(
    Work* work, int32_t parent, uint64_t word, uint32_t rest, int64_t cost, int64_t spent,
    int64_t bound, int32_t option, int closing, int64_t now
) except -1 nogil:
    """Let a label wait, unless one of the same node is as good."""
    cdef Label* grown
    cdef Label* label
    if work.label_total == work.label_room:
        grown = <Label*>realloc(work.labels, 2 * work.label_room * sizeof(Label))
        if grown == NULL:
            with gil:
                raise MemoryError
        work.labels = grown
        work.label_room *= 2
    label = &work.labels[work.label_total]
    label.word = word
    label.rest = rest
    label.parent = parent
    label.option = option
    label.closing = closing
    label.cost = cost
    label.spent = spent
    label.bound = bound
    if not keep_best(work, work.label_total):
        return 0
    work.label_total += 1
    if bound <= now:
        push_stack(work, work.label_total - 1)
    else:
        push_heap(work, bound, work.label_total - 1)
    if work.slot_total > 1 << (work.slot_bits - 1):
        clear_slots(work, work.slot_bits + 1)
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


cdef inline int64_t joined(const int64_t* sums, const int64_t* other, int jokers) noexcept nogil:
    """The bound of all colours with so many jokers."""
    cdef int64_t best = sums[jokers] + other[0]
    cdef int part
    for part in range(1, jokers + 1):
        best = min(best, sums[jokers - part] + other[part])
    return best


cdef inline int finish(Work* work, int32_t parent, uint64_t word, int jokers, int64_t cost,
                       int64_t spent, int32_t option, int closing, int64_t limit,
                       int64_t budget, int64_t now) except -1 nogil:
    """Add the label of a whole arrangement, with what its jokers cost."""
    if jokers < work.least_jokers:
        return 0
    cost += work.cost.joker_left * (work.most_jokers - jokers)
    cost += work.cost.joker_laid * (jokers - work.least_jokers)
    spent += work.spent.joker_left * (work.most_jokers - jokers)
    spent += work.spent.joker_laid * (jokers - work.least_jokers)
    if cost > limit or spent > budget:
        return 0
    return add_label(
        work, parent, word, rest_of(STEPS, jokers, 0), cost, spent, cost, option, closing, now
    )


cdef inline int expand(
    Work* work, int32_t index, int64_t limit, int64_t budget
) except -1 nogil:
    """Add what can follow a label."""
    cdef Label label = work.labels[index]
    cdef int step = step_of(&label)
    cdef int value = step // COLOURS
    cdef int colour = step % COLOURS
    cdef int left = work.most_jokers - jokers_of(&label)
    cdef int width = work.most_jokers + 1
    cdef int64_t cost_sums[MAX_JOKERS + 1]
    cdef int64_t spent_sums[MAX_JOKERS + 1]
    cdef int entry, other, i, after, code, still, needed, closing
    cdef int64_t cost, spent, bound
    cdef uint64_t word
    cdef Option option
    cdef bint held_groups = work.group_count[value] > 0
    cdef const int8_t* released
    cdef bint first = True
    for other in range(COLOURS):
        if other != colour:
            entry = prepare(
                work, other, value + (other < colour), label.word >> 16 * other & 0xFFFF
            )
            join(cost_sums, work.bound_cost + entry * width, left, first)
            join(spent_sums, work.bound_spent + entry * width, left, first)
            first = False
    entry = prepare(work, colour, value, label.word >> 16 * colour & 0xFFFF)
    for i in range(work.option_first[entry], work.option_first[entry] + work.option_count[entry]):
        option = work.options[i]
        still = left - option.jokers
        if still < 0:
            continue
        code = groups_of(&label) | option.group << 2 * colour
        needed = 0
        if not held_groups:
            needed = work.jokers_needed[work.group_tiles[code]][work.group_depth[code]][
                work.others_one[step]
            ][work.others_two[step]]
            if needed > still:
                continue
        cost = label.cost + option.cost
        spent = label.spent + option.spent
        word = label.word & ~(<uint64_t>0xFFFF << 16 * colour)
        word |= <uint64_t>option.next << 16 * colour
        after = prepare(work, colour, value + 1, option.next) * width
        if colour < COLOURS - 1:
            bound = cost + joined(cost_sums, work.bound_cost + after, still - needed)
            if bound > limit or bound >= infinite():
                continue
            if spent + joined(spent_sums, work.bound_spent + after, still - needed) > budget:
                continue
            add_label(
                work, index, word, rest_of(step + 1, work.most_jokers - still, code), cost, spent,
                bound, i, 0, label.bound,
            )
            continue
        released = closings(work, value, code) if held_groups else NULL
        for closing in range(needed, still + 1):
            if held_groups:
                if released[closing] == TOO_MANY:
                    continue
                cost = label.cost + option.cost + released[closing] * work.release_cost
                spent = label.spent + option.spent + released[closing] * work.release_spent
            elif not work.jokers_fit[work.group_tiles[code]][
                work.group_depth[code]
            ] >> closing & 1:
                continue
            else:
                cost = label.cost + option.cost
                spent = label.spent + option.spent
            cost += closing * work.cost.joker_at[value]
            spent += closing * work.spent.joker_at[value]
            bound = cost + joined(cost_sums, work.bound_cost + after, still - closing)
            if bound > limit or bound >= infinite():
                continue
            if spent + joined(spent_sums, work.bound_spent + after, still - closing) > budget:
                continue
            if value == VALUES - 1:
                finish(
                    work, index, word, work.most_jokers - still + closing, cost, spent, i, closing,
                    limit, budget, label.bound,
                )
            else:
                add_label(
                    work, index, word, rest_of(step + 1, work.most_jokers - still + closing, 0),
                    cost, spent, bound, i, closing, label.bound,
                )
    return 0


cdef inline int search(Work* work, int64_t limit, int64_t budget) except -1 nogil:
    """Find the arrangement that costs least, up to a limit, among those within the budget.

    `work.goal` gets its label, or UNKNOWN.
    """
    cdef int32_t index
    cdef int32_t* slot
    work.goal = UNKNOWN
    work.label_total = work.stack_total = work.heap_total = 0
    work.expanded = 0
    clear_slots(work, FIRST_SLOT_BITS)
    add_label(work, UNKNOWN, 0, 0, 0, 0, 0, UNKNOWN, 0, 0)
    while work.stack_total or work.heap_total:
        if work.stack_total:
            work.stack_total -= 1
            index = work.stack[work.stack_total]
        else:
            index = pop_heap(work)
        slot = node_of(work, work.labels[index].word, work.labels[index].rest)
        if slot[0] != index and is_beaten(work, index, slot[0]):
            continue
        if step_of(&work.labels[index]) == STEPS:
            work.goal = index
            return 0
        work.expanded += 1
        expand(work, index, limit, budget)
    return 0
