"""Exact search for two players with known hands.

After Bosansky, Lisy, Cermak, Vitek and Pechoucek (IJCAI 2013) and Saffidine, Finnsson and Buro
(AAAI 2012): two games with alternating moves bound a game with simultaneous ones, and where they
disagree, matrices of lower and upper bounds are refined in the entries that matter.
"""

cimport cython
from libc.math cimport ceil, floor
from libc.stdint cimport int64_t, uint32_t, uint64_t
from libc.string cimport memset

from nimmt_core._exact_endgame cimport PAIR_BYTES, last_turn, pair_value, triple_entry
from nimmt_core._exact_memory cimport release, reserve
from nimmt_core._exact_rows cimport (
    HEADS, canonical, ends_below, join, lane, lay, offers, remove_ranks, take, weight_of,
)
from nimmt_core._exact_types cimport (
    ENDLESS, LANES, MOST_CAPACITY, MOST_CARDS, MOST_DISTANCE, NO_MOVE, Node, ONE, PairEntry, Search,
    SerialEntry, ValueEntry, value_t,
)
from nimmt_core._matrix cimport MAX_ACTIONS, solve_small

LIMITS = {"cards": MOST_CARDS, "rows": LANES, "capacity": MOST_CAPACITY}

# Which game goes on below a joint play.
cdef enum Mode:
    FIRST_COMMITS = 0
    SECOND_COMMITS = 1
    SIMULTANEOUS = 2

cdef enum:
    FEW_CARDS = 5
    TABLE_BITS = 11

# How far an entry of a stage has been refined.
cdef enum Refined:
    NOT_AT_ALL = 0
    AROUND_VALUE = 1
    SERIALIZED = 2
    EXACT = 3

# The matrix game of a node.
cdef struct Stage:
    int k
    int mine[MOST_CARDS]
    int theirs[MOST_CARDS]
    value_t lows[MOST_CARDS * MOST_CARDS]
    value_t highs[MOST_CARDS * MOST_CARDS]
    int refined[MOST_CARDS * MOST_CARDS]
    double row_low[MAX_ACTIONS]         # optimal in the game of the lower bounds
    double column_low[MAX_ACTIONS]
    double row_high[MAX_ACTIONS]        # optimal in the game of the upper bounds
    double column_high[MAX_ACTIONS]
    double lo                           # what row_low guarantees
    double hi                           # what column_high concedes at the most


cdef inline uint64_t mixed(uint64_t x) noexcept nogil:
    x ^= x >> 32
    x *= <uint64_t>0xD6E8FEB86659FD93
    x ^= x >> 32
    x *= <uint64_t>0xD6E8FEB86659FD93
    return x ^ x >> 32


cdef inline uint64_t key_of(const Search* search, const Node* node) noexcept nogil:
    """A hash of everything but the rows' bull heads."""
    cdef uint64_t key = <uint64_t>node.owner << 32 | node.left
    cdef uint64_t rows
    cdef int row
    if not search.professional:
        key = mixed(key << 4 | node.k) + node.weights
        rows = (node.rows & <uint64_t>0x7F807F807F807F80) * <uint64_t>0x9E3779B97F4A7C15
        return mixed(mixed(key) ^ rows)
    for row in range(LANES):
        key = mixed(key) + (node.lanes[row] & <uint32_t>0xFFFFFF00)
    return mixed(key)


cdef inline uint32_t heads_of(const Search* search, const Node* node) noexcept nogil:
    """The rows' bull heads, a byte each."""
    cdef uint64_t heads = node.rows & <uint64_t>0x007F007F007F007F
    cdef uint32_t packed = 0
    cdef int row
    if not search.professional:
        return <uint32_t>(
            heads & 0x7F
            | heads >> 8 & 0x7F00
            | heads >> 16 & 0x7F0000
            | heads >> 24 & 0x7F000000
        )
    for row in range(LANES):
        packed |= (node.lanes[row] & 0xFF) << (8 * row)
    return packed


