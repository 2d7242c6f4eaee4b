"""The best arrangement of Rummikub tiles: of all that must be used, and others that pay most."""

cimport cython

from libc.stdint cimport int32_t, int64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memset

from nimmt_core._tiles_colour cimport clear_entries
from nimmt_core._tiles_groups cimport (
    ADD_JOKER, RELEASE, fill_group_tables, released_groups,
)
from nimmt_core._tiles_prices cimport first_prices, improve_prices
from nimmt_core._tiles_search cimport FIRST_SLOT_BITS, clear_slots, jokers_of, search
from nimmt_core._tiles_types cimport (
    AFTER_ONE, COLOURS, COPIES, COST_UNIT, GROUP_CODES, Held, Label, MAX_JOKERS, MAX_OPEN,
    Option, RELEASED, STEPS, UNKNOWN, VALUES, Waiting, Weights, Work,
)

cdef enum:
    FIRST_ROOM = 1 << 12
    # Two open runs of a colour are enough unless nearly all its tiles are in runs: see the docs.
    FEW_OPEN = 2
    MANY_TILES = 25
    FEW_JOKERS = 2
    # Labels after which better prices are looked for, and the search begins again.
    PATIENCE = 1500

cdef int64_t UNLIMITED = <int64_t>1 << 52
cdef int64_t ENDLESS = <int64_t>1 << 62


cdef void fill_states(Work* work) noexcept nogil:
    """Number the states, those with few open runs first."""
    cdef int total, ones, twos, state = 0
    for total in range(MAX_OPEN + 1):
        for ones in range(total + 1):
            for twos in range(total - ones + 1):
                work.lengths[state][0] = ones
                work.lengths[state][1] = twos
                work.lengths[state][2] = total - ones - twos
                work.state_of[ones][twos][total - ones - twos] = state
                state += 1
        work.states_up_to[total] = state


cdef void count_others(Work* work) noexcept nogil:
    """Fill in which tiles can go to groups, with the tiles that other colours may add."""
    cdef int value, colour, other, step, ones, twos, group, room
    for value in range(VALUES):
        for colour in range(COLOURS):
            step = value * COLOURS + colour
            work.others_one[step] = work.others_two[step] = ones = twos = 0
            for other in range(COLOURS):
                room = work.most[other][value]
                if other != colour:
                    ones += room > 0
                    twos += room > 1
                if other > colour:
                    work.others_one[step] += room > 0
                    work.others_two[step] += room > 1
            for group in range(COPIES + 1):
                work.groupable[step][group] = (
                    work.group_count[value] > 0
                    or work.jokers_needed[group][group][ones][twos] <= work.most_jokers
                )


cdef void choose_lanes(Work* work) noexcept nogil:
    """Give every run of the table that may be kept a lane, and say where it begins."""
    cdef int index, step, lane, value
    cdef Held* held
    work.lane_bits = 0
    memset(work.begin_count, 0, sizeof(work.begin_count))
    memset(work.group_count, 0, sizeof(work.group_count))
    memset(work.lane_run, 0xFF, sizeof(work.lane_run))
    for index in range(work.held_count):
        held = &work.held[index]
        if held.colour < 0:
            work.group[held.first][work.group_count[held.first]] = index
            work.group_count[held.first] += 1
            continue
        step = held.first * COLOURS + held.colour
        work.begin[step][work.begin_count[step]] = index
        work.begin_count[step] += 1
        # Runs come in the order of their first values, so a lane that is free there stays so.
        lane = 0
        while work.lane_run[step][lane] != UNKNOWN:
            lane += 1
        held.lane = lane
        work.lane_bits = max(work.lane_bits, lane + 1)
        for value in range(held.first, held.last + 1):
            work.lane_run[value * COLOURS + held.colour][lane] = index


