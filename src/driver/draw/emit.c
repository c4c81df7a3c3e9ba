/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* What a draw does before its draw command: program and pipeline when they are dirty, then a loop
 * over the dirty bits through a table of small functions chosen for the device. */
#include <string.h>

#include "driver/bind/descriptors.h"
#include "driver/bind/emit_fixed.h"
#include "driver/bind/uses.h"
#include "driver/bind/viewport.h"
#include "driver/context.h"
#include "driver/draw/fb_fetch.h"
#include "driver/query/condition.h"
#include "driver/query/stream_output.h"
#include "driver/shader/branch_words.h"
#include "driver/shader/raster_lowering.h"
#include "driver/shader/vertex_input.h"
#include "driver/state.h"
#include "driver/state/depth_bias.h"
#include "driver/state/shader_blend.h"
#include "driver/view/sampler_view.h"

/* ---- Program */

/* From the last stage to the first, since each is made for what the next one reads. */
static bool find_variants(struct gv_context *ctx, struct gv_program *p)
{
    static const uint8_t stages[GV_NUM_GRAPHICS_STAGES] = {
        GALVAN_STAGE_FRAGMENT, GALVAN_STAGE_GEOMETRY, GALVAN_STAGE_TESS_EVAL,
        GALVAN_STAGE_TESS_CTRL, GALVAN_STAGE_VERTEX};
    struct gv_consumer consumer = {0};
    p->observed = 0;
    p->needs_driver_block = false;
    for (unsigned i = 0; i < GV_NUM_GRAPHICS_STAGES; i++) {
        struct gv_shader *shader = p->shaders[stages[i]];
        struct galvan_spirv_key key;
        if (!shader)
            continue;
        gv_shader_key(ctx, shader, &consumer, &key);
        gv_branch_words_key(ctx, shader, &key);
        consumer.slots = galvan_spirv_inputs(shader->tgsi, &key);
        consumer.patches = shader->info->patch_inputs_mask;
        struct gv_variant *v = gv_shader_variant(ctx, shader, &key);
        if (!v || !v->module)
            return false;
        p->needs_driver_block |= v->needs_driver_block;
        p->variants[stages[i]] = v;
    }
    p->observed = ctx->observed;
    return true;
}

/* Programs that take turns keep their variants as long as the state is the same. */
static bool choose_variants(struct gv_context *ctx)
{
    struct gv_program *p = ctx->program;
    bool found =
        p->observed == ctx->observed ? gv_branch_words_retell(ctx, p) : find_variants(ctx, p);
    if (!found)
        return false;
    for (unsigned s = 0; s < GV_NUM_GRAPHICS_STAGES; s++) {
        uint32_t id = p->variants[s] ? p->variants[s]->id : 0;
        if (ctx->key.variants[s] != id) {
            ctx->key.variants[s] = id;
            ctx->dirty |= GV_DIRTY_PIPELINE;
        }
    }
    if (p->needs_driver_block != ctx->driver_block_used) {
        ctx->driver_block_used = p->needs_driver_block;
        ctx->dirty |= GV_DIRTY_CONST;
    }
    return true;
}

static void update_outputs(struct gv_context *ctx)
{
    const struct gv_shader *fs = ctx->shaders[GALVAN_STAGE_FRAGMENT];
    uint32_t written = 0;
    if (fs)
        written = fs->info->color0_writes_all ? ~0u : fs->info->fs_color_mask;
    if (written != ctx->written_mask) {
        ctx->written_mask = written;
        ctx->dirty |= GV_DIRTY_BLEND;
    }
    uint32_t missing =
        ctx->shaders[GALVAN_STAGE_VERTEX]->info->vs_inputs_mask & ~ctx->vertex_elements->mask;
    if (missing != ctx->missing_inputs) {
        ctx->missing_inputs = missing;
        ctx->dirty |= GV_DIRTY_VERTEX_INPUT | GV_DIRTY_VERTEX_BUFFERS;
    }
}

