"""Exact search for two players with known hands: the recursion.

After Bosansky, Lisy, Cermak, Vitek and Pechoucek (IJCAI 2013) and Saffidine, Finnsson and Buro
(AAAI 2012): two games with alternating moves bound a game with simultaneous ones, and where they
disagree, matrices of lower and upper bounds are refined in the entries that matter.
"""

from libc.math cimport floor
from libc.stdint cimport uint32_t, uint64_t

from nimmt_core._exact_choice cimport choice_of, closes
from nimmt_core._exact_endgame cimport (
    committed_pair, last_turn, look_at_pair, pair_value, triple_entry,
)
from nimmt_core._exact_few cimport begin_few, next_entry, rule_out, settled
from nimmt_core._exact_followers cimport list_followers, tighten_entry
from nimmt_core._exact_order cimport order_own, order_replies, reward
from nimmt_core._exact_plays cimport look_at_rows
from nimmt_core._exact_questions cimport next_question, window_that_matters
from nimmt_core._exact_rows cimport (
    canonical, ends_below, idle_lengths, join, lay, offers, present, remove_cards, split_cards,
    take, weight_of, without_ranks, worth_taking,
)
from nimmt_core._exact_stage cimport (
    LOWER, MISJUDGED, SEARCHED, UPPER, begin_stage, estimate, narrow, narrow_serialized,
)
from nimmt_core._exact_tables cimport (
    PURE_SALT, label_of, store_serial, store_value, tighten_serial, tighten_value,
)
from nimmt_core._exact_triples cimport store_triple, tighten_triple, triple_bucket
from nimmt_core._exact_types cimport (
    AT_LEAST, AT_MOST, CANCELLED, Choice, ENDLESS, Few, Follower, Followers, LANES, Label,
    MOST_CARDS, MOST_FEW, NO_MOVE, Node, ONE, Pair, Question, Search, Stage, TripleEntry, VALUE,
    value_t,
)
from nimmt_core._matrix cimport MAX_ACTIONS, solve_small

# With so many cards each, and fewer, serialized games go on as the simultaneous one: its value is
# found nearly as fast as theirs, and bounds are the tighter for it.
cdef enum:
    STANDARD_FEW = MOST_FEW
    PROFESSIONAL_FEW = 3


cdef inline int most_few(const Search* search) noexcept nogil:
    return PROFESSIONAL_FEW if search.professional else STANDARD_FEW


# Serialized games of what follows a play are worth their time with so many cards each, and more,
# than the game goes on as simultaneous with.
cdef enum:
    WORTH_BOUNDS = 3


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
    cdef int i
    cdef uint64_t lanes = present(search.rows)
    cdef value_t now, value
    cdef Choice choice
    child = node[0]
    remove_cards(&child, low, high)
    if ends_below(node.rows, low):
        now = join(&child.rows, low, low_heads, search.capacity)
        now -= join(&child.rows, high, high_heads, search.capacity)
        now = (-now if first_low else now) * ONE
        child.rows = without_ranks(child.rows, low, high, lanes)
        return now + below(search, &child, mode, alpha - now, beta - now)
    choice = choice_of(first_low, alpha, beta)
    for i in range(worth_taking(node.rows, search.rows, 2 * node.k, order)):
        child.rows = node.rows
        now = take(&child.rows, order[i], low, low_heads)
        now -= join(&child.rows, high, high_heads, search.capacity)
        now = (-now if first_low else now) * ONE
        child.rows = without_ranks(child.rows, low, high, lanes)
        value = now + below(search, &child, mode, choice.alpha - now, choice.beta - now)
        if closes(&choice, value):
            break
    return choice.best


