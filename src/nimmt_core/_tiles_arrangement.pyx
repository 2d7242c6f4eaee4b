"""The sets of an arrangement that was found.

A run is a list: the index of the kept set in it or -1, where that begins, its first value, whether
each of its tiles is a joker, and how many of these come from 13 and are not known yet.
"""

from nimmt_core._tiles_groups cimport ADD_JOKER, RELEASE, released_groups
from nimmt_core._tiles_search cimport jokers_of
from nimmt_core._tiles_types cimport (
    AFTER_ONE, COLOURS, Entry, Held, Label, MAX_OPEN, Option, RELEASED, UNKNOWN, VALUES, Work,
)

cdef enum:
    # Places of the list that is a run.
    HELD = 0
    HELD_AT = 1
    FIRST = 2
    WILD = 3
    COMING = 4
    SHORTEST = 3


cdef list path_of(const Work* work):
    """The labels from the first value to the last, after each step."""
    cdef int index = work.goal
    path = []
    while work.labels[index].parent != UNKNOWN:
        path.append(index)
        index = work.labels[index].parent
    path.reverse()
    return path


cdef list new_run(int value):
    return [-1, 0, value, [], 0]


cdef list run_of(const Work* work, int index):
    """A run of the table."""
    cdef const Held* held = &work.held[index]
    cdef int place
    return [index, 0, held.first, [bool(held.wild >> place & 1) for place in range(held.size)], 0]


cdef list arrangement_of(Work* work):
    """The sets on the way to the goal: index of a kept set or -1, colour or -1, value, tiles.

    The tiles of a run are True where a joker stands; those of a group are its colours, -1 for a
    joker.
    """
    cdef int step, value, colour, code, closing
    cdef const Option* option
    cdef const Label* label
    found = []
    open_runs = [[] for _ in range(COLOURS)]
    under_way = [[] for _ in range(COLOURS)]
    ended = [[] for _ in range(COLOURS)]
    coming = [[] for _ in range(COLOURS)]
    code = 0
    for step, index in enumerate(path_of(work)):
        value = step // COLOURS
        colour = step % COLOURS
        label = &work.labels[index]
        option = &work.options[label.option]
        code |= option.group << 2 * colour
        if work.wrap and value == 0:
            come_from_last(work, &work.entries[option.after], open_runs, under_way)
            coming[colour] = list(open_runs[colour])
        go_on(
            work, value, colour, option, open_runs[colour], under_way[colour], ended[colour],
            coming[colour],
        )
        if colour == COLOURS - 1:
            closing = jokers_of(label) - jokers_of(&work.labels[label.parent]) - option.jokers
            found.extend((-1, each) for each in groups_at(work, value, code, closing))
            code = 0
    for colour in range(COLOURS):
        runs = ended[colour] + open_runs[colour]
        if coming[colour]:
            runs = joined_runs(runs, coming[colour], open_runs[colour])
        found.extend((colour, each) for run in runs for each in cut(work, run))
    return [(kept, colour, first, tuple(tiles)) for colour, (kept, first, tiles) in found]


cdef int come_from_last(
    const Work* work, const Entry* entry, list open_runs, list under_way
) except -1:
    """Begin with what comes from 13."""
    cdef int i, _, length
    cdef int colour = entry.colour
    for i in range(work.crossing_count[colour]):
        if entry.start_lanes >> work.held[work.crossing[colour][i]].lane & 1:
            under_way[colour].append(run_of(work, work.crossing[colour][i]))
    for length in range(1, SHORTEST + 1):
        for _ in range(work.lengths[entry.start][length - 1]):
            run = new_run(VALUES - length)
            run[WILD] = [False] * length
            run[COMING] = length
            open_runs[colour].append(run)
    return 0


