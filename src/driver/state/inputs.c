/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "driver/state/inputs.h"

#include <assert.h>
#include <stddef.h>

void gv_bind_point_init(struct gv_bind_point *point, const struct gv_screen *screen,
                        const struct gv_row *rows, unsigned num_rows)
{
    assert(num_rows <= GV_MAX_ROWS);
    for (unsigned row = 0; row < num_rows; row++) {
        if (rows[row].applies && !rows[row].applies(screen))
            continue;
        point->all |= 1u << row;
        for (uint64_t reads = rows[row].reads; reads; reads &= reads - 1)
            point->readers[__builtin_ctzll(reads)] |= 1u << row;
    }
    point->dirty = point->all;
}