cdef void count_rooms(Work* work) noexcept nogil:
    """Fill in how many open runs can go on without jokers, or end in runs of the table."""
    cdef int step, place
    cdef int begin[STEPS + 2 * COLOURS]
    cdef int most[STEPS + 2 * COLOURS]
    memset(begin, 0, sizeof(begin))
    memset(most, 0, sizeof(most))
    for step in range(STEPS):
        begin[step] = work.begin_count[step]
        most[step] = work.most[step % COLOURS][step // COLOURS]
    for step in range(STEPS):
        place = step + COLOURS
        work.room_next[step] = most[place] + begin[place]
        work.room_later[step] = begin[place] + most[place + COLOURS] + begin[place + COLOURS]


cdef void choose_open_runs(Work* work) noexcept nogil:
    """Say how many open runs of a colour are enough."""
    cdef int colour, value, tiles
    cdef bint few = not work.held_count and work.most_jokers <= FEW_JOKERS
    for colour in range(COLOURS):
        tiles = 0
        for value in range(VALUES):
            tiles += work.most[colour][value]
        few = few and tiles < MANY_TILES
    work.open_runs = FEW_OPEN if few else COPIES + work.most_jokers
    work.state_limit = work.states_up_to[work.open_runs]


cdef void set_weights(Weights* weights, values, joker, at, int64_t unit) except *:
    """Take over what a tile pays as what it costs not to lay it, or to lay it."""
    cdef int colour, value
    cdef int64_t pays
    for colour in range(COLOURS):
        for value in range(VALUES):
            pays = unit * values[colour * VALUES + value]
            weights.left[colour][value] = max(pays, 0)
            weights.laid[colour][value] = max(-pays, 0)
    pays = unit * joker
    weights.joker_left = max(pays, 0)
    weights.joker_laid = max(-pays, 0)
    for value in range(VALUES):
        weights.joker_at[value] = at[value] if at is not None else 0


cdef void make_ready(Work* work) noexcept nogil:
    """Fill in what follows from the tiles and the sets that may be kept."""
    memset(work.closing_known, 0, sizeof(work.closing_known))
    choose_lanes(work)
    choose_open_runs(work)
    count_others(work)
    count_rooms(work)


cdef int find(Work* work, int64_t limit, int64_t budget, int64_t patience) except -1 nogil:
    """Search, and again with better prices if it takes long."""
    first_prices(work)
    clear_entries(work)
    if not search(work, limit, budget, patience):
        improve_prices(work)
        search(work, limit, budget, ENDLESS)
    return 0


@cython.final
cdef class Arranger:
    """Room to search in, for one search after the other."""

    def __cinit__(self):
        self.work = <Work*>malloc(sizeof(Work))
        if self.work == NULL:
            raise MemoryError
        memset(self.work, 0, sizeof(Work))
        fill_states(self.work)
        fill_group_tables(self.work)
        self.work.option_room = FIRST_ROOM
        self.work.label_room = FIRST_ROOM
        self.work.stack_room = FIRST_ROOM
        self.work.heap_room = FIRST_ROOM
        self.work.options = <Option*>malloc(FIRST_ROOM * sizeof(Option))
        self.work.labels = <Label*>malloc(FIRST_ROOM * sizeof(Label))
        self.work.stack = <int32_t*>malloc(FIRST_ROOM * sizeof(int32_t))
        self.work.heap = <Waiting*>malloc(FIRST_ROOM * sizeof(Waiting))
        self.work.closing = <signed char*>malloc(VALUES * GROUP_CODES * (MAX_JOKERS + 1))
        if (
            self.work.options == NULL or self.work.labels == NULL or self.work.stack == NULL
            or self.work.heap == NULL or self.work.closing == NULL
        ):
            raise MemoryError
        clear_slots(self.work, FIRST_SLOT_BITS)

    def __dealloc__(self):
        if self.work == NULL:
            return
        free(self.work.option_first)
        free(self.work.option_count)
        free(self.work.bound_cost)
        free(self.work.bound_spent)
        free(self.work.ahead)
        free(self.work.behind)
        free(self.work.reached)
        free(self.work.options)
        free(self.work.closing)
        free(self.work.labels)
        free(self.work.stack)
        free(self.work.heap)
        free(self.work.slots)
        free(self.work)

    def load(self, table, rack, int table_jokers, int rack_jokers, held):
        """Take over the tiles, and the sets of the table that may be kept."""
        cdef Work* work = self.work
        cdef int colour, value, index
        cdef Held* place
        for colour in range(COLOURS):
            for value in range(VALUES):
                work.least[colour][value] = table[colour * VALUES + value]
                work.most[colour][value] = (
                    work.least[colour][value] + <int>rack[colour * VALUES + value]
                )
        work.least_jokers = table_jokers
        work.most_jokers = table_jokers + rack_jokers
        work.held_count = len(held)
        for index, each in enumerate(held):
            place = &work.held[index]
            (
                place.colour, place.first, place.last, place.wild, place.colours, place.jokers,
                place.size, place.forced,
            ) = each
        make_ready(work)

    def weigh(self, cost, joker_cost, spent=None, joker_spent=0, joker_at=None):
        """Say what each tile of the rack pays, and what it counts towards the budget."""
        set_weights(&self.work.cost, cost, joker_cost, None, COST_UNIT)
        set_weights(
            &self.work.spent, [0] * STEPS if spent is None else spent, joker_spent, joker_at, 1
        )
        self.work.release_cost = 0
        self.work.limited = spent is not None

    def weigh_changes(self, spent, joker_spent):
        """Make every set that is released cost one, and what tiles pay count towards the budget."""
        self.weigh([0] * STEPS, 0, spent, joker_spent)
        self.work.release_cost = COST_UNIT

    def search(
        self, int64_t limit, int64_t budget, int repeats=1, int64_t patience=PATIENCE
    ):
        """Return the least cost up to the limit, or None if nothing is within limit and budget."""
        cdef int _
        cdef int64_t most = COST_UNIT * min(limit, UNLIMITED)
        with nogil:
            for _ in range(repeats):
                find(self.work, most, budget, patience)
        if self.work.goal == UNKNOWN:
            return None
        return (self.work.labels[self.work.goal].cost + self.work.base) // COST_UNIT

    def arrangement(self):
        """Return the sets that were found: see the stub."""
        return arrangement_of(self.work)


cdef list path_of(const Work* work):
    """The labels from the first value to the last, after each step."""
    cdef int index = work.goal
    path = []
    while work.labels[index].parent != UNKNOWN:
        path.append(index)
        index = work.labels[index].parent
    path.reverse()
    return path


cdef list arrangement_of(Work* work):
    """The sets on the way to the goal: index of a kept set or -1, colour or -1, value, tiles.

    The tiles of a run are True where a joker stands; those of a group are its colours, -1 for a
    joker.
    """
    cdef int step, value, colour, i, how, run, code, closing
    cdef const Option* option
    cdef const Label* label
    found = []
    open_runs = [[] for _ in range(COLOURS)]  # [kept, first, jokers]
    under_way = [[] for _ in range(COLOURS)]
    code = 0
    for step, index in enumerate(path_of(work)):
        value = step // COLOURS
        colour = step % COLOURS
        label = &work.labels[index]
        option = &work.options[label.option]
        code |= option.group << 2 * colour
        mine = open_runs[colour]
        for i in range(work.begin_count[step]):
            how = option.begun >> 2 * i & 3
            run = work.begin[step][i]
            if how == RELEASED:
                continue
            first, wild = value, []
            if how >= AFTER_ONE:
                for each in mine:
                    if len(each[2]) == how - AFTER_ONE + 1:
                        break
                mine.remove(each)
                first, wild = each[1], each[2]
            held = &work.held[run]
            wild.extend(
                bool(held.wild >> place & 1) for place in range(held.first, held.last + 1)
            )
            under_way[colour].append([run, first, wild])
        mine.sort(key=lambda each: len(each[2]) > 2)
        room = option.tiles + option.wild - len(mine)
        for _ in range(-room):
            found.append((colour, mine.pop()))
        mine.extend([-1, value, []] for _ in range(room))
        for i, each in enumerate(mine):
            each[2].append(i >= option.tiles)
        for each in under_way[colour][:]:
            if work.held[each[0]].last == value:
                under_way[colour].remove(each)
                mine.append(each)
        if colour == COLOURS - 1:
            closing = jokers_of(label) - jokers_of(&work.labels[label.parent]) - option.jokers
            found.extend((-1, each) for each in groups_at(work, value, code, closing))
            code = 0
    for colour, mine in enumerate(open_runs):
        found.extend((colour, each) for each in mine)
    return [(kept, colour, first, tuple(tiles)) for colour, (kept, first, tiles) in found]


cdef list groups_at(Work* work, int value, int code, int jokers):
    """The groups of a value: [index of a kept set or -1, value, colours with -1 for jokers]."""
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
        found.append([work.group[value][i], value, [*colours, *[-1] * wild]])
    tiles = [
        colour for colour in range(COLOURS) for _ in range(code >> 2 * colour & 3)
    ] + [-1] * jokers
    count = max(work.group_depth[code], (len(tiles) + COLOURS - 1) // COLOURS)
    return found + [[-1, value, tiles[i::count]] for i in range(count)]
