/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The life of a context and of the batches it records. */
#include "driver/context.h"

#include <stdlib.h>
#include <string.h>

#include "driver/bind/samples.h"
#include "driver/bind/viewport.h"
#include "driver/bind/window_rects.h"
#include "driver/draw/fb_fetch.h"
#include "driver/draw/index_rewrite.h"
#include "driver/draw/pass_shader.h"
#include "driver/draw/sample_passes.h"
#include "driver/query/stream_output.h"
#include "driver/resource/share.h"
#include "driver/shader/tessellation.h"
#include "driver/state.h"
#include "driver/transfer/meta.h"
#include "util/log.h"

enum {
    UPLOAD_BLOCK_B = 1 << 20,
    CONSTANT_BLOCK_B = 1 << 20,
    SCRATCH_BLOCK_B = 1 << 20,
};

/* ---- Batches */

void gv_context_dirty_all(struct gv_context *ctx)
{
    ctx->dirty = GV_DIRTY_ALL;
    ctx->pipeline = VK_NULL_HANDLE;
    ctx->compute.dirty = GV_DIRTY_ALL;
    ctx->compute.pipeline = VK_NULL_HANDLE;
    ctx->push_valid = false;
    memset(&ctx->emitted, 0, sizeof(ctx->emitted));
}

struct gv_vk_batch *gv_context_batch(struct gv_context *ctx)
{
    if (ctx->batch)
        return ctx->batch;
    if (atomic_load_explicit(&ctx->dev->lost, memory_order_relaxed)) {
        gv_context_tell_reset(ctx);
        return NULL;
    }
    VkResult result = gv_vk_batch_begin(ctx->dev, &ctx->batch);
    if (result != VK_SUCCESS) {
        gv_vk_device_error(ctx->dev, "batch", result);
        ctx->batch = NULL;
        return NULL;
    }
    ctx->num_draws = 0;
    ctx->const_block = NULL;
    gv_context_dirty_all(ctx);
    return ctx->batch;
}

/* Lets the host see what this batch wrote. */
static void barrier_to_host(struct gv_context *ctx)
{
    const struct gv_vk_barrier barrier = {
        .src_stages = VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT,
        .src_access = VK_ACCESS_2_MEMORY_WRITE_BIT,
        .dst_stages = VK_PIPELINE_STAGE_2_HOST_BIT,
        .dst_access = VK_ACCESS_2_HOST_READ_BIT,
    };
    struct gv_vk_batch *batch = ctx->batch;
    gv_vk_barrier_record(ctx->dev, batch->main_used ? batch->main : batch->pre, &barrier);
    ctx->host_read = false;
}

void gv_context_submit(struct gv_context *ctx, uint64_t *out_value)
{
    gv_context_flush_clears(ctx);
    if (ctx->batch) {
        gv_context_end_rendering(ctx);
        gv_sync_flush_main(ctx);
        gv_sync_flush_pre(ctx);
        gv_queries_end_batch(ctx);
        if (ctx->host_read && (ctx->batch->main_used || ctx->batch->pre_used))
            barrier_to_host(ctx);
        struct gv_vk_batch *batch = ctx->batch;
        ctx->batch = NULL;
        ctx->const_block = NULL;
        VkResult result = gv_vk_batch_submit(batch, &ctx->last_value);
        if (result != VK_SUCCESS)
            gv_vk_device_error(ctx->dev, "vkQueueSubmit2", result);
        ctx->stats.batches++;
    }
    gv_context_tell_reset(ctx);
    if (out_value)
        *out_value = ctx->last_value;
}

/* A software device does a batch's vertices, then its pixels, on the cores that record. Given a
 * frame in pieces it does one's vertices beside another's pixels, and the rest is recorded
 * meanwhile. lavapipe keeps some 64 KiB of each draw whose state differs from the last one's until
 * the batch is done: those of a piece stay in the processor's caches. */
static uint32_t batch_draws(const struct gv_vk_device *dev)
{
    enum {
        PIECE_DRAWS = 128
    };
    return dev->properties.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU ? PIECE_DRAWS : UINT32_MAX;
}

bool gv_context_wait_use(struct gv_context *ctx, struct gv_vk_use use, uint64_t timeout_ns)
{
    if (gv_vk_use_state(use) == GV_VK_USE_IDLE)
        return true;
    if (use.batch == ctx->batch)
        gv_context_submit(ctx, NULL);
    VkResult result = gv_vk_use_wait(use, timeout_ns);
    if (result != VK_SUCCESS)
        gv_context_tell_reset(ctx);
    return result == VK_SUCCESS;
}

void gv_context_defer(struct gv_context *ctx, gv_vk_deferred_fn fn, void *data)
{
    if (!ctx->batch && gv_vk_device_is_done(ctx->dev, ctx->last_value)) {
        fn(ctx->dev, data);
        return;
    }
    /* An empty batch finishes with the submissions before it. */
    struct gv_vk_batch *batch = gv_context_batch(ctx);
    if (batch) {
        gv_vk_batch_defer(batch, fn, data);
        return;
    }
    gv_vk_device_wait(ctx->dev, ctx->last_value, UINT64_MAX);
    fn(ctx->dev, data);
}

/* ---- Barriers that the client asks for */

static void texture_barrier(struct pipe_context *pctx)
{
    /* Rendering ends, so that its attachments are synced against what is bound. */
    struct gv_context *ctx = gv_context(pctx);
    gv_context_end_rendering(ctx);
    ctx->dirty |= GV_DIRTY_SYNC;
}

