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
        point->all |= UINT64_C(1) << row;
        for (unsigned i = 0; i < GV_MAX_ROW_INPUTS && rows[row].reads[i]; i++)
            point->readers[rows[row].reads[i]] |= UINT64_C(1) << row;
    }
    point->dirty = point->all;
}
