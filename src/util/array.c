/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Growing plain C arrays. */
#include "util/array.h"

#include <stdlib.h>
#include <string.h>

#include "util/checked.h"

enum {
    FIRST_CAPACITY = 8
};

bool gv_array_reserve(void *items_ptr, uint32_t *max, uint64_t need, size_t elem_size_B)
{
    if (need <= *max)
        return true;

    uint64_t capacity = (uint64_t)*max + *max / 2;
    if (capacity < FIRST_CAPACITY)
        capacity = FIRST_CAPACITY;
    if (capacity < need)
        capacity = need;
    if (capacity > UINT32_MAX)
        capacity = UINT32_MAX;

    size_t size_B;
    if (need > capacity || !gv_mul_size((size_t)capacity, elem_size_B, &size_B))
        return false;

    /* The pointer's type is unknown here, so the pointer is copied as bytes. */
    void *items;
    memcpy(&items, items_ptr, sizeof(items));
    items = realloc(items, size_B);
    if (!items)
        return false;
    memcpy(items_ptr, &items, sizeof(items));
    *max = (uint32_t)capacity;
    return true;
}
