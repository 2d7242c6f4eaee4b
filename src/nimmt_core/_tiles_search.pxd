"""Best-first search over the values, one colour at a time.

A node is what the rest depends on: the states of the four colours, the tiles that go to groups of
this value, and the jokers used.  A label is a way to a node, with what it costs and what it spends.
It is no use if another way costs and spends no more.  Labels wait in the order of a bound of the
cost; those that are as good as the one just done are done first, from a stack.
"""

from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport int32_t, int64_t, int8_t, uint32_t, uint64_t
from libc.stdlib cimport realloc
from libc.string cimport memset

from nimmt_core._tiles_colour cimport infinite, join, prepare_colours
from nimmt_core._tiles_groups cimport TOO_MANY, closings
from nimmt_core._tiles_prices cimport paid_back
from nimmt_core._tiles_types cimport (
    COLOURS, COST_UNIT, Label, MAX_JOKERS, Option, STEPS, Slot, UNKNOWN, Waiting, Work,
)

cdef enum:
    FIRST_SLOT_BITS = 11
    SIGNAL_MASK = (1 << 12) - 1


cdef inline uint32_t rest_of(int step, int jokers, int code) noexcept nogil:
    return step | jokers << 8 | code << 16


cdef inline int step_of(const Label* label) noexcept nogil:
    return label.rest & 0xFF


cdef inline int jokers_of(const Label* label) noexcept nogil:
    return label.rest >> 8 & 0xFF


cdef inline int groups_of(const Label* label) noexcept nogil:
    return label.rest >> 16


cdef inline bint before(const Waiting* a, const Waiting* b) noexcept nogil:
    """Whether a label is done earlier: by its bound, and then by how far it is."""
    return a.bound < b.bound or (a.bound == b.bound and a.step > b.step)


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
    entry.step = step_of(&work.labels[label])
    place = work.heap_total
    work.heap_total += 1
    while place:
        parent = (place - 1) >> 1
        if not before(&entry, &work.heap[parent]):
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
            &work.heap[child + 1], &work.heap[child]
        ):
            child += 1
        if not before(&work.heap[child], &entry):
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


cdef inline uint64_t hash_of(const Label* label) noexcept nogil:
    cdef uint64_t mixed = label.entry[0] | <uint64_t>label.entry[1] << 32
    mixed = mixed * 0xA0761D6478BD642FULL ^ (label.entry[2] | <uint64_t>label.entry[3] << 32)
    mixed ^= <uint64_t>label.rest * 0x9E3779B97F4A7C15ULL
    mixed *= 0xD6E8FEB86659FD93ULL
    mixed ^= mixed >> 32
    return mixed * 0xD6E8FEB86659FD93ULL


cdef inline bint is_same(const Label* label, const Label* other) noexcept nogil:
    """Whether two labels are of one node."""
    return (
        label.rest == other.rest and label.entry[0] == other.entry[0]
        and label.entry[1] == other.entry[1] and label.entry[2] == other.entry[2]
        and label.entry[3] == other.entry[3]
    )


cdef inline Slot* node_of(Work* work, const Label* label) noexcept nogil:
    """The slot with the best label of a node; its label is UNKNOWN if the node is new."""
    cdef uint64_t mask = (<uint64_t>1 << work.slot_bits) - 1
    cdef uint64_t mixed = hash_of(label)
    cdef uint64_t place = mixed >> (64 - work.slot_bits)
    cdef uint32_t tag = <uint32_t>mixed
    cdef Slot* slot
    while True:
        slot = &work.slots[place]
        if slot.label == UNKNOWN:
            slot.tag = tag
            return slot
        if slot.tag == tag:
            if is_same(&work.labels[slot.label], label):
                return slot
        place = (place + 1) & mask


cdef inline bint is_beaten(const Label* label, const Label* by) noexcept nogil:
    """Whether another label of the same node costs and spends no more."""
    return by.cost <= label.cost and by.spent <= label.spent


