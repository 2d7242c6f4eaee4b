/* Many rounds side by side: one round a lane, bytes in fixed arrays.

   A group is LANES rounds, whatever the width of the CPU's vectors; the same group is worked off in
   slices of 16, 32 or 64 lanes, and no lane knows of another.  So the width changes no result. */

#ifndef NIMMT_LANES_H
#define NIMMT_LANES_H

#include <stdint.h>

enum {
    LANES = 64,
    LANE_MAX_ROWS = 8,
    LANE_MAX_PLAYERS = 10,
    LANE_STREAMS = 8,
    LANE_BLOCK = 8,
    LANE_MAX_CARD = 127,
    LANE_MAX_HAND = 16,
    LANE_STATE_FEATURES = 36,
    LANE_CARD_FEATURES = 30,
    LANE_ROW_FEATURES = 16,
    LANE_MAX_HIDDEN = 64,
    LANE_ROW_HIDDEN = 16,
    LANE_SLOTS = 5,
    LANE_CARD_SHIFT = 8,
    LANE_SEAT_SHIFT = 4,
    LANE_HEADS_MASK = 15
};

/* A card in one integer that sorts by card: card << 8 | seat << 4 | bull heads.
   The seat is put in when the card is played. */
typedef uint16_t LaneKeys[LANES];
typedef uint8_t LaneBytes[LANES];
typedef int16_t LaneNumbers[LANES];

/* The tables of a group; `left` is kept under professional placement alone. */
typedef struct {
    int rows;
    int capacity;
    int professional;
    int lowest_end;             /* equally cheap rows go by the lowest right end */
    /* Under standard placement, what is least of the row that a low card takes; NULL for the bull
       heads. */
    const LaneBytes* dislike;
    LaneBytes left[LANE_MAX_ROWS];
    LaneBytes right[LANE_MAX_ROWS];
    LaneBytes length[LANE_MAX_ROWS];
    LaneBytes heads[LANE_MAX_ROWS];
} LaneTable;

/* Random streams side by side: SFC64 of Chris Doty-Humphrey (PractRand), with a common counter. */
typedef struct {
    uint64_t a[LANE_STREAMS];
    uint64_t b[LANE_STREAMS];
    uint64_t c[LANE_STREAMS];
    uint64_t counter;
} LaneStreams;

/* Draw rows of numbers of 16 bits, one for each lane. */
typedef void (*LaneDraw)(LaneStreams* streams, int rows, LaneKeys* numbers);

/* A step of a shuffle of `count` rows of items: the numbers r to step + r * (count - step) / 65536,
   the place that item `step` is exchanged with, times LANES.  Nonzero if some lane's number is one
   of those that would make some places more likely than others. */
typedef int (*LaneOffsets)(const LaneKeys numbers, int step, int count, LaneKeys offsets);

/* One turn in every lane: plays[seat] is a card of each lane.  What the seats from `first` to before
   `last` take is added to taken[seat]. */
typedef void (*LaneTurn)(
    LaneTable* table, const uint16_t* const* plays, int players, int first, int last,
    LaneBytes* taken);

/* Blocks of numbers by counter, Philox4x32-10 (Salmon and others, SC 2011), from `block` on, for as
   many deals as there are lanes.  A block is a row for each of eight numbers of 16 bits. */
typedef void (*LaneBlocks)(
    uint64_t key, uint64_t first_deal, uint32_t purpose, uint32_t block, int blocks,
    LaneKeys* numbers);

/* Put the hands of all lanes in ascending order. */
typedef void (*LaneSort)(LaneKeys* hand, int held);

/* Take a card out of the hand of every lane, that at the place `offsets` / LANES; the others stay in
   order. */
typedef void (*LaneTake)(LaneKeys* hand, int held, const LaneKeys offsets, LaneKeys taken);

/* What a policy sees of a group when a seat has cards to choose: the keys of its hands, in the
   order that the caller keeps them in, and the bull heads of every seat since the playouts began.
   The network wants ascending hands, and what has been seen: how many cards the seat has not, and
   how many below each card everybody has. */
typedef struct {
    const LaneTable* table;
    const LaneKeys* hand;
    int held;
    int seat;
    int players;
    const LaneBytes* taken;
    int unseen;
    const LaneBytes* seen_below;
} LaneView;

/* A policy: the place of a card in each hand. */
typedef void (*LaneChoose)(const LaneView* view, const void* parameters, LaneBytes places);

/* A policy network; see _lanes_network.h.  Weights stand in pairs, as they are multiplied. */
typedef struct {
    int hidden;                 /* units, an even number */
    int16_t state[LANE_MAX_HIDDEN][LANE_STATE_FEATURES / 2][2];
    int16_t card[LANE_MAX_HIDDEN][LANE_CARD_FEATURES / 2][2];
    int16_t last[LANE_MAX_HIDDEN / 2][2];
    int16_t row[LANE_ROW_HIDDEN][LANE_ROW_FEATURES / 2][2];
    int16_t row_last[LANE_ROW_HIDDEN / 2][2];
    /* By players and slots, the chance, 255 for 1, that at least so many of the others play a card
       of a share of the unseen ones; in the high byte that for one slot less, which is often wanted
       too. */
    uint16_t tails[LANE_MAX_PLAYERS + 1][LANE_SLOTS][256];
} LaneNetwork;

/* How much a seat likes each card, in the first lanes at least; what the network looked at is put
   into `kept` unless it is NULL. */
typedef void (*LaneScore)(
    const LaneView* view, const LaneNetwork* network, int lanes, LaneNumbers* scores,
    LaneNumbers* kept);

/* How much the seat whose hand it is, in each lane, likes each row for its low card. */
typedef void (*LaneScoreRows)(
    const LaneView* view, const uint16_t* const* plays, const LaneNetwork* network, int lanes,
    LaneNumbers* scores, LaneNumbers* kept);

/* The place of the highest score, the first among equals, times LANES. */
typedef void (*LaneHighest)(const LaneNumbers* scores, int held, LaneKeys offsets);

/* Count the cards of a turn among those that have been seen. */
typedef void (*LaneSee)(
    const uint16_t* const* plays, int players, int top_card, LaneBytes* seen_below);

enum { LANE_LOWEST, LANE_NEAREST, LANE_CHEAPEST, LANE_POLICIES };

/* Code for one kind of CPU. */
typedef struct {
    const char* name;
    int (*supported)(void);
    LaneDraw draw;
    LaneOffsets offsets;
    LaneTurn turn;
    LaneBlocks blocks;
    LaneSort sort;
    LaneTake take;
    LaneScore score;
    LaneScoreRows score_rows;
    LaneHighest highest;
    LaneSee see;
    LaneChoose choose[LANE_POLICIES];
} LanePath;

#endif
