/* The paths that this compiler can make, narrowest first, and whether a CPU can go them.

   _lanes_path.h is the code of one path; it is included once for each instruction set. */

#ifndef NIMMT_LANES_PATHS_H
#define NIMMT_LANES_PATHS_H

#include <string.h>

#include "_lanes.h"

#if defined(_MSC_VER)
#define LANE_INLINE static __forceinline
#else
#define LANE_INLINE static inline __attribute__((always_inline))
#endif

#define LANE_PATH_OF(name) \
    { #name, lane_supported_##name, lane_draw_##name, lane_offsets_##name, lane_turn_##name, \
      lane_blocks_##name, lane_ascending_##name, lane_take_##name, \
      lane_scores_##name, lane_row_scores_##name, lane_highest_##name, \
      lane_see_##name, \
      {lane_lowest_##name, lane_nearest_##name, lane_cheapest_##name} }

#define LANE_PORTABLE 0
#define LANE_SSE2 1
#define LANE_AVX2 2
#define LANE_AVX512 3
#define LANE_AVX512_VNNI 4

#if defined(__GNUC__)
static int lane_supported_portable(void) { return 1; }
#define LANE_SET LANE_PORTABLE
#include "_lanes_path.h"
#undef LANE_SET
#endif

#if defined(__x86_64__) || defined(_M_X64)
#define LANE_X86
#include <immintrin.h>
static int lane_supported_sse2(void) { return 1; }
#define LANE_SET LANE_SSE2
#include "_lanes_path.h"
#undef LANE_SET
#endif

#if defined(LANE_X86) && defined(__GNUC__)
#define LANE_X86_WIDE

static int lane_supported_avx2(void)
{
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx2") != 0;
}

static int lane_supported_avx512(void)
{
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw");
}

static int lane_supported_avx512vnni(void)
{
    return lane_supported_avx512() && __builtin_cpu_supports("avx512vnni");
}

#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2")
#endif
#define LANE_SET LANE_AVX2
#include "_lanes_path.h"
#undef LANE_SET
#if defined(__clang__)
#pragma clang attribute pop
#pragma clang attribute push(__attribute__((target("avx512f,avx512bw"))), apply_to = function)
#else
#pragma GCC pop_options
#pragma GCC push_options
#pragma GCC target("avx512f,avx512bw")
#endif
#define LANE_SET LANE_AVX512
#include "_lanes_path.h"
#undef LANE_SET
#if defined(__clang__)
#pragma clang attribute pop
#pragma clang attribute push( \
    __attribute__((target("avx512f,avx512bw,avx512vnni"))), apply_to = function)
#else
#pragma GCC pop_options
#pragma GCC push_options
#pragma GCC target("avx512f,avx512bw,avx512vnni")
#endif
#define LANE_SET LANE_AVX512_VNNI
#include "_lanes_path.h"
#undef LANE_SET
#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif
#endif

/* Up to an entry without a name. */
static const LanePath LANE_PATHS[] = {
#if defined(__GNUC__)
    LANE_PATH_OF(portable),
#endif
#if defined(LANE_X86)
    LANE_PATH_OF(sse2),
#endif
#if defined(LANE_X86_WIDE)
    LANE_PATH_OF(avx2),
    LANE_PATH_OF(avx512),
    LANE_PATH_OF(avx512vnni),
#endif
    {0},
};

#endif