cdef inline bint keep_best(Work* work, int32_t index) noexcept nogil:
    """Make a label its node's best one if it is; return whether it is of any use."""
    cdef const Label* label = &work.labels[index]
    cdef const Label* best
    cdef Slot* slot = node_of(work, label)
    if slot.label == UNKNOWN:
        work.slot_total += 1
        slot.label = index
        return True
    best = &work.labels[slot.label]
    if is_beaten(label, best):
        return False
    if label.spent < best.spent or is_beaten(best, label):
        slot.label = index
    return True


cdef inline int clear_slots(Work* work, int bits) except -1 nogil:
    """Make the table of nodes one of that size, with the labels that there are."""
    cdef Slot* grown
    cdef int32_t index
    if bits > work.slot_room_bits:
        grown = <Slot*>realloc(work.slots, sizeof(Slot) << bits)
        if grown == NULL:
            with gil:
                raise MemoryError
        work.slots = grown
        work.slot_room_bits = bits
    work.slot_bits = bits
    work.slot_total = 0
    memset(work.slots, 0xFF, sizeof(Slot) << bits)
    for index in range(work.label_total):
        keep_best(work, index)
    return 0


cdef inline int add_label(Work* work, const Label* made, int64_t now) except -1 nogil:
    """Let a label wait, unless one of the same node is as good."""
    cdef Label* grown
    cdef int32_t index = work.label_total
    if index == work.label_room:
        grown = <Label*>realloc(work.labels, 2 * work.label_room * sizeof(Label))
        if grown == NULL:
            with gil:
                raise MemoryError
        work.labels = grown
        work.label_room *= 2
    work.labels[index] = made[0]
    if not keep_best(work, index):
        return 0
    work.label_total += 1
    if made.bound <= now:
        push_stack(work, index)
    else:
        push_heap(work, made.bound, index)
    if work.slot_total > 1 << (work.slot_bits - 1):
        clear_slots(work, work.slot_bits + 1)
    return 0


cdef inline int64_t joined(const int64_t* sums, const int64_t* other, int jokers) noexcept nogil:
    """The bound of all colours with so many jokers."""
    cdef int64_t best = sums[jokers] + other[0]
    cdef int part
    for part in range(1, jokers + 1):
        best = min(best, sums[jokers - part] + other[part])
    return best


cdef inline void pay_for_jokers(const Work* work, Label* made) noexcept nogil:
    """Add to a whole arrangement what its jokers cost, and those that are left."""
    cdef int left = work.most_jokers - jokers_of(made)
    cdef int laid = jokers_of(made) - work.least_jokers
    made.cost += work.cost.joker_left * left + work.cost.joker_laid * laid
    made.cost += work.joker_price * left  # what was given back already for all jokers
    made.spent += work.spent.joker_left * left + work.spent.joker_laid * laid