cdef inline value_t played(
    const Search* search, Node* node, int row, int card, bint free_choice, bint is_first
) noexcept nogil:
    """Play a card on a lane, professional placement; what the first player gains."""
    cdef value_t taken = ONE * lay(
        node, row, search.value_of[card], search.heads_of[card], search.capacity, free_choice
    )
    node.left &= ~(<uint32_t>1 << card)
    node.owner &= ~(<uint32_t>1 << card)
    return -taken if is_first else taken


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
    cdef Choice choice = choice_of(first_low, alpha, beta)
    count = offers(node, search.rows, search.value_of[low], options, &free_choice)
    for i in range(count):
        after = node[0]
        now = played(search, &after, options[i], low, free_choice, first_low)
        value = now + higher_card(
            search, &after, high, not first_low, mode, choice.alpha - now,
            choice.beta - now,
        )
        if closes(&choice, value):
            break
    return choice.best


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
    cdef Choice choice = choice_of(is_first, alpha, beta)
    count = offers(node, search.rows, search.value_of[card], options, &free_choice)
    for i in range(count):
        child = node[0]
        now = played(search, &child, options[i], card, free_choice, is_first)
        child.k -= 1
        value = now + below(search, &child, mode, choice.alpha - now, choice.beta - now)
        if closes(&choice, value):
            break
    return choice.best


cdef inline bint is_few(const Search* search, const Node* node) noexcept nogil:
    return node.k <= most_few(search)


cdef inline void count_node(Search* search) noexcept nogil:
    search.nodes += 1
    if search.nodes >= search.node_limit:
        search.stop = CANCELLED


cdef inline void simplify(const Search* search, Node* node) noexcept nogil:
    """Leave out what no longer matters."""
    if search.professional:
        idle_lengths(search, node)
    else:
        node.rows = canonical(node.rows, 2 * node.k, present(search.rows), search.capacity)


cdef inline bint is_decided(
    value_t lo, value_t hi, value_t* alpha, value_t* beta, value_t* value
) noexcept nogil:
    """Whether bounds of a value are all that a window asks for; if not, narrow it to them."""
    if lo >= beta[0] or lo >= hi:
        value[0] = lo
        return True
    if hi <= alpha[0]:
        value[0] = hi
        return True
    alpha[0] = max(alpha[0], lo)
    beta[0] = min(beta[0], hi)
    return False


cdef value_t serial_of(
    Search* search, Node* node, int committer, value_t alpha, value_t beta
) noexcept nogil:
    """A game in which one player commits to a card first, in every turn, within a window.

    Unless the search is for the pure game, the result lies between that game's value and the value
    of the simultaneous game, since what is exact is used where it is known or soon found; so it
    bounds the latter from the committer's side.
    Fail-soft: at or below alpha, or at or above beta, it is a bound itself.
    """
    cdef int cards[2][MOST_CARDS]
    cdef int* own = cards[committer]
    cdef int* others = cards[1 - committer]
    cdef value_t lo = -ENDLESS
    cdef value_t hi = ENDLESS
    cdef value_t best, reply, value, window_low, window_high
    cdef Label label
    cdef int refuted[2 * MOST_CARDS]
    cdef int move, i, j
    cdef bint maximises = committer == 0
    search.last_move = NO_MOVE
    if node.k == 1 or (not search.pure and is_few(search, node)):
        return value_of(search, node, alpha, beta)
    if node.k == 2 and not search.professional:
        return last_turns(search, node, <Mode>committer)
    if search.stop:
        return 0
    simplify(search, node)
    label = label_of(search, node)
    if search.pure:
        label.key ^= PURE_SALT
    else:
        tighten_value(search, &label, &lo, &hi)
    move = tighten_serial(search, &label, committer, &lo, &hi)
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
    elif not search.professional:
        order_own(search, node, own, others, maximises)
    for j in range(node.k):
        refuted[others[j]] = 0
    best = -ENDLESS if maximises else ENDLESS
    window_low = alpha
    window_high = beta
    for i in range(node.k):
        reply = ENDLESS if maximises else -ENDLESS
        if not search.professional:
            order_replies(search, node, own[i], others, refuted, maximises)
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
        # What refutes one card mostly refutes the next.
        if j >= 0 and search.professional:
            promote(others, node.k, others[j])
        elif j >= 0:
            reward(refuted, others, node.k, others[j])
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
        if node.k == search.root_cards and not search.pure and alpha < best < beta:
            search.root_moves[committer] = move
            search.root_values[committer] = best
    store_serial(search, &label, committer, move, best, alpha, beta)
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
    cdef Label label
    cdef TripleEntry* bucket
    cdef uint64_t triple
    cdef value_t lo = -ENDLESS
    cdef value_t hi = ENDLESS
    cdef value_t value
    if not search.professional:
        if node.k <= 2:
            return last_turns(search, node, SIMULTANEOUS)
    elif node.k == 1:
        return only_entry(search, node, alpha, beta)
    simplify(search, node)
    if node.k == 3 and not search.professional:
        bucket = triple_bucket(search, node.rows, node.weights, node.owner, &triple)
        return triple_of(search, node, bucket, triple, alpha, beta)
    if search.stop:
        return 0
    label = label_of(search, node)
    tighten_value(search, &label, &lo, &hi)
    if is_decided(lo, hi, &alpha, &beta, &value):
        return value
    count_node(search)
    if is_few(search, node):
        value = few_cards(search, node, alpha, beta)
    else:
        value = large_stage(search, node, alpha, beta)
    if search.stop:
        return 0
    store_value(search, &label, value, alpha, beta)
    return value


