/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Small arithmetic functions for programs written against Gallium. All of them are pure. */
#ifndef UTIL_U_MATH_H
#define UTIL_U_MATH_H

#include <math.h>

#include "pipe/p_compiler.h"
#include "pipe/p_config.h"

#ifndef M_SQRT2
#define M_SQRT2 1.41421356237309504880
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* These macros evaluate their arguments more than once. */
#ifndef MIN2
#define MIN2(a, b) ((a) < (b) ? (a) : (b))
#endif
#ifndef MAX2
#define MAX2(a, b) ((a) > (b) ? (a) : (b))
#endif
#ifndef MIN3
#define MIN3(a, b, c) MIN2(MIN2(a, b), c)
#endif
#ifndef MAX3
#define MAX3(a, b, c) MAX2(MAX2(a, b), c)
#endif
#ifndef MIN4
#define MIN4(a, b, c, d) MIN2(MIN2(a, b), MIN2(c, d))
#endif
#ifndef MAX4
#define MAX4(a, b, c, d) MAX2(MAX2(a, b), MAX2(c, d))
#endif
#ifndef CLAMP
#define CLAMP(x, lowest, highest)                                                                  \
    ((x) > (lowest) ? (x) > (highest) ? (highest) : (x) : (lowest)) /* a NaN becomes `lowest` */
#endif
#ifndef COPY_4V
#define COPY_4V(dst, src)                                                                          \
    do {                                                                                           \
        (dst)[0] = (src)[0];                                                                       \
        (dst)[1] = (src)[1];                                                                       \
        (dst)[2] = (src)[2];                                                                       \
        (dst)[3] = (src)[3];                                                                       \
    } while (0)
#endif
#ifndef COPY_4FV
#define COPY_4FV(dst, src) COPY_4V(dst, src)
#endif
#ifndef ASSIGN_4V
#define ASSIGN_4V(dst, v0, v1, v2, v3)                                                             \
    do {                                                                                           \
        (dst)[0] = (v0);                                                                           \
        (dst)[1] = (v1);                                                                           \
        (dst)[2] = (v2);                                                                           \
        (dst)[3] = (v3);                                                                           \
    } while (0)
#endif

/* The bits of a value as several types. */
union fi {
    float f;
    int32_t i;
    uint32_t ui;
};

union di {
    double d;
    int64_t i;
    uint64_t ui;
};

/* Return the bits of a float, or the float with these bits. */
static inline uint32_t fui(float f)
{
    union fi fi;

    fi.f = f;
    return fi.ui;
}

static inline float uif(uint32_t ui)
{
    union fi fi;

    fi.ui = ui;
    return fi.f;
}

/* Rounds up to a multiple of `alignment`, a power of two. */
static inline int align(int value, int alignment)
{
    return (int)(((unsigned)value + (unsigned)alignment - 1u) & ~((unsigned)alignment - 1u));
}

static inline uint64_t align64(uint64_t value, unsigned alignment)
{
    return (value + alignment - 1u) & ~((uint64_t)alignment - 1u);
}

/* Rounds up to a multiple of `alignment`, which need not be a power of two. */
static inline size_t util_align_npot(size_t value, size_t alignment)
{
    return value % alignment ? value + (alignment - value % alignment) : value;
}

/* Returns the extent of a mip level: `value`, the extent of level 0, halved `levels` times, but at
 * least 1. */
static inline unsigned u_minify(unsigned value, unsigned levels)
{
    unsigned minified = levels < 32 ? value >> levels : 0;

    return minified ? minified : 1;
}

static inline boolean util_is_power_of_two(unsigned value)
{
    return (value & (value - 1u)) == 0; /* 0 counts as a power of two, too */
}

/* Returns the index of the highest set bit plus 1; 0 for 0. */
static inline unsigned util_last_bit(unsigned value)
{
    unsigned num = 0;

    while (num < 32 && value >> num) {
        num++;
    }
    return num;
}

static inline unsigned util_last_bit64(uint64_t value)
{
    unsigned high = util_last_bit((unsigned)(value >> 32));

    return high ? 32 + high : util_last_bit((unsigned)value);
}

/* Returns the number of bits that `value` needs in two's complement, not counting the sign bit. */
static inline unsigned util_last_bit_signed(int value)
{
    return util_last_bit(value < 0 ? ~(unsigned)value : (unsigned)value);
}

/* Returns the logarithm to base 2, rounded down; 0 for 0. */
static inline unsigned util_logbase2(unsigned n)
{
    return n ? util_last_bit(n) - 1u : 0;
}