cdef inline int expand(
    Work* work, int32_t index, int64_t limit, int64_t budget
) except -1 nogil:
    """Add what can follow a label."""
    cdef Label label = work.labels[index]
    cdef Label made
    cdef int step = step_of(&label)
    cdef int value = step // COLOURS
    cdef int colour = step % COLOURS
    cdef int left = work.most_jokers - jokers_of(&label)
    cdef int width = work.most_jokers + 1
    cdef int64_t cost_sums[MAX_JOKERS + 1]
    cdef int64_t spent_sums[MAX_JOKERS + 1]
    cdef int64_t cost, spent
    cdef int entry, other, i, last, code, still, needed, most, closing, fit
    cdef const Option* option
    cdef const int8_t* released = NULL
    cdef int64_t groups = 0
    cdef bint first = True
    for other in range(COLOURS):
        if other != colour:
            entry = label.entry[other] * width
            join(cost_sums, work.bound_cost + entry, left, first)
            if work.limited:
                join(spent_sums, work.bound_spent + entry, left, first)
            first = False
    made = label
    made.parent = index
    entry = label.entry[colour]
    last = work.entries[entry].first + work.entries[entry].count
    for i in range(work.entries[entry].first, last):
        option = &work.options[i]
        still = left - option.jokers
        if still < 0:
            continue
        code = groups_of(&label) | option.group << 2 * colour
        needed = 0
        fit = 1
        most = 0
        if not work.group_count[value]:
            needed = work.jokers_needed[work.group_tiles[code]][work.group_depth[code]][
                work.others_one[step]
            ][work.others_two[step]]
        if colour == COLOURS - 1:
            # The value is complete: its groups must be, too, and they get back what was paid.
            most = still
            groups = -paid_back(work, value, code) - work.groups_least[value]
            if work.group_count[value]:
                released = closings(work, value, code)
            else:
                fit = work.jokers_fit[work.group_tiles[code]][work.group_depth[code]]
            code = 0
        elif needed > still:
            continue
        cost = label.cost + option.cost
        spent = label.spent + option.spent
        made.option = i
        made.entry[colour] = option.after
        for closing in range(most, -1, -1):
            # On the way, jokers that groups will need are missing elsewhere.
            made.cost = cost + groups
            made.spent = spent
            if colour == COLOURS - 1:
                if work.group_count[value]:
                    if released[closing] == TOO_MANY:
                        continue
                    made.cost += released[closing] * work.release_cost
                elif not fit >> closing & 1:
                    continue
                made.cost += closing * (work.cost.joker_at[value] + work.joker_price)
                made.spent += closing * work.spent.joker_at[value]
                needed = closing
            made.bound = made.cost + joined(
                cost_sums, work.bound_cost + option.after * width, still - needed
            )
            if made.bound >= infinite() // 2:
                continue
            if work.priced and colour < COLOURS - 1:
                made.bound += work.completion[step][code]
            # Costs are multiples of the unit; prices are not.
            made.bound = max(made.bound + work.base, label.bound)
            made.bound = (made.bound + COST_UNIT - 1) // COST_UNIT * COST_UNIT
            if made.bound > limit:
                continue
            if work.limited and made.spent + joined(
                spent_sums, work.bound_spent + option.after * width, still - needed
            ) > budget:
                continue
            made.rest = rest_of(step + 1, work.most_jokers - still + closing, code)
            if step == STEPS - 1:
                if jokers_of(&made) < work.least_jokers:
                    continue
                pay_for_jokers(work, &made)
                made.bound = made.cost + work.base
                if made.bound > limit or made.spent > budget:
                    continue
            add_label(work, &made, label.bound)
    return 0


cdef inline bint is_late(Work* work, int32_t index) noexcept nogil:
    """Whether a better label of the same node came while this one waited."""
    cdef const Label* label = &work.labels[index]
    cdef int32_t best = node_of(work, label).label
    return best != index and is_beaten(label, &work.labels[best])


cdef inline int search(
    Work* work, int64_t limit, int64_t budget, int64_t patience
) except -1 nogil:
    """Find the arrangement that costs least, up to a limit, among those within the budget.

    `work.goal` gets its label, or UNKNOWN.  Returns whether it is known what it gets, before more
    labels were gone on from than there was patience for.
    """
    cdef int32_t index
    cdef int colour
    cdef Label root
    work.goal = UNKNOWN
    work.label_total = work.stack_total = work.heap_total = 0
    work.expanded = 0
    clear_slots(work, FIRST_SLOT_BITS)
    prepare_colours(work)
    memset(&root, 0, sizeof(Label))
    root.parent = root.option = UNKNOWN
    for colour in range(COLOURS):
        root.entry[colour] = work.root[colour]
    add_label(work, &root, 0)
    while work.stack_total or work.heap_total:
        if work.stack_total:
            work.stack_total -= 1
            index = work.stack[work.stack_total]
        else:
            index = pop_heap(work)
        if is_late(work, index):
            continue
        if step_of(&work.labels[index]) == STEPS:
            work.goal = index
            return 1
        if work.expanded == patience:
            return 0
        work.expanded += 1
        work.in_all += 1
        if work.in_all & SIGNAL_MASK == 0:
            with gil:
                PyErr_CheckSignals()
        expand(work, index, limit, budget)
    return 1
