/* The policy network in lanes: what a seat sees of its cards, and how much it likes each.

   Included by _lanes_path.h once for each instruction set.  All numbers are integers, so every path
   gives the same.  Features are plain loops over lanes, which compilers turn into vectors; the
   layers are written with vectors.  docs/theory/policy-network.md says what the features mean. */

#ifndef LANE_NETWORK_UNITS
#define LANE_NETWORK_UNITS

/* A feature of 1 is 64, a weight of 1 is 1024, a hidden unit or a score of 1 is 256. */
enum {
    LANE_ONE = 64,
    LANE_MOST_FEATURE = 255,
    LANE_HIDDEN_SHIFT = 8,
    LANE_MOST_HIDDEN = 4096,
    LANE_SCORE_SHIFT = 10,
    LANE_FAR = 999,             /* farther than any card */
    LANE_STATE_ROWS = 4         /* rows that have features of their own */
};

/* Rows in ascending order of their right ends, and what the seat knows of the cards below. */
typedef struct {
    LaneNumbers index[LANE_MAX_ROWS];
    LaneNumbers left[LANE_MAX_ROWS];
    LaneNumbers right[LANE_MAX_ROWS];
    LaneNumbers length[LANE_MAX_ROWS];
    LaneNumbers heads[LANE_MAX_ROWS];
    LaneNumbers own_below_right[LANE_MAX_ROWS];
    LaneNumbers below_right[LANE_MAX_ROWS];     /* unseen cards below the right end */
    LaneNumbers below_left[LANE_MAX_ROWS];
    LaneNumbers least_heads;
} LaneRows;
#endif

#define EACH_LANE for (lane = 0; lane < LANES; lane++)

LANE_INLINE int16_t NAME(lane_most)(int x, int most) { return (int16_t)(x < most ? x : most); }

/* Put two rows in order. */
LANE_INLINE void NAME(lane_order)(int16_t* first, int16_t* second, const uint8_t* swaps)
{
    int lane;
    EACH_LANE {
        const int16_t a = first[lane];
        const int16_t b = second[lane];
        first[lane] = swaps[lane] ? b : a;
        second[lane] = swaps[lane] ? a : b;
    }
}

/* Unseen cards below a card: those below it that are neither seen nor the seat's own. */
LANE_INLINE void NAME(lane_below)(
    const LaneView* view, const int16_t* cards, const int16_t* own_below, int16_t* below)
{
    int lane;
    EACH_LANE below[lane] = view->seen_below[cards[lane]][lane];
    EACH_LANE below[lane] = (int16_t)(cards[lane] - 1 - below[lane] - own_below[lane]);
}

static void NAME(lane_rows)(const LaneView* view, LaneNumbers* cards, LaneRows* rows)
{
    const LaneTable* table = view->table;
    LaneNumbers own_below_left;
    LaneBytes swaps;
    int row, other, lane, place;
    for (row = 0; row < table->rows; row++)
        EACH_LANE {
            rows->index[row][lane] = (int16_t)row;
            rows->left[row][lane] = table->professional ? table->left[row][lane] : 0;
            rows->right[row][lane] = table->right[row][lane];
            rows->length[row][lane] = table->length[row][lane];
            rows->heads[row][lane] = table->heads[row][lane];
        }
    for (row = 1; row < table->rows; row++)
        for (other = row; other > 0; other--) {
            EACH_LANE swaps[lane] = rows->right[other - 1][lane] > rows->right[other][lane];
            NAME(lane_order)(rows->index[other - 1], rows->index[other], swaps);
            NAME(lane_order)(rows->left[other - 1], rows->left[other], swaps);
            NAME(lane_order)(rows->right[other - 1], rows->right[other], swaps);
            NAME(lane_order)(rows->length[other - 1], rows->length[other], swaps);
            NAME(lane_order)(rows->heads[other - 1], rows->heads[other], swaps);
        }
    memcpy(rows->least_heads, rows->heads[0], sizeof(LaneNumbers));
    for (row = 0; row < table->rows; row++) {
        EACH_LANE {
            rows->own_below_right[row][lane] = 0;
            rows->least_heads[lane] =
                NAME(lane_most)(rows->heads[row][lane], rows->least_heads[lane]);
        }
        for (place = 0; place < view->held; place++)
            EACH_LANE rows->own_below_right[row][lane] +=
                cards[place][lane] < rows->right[row][lane];
        NAME(lane_below)(
            view, rows->right[row], rows->own_below_right[row], rows->below_right[row]);
        if (!table->professional)
            continue;
        EACH_LANE own_below_left[lane] = 0;
        for (place = 0; place < view->held; place++)
            EACH_LANE own_below_left[lane] += cards[place][lane] < rows->left[row][lane];
        NAME(lane_below)(view, rows->left[row], own_below_left, rows->below_left[row]);
    }
}

