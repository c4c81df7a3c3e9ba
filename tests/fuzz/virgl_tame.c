/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "virgl_tame.h"
#include "virgl/command/table.h"

/* Clamps one header, which `left_dw` dwords follow, to the command table. If the command does not
 * fit into the buffer, returns the header of a NOP instead. */
static uint32_t tame_header(uint32_t header, size_t left_dw)
{
    unsigned number = gv_virgl_header_command(header) % GV_VIRGL_NUM_COMMANDS;
    unsigned type = gv_virgl_header_type(header);
    const struct gv_virgl_command *row = &gv_virgl_commands[number];

    if (number == GV_VIRGL_CREATE_OBJECT) {
        if (!type || type >= GV_VIRGL_NUM_OBJECT_TYPES)
            type = 1 + type % (GV_VIRGL_NUM_OBJECT_TYPES - 1);
        row = &gv_virgl_objects[type];
    }
    size_t len_dw = gv_virgl_header_len(header);
    if (len_dw < row->min_dw)
        len_dw = row->min_dw;
    if (len_dw > row->max_dw)
        len_dw = row->max_dw;
    if (row->stride_dw)
        len_dw -= (len_dw - row->min_dw) % row->stride_dw;
    if (len_dw > left_dw)
        return gv_virgl_header(GV_VIRGL_NOP, 0, (unsigned)left_dw);
    return gv_virgl_header(number, type, (unsigned)len_dw);
}

void virgl_tame(uint32_t *dwords, size_t num_dw)
{
    for (size_t at = 0; at < num_dw;) {
        dwords[at] = tame_header(dwords[at], num_dw - at - 1);
        at += 1 + gv_virgl_header_len(dwords[at]);
    }
}
