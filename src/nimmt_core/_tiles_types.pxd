"""What the solver of Rummikub works on: tiles and sets as numbers, options, labels, tables."""

from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t

cdef enum:
    COLOURS = 4
    VALUES = 13
    COPIES = 2
    # A cost of one is so many units, which can be shared by 1, 2, 3 or 4 tiles.
    COST_UNIT = 12
    STEPS = COLOURS * VALUES
    MAX_JOKERS = 8
    MAX_OPEN = COPIES + MAX_JOKERS  # runs of a colour that can hold something at one value
    MAX_STATES = 286                # multisets of so many lengths, or fewer, out of 1, 2 and 3+
    MAX_LANES = 32                  # runs of a colour that may be kept, over one value
    MAX_HELD = 160
    GROUP_CODES = 256               # tiles that go to groups, two bits for each colour
    MAX_GROUP_TILES = COLOURS * COPIES

cdef enum:
    UNKNOWN = -1
    UNREACHED = -2
    NO_STATE = 0xFFFF  # of an entry where it is still open what goes on from 13 to 1

cdef enum Begin:
    # What becomes of a run of the table where it begins; two bits of `Option.begun`.
    RELEASED = 0
    KEPT = 1
    AFTER_ONE = 2  # kept, and an open run of one tile ends in it
    AFTER_TWO = 3  # kept, and an open run of two tiles ends in it


cdef struct Held:
    # A set of the table that may be kept, or must be; or one of several forms that it may have.
    int colour   # of a run; -1 for a group
    int first    # first value of a run, or the value of a group
    int last     # from 13 on if the run goes on from 13 to 1
    int wild     # one bit for each place of a run that has a joker
    int colours  # one bit for each colour of which a group has a tile
    int jokers   # but for those that it has in any case if it must be kept
    int reserved  # those
    int size
    bint forced
    int before   # tiles that may be put before a run, 2 at most: more are a run of their own
    bint closed  # whether nothing may be added to a group, or behind a run
    int forms    # forms of the same set, this one and those that follow it
    int lane     # runs of a colour that are under way at the same time have different lanes


cdef struct Entry:
    # A state of one colour at one value, and what is under way.
    int32_t first         # its options, or UNKNOWN
    int32_t count
    int32_t link          # another one with the same state
    uint32_t lanes        # kept runs that are under way
    uint32_t start_lanes  # those that go on from 13 to 1
    uint16_t start        # open runs that go on from 13 to 1, as a state
    uint16_t state
    uint8_t colour
    uint8_t value


cdef struct Option:
    # What one colour can do at one value.
    int64_t cost
    int64_t spent
    uint64_t begun   # a `Begin` for each run of the table that begins here
    int32_t after    # the entry that follows
    uint8_t jokers   # all jokers, those of the kept runs that begin here too
    uint8_t group    # tiles to groups
    uint8_t tiles    # tiles to runs that are not kept ones
    uint8_t wild     # jokers to runs that are not kept ones


cdef struct Label:
    # A way to a node of the search.
    uint32_t entry[COLOURS]
    uint32_t rest    # step, jokers used, and tiles to groups of the value
    int32_t parent
    int32_t option   # of the colour just done
    int64_t cost
    int64_t spent
    int64_t bound    # of the cost of every arrangement through it


cdef struct Waiting:
    int64_t bound
    int32_t label
    int32_t step


cdef struct Slot:
    # A node's best label, and a part of its hash.
    int32_t label
    uint32_t tag


cdef struct Weights:
    # What a rack tile costs if it is left, and if it is laid.
    int64_t left[COLOURS][VALUES]
    int64_t laid[COLOURS][VALUES]
    int64_t joker_left
    int64_t joker_laid
    int64_t joker_at[VALUES]  # besides, by the value that the joker stands for


cdef struct Prices:
    int64_t of[VALUES][COLOURS][COPIES + 1]


cdef struct Work:
    # Tables that do not depend on the tiles.
    int lengths[MAX_STATES][3]
    int state_of[MAX_OPEN + 1][MAX_OPEN + 1][MAX_OPEN + 1]
    int states_up_to[MAX_OPEN + 1]
    int group_tiles[GROUP_CODES]
    int group_depth[GROUP_CODES]
    uint16_t jokers_fit[MAX_GROUP_TILES + 1][COPIES + 1]  # bit j: with j jokers these are groups
    uint8_t jokers_needed[MAX_GROUP_TILES + 1][COPIES + 1][COLOURS + 1][COLOURS + 1]

    # The tiles: what must be used, and what may; and whether 1 follows 13 in runs.
    bint wrap
    int least[COLOURS][VALUES]
    int most[COLOURS][VALUES]
    int least_jokers  # but for those that are reserved for sets that must be kept
    int most_jokers
    int jokers_in_all
    int others_one[STEPS]  # colours after this one with a tile of the value
    int others_two[STEPS]  # and with two
    bint groupable[STEPS][COPIES + 1]
    int room_next[STEPS]   # open runs of a colour that can go on, or end in a run of the table, at
    int room_later[STEPS]  # the next value without jokers, and at the one after it

    # The sets of the table that may be kept.
    int held_count
    Held held[MAX_HELD]
    int lanes_used
    int begin_count[STEPS]
    int begin[STEPS][MAX_LANES]
    int lane_run[STEPS][MAX_LANES]  # the run that covers this value in a lane, or -1
    int group_count[VALUES]
    int group[VALUES][MAX_OPEN]
    int group_least[STEPS]          # tiles of groups that must be kept
    int crossing_count[COLOURS]  # runs that go on from 13 to 1
    int crossing[COLOURS][MAX_LANES]
    int ends_last[COLOURS]       # runs that end with 13

    # What is minimised, and what is limited.
    Weights cost
    Weights spent
    bint limited  # whether anything is spent
    int64_t release_cost
    # What each colour pays for its tiles that go to groups, and what is left for groups to pay.
    Prices prices
    int64_t joker_price  # paid for each joker, and given back in the end
    bint priced
    int64_t base                             # what the groups of all values cost at least
    int64_t groups_least[VALUES]             # and those of one value
    int64_t completion[STEPS][GROUP_CODES]   # more than that, with tiles of some colours known
    int open_limit[STEPS]  # open runs at a value, but for runs of the table that end there
    int open_runs          # the most that there can be
    int state_limit

    # Options and bounds, filled in when they are first asked for.
    Entry* entries
    int entry_total
    int entry_room
    int root[COLOURS]     # where each colour begins
    int32_t heads[COLOURS * (VALUES + 1) * MAX_STATES]  # an entry of each state, or UNKNOWN
    int64_t* bound_cost   # for each entry, by the jokers that the colour may still use
    int64_t* bound_spent
    int64_t* ahead        # for prices: the least that follows, and the least up to here
    int64_t* behind
    int32_t* reached      # the entries that can be reached, colour by colour, value by value
    int reached_first[COLOURS][VALUES + 2]
    Option* options
    int option_total
    int option_room
    int8_t* closing       # for values with groups that may be kept: groups that must be released
    bint closing_known[VALUES][GROUP_CODES]

    # The search.
    Label* labels
    int label_total
    int label_room
    int32_t* stack
    int stack_total
    int stack_room
    Waiting* heap
    int heap_total
    int heap_room
    Slot* slots
    int slot_bits
    int slot_room_bits
    int slot_total
    int goal
    long long expanded
    uint32_t in_all  # by all searches
