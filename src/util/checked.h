/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Overflow-checked arithmetic on untrusted sizes. Every function returns false and leaves
 * *out_result unchanged if the result does not fit. */
#ifndef GV_UTIL_CHECKED_H
#define GV_UTIL_CHECKED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define GV_CHECKED(name, operation, type)                                                          \
    static inline bool name(type a, type b, type *out_result)                                      \
    {                                                                                              \
        type result;                                                                               \
        if (__builtin_##operation##_overflow(a, b, &result))                                       \
            return false;                                                                          \
        *out_result = result;                                                                      \
        return true;                                                                               \
    }

GV_CHECKED(gv_add_u64, add, uint64_t)
GV_CHECKED(gv_mul_u64, mul, uint64_t)
GV_CHECKED(gv_mul_size, mul, size_t)

#undef GV_CHECKED

/* Rounds `value` up to a multiple of align_pot, a power of two. */
static inline bool gv_align_up_u64(uint64_t value, uint64_t align_pot, uint64_t *out_result)
{
    uint64_t sum;
    if (!gv_add_u64(value, align_pot - 1, &sum))
        return false;
    *out_result = sum & ~(align_pot - 1);
    return true;
}

/* Whether [offset, offset + size) lies within [0, limit). */
static inline bool gv_range_fits_u64(uint64_t offset, uint64_t size, uint64_t limit)
{
    return offset <= limit && size <= limit - offset;
}

#endif
