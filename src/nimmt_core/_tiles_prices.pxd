"""Prices of tiles that go to groups: they bring together what colours want and what makes groups.

The bound of a colour lets it take to groups what it likes.  So each number of tiles that a colour
takes to the groups of a value gets a price, which the colour pays and the groups get back.  What an
arrangement costs in the end does not depend on the prices, but the bounds on the way do, and good
prices make them tight (Lagrangian relaxation).  They are found by block coordinate ascent, one
value after the other, up and down (max-product linear programming, Globerson and Jaakkola 2007):
what an arrangement of everything costs at least, given what a colour takes to groups, is shared out
evenly among the colours.  But for rounding, no such step makes the bound worse.
"""

from libc.stdint cimport int32_t, int64_t, int8_t
from libc.string cimport memset

from nimmt_core._tiles_colour cimport infinite, prepare_colours
from nimmt_core._tiles_groups cimport TOO_MANY, closings
from nimmt_core._tiles_types cimport (
    COLOURS, COPIES, COST_UNIT, GROUP_CODES, Held, Option, Prices, VALUES, Work,
)

cdef enum: SWEEPS = 12


cdef inline void first_prices(Work* work) noexcept nogil:
    """Let each tile that groups of the table lack pay a part of the release of one of them.

    A group that is released makes up for no more tiles than it has.
    """
    cdef int value, colour, i, size, most, lacking
    cdef int wants[COLOURS]
    cdef const Held* held
    memset(&work.prices, 0, sizeof(Prices))
    memset(work.groups_least, 0, sizeof(work.groups_least))
    work.base = work.joker_price = 0
    work.priced = False
    for value in range(VALUES):
        most = 1
        memset(wants, 0, sizeof(wants))
        for i in range(work.group_count[value]):
            held = &work.held[work.group[value][i]]
            size = 0
            for colour in range(COLOURS):
                wants[colour] += held.colours >> colour & 1
                size += held.colours >> colour & 1
            most = max(most, size)
        for colour in range(COLOURS):
            for lacking in range(1, min(wants[colour], COPIES) + 1):
                work.prices.of[value][colour][wants[colour] - lacking] = (
                    lacking * work.release_cost // most
                )


cdef inline int64_t paid_back(const Work* work, int value, int code) noexcept nogil:
    """What the groups of a value get back."""
    cdef int64_t total = 0
    cdef int colour
    for colour in range(COLOURS):
        total += work.prices.of[value][colour][code >> 2 * colour & 3]
    return total


cdef inline int64_t groups_cost(Work* work, int value, int code, int64_t joker) noexcept nogil:
    """The least that groups of these tiles cost, with a price for jokers."""
    cdef const int8_t* released
    cdef int colour, jokers, fit
    cdef int64_t least = infinite()
    for colour in range(COLOURS):
        if code >> 2 * colour & 3 > work.most[colour][value]:
            return infinite()
    if work.group_count[value]:
        released = closings(work, value, code)
        for jokers in range(work.most_jokers + 1):
            if released[jokers] != TOO_MANY:
                least = min(least, released[jokers] * work.release_cost + jokers * joker)
        return least
    fit = work.jokers_fit[work.group_tiles[code]][work.group_depth[code]]
    for jokers in range(work.most_jokers + 1):
        if fit >> jokers & 1:
            return jokers * joker
    return least


cdef inline void fill_completions(Work* work, int value) noexcept nogil:
    """Fill in what groups cost more than the cheapest, with the tiles of some colours known."""
    cdef int64_t* costs = work.completion[value * COLOURS + COLOURS - 1]
    cdef int64_t least = infinite()
    cdef int code, colour, more
    for code in range(GROUP_CODES):
        costs[code] = groups_cost(work, value, code, work.joker_price)
        if costs[code] < infinite():
            costs[code] -= paid_back(work, value, code)
        least = min(least, costs[code])
    work.groups_least[value] = least
    for code in range(GROUP_CODES):
        if costs[code] < infinite():
            costs[code] -= least
    for colour in range(COLOURS - 2, -1, -1):
        for code in range(1 << 2 * (colour + 1)):
            least = infinite()
            for more in range(COPIES + 1):
                least = min(
                    least,
                    work.completion[value * COLOURS + colour + 1][code | more << 2 * (colour + 1)],
                )
            work.completion[value * COLOURS + colour][code] = least