cdef inline value_t distance(uint32_t heads, uint32_t others) noexcept nogil:
    """By how much values differ at the most where only the rows' bull heads do.

    The same plays and choices are possible, and each heap is taken once at the most: the
    difference of two payoffs of one line of play is bounded by the sum of the differences of the
    heaps, and so are those of maxima, minima and values of matrix games.
    """
    cdef int row, difference
    cdef int total = 0
    if heads == others:
        return 0
    for row in range(LANES):
        difference = <int>(heads >> (8 * row) & 0xFF) - <int>(others >> (8 * row) & 0xFF)
        total += difference if difference > 0 else -difference
    return total * ONE if total <= MOST_DISTANCE else ENDLESS


cdef inline void split_cards(
    const Search* search, const Node* node, int* mine, int* theirs
) noexcept nogil:
    """List both hands, ascending."""
    cdef int card
    cdef int cards = search.cards if search.professional else 2 * node.k
    cdef uint32_t left = node.left if search.professional else (<uint32_t>1 << cards) - 1
    for card in range(cards):
        if left >> card & 1:
            if node.owner >> card & 1:
                mine[0] = card
                mine += 1
            else:
                theirs[0] = card
                theirs += 1


cdef inline value_t below(
    Search* search, Node* node, Mode mode, value_t alpha, value_t beta
) noexcept nogil:
    """What follows a turn, within a window."""
    if node.k == 0:
        return 0
    if mode == SIMULTANEOUS:
        return value_of(search, node, alpha, beta)
    return serial_of(search, node, mode, alpha, beta)


cdef value_t entry(
    Search* search, const Node* node, int a, int b, Mode mode, value_t alpha, value_t beta
) noexcept nogil:
    """What a joint play leads to: the owner of the card that is placed has what choice there is."""
    if search.professional:
        return professional_entry(search, node, a, b, mode, alpha, beta)
    return standard_entry(search, node, a, b, mode, alpha, beta)


cdef value_t standard_entry(
    Search* search, const Node* node, int a, int b, Mode mode, value_t alpha, value_t beta
) noexcept nogil:
    """Only a card below all ends has a choice, and only the lower one can be."""
    cdef Node child
    cdef bint first_low = a < b
    cdef int low = a if first_low else b
    cdef int high = b if first_low else a
    cdef int low_heads = weight_of(node.weights, low)
    cdef int high_heads = weight_of(node.weights, high)
    cdef int order[LANES]
    cdef int row, place, heads, i
    cdef value_t now, value, best
    if ends_below(node.rows, low):
        child = node[0]
        now = join(&child.rows, low, low_heads, search.capacity)
        now -= join(&child.rows, high, high_heads, search.capacity)
        now = (-now if first_low else now) * ONE
        remove_ranks(&child, low, high, search.rows)
        return now + below(search, &child, mode, alpha - now, beta - now)
    # The cheapest first: it is mostly best.
    for row in range(search.rows):
        place = row
        heads = lane(node.rows, row) & HEADS
        while place > 0 and heads < lane(node.rows, order[place - 1]) & HEADS:
            order[place] = order[place - 1]
            place -= 1
        order[place] = row
    best = -ENDLESS if first_low else ENDLESS
    for i in range(search.rows):
        child = node[0]
        now = take(&child.rows, order[i], low, low_heads)
        now -= join(&child.rows, high, high_heads, search.capacity)
        now = (-now if first_low else now) * ONE
        remove_ranks(&child, low, high, search.rows)
        value = now + below(search, &child, mode, alpha - now, beta - now)
        if first_low:
            if value > best:
                best = value
            if best > alpha:
                alpha = best
        else:
            if value < best:
                best = value
            if best < beta:
                beta = best
        if alpha >= beta:
            break
    return best


cdef value_t professional_entry(
    Search* search, const Node* node, int a, int b, Mode mode, value_t alpha, value_t beta
) noexcept nogil:
    """Either card may have a choice: of two ends, or of all rows."""
    cdef Node after
    cdef int options[LANES]
    cdef bint first_low = a < b
    cdef int low = a if first_low else b
    cdef int high = b if first_low else a
    cdef bint free_choice
    cdef int i, count
    cdef value_t now, value
    cdef value_t best = -ENDLESS if first_low else ENDLESS
    count = offers(node, search.rows, search.value_of[low], options, &free_choice)
    for i in range(count):
        after = node[0]
        now = lay(
            &after, options[i], search.value_of[low], search.heads_of[low], search.capacity,
            free_choice,
        )
        now = (-now if first_low else now) * ONE
        after.left &= ~(<uint32_t>1 << low)
        after.owner &= ~(<uint32_t>1 << low)
        value = now + higher_card(
            search, &after, high, not first_low, mode, alpha - now, beta - now
        )
        if first_low:
            if value > best:
                best = value
            if best > alpha:
                alpha = best
        else:
            if value < best:
                best = value
            if best < beta:
                beta = best
        if alpha >= beta:
            break
    return best


