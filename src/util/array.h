/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Growing plain C arrays: a pointer, a count and a capacity that the caller keeps. */
#ifndef GV_UTIL_ARRAY_H
#define GV_UTIL_ARRAY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/must_check.h"

#define GV_ARRAY_SIZE(array) (sizeof(array) / sizeof((array)[0]))

/* Makes room for at least need elements of elem_size_B bytes, growing by half or more. *items_ptr
 * is the address of the array's pointer (of any object type). False, with the array as it was,
 * when memory runs out or the size does not fit. */
GV_MUST_CHECK bool gv_array_reserve(void *items_ptr, uint32_t *max, uint64_t need,
                                    size_t elem_size_B);

/* Room for one more element behind num; the usual call before items[num++] = x. */
#define gv_array_grow(items, max, num)                                                             \
    ((num) < *(max) || gv_array_reserve((items), (max), (uint64_t)(num) + 1, sizeof(**(items))))

#endif
