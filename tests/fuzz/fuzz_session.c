/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Fuzzes vtest and virgl together with a client's whole byte stream, on the null driver, which
 * checks its arguments. This finds faults that occur only with both layers. The first byte of an
 * input decides how the stream is cut into pieces, whether query results are late and whether the
 * stream is recorded. The corpus has the opening traffic of real clients. */
#include <stdlib.h>

#include "fuzz.h"
#include "memory_transport.h"
#include "null_pipe.h"
#include "virgl/api/renderer.h"
#include "vtest/vtest.h"

enum {
    PIECE_MASK = 0x3f,
    QUERIES_LATE = 0x40,
    IS_RECORDED = 0x80, /* the stream is recorded from the first frame on */
    SHM_LIMIT_B = 8 << 20
};

static struct memory_transport memory;

/* Reads all bytes of its arguments, as a recording tap. */
static void take(void *priv, const uint32_t header[2], const void *payload, size_t size_B)
{
    const uint8_t *bytes = payload;
    uint32_t *sum = priv;

    *sum += header[0] + header[1];
    for (size_t i = 0; i < size_B; i++)
        *sum += bytes[i];
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct gv_virgl_limits limits = gv_virgl_limits_default();
    const struct galvan_log quiet = {0};
    struct gv_vtest_notes notes = {.tap_wanted = true};
    struct null_screen *screen;
    uint32_t sum = 0;

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
    memory_init(&memory);
    memory.piece_B = data[0] & PIECE_MASK;
    screen->queries_held = data[0] & QUERIES_LATE;
    memory_put(&memory, data + 1, size - 1);

    const struct gv_vtest_tap tap = {.message = take, .when_wanted = true, .priv = &sum};
    const struct gv_vtest_hooks hooks = {.tap = data[0] & IS_RECORDED ? &tap : NULL};
    const struct gv_vtest_params params = {
        .transport = &memory.base,
        .screen = &screen->base,
        .log = &quiet,
        .limits = &limits,
        .shm_limit_B = SHM_LIMIT_B,
        .hooks = &hooks,
        .notes = &notes,
    };
    gv_vtest_serve(&params);
    if (!null_screen_is_empty(screen)) {
        abort();
    }
    screen->base.destroy(&screen->base);
    memory_finish(&memory);
    return 0;
}
