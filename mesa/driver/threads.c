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
#include "names.h"

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

/* Whether the recording thread may still have to execute calls that use a buffer. */
static bool is_queued(struct threaded_context *threads, const struct threaded_resource *buffer)
{
    const unsigned bit = buffer->buffer_id_unique & TC_BUFFER_ID_MASK;

    for (unsigned i = 0; i < TC_MAX_BUFFER_LISTS; i++) {
        struct tc_buffer_list *list = &threads->buffer_lists[i];
        if (!util_queue_fence_is_signalled(&list->driver_flushed_fence) &&
            BITSET_TEST(list->buffer_list, bit))
            return true;
    }
    return false;
}

/* Whether a copy of a buffer costs little compared to a wait for the device: the program maps a
 * large part of the buffer to write to it, and the device is a CPU, so that the buffer's memory is
 * as fast to read as any other. False if the buffer must keep its memory. */
static bool is_cheap_to_copy(const struct gm_context *ctx, const struct threaded_resource *buffer,
                             unsigned usage, const struct pipe_box *box)
{
    const unsigned no_wait =
        PIPE_MAP_UNSYNCHRONIZED | PIPE_MAP_DISCARD_RANGE | PIPE_MAP_DISCARD_WHOLE_RESOURCE;

    return usage & PIPE_MAP_WRITE && !(usage & no_wait) &&
           (unsigned)box->width >= buffer->b.width0 / 4 &&
           gm_screen(ctx->base.screen)->device->is_software && !GM_IS_SHARED(buffer) &&
           !buffer->is_user_ptr && !(buffer->b.flags & PIPE_RESOURCE_FLAG_MAP_PERSISTENT);
}

/* Whether the device still reads a buffer, but does not write it. */
static bool is_only_read(const struct threaded_resource *buffer)
{
    struct gpipe_resource *galvan = gm_galvan_resource(buffer->latest);

    return galvan_buffer_is_busy(galvan, true) && !galvan_buffer_is_busy(galvan, false);
}

/* Gives a buffer other memory with the same contents, which the device does not use yet. The
 * recording thread must be idle. Returns false if the buffer still has its memory. */
static bool move_to_other_memory(struct pipe_context *pipe, struct gm_context *ctx,
                                 struct pipe_resource *resource)
{
    struct pipe_resource *old = threaded_resource(resource)->latest;
    const struct pipe_box whole = {.width = (int)resource->width0, .height = 1, .depth = 1};
    const struct gpipe_box galvan_whole = gm_box(&whole);
    struct gpipe_transfer *read;
    struct pipe_transfer *write;
    const void *from = ctx->galvan->transfer_map(ctx->galvan, gm_galvan_resource(old), 0,
                                                 GPIPE_MAP_READ, &galvan_whole, &read);

    if (!from)
        return false;
    void *to = ctx->queue_buffer_map(
        pipe, resource, 0, PIPE_MAP_WRITE | PIPE_MAP_DISCARD_WHOLE_RESOURCE, &whole, &write);
    if (to) {
        memmove(to, from, resource->width0);
        pipe->buffer_unmap(pipe, write);
    }
    ctx->galvan->transfer_unmap(ctx->galvan, read);
    return to && threaded_resource(resource)->latest != old;
}

/* Maps a buffer. If the device still reads the buffer, the program writes to other memory instead
 * of waiting for the device. */
static void *buffer_map(struct pipe_context *pipe, struct pipe_resource *resource, unsigned level,
                        unsigned usage, const struct pipe_box *box,
                        struct pipe_transfer **out_transfer)
{
    struct gm_context *ctx = gm_context(threaded_context(pipe)->pipe);
    const struct threaded_resource *buffer = threaded_resource(resource);

    if (is_cheap_to_copy(ctx, buffer, usage, box) &&
        (is_queued(ctx->threads, buffer) || is_only_read(buffer))) {
        gm_sync(ctx); /* calls that are queued may make the device write the buffer */
        if (is_only_read(buffer) && move_to_other_memory(pipe, ctx, resource))
            usage |= PIPE_MAP_UNSYNCHRONIZED;
    }
    return ctx->queue_buffer_map(pipe, resource, level, usage, box, out_transfer);
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
        ctx->queue_buffer_map = pipe->buffer_map;
        pipe->buffer_map = buffer_map;
        pipe->set_hw_atomic_buffers = set_hw_atomic_buffers;
    }
    return pipe;
}
