/* Vectors of WIDTH bytes, of as many 16-bit numbers in two halves, and of 32- and 64-bit numbers.

   Included by _lanes_path.h for one instruction set at a time.  Masks are what comparisons give:
   bytes of ones and zeros, or with AVX-512 one bit a byte. */

#undef NAME
#undef WIDTH
#undef V8
#undef V16
#undef V32
#undef V64
#undef MASK
#undef MASK16

#if LANE_SET == LANE_PORTABLE

/* The vectors of GNU C, for any CPU. */
#define NAME(name) name##_portable
#define WIDTH 16
#define V8 LaneV8
#define V16 LaneV16
#define V32 LaneSums
#define V64 LaneV64
#define MASK LaneV8
#define MASK16 LaneV16

typedef uint8_t LaneV8 __attribute__((vector_size(16)));
typedef uint16_t LaneV16 __attribute__((vector_size(16)));
typedef uint32_t LaneV32 __attribute__((vector_size(32)));
typedef int32_t LaneSums __attribute__((vector_size(16)));
typedef int16_t LaneSigned16 __attribute__((vector_size(16)));
typedef uint64_t LaneV64 __attribute__((vector_size(16)));
typedef uint8_t LaneHalf8 __attribute__((vector_size(8)));

LANE_INLINE V8 NAME(load8)(const uint8_t* from) { V8 x; memcpy(&x, from, sizeof x); return x; }
LANE_INLINE void NAME(store8)(uint8_t* to, V8 x) { memcpy(to, &x, sizeof x); }
LANE_INLINE V8 NAME(all8)(int x) { return (uint8_t)x - (V8){0}; }
LANE_INLINE V8 NAME(add8)(V8 x, V8 y) { return x + y; }
LANE_INLINE V8 NAME(sub8)(V8 x, V8 y) { return x - y; }
LANE_INLINE V8 NAME(and8)(V8 x, V8 y) { return x & y; }
LANE_INLINE MASK NAME(equal)(V8 x, V8 y) { return (V8)(x == y); }
LANE_INLINE MASK NAME(top_bit)(V8 x) { return (V8)(x > NAME(all8)(127)); }
LANE_INLINE MASK NAME(both)(MASK x, MASK y) { return x & y; }
LANE_INLINE MASK NAME(either)(MASK x, MASK y) { return x | y; }
LANE_INLINE MASK NAME(without)(MASK x, MASK y) { return x & ~y; }
LANE_INLINE V8 NAME(where)(MASK m, V8 x) { return m & x; }
LANE_INLINE V8 NAME(add_where)(V8 x, MASK m, V8 y) { return x + (m & y); }
LANE_INLINE V8 NAME(pick)(MASK m, V8 x, V8 y) { return (m & x) | (~m & y); }
LANE_INLINE V8 NAME(min8)(V8 x, V8 y) { return NAME(pick)((V8)(x < y), x, y); }

LANE_INLINE V16 NAME(load16)(const uint16_t* from) { V16 x; memcpy(&x, from, sizeof x); return x; }
LANE_INLINE void NAME(store16)(uint16_t* to, V16 x) { memcpy(to, &x, sizeof x); }
LANE_INLINE V16 NAME(all16)(int x) { return (uint16_t)x - (V16){0}; }
LANE_INLINE V16 NAME(or16)(V16 x, V16 y) { return x | y; }
LANE_INLINE V16 NAME(add16)(V16 x, V16 y) { return x + y; }
LANE_INLINE V16 NAME(min16)(V16 x, V16 y) { const V16 m = (V16)(x < y); return (m & x) | (~m & y); }
LANE_INLINE V16 NAME(max16)(V16 x, V16 y) { const V16 m = (V16)(x < y); return (m & y) | (~m & x); }
LANE_INLINE MASK16 NAME(equal16)(V16 x, V16 y) { return (V16)(x == y); }
LANE_INLINE MASK16 NAME(either16)(MASK16 x, MASK16 y) { return x | y; }
LANE_INLINE V16 NAME(pick16)(MASK16 m, V16 x, V16 y) { return (m & x) | (~m & y); }
LANE_INLINE V16 NAME(times_lanes)(V16 x) { return x * LANES; }
LANE_INLINE V16 NAME(low_product)(V16 x, V16 y) { return x * y; }
LANE_INLINE V16 NAME(high_product)(V16 x, V16 y)
{
    return __builtin_convertvector(
        __builtin_convertvector(x, LaneV32) * __builtin_convertvector(y, LaneV32) >> 16, V16);
}
LANE_INLINE V16 NAME(excess16)(V16 x, V16 y) { return (V16)(x > y) & (x - y); }
LANE_INLINE int NAME(any16)(V16 x) { return (((V64)x)[0] | ((V64)x)[1]) != 0; }
LANE_INLINE V8 NAME(low_bytes)(V16 low, V16 high)
{
    const LaneHalf8 halves[2] = {
        __builtin_convertvector(low, LaneHalf8), __builtin_convertvector(high, LaneHalf8)};
    return NAME(load8)((const uint8_t*)halves);
}
LANE_INLINE V8 NAME(high_bytes)(V16 low, V16 high) { return NAME(low_bytes)(low >> 8, high >> 8); }

