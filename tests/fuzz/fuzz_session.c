/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A client's whole byte stream through vtest and virgl together, on the driver that checks its
 * arguments: what each layer alone lets pass meets here. The first byte of an input chooses how the
 * stream is cut into pieces; the corpus has the opening traffic of real clients. */
#include <stdlib.h>

#include "fuzz.h"
#include "memory_transport.h"
#include "null_pipe.h"
#include "virgl/api/renderer.h"
#include "vtest/vtest.h"

enum {
    PIECE_MASK = 0x3f,
    QUERIES_LATE = 0x40,
    SHM_LIMIT_B = 8 << 20
};

static struct memory_transport memory;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct gv_virgl_limits limits = gv_virgl_limits_default();
    const struct galvan_log quiet = {0};
    struct null_screen *screen;

    if (size < 1 || size > MEMORY_IN_MAX / 2) {
        return 0;
    }
    screen = null_screen_create();
    if (!screen) {
        abort();
    }
    limits.memory_B = SHM_LIMIT_B;
    limits.max_resource_B = 1 << 20;
    limits.max_objects = 1024;
    limits.max_sub_contexts = 4;
    memory_init(&memory);
    memory.piece_B = data[0] & PIECE_MASK;
    screen->queries_held = data[0] & QUERIES_LATE;
    memory_put(&memory, data + 1, size - 1);

    const struct gv_vtest_params params = {
        .transport = &memory.base,
        .screen = &screen->base,
        .log = &quiet,
        .limits = &limits,
        .shm_limit_B = SHM_LIMIT_B,
    };
    gv_vtest_serve(&params);
    if (!null_screen_is_empty(screen)) {
        abort();
    }
    screen->base.destroy(&screen->base);
    memory_finish(&memory);
    return 0;
}
