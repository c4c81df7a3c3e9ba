/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* draw_vbo: turns a pipe_draw_info into a few Vulkan commands. */
#include "driver/draw/draw.h"

#include "driver/context.h"
#include "driver/draw/assembly.h"
#include "driver/draw/emit.h"
#include "driver/draw/execute.h"
#include "driver/draw/memory_draws.h"
#include "driver/draw/record_draw.h"
#include "driver/draw/user_vertices.h"
#include "driver/path/path.h"
#include "driver/query/condition.h"
#include "driver/query/stream_output.h"
#include "driver/shader/program.h"
#include "driver/state/vertex_input.h"
#include "util/log.h"
#include "util/text.h"

/* ---- Draws that resemble the last one */

static bool is_indirect(const struct pipe_draw_info *info)
{
    return info->indirect || info->count_from_stream_output;
}

/* Whether the draw differs from the last draw only in its parameters: no state on which the pass
 * and the indices depend has changed, and no active feature must handle each draw. */
static bool is_steady(const struct gv_context *ctx, const struct pipe_draw_info *info)
{
    const struct gv_assembly *a = &ctx->derived.steady.assembly;
    if (!ctx->derived.steady.valid || (ctx->graphics.dirty & GV_ROW_ASSEMBLY) ||
        info->mode != ctx->derived.steady.mode || is_indirect(info) || info->indexed != a->indexed)
        return false;
    if (info->indexed && (info->primitive_restart != a->restart ||
                          info->restart_index != ctx->derived.steady.restart_index))
        return false;
    return ctx->rec.rendering && !ctx->condition.query && !gv_has_user_vertices(&ctx->state);
}

static void draw_changed(struct gv_context *ctx, const struct pipe_draw_info *info,
                         struct gv_assembly *a)
{
    if (info->indexed)
        a->index_buffer = gv_resource(ctx->state.index_buffer.buffer)->storage->buffer.handle;
    if (gv_emit_state(ctx, &ctx->derived.steady.pass, a) && gv_assembly_emit(ctx, a))
        gv_record_draw(&ctx->rec, info, a, a->first, a->count);
    else
        ctx->derived.steady.valid = false;
}

static void draw_unchanged(struct gv_context *ctx, const struct pipe_draw_info *info,
                           const struct gv_assembly *a)
{
    const VkMultiDrawIndexedInfoEXT draw = {a->first, a->count, a->vertex_offset};
    if (ctx->dev->caps.multiDraw && !ctx->graphics.program->separate_draws) {
        gv_draw_run_add(&ctx->rec, info, &draw);
        gv_recorder_count_draw(&ctx->rec);
    } else {
        gv_record_draw(&ctx->rec, info, a, a->first, a->count);
    }
}

/* Whether the draw has the same index parameters as the draws of the deferred run. The index bias
 * may differ if the device has shaderDrawParameters; on other devices, the index bias is a push
 * constant. */
static inline bool repeats_indices(const struct gv_context *ctx, const struct pipe_draw_info *info)
{
    const struct gv_steady_draw *steady = &ctx->derived.steady;
    return info->primitive_restart == steady->assembly.restart &&
           info->restart_index == steady->restart_index &&
           (info->index_bias == steady->assembly.vertex_offset ||
            ctx->dev->caps.shaderDrawParameters);
}

/* Whether the draw differs from the draws of the deferred run only in its vertices: since that run
 * began, no state was set and no command was recorded, and the run need not end. */
static inline bool repeats(const struct gv_context *ctx, const struct pipe_draw_info *info)
{
    const struct gv_steady_draw *steady = &ctx->derived.steady;
    const struct gv_recorder *rec = &ctx->rec;
    return gv_draw_run_takes(&rec->run, info) && !ctx->graphics.dirty && steady->valid &&
           info->mode == steady->mode && !is_indirect(info) && rec->num_draws < rec->next_check &&
           (!info->indexed || repeats_indices(ctx, info));
}

/* Makes *first relative to the start of the index buffer, and limits *count to the buffer's
 * indices. */
static inline void clip_indices(const struct gv_state *state, uint32_t *first, uint32_t *count)
{
    const uint32_t available = gv_available_indices(state, *first);
    *first += state->first_index;
    *count = *count < available ? *count : available;
}

static inline void repeat(const struct gv_state *state, struct gv_recorder *rec,
                          const struct pipe_draw_info *info)
{
    VkMultiDrawIndexedInfoEXT draw = {info->start, info->count, info->index_bias};
    if (info->indexed)
        clip_indices(state, &draw.firstIndex, &draw.indexCount);
    if (!draw.indexCount)
        return;
    gv_draw_run_put(&rec->run, &draw);
    gv_recorder_count_draw(rec);
}