/* Returns the logarithm to base 2, rounded up. */
static inline unsigned util_logbase2_ceil(unsigned n)
{
    return n <= 1 ? 0 : 1u + util_logbase2(n - 1u);
}

/* Returns the least power of two that is not less than `x`; 1 for 0, and 0 if the result does not
 * fit. */
static inline unsigned util_next_power_of_two(unsigned x)
{
    return x <= 1 ? 1u : x > 0x80000000u ? 0u : 1u << util_logbase2_ceil(x);
}

static inline unsigned util_bitcount(unsigned n)
{
    unsigned bits;

    for (bits = 0; n; bits++) {
        n &= n - 1u;
    }
    return bits;
}

static inline unsigned util_bitcount64(uint64_t n)
{
    return util_bitcount((unsigned)n) + util_bitcount((unsigned)(n >> 32));
}

/* Clears the lowest bit of *mask, which is not 0, and returns its index. */
static inline int u_bit_scan(unsigned *mask)
{
    unsigned lowest = *mask & (~*mask + 1u);

    *mask &= ~lowest;
    return (int)util_logbase2(lowest);
}

static inline int u_bit_scan64(uint64_t *mask)
{
    unsigned half = (unsigned)*mask;
    int bit;

    if (half) {
        bit = u_bit_scan(&half);
    } else {
        half = (unsigned)(*mask >> 32);
        bit = 32 + u_bit_scan(&half);
    }
    *mask &= ~((uint64_t)1 << bit);
    return bit;
}

/* Clears the lowest run of bits of *mask, which is not 0: *count bits from *start on. */
static inline void u_bit_scan_consecutive_range(unsigned *mask, int *start, int *count)
{
    unsigned lowest = *mask & (~*mask + 1u), rest = *mask + lowest;

    *start = (int)util_logbase2(lowest);
    *count = rest ? (int)util_logbase2(rest & (~rest + 1u)) - *start : 32 - *start;
    *mask = rest & *mask;
}

/* Reverses the bits: bit 0 becomes bit 31 and so on. */
static inline unsigned util_bitreverse(unsigned n)
{
    unsigned reversed = 0, i;

    for (i = 0; i < 32; i++) {
        reversed |= (n >> i & 1u) << (31 - i);
    }
    return reversed;
}

/* Returns a mask of `count` bits from bit `start` on. */
static inline unsigned u_bit_consecutive(unsigned start, unsigned count)
{
    return (count >= 32 ? ~0u : (1u << count) - 1u) << start;
}

static inline int util_ifloor(float f)
{
    return (int)floorf(f);
}

/* Rounds to the nearest integer, ties away from zero. */
static inline int util_iround(float f)
{
    return (int)roundf(f);
}

static inline boolean util_is_approx(float a, float b, float tolerance)
{
    return fabsf(b - a) <= tolerance;
}

static inline boolean util_is_nan(float x)
{
    return (fui(x) & 0x7fffffff) > 0x7f800000;
}

static inline boolean util_is_inf_or_nan(float x)
{
    return (fui(x) & 0x7f800000) == 0x7f800000;
}

/* Returns 1 for positive infinity, -1 for negative infinity, 0 for any other value. */
static inline int util_inf_sign(float x)
{
    return (fui(x) & 0x7fffffff) == 0x7f800000 ? (x < 0.0f ? -1 : 1) : 0;
}

static inline boolean util_is_double_nan(double x)
{
    return x != x;
}

static inline boolean util_is_double_inf_or_nan(double x)
{
    return !(x - x == 0.0);
}

static inline int util_double_inf_sign(double x)
{
    return util_is_double_inf_or_nan(x) && !util_is_double_nan(x) ? (x < 0.0 ? -1 : 1) : 0;
}

/* Tests of the bits of a 16-bit float. */
static inline boolean util_is_half_nan(int16_t x)
{
    return (x & 0x7fff) > 0x7c00;
}

static inline boolean util_is_half_inf_or_nan(int16_t x)
{
    return (x & 0x7c00) == 0x7c00;
}

static inline int util_half_inf_sign(int16_t x)
{
    return (x & 0x7fff) == 0x7c00 ? (x < 0 ? -1 : 1) : 0;
}

/* Returns the exponent that belongs to a mantissa from 1 to 2; -127 for 0. */
static inline int util_get_float32_exponent(float x)
{
    return (int)(fui(x) >> 23 & 0xff) - 127;
}

/* The functions below call the C library. In 2015 they used a table that util_init_math() computed,
 * and were faster and less precise. */
static inline void util_init_math(void)
{
}

static inline float util_fast_exp2(float x)
{
    return exp2f(x);
}

