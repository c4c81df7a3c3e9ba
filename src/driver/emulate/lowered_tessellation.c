/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "driver/emulate/lowered_tessellation.h"

#include <math.h>

#include "driver/context.h"
#include "driver/record/internal_shader.h"
#include "driver/shader/tessellation.h"
#include "driver/shader/variant_key.h"

enum {
    MAX_LEVEL = 64,
    COUNT_DW = sizeof(struct galvan_geometry_count) / 4,
    POINT_DW = sizeof(struct galvan_domain_point) / 4,

    /* Dwords of the round's window in the scratch memory, see shaders/tess_window.glsl. */
    WINDOW_POINTS = GV_SCRATCH_WINDOW + 2,
    WINDOW_VERTICES = GV_SCRATCH_WINDOW + 4,
    WINDOW_EVALUATE = GV_SCRATCH_WINDOW + 8,
    WINDOW_MAKE = GV_SCRATCH_WINDOW + 12,
};

/* struct Arguments of shaders/tess.glsl. */
struct args {
    struct gv_output_arguments output;
    uint32_t patch_vertices, vertices;
    uint32_t domain, spacing, point_mode, clockwise;
    uint32_t patches, patch_dw;
    uint32_t counts, window, points;
    uint32_t max_points, max_primitives;
    uint32_t overflow[2];
    uint32_t geometry_groups, geometry_primitives, geometry_invocations;
};

/* ---- Shaders --------------------------------------------------------------------------------- */

static bool find_shaders(struct gv_context *ctx, struct gv_shader *tcs, struct gv_shader *tes,
                         bool no_stores, struct gv_lowered_tessellation *t)
{
    const struct gv_consumer consumer = {tes->info->inputs_mask, tes->info->patch_inputs_mask};
    struct galvan_spirv_key key;
    gv_lowered_inner_key(&ctx->state, tcs, consumer.slots, UINT8_MAX, &key);
    key.vertex.consumer_patch_mask = consumer.patches;
    key.common.no_stores = no_stores && tcs->info->has_side_effects;
    galvan_spirv_control_words(tcs->tgsi, &key, &t->out_vertex_dw, &t->patch_dw);
    if (!gv_lowered_vertex_get(ctx, tcs, &key, &t->control))
        return false;
    gv_lowered_inner_key(&ctx->state, tes, t->output.slots, t->output.header, &key);
    key.common.no_stores = no_stores && tes->info->has_side_effects;
    return gv_lowered_vertex_get(ctx, tes, &key, &t->evaluation);
}

/* Returns the variant of tess_make.comp for the bound shader's domain. */
static enum gv_internal_shader_id make_of(const struct gv_state *state)
{
    switch (state->shaders[GALVAN_STAGE_TESS_EVAL]->info->tes_prim_mode) {
    case PIPE_PRIM_QUADS:
        return GV_CS_TESS_MAKE_QUADS;
    case PIPE_PRIM_TRIANGLES:
        return GV_CS_TESS_MAKE_TRIANGLES;
    default:
        return GV_CS_TESS_MAKE_LINES;
    }
}

static bool find_stages(struct gv_context *ctx)
{
    struct gv_recorder *rec = &ctx->rec;
    return gv_internal_shader_need(rec, GV_CS_TESS_COUNT) &&
           gv_internal_shader_need(rec, GV_CS_TESS_SCAN) &&
           gv_internal_shader_need(rec, GV_CS_TESS_WINDOW) &&
           gv_internal_shader_need(rec, make_of(&ctx->state));
}

/* ---- Rounds ---------------------------------------------------------------------------------- */

/* Returns the largest number of segments of a side. Without a control shader, the default levels
 * limit this number. */
static uint32_t most_segments(const struct gv_context *ctx)
{
    const struct galvan_driver_block *block = &ctx->constants.block;
    float most = 1;
    if (ctx->state.shaders[GALVAN_STAGE_TESS_CTRL])
        return MAX_LEVEL;
    for (unsigned i = 0; i < 4; i++) {
        most = block->tess_outer[i] > most ? block->tess_outer[i] : most;
        if (i < 2)
            most = block->tess_inner[i] > most ? block->tess_inner[i] : most;
    }
    /* Fractional spacing rounds up to the next even or odd number. */
    return most >= MAX_LEVEL - 1 ? MAX_LEVEL : (uint32_t)ceilf(most) + 2;
}

/* Computes the number of points and primitives of a patch whose sides all have n segments. A patch
 * whose sides have at most n segments has no more points or primitives. */