cdef value_t higher_card(
    Search* search, const Node* node, int card, bint is_first, Mode mode, value_t alpha,
    value_t beta
) noexcept nogil:
    """Place the higher card of a turn, professional placement."""
    cdef Node child
    cdef int options[LANES]
    cdef bint free_choice
    cdef int i, count
    cdef value_t now, value
    cdef value_t best = -ENDLESS if is_first else ENDLESS
    count = offers(node, search.rows, search.value_of[card], options, &free_choice)
    for i in range(count):
        child = node[0]
        now = lay(
            &child, options[i], search.value_of[card], search.heads_of[card], search.capacity,
            free_choice,
        )
        now = (-now if is_first else now) * ONE
        child.left &= ~(<uint32_t>1 << card)
        child.owner &= ~(<uint32_t>1 << card)
        child.k -= 1
        value = now + below(search, &child, mode, alpha - now, beta - now)
        if is_first:
            if value > best:
                best = value
            if best > alpha:
                alpha = best
        else:
            if value < best:
                best = value
            if best < beta:
                beta = best
        if alpha >= beta:
            break
    return best


cdef inline void count_node(Search* search) noexcept nogil:
    search.nodes += 1
    if search.nodes >= search.node_limit:
        search.stop = 1


cdef inline value_t tightened(
    Search* search, const Node* node, uint64_t key, uint32_t heads, value_t* lo, value_t* hi
) noexcept nogil:
    """Narrow [lo, hi] to what the table proves of the value."""
    cdef ValueEntry* known
    cdef int slot
    cdef value_t gap
    for slot in range(2):
        known = &search.values[(key & search.value_mask) + slot]
        if known.key == key:
            gap = distance(known.heads, heads)
            if known.lo > -ENDLESS and known.lo - gap > lo[0]:
                lo[0] = known.lo - gap
            if known.hi < ENDLESS and known.hi + gap < hi[0]:
                hi[0] = known.hi + gap
    return 0