LANE_INLINE V16 NAME(max16_signed)(V16 x, V16 y)
{
    const V16 m = (V16)((LaneSigned16)x < (LaneSigned16)y);
    return (m & y) | (~m & x);
}
LANE_INLINE V16 NAME(interleaved_low)(V16 x, V16 y)
{
    return (V16){x[0], y[0], x[1], y[1], x[2], y[2], x[3], y[3]};
}
LANE_INLINE V16 NAME(interleaved_high)(V16 x, V16 y)
{
    return (V16){x[4], y[4], x[5], y[5], x[6], y[6], x[7], y[7]};
}
LANE_INLINE V16 NAME(all_pairs)(const int16_t* pair)
{
    return NAME(interleaved_low)(NAME(all16)(pair[0]), NAME(all16)(pair[1]));
}

LANE_INLINE V32 NAME(all32)(int x) { return x - (V32){0}; }
LANE_INLINE V32 NAME(right32)(V32 x, int bits) { return x >> bits; }
LANE_INLINE V32 NAME(add_products)(V32 sum, V16 x, V16 y)
{
    int i;
    for (i = 0; i < 4; i++)
        sum[i] += (int16_t)x[2 * i] * (int16_t)y[2 * i]
            + (int16_t)x[2 * i + 1] * (int16_t)y[2 * i + 1];
    return sum;
}
LANE_INLINE V16 NAME(packed32)(V32 low, V32 high)
{
    V16 packed = {0};
    int i;
    for (i = 0; i < 4; i++) {
        packed[i] = (uint16_t)(low[i] < -32768 ? -32768 : low[i] > 32767 ? 32767 : low[i]);
        packed[i + 4] = (uint16_t)(high[i] < -32768 ? -32768 : high[i] > 32767 ? 32767 : high[i]);
    }
    return packed;
}

LANE_INLINE V64 NAME(load64)(const uint64_t* from) { V64 x; memcpy(&x, from, sizeof x); return x; }
LANE_INLINE void NAME(store64)(uint64_t* to, V64 x) { memcpy(to, &x, sizeof x); }
LANE_INLINE V64 NAME(all64)(uint64_t x) { return x - (V64){0}; }
LANE_INLINE V64 NAME(add64)(V64 x, V64 y) { return x + y; }
LANE_INLINE V64 NAME(and64)(V64 x, V64 y) { return x & y; }
LANE_INLINE V64 NAME(xor64)(V64 x, V64 y) { return x ^ y; }
LANE_INLINE V64 NAME(or64)(V64 x, V64 y) { return x | y; }
LANE_INLINE V64 NAME(product_of_low)(V64 x, V64 y) { return (x & 0xffffffff) * y; }
LANE_INLINE V64 NAME(left64)(V64 x, int bits) { return x << bits; }
LANE_INLINE V64 NAME(right64)(V64 x, int bits) { return x >> bits; }
LANE_INLINE void NAME(store64_at)(uint16_t* to, V64 x) { memcpy(to, &x, sizeof x); }

#else

#if LANE_SET == LANE_SSE2
#define NAME(name) name##_sse2
#define WIDTH 16
#define V8 __m128i
#define MASK __m128i
#define MASK16 __m128i
#define OP(name) _mm_##name
#define WHOLE(name) _mm_##name##_si128
#elif LANE_SET == LANE_AVX2
#define NAME(name) name##_avx2
#define WIDTH 32
#define V8 __m256i
#define MASK __m256i
#define MASK16 __m256i
#define OP(name) _mm256_##name
#define WHOLE(name) _mm256_##name##_si256
#else
#if LANE_SET == LANE_AVX512
#define NAME(name) name##_avx512
#else
#define NAME(name) name##_avx512vnni
#endif
#define WIDTH 64
#define V8 __m512i
#define MASK __mmask64
#define MASK16 __mmask32
#define OP(name) _mm512_##name
#define WHOLE(name) _mm512_##name##_si512
#endif
#define V16 V8
#define V32 V8
#define V64 V8

