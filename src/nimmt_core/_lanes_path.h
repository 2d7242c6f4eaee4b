/* One path: random numbers, the offsets of a shuffle, one turn.  See _lanes.h; what policies choose,
   what games of the arena need besides and the policy network are included at the end.

   Included by _lanes_paths.h once for each instruction set. */

#include "_lanes_vectors.h"

#ifndef LANE_SORT_2
enum { LANE_HALVES = 2 };       /* of the keys of a slice: half as many of them fit a vector */

/* Sorting networks of least size (Knuth, The Art of Computer Programming 3, 5.3.4). */
#define LANE_SORT_2(S) S(0, 1)
#define LANE_SORT_3(S) S(0, 2) S(0, 1) S(1, 2)
#define LANE_SORT_4(S) S(0, 2) S(1, 3) S(0, 1) S(2, 3) S(1, 2)
#define LANE_SORT_5(S) \
    S(0, 3) S(1, 4) S(0, 2) S(1, 3) S(0, 1) S(2, 4) S(1, 2) S(3, 4) S(2, 3)
#define LANE_SORT_6(S) \
    S(0, 5) S(1, 3) S(2, 4) S(1, 2) S(3, 4) S(0, 3) S(2, 5) S(0, 1) S(2, 3) S(4, 5) S(1, 2) S(3, 4)
#define LANE_SORT_7(S) \
    S(0, 6) S(2, 3) S(4, 5) S(0, 2) S(1, 4) S(3, 6) S(0, 1) S(2, 5) S(3, 4) S(1, 2) S(4, 6) \
    S(2, 3) S(4, 5) S(1, 2) S(3, 4) S(5, 6)
#define LANE_SORT_8(S) \
    S(0, 2) S(1, 3) S(4, 6) S(5, 7) S(0, 4) S(1, 5) S(2, 6) S(3, 7) S(0, 1) S(2, 3) S(4, 5) \
    S(6, 7) S(2, 4) S(3, 5) S(1, 4) S(3, 6) S(1, 2) S(3, 4) S(5, 6)
#define LANE_SORT_9(S) \
    S(0, 3) S(1, 7) S(2, 5) S(4, 8) S(0, 7) S(2, 4) S(3, 8) S(5, 6) S(0, 2) S(1, 3) S(4, 5) \
    S(7, 8) S(1, 4) S(3, 6) S(5, 7) S(0, 1) S(2, 4) S(3, 5) S(6, 8) S(2, 3) S(4, 5) S(6, 7) \
    S(1, 2) S(3, 4) S(5, 6)
#define LANE_SORT_10(S) \
    S(0, 8) S(1, 9) S(2, 7) S(3, 5) S(4, 6) S(0, 2) S(1, 4) S(5, 8) S(7, 9) S(0, 3) S(2, 4) \
    S(5, 7) S(6, 9) S(0, 1) S(3, 6) S(8, 9) S(1, 5) S(2, 3) S(4, 8) S(6, 7) S(1, 2) S(3, 5) \
    S(4, 6) S(7, 8) S(2, 3) S(4, 5) S(6, 7) S(3, 4) S(5, 6)
#endif

static void NAME(lane_draw)(LaneStreams* streams, int rows, LaneKeys* numbers)
{
    enum { STREAMS = WIDTH / 8, TIMES = LANES / (4 * LANE_STREAMS) };
    int stream, row, time;
    for (stream = 0; stream < LANE_STREAMS; stream += STREAMS) {
        V64 a = NAME(load64)(streams->a + stream);
        V64 b = NAME(load64)(streams->b + stream);
        V64 c = NAME(load64)(streams->c + stream);
        V64 counter = NAME(all64)(streams->counter);
        const V64 one = NAME(all64)(1);
        for (row = 0; row < rows; row++)
            for (time = 0; time < TIMES; time++) {
                const V64 sum = NAME(add64)(NAME(add64)(a, b), counter);
                const V64 turned = NAME(or64)(NAME(left64)(c, 24), NAME(right64)(c, 40));
                counter = NAME(add64)(counter, one);
                a = NAME(xor64)(b, NAME(right64)(b, 11));
                b = NAME(add64)(c, NAME(left64)(c, 3));
                c = NAME(add64)(turned, sum);
                NAME(store64_at)(numbers[row] + 4 * (time * LANE_STREAMS + stream), sum);
            }
        NAME(store64)(streams->a + stream, a);
        NAME(store64)(streams->b + stream, b);
        NAME(store64)(streams->c + stream, c);
    }
    streams->counter += (uint64_t)(rows * TIMES);
}

static int NAME(lane_offsets)(const LaneKeys numbers, int step, int count, LaneKeys offsets)
{
    const int bound = count - step;
    const V16 bounds = NAME(all16)(bound);
    const V16 first = NAME(all16)(step);
    const V16 misfits = NAME(all16)(65536 % bound);
    V16 wrong = NAME(all16)(0);
    int lane;
    for (lane = 0; lane < LANES; lane += WIDTH / 2) {
        const V16 number = NAME(load16)(numbers + lane);
        const V16 place = NAME(add16)(first, NAME(high_product)(number, bounds));
        wrong = NAME(or16)(
            wrong, NAME(excess16)(misfits, NAME(low_product)(number, bounds)));
        NAME(store16)(offsets + lane, NAME(times_lanes)(place));
    }
    return NAME(any16)(wrong);
}