cdef value_t serial_of(
    Search* search, Node* node, int committer, value_t alpha, value_t beta
) noexcept nogil:
    """A game in which one player commits to a card first, in every turn, within a window.

    The result lies between that game's value and the value of the simultaneous game, since what
    is exact is used where it is known; so it bounds the latter from the committer's side.
    Fail-soft: at or below alpha, or at or above beta, it is a bound itself.
    """
    cdef int cards[2][MOST_CARDS]
    cdef int* own = cards[committer]
    cdef int* others = cards[1 - committer]
    cdef value_t lo = -ENDLESS
    cdef value_t hi = ENDLESS
    cdef value_t best, reply, value, window_low, window_high
    cdef uint64_t key
    cdef uint32_t heads
    cdef SerialEntry* bucket
    cdef SerialEntry* known
    cdef SerialEntry* found
    cdef int slot, i, j
    cdef value_t gap
    cdef int move = NO_MOVE
    cdef bint maximises = committer == 0
    search.last_move = NO_MOVE
    if node.k <= 3 and (node.k == 1 or not search.professional):
        return value_of(search, node, alpha, beta)
    if search.stop:
        return 0
    if not search.professional:
        canonical(node, search.rows, search.capacity)
    key = key_of(search, node)
    heads = heads_of(search, node)
    tightened(search, node, key, heads, &lo, &hi)
    bucket = &search.serials[key & search.serial_mask]
    for slot in range(2):
        known = &bucket[slot]
        if known.key == key:
            gap = distance(known.heads, heads)
            if known.lo[committer] > -ENDLESS and known.lo[committer] - gap > lo:
                lo = known.lo[committer] - gap
            if known.hi[committer] < ENDLESS and known.hi[committer] + gap < hi:
                hi = known.hi[committer] + gap
            if known.move[committer] != NO_MOVE:
                move = known.move[committer]
    # Bounds of two different games may cross; each is right for its side.
    if lo >= beta:
        return lo
    if hi <= alpha:
        return hi
    if lo >= hi:
        return lo if maximises else hi
    count_node(search)
    if lo > alpha:
        alpha = lo
    if hi < beta:
        beta = hi
    split_cards(search, node, cards[0], cards[1])
    if move != NO_MOVE:
        promote(own, node.k, move)
    best = -ENDLESS if maximises else ENDLESS
    window_low = alpha
    window_high = beta
    for i in range(node.k):
        reply = ENDLESS if maximises else -ENDLESS
        for j in range(node.k):
            if maximises:
                value = entry(
                    search, node, own[i], others[j], <Mode>committer, window_low,
                    reply if reply < beta else beta,
                )
                if value < reply:
                    reply = value
                if reply <= window_low:
                    break
            else:
                value = entry(
                    search, node, others[j], own[i], <Mode>committer,
                    reply if reply > alpha else alpha, window_high,
                )
                if value > reply:
                    reply = value
                if reply >= window_high:
                    break
        else:
            j = -1
        if search.stop:
            return 0
        if j >= 0:
            # What refutes one card mostly refutes the next.
            promote(others, node.k, others[j])
        if maximises:
            if reply > best:
                best = reply
                move = own[i]
            if best > window_low:
                window_low = best
            if best >= beta:
                break
        else:
            if reply < best:
                best = reply
                move = own[i]
            if best < window_high:
                window_high = best
            if best <= alpha:
                break
    # Only now: the search below may have used the places that were looked at before.
    found = NULL
    for slot in range(2):
        if bucket[slot].key == key and bucket[slot].heads == heads:
            found = &bucket[slot]
    if found == NULL:
        found = &bucket[1]
        if bucket[0].key != key and bucket[0].k < bucket[1].k:
            found = &bucket[0]
        found.key = key
        found.heads = heads
        found.k = node.k
        found.lo[0] = found.lo[1] = -ENDLESS
        found.hi[0] = found.hi[1] = ENDLESS
        found.move[0] = found.move[1] = NO_MOVE
    if best < beta and best < found.hi[committer]:
        found.hi[committer] = best
    if best > alpha and best > found.lo[committer]:
        found.lo[committer] = best
    found.move[committer] = move
    search.last_move = move
    return best


cdef inline void promote(int* cards, int count, int card) noexcept nogil:
    """Move a card to the front."""
    cdef int i
    for i in range(count):
        if cards[i] == card:
            while i > 0:
                cards[i] = cards[i - 1]
                i -= 1
            cards[0] = card
            return


cdef value_t value_of(Search* search, Node* node, value_t alpha, value_t beta) noexcept nogil:
    """The value, within a window; fail-soft."""
    cdef uint64_t key
    cdef uint32_t heads
    cdef ValueEntry* bucket
    cdef ValueEntry* found
    cdef value_t lo = -ENDLESS
    cdef value_t hi = ENDLESS
    cdef value_t value
    cdef int slot
    if not search.professional and node.k <= 2:
        return last_turns(search, node)
    if search.stop:
        return 0
    if not search.professional:
        canonical(node, search.rows, search.capacity)
    elif node.k == 1:
        return only_entry(search, node, alpha, beta)
    key = key_of(search, node)
    heads = heads_of(search, node)
    tightened(search, node, key, heads, &lo, &hi)
    if lo >= beta or lo >= hi:
        return lo
    if hi <= alpha:
        return hi
    count_node(search)
    if lo > alpha:
        alpha = lo
    if hi < beta:
        beta = hi
    if node.k <= 3:
        value = small_stage(search, node, alpha, beta)
    else:
        value = large_stage(search, node, alpha, beta)
    if search.stop:
        return 0
    bucket = &search.values[key & search.value_mask]
    found = NULL
    for slot in range(2):
        if bucket[slot].key == key and bucket[slot].heads == heads:
            found = &bucket[slot]
    if found == NULL:
        found = &bucket[1]
        if bucket[0].key != key and bucket[0].k < bucket[1].k:
            found = &bucket[0]
        found.key = key
        found.heads = heads
        found.k = node.k
        found.lo = -ENDLESS
        found.hi = ENDLESS
    if value < beta and value < found.hi:
        found.hi = value
    if value > alpha and value > found.lo:
        found.lo = value
    return value