cdef value_t triple_of(
    Search* search, const Node* node, TripleEntry* bucket, uint64_t label, value_t alpha,
    value_t beta
) noexcept nogil:
    """The same with three cards each, standard placement."""
    cdef value_t lo = -ENDLESS
    cdef value_t hi = ENDLESS
    cdef value_t value
    if search.stop:
        return 0
    tighten_triple(bucket, label, &lo, &hi)
    if is_decided(lo, hi, &alpha, &beta, &value):
        return value
    count_node(search)
    value = few_cards(search, node, alpha, beta)
    if search.stop:
        return 0
    store_triple(bucket, label, value, alpha, beta)
    return value


cdef value_t only_entry(
    Search* search, const Node* node, value_t alpha, value_t beta
) noexcept nogil:
    """One card each, professional placement."""
    cdef int mine[1]
    cdef int theirs[1]
    split_cards(search, node, mine, theirs)
    return entry(search, node, mine[0], theirs[0], SIMULTANEOUS, alpha, beta)


cdef value_t last_turns(Search* search, const Node* node, Mode mode) noexcept nogil:
    """One or two cards each, standard placement."""
    cdef Pair pair
    cdef int heads
    if node.k == 1:
        heads = last_turn(
            search, node.rows, ends_below(node.rows, 0) - 1, ends_below(node.rows, 1) - 1,
            weight_of(node.weights, 0),
        )
        return (heads if node.owner & 1 else -heads) * ONE
    if mode == SIMULTANEOUS:
        return pair_value(search, node.rows, node.weights, node.owner)
    look_at_pair(search, &pair, node.rows, node.weights, node.owner)
    return ONE * committed_pair(search, &pair, mode == FIRST_COMMITS)


cdef value_t few_cards(
    Search* search, const Node* node, value_t alpha, value_t beta
) noexcept nogil:
    """A pure strategy that settles the window, or else the matrix."""
    if search.professional:
        return few_of(search, node, node.k, alpha, beta)
    if node.k == MOST_FEW:
        return four_cards(search, node, alpha, beta)
    return few_of(search, node, 3, alpha, beta)


cdef inline value_t few_of(
    Search* search, const Node* node, int k, value_t alpha, value_t beta
) noexcept nogil:
    """The same with two or three cards each."""
    cdef Few few
    cdef int index
    cdef value_t value
    begin_few(&few, k)
    split_cards(search, node, few.mine, few.theirs)
    if not search.professional:
        look_at_rows(&few, node, 6, search.rows)
    index = next_entry(&few, k)
    while index >= 0:
        value = few_entry(search, node, &few, k, index, alpha, beta)
        if search.stop:
            return 0
        if settled(&few, k, index, &value, alpha, beta):
            return value
        index = next_entry(&few, k)
    return mixed_matrix(search, node, &few, k, alpha, beta)