static void draw_steady(struct gv_context *ctx, const struct pipe_draw_info *info)
{
    struct gv_assembly *a = &ctx->derived.steady.assembly;
    a->first = info->start;
    a->count = info->count;
    if (info->indexed) {
        clip_indices(&ctx->state, &a->first, &a->count);
        a->vertex_offset = info->index_bias;
    }
    if (!a->count || !info->instance_count)
        return;
    gv_set_push(&ctx->state, info, a->vertex_offset, &ctx->derived.push, &ctx->graphics);
    if (ctx->graphics.dirty)
        draw_changed(ctx, info, a);
    else
        draw_unchanged(ctx, info, a);
}

/* ---- Draws */

static bool can_draw(struct gv_context *ctx, const struct pipe_draw_info *info)
{
    bool empty = !info->instance_count || !(info->count || info->count_from_stream_output);
    return (info->indirect || !empty) && ctx->state.rasterizer &&
           (!ctx->condition.query || gv_condition_passes(ctx));
}

/* Sets the number of control points of a patch. Returns false if the device does not support the
 * number. */
static bool set_patch(struct gv_context *ctx, const struct pipe_draw_info *info)
{
    uint32_t num = info->mode == PIPE_PRIM_PATCHES ? info->vertices_per_patch : 0;
    if (info->mode == PIPE_PRIM_PATCHES && (!num || num > gv_max_patch_vertices(ctx->dev)))
        return false;
    if (ctx->derived.key.patch_vertices == num)
        return true;
    ctx->derived.key.patch_vertices = (uint16_t)num;
    gv_input_changed(&ctx->graphics, GV_INPUT_PIPELINE_KEY);
    gv_input_changed(&ctx->graphics, GV_INPUT_PATCH_VERTICES);
    return true;
}

/* Derives the path, and logs the path if it differs from the previous path. */
static __attribute__((noinline)) void find_path_logged(struct gv_context *ctx, unsigned mode)
{
    const struct gv_path last = ctx->path, *path = &ctx->path;
    char data[1024];
    struct gv_text text = gv_text_init(data, sizeof(data));
    gv_path_find(&ctx->path, &ctx->state, mode);
    if (path->captured == last.captured && path->computed == last.computed &&
        path->passes == last.passes)
        return;
    gv_path_print(path, &text);
    gv_debug(&ctx->screen->log, "draw", "path of the next draws: %s", data);
}

/* Derives the path again if an input of the path has changed. */
static void find_path(struct gv_context *ctx, unsigned mode)
{
    if (!(ctx->graphics.dirty & GV_ROW_PATH) && ctx->path.mode == mode)
        return;
    if (gv_log_wants(&ctx->screen->log, GALVAN_LOG_DEBUG))
        find_path_logged(ctx, mode);
    else
        gv_path_find(&ctx->path, &ctx->state, mode);
    if (ctx->state.num_so_targets || ctx->stream_output.device_streams)
        gv_stream_output_watch(ctx);
}

static __attribute__((noinline)) void draw(struct gv_context *ctx,
                                           const struct pipe_draw_info *info)
{
    struct pipe_draw_info patches;
    if (!can_draw(ctx, info) || !set_patch(ctx, info))
        return;
    find_path(ctx, info->mode);
    /* This draw replaces the topology and the indices of the steady draw, which therefore becomes
     * invalid. */
    ctx->derived.steady.valid = false;
    if (info->mode == PIPE_PRIM_PATCHES && info->primitive_restart) {
        /* Galvan does not announce primitive restart for patches, so primitive restart is
         * ignored. */
        patches = *info;
        patches.primitive_restart = false;
        info = &patches;
    }
    if (is_indirect(info))
        gv_draw_from_memory(ctx, info);
    else
        gv_execute(ctx, info, NULL, false);
}

/* Executes a draw that cannot join the deferred run. Neither this function nor draw() is inlined,
 * so that cheaper draws save fewer registers. */
static __attribute__((noinline)) void draw_other(struct gv_context *ctx,
                                                 const struct pipe_draw_info *info)
{
    gv_recorder_limit_batch(&ctx->rec);
    if (is_steady(ctx, info))
        draw_steady(ctx, info);
    else
        draw(ctx, info);
}

static void draw_vbo(struct pipe_context *pctx, const struct pipe_draw_info *info)
{
    struct gv_context *ctx = gv_context(pctx);
    if (repeats(ctx, info))
        repeat(&ctx->state, &ctx->rec, info);
    else
        draw_other(ctx, info);
}

static void watched_draw_vbo(struct pipe_context *pctx, const struct pipe_draw_info *info)
{
    const struct gv_screen *screen = gv_context(pctx)->screen;
    draw_vbo(pctx, info);
    screen->drawn(screen->drawn_priv, pctx, info);
}

void gv_context_init_draw(struct gv_context *ctx)
{
    ctx->base.draw_vbo = ctx->screen->drawn ? watched_draw_vbo : draw_vbo;
}