static void most_of_patch(const struct galvan_tgsi_info *tes, uint32_t n, uint32_t *out_points,
                          uint32_t *out_primitives)
{
    const uint32_t half = n / 2 + 1;
    if (tes->tes_prim_mode == PIPE_PRIM_TRIANGLES) {
        *out_points = 3 * half * half + 1;
        *out_primitives = 3 * n * n / 2 + 1;
    } else {
        *out_points = (n + 1) * (n + 1);
        *out_primitives = (tes->tes_prim_mode == PIPE_PRIM_QUADS ? 2 : 1) * n * n;
    }
    if (tes->tes_point_mode)
        *out_primitives = *out_points;
}

static void find_rounds(struct gv_context *ctx, uint32_t round_B, struct gv_lowered_tessellation *t)
{
    uint32_t points, primitives;
    most_of_patch(ctx->state.shaders[GALVAN_STAGE_TESS_EVAL]->info, most_segments(ctx), &points,
                  &primitives);
    uint32_t patch_dw =
        points * (POINT_DW + t->output.entry_dw) + primitives * t->output.prim_vertices;
    t->round_patches = round_B / 4 / patch_dw;
    if (!t->round_patches)
        t->round_patches = 1;
    t->max_points = t->round_patches * points;
    t->max_primitives = t->round_patches * primitives;
}

bool gv_lowered_tessellation_find(struct gv_context *ctx, uint32_t patch_vertices, uint32_t round_B,
                                  const struct gv_shader *gs, bool no_stores,
                                  struct gv_lowered_tessellation *out_tessellation)
{
    struct gv_lowered_tessellation *t = out_tessellation;
    struct gv_shader *tcs = gv_tess_ctrl_shader(&ctx->cache, &ctx->state, patch_vertices),
                     *tes = ctx->state.shaders[GALVAN_STAGE_TESS_EVAL];
    const unsigned mode = gv_tess_output_prim(tes);
    if (!tcs || !patch_vertices)
        return false;
    *t = (struct gv_lowered_tessellation){
        .ctrl = tcs,
        .patch_vertices = patch_vertices,
        .out_vertices = tcs->info->tcs_vertices_out,
    };
    t->control_group = tcs->info->uses_barrier ? t->out_vertices : GALVAN_LOWERED_GROUP;
    if (gs) {
        /* A tessellated primitive has the primitive id of its patch. */
        const uint8_t header = gs->info->head_inputs_mask | 1u << GALVAN_ENTRY_PRIMITIVE_ID;
        gv_lowered_output_find_inner(tes, gs->info->inputs_mask, header, mode, &t->output);
        t->output.statistics.per_primitive[PIPE_STAT_QUERY_GS_INVOCATIONS] =
            gs->info->gs_invocations;
    } else if (!gv_lowered_output_find(ctx, tes, mode, &t->output)) {
        return false;
    }
    if (!find_shaders(ctx, tcs, tes, no_stores, t) || !find_stages(ctx))
        return false;
    find_rounds(ctx, round_B, t);
    return true;
}

void gv_lowered_tessellation_limit(struct gv_lowered_tessellation *t, uint64_t max_primitives)
{
    const uint32_t of_patch = t->max_primitives / t->round_patches;
    const uint64_t most = max_primitives > of_patch ? max_primitives : of_patch;
    if (t->max_primitives <= most)
        return;
    t->max_primitives = (uint32_t)most;
    t->round_patches = t->max_primitives / of_patch;
}

uint64_t gv_lowered_tessellation_lay_out(struct gv_lowered_tessellation *t, uint64_t num_patches,
                                         uint64_t at)
{
    t->vertices = (uint32_t)at;
    at += num_patches * t->out_vertices * t->out_vertex_dw;
    t->patches = (uint32_t)at;
    at += num_patches * t->patch_dw;
    t->counts = (uint32_t)at;
    at += (num_patches + 1) * COUNT_DW;
    t->points = (uint32_t)at;
    at += (uint64_t)t->max_points * POINT_DW;
    t->output.entries = (uint32_t)at;
    at += (uint64_t)t->max_points * t->output.entry_dw;
    t->output.indices = (uint32_t)at;
    return at + (uint64_t)t->max_primitives * t->output.prim_vertices;
}

/* ---- Recording ------------------------------------------------------------------------------- */