/* A share of the unseen cards, 255 for all. */
LANE_INLINE int16_t NAME(lane_share)(int cards, uint16_t each)
{
    return (int16_t)((uint16_t)((uint16_t)cards * each) >> 8);
}

static void NAME(lane_state_features)(
    const LaneView* view, const LaneRows* rows, uint16_t each, LaneNumbers* features)
{
    const LaneTable* table = view->table;
    const int players = view->players;
    const int held = view->held;
    const int in_play = (players - 1) * held;
    const int shared[] = {
        players * 16, (players == 2) * LANE_ONE, (players == 3) * LANE_ONE,
        (players >= 6) * LANE_ONE, held * 8, (held <= 2) * LANE_ONE,
        in_play < view->unseen ? NAME(lane_share)(in_play, each) : LANE_MOST_FEATURE, LANE_ONE};
    int16_t* feature;
    int row, lane, i;
    for (row = 0; row < LANE_STATE_ROWS; row++, features += 6) {
        if (row >= table->rows) {
            memset(features, 0, 6 * sizeof *features);
            continue;
        }
        EACH_LANE {
            features[0][lane] = (int16_t)(rows->length[row][lane] * 12);
            features[1][lane] = NAME(lane_most)(rows->heads[row][lane] * 8, LANE_MOST_FEATURE);
            features[2][lane] = (int16_t)(rows->right[row][lane] * 2);
            features[3][lane] = (int16_t)(rows->left[row][lane] * 2);
        }
        EACH_LANE {
            const int own = (row + 1 < table->rows ? rows->own_below_right[row + 1][lane] : held)
                - rows->own_below_right[row][lane];
            const int unseen =
                (row + 1 < table->rows ? rows->below_right[row + 1][lane] : view->unseen)
                - rows->below_right[row][lane];
            features[4][lane] = NAME(lane_most)(own * 32, LANE_MOST_FEATURE);
            features[5][lane] = NAME(lane_share)(unseen, each);
        }
    }
    EACH_LANE {
        features[0][lane] = NAME(lane_most)(
            rows->own_below_right[0][lane] * 32, LANE_MOST_FEATURE);
        features[1][lane] = NAME(lane_share)(rows->below_right[0][lane], each);
        features[2][lane] = NAME(lane_most)(rows->least_heads[lane] * 8, LANE_MOST_FEATURE);
        features[3][lane] = 0;
    }
    for (row = 0; row < table->rows; row++)
        EACH_LANE features[3][lane] = NAME(lane_most)(
            features[3][lane] + (rows->length[row][lane] == table->capacity ? 32 : 0),
            LANE_MOST_FEATURE);
    for (i = 0, feature = features[4]; i < 8; i++, feature += LANES)
        EACH_LANE feature[lane] = (int16_t)shared[i];
}

