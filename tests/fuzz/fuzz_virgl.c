/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Fuzzes virgl with a client's command buffer, on the null driver, which checks its arguments. The
 * first dword of an input has flags; the remaining dwords are the buffer. With CONSISTENT, command
 * headers are clamped to the command table, so that the decoders are reached; without it, lengths
 * are arbitrary. Some resources exist from the start. After the buffer, the target calls the
 * functions that no command reaches. */
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "null_pipe.h"
#include "virgl/api/busy.h"
#include "virgl/api/context.h"
#include "virgl/api/renderer.h"
#include "virgl/api/resource.h"
#include "virgl/api/submit.h"
#include "virgl/api/transfer.h"
#include "virgl/wire.h"
#include "virgl_tame.h"

enum {
    CONSISTENT = 1 << 0,
    QUERIES_LATE = 1 << 1,
    DRIVER_FAILS = 1 << 2, /* the driver fails after a number of calls, which is the second byte
                              of the flags */
    TWICE = 1 << 3,        /* runs the buffer again, with the objects of the first run */
    UNREF_BETWEEN = 1 << 4,
    BACKING_IN_PIECES = 1 << 5,
    OTHER_CONTEXT = 1 << 6, /* also runs the buffer in a context without resources */

    MAX_DW = 1 << 14,
    FIRST_FREE_HANDLE = 10,
};

/* The resources with handles 1 to 9, which exist from the start. */
static const struct gv_virgl_resource_args known_resources[] = {
    {1, PIPE_BUFFER, PIPE_FORMAT_R8_UNORM, GV_VIRGL_BIND_VERTEX_BUFFER, 4096, 1, 1, 1, 0, 0, 0},
    {2, PIPE_TEXTURE_2D, PIPE_FORMAT_B8G8R8A8_UNORM, 0, 32, 32, 1, 1, 5, 0, 0},
    {3, PIPE_TEXTURE_2D_ARRAY, PIPE_FORMAT_R8G8B8A8_UNORM, 0, 8, 8, 1, 12, 1, 0, 0},
    {4, PIPE_TEXTURE_3D, PIPE_FORMAT_R8_UNORM, 0, 8, 8, 8, 1, 3, 0, 0},
    {5, PIPE_TEXTURE_CUBE, PIPE_FORMAT_DXT1_RGB, 0, 8, 8, 1, 6, 0, 0, 0},
    {6, PIPE_TEXTURE_2D, PIPE_FORMAT_Z24_UNORM_S8_UINT, 0, 32, 32, 1, 1, 0, 0, 0},
    {7, PIPE_BUFFER, PIPE_FORMAT_R8_UNORM, GV_VIRGL_BIND_CUSTOM, 16, 1, 1, 1, 0, 0, 0},
    {8, PIPE_BUFFER, PIPE_FORMAT_R8_UNORM, GV_VIRGL_BIND_STAGING, 4096, 1, 1, 1, 0, 0, 0},
    {9, PIPE_TEXTURE_2D, PIPE_FORMAT_B8G8R8A8_UNORM, 0, 32, 32, 1, 1, 0, 4, 0},
};

enum {
    NUM_KNOWN = sizeof(known_resources) / sizeof(known_resources[0])
};

static void create_known(struct gv_virgl_renderer *r, struct gv_virgl_context *ctx,
                         uint8_t *const *backings, uint32_t flags)
{
    for (unsigned i = 0; i < NUM_KNOWN; i++) {
        uint64_t size_B = gv_virgl_resource_backing_size(&known_resources[i]);
        struct iovec iov[2] = {{backings[i], size_B}, {NULL, 0}};
        unsigned num_iov = size_B > 0;
        if ((flags & BACKING_IN_PIECES) && size_B > 5) {
            iov[0].iov_len = 5;
            iov[1] = (struct iovec){backings[i] + 5, size_B - 5};
            num_iov = 2;
        }
        gv_virgl_resource_create(r, &known_resources[i], num_iov ? iov : NULL, num_iov);
        gv_virgl_context_attach(ctx, known_resources[i].handle);
    }
}

/* Calls the renderer's functions outside the command stream, with arguments from the buffer's
 * end. */
