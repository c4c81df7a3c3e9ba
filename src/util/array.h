/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Growing C arrays, as a pointer, a count and a capacity in the caller's struct. */
#ifndef GV_UTIL_ARRAY_H
#define GV_UTIL_ARRAY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/must_check.h"

#define GV_ARRAY_SIZE(array) (sizeof(array) / sizeof((array)[0]))

/* Grows the array to at least `need` elements of elem_size_B bytes, and by at least half of its
 * present capacity. items_ptr is the address of the pointer to the array, whose elements may have
 * any type. Returns false, with the array unchanged, if memory runs out or the size overflows. */
GV_MUST_CHECK bool gv_array_reserve(void *items_ptr, uint32_t *max, uint64_t need,
                                    size_t elem_size_B);

/* Makes space for one more element after `num` elements. Call before items[num++] = x. */
#define gv_array_grow(items, max, num)                                                             \
    ((num) < *(max) || gv_array_reserve((items), (max), (uint64_t)(num) + 1, sizeof(**(items))))

#endif