cdef inline void list_reached(Work* work) noexcept nogil:
    """List the entries that can be reached; all have been prepared."""
    cdef int total = 0
    cdef int colour, value, place, entry, i
    cdef int32_t after
    memset(work.behind, 0, work.entry_total * sizeof(int64_t))
    for colour in range(COLOURS):
        work.reached_first[colour][0] = total
        work.reached[total] = work.root[colour]
        total += 1
        for value in range(VALUES):
            work.reached_first[colour][value + 1] = total
            for place in range(work.reached_first[colour][value], total):
                entry = work.reached[place]
                for i in range(work.entries[entry].count):
                    after = work.options[work.entries[entry].first + i].after
                    if work.behind[after] != -1:
                        work.behind[after] = -1
                        work.reached[total] = after
                        total += 1
        work.reached_first[colour][VALUES + 1] = total


cdef inline void wanted(
    const Work* work, int colour, int value, int64_t joker, int64_t* least
) noexcept nogil:
    """The least that a whole way of a colour costs, by its tiles to groups of a value."""
    cdef int place, entry, i, group
    cdef const Option* option
    for group in range(COPIES + 1):
        least[group] = infinite()
    for place in range(
        work.reached_first[colour][value], work.reached_first[colour][value + 1]
    ):
        entry = work.reached[place]
        for i in range(work.entries[entry].count):
            option = &work.options[work.entries[entry].first + i]
            least[option.group] = min(
                least[option.group],
                work.behind[entry] + option.cost + option.jokers * joker
                + work.ahead[option.after],
            )
    for group in range(COPIES + 1):
        if least[group] < infinite():
            least[group] += work.prices.of[value][colour][group]


cdef inline void look_back(Work* work, int colour, int value, int64_t joker) noexcept nogil:
    """Fill in what follows a value at least, from what follows the next one."""
    cdef int place, entry, i
    cdef const Option* option
    for place in range(
        work.reached_first[colour][value], work.reached_first[colour][value + 1]
    ):
        entry = work.reached[place]
        work.ahead[entry] = infinite()
        for i in range(work.entries[entry].count):
            option = &work.options[work.entries[entry].first + i]
            work.ahead[entry] = min(
                work.ahead[entry],
                option.cost + option.jokers * joker + work.prices.of[value][colour][option.group]
                + work.ahead[option.after],
            )


cdef inline void go_on(Work* work, int colour, int value, int64_t joker) noexcept nogil:
    """Fill in what leads to the next value at least, from what leads to this one."""
    cdef int place, entry, i
    cdef const Option* option
    cdef int64_t* after
    for place in range(
        work.reached_first[colour][value + 1], work.reached_first[colour][value + 2]
    ):
        work.behind[work.reached[place]] = infinite()
    for place in range(
        work.reached_first[colour][value], work.reached_first[colour][value + 1]
    ):
        entry = work.reached[place]
        for i in range(work.entries[entry].count):
            option = &work.options[work.entries[entry].first + i]
            after = &work.behind[option.after]
            after[0] = min(
                after[0],
                work.behind[entry] + option.cost + option.jokers * joker
                + work.prices.of[value][colour][option.group],
            )


