"""The groups of one value: which jokers complete them, and which groups of the table are kept.

So many tiles, no more than `depth` of one colour, and jokers are groups if they can be shared out
among groups of three or four, of which there are `depth` at least: dealt out in the order of their
colours, no two of a colour meet.
"""

from libc.stdint cimport int8_t

from nimmt_core._tiles_types cimport (
    COLOURS, COPIES, GROUP_CODES, Held, MAX_GROUP_TILES, MAX_JOKERS, MAX_OPEN, UNREACHED, Work,
)

cdef enum:
    # What becomes of a group of the table; from 0 on, a tile of that colour is added to it.
    RELEASE = -2
    KEEP = -1
    ADD_JOKER = COLOURS
    TOO_MANY = 64


cdef inline void fill_group_tables(Work* work) noexcept nogil:
    """Fill in which numbers of tiles and jokers are groups, and how many jokers are needed."""
    cdef int code, colour, count, tiles, depth, jokers, groups, ones, twos, one, two, fit
    for code in range(GROUP_CODES):
        work.group_tiles[code] = work.group_depth[code] = 0
        for colour in range(COLOURS):
            count = code >> 2 * colour & 3
            work.group_tiles[code] += count
            work.group_depth[code] = max(work.group_depth[code], count)
    for tiles in range(MAX_GROUP_TILES + 1):
        for depth in range(COPIES + 1):
            work.jokers_fit[tiles][depth] = 0
            for jokers in range(MAX_JOKERS + 1):
                groups = max(depth, (tiles + jokers + 3) // 4)
                if 3 * groups <= tiles + jokers:
                    work.jokers_fit[tiles][depth] |= 1 << jokers
    for tiles in range(MAX_GROUP_TILES + 1):
        for depth in range(COPIES + 1):
            for ones in range(COLOURS + 1):
                for twos in range(COLOURS + 1):
                    fit = 0
                    for two in range(twos + 1):
                        for one in range(ones - two + 1):
                            if tiles + one + 2 * two <= MAX_GROUP_TILES:
                                fit |= work.jokers_fit[tiles + one + 2 * two][
                                    max(depth, 2 if two else 1 if one else 0)
                                ]
                    jokers = 0
                    while jokers <= MAX_JOKERS and not fit >> jokers & 1:
                        jokers += 1
                    work.jokers_needed[tiles][depth][ones][twos] = jokers


cdef inline int released_groups(
    const Work* work, int value, int index, int code, int jokers, int* choice
) noexcept nogil:
    """The fewest groups of the table, from `index` on, that must be released, or TOO_MANY.

    `choice` gets for each of them RELEASE, KEEP, or what is added to it: a colour or a joker.
    """
    cdef int best = TOO_MANY
    cdef int colour, rest, added, found, i
    cdef int trial[MAX_OPEN]
    cdef const Held* held
    if index == work.group_count[value]:
        if work.jokers_fit[work.group_tiles[code]][work.group_depth[code]] >> jokers & 1:
            return 0
        return TOO_MANY
    held = &work.held[work.group[value][index]]
    rest = code
    for colour in range(COLOURS):
        if held.colours >> colour & 1:
            if not code >> 2 * colour & 3:
                rest = UNREACHED
                break
            rest -= 1 << 2 * colour
    for added in range(RELEASE, ADD_JOKER + 1):
        if added == RELEASE:
            if held.forced:
                continue
            found = 1 + released_groups(work, value, index + 1, code, jokers, trial)
        elif rest == UNREACHED or jokers < held.jokers + (added == ADD_JOKER):
            continue
        elif added == KEEP:
            found = released_groups(work, value, index + 1, rest, jokers - held.jokers, trial)
        elif held.closed or held.size == COLOURS:
            break
        elif added == ADD_JOKER:
            found = released_groups(work, value, index + 1, rest, jokers - held.jokers - 1, trial)
        elif held.colours >> added & 1 or not rest >> 2 * added & 3:
            continue
        else:
            found = released_groups(
                work, value, index + 1, rest - (1 << 2 * added), jokers - held.jokers, trial
            )
        if found < best:
            best = found
            choice[index] = added
            for i in range(index + 1, work.group_count[value]):
                choice[i] = trial[i]
    return best


cdef inline const int8_t* closings(Work* work, int value, int code) noexcept nogil:
    """For each number of jokers, the groups that must be released, or TOO_MANY."""
    cdef int choice[MAX_OPEN]
    cdef int8_t* found = work.closing + (value * GROUP_CODES + code) * (MAX_JOKERS + 1)
    cdef int jokers
    if not work.closing_known[value][code]:
        work.closing_known[value][code] = True
        for jokers in range(work.most_jokers + 1):
            found[jokers] = released_groups(work, value, 0, code, jokers, choice)
    return found