static bool update_program(struct gv_context *ctx)
{
    if (ctx->dirty & GV_DIRTY_PROGRAM)
        ctx->observed++;
    ctx->shader_blend_mask = gv_shader_blend_mask(ctx, ctx->blend);
    struct gv_program *program = gv_program_get(ctx);
    if (!program)
        return false;
    if (program != ctx->program) {
        ctx->dirty |= GV_DIRTY_PIPELINE | GV_DIRTY_CONST | GV_DIRTY_PUSH;
        if (!ctx->program || ctx->program->bindings != program->bindings)
            ctx->dirty |= GV_DIRTY_TEXTURES | GV_DIRTY_BUFFERS | GV_DIRTY_SYNC;
        ctx->program = program;
    }
    update_outputs(ctx);
    gv_viewports_choose(ctx);
    if (!choose_variants(ctx))
        return false;
    gv_rasterizer_update_key(ctx);
    ctx->dirty &= ~(uint32_t)(GV_DIRTY_PROGRAM | GV_DIRTY_SHADERS);
    return true;
}

static bool has_state(const struct gv_context *ctx)
{
    return ctx->blend && ctx->rasterizer && ctx->dsa && ctx->vertex_elements &&
           ctx->shaders[GALVAN_STAGE_VERTEX] && ctx->key.targets &&
           (ctx->shaders[GALVAN_STAGE_FRAGMENT] || ctx->rasterizer->state.rasterizer_discard);
}

/* What the driver's block has values of. */
enum {
    BLOCK_DIRTY = GV_DIRTY_RASTERIZER | GV_DIRTY_VIEWPORT | GV_DIRTY_CONST
};

/* False: there is none. */
static bool bind_pipeline(struct gv_context *ctx, VkCommandBuffer cmd)
{
    VkPipeline pipeline = gv_pipeline_get(ctx, ctx->program);
    if (!pipeline)
        return false;
    if (pipeline != ctx->rec.emitted.pipeline) {
        ctx->rec.emitted.pipeline = pipeline;
        ctx->dev->vk.vkCmdBindPipeline(cmd, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline);
    }
    ctx->dirty &= ~(uint32_t)GV_DIRTY_PIPELINE;
    return true;
}

static void emit_dirty(struct gv_context *ctx, VkCommandBuffer cmd)
{
    uint32_t dirty = ctx->dirty;
    ctx->dirty = 0;
    while (dirty) {
        unsigned bit = (unsigned)__builtin_ctz(dirty);
        dirty &= dirty - 1;
        if (ctx->emit[bit])
            ctx->emit[bit](ctx, cmd);
    }
}

bool gv_emit_state(struct gv_context *ctx, VkPrimitiveTopology topology_class)
{
    if (!has_state(ctx))
        return false;
    if (ctx->key.topology != (uint32_t)topology_class) {
        ctx->key.topology = topology_class;
        ctx->dirty |= GV_DIRTY_PIPELINE;
    }
    if ((ctx->dirty & (GV_DIRTY_PROGRAM | GV_DIRTY_SHADERS)) && !update_program(ctx))
        return false;
    if (ctx->program->fetch_mask)
        gv_fb_fetch_copy(ctx);
    if (ctx->driver_block_used && (ctx->dirty & BLOCK_DIRTY))
        gv_lowering_update_block(ctx);
    if (!gv_recorder_batch(&ctx->rec))
        return false;
    if (ctx->dirty & GV_DIRTY_PIPELINE)
        gv_stream_output_end(ctx);
    if (ctx->dirty & GV_DIRTY_SYNC) {
        gv_sync_bindings(ctx);
        ctx->dirty &= ~(uint32_t)GV_DIRTY_SYNC;
    }
    gv_stream_output_sync(ctx);
    gv_condition_use(ctx);
    gv_sync_flush_main(&ctx->rec);
    if (!gv_framebuffer_begin(ctx))
        return false;

    VkCommandBuffer cmd = gv_recorder_main(&ctx->rec);
    if ((ctx->dirty & GV_DIRTY_PIPELINE) && !bind_pipeline(ctx, cmd))
        return false;
    if ((ctx->dirty & GV_DIRTY_VERTEX_BUFFERS) && ctx->pulled_inputs)
        gv_vertex_pull_update(ctx);
    if ((ctx->dirty & GV_DIRTY_TEXTURES) && !gv_has_custom_borders(&ctx->dev->caps))
        gv_borders_update(ctx);
    emit_dirty(ctx, cmd);
    if (ctx->rec.batch->out_of_memory) { /* a set may be missing: the next draw looks again */
        ctx->dirty |= GV_DIRTY_CONST | GV_DIRTY_TEXTURES | GV_DIRTY_BUFFERS;
        return false;
    }
    gv_stream_output_begin(ctx);
    gv_condition_begin(ctx, cmd);
    return true;
}