cdef value_t only_entry(
    Search* search, const Node* node, value_t alpha, value_t beta
) noexcept nogil:
    """One card each, professional placement."""
    cdef int mine[1]
    cdef int theirs[1]
    split_cards(search, node, mine, theirs)
    return entry(search, node, mine[0], theirs[0], SIMULTANEOUS, alpha, beta)


cdef value_t last_turns(Search* search, const Node* node) noexcept nogil:
    """One or two cards each, standard placement."""
    cdef int mine[2]
    cdef int theirs[2]
    cdef int heads[4]
    cdef int card, heads_taken
    if node.k == 1:
        heads_taken = last_turn(search, node.rows, 0, 1, weight_of(node.weights, 0))
        return (heads_taken if node.owner & 1 else -heads_taken) * ONE
    for card in range(4):
        heads[card] = weight_of(node.weights, card)
    split_cards(search, node, mine, theirs)
    return pair_value(search, node.rows, mine[0], mine[1], theirs[0], theirs[1], heads)


cdef value_t small_stage(
    Search* search, const Node* node, value_t alpha, value_t beta
) noexcept nogil:
    """Three cards or fewer: best responses until a saddle point or a circle, then the matrix."""
    cdef int mine[3]
    cdef int theirs[3]
    cdef int heads[6]
    cdef value_t matrix[3][3]
    cdef bint known[3][3]
    cdef double flat[9]
    cdef double row_mix[MAX_ACTIONS]
    cdef double column_mix[MAX_ACTIONS]
    cdef int k = node.k
    cdef int i, j, _step, next_row
    cdef int row = 0
    cdef int column = 0
    cdef value_t worst, best
    cdef double value
    memset(known, 0, sizeof(known))
    split_cards(search, node, mine, theirs)
    if not search.professional:
        for i in range(6):
            heads[i] = weight_of(node.weights, i)
    for _step in range(2 * k):
        worst = ENDLESS
        for j in range(k):
            if not known[row][j]:
                matrix[row][j] = small_entry(search, node, mine, theirs, row, j, heads)
                known[row][j] = True
            if matrix[row][j] < worst:
                worst = matrix[row][j]
                column = j
        if worst >= beta:
            return worst
        best = -ENDLESS
        next_row = row
        for i in range(k):
            if not known[i][column]:
                matrix[i][column] = small_entry(search, node, mine, theirs, i, column, heads)
                known[i][column] = True
            if matrix[i][column] > best:
                best = matrix[i][column]
                next_row = i
        if best <= alpha or best == worst:
            return best
        row = next_row
    for i in range(k):
        for j in range(k):
            if not known[i][j]:
                matrix[i][j] = small_entry(search, node, mine, theirs, i, j, heads)
            flat[i * k + j] = matrix[i][j]
    value = solve_small(flat, k, k, row_mix, column_mix)
    return <value_t>floor(value + 0.5)


cdef inline value_t small_entry(
    Search* search, const Node* node, const int* mine, const int* theirs, int i, int j,
    const int* heads
) noexcept nogil:
    if search.professional:
        return entry(search, node, mine[i], theirs[j], SIMULTANEOUS, -ENDLESS, ENDLESS)
    return triple_entry(search, node.rows, mine, theirs, i, j, heads)


cdef value_t large_stage(Search* search, Node* node, value_t alpha, value_t beta) noexcept nogil:
    """Serialized games first, and then the matrices of bounds."""
    cdef Stage stage
    cdef value_t lower, upper
    lower = serial_of(search, node, FIRST_COMMITS, alpha, beta)
    if lower >= beta:
        return lower
    upper = serial_of(search, node, SECOND_COMMITS, alpha, beta)
    if upper <= alpha or lower >= upper:
        return upper if upper <= alpha else lower
    begin_stage(search, node, &stage)
    if lower > alpha:
        alpha = lower
    if upper < beta:
        beta = upper
    while not search.stop:
        solve_bounds(&stage)
        if stage.lo >= beta:
            return <value_t>floor(stage.lo)
        if stage.hi <= alpha:
            return <value_t>ceil(stage.hi)
        if stage.hi - stage.lo < 2 or not refine(search, node, &stage, alpha, beta):
            return <value_t>floor(0.5 * (stage.lo + stage.hi) + 0.5)
    return 0


