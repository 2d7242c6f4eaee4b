/* What games between compiled players need besides turns: numbers by counter, and hands in order.
   Included by _lanes_path.h once for each instruction set. */

#ifndef LANE_PHILOX_ROUNDS
/* Philox4x32 (Salmon and others, SC 2011). */
#define LANE_PHILOX_ROUNDS 10
#define LANE_PHILOX_MULTIPLIER_0 0xD2511F53
#define LANE_PHILOX_MULTIPLIER_1 0xCD9E8D57
#define LANE_PHILOX_WEYL_0 0x9E3779B9
#define LANE_PHILOX_WEYL_1 0xBB67AE85
static const uint64_t LANE_FOURTHS[8] = {0, 4, 8, 12, 16, 20, 24, 28};
#endif

/* The four words of some deals; they lie in the low halves, the high halves are of no account. */
LANE_INLINE void NAME(lane_philox)(
    uint64_t key, uint64_t first_deal, uint32_t purpose, uint32_t block, V64* words)
{
    const V64 multiplier_0 = NAME(all64)(LANE_PHILOX_MULTIPLIER_0);
    const V64 multiplier_1 = NAME(all64)(LANE_PHILOX_MULTIPLIER_1);
    const V64 weyl_0 = NAME(all64)(LANE_PHILOX_WEYL_0);
    const V64 weyl_1 = NAME(all64)(LANE_PHILOX_WEYL_1);
    V64 key_0 = NAME(all64)(key);
    V64 key_1 = NAME(all64)(key >> 32);
    V64 word_0 = NAME(all64)(block);
    V64 word_1 = NAME(all64)(purpose);
    V64 word_2 = NAME(add64)(NAME(all64)(first_deal), NAME(load64)(LANE_FOURTHS));
    V64 word_3 = NAME(right64)(word_2, 32);
    int round;
    for (round = 0; round < LANE_PHILOX_ROUNDS; round++) {
        const V64 product_0 = NAME(product_of_low)(word_0, multiplier_0);
        const V64 product_1 = NAME(product_of_low)(word_2, multiplier_1);
        word_0 = NAME(xor64)(NAME(right64)(product_1, 32), NAME(xor64)(word_1, key_0));
        word_1 = product_1;
        word_2 = NAME(xor64)(NAME(right64)(product_0, 32), NAME(xor64)(word_3, key_1));
        word_3 = product_0;
        key_0 = NAME(add64)(key_0, weyl_0);
        key_1 = NAME(add64)(key_1, weyl_1);
    }
    words[0] = word_0;
    words[1] = word_1;
    words[2] = word_2;
    words[3] = word_3;
}

/* The words of every fourth lane are made together, so that all that is left to do is to shift. */
static void NAME(lane_blocks)(
    uint64_t key, uint64_t first_deal, uint32_t purpose, uint32_t block, int blocks,
    LaneKeys* numbers)
{
    const V64 first = NAME(all64)(0xffff);
    const V64 second = NAME(left64)(first, 16);
    const V64 third = NAME(left64)(first, 32);
    const V64 fourth = NAME(left64)(first, 48);
    int slice, word;
    for (; blocks > 0; blocks--, block++, numbers += LANE_BLOCK)
        for (slice = 0; slice < LANES; slice += WIDTH / 2) {
            const uint64_t deal = first_deal + (uint64_t)slice;
            V64 a[4], b[4], c[4], d[4];
            NAME(lane_philox)(key, deal, purpose, block, a);
            NAME(lane_philox)(key, deal + 1, purpose, block, b);
            NAME(lane_philox)(key, deal + 2, purpose, block, c);
            NAME(lane_philox)(key, deal + 3, purpose, block, d);
            for (word = 0; word < 4; word++) {
                NAME(store64_at)(numbers[2 * word] + slice, NAME(or64)(
                    NAME(or64)(
                        NAME(and64)(a[word], first),
                        NAME(and64)(NAME(left64)(b[word], 16), second)),
                    NAME(or64)(
                        NAME(and64)(NAME(left64)(c[word], 32), third),
                        NAME(left64)(d[word], 48))));
                NAME(store64_at)(numbers[2 * word + 1] + slice, NAME(or64)(
                    NAME(or64)(
                        NAME(and64)(NAME(right64)(a[word], 16), first),
                        NAME(and64)(b[word], second)),
                    NAME(or64)(
                        NAME(and64)(NAME(left64)(c[word], 16), third),
                        NAME(and64)(NAME(left64)(d[word], 32), fourth))));
            }
        }
}

/* Batcher's merge exchange, for hands of any size (Knuth, The Art of Computer Programming 3,
   5.2.2, algorithm M). */
static void NAME(lane_ascending)(LaneKeys* hand, int held)
{
    int top = 1;
    int p, q, r, d, i, slice;
    while (2 * top < held)
        top *= 2;
    for (p = top; p > 0; p /= 2)
        for (q = top, r = 0, d = p; ; d = q - p, q /= 2, r = p) {
            for (i = 0; i < held - d; i++) {
                if ((i & p) != r)
                    continue;
                for (slice = 0; slice < LANES; slice += WIDTH / 2) {
                    const V16 x = NAME(load16)(hand[i] + slice);
                    const V16 y = NAME(load16)(hand[i + d] + slice);
                    NAME(store16)(hand[i] + slice, NAME(min16)(x, y));
                    NAME(store16)(hand[i + d] + slice, NAME(max16)(x, y));
                }
            }
            if (q == p)
                break;
        }
}

static void NAME(lane_take)(LaneKeys* hand, int held, const LaneKeys offsets, LaneKeys taken)
{
    int slice, place;
    for (slice = 0; slice < LANES; slice += WIDTH / 2) {
        const V16 offset = NAME(load16)(offsets + slice);
        V16 card = NAME(load16)(hand[0] + slice);
        V16 found = card;
        MASK16 behind = NAME(equal16)(offset, NAME(all16)(0));
        for (place = 1; place < held; place++) {
            const V16 next = NAME(load16)(hand[place] + slice);
            const MASK16 here = NAME(equal16)(offset, NAME(all16)(place * LANES));
            NAME(store16)(hand[place - 1] + slice, NAME(pick16)(behind, next, card));
            found = NAME(pick16)(here, next, found);
            behind = NAME(either16)(behind, here);
            card = next;
        }
        NAME(store16)(taken + slice, found);
    }
}