/* What a card of the hand, in ascending order, looks like. */
static void NAME(lane_card_features)(
    const LaneView* view, const LaneNetwork* network, const LaneRows* rows,
    const LaneNumbers* cards, const LaneNumbers* below, int place, uint16_t each,
    LaneNumbers* features)
{
    const LaneTable* table = view->table;
    const uint16_t* tails = network->tails[view->players][0];
    const int16_t* card = cards[place];
    const int rank = place * LANE_ONE / view->held;
    const int lowest = (place == 0) * LANE_ONE;
    const int highest = (place == view->held - 1) * LANE_ONE;
    LaneNumbers distance, length, heads, between, own_between, at_left;
    LaneNumbers next_right, next_own, next_below, rank_of_row;
    LaneNumbers share, slots, share_below, low, tail_index, tail, earlier;
    LaneKeys tail_pair;
    int row, lane, i;
    EACH_LANE {
        distance[lane] = LANE_FAR;
        length[lane] = heads[lane] = between[lane] = own_between[lane] = at_left[lane] = 0;
        next_right[lane] = 128;
        next_own[lane] = (int16_t)view->held;
        next_below[lane] = (int16_t)view->unseen;
        rank_of_row[lane] = 0;
    }
    for (row = table->rows - 1; row >= 0; row--) {
        EACH_LANE {
            const int16_t above = (int16_t)(card[lane] - rows->right[row][lane]);
            const int is_above = above > 0;
            const int nearer = is_above & (above < distance[lane]);
            distance[lane] = nearer ? above : distance[lane];
            length[lane] = nearer ? rows->length[row][lane] : length[lane];
            heads[lane] = nearer ? rows->heads[row][lane] : heads[lane];
            between[lane] = nearer
                ? (int16_t)(below[place][lane] - rows->below_right[row][lane]) : between[lane];
            own_between[lane] = nearer
                ? (int16_t)(place - rows->own_below_right[row][lane]) : own_between[lane];
            next_right[lane] = is_above ? next_right[lane] : rows->right[row][lane];
            next_own[lane] = is_above ? next_own[lane] : rows->own_below_right[row][lane];
            next_below[lane] = is_above ? next_below[lane] : rows->below_right[row][lane];
            rank_of_row[lane] = (int16_t)(rank_of_row[lane] + (is_above ? 16 : 0));
        }
    }
    if (table->professional)
        for (row = table->rows - 1; row >= 0; row--)
            EACH_LANE {
                const int16_t under = (int16_t)(rows->left[row][lane] - card[lane]);
                const int nearer = (under > 0) & (under < distance[lane]);
                distance[lane] = nearer ? under : distance[lane];
                length[lane] = nearer ? rows->length[row][lane] : length[lane];
                heads[lane] = nearer ? rows->heads[row][lane] : heads[lane];
                between[lane] = nearer
                    ? (int16_t)(rows->below_left[row][lane] - below[place][lane]) : between[lane];
                own_between[lane] = nearer ? 0 : own_between[lane];
                at_left[lane] = nearer ? LANE_ONE : at_left[lane];
            }
    EACH_LANE {
        const int free_slots = table->capacity - length[lane];
        low[lane] = distance[lane] == LANE_FAR;
        share[lane] = NAME(lane_share)(between[lane], each);
        slots[lane] = NAME(lane_most)(free_slots, 4);
        share_below[lane] = NAME(lane_share)(below[place][lane], each);
        /* One look at the table: of a low card, for the chance that one of the others is lower. */
        tail_index[lane] = (int16_t)(low[lane] ? 256 + share_below[lane]
                                               : slots[lane] * 256 + share[lane]);
    }
    EACH_LANE tail_pair[lane] = tails[tail_index[lane]];
    EACH_LANE {
        tail[lane] = (int16_t)(tail_pair[lane] & 255);
        earlier[lane] = (int16_t)(tail_pair[lane] >> 8);
    }
    for (i = 0; i < 5; i++)
        EACH_LANE features[1 + i][lane] = !low[lane] && slots[lane] == i ? LANE_ONE : 0;
    EACH_LANE {
        features[0][lane] = low[lane] ? LANE_ONE : 0;
        features[6][lane] = low[lane] ? 0 : share[lane];
        features[7][lane] = low[lane] ? 0
            : NAME(lane_most)(share[lane] * (view->players - 1) >> 2, LANE_MOST_FEATURE);
        features[8][lane] = low[lane] ? 0 : (int16_t)(tail[lane] >> 2);
        features[9][lane] = low[lane] ? 0 : (int16_t)(earlier[lane] >> 2);
        features[10][lane] = low[lane] ? 0 : NAME(lane_most)(heads[lane] * 8, LANE_MOST_FEATURE);
        features[11][lane] = low[lane] ? 0
            : NAME(lane_most)(tail[lane] * heads[lane] >> 5, LANE_MOST_FEATURE);
    }
    EACH_LANE {
        features[12][lane] = low[lane] ? (int16_t)(tail[lane] >> 2) : 0;
        features[13][lane] = low[lane] ? NAME(lane_most)(
            (255 - tail[lane]) * rows->least_heads[lane] >> 5, LANE_MOST_FEATURE) : 0;
        features[14][lane] = !low[lane] && between[lane] == 0 ? LANE_ONE : 0;
        features[15][lane] = low[lane] ? 0
            : NAME(lane_most)(distance[lane] * 2, LANE_MOST_FEATURE);
        features[16][lane] = (int16_t)(card[lane] * 2);
        features[17][lane] =
            (int16_t)((view->hand[place][lane] & LANE_HEADS_MASK) * 16);
    }
    EACH_LANE {
        features[18][lane] = (int16_t)rank;
        features[19][lane] = (int16_t)lowest;
        features[20][lane] = (int16_t)highest;
        features[21][lane] = NAME(lane_most)(own_between[lane] * 32, LANE_MOST_FEATURE);
        features[22][lane] = NAME(lane_most)(
            (next_own[lane] - place - 1) * 32, LANE_MOST_FEATURE);
        features[23][lane] = NAME(lane_share)(next_below[lane] - below[place][lane], each);
        features[24][lane] = share_below[lane];
        features[25][lane] = rank_of_row[lane];
        features[26][lane] = at_left[lane];
        features[27][lane] = NAME(lane_most)((next_right[lane] - card[lane]) * 2,
                                             LANE_MOST_FEATURE);
    }
    EACH_LANE {
        const int before = place ? below[place - 1][lane] : 0;
        const int after = place + 1 < view->held ? below[place + 1][lane] : view->unseen;
        features[28][lane] = NAME(lane_share)(below[place][lane] - before, each);
        features[29][lane] = NAME(lane_share)(after - below[place][lane], each);
    }
}

