"""The best arrangement of Rummikub tiles: of all that must be used, and others that pay most."""

cimport cython

from libc.stdint cimport int32_t, int64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memset

from nimmt_core._tiles_arrangement cimport arrangement_of
from nimmt_core._tiles_colour cimport more_entries
from nimmt_core._tiles_groups cimport fill_group_tables
from nimmt_core._tiles_prices cimport first_prices, improve_prices
from nimmt_core._tiles_search cimport FIRST_SLOT_BITS, clear_slots, search
from nimmt_core._tiles_types cimport (
    COLOURS, COPIES, COST_UNIT, GROUP_CODES, Held, Label, MAX_HELD, MAX_JOKERS, MAX_LANES, MAX_OPEN,
    Option, STEPS, UNKNOWN, VALUES, Waiting, Weights, Work,
)

cdef enum:
    FIRST_ROOM = 1 << 12
    FIRST_ENTRIES = 1 << 9
    # Two open runs of a colour are enough unless nearly all its tiles are in runs: see the docs.
    FEW_OPEN = 2
    FEW_TILES = 26
    MAX_BEHIND = 2
    # Labels after which better prices are looked for, and the search begins again.
    PATIENCE = 4000

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


cdef int choose_lanes(Work* work) except -1 nogil:
    """Give every run of the table that may be kept a lane, and say where it begins."""
    cdef int index, step, lane, value, colour
    cdef bint fits
    cdef Held* held
    work.lanes_used = 0
    memset(work.begin_count, 0, sizeof(work.begin_count))
    memset(work.group_count, 0, sizeof(work.group_count))
    memset(work.crossing_count, 0, sizeof(work.crossing_count))
    memset(work.ends_last, 0, sizeof(work.ends_last))
    memset(work.group_least, 0, sizeof(work.group_least))
    if not work.held_count:
        return 0
    memset(work.lane_run, 0xFF, sizeof(work.lane_run))
    for index in range(work.held_count):
        held = &work.held[index]
        if held.colour < 0:
            work.group[held.first][work.group_count[held.first]] = index
            work.group_count[held.first] += 1
            if held.forced:
                for colour in range(COLOURS):
                    step = held.first * COLOURS + colour
                    work.group_least[step] += held.colours >> colour & 1
            continue
        step = held.first * COLOURS + held.colour
        lane = 0
        fits = False
        while not fits and lane < MAX_LANES:
            fits = True
            for value in range(held.first, held.last + 1):
                fits &= work.lane_run[value % VALUES * COLOURS + held.colour][lane] == UNKNOWN
            lane += not fits
        if not fits:
            with gil:
                raise ValueError("more sets of the table than the kernel is made for")
        held.lane = lane
        work.lanes_used = max(work.lanes_used, lane + 1)
        for value in range(held.first, held.last + 1):
            work.lane_run[value % VALUES * COLOURS + held.colour][lane] = index
        work.begin[step][work.begin_count[step]] = index
        work.begin_count[step] += 1
        if held.last >= VALUES:
            work.crossing[held.colour][work.crossing_count[held.colour]] = index
            work.crossing_count[held.colour] += 1
        work.ends_last[held.colour] += held.last == VALUES - 1
    return 0