static inline float util_fast_exp(float x)
{
    return expf(x);
}

static inline float util_fast_log2(float x)
{
    return log2f(x);
}

static inline float util_fast_pow(float x, float y)
{
    return powf(x, y);
}

/* Convert between 0..1 and 0..255. Values are clamped; NaN becomes 0. */
static inline ubyte float_to_ubyte(float f)
{
    return f > 0.0f ? f < 1.0f ? (ubyte)(f * 255.0f + 0.5f) : (ubyte)255 : (ubyte)0;
}

static inline float ubyte_to_float(ubyte ub)
{
    return (float)ub * (1.0f / 255.0f);
}

/* Convert between -1..1 and -127..127. -128 also becomes -1, and values are clamped. */
static inline float byte_to_float_tex(int8_t b)
{
    return b == -128 ? -1.0f : (float)b / 127.0f;
}

static inline int8_t float_to_byte_tex(float f)
{
    return f > -1.0f ? f < 1.0f ? (int8_t)(f * 127.0f) : (int8_t)127 : (int8_t)-127;
}

/* Returns the control word of this thread's SSE unit; 0 on machines without SSE. If the control
 * word sets denormals to zero, the unit neither reads nor produces denormals. */
static inline unsigned util_fpstate_get(void)
{
#if defined(PIPE_ARCH_SSE)
    return __builtin_ia32_stmxcsr();
#else
    return 0;
#endif
}

static inline void util_fpstate_set(unsigned fpstate)
{
#if defined(PIPE_ARCH_SSE)
    __builtin_ia32_ldmxcsr(fpstate);
#else
    (void)fpstate;
#endif
}

/* Sets the control word to `current_fpstate`, with denormals set to zero. Returns the state that it
 * sets. */
static inline unsigned util_fpstate_set_denorms_to_zero(unsigned current_fpstate)
{
    unsigned fpstate = util_fpstate_get() ? current_fpstate | 1u << 6 | 1u << 15 : current_fpstate;

    util_fpstate_set(fpstate);
    return fpstate;
}

static inline uint16_t util_bswap16(uint16_t n)
{
    return (uint16_t)(n >> 8 | n << 8);
}

static inline uint32_t util_bswap32(uint32_t n)
{
    return n >> 24 | (n >> 8 & 0xff00u) | (n & 0xff00u) << 8 | n << 24;
}

static inline uint64_t util_bswap64(uint64_t n)
{
    return (uint64_t)util_bswap32((uint32_t)n) << 32 | util_bswap32((uint32_t)(n >> 32));
}

/* Convert between this machine's byte order and little endian. */
#if defined(PIPE_ARCH_BIG_ENDIAN)
#define util_cpu_to_le64(x) util_bswap64(x)
#define util_cpu_to_le32(x) util_bswap32(x)
#define util_cpu_to_le16(x) util_bswap16(x)
#else
#define util_cpu_to_le64(x) ((uint64_t)(x))
#define util_cpu_to_le32(x) ((uint32_t)(x))
#define util_cpu_to_le16(x) ((uint16_t)(x))
#endif
#define util_le64_to_cpu(x) util_cpu_to_le64(x)
#define util_le32_to_cpu(x) util_cpu_to_le32(x)
#define util_le16_to_cpu(x) util_cpu_to_le16(x)

/* Copies `n` bytes of 32-bit words to `dest`, converting each word to little endian; `n` is a
 * multiple of 4. Returns `dest`. */
static inline void *util_memcpy_cpu_to_le32(void *dest, const void *src, size_t n)
{
    size_t i;

    for (i = 0; i < n / 4; i++) {
        uint32_t word;

        memcpy(&word, (const char *)src + 4 * i, 4);
        word = util_cpu_to_le32(word);
        memcpy((char *)dest + 4 * i, &word, 4);
    }
    return dest;
}

/* Convert to fixed point with `frac_bits` fractional bits. Values out of range are clamped. */
static inline int32_t util_signed_fixed(float value, unsigned frac_bits)
{
    double scaled = (double)value * (double)((uint64_t)1 << frac_bits);

    return scaled >= 2147483647.0   ? INT32_MAX
           : scaled > -2147483648.0 ? (int32_t)scaled
                                    : (int32_t)(-2147483647 - 1);
}

static inline uint32_t util_unsigned_fixed(float value, unsigned frac_bits)
{
    double scaled = (double)value * (double)((uint64_t)1 << frac_bits);

    return scaled > 0.0 ? scaled < 4294967295.0 ? (uint32_t)scaled : 0xffffffffu : 0u;
}

#ifdef __cplusplus
}
#endif
#endif