static bool upload_plan(const struct gv_lowered_run *run, const struct gv_lowered_tessellation *t,
                        VkDescriptorBufferInfo *out_args)
{
    const struct galvan_tgsi_info *tes = t->output.last->info;
    struct args args = {
        .patch_vertices = t->patch_vertices,
        .vertices = GV_VERTEX_TASKS_TOTAL,
        .domain = tes->tes_prim_mode,
        .spacing = tes->tes_spacing,
        .point_mode = tes->tes_point_mode,
        .clockwise = tes->tes_clockwise,
        .patches = t->patches,
        .patch_dw = t->patch_dw,
        .counts = t->counts,
        .window = GV_SCRATCH_WINDOW,
        .points = t->points,
        .max_points = t->max_points,
        .max_primitives = t->max_primitives,
    };
    gv_put_address(args.overflow, run->overflow);
    if (t->geometry) {
        args.geometry_groups = gv_lowered_geometry_groups_dw(0);
        args.geometry_primitives = t->geometry->num_primitives;
        args.geometry_invocations = t->geometry->invocations;
    }
    gv_lowered_output_plan(run, &t->output, &args.output);
    return gv_lowered_run_upload(run, &args, sizeof(args), out_args);
}

static bool run_control(const struct gv_lowered_run *run, const struct gv_lowered_tessellation *t,
                        uint32_t entries, uint32_t num_patches)
{
    struct galvan_control_task task = {
        .patch_vertices = t->patch_vertices,
    };
    gv_put_address(task.num_vertices, gv_vertex_tasks_total(run->tasks));
    gv_put_address(task.in_entries, gv_scratch_address(run->scratch, entries));
    gv_put_address(task.out_entries, gv_scratch_address(run->scratch, t->vertices));
    gv_put_address(task.out_patches, gv_scratch_address(run->scratch, t->patches));
    gv_dispatch_barrier(&run->ctx->rec, run->cmd, 0, 0);
    if (!gv_lowered_vertex_bind(run->ctx, &t->control, &task, sizeof(task), run->cmd))
        return false;
    gv_lowered_run_dispatch_follower(run, GV_FOLLOWER_STAGE,
                                     (uint64_t)num_patches * t->out_vertices, t->control_group);
    return true;
}

bool gv_lowered_tessellation_begin(const struct gv_lowered_run *run,
                                   const struct gv_lowered_tessellation *t, uint32_t entries,
                                   uint32_t num_patches)
{
    struct gv_context *ctx = run->ctx;
    VkDescriptorBufferInfo args;
    if (!run_control(run, t, entries, num_patches) || !upload_plan(run, t, &args) ||
        !gv_lowered_run_bind(run, GV_CS_TESS_COUNT, &args, &t->output))
        return false;
    gv_lowered_run_dispatch_follower(run, GV_FOLLOWER_PRIMITIVES, num_patches,
                                     GALVAN_LOWERED_GROUP);
    if (!gv_lowered_run_bind(run, GV_CS_TESS_SCAN, &args, &t->output))
        return false;
    ctx->dev->vk.vkCmdDispatch(run->cmd, 1, 1, 1);
    return true;
}

static bool run_evaluation(const struct gv_lowered_run *run,
                           const struct gv_lowered_tessellation *t)
{
    struct galvan_evaluation_task task = {
        .patch_vertices = t->out_vertices,
        .in_entry_words = t->out_vertex_dw,
        .in_patch_words = t->patch_dw,
    };
    gv_put_address(task.num_points, gv_scratch_address(run->scratch, WINDOW_POINTS));
    gv_put_address(task.in_points, gv_scratch_address(run->scratch, t->points));
    gv_put_address(task.in_entries, gv_scratch_address(run->scratch, t->vertices));
    gv_put_address(task.in_patches, gv_scratch_address(run->scratch, t->patches));
    gv_put_address(task.out_entries, gv_scratch_address(run->scratch, t->output.entries));
    gv_dispatch_barrier(&run->ctx->rec, run->cmd, VK_PIPELINE_STAGE_2_DRAW_INDIRECT_BIT,
                        VK_ACCESS_2_INDIRECT_COMMAND_READ_BIT);
    if (!gv_lowered_vertex_bind(run->ctx, &t->evaluation, &task, sizeof(task), run->cmd))
        return false;
    gv_lowered_run_dispatch_indirect(run, WINDOW_EVALUATE);
    return true;
}

bool gv_lowered_tessellation_round(const struct gv_lowered_run *run,
                                   const struct gv_lowered_tessellation *t)
{
    struct gv_context *ctx = run->ctx;
    VkDescriptorBufferInfo args;
    if (!upload_plan(run, t, &args) ||
        !gv_lowered_run_bind(run, GV_CS_TESS_WINDOW, &args, &t->output))
        return false;
    ctx->dev->vk.vkCmdDispatch(run->cmd, 1, 1, 1);
    if (!gv_lowered_run_bind(run, make_of(&ctx->state), &args, &t->output))
        return false;
    gv_lowered_run_dispatch_indirect(run, WINDOW_MAKE);
    return run_evaluation(run, t) && gv_lowered_output_finish(run, &t->output, &args);
}

uint32_t gv_lowered_tessellation_vertices(void)
{
    return WINDOW_VERTICES;
}