/* What a row looks like to the seat that may choose it for the lowest card of the turn. */
static void NAME(lane_row_features)(
    const LaneView* view, const LaneRows* rows, const uint16_t* const* plays, int row,
    uint16_t each, LaneNumbers* features)
{
    const LaneTable* table = view->table;
    const int last = row + 1 == table->rows;
    LaneNumbers joining, below;
    int seat, lane;
    EACH_LANE joining[lane] = below[lane] = 0;
    for (seat = 0; seat < view->players; seat++)
        EACH_LANE {
            const int16_t card = (int16_t)(plays[seat][lane] >> LANE_CARD_SHIFT);
            const int16_t next = last ? 128 : rows->right[row + 1][lane];
            joining[lane] += card > rows->right[row][lane] && card < next;
            below[lane] += card < rows->right[0][lane];
        }
    EACH_LANE {
        const int length = rows->length[row][lane];
        const int heads = rows->heads[row][lane];
        features[0][lane] = NAME(lane_most)(heads * 8, LANE_MOST_FEATURE);
        features[1][lane] = NAME(lane_most)(
            (heads - rows->least_heads[lane]) * 16, LANE_MOST_FEATURE);
        features[2][lane] = (int16_t)(length * 12);
        features[3][lane] = length == table->capacity ? LANE_ONE : 0;
        features[4][lane] = (int16_t)(rows->right[row][lane] * 2);
        features[5][lane] = NAME(lane_most)(joining[lane] * 32, LANE_MOST_FEATURE);
        features[6][lane] = length + joining[lane] > table->capacity ? LANE_ONE : 0;
        features[7][lane] = NAME(lane_most)((below[lane] - 1) * 32, LANE_MOST_FEATURE);
    }
    EACH_LANE {
        const int own_below = rows->own_below_right[row][lane];
        const int own_next = last ? view->held : rows->own_below_right[row + 1][lane];
        const int unseen_next = last ? view->unseen : rows->below_right[row + 1][lane];
        features[8][lane] = NAME(lane_most)((own_next - own_below) * 32, LANE_MOST_FEATURE);
        features[9][lane] = NAME(lane_most)(own_below * 32, LANE_MOST_FEATURE);
        features[10][lane] = NAME(lane_most)(
            rows->own_below_right[0][lane] * 32, LANE_MOST_FEATURE);
        features[11][lane] = NAME(lane_share)(
            unseen_next - rows->below_right[row][lane], each);
        features[12][lane] = NAME(lane_most)(row * 16, LANE_MOST_FEATURE);
        features[13][lane] = (int16_t)(view->held * 8);
        features[14][lane] = (int16_t)(view->players * 16);
        features[15][lane] = LANE_ONE;
    }
}

