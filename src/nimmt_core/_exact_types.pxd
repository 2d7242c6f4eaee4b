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
    TOP_CARD = 127
    LANES = 4               # rows
    MOST_CAPACITY = 7
    NO_MOVE = 255
    MOST_FEW = 4            # cards each of a game that is looked at as a whole, standard placement

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

# What a position is known by in a table.  Bull heads are not in the key: positions that differ in
# them alone bound each other.
cdef struct Label:
    uint64_t key
    uint64_t weights        # of the cards; professional placement has them in the key
    uint32_t heads          # of the rows, a byte each
    int32_t k

# What is proved of the two serialized games: [0], the first player commits first, [1] the second.
# lo[0] and hi[1] bound the value too.
cdef struct SerialEntry:
    Label label
    value_t lo[2]
    value_t hi[2]
    unsigned char move[2]   # the card that the committer did best to play

# What is proved of the value.
cdef struct ValueEntry:
    Label label
    value_t lo
    value_t hi

# The same with three cards each, standard placement, where most positions are.
cdef struct TripleEntry:
    uint64_t check          # the label, which is all of the position, mixed with the bounds
    uint64_t bounds         # upper half: lower bound and ENDLESS; lower half: ENDLESS less upper

# Two cards each, standard placement, by rank.
cdef struct Pair:
    uint64_t rows           # of which ends do not matter any more
    int mine[2]
    int theirs[2]
    int row[4]              # the row that each card would join, -1 if it is below all
    int heads[4]
    # Rows that are worth taking: the lowest ones, and of those above all cards the cheapest.
    int choices
    int last_choice

# The value of such a position; exact keys.
cdef struct PairEntry:
    uint64_t key
    value_t value
    int32_t cards           # classes of bull heads and owners

# Why a search stops: from outside or by its limit, or because what it was for is found.
cdef enum Stop:
    CANCELLED = 1
    ENOUGH = 2

cdef struct Search:
    int rows
    int capacity
    bint professional
    bint pure               # whether serialized games are played to the end as they are
    int cards               # of the whole search
    int value_of[2 * MOST_CARDS]
    int heads_of[2 * MOST_CARDS]
    uint32_t below[TOP_CARD + 1]        # places of the cards below each card
    SerialEntry* serials
    ValueEntry* values
    TripleEntry* triples
    PairEntry* pairs        # one worker's own: it is small
    unsigned char* locks    # of buckets of serials and values, where there are several workers
    uint64_t serial_mask
    uint64_t value_mask
    uint64_t triple_mask
    int triple_bits
    int64_t nodes
    int64_t node_limit
    int last_move           # the committer's, in the serialized search that returned last
    int root_cards          # of each player
    value_t* root_values    # what the serialized games of the root prove so far
    int* root_moves         # by which card of the committer
    int stop                # a Stop, or 0: set by whoever finds a reason

# What the player that has a choice of rows makes of the values that he is offered, in a window.
cdef struct Choice:
    bint maximises
    value_t best
    value_t alpha
    value_t beta

# What is asked of an entry of a stage: whether it is at least, or at most, a threshold; or what it
# is.  The same of a stage: which bound its window asks for.
cdef enum Goal:
    UNSOLVED = 0
    AT_LEAST = 1
    AT_MOST = 2
    VALUE = 3

# The matrix game of a node: a lower and an upper one, that close on it, and an estimated one that
# says where to look.
cdef struct Stage:
    int k
    int mine[MOST_CARDS]
    int theirs[MOST_CARDS]
    value_t lows[MOST_CARDS * MOST_CARDS]
    value_t highs[MOST_CARDS * MOST_CARDS]
    value_t estimates[MOST_CARDS * MOST_CARDS]
    int known[MOST_CARDS * MOST_CARDS]  # what was found out of each entry
    value_t margin                      # half of what is between the two serialized games
    double row_mix[MAX_ACTIONS]         # optimal in the estimated game, or enough for the window
    double column_mix[MAX_ACTIONS]
    double value                        # of the estimated game, or beyond the window
    Goal goal                           # what that leaves to prove; 0 before it is solved
    double lo                           # proved so far
    double hi
    double row_low[MAX_ACTIONS]         # guarantees lo
    double column_high[MAX_ACTIONS]     # concedes hi at the most

cdef struct Question:
    int index               # -1 if there is none
    Goal goal
    value_t threshold

# The same with few cards, while a pure strategy may still decide it.
cdef struct Few:
    int mine[MOST_FEW]
    int theirs[MOST_FEW]
    int heads[2 * MOST_FEW]             # by rank, standard placement
    uint64_t below[2 * MOST_FEW]        # a one in every lane whose end is below a card
    int row[2 * MOST_FEW]               # the highest of these, -1 if there is none
    int order[LANES]                    # rows that are worth taking, if any card has a choice
    int choices                         # how many
    value_t lows[MOST_FEW * MOST_FEW]
    value_t highs[MOST_FEW * MOST_FEW]
    int known                           # entries that were looked at, a bit each
    int row_known[MOST_FEW]             # how many of a row
    int column_known[MOST_FEW]
    int row_open                        # rows that may still prove the upper end of the window
    int column_open                     # columns that may still prove the lower one

# A game with three cards each that a play of four leads to, standard placement.
cdef struct Follower:
    uint64_t rows
    uint64_t weights
    uint64_t label          # in the table of such games
    TripleEntry* bucket
    uint32_t owner
    value_t gain            # of the first player on the way

# All of them: from begin[i] to begin[i + 1] those of entry i.
cdef struct Followers:
    Follower each[MOST_FEW * MOST_FEW * LANES]
    int begin[MOST_FEW * MOST_FEW + 1]
