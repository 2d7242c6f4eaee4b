/* Policies in lanes; see _policies.pxd.  Included by _lanes_path.h once for each instruction set. */

/* How far cards are from the ends that they join; cards that take are beyond 127, low ones farther.
   Differences are modulo 256, so that the wrong side of an end is beyond 127 too. */
LANE_INLINE V8 NAME(lane_distance)(const LaneTable* table, V8 cards, int slice)
{
    const V8 nowhere = NAME(all8)(255);
    const V8 capacity = NAME(all8)(table->capacity);
    V8 nearest = nowhere;
    V8 nearest_with_room = nowhere;
    MASK joins;
    int row;
    for (row = 0; row < table->rows; row++) {
        const MASK full = NAME(equal)(NAME(load8)(table->length[row] + slice), capacity);
        V8 distance = NAME(sub8)(cards, NAME(load8)(table->right[row] + slice));
        if (table->professional)
            distance = NAME(min8)(
                distance, NAME(sub8)(NAME(load8)(table->left[row] + slice), cards));
        nearest = NAME(min8)(nearest, distance);
        nearest_with_room = NAME(min8)(nearest_with_room, NAME(pick)(full, nowhere, distance));
    }
    joins = NAME(without)(NAME(equal)(nearest, nearest_with_room), NAME(top_bit)(nearest));
    return NAME(pick)(joins, nearest, NAME(sub8)(nowhere, cards));
}

/* What cards would cost if they were placed now. */
LANE_INLINE V8 NAME(lane_cost)(const LaneTable* table, V8 cards, int slice)
{
    const V8 nowhere = NAME(all8)(255);
    const V8 capacity = NAME(all8)(table->capacity);
    V8 distance[LANE_MAX_ROWS];
    V8 nearest = nowhere;
    V8 cheapest = nowhere;
    V8 cost = nowhere;
    int row;
    for (row = 0; row < table->rows; row++) {
        distance[row] = NAME(sub8)(cards, NAME(load8)(table->right[row] + slice));
        if (table->professional)
            distance[row] = NAME(min8)(
                distance[row], NAME(sub8)(NAME(load8)(table->left[row] + slice), cards));
        nearest = NAME(min8)(nearest, distance[row]);
        cheapest = NAME(min8)(cheapest, NAME(load8)(table->heads[row] + slice));
    }
    for (row = 0; row < table->rows; row++) {
        const MASK full = NAME(equal)(NAME(load8)(table->length[row] + slice), capacity);
        const V8 joining = NAME(where)(full, NAME(load8)(table->heads[row] + slice));
        cost = NAME(min8)(cost, NAME(pick)(NAME(equal)(distance[row], nearest), joining, nowhere));
    }
    return NAME(pick)(NAME(top_bit)(nearest), cheapest, cost);
}

/* The place of the first card of least value. */
#define LANE_PLACE_OF_LEAST(value) \
    int slice, place; \
    (void)parameters; \
    for (slice = 0; slice < LANES; slice += WIDTH) { \
        V8 least = NAME(all8)(255); \
        V8 found = NAME(all8)(0); \
        for (place = 0; place < view->held; place++) { \
            const V8 cards = NAME(lane_cards)(view->hand[place], slice); \
            const V8 lower = NAME(min8)(least, value); \
            found = NAME(pick)(NAME(equal)(lower, least), found, NAME(all8)(place)); \
            least = lower; \
        } \
        NAME(store8)(places + slice, found); \
    }

/* The lowest card. */
static void NAME(lane_lowest)(const LaneView* view, const void* parameters, LaneBytes places)
{
    LANE_PLACE_OF_LEAST(cards)
}

/* The card that is nearest to an end with room; else the highest. */
static void NAME(lane_nearest)(const LaneView* view, const void* parameters, LaneBytes places)
{
    LANE_PLACE_OF_LEAST(NAME(lane_distance)(view->table, cards, slice))
}

/* The card that would cost least now. */
static void NAME(lane_cheapest)(const LaneView* view, const void* parameters, LaneBytes places)
{
    LANE_PLACE_OF_LEAST(NAME(lane_cost)(view->table, cards, slice))
}

#undef LANE_PLACE_OF_LEAST