cdef inline void share_out(Work* work, int value, int64_t joker) noexcept nogil:
    """Set the prices of a value so that every colour bears the same part of the least of all."""
    cdef int64_t least[COLOURS][COPIES + 1]
    cdef int64_t whole[COLOURS][COPIES + 1]
    cdef int64_t total
    cdef int colour, code, group
    for colour in range(COLOURS):
        wanted(work, colour, value, joker, least[colour])
        for group in range(COPIES + 1):
            whole[colour][group] = infinite()
    for code in range(GROUP_CODES):
        total = groups_cost(work, value, code, joker)
        if total >= infinite():
            continue
        total -= paid_back(work, value, code)
        for colour in range(COLOURS):
            total += least[colour][code >> 2 * colour & 3]
        for colour in range(COLOURS):
            group = code >> 2 * colour & 3
            whole[colour][group] = min(whole[colour][group], total)
    for colour in range(COLOURS):
        for group in range(COPIES + 1):
            if whole[colour][group] < infinite() // 4 and least[colour][group] < infinite() // 4:
                work.prices.of[value][colour][group] += (
                    whole[colour][group] // COLOURS - least[colour][group]
                )


cdef inline int64_t bound_of(Work* work, int64_t joker, int* jokers) noexcept nogil:
    """The least that colours and groups cost with these prices; and the jokers that they take."""
    cdef int64_t total = -joker * work.most_jokers
    cdef int64_t least, cost
    cdef int colour, value, code, entry, i
    cdef const Option* option = NULL
    jokers[0] = 0
    for colour in range(COLOURS):
        entry = work.reached[work.reached_first[colour][0]]
        total += work.ahead[entry]
        for value in range(VALUES):
            for i in range(work.entries[entry].count):
                option = &work.options[work.entries[entry].first + i]
                if work.ahead[entry] == (
                    option.cost + option.jokers * joker
                    + work.prices.of[value][colour][option.group]
                    + work.ahead[option.after]
                ):
                    break
            jokers[0] += option.jokers
            entry = option.after
    for value in range(VALUES):
        least = infinite()
        for code in range(GROUP_CODES):
            cost = groups_cost(work, value, code, joker)
            if cost < infinite():
                least = min(least, cost - paid_back(work, value, code))
        total += least
    return total


cdef inline int improve_prices(Work* work) except -1 nogil:
    """Look for prices with a high bound of all arrangements, and get ready to search with them."""
    cdef Prices first = work.prices
    cdef Prices best = work.prices
    cdef int64_t highest = -infinite()
    cdef int64_t low = 0
    cdef int64_t high = 16 * COST_UNIT
    cdef int64_t joker = 8 * COST_UNIT if work.most_jokers else 0
    cdef int64_t bound
    cdef int _, value, colour, place, jokers
    memset(&work.prices, 0, sizeof(Prices))
    prepare_colours(work)
    list_reached(work)
    work.prices = best
    for colour in range(COLOURS):
        for place in range(
            work.reached_first[colour][VALUES], work.reached_first[colour][VALUES + 1]
        ):
            work.ahead[work.reached[place]] = 0
        work.behind[work.reached[work.reached_first[colour][0]]] = 0
    for _ in range(SWEEPS):
        for colour in range(COLOURS):
            for value in range(VALUES - 1, -1, -1):
                look_back(work, colour, value, joker)
        for value in range(VALUES):
            share_out(work, value, joker)
            for colour in range(COLOURS):
                go_on(work, colour, value, joker)
        for value in range(VALUES - 1, -1, -1):
            share_out(work, value, joker)
            for colour in range(COLOURS):
                look_back(work, colour, value, joker)
        bound = bound_of(work, joker, &jokers)
        if bound > highest:
            highest = bound
            best = work.prices
            work.joker_price = joker
        if jokers > work.most_jokers:
            low = joker
        else:
            high = joker
        joker = (low + high) // 2
    work.priced = highest > 0
    work.prices = best if work.priced else first
    work.joker_price *= work.priced
    work.base = -work.joker_price * work.most_jokers
    if not work.priced:
        return 0
    for value in range(VALUES):
        fill_completions(work, value)
        work.base += work.groups_least[value]
    return 0
