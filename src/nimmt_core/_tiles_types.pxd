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
    # Kept runs of a colour at one value: three places of each, that one among them, hold a joker or
    # one of the ten tiles around, so there are six at most.
    MAX_LANES = 6
    STATE_BITS = 9
    STATE_MASK = (1 << STATE_BITS) - 1
    WORD_BITS = 16                  # a state and its lanes
    WORD_MASK = (1 << WORD_BITS) - 1
    MAX_HELD = 40
    GROUP_CODES = 256               # tiles that go to groups, two bits for each colour
    MAX_GROUP_TILES = COLOURS * COPIES

cdef enum:
    UNKNOWN = -1
    UNREACHED = -2

cdef enum Begin:
    # What becomes of a run of the table where it begins; two bits of `Option.begun`.
    RELEASED = 0
    KEPT = 1
    AFTER_ONE = 2  # kept, and an open run of one tile ends in it
    AFTER_TWO = 3  # kept, and an open run of two tiles ends in it


cdef struct Held:
    # A set of the table that may be kept, or must be.
    int colour   # of a run; -1 for a group
    int first    # first value of a run, or the value of a group
    int last
    int wild     # one bit for each value at which a run has a joker
    int colours  # one bit for each colour of which a group has a tile
    int jokers
    int size
    int lane     # runs of a colour that are under way at the same time have different lanes
    bint forced


cdef struct Option:
    # What one colour can do at one value.
    int64_t cost
    int64_t spent
    int32_t after    # place of the options that follow
    uint16_t next    # state after it, and the lanes of kept runs under way above it
    uint16_t begun   # a `Begin` for each run of the table that begins here
    uint8_t jokers   # all jokers, those of the kept runs that begin here too
    uint8_t group    # tiles to groups
    uint8_t tiles    # tiles to runs that are not kept ones
    uint8_t wild     # jokers to runs that are not kept ones


cdef struct Label:
    # A way to a node of the search.
    uint64_t word    # state and lanes of each colour, 16 bits each
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

    # The tiles: what must be used, and what may.
    int least[COLOURS][VALUES]
    int most[COLOURS][VALUES]
    int least_jokers
    int most_jokers
    int others_one[STEPS]  # colours after this one with a tile of the value
    int others_two[STEPS]  # and with two
    bint groupable[STEPS][COPIES + 1]
    int room_next[STEPS]   # open runs of a colour that can go on, or end in a run of the table, at
    int room_later[STEPS]  # the next value without jokers, and at the one after it

    # The sets of the table that may be kept.
    int held_count
    Held held[MAX_HELD]
    int lane_bits
    int begin_count[STEPS]
    int begin[STEPS][MAX_LANES]
    int lane_run[STEPS][MAX_LANES]  # the run that covers this value in a lane, or -1
    int group_count[VALUES]
    int group[VALUES][MAX_OPEN]

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
    int open_runs
    int state_limit

    # Options and bounds, filled in when they are first asked for.
    int entries
    int32_t* option_first
    int32_t* option_count
    int64_t* bound_cost   # for each entry, by the jokers that the colour may still use
    int64_t* bound_spent
    int64_t* ahead        # for prices: the least that follows, and the least up to here
    int64_t* behind
    int32_t* reached      # the entries that can be reached, colour by colour, value by value
    int reached_first[COLOURS][VALUES + 2]
    size_t entry_room
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
