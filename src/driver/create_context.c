/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Creation and destruction of contexts, and the hooks of modules for events of recording. */
#include "driver/create_context.h"

#include <stdlib.h>

#include "driver/bind/bindings.h"
#include "driver/bind/framebuffer.h"
#include "driver/bind/samples.h"
#include "driver/bind/shader_resources.h"
#include "driver/bind/state_objects.h"
#include "driver/bind/values.h"
#include "driver/bind/vertices.h"
#include "driver/bind/viewport.h"
#include "driver/bind/window_rects.h"
#include "driver/context.h"
#include "driver/debug.h"
#include "driver/draw/draw.h"
#include "driver/draw/emit.h"
#include "driver/draw/fb_fetch.h"
#include "driver/draw/grid.h"
#include "driver/draw/grid_statistics.h"
#include "driver/draw/index_rewrite.h"
#include "driver/draw/link.h"
#include "driver/draw/vertex_state.h"
#include "driver/emulate/emulate.h"
#include "driver/emulate/unbounded_draws.h"
#include "driver/fence.h"
#include "driver/query/condition.h"
#include "driver/query/queries.h"
#include "driver/query/stream_output.h"
#include "driver/record/sync.h"
#include "driver/resource/share.h"
#include "driver/shader/pipeline.h"
#include "driver/shader/program.h"
#include "driver/shader/shader.h"
#include "driver/shader/shader_cache.h"
#include "driver/shader/text_shader.h"
#include "driver/state/inputs.h"
#include "driver/state/intern.h"
#include "driver/transfer/copy.h"
#include "driver/transfer/meta.h"
#include "driver/transfer/tiles.h"
#include "driver/transfer/transfer.h"
#include "driver/view/sampler_view.h"
#include "util/array.h"

/* ---- Hooks for recording */

static void emit_all_compute(struct gv_context *ctx)
{
    ctx->compute.dirty = ctx->compute.all;
    ctx->grid.pipeline = VK_NULL_HANDLE;
}

static void emit_all(struct gv_context *ctx)
{
    ctx->graphics.dirty = ctx->graphics.all;
    emit_all_compute(ctx);
    if (!gv_compile_done_is_empty(&ctx->cache.optimized))
        gv_pipelines_use_optimized(&ctx->cache);
}

static void look_at_hazards(struct gv_context *ctx)
{
    gv_input_changed(&ctx->graphics, GV_INPUT_MEMORY_USE);
    gv_input_changed(&ctx->compute, GV_INPUT_MEMORY_USE);
}

/* The hooks of one event are called in the order of this table. */
static const struct gv_record_hook hooks[] = {
    {GV_RECORD_STATE_LOST, emit_all},
    {GV_RECORD_COMPUTE_LOST, emit_all_compute},
    {GV_RECORD_MEMORY_USED, look_at_hazards},
    {GV_RECORD_FLUSH_CLEARS, gv_framebuffer_flush_clears},
    {GV_RECORD_END_RENDERING, gv_stream_output_end},
    {GV_RECORD_END_RENDERING, gv_queries_end_rendering},
    {GV_RECORD_END_RENDERING, gv_condition_end},
    {GV_RECORD_RENDERING_ENDED, gv_queries_flush_sums},
    {GV_RECORD_END_BATCH, gv_queries_end_segments},
    {GV_RECORD_END_BATCH, gv_queries_end_batch},
    {GV_RECORD_DEVICE_LOST, gv_context_tell_reset},
};

/* ---- Barriers of pipe_context */

static void texture_barrier(struct pipe_context *pctx)
{
    /* Ends rendering, so that its attachments are synchronized with the bound textures. */
    struct gv_context *ctx = gv_context(pctx);
    gv_recorder_end_rendering(&ctx->rec);
    gv_input_changed(&ctx->graphics, GV_INPUT_MEMORY_USE);
}

/* Implements pipe_context.memory_barrier. Later uses of memory wait for shader writes even without
 * this call. Only bindings that remain bound after the call must be synchronized again. */
static void memory_barrier(struct pipe_context *pctx, unsigned flags)
{
    struct gv_context *ctx = gv_context(pctx);
    if (flags & PIPE_BARRIER_FRAMEBUFFER)
        gv_recorder_end_rendering(&ctx->rec);
    ctx->rec.num_memory_barriers++;
    look_at_hazards(ctx);
}