cdef void begin_stage(Search* search, const Node* node, Stage* stage) noexcept nogil:
    """Bounds that need no search: nobody takes more than all bull heads that there are."""
    cdef int i, row
    cdef value_t bound = 0
    stage.k = node.k
    split_cards(search, node, stage.mine, stage.theirs)
    for row in range(LANES):
        if search.professional:
            bound += node.lanes[row] & 0xFF
        elif row < search.rows:
            bound += lane(node.rows, row) & HEADS
    for i in range(node.k):
        if search.professional:
            bound += search.heads_of[stage.mine[i]] + search.heads_of[stage.theirs[i]]
        else:
            bound += weight_of(node.weights, stage.mine[i])
            bound += weight_of(node.weights, stage.theirs[i])
    for i in range(node.k * node.k):
        stage.lows[i] = -bound * ONE
        stage.highs[i] = bound * ONE
        stage.refined[i] = NOT_AT_ALL


cdef void solve_bounds(Stage* stage) noexcept nogil:
    """Solve the games of the lower and of the upper bounds; what their strategies guarantee."""
    cdef double flat[MAX_ACTIONS * MAX_ACTIONS]
    cdef int i, j
    cdef int k = stage.k
    cdef double total, bound
    for i in range(k * k):
        flat[i] = stage.lows[i]
    solve_small(flat, k, k, stage.row_low, stage.column_low)
    # Stored in one step: another thread may look at the bounds meanwhile.
    bound = ENDLESS
    for j in range(k):
        total = 0.0
        for i in range(k):
            total += stage.row_low[i] * flat[i * k + j]
        if total < bound:
            bound = total
    stage.lo = bound
    for i in range(k * k):
        flat[i] = stage.highs[i]
    solve_small(flat, k, k, stage.row_high, stage.column_high)
    bound = -ENDLESS
    for i in range(k):
        total = 0.0
        for j in range(k):
            total += stage.column_high[j] * flat[i * k + j]
        if total > bound:
            bound = total
    stage.hi = bound


cdef bint refine(
    Search* search, const Node* node, Stage* stage, value_t alpha, value_t beta
) noexcept nogil:
    """Refine the entry that matters most to both; False if none is left.

    The first player's hope is in the game of the upper bounds, the second's in that of the lower:
    where both hopes meet, one of them is wrong.
    """
    cdef int i, j
    cdef int k = stage.k
    cdef int best = -1
    cdef double weight
    cdef double best_weight = 0.0
    for i in range(k):
        if stage.row_high[i] <= 1e-9:
            continue
        for j in range(k):
            if stage.column_low[j] <= 1e-9 or stage.lows[i * k + j] >= stage.highs[i * k + j]:
                continue
            weight = stage.row_high[i] * stage.column_low[j] * (
                <double>stage.highs[i * k + j] - stage.lows[i * k + j]
            )
            if weight > best_weight:
                best_weight = weight
                best = i * k + j
    if best < 0:
        return False
    refine_entry(search, node, stage, best, alpha, beta)
    return True