LANE_INLINE V8 NAME(load8)(const uint8_t* from) { return WHOLE(loadu)((const void*)from); }
LANE_INLINE void NAME(store8)(uint8_t* to, V8 x) { WHOLE(storeu)((void*)to, x); }
LANE_INLINE V8 NAME(all8)(int x) { return OP(set1_epi8)((char)x); }
LANE_INLINE V8 NAME(add8)(V8 x, V8 y) { return OP(add_epi8)(x, y); }
LANE_INLINE V8 NAME(sub8)(V8 x, V8 y) { return OP(sub_epi8)(x, y); }
LANE_INLINE V8 NAME(min8)(V8 x, V8 y) { return OP(min_epu8)(x, y); }
LANE_INLINE V8 NAME(and8)(V8 x, V8 y) { return WHOLE(and)(x, y); }

#if LANE_SET >= LANE_AVX512
LANE_INLINE MASK NAME(equal)(V8 x, V8 y) { return _mm512_cmpeq_epi8_mask(x, y); }
LANE_INLINE MASK NAME(top_bit)(V8 x) { return _mm512_movepi8_mask(x); }
LANE_INLINE MASK NAME(both)(MASK x, MASK y) { return x & y; }
LANE_INLINE MASK NAME(either)(MASK x, MASK y) { return x | y; }
LANE_INLINE MASK NAME(without)(MASK x, MASK y) { return x & ~y; }
LANE_INLINE V8 NAME(where)(MASK m, V8 x) { return _mm512_maskz_mov_epi8(m, x); }
LANE_INLINE V8 NAME(add_where)(V8 x, MASK m, V8 y) { return _mm512_mask_add_epi8(x, m, x, y); }
LANE_INLINE V8 NAME(pick)(MASK m, V8 x, V8 y) { return _mm512_mask_blend_epi8(m, y, x); }
LANE_INLINE MASK16 NAME(equal16)(V16 x, V16 y) { return _mm512_cmpeq_epi16_mask(x, y); }
LANE_INLINE MASK16 NAME(either16)(MASK16 x, MASK16 y) { return x | y; }
LANE_INLINE V16 NAME(pick16)(MASK16 m, V16 x, V16 y) { return _mm512_mask_blend_epi16(m, y, x); }
#else
LANE_INLINE MASK NAME(equal)(V8 x, V8 y) { return OP(cmpeq_epi8)(x, y); }
LANE_INLINE MASK NAME(top_bit)(V8 x) { return OP(cmpgt_epi8)(WHOLE(setzero)(), x); }
LANE_INLINE MASK NAME(both)(MASK x, MASK y) { return WHOLE(and)(x, y); }
LANE_INLINE MASK NAME(either)(MASK x, MASK y) { return WHOLE(or)(x, y); }
LANE_INLINE MASK NAME(without)(MASK x, MASK y) { return WHOLE(andnot)(y, x); }
LANE_INLINE V8 NAME(where)(MASK m, V8 x) { return WHOLE(and)(m, x); }
LANE_INLINE V8 NAME(add_where)(V8 x, MASK m, V8 y)
{
    return OP(add_epi8)(x, WHOLE(and)(m, y));
}
#if LANE_SET == LANE_AVX2
LANE_INLINE V8 NAME(pick)(MASK m, V8 x, V8 y) { return _mm256_blendv_epi8(y, x, m); }
#else
LANE_INLINE V8 NAME(pick)(MASK m, V8 x, V8 y)
{
    return WHOLE(or)(WHOLE(and)(m, x), WHOLE(andnot)(m, y));
}
#endif
LANE_INLINE MASK16 NAME(equal16)(V16 x, V16 y) { return OP(cmpeq_epi16)(x, y); }
LANE_INLINE MASK16 NAME(either16)(MASK16 x, MASK16 y) { return WHOLE(or)(x, y); }
LANE_INLINE V16 NAME(pick16)(MASK16 m, V16 x, V16 y) { return NAME(pick)(m, x, y); }
#endif

