"""What the exact search of a two-player game works on."""

from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t

from nimmt_core._matrix cimport MAX_ACTIONS

# Values are fixed-point integers, for the first player: what the second takes less what he takes.
ctypedef int32_t value_t

cdef enum:
    # A bull head; all cards up to 127 have 207 together.  Windows are moved by what has been
    # taken, so ENDLESS and all of them together must stay within 32 bits.
    ONE = 1 << 22
    ENDLESS = 1_050_000_000
    MOST_DISTANCE = 200
    MOST_CARDS = 10         # of each player
    LANES = 4               # rows
    MOST_CAPACITY = 7
    NO_MOVE = 255
    MOST_FEW = 4            # cards each of a game that is looked at as a whole

# A position between two turns.
#
# Standard placement asks only for the order of cards and row ends.  So remaining cards are ranks
# 0..2k-1, and a row is a 16-bit lane, lanes ascending:
#     end << 10 | length << 7 | bull heads
# where end is the number of remaining cards below the row's end.  Lanes of missing rows are full
# of ones.  `left` and `lanes` are not used.
#
# Professional placement compares distances, so cards stay what they are: bits of `owner` and
# `left` are places in the sorted list of all cards of the search, and a row is a 32-bit lane:
#     right end << 24 | left end << 16 | length << 8 | bull heads
# lanes ascending; missing rows are zero and come first.  `rows` and `weights` are not used.
cdef struct Node:
    uint64_t rows
    uint64_t weights        # 3 bits for each remaining card, a class of bull heads
    uint32_t owner          # cards of the first player
    uint32_t left           # cards that remain
    uint32_t lanes[LANES]
    int k                   # cards of each player

# What is proved of the two serialized games: [0], the first player commits first, [1] the second.
# lo[0] and hi[1] bound the value too.
cdef struct SerialEntry:
    uint64_t key
    value_t lo[2]
    value_t hi[2]
    uint32_t heads          # of the rows; the key leaves them out
    unsigned char move[2]   # the card that the committer did best to play
    unsigned char k
    unsigned char unused

# What is proved of the value.
cdef struct ValueEntry:
    uint64_t key
    value_t lo
    value_t hi
    uint32_t heads
    uint32_t k

# The value of a position with two cards each, standard placement; exact keys.
cdef struct PairEntry:
    uint64_t key
    value_t value
    int32_t weights

cdef struct Search:
    int rows
    int capacity
    bint professional
    bint pure               # whether serialized games are played to the end as they are
    int cards               # of the whole search
    int value_of[2 * MOST_CARDS]
    int heads_of[2 * MOST_CARDS]
    SerialEntry* serials
    ValueEntry* values
    PairEntry* pairs
    uint64_t serial_mask
    uint64_t value_mask
    int64_t nodes
    int64_t node_limit
    int last_move           # the committer's, in the serialized search that returned last
    int stop                # set from outside, or by the node limit

# What the player that has a choice of rows makes of the values that he is offered, in a window.
cdef struct Choice:
    bint maximises
    value_t best
    value_t alpha
    value_t beta

# The matrix game of a node: a lower and an upper one, that close on it.
cdef struct Stage:
    int k
    int mine[MOST_CARDS]
    int theirs[MOST_CARDS]
    value_t lows[MOST_CARDS * MOST_CARDS]
    value_t highs[MOST_CARDS * MOST_CARDS]
    int steps[MOST_CARDS * MOST_CARDS]  # how far each entry has been refined
    double row_low[MAX_ACTIONS]         # optimal in the game of the lower bounds
    double column_low[MAX_ACTIONS]
    double row_high[MAX_ACTIONS]        # optimal in the game of the upper bounds
    double column_high[MAX_ACTIONS]
    double lo                           # what row_low guarantees
    double hi                           # what column_high concedes at the most

# The same with few cards, while a pure strategy may still decide it.
cdef struct Few:
    int k
    int mine[MOST_FEW]
    int theirs[MOST_FEW]
    int heads[6]                        # by rank, of three cards each, standard placement
    value_t lows[MOST_FEW * MOST_FEW]
    value_t highs[MOST_FEW * MOST_FEW]
    int known                           # entries that were looked at, a bit each
    int row_known[MOST_FEW]             # how many of a row
    int column_known[MOST_FEW]
    int row_open                        # rows that may still prove the upper end of the window
    int column_open                     # columns that may still prove the lower one