static void call(struct gv_virgl_renderer *r, struct gv_virgl_context *ctx, const uint32_t *args,
                 size_t num_dw)
{
    struct gv_virgl_resource_args create = {0};
    struct pipe_box box = {0};
    if (num_dw < 11)
        return;
    args += num_dw - 11;
    memcpy(&box, args + 2, sizeof(box));
    uint8_t memory[64] = {0};
    const struct iovec iov[2] = {{memory, 3}, {memory + 3, sizeof(memory) - 3}};
    struct gv_virgl_transfer transfer = {ctx,     args[0] % 16, args[1], &box,
                                         args[8], args[9],      args[10]};
    gv_virgl_transfer_put(r, &transfer);
    gv_virgl_transfer_get(r, &transfer);
    transfer.iov = iov;
    transfer.num_iov = args[0] % 3;
    gv_virgl_transfer_put(r, &transfer);
    gv_virgl_transfer_get(r, &transfer);
    memcpy(&create, args, 11 * sizeof(uint32_t));
    gv_virgl_resource_create(r, &create, NULL, 0);
    gv_virgl_context_attach(ctx, create.handle);
    gv_virgl_context_detach(ctx, args[1] % 16);
    for (uint32_t handle = 0; handle < 16; handle++)
        gv_virgl_resource_busy(r, handle, handle == args[0] % 16);
}

static void run(struct null_screen *screen, uint32_t *dwords, size_t num_dw, uint32_t flags)
{
    struct gv_virgl_limits limits = gv_virgl_limits_default();
    const struct galvan_log quiet = {0};
    const struct gv_virgl_params params = {
        .screen = &screen->base, .log = &quiet, .client_name = "fuzz", .limits = &limits};
    struct gv_virgl_renderer *r = NULL;
    struct gv_virgl_context *ctx = NULL, *other = NULL;
    uint8_t *backings[NUM_KNOWN] = {NULL};

    limits.memory_B = 8 << 20;
    limits.max_resource_B = 1 << 20;
    limits.max_objects = 256;
    if (gv_virgl_renderer_create(&params, &r) != GALVAN_OK ||
        gv_virgl_context_create(r, NULL, &ctx) != GALVAN_OK ||
        gv_virgl_context_create(r, "other", &other) != GALVAN_OK)
        abort();
    for (unsigned i = 0; i < NUM_KNOWN; i++) {
        uint64_t size_B = gv_virgl_resource_backing_size(&known_resources[i]);
        backings[i] = calloc(1, size_B ? size_B : 1);
        if (!backings[i])
            abort();
    }
    create_known(r, ctx, backings, flags);
    if (flags & DRIVER_FAILS)
        screen->fail_after = (int)(flags >> 8 & 0xff);
    gv_virgl_submit(ctx, dwords, num_dw);
    call(r, ctx, dwords, num_dw);
    if (flags & OTHER_CONTEXT) {
        gv_virgl_submit(other, dwords, num_dw);
        gv_virgl_context_destroy(other);
    }
    if (flags & UNREF_BETWEEN) {
        for (uint32_t handle = 1; handle < FIRST_FREE_HANDLE; handle += 2)
            gv_virgl_resource_unref(r, handle);
    }
    screen->queries_held = false;
    if (flags & TWICE)
        gv_virgl_submit(ctx, dwords, num_dw);
    gv_virgl_renderer_destroy(r);
    for (unsigned i = 0; i < NUM_KNOWN; i++)
        free(backings[i]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    uint32_t flags;
    size_t num_dw = size / sizeof(uint32_t);
    if (num_dw < 2 || num_dw > MAX_DW)
        return 0;
    memcpy(&flags, data, sizeof(flags));
    num_dw--;

    /* A copy without spare space, so that a sanitizer detects reads past the end. */
    uint32_t *dwords = malloc(num_dw * sizeof(*dwords));
    struct null_screen *screen = null_screen_create();
    if (!dwords || !screen)
        abort();
    memcpy(dwords, data + sizeof(flags), num_dw * sizeof(*dwords));
    if (flags & CONSISTENT)
        virgl_tame(dwords, num_dw);
    screen->queries_held = flags & QUERIES_LATE;
    run(screen, dwords, num_dw, flags);
    if (!null_screen_is_empty(screen))
        abort();
    screen->base.destroy(&screen->base);
    free(dwords);
    return 0;
}