/* Pairs of features of a slice of WIDTH / 2 lanes, and what they add to hidden units.  Packing
   undoes the order that interleaving puts the lanes in. */
LANE_INLINE void NAME(lane_pairs)(
    const LaneNumbers* features, int pairs, int slice, V16* low, V16* high)
{
    int pair;
    for (pair = 0; pair < pairs; pair++) {
        const V16 even = NAME(load16)((const uint16_t*)features[2 * pair] + slice);
        const V16 odd = NAME(load16)((const uint16_t*)features[2 * pair + 1] + slice);
        low[pair] = NAME(interleaved_low)(even, odd);
        high[pair] = NAME(interleaved_high)(even, odd);
    }
}

/* What features add to two hidden units next to each other. */
LANE_INLINE void NAME(lane_two_units)(
    const V16* low, const V16* high, int pairs, const int16_t (*first)[2],
    const int16_t (*second)[2], V32 (*sums)[2])
{
    V32 a = sums[0][0];
    V32 b = sums[0][1];
    V32 c = sums[1][0];
    V32 d = sums[1][1];
    int pair;
    for (pair = 0; pair < pairs; pair++) {
        const V16 one = NAME(all_pairs)(first[pair]);
        const V16 two = NAME(all_pairs)(second[pair]);
        a = NAME(add_products)(a, low[pair], one);
        b = NAME(add_products)(b, high[pair], one);
        c = NAME(add_products)(c, low[pair], two);
        d = NAME(add_products)(d, high[pair], two);
    }
    sums[0][0] = a;
    sums[0][1] = b;
    sums[1][0] = c;
    sums[1][1] = d;
}

/* A hidden unit: what is positive of a sum, 16 bits a lane. */
LANE_INLINE V16 NAME(lane_hidden)(const V32* sum)
{
    const V16 unit = NAME(packed32)(
        NAME(right32)(sum[0], LANE_HIDDEN_SHIFT), NAME(right32)(sum[1], LANE_HIDDEN_SHIFT));
    return NAME(min16)(NAME(max16_signed)(unit, NAME(all16)(0)), NAME(all16)(LANE_MOST_HIDDEN));
}

/* What two hidden units add to a score. */
LANE_INLINE void NAME(lane_add_score)(V32 (*sums)[2], const int16_t* weights, V32* score)
{
    const V16 last = NAME(all_pairs)(weights);
    const V16 one = NAME(lane_hidden)(sums[0]);
    const V16 two = NAME(lane_hidden)(sums[1]);
    score[0] = NAME(add_products)(score[0], NAME(interleaved_low)(one, two), last);
    score[1] = NAME(add_products)(score[1], NAME(interleaved_high)(one, two), last);
}

