/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Arithmetic on sizes that came from outside: every function returns false when the result does
 * not fit, and leaves *out_result alone. */
#ifndef GV_UTIL_CHECKED_H
#define GV_UTIL_CHECKED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

static inline bool gv_add_u32(uint32_t a, uint32_t b, uint32_t *out_result)
{
    uint32_t result;
    if (__builtin_add_overflow(a, b, &result))
        return false;
    *out_result = result;
    return true;
}

static inline bool gv_mul_u32(uint32_t a, uint32_t b, uint32_t *out_result)
{
    uint32_t result;
    if (__builtin_mul_overflow(a, b, &result))
        return false;
    *out_result = result;
    return true;
}

static inline bool gv_add_u64(uint64_t a, uint64_t b, uint64_t *out_result)
{
    uint64_t result;
    if (__builtin_add_overflow(a, b, &result))
        return false;
    *out_result = result;
    return true;
}

static inline bool gv_mul_u64(uint64_t a, uint64_t b, uint64_t *out_result)
{
    uint64_t result;
    if (__builtin_mul_overflow(a, b, &result))
        return false;
    *out_result = result;
    return true;
}

static inline bool gv_add_size(size_t a, size_t b, size_t *out_result)
{
    size_t result;
    if (__builtin_add_overflow(a, b, &result))
        return false;
    *out_result = result;
    return true;
}

static inline bool gv_mul_size(size_t a, size_t b, size_t *out_result)
{
    size_t result;
    if (__builtin_mul_overflow(a, b, &result))
        return false;
    *out_result = result;
    return true;
}

/* value rounded up to a multiple of align_pot, a power of two. */
static inline bool gv_align_up_u64(uint64_t value, uint64_t align_pot, uint64_t *out_result)
{
    uint64_t sum;
    if (!gv_add_u64(value, align_pot - 1, &sum))
        return false;
    *out_result = sum & ~(align_pot - 1);
    return true;
}

/* Whether offset .. offset + size lies within 0 .. limit. */
static inline bool gv_range_fits_u64(uint64_t offset, uint64_t size, uint64_t limit)
{
    return offset <= limit && size <= limit - offset;
}

#endif