cdef int go_on(
    const Work* work, int value, int colour, const Option* option, list mine, list under_way,
    list ended, list coming
) except -1:
    """Do what a colour does at a value."""
    cdef int i, place, how, room
    cdef int step = value * COLOURS + colour
    cdef const Held* held
    for i in range(work.begin_count[step]):
        how = option.begun >> 2 * i & 3
        if how == RELEASED:
            continue
        held = &work.held[work.begin[step][i]]
        if held.last < VALUES:
            run = run_of(work, work.begin[step][i])
            under_way.append(run)
        else:
            come = (*under_way, *mine, *ended)
            run = next(each for each in come if each[HELD] == work.begin[step][i])
        if how >= AFTER_ONE:
            before = next(each for each in mine if len(each[WILD]) == how - AFTER_ONE + 1)
            mine.remove(before)
            run[HELD_AT] = len(before[WILD])
            run[FIRST] = before[FIRST]
            run[WILD][:0] = before[WILD]
            run[COMING] = before[COMING]
            for place, each in enumerate(coming):
                if each is before:
                    coming[place] = run
    mine.sort(key=lambda each: len(each[WILD]) >= SHORTEST)
    room = option.tiles + option.wild - len(mine)
    for _ in range(-room):
        ended.append(mine.pop())
    mine.extend(new_run(value) for _ in range(room))
    for i, each in enumerate(mine):
        each[WILD].append(i >= option.tiles)
    for each in under_way[:]:
        held = &work.held[each[HELD]]
        if held.last % VALUES == value:
            under_way.remove(each)
            (ended if held.closed else mine).append(each)
    return 0


cdef list joined_runs(list runs, list coming, list last):
    """Put runs that are open after 13 before those that come from there."""
    following = dict(
        zip(
            map(id, sorted(last, key=lambda run: min(len(run[WILD]), SHORTEST))),
            sorted(coming, key=lambda run: run[COMING]),
        )
    )
    come = {id(run) for run in coming}
    done = set()
    joined = []
    # What is not reached from a run that begins somewhere goes round in a circle.
    for run in sorted(runs, key=lambda run: id(run) in come):
        if id(run) in done:
            continue
        if id(run) in come:
            run[WILD] = run[WILD][run[COMING]:]
            run[FIRST] = 0
        done.add(id(run))
        at = run
        while id(at) in following and id(following[id(at)]) not in done:
            at = following[id(at)]
            done.add(id(at))
            if at[HELD] >= 0:
                at[WILD][:at[COMING]] = run[WILD]
                run = at
            else:
                run[WILD] += at[WILD][at[COMING]:]
        joined.append(run)
    return joined


cdef list cut(const Work* work, list run):
    """Cut what is longer than a run may be."""
    cdef int size
    kept, held_at, first, wild, _ = run
    pieces = []
    if kept >= 0 and len(wild) > VALUES:
        size = held_at + work.held[kept].size
        pieces.append((kept, first, wild[:size]))
        kept, first, wild = -1, first + size, wild[size:]
    while len(wild) > VALUES:
        size = VALUES if len(wild) >= VALUES + SHORTEST else VALUES - SHORTEST
        pieces.append((-1, first % VALUES, wild[:size]))
        first, wild = first + size, wild[size:]
    return [*pieces, (kept, first % VALUES, wild)]


cdef list groups_at(Work* work, int value, int code, int jokers):
    """The groups of a value: index of a kept set or -1, value, colours with -1 for jokers."""
    cdef int choice[MAX_OPEN]
    cdef int i, colour, count
    cdef const Held* held
    found = []
    released_groups(work, value, 0, code, jokers, choice)
    for i in range(work.group_count[value]):
        if choice[i] == RELEASE:
            continue
        held = &work.held[work.group[value][i]]
        colours = [colour for colour in range(COLOURS) if held.colours >> colour & 1]
        wild = held.jokers + (choice[i] == ADD_JOKER)
        if 0 <= choice[i] < COLOURS:
            colours.append(choice[i])
        for colour in colours:
            code -= 1 << 2 * colour
        jokers -= wild
        wild += held.reserved
        found.append((work.group[value][i], value, [*colours, *[-1] * wild]))
    tiles = [
        colour for colour in range(COLOURS) for _ in range(code >> 2 * colour & 3)
    ] + [-1] * jokers
    count = max(work.group_depth[code], (len(tiles) + COLOURS - 1) // COLOURS)
    return found + [(-1, value, tiles[i::count]) for i in range(count)]
