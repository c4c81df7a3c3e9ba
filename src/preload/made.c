/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "preload/made.h"

#include "vtest/protocol.h"

enum {
    MAX_UNSENT_B = 128 << 20 /* size of the unsent resources at which a submit is due; they may
                                also take as much device memory */
};

/* Returns the size of a new resource in bytes; an estimate if the program cannot map the
 * resource. */
static uint64_t size_of(const uint32_t *payload)
{
    uint64_t size_B = 4;

    if (payload[GV_VTEST_RESOURCE_DW])
        return payload[GV_VTEST_RESOURCE_DW];
    for (unsigned i = 4; i < 8; i++) /* width, height, depth, layers */
        size_B *= payload[i] ? payload[i] & 0xffff : 1;
    return size_B * (payload[9] ? payload[9] & 0xff : 1); /* samples */
}

void gv_made_note(struct gv_made *made, const uint32_t *payload)
{
    made->unsent_B += size_of(payload);
    made->is_target = (payload[3] & GV_VTEST_BIND_DISPLAY_TARGET) != 0;
    made->width = payload[4];
    made->height = payload[5];
}

void gv_made_note_other(struct gv_made *made)
{
    made->is_target = false;
}

void gv_made_note_submit(struct gv_made *made)
{
    made->unsent_B = 0;
}

bool gv_made_is_much(const struct gv_made *made)
{
    return made->unsent_B >= MAX_UNSENT_B;
}