/* ---- Emitters */

static void emit_push(struct gv_context *ctx, VkCommandBuffer cmd)
{
    const struct pipe_rasterizer_state *r = &ctx->rasterizer->state;
    struct galvan_push_block *push = &ctx->push;
    bool same_clip_space = r->clip_halfz || (ctx->key.rasterizer & GV_RASTER_CLIP_GL);
    push->clip_z[0] = same_clip_space ? 1.0f : 0.5f;
    push->clip_z[1] = (same_clip_space ? 0.0f : 0.5f) + gv_depth_shift(ctx);
    gv_lowering_point_sizes(ctx, push->point_size);
    push->alpha_ref = ctx->dsa->state.alpha.ref_value;
    bool lower_left = r->sprite_coord_mode == PIPE_SPRITE_COORD_LOWER_LEFT;
    push->sprite_y[0] = lower_left ? -1.0f : 1.0f;
    push->sprite_y[1] = lower_left ? 1.0f : 0.0f;
    push->fb_height = (float)ctx->fb.height;
    push->fb_width = (float)ctx->fb.width;
    push->mirrored_viewports = ctx->mirrored_viewports;
    gv_viewport_depth_range(ctx, 0, push->depth_range);
    if (ctx->shader_blend_mask)
        memcpy(push->blend_color, ctx->blend_color.color, sizeof(push->blend_color));
    if (r->bottom_edge_rule)
        gv_lowering_edge(ctx, push->edge);
    if (ctx->rec.emitted.push_valid && !memcmp(push, &ctx->rec.emitted.push, sizeof(*push)))
        return;
    ctx->dev->vk.vkCmdPushConstants(cmd, ctx->program->layout, GV_PUSH_STAGES, 0, sizeof(*push),
                                    push);
    ctx->rec.emitted.push = *push;
    ctx->rec.emitted.push_valid = true;
}

void gv_context_init_emit(struct gv_context *ctx)
{
    const struct gv_vk_caps *caps = &ctx->dev->caps;
    ctx->dynamic.blend = caps->extendedDynamicState3ColorBlendEnable &&
                         caps->extendedDynamicState3ColorBlendEquation &&
                         caps->extendedDynamicState3ColorWriteMask;
    ctx->dynamic.vertex_input = caps->vertexInputDynamicState;
    ctx->dynamic.polygon_mode = caps->extendedDynamicState3PolygonMode && caps->fillModeNonSolid;

    gv_context_init_emit_fixed(ctx);
    gv_emit_fn *emit = ctx->emit;
    emit[__builtin_ctz(GV_DIRTY_VERTEX_BUFFERS)] = gv_emit_vertex_buffers;
    emit[__builtin_ctz(GV_DIRTY_CONST)] = gv_emit_const;
    emit[__builtin_ctz(GV_DIRTY_TEXTURES)] = gv_emit_textures;
    emit[__builtin_ctz(GV_DIRTY_BUFFERS)] = gv_emit_buffers;
    emit[__builtin_ctz(GV_DIRTY_PUSH)] = emit_push;
    emit[__builtin_ctz(GV_DIRTY_QUERIES)] = gv_queries_emit;
    if (ctx->dynamic.vertex_input)
        emit[__builtin_ctz(GV_DIRTY_VERTEX_INPUT)] = gv_emit_vertex_input;
}