cdef void refine_entry(
    Search* search, const Node* node, Stage* stage, int index, value_t alpha, value_t beta
) noexcept nogil:
    """Take the next step of an entry: around the value, serialized, exact."""
    cdef int a = stage.mine[index // stage.k]
    cdef int b = stage.theirs[index % stage.k]
    cdef value_t value
    if stage.refined[index] == SERIALIZED:
        value = entry(search, node, a, b, SIMULTANEOUS, -ENDLESS, ENDLESS)
        if search.stop:
            return
        stage.lows[index] = stage.highs[index] = value
    else:
        if stage.refined[index] == AROUND_VALUE:
            alpha = -ENDLESS
            beta = ENDLESS
        value = entry(search, node, a, b, FIRST_COMMITS, alpha, beta)
        if search.stop:
            return
        if value > alpha and value > stage.lows[index]:
            stage.lows[index] = value
        value = entry(search, node, a, b, SECOND_COMMITS, alpha, beta)
        if search.stop:
            return
        if value < beta and value < stage.highs[index]:
            stage.highs[index] = value
        if stage.lows[index] > stage.highs[index]:
            # The bounds of the two sides met within the rounding of the arithmetic.
            stage.highs[index] = stage.lows[index]
    stage.refined[index] += 1
    if stage.k <= FEW_CARDS:
        # The exact value costs hardly more than its serialized bounds.
        stage.refined[index] = SERIALIZED


cdef inline uint64_t power_of_two(uint64_t most) noexcept:
    """The largest power of two up to a number, 2 at the least."""
    cdef uint64_t size = 2
    while size * 2 <= most:
        size *= 2
    return size


@cython.final
cdef class Solver:
    """Exact search of a two-player game, and of everything that can follow from it.

    ``run`` works without the GIL, in a thread of its own; ``cancel`` and ``bounds`` may be called
    meanwhile from another.  The tables are kept from one root to the next.

    Parameters
    ----------
    cards, heads : sequence of int
        All cards that the players hold, ascending, and their bull heads.
    rows, capacity, professional : int, int, bool
        Number of rows, row capacity and placement rule.
    megabytes : int
        Memory for the tables, at the most.
    """

    cdef Search search
    cdef Node root
    cdef Stage stage
    cdef bint serialized            # whether both serialized games of the root are solved
    cdef value_t serial_value[2]
    cdef int serial_move[2]
    cdef list cards
    cdef size_t serial_bytes
    cdef size_t value_bytes

    def __cinit__(self):
        self.search.serials = NULL
        self.search.values = NULL
        self.search.pairs = NULL

    def __init__(
        self, cards, heads, int rows, int capacity, bint professional, int megabytes
    ):
        cdef int i, card
        cdef uint64_t half = <uint64_t>megabytes << 19
        # Sixteen times as many positions with every card each; small tables stay in the caches.
        cdef uint64_t wanted = <uint64_t>1 << max(2 * <int>len(cards) - TABLE_BITS, 8)
        cdef uint64_t serials = min(power_of_two(half // sizeof(SerialEntry)), wanted)
        cdef uint64_t values = min(power_of_two(half // sizeof(ValueEntry)), 2 * wanted)
        if not (
            len(cards) == len(heads) <= 2 * MOST_CARDS
            and 1 <= rows <= LANES
            and 1 <= capacity <= MOST_CAPACITY
        ):
            raise ValueError("more cards, more rows or longer rows than the search is built for")
        self.cards = list(cards)
        self.search.cards = len(cards)
        self.search.rows = rows
        self.search.capacity = capacity
        self.search.professional = professional
        for i, card in enumerate(cards):
            self.search.value_of[i] = card
        for i, card in enumerate(heads):
            self.search.heads_of[i] = card
        self.serial_bytes = serials * sizeof(SerialEntry)
        self.value_bytes = values * sizeof(ValueEntry)
        self.search.serials = <SerialEntry*>reserve(self.serial_bytes)
        self.search.values = <ValueEntry*>reserve(self.value_bytes)
        self.search.pairs = <PairEntry*>reserve(PAIR_BYTES)
        if not (self.search.serials and self.search.values and self.search.pairs):
            raise MemoryError(f"no {megabytes} MiB for the tables of the search")
        self.search.serial_mask = (serials - 1) & ~<uint64_t>1
        self.search.value_mask = (values - 1) & ~<uint64_t>1

    def __dealloc__(self):
        release(self.search.serials, self.serial_bytes)
        release(self.search.values, self.value_bytes)
        release(self.search.pairs, PAIR_BYTES)

    def begin(self, rows, first, second):
        """Set the root: rows as (left end, right end, length, bull heads), and both hands."""
        cdef int place, row, end, left, right, length, heads
        cdef Node* node = &self.root
        memset(node, 0, sizeof(Node))
        node.k = len(first)
        node.rows = <uint64_t>0x7FFF7FFF7FFF7FFF
        rest = sorted([*first, *second])
        table = sorted(rows, key=lambda ends: ends[1])
        for place, card in enumerate(rest):
            index = <int>self.cards.index(card)
            if self.search.professional:
                node.left |= <uint32_t>1 << index
                node.owner |= <uint32_t>(card in first) << index
            else:
                node.owner |= <uint32_t>(card in first) << place
                node.weights |= class_of(self.search.heads_of[index]) << (3 * place)
        for row, (left, right, length, heads) in enumerate(table):
            if self.search.professional:
                node.lanes[LANES - self.search.rows + row] = (
                    <uint32_t>right << 24 | left << 16 | length << 8 | heads
                )
                continue
            end = 0
            for card in rest:
                end += card < right
            node.rows ^= <uint64_t>(0x7FFF ^ (end << 10 | length << 7 | heads)) << (16 * row)
        self.search.stop = 0
        self.search.nodes = 0
        self.search.node_limit = <int64_t>1 << 62
        begin_stage(&self.search, node, &self.stage)
        solve_bounds(&self.stage)
        self.serialized = False
        self.serial_value[0] = -ENDLESS
        self.serial_value[1] = ENDLESS
        self.serial_move[0] = self.serial_move[1] = NO_MOVE

    cdef double low(self) noexcept nogil:
        """What is proved to be guaranteed to the first player."""
        if self.serial_value[0] > self.stage.lo:
            return self.serial_value[0]
        return self.stage.lo

    cdef double high(self) noexcept nogil:
        """What is proved to be the most that the second player concedes."""
        if self.serial_value[1] < self.stage.hi:
            return self.serial_value[1]
        return self.stage.hi

    cdef void solve_serialized(self) noexcept nogil:
        """Bound the root by its serialized games, each with the card that it is won by."""
        cdef int committer
        cdef value_t value
        for committer in range(2):
            value = serial_of(&self.search, &self.root, committer, -ENDLESS, ENDLESS)
            if self.search.stop:
                return
            if self.search.last_move != NO_MOVE:
                self.serial_value[committer] = value
                self.serial_move[committer] = self.search.last_move
        self.serialized = True

    def run(self, double tolerance, int64_t node_limit):
        """Close the interval of the root's value to the tolerance, in bull heads."""
        cdef double width = tolerance * ONE
        if width < 2:
            width = 2
        self.search.node_limit = node_limit
        with nogil:
            if not self.serialized and self.high() - self.low() >= width:
                self.solve_serialized()
            while not self.search.stop and self.high() - self.low() >= width:
                if not refine(
                    &self.search, &self.root, &self.stage, bounded(floor(self.low())),
                    bounded(ceil(self.high())),
                ):
                    break
                solve_bounds(&self.stage)

    def complete(self, rows, columns):
        """Make entries of the root's matrix exact: all pairs of some places in the hands."""
        cdef Stage* stage = &self.stage
        cdef int i, j, index
        for i in rows:
            for j in columns:
                index = i * stage.k + j
                if stage.lows[index] >= stage.highs[index] or self.search.stop:
                    continue
                stage.refined[index] = SERIALIZED
                with nogil:
                    refine_entry(&self.search, &self.root, stage, index, -ENDLESS, ENDLESS)

    def cancel(self):
        """Make a run return soon; what is proved stays."""
        self.search.stop = 1

    @property
    def cancelled(self):
        """Whether a run was cancelled or met its limit of nodes."""
        return bool(self.search.stop)

    @property
    def nodes(self):
        """Positions searched since ``begin``."""
        return self.search.nodes

    def bounds(self):
        """Return what is proved of the root's value, in bull heads."""
        return self.low() / ONE, self.high() / ONE

    def strategies(self):
        """Return the strategies that guarantee the bounds, the first player's and the second's."""
        cdef int i
        cdef int k = self.stage.k
        first = [self.stage.row_low[i] for i in range(k)]
        second = [self.stage.column_high[i] for i in range(k)]
        if self.serial_value[0] > self.stage.lo:
            first = [float(self.stage.mine[i] == self.serial_move[0]) for i in range(k)]
        if self.serial_value[1] < self.stage.hi:
            second = [float(self.stage.theirs[i] == self.serial_move[1]) for i in range(k)]
        return first, second

    def matrix(self):
        """Return lower and upper bounds of every joint play, in bull heads."""
        cdef int i, j
        cdef int k = self.stage.k
        return (
            [[self.stage.lows[i * k + j] / <double>ONE for j in range(k)] for i in range(k)],
            [[self.stage.highs[i * k + j] / <double>ONE for j in range(k)] for i in range(k)],
        )


cdef value_t bounded(double bound) noexcept nogil:
    """A bound as a value of the search."""
    return <value_t>(-ENDLESS if bound < -ENDLESS else ENDLESS if bound > ENDLESS else bound)


cdef uint64_t class_of(int heads) except 0xFFFF:
    """The class of a card's bull heads."""
    return [1, 2, 3, 5, 7].index(heads)