cdef void count_rooms(Work* work) noexcept nogil:
    """Fill in how many open runs can go on without jokers, or end in runs of the table."""
    cdef int step, place
    cdef int begin[STEPS + 2 * COLOURS]
    cdef int most[STEPS + 2 * COLOURS]
    memset(begin, 0, sizeof(begin))
    memset(most, 0, sizeof(most))
    for step in range(STEPS + 2 * COLOURS if work.wrap else STEPS):
        place = step % STEPS
        begin[step] = work.begin_count[place]
        most[step] = work.most[place % COLOURS][place // COLOURS]
    for step in range(STEPS):
        place = step + COLOURS
        work.room_next[step] = most[place] + begin[place]
        work.room_later[step] = begin[place] + most[place + COLOURS] + begin[place + COLOURS]


cdef void choose_open_runs(Work* work) noexcept nogil:
    """Say how many open runs of a colour are enough at each value."""
    cdef int colour, value, tiles, step, index, place
    cdef int most = COPIES + work.jokers_in_all  # as each has a tile or a joker there
    cdef int enough = FEW_OPEN
    cdef int ended[STEPS]
    cdef const Held* held
    for colour in range(COLOURS):
        tiles = 0
        for value in range(VALUES):
            tiles += work.most[colour][value]
        if tiles + work.most_jokers > FEW_TILES:
            enough = most
    for step in range(STEPS):
        work.open_limit[step] = enough
    work.open_runs = min(enough, most)
    if work.held_count:
        memset(ended, 0, sizeof(ended))
        for index in range(work.held_count):
            held = &work.held[index]
            if held.colour < 0:
                continue
            # A few tiles may lie before it and behind it, beside the runs on their own.
            for place in range(held.first - held.before, held.first):
                if place >= 0 or work.wrap:
                    work.open_limit[(place + VALUES) % VALUES * COLOURS + held.colour] += 1
            if held.closed:
                continue
            ended[held.last % VALUES * COLOURS + held.colour] += 1
            for place in range(held.last + 1, held.last + MAX_BEHIND + 1):
                if place < VALUES or work.wrap:
                    work.open_limit[place % VALUES * COLOURS + held.colour] += 1
        for step in range(STEPS):
            work.open_runs = max(work.open_runs, min(work.open_limit[step] + ended[step], most))
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


cdef void reserve_jokers(Work* work) noexcept nogil:
    """Set aside the jokers of sets that must be kept."""
    cdef int index
    cdef int jokers = 0
    cdef int forms = 0
    cdef Held* held
    for index in range(work.held_count):
        held = &work.held[index]
        if not forms:
            forms = held.forms
            jokers = held.jokers if held.forced else 0  # other forms have more
            work.least_jokers -= jokers
            work.most_jokers -= jokers
        forms -= 1
        held.reserved = jokers
        held.jokers -= jokers


cdef int make_ready(Work* work) except -1 nogil:
    """Fill in what follows from the tiles and the sets that may be kept."""
    memset(work.closing_known, 0, sizeof(work.closing_known))
    choose_lanes(work)
    choose_open_runs(work)
    count_others(work)
    count_rooms(work)
    return 0


cdef int find(Work* work, int64_t limit, int64_t budget, int64_t patience) except -1 nogil:
    """Search, and again with better prices if it takes long."""
    first_prices(work)
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
        self.work.entry_room = FIRST_ENTRIES
        more_entries(self.work)
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
        free(self.work.entries)
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

    def load(self, table, rack, int table_jokers, int rack_jokers, held, bint wrap=False):
        """Take over the tiles, and the sets of the table that may be kept: see the stub."""
        cdef Work* work = self.work
        cdef int colour, value, index
        cdef Held* place
        if len(held) > MAX_HELD:
            raise ValueError("more sets of the table than the kernel is made for")
        for colour in range(COLOURS):
            for value in range(VALUES):
                work.least[colour][value] = table[colour * VALUES + value]
                work.most[colour][value] = (
                    work.least[colour][value] + <int>rack[colour * VALUES + value]
                )
        work.least_jokers = table_jokers
        work.most_jokers = work.jokers_in_all = table_jokers + rack_jokers
        work.wrap = wrap
        work.held_count = len(held)
        for index, each in enumerate(held):
            place = &work.held[index]
            (
                place.colour, place.first, place.last, place.wild, place.colours, place.jokers,
                place.size, place.forced, place.before, place.closed, place.forms,
            ) = each
        reserve_jokers(work)
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
        if self.work.most_jokers < 0:
            return None
        with nogil:
            for _ in range(repeats):
                find(self.work, most, budget, patience)
        if self.work.goal == UNKNOWN:
            return None
        return (self.work.labels[self.work.goal].cost + self.work.base) // COST_UNIT

    def arrangement(self):
        """Return the sets that were found: see the stub."""
        return arrangement_of(self.work)