LANE_INLINE void NAME(lane_store_score)(const V32* score, int16_t* to)
{
    NAME(store16)((uint16_t*)to, NAME(packed32)(
        NAME(right32)(score[0], LANE_SCORE_SHIFT), NAME(right32)(score[1], LANE_SCORE_SHIFT)));
}

/* The part of the hidden units that all cards of a hand share. */
static void NAME(lane_state_layer)(
    const LaneNumbers* features, const LaneNetwork* network, int slice, V32 (*sums)[2])
{
    V16 low[LANE_STATE_FEATURES / 2], high[LANE_STATE_FEATURES / 2];
    int unit;
    NAME(lane_pairs)(features, LANE_STATE_FEATURES / 2, slice, low, high);
    for (unit = 0; unit < network->hidden; unit += 2) {
        sums[unit][0] = sums[unit][1] = sums[unit + 1][0] = sums[unit + 1][1] = NAME(all32)(0);
        NAME(lane_two_units)(
            low, high, LANE_STATE_FEATURES / 2, network->state[unit], network->state[unit + 1],
            sums + unit);
    }
}

static void NAME(lane_card_layers)(
    const LaneNumbers* features, const LaneNetwork* network, int slice, V32 (*shared)[2],
    int16_t* scores)
{
    V16 low[LANE_CARD_FEATURES / 2], high[LANE_CARD_FEATURES / 2];
    V32 score[2];
    int unit;
    NAME(lane_pairs)(features, LANE_CARD_FEATURES / 2, slice, low, high);
    score[0] = score[1] = NAME(all32)(0);
    for (unit = 0; unit < network->hidden; unit += 2) {
        V32 sums[2][2];
        memcpy(sums, shared + unit, sizeof sums);
        NAME(lane_two_units)(
            low, high, LANE_CARD_FEATURES / 2, network->card[unit], network->card[unit + 1], sums);
        NAME(lane_add_score)(sums, network->last[unit / 2], score);
    }
    NAME(lane_store_score)(score, scores + slice);
}

static void NAME(lane_row_layers)(
    const LaneNumbers* features, const LaneNetwork* network, int slice, int16_t* scores)
{
    V16 low[LANE_ROW_FEATURES / 2], high[LANE_ROW_FEATURES / 2];
    V32 score[2];
    int unit;
    NAME(lane_pairs)(features, LANE_ROW_FEATURES / 2, slice, low, high);
    score[0] = score[1] = NAME(all32)(0);
    for (unit = 0; unit < LANE_ROW_HIDDEN; unit += 2) {
        V32 sums[2][2];
        sums[0][0] = sums[0][1] = sums[1][0] = sums[1][1] = NAME(all32)(0);
        NAME(lane_two_units)(
            low, high, LANE_ROW_FEATURES / 2, network->row[unit], network->row[unit + 1], sums);
        NAME(lane_add_score)(sums, network->row_last[unit / 2], score);
    }
    NAME(lane_store_score)(score, scores + slice);
}

/* How much a seat likes each of its cards, which are in ascending order; what it looked at is kept
   where `features` is not NULL: those of the state, then those of card after card. */