/* Sort the keys of one half of a slice. */
LANE_INLINE void NAME(lane_sort)(V16* x, int players)
{
#define SWAP(i, j) { \
        const V16 larger = NAME(max16)(x[i], x[j]); \
        x[i] = NAME(min16)(x[i], x[j]); \
        x[j] = larger; \
    }
    switch (players) {
    case 2: LANE_SORT_2(SWAP) break;
    case 3: LANE_SORT_3(SWAP) break;
    case 4: LANE_SORT_4(SWAP) break;
    case 5: LANE_SORT_5(SWAP) break;
    case 6: LANE_SORT_6(SWAP) break;
    case 7: LANE_SORT_7(SWAP) break;
    case 8: LANE_SORT_8(SWAP) break;
    case 9: LANE_SORT_9(SWAP) break;
    case 10: LANE_SORT_10(SWAP) break;
    }
#undef SWAP
}

/* Among rows that may be, keep the one of least cost; equals by row index or by lowest end. */
LANE_INLINE void NAME(lane_settle)(
    MASK* may, const V8* cost, const V8* right, int rows, int lowest_end)
{
    const V8 most = NAME(all8)(255);
    V8 keys[LANE_MAX_ROWS];
    V8 least = most;
    MASK settled;
    int row;
    for (row = 0; row < rows; row++) {
        keys[row] = NAME(pick)(may[row], cost[row], most);
        least = NAME(min8)(least, keys[row]);
    }
    for (row = 0; row < rows; row++)
        may[row] = NAME(equal)(keys[row], least);
    if (lowest_end) {           /* no two ends are equal */
        least = most;
        for (row = 0; row < rows; row++) {
            keys[row] = NAME(pick)(may[row], right[row], most);
            least = NAME(min8)(least, keys[row]);
        }
        for (row = 0; row < rows; row++)
            may[row] = NAME(equal)(keys[row], least);
        return;
    }
    settled = NAME(without)(may[0], may[0]);
    for (row = 0; row < rows; row++) {
        may[row] = NAME(without)(may[row], settled);
        settled = NAME(either)(settled, may[row]);
    }
}

/* Place the sorted cards of one slice of a table; tells what each took, and whose it was.

   Differences are taken modulo 256: cards are below 128, so the top bit says that a card lies on
   the other side of an end. */
