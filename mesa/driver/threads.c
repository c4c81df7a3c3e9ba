/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Recording on a separate thread for each context, by Mesa's threaded context. The program's thread
 * then calls only methods that create objects (Galvan's object is created at the first use), maps
 * that never wait, and methods that destroy objects. The recording thread makes all other calls, or
 * waits during them. */
#include "util/u_cpu_detect.h"
#include "util/u_debug.h"
#include "util/u_inlines.h"

#include "galvan/galvan.h"

#include "gm.h"

bool gm_wants_threads(void)
{
    return debug_get_bool_option("GALLIUM_THREAD", util_get_cpu_caps()->nr_cpus > 1);
}

void gm_sync(struct gm_context *ctx)
{
    if (ctx->threads)
        threaded_context_unwrap_sync(&ctx->threads->base);
}

static void replace_storage(struct pipe_context *pipe, struct pipe_resource *to,
                            struct pipe_resource *from, unsigned num_rebinds, uint32_t rebind_mask,
                            uint32_t id)
{
    galvan_context_replace_storage(gm_context(pipe)->galvan, gm_resource(to)->galvan,
                                   gm_resource(from)->galvan);
    util_idalloc_mt_free(&gm_screen(pipe->screen)->device->buffer_ids, id);
}

static bool is_busy(struct pipe_screen *screen, struct pipe_resource *resource, unsigned usage)
{
    return gm_resource(resource)->counts ||
           galvan_buffer_is_busy(gm_resource(resource)->galvan, usage & PIPE_MAP_WRITE);
}

/* Binds buffers of atomic counters. Mesa's threaded context does not track such buffers, so the
 * bind waits for the recording thread. From then on such a buffer always counts as busy, and its
 * whole range as written. */
static void set_hw_atomic_buffers(struct pipe_context *pipe, unsigned start, unsigned num,
                                  const struct pipe_shader_buffer *buffers)
{
    struct pipe_context *recorder = threaded_context_unwrap_sync(pipe);

    for (unsigned i = 0; buffers && i < num; i++) {
        struct gm_resource *resource = gm_resource(buffers[i].buffer);
        if (resource) {
            resource->counts = true;
            util_range_add(&resource->base.b, &resource->base.valid_buffer_range, 0,
                           resource->base.b.width0);
        }
    }
    recorder->set_hw_atomic_buffers(recorder, start, num, buffers);
}

/* Fetches the stale front buffers on the program's thread, which owns the connection to the window
 * system, before the bind is queued. */
static void set_framebuffer_state(struct pipe_context *pipe,
                                  const struct pipe_framebuffer_state *state)
{
    gm_fetch_bound_fronts(pipe, state);
    gm_context(threaded_context(pipe)->pipe)->queue_framebuffer_state(pipe, state);
}

struct pipe_context *gm_start_thread(struct gm_context *ctx)
{
    struct gm_screen *screen = gm_screen(ctx->base.screen);
    const struct threaded_context_options options = {
        .create_fence = gm_fence_create_unflushed,
        .is_resource_busy = is_busy,
    };

    if (!screen->device->is_threaded)
        return &ctx->base;
    struct pipe_context *pipe = threaded_context_create(&ctx->base, &screen->transfers,
                                                        replace_storage, &options, &ctx->threads);
    if (ctx->threads) {
        ctx->queue_framebuffer_state = pipe->set_framebuffer_state;
        pipe->set_framebuffer_state = set_framebuffer_state;
        pipe->set_hw_atomic_buffers = set_hw_atomic_buffers;
    }
    return pipe;
}