static void flush_resource(struct pipe_context *pctx, struct pipe_resource *resource)
{
    struct gv_context *ctx = gv_context(pctx);
    struct gv_storage *storage = gv_resource(resource)->storage;
    if (storage->clears_pending)
        gv_recorder_flush_clears(&ctx->rec);
    if (storage->is_external && !storage->outside)
        gv_sync_give(&ctx->rec, storage);
}

static enum pipe_reset_status get_device_reset_status(struct pipe_context *pctx)
{
    return atomic_load(&gv_context(pctx)->dev->lost) ? PIPE_UNKNOWN_CONTEXT_RESET : PIPE_NO_RESET;
}

static uint64_t get_timestamp(struct pipe_context *pctx)
{
    return pctx->screen->get_timestamp(pctx->screen);
}

/* ---- Create and destroy */

static void destroy(struct pipe_context *pctx)
{
    struct gv_context *ctx = gv_context(pctx);
    /* The client gets no messages during destruction. */
    ctx->messages.callback = (struct pipe_debug_callback){0};
    ctx->reset = (struct pipe_device_reset_callback){0};
    gv_framebuffer_finish(ctx);
    gv_bindings_finish(&ctx->state);
    gv_shader_resources_finish(ctx);
    gv_compute_finish(ctx);
    gv_vertices_finish(ctx);
    gv_vertex_states_finish(ctx);
    gv_stream_output_end(ctx);
    gv_stream_output_finish(&ctx->state);
    gv_programs_finish(&ctx->cache);
    gv_link_finish(ctx);
    gv_fb_fetch_finish(ctx);
    gv_tile_images_finish(ctx);
    gv_text_shaders_finish(&ctx->cache);
    gv_recorder_submit(&ctx->rec, NULL);
    gv_vk_device_wait(ctx->dev, ctx->rec.last_value, UINT64_MAX);
    gv_vk_device_retire_all(ctx->dev);
    gv_meta_destroy(ctx);
    gv_queries_finish(ctx);
    gv_unbounded_draws_finish(ctx);
    gv_recorder_finish(&ctx->rec);
    gv_shader_cache_finish(&ctx->cache);
    gv_screen_remove_context(ctx->screen);
    free(ctx);
}

static void init_shader_cache(struct gv_context *ctx)
{
    struct gv_shader_cache *cache = &ctx->cache;
    cache->screen = ctx->screen;
    cache->rec = &ctx->rec;
    cache->messages = &ctx->messages;
    cache->graphics = &ctx->graphics;
    cache->compute = &ctx->compute;
    cache->inlines_uniforms = ctx->dev->properties.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU;
    gv_shader_cache_init(cache);
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
    ctx->screen = ctx->state.screen = screen;
    ctx->dev = ctx->state.dev = screen->dev;
    ctx->messages.log = &screen->log;
    init_shader_cache(ctx);
    ctx->derived.pass_const0.now.data = ctx->derived.pass_constants;

    gv_path_init(&ctx->path, ctx->dev);
    ctx->emulation = &gv_emulation;
    gv_context_init_debug(ctx);
    gv_context_init_graphics(ctx);
    gv_context_init_state_objects(ctx);
    gv_context_init_vertices(ctx);
    gv_context_init_vertex_states(ctx);
    gv_context_init_shaders(ctx);
    gv_context_init_bindings(ctx);
    gv_context_init_shader_resources(ctx);
    gv_context_init_compute(ctx);
    gv_context_init_values(ctx);
    gv_context_init_viewports(ctx);
    gv_context_init_samples(ctx);
    gv_context_init_window_rects(ctx);
    gv_context_init_framebuffer(ctx);
    gv_context_init_draw(ctx);
    gv_context_init_link(ctx);
    gv_context_init_fences(ctx);
    gv_context_init_stream_output(ctx);
    gv_context_init_transfers(ctx);
    gv_context_init_copies(ctx);
    gv_context_init_views(ctx);
    if (!gv_unbounded_draws_init(ctx) || !gv_context_init_queries(ctx)) {
        free(ctx->unbounded_draws);
        gv_shader_cache_finish(&ctx->cache);
        free(ctx);
        return NULL;
    }
    gv_screen_add_context(screen);
    gv_recorder_init(&ctx->rec, screen, ctx, hooks, GV_ARRAY_SIZE(hooks));
    return &ctx->base;
}