/* Who uses memory next waits for what shaders wrote, as for any write; only what stays bound and
 * in use must be looked at again. */
static void memory_barrier(struct pipe_context *pctx, unsigned flags)
{
    struct gv_context *ctx = gv_context(pctx);
    if (flags & PIPE_BARRIER_FRAMEBUFFER)
        gv_context_end_rendering(ctx);
    ctx->num_memory_barriers++;
    ctx->dirty |= GV_DIRTY_SYNC;
    ctx->compute.dirty |= GV_DIRTY_SYNC;
}

static void flush_resource(struct pipe_context *pctx, struct pipe_resource *resource)
{
    struct gv_context *ctx = gv_context(pctx);
    struct gv_storage *storage = gv_resource(resource)->storage;
    if (storage->clear_pending)
        gv_context_flush_clears(ctx);
    if (storage->is_external && !storage->outside)
        gv_storage_give(ctx, storage);
}

static enum pipe_reset_status get_device_reset_status(struct pipe_context *pctx)
{
    return atomic_load(&gv_context(pctx)->dev->lost) ? PIPE_UNKNOWN_CONTEXT_RESET : PIPE_NO_RESET;
}

static uint64_t get_timestamp(struct pipe_context *pctx)
{
    return pctx->screen->get_timestamp(pctx->screen);
}

/* ---- Life */

static void destroy(struct pipe_context *pctx)
{
    struct gv_context *ctx = gv_context(pctx);
    ctx->debug = (struct gv_debug){0}; /* who destroys is not told any more */
    gv_framebuffer_finish(ctx);
    gv_bindings_finish(ctx);
    gv_shader_resources_finish(ctx);
    gv_compute_finish(ctx);
    gv_vertex_finish(ctx);
    gv_vertex_states_finish(ctx);
    gv_stream_output_end(ctx);
    gv_stream_output_finish(ctx);
    gv_programs_finish(ctx);
    gv_fb_fetch_finish(ctx);
    gv_pass_shaders_finish(ctx);
    gv_tessellation_finish(ctx);
    gv_context_submit(ctx, NULL);
    gv_vk_device_wait(ctx->dev, ctx->last_value, UINT64_MAX);
    gv_vk_device_retire_all(ctx->dev);
    gv_meta_destroy(ctx);
    gv_queries_finish(ctx);
    gv_index_rewrite_finish(ctx);
    gv_vk_ring_finish(&ctx->upload);
    gv_vk_ring_finish(&ctx->constants);
    gv_vk_ring_finish(&ctx->scratch);
    gv_intern_finish(ctx);
    gv_screen_remove_context(ctx->screen);
    free(ctx);
}

struct pipe_context *gv_context_create(struct pipe_screen *pscreen, void *priv, unsigned flags)
{
    struct gv_screen *screen = gv_screen(pscreen);
    struct gv_context *ctx = calloc(1, sizeof(*ctx));
    (void)flags;
    if (!ctx)
        return NULL;
    ctx->base.screen = pscreen;
    ctx->base.priv = priv;
    ctx->base.destroy = destroy;
    ctx->base.texture_barrier = texture_barrier;
    ctx->base.memory_barrier = memory_barrier;
    ctx->base.flush_resource = flush_resource;
    ctx->base.get_device_reset_status = get_device_reset_status;
    ctx->base.get_timestamp = get_timestamp;
    ctx->screen = screen;
    ctx->dev = screen->dev;
    ctx->max_draws = batch_draws(ctx->dev);
    ctx->num_memory_barriers = 1;
    ctx->tells_branch_words = ctx->dev->properties.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU;

    gv_context_init_debug(ctx);
    gv_context_init_emit(ctx);
    gv_context_init_blend(ctx);
    gv_context_init_rasterizer(ctx);
    gv_context_init_dsa(ctx);
    gv_context_init_vertex(ctx);
    gv_context_init_vertex_states(ctx);
    gv_context_init_shaders(ctx);
    gv_context_init_bindings(ctx);
    gv_context_init_shader_resources(ctx);
    gv_context_init_compute(ctx);
    gv_context_init_values(ctx);
    gv_context_init_viewports(ctx);
    gv_context_init_samples(ctx);
    gv_context_init_sample_passes(ctx);
    gv_context_init_window_rects(ctx);
    gv_context_init_framebuffer(ctx);
    gv_context_init_draw(ctx);
    gv_context_init_fences(ctx);
    gv_context_init_stream_output(ctx);
    gv_context_init_transfers(ctx);
    gv_context_init_copies(ctx);
    gv_context_init_views(ctx);
    if (!gv_context_init_queries(ctx)) {
        gv_intern_finish(ctx);
        free(ctx);
        return NULL;
    }
    gv_screen_add_context(screen);
    gv_vk_ring_init(&ctx->upload, ctx->dev, GV_VK_MEMORY_UPLOAD, UPLOAD_BLOCK_B, 0);
    gv_vk_ring_init(&ctx->constants, ctx->dev, GV_VK_MEMORY_UPLOAD, CONSTANT_BLOCK_B,
                    screen->const_range_B);
    gv_vk_ring_init(&ctx->scratch, ctx->dev, GV_VK_MEMORY_DEVICE, SCRATCH_BLOCK_B, 0);
    return &ctx->base;
}
