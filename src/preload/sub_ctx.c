/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "preload/sub_ctx.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "virgl/wire.h"

static bool has_id(uint32_t header)
{
    const uint32_t command = gv_virgl_header_command(header);

    return gv_virgl_header_len(header) > 0 &&
           (command == GV_VIRGL_SET_SUB_CTX || command == GV_VIRGL_CREATE_SUB_CTX ||
            command == GV_VIRGL_DESTROY_SUB_CTX);
}

uint32_t *gv_sub_ctx_moved(const void *dwords, size_t num_dw, uint32_t first)
{
    uint32_t *moved = malloc(num_dw ? num_dw * 4 : 4);

    if (!moved)
        return NULL;
    memcpy(moved, dwords, num_dw * 4);
    for (size_t at = 0; at < num_dw;) {
        const size_t next = at + 1 + gv_virgl_header_len(moved[at]);
        if (next > num_dw)
            break;
        if (has_id(moved[at]))
            moved[at + 1] += first;
        at = next;
    }
    return moved;
}