static void NAME(lane_scores)(
    const LaneView* view, const LaneNetwork* network, int lanes, LaneNumbers* scores,
    LaneNumbers* kept)
{
    LaneNumbers cards[LANE_MAX_HAND], below[LANE_MAX_HAND], own_below;
    LaneNumbers state[LANE_STATE_FEATURES];
    LaneNumbers features[LANE_CARD_FEATURES];
    V32 sums[2 * LANES / WIDTH][LANE_MAX_HIDDEN][2];
    LaneRows rows;
    const uint16_t each = (uint16_t)(65535 / (view->unseen > 0 ? view->unseen : 1));
    int place, lane, slice;
    for (place = 0; place < view->held; place++) {
        EACH_LANE {
            cards[place][lane] = (int16_t)(view->hand[place][lane] >> LANE_CARD_SHIFT);
            own_below[lane] = (int16_t)place;
        }
        NAME(lane_below)(view, cards[place], own_below, below[place]);
    }
    NAME(lane_rows)(view, cards, &rows);
    NAME(lane_state_features)(view, &rows, each, state);
    if (kept)
        memcpy(kept, state, sizeof state);
    for (slice = 0; slice < lanes; slice += WIDTH / 2)
        NAME(lane_state_layer)(state, network, slice, sums[2 * slice / WIDTH]);
    for (place = 0; place < view->held; place++) {
        NAME(lane_card_features)(
            view, network, &rows, (const LaneNumbers*)cards, (const LaneNumbers*)below, place,
            each, features);
        if (kept)
            memcpy(kept + LANE_STATE_FEATURES + place * LANE_CARD_FEATURES, features,
                   sizeof features);
        for (slice = 0; slice < lanes; slice += WIDTH / 2)
            NAME(lane_card_layers)(
                (const LaneNumbers*)features, network, slice, sums[2 * slice / WIDTH],
                scores[place]);
    }
}

/* How much the seat whose hand it is likes each row, for a card of its own that is the lowest of a
   turn and lies below every row; the cards of the turn are among those seen.  The rows are as they
   stand in the table; what was looked at is kept in this order too. */
static void NAME(lane_row_scores)(
    const LaneView* view, const uint16_t* const* plays, const LaneNetwork* network, int lanes,
    LaneNumbers* scores, LaneNumbers* kept)
{
    LaneNumbers cards[LANE_MAX_HAND], sorted;
    LaneNumbers features[LANE_ROW_FEATURES];
    LaneRows rows;
    const uint16_t each = (uint16_t)(65535 / (view->unseen > 0 ? view->unseen : 1));
    int place, row, lane, slice, i;
    for (place = 0; place < view->held; place++)
        EACH_LANE cards[place][lane] = (int16_t)(view->hand[place][lane] >> LANE_CARD_SHIFT);
    NAME(lane_rows)(view, cards, &rows);
    for (row = 0; row < view->table->rows; row++) {
        NAME(lane_row_features)(view, &rows, plays, row, each, features);
        for (slice = 0; slice < lanes; slice += WIDTH / 2)
            NAME(lane_row_layers)((const LaneNumbers*)features, network, slice, sorted);
        EACH_LANE scores[rows.index[row][lane]][lane] = sorted[lane];
        if (kept)
            for (i = 0; i < LANE_ROW_FEATURES; i++)
                EACH_LANE kept[rows.index[row][lane] * LANE_ROW_FEATURES + i][lane] =
                    features[i][lane];
    }
}

/* The place of the highest score, the first among equals, times LANES. */
static void NAME(lane_highest)(const LaneNumbers* scores, int held, LaneKeys offsets)
{
    int slice, place;
    for (slice = 0; slice < LANES; slice += WIDTH / 2) {
        V16 most = NAME(load16)((const uint16_t*)scores[0] + slice);
        V16 found = NAME(all16)(0);
        for (place = 1; place < held; place++) {
            const V16 score = NAME(load16)((const uint16_t*)scores[place] + slice);
            const V16 higher = NAME(max16_signed)(most, score);
            found = NAME(pick16)(NAME(equal16)(higher, most), found, NAME(all16)(place * LANES));
            most = higher;
        }
        NAME(store16)(offsets + slice, found);
    }
}

/* Note that the cards of a turn have been seen. */
static void NAME(lane_see)(
    const uint16_t* const* plays, int players, int top_card, LaneBytes* seen_below)
{
    uint8_t cards[LANE_MAX_PLAYERS][LANES];
    int seat, card, lane;
    for (seat = 0; seat < players; seat++)
        EACH_LANE cards[seat][lane] = (uint8_t)(plays[seat][lane] >> LANE_CARD_SHIFT);
    for (card = 1; card <= top_card; card++)
        for (seat = 0; seat < players; seat++)
            EACH_LANE seen_below[card][lane] += (uint8_t)(cards[seat][lane] - card) >> 7;
}

#undef EACH_LANE