LANE_INLINE void NAME(lane_place)(
    LaneTable* table, int slice, const V16 (*keys)[LANE_MAX_PLAYERS], int players,
    V8* takes, V8* seats, int rows, int professional, int lowest_end)
{
    V8 left[LANE_MAX_ROWS], right[LANE_MAX_ROWS], length[LANE_MAX_ROWS], heads[LANE_MAX_ROWS];
    const V8 capacity = NAME(all8)(table->capacity);
    const V8 one = NAME(all8)(1);
    const V8 low_half = NAME(all8)(15);
    const V8 high_half = NAME(all8)(240);
    int row, play;
    for (row = 0; row < rows; row++) {
        if (professional)
            left[row] = NAME(load8)(table->left[row] + slice);
        right[row] = NAME(load8)(table->right[row] + slice);
        length[row] = NAME(load8)(table->length[row] + slice);
        heads[row] = NAME(load8)(table->heads[row] + slice);
    }
    for (play = 0; play < players; play++) {
        const V8 card = NAME(high_bytes)(keys[0][play], keys[1][play]);
        const V8 rest = NAME(low_bytes)(keys[0][play], keys[1][play]);
        const V8 own = NAME(and8)(rest, low_half);
        V8 above[LANE_MAX_ROWS], distance[LANE_MAX_ROWS];
        V8 nearest = NAME(all8)(255);
        V8 row_heads = NAME(all8)(0);
        V8 row_length = row_heads;
        V8 more_heads, more_length;
        MASK at[LANE_MAX_ROWS];
        MASK full, takes_row;
        MASK free_choice = NAME(top_bit)(one);
        seats[play] = NAME(and8)(rest, high_half);
        for (row = 0; row < rows; row++) {
            above[row] = NAME(sub8)(card, right[row]);
            distance[row] = above[row];
            if (professional)
                distance[row] = NAME(min8)(distance[row], NAME(sub8)(left[row], card));
            nearest = NAME(min8)(nearest, distance[row]);
        }
        for (row = 0; row < rows; row++)
            at[row] = NAME(equal)(distance[row], nearest);
        if (professional) {
            V8 cost[LANE_MAX_ROWS];
            free_choice = NAME(top_bit)(nearest);
            for (row = 0; row < rows; row++) {
                const MASK is_full = NAME(equal)(length[row], capacity);
                at[row] = NAME(either)(at[row], free_choice);
                cost[row] = NAME(where)(NAME(either)(is_full, free_choice), heads[row]);
            }
            NAME(lane_settle)(at, cost, right, rows, lowest_end);
        } else if (play == 0) {  /* higher cards go above the lowest, at the worst */
            MASK any[LANE_MAX_ROWS];
            V8 dislike[LANE_MAX_ROWS];
            free_choice = NAME(top_bit)(nearest);
            for (row = 0; row < rows; row++)
                any[row] = NAME(equal)(one, one);
            if (table->dislike)
                for (row = 0; row < rows; row++)
                    dislike[row] = NAME(load8)(table->dislike[row] + slice);
            NAME(lane_settle)(any, table->dislike ? dislike : heads, right, rows, lowest_end);
            for (row = 0; row < rows; row++)
                at[row] = NAME(either)(
                    NAME(without)(at[row], free_choice), NAME(both)(any[row], free_choice));
        }
        for (row = 0; row < rows; row++) {
            row_heads = NAME(add_where)(row_heads, at[row], heads[row]);
            row_length = NAME(add_where)(row_length, at[row], length[row]);
        }
        full = NAME(equal)(row_length, capacity);
        takes_row = NAME(either)(full, free_choice);
        takes[play] = NAME(where)(takes_row, row_heads);
        /* What the row has more than before, or less. */
        more_heads = NAME(sub8)(own, takes[play]);
        more_length = NAME(sub8)(one, NAME(where)(takes_row, row_length));
        for (row = 0; row < rows; row++) {
            heads[row] = NAME(add_where)(heads[row], at[row], more_heads);
            length[row] = NAME(add_where)(length[row], at[row], more_length);
            if (professional) {
                const MASK upward = NAME(without)(at[row], NAME(top_bit)(above[row]));
                const MASK taken = NAME(both)(at[row], takes_row);
                left[row] = NAME(pick)(
                    NAME(either)(NAME(without)(at[row], upward), taken), card, left[row]);
                right[row] = NAME(pick)(NAME(either)(upward, taken), card, right[row]);
            } else {
                right[row] = NAME(add_where)(right[row], at[row], above[row]);
            }
        }
    }
    for (row = 0; row < rows; row++) {
        if (professional)
            NAME(store8)(table->left[row] + slice, left[row]);
        NAME(store8)(table->right[row] + slice, right[row]);
        NAME(store8)(table->length[row] + slice, length[row]);
        NAME(store8)(table->heads[row] + slice, heads[row]);
    }
}

/* The same, with what a compiler can unroll made known to it. */
LANE_INLINE void NAME(lane_place_rows)(
    LaneTable* table, int slice, const V16 (*keys)[LANE_MAX_PLAYERS], int players,
    V8* takes, V8* seats, int rows)
{
    if (!table->professional) {
        if (!table->lowest_end)
            NAME(lane_place)(table, slice, keys, players, takes, seats, rows, 0, 0);
        else
            NAME(lane_place)(table, slice, keys, players, takes, seats, rows, 0, 1);
    } else {
        NAME(lane_place)(table, slice, keys, players, takes, seats, rows, 1, table->lowest_end);
    }
}

static void NAME(lane_turn)(
    LaneTable* table, const uint16_t* const* plays, int players, int first, int last,
    LaneBytes* taken)
{
    V16 keys[LANE_HALVES][LANE_MAX_PLAYERS];
    V8 takes[LANE_MAX_PLAYERS], seats[LANE_MAX_PLAYERS];
    int slice, half, seat, play;
    for (slice = 0; slice < LANES; slice += WIDTH) {
        for (half = 0; half < LANE_HALVES; half++) {
            for (seat = 0; seat < players; seat++)
                keys[half][seat] = NAME(or16)(
                    NAME(load16)(plays[seat] + slice + half * (WIDTH / 2)),
                    NAME(all16)(seat << LANE_SEAT_SHIFT));
            NAME(lane_sort)(keys[half], players);
        }
        if (table->rows == 4)
            NAME(lane_place_rows)(table, slice, keys, players, takes, seats, 4);
        else
            NAME(lane_place_rows)(table, slice, keys, players, takes, seats, table->rows);
        for (seat = first; seat < last; seat++) {
            const V8 own = NAME(all8)(seat << LANE_SEAT_SHIFT);
            V8 sum = NAME(load8)(taken[seat] + slice);
            for (play = 0; play < players; play++)
                sum = NAME(add_where)(sum, NAME(equal)(seats[play], own), takes[play]);
            NAME(store8)(taken[seat] + slice, sum);
        }
    }
}

/* The cards of a slice of keys. */
LANE_INLINE V8 NAME(lane_cards)(const LaneKeys keys, int slice)
{
    return NAME(high_bytes)(
        NAME(load16)(keys + slice), NAME(load16)(keys + slice + WIDTH / 2));
}

#include "_lanes_policies.h"
#include "_lanes_games.h"
#include "_lanes_network.h"