LANE_INLINE V16 NAME(load16)(const uint16_t* from) { return WHOLE(loadu)((const void*)from); }
LANE_INLINE void NAME(store16)(uint16_t* to, V16 x) { WHOLE(storeu)((void*)to, x); }
LANE_INLINE V16 NAME(all16)(int x) { return OP(set1_epi16)((short)x); }
LANE_INLINE V16 NAME(or16)(V16 x, V16 y) { return WHOLE(or)(x, y); }
LANE_INLINE V16 NAME(add16)(V16 x, V16 y) { return OP(add_epi16)(x, y); }
/* Signed: keys are below 2**15. */
LANE_INLINE V16 NAME(min16)(V16 x, V16 y) { return OP(min_epi16)(x, y); }
LANE_INLINE V16 NAME(max16)(V16 x, V16 y) { return OP(max_epi16)(x, y); }
LANE_INLINE V16 NAME(max16_signed)(V16 x, V16 y) { return OP(max_epi16)(x, y); }
LANE_INLINE V16 NAME(times_lanes)(V16 x) { return OP(slli_epi16)(x, 6); }
LANE_INLINE V16 NAME(low_product)(V16 x, V16 y) { return OP(mullo_epi16)(x, y); }
LANE_INLINE V16 NAME(high_product)(V16 x, V16 y) { return OP(mulhi_epu16)(x, y); }
LANE_INLINE V16 NAME(excess16)(V16 x, V16 y) { return OP(subs_epu16)(x, y); }
#if LANE_SET >= LANE_AVX512
LANE_INLINE int NAME(any16)(V16 x) { return _mm512_test_epi16_mask(x, x) != 0; }
#else
LANE_INLINE int NAME(any16)(V16 x)
{
    return OP(movemask_epi8)(OP(cmpeq_epi8)(x, WHOLE(setzero)())) != (WIDTH == 16 ? 0xffff : -1);
}
#endif
/* Packing works within 128 bits; the wider sets put the quarters in order afterwards. */
LANE_INLINE V8 NAME(packed)(V16 low, V16 high)
{
    const V8 bytes = OP(packus_epi16)(low, high);
#if LANE_SET >= LANE_AVX512
    return _mm512_permutexvar_epi64(_mm512_set_epi64(7, 5, 3, 1, 6, 4, 2, 0), bytes);
#elif LANE_SET == LANE_AVX2
    return _mm256_permute4x64_epi64(bytes, 0xd8);
#else
    return bytes;
#endif
}
LANE_INLINE V8 NAME(high_bytes)(V16 low, V16 high)
{
    return NAME(packed)(OP(srli_epi16)(low, 8), OP(srli_epi16)(high, 8));
}
LANE_INLINE V8 NAME(low_bytes)(V16 low, V16 high)
{
    const V16 byte = OP(set1_epi16)(255);
    return NAME(packed)(WHOLE(and)(low, byte), WHOLE(and)(high, byte));
}

/* Interleaving is within 128 bits, as is the packing of 32 to 16 bits, which undoes it. */
LANE_INLINE V16 NAME(interleaved_low)(V16 x, V16 y) { return OP(unpacklo_epi16)(x, y); }
LANE_INLINE V16 NAME(interleaved_high)(V16 x, V16 y) { return OP(unpackhi_epi16)(x, y); }
LANE_INLINE V16 NAME(all_pairs)(const int16_t* pair)
{
    int32_t both;
    memcpy(&both, pair, sizeof both);
    return OP(set1_epi32)(both);
}

LANE_INLINE V32 NAME(all32)(int x) { return OP(set1_epi32)(x); }
LANE_INLINE V32 NAME(right32)(V32 x, int bits) { return OP(srai_epi32)(x, bits); }
LANE_INLINE V32 NAME(add_products)(V32 sum, V16 x, V16 y)
{
#if LANE_SET == LANE_AVX512_VNNI
    return _mm512_dpwssd_epi32(sum, x, y);
#else
    return OP(add_epi32)(sum, OP(madd_epi16)(x, y));
#endif
}
LANE_INLINE V16 NAME(packed32)(V32 low, V32 high) { return OP(packs_epi32)(low, high); }

LANE_INLINE V64 NAME(load64)(const uint64_t* from) { return WHOLE(loadu)((const void*)from); }
LANE_INLINE void NAME(store64)(uint64_t* to, V64 x) { WHOLE(storeu)((void*)to, x); }
LANE_INLINE V64 NAME(all64)(uint64_t x)
{
#if LANE_SET >= LANE_AVX512
    return _mm512_set1_epi64((long long)x);
#else
    return OP(set1_epi64x)((long long)x);
#endif
}
LANE_INLINE V64 NAME(add64)(V64 x, V64 y) { return OP(add_epi64)(x, y); }
LANE_INLINE V64 NAME(and64)(V64 x, V64 y) { return WHOLE(and)(x, y); }
LANE_INLINE V64 NAME(xor64)(V64 x, V64 y) { return WHOLE(xor)(x, y); }
LANE_INLINE V64 NAME(product_of_low)(V64 x, V64 y) { return OP(mul_epu32)(x, y); }
LANE_INLINE V64 NAME(or64)(V64 x, V64 y) { return WHOLE(or)(x, y); }
#define left64_sse2 _mm_slli_epi64
#define right64_sse2 _mm_srli_epi64
#define left64_avx2 _mm256_slli_epi64
#define right64_avx2 _mm256_srli_epi64
#define left64_avx512 _mm512_slli_epi64
#define right64_avx512 _mm512_srli_epi64
#define left64_avx512vnni _mm512_slli_epi64
#define right64_avx512vnni _mm512_srli_epi64
LANE_INLINE void NAME(store64_at)(uint16_t* to, V64 x) { WHOLE(storeu)((void*)to, x); }

#undef OP
#undef WHOLE

#endif