cdef inline value_t few_entry(
    Search* search, const Node* node, const Few* few, int k, int index, value_t alpha, value_t beta
) noexcept nogil:
    """The value of a joint play."""
    if search.professional:
        return entry(
            search, node, few.mine[index // k], few.theirs[index % k], SIMULTANEOUS, alpha, beta
        )
    return triple_entry(search, node, few, index, alpha, beta)


cdef inline value_t exact_entry(
    Search* search, const Node* node, Few* few, int k, int index
) noexcept nogil:
    """The same without a window; kept."""
    if few.lows[index] != few.highs[index]:
        few.lows[index] = few.highs[index] = few_entry(
            search, node, few, k, index, -ENDLESS, ENDLESS
        )
    return few.lows[index]


cdef inline value_t mixed_matrix(
    Search* search, const Node* node, Few* few, int k, value_t alpha, value_t beta
) noexcept nogil:
    """Best responses until a saddle point or a circle, then the whole matrix."""
    cdef double flat[MAX_ACTIONS * MAX_ACTIONS]
    cdef double row_mix[MAX_ACTIONS]
    cdef double column_mix[MAX_ACTIONS]
    cdef int row = 0
    cdef int column = 0
    cdef int i, j, _step
    cdef value_t value, worst, best
    for i in range(1, k):
        if few.row_known[i] > few.row_known[row]:
            row = i
    for _step in range(2 * k):
        worst = ENDLESS
        for j in range(k):
            value = exact_entry(search, node, few, k, row * k + j)
            if value < worst:
                worst = value
                column = j
        if worst >= beta:
            return worst
        best = -ENDLESS
        for i in range(k):
            value = exact_entry(search, node, few, k, i * k + column)
            if value > best:
                best = value
                row = i
        if best <= alpha or best == worst:
            return best
    for i in range(k * k):
        flat[i] = exact_entry(search, node, few, k, i)
    return <value_t>floor(solve_small(flat, k, k, row_mix, column_mix) + 0.5)


cdef value_t four_cards(
    Search* search, const Node* node, value_t alpha, value_t beta
) noexcept nogil:
    """The same with four cards each, standard placement, from what the table knows."""
    cdef Few few
    cdef Followers followers
    cdef Stage stage
    cdef int index
    cdef value_t value
    begin_few(&few, MOST_FEW)
    split_cards(search, node, few.mine, few.theirs)
    look_at_rows(&few, node, 2 * MOST_FEW, search.rows)
    list_followers(search, node, &few, &followers)
    for index in range(MOST_FEW * MOST_FEW):
        tighten_entry(&few, &followers, index)
        if few.lows[index] >= beta or few.lows[index] >= few.highs[index]:
            value = few.lows[index]
        elif few.highs[index] <= alpha:
            value = few.highs[index]
        else:
            rule_out(&few, MOST_FEW, index, alpha, beta)
            continue
        if settled(&few, MOST_FEW, index, &value, alpha, beta):
            return value
    index = next_entry(&few, MOST_FEW)
    while index >= 0:
        value = follower_entry(search, &few, &followers, index, alpha, beta)
        if search.stop:
            return 0
        if settled(&few, MOST_FEW, index, &value, alpha, beta):
            return value
        index = next_entry(&few, MOST_FEW)
    begin_stage(search, node, &stage)
    for index in range(MOST_FEW * MOST_FEW):
        stage.lows[index] = max(stage.lows[index], few.lows[index])
        stage.highs[index] = min(stage.highs[index], few.highs[index])
    # The value is most often near the window.
    value = alpha if alpha > -ENDLESS else beta if beta < ENDLESS else 0
    estimate(&stage, value, beta if beta < ENDLESS else value, NO_MOVE, NO_MOVE)
    return close(search, node, &stage, &few, &followers, alpha, beta)


cdef value_t follower_entry(
    Search* search, const Few* few, const Followers* followers, int index, value_t alpha,
    value_t beta
) noexcept nogil:
    """The value of a joint play of four cards each, within a window; fail-soft."""
    cdef const Follower* follower
    cdef Node child
    cdef int place
    cdef value_t value
    cdef Choice choice = choice_of(
        few.mine[index // MOST_FEW] < few.theirs[index % MOST_FEW], alpha, beta
    )
    child.k = MOST_FEW - 1
    for place in range(followers.begin[index], followers.begin[index + 1]):
        follower = &followers.each[place]
        child.rows = follower.rows
        child.weights = follower.weights
        child.owner = follower.owner
        value = follower.gain + triple_of(
            search, &child, follower.bucket, follower.label, choice.alpha - follower.gain,
            choice.beta - follower.gain
        )
        if closes(&choice, value):
            break
    return choice.best


cdef value_t large_stage(
    Search* search, const Node* node, value_t alpha, value_t beta
) noexcept nogil:
    """Serialized games first, and then the matrix of bounds."""
    cdef Stage stage
    cdef Node same = node[0]
    cdef value_t lower, upper
    cdef int first
    lower = serial_of(search, &same, FIRST_COMMITS, alpha, beta)
    first = search.last_move
    if lower >= beta:
        return lower
    upper = serial_of(search, &same, SECOND_COMMITS, alpha, beta)
    if upper <= alpha or lower >= upper:
        return upper if upper <= alpha else lower
    begin_stage(search, node, &stage)
    estimate(&stage, lower, upper, first, search.last_move)
    return close(search, node, &stage, NULL, NULL, max(alpha, lower), min(beta, upper))


cdef value_t close(
    Search* search, const Node* node, Stage* stage, const Few* few, const Followers* followers,
    value_t alpha, value_t beta
) noexcept nogil:
    """Ask of entries until the bounds meet, or the window is decided."""
    cdef Question question
    cdef Answer answer
    while not search.stop:
        question = next_question(stage, alpha, beta)
        # Bounds of mixed strategies are rounded: the window's ends are whole numbers.
        if stage.lo > beta - 0.5:
            return <value_t>floor(stage.lo + 0.5)
        if stage.hi < alpha + 0.5:
            return <value_t>floor(stage.hi + 0.5)
        if stage.hi - stage.lo < 2 or question.index < 0:
            return <value_t>floor(0.5 * (stage.lo + stage.hi) + 0.5)
        answer = prepared(search, stage, &question, alpha, beta)
        if followers != NULL:
            answer.value = follower_entry(
                search, few, followers, question.index, answer.alpha, answer.beta
            )
        else:
            find_answer(search, node, stage, &answer)
        if not search.stop:
            take_in(stage, &answer)
    return 0


cdef Answer prepared(
    const Search* search, const Stage* stage, const Question* question, value_t alpha, value_t beta
) noexcept nogil:
    """What to search for, for a question within the window of the stage."""
    cdef Answer answer
    cdef int index = question.index
    cdef int known = stage.known[index]
    answer.index = index
    answer.goal = question.goal
    answer.mode = SIMULTANEOUS
    answer.alpha = -ENDLESS
    answer.beta = ENDLESS
    answer.value = 0
    if stage.k - most_few(search) >= WORTH_BOUNDS and (question.goal == VALUE or known & MISJUDGED):
        if not known & UPPER:
            answer.mode = SECOND_COMMITS
            return answer
        if not known & LOWER:
            answer.mode = FIRST_COMMITS
            return answer
    if known & SEARCHED:
        return answer
    if question.goal == VALUE:
        window_that_matters(
            stage, index, max(stage.lo, <double>alpha), min(stage.hi, <double>beta),
            &answer.alpha, &answer.beta,
        )
    else:
        answer.alpha = question.threshold - (question.goal == AT_LEAST)
        answer.beta = answer.alpha + 1
    return answer


cdef void find_answer(
    Search* search, const Node* node, const Stage* stage, Answer* answer
) noexcept nogil:
    """Search what follows a joint play."""
    answer.value = entry(
        search, node, stage.mine[answer.index // stage.k], stage.theirs[answer.index % stage.k],
        answer.mode, answer.alpha, answer.beta,
    )


cdef void take_in(Stage* stage, const Answer* answer) noexcept nogil:
    """Narrow the bounds of an entry to what was found."""
    cdef int* known = &stage.known[answer.index]
    if answer.mode != SIMULTANEOUS:
        narrow_serialized(stage, answer.index, answer.value, answer.mode == SECOND_COMMITS)
        return
    narrow(stage, answer.index, answer.value, answer.alpha, answer.beta)
    if answer.goal == VALUE:
        known[0] |= SEARCHED
    elif (answer.value < answer.beta) != (answer.goal == AT_MOST):
        # Once more with a better estimate, and then the value itself.
        known[0] |= SEARCHED if known[0] & MISJUDGED else MISJUDGED
