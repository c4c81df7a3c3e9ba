/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "driver/emulate/lowered_geometry.h"

#include "driver/context.h"
#include "driver/draw/primitive.h"
#include "driver/record/internal_shader.h"
#include "driver/shader/variant_key.h"

enum {
    COUNT_DW = sizeof(struct galvan_geometry_count) / 4,
};

/* struct Arguments of shaders/geometry_arguments.glsl. */
struct args {
    struct gv_output_arguments output;
    uint32_t in_vertices, invocations;
    uint32_t skipped, max_primitives;
    uint32_t vertices, counts, marks, max_vertices;
    uint32_t next_groups;
};

static unsigned list_of(unsigned strip)
{
    return strip == PIPE_PRIM_POINTS       ? PIPE_PRIM_POINTS
           : strip == PIPE_PRIM_LINE_STRIP ? PIPE_PRIM_LINES
                                           : PIPE_PRIM_TRIANGLES;
}

bool gv_lowered_geometry_find(struct gv_context *ctx, struct gv_shader *gs, bool indexed,
                              const struct gv_shader *next, bool no_stores,
                              struct gv_lowered_geometry *out_geometry)
{
    struct gv_lowered_geometry *g = out_geometry;
    struct galvan_spirv_key key;
    *g = (struct gv_lowered_geometry){
        .in_vertices = gv_primitive_size(gv_primitive(gs->info->gs_input_prim)->list),
        .max_vertices = gs->info->gs_max_vertices,
        .invocations = gs->info->gs_invocations,
    };
    const unsigned mode = list_of(gs->info->gs_output_prim);
    if (next)
        gv_lowered_output_find_inner(gs, next->info->inputs_mask, next->info->head_inputs_mask,
                                     mode, &g->output);
    else if (!gv_lowered_output_find(ctx, gs, mode, &g->output))
        return false;
    if (g->max_vertices >= g->output.prim_vertices)
        g->max_primitives = g->max_vertices - (g->output.prim_vertices - 1);
    gv_lowered_inner_key(&ctx->state, gs, g->output.slots, g->output.header, &key);
    key.vertex.indexed_entries = indexed;
    key.common.no_stores = no_stores && gs->info->has_side_effects;
    return gv_lowered_vertex_get(ctx, gs, &key, &g->lowered) &&
           gv_internal_shader_need(&ctx->rec, GV_CS_GEOMETRY_SCAN) &&
           gv_internal_shader_need(&ctx->rec, GV_CS_GEOMETRY_ASSEMBLE);
}

uint64_t gv_lowered_geometry_lay_out(struct gv_lowered_geometry *g, uint64_t num_primitives,
                                     uint64_t at)
{
    uint64_t threads = num_primitives * g->invocations;
    g->num_primitives = (uint32_t)num_primitives;
    g->output.entries = (uint32_t)at;
    at += threads * g->max_vertices * g->output.entry_dw;
    g->marks = (uint32_t)at;
    at += threads * g->max_vertices;
    g->counts = (uint32_t)at;
    at += threads * COUNT_DW;
    g->output.indices = (uint32_t)at;
    return at + threads * g->max_primitives * g->output.prim_vertices;
}

uint64_t gv_lowered_geometry_most(const struct gv_lowered_geometry *g)
{
    return (uint64_t)g->num_primitives * g->invocations * g->max_primitives;
}

/* Dispatches one thread for each invocation of the geometry shader. */
static void dispatch(const struct gv_lowered_run *run, const struct gv_lowered_geometry *g,
                     const struct gv_lowered_primitives *in)
{
    if (in->of_geometry)
        gv_lowered_run_dispatch(run, (uint64_t)g->num_primitives * g->invocations,
                                GALVAN_LOWERED_GROUP);
    else if (in->in_scratch)
        gv_lowered_run_dispatch_indirect(run, gv_lowered_geometry_groups_dw(in->group));
    else
        gv_lowered_run_dispatch_follower(run, GV_FOLLOWER_STAGE,
                                         (uint64_t)g->num_primitives * g->invocations,
                                         GALVAN_LOWERED_GROUP);
}

static bool run_shader(const struct gv_lowered_run *run, const struct gv_lowered_geometry *g,
                       const struct gv_lowered_primitives *in)
{
    struct galvan_geometry_task task = {
        .skipped = in->skipped,
        .max_primitives = g->num_primitives,
    };
    gv_put_address(task.num_vertices, in->num_vertices);
    gv_put_address(task.in_entries, gv_scratch_address(run->scratch, in->entries));
    gv_put_address(task.in_indices, gv_scratch_address(run->scratch, in->indices));
    gv_put_address(task.out_entries, gv_scratch_address(run->scratch, g->output.entries));
    gv_put_address(task.out_marks, gv_scratch_address(run->scratch, g->marks));
    gv_put_address(task.out_counts, gv_scratch_address(run->scratch, g->counts));
    gv_dispatch_barrier(&run->ctx->rec, run->cmd, VK_PIPELINE_STAGE_2_DRAW_INDIRECT_BIT,
                        VK_ACCESS_2_INDIRECT_COMMAND_READ_BIT);
    if (!gv_lowered_vertex_bind(run->ctx, &g->lowered, &task, sizeof(task), run->cmd))
        return false;
    dispatch(run, g, in);
    return true;
}

bool gv_lowered_geometry_run(const struct gv_lowered_run *run, const struct gv_lowered_geometry *g,
                             const struct gv_lowered_primitives *in)
{
    struct gv_context *ctx = run->ctx;
    struct args args = {
        .in_vertices = g->in_vertices,
        .invocations = g->invocations,
        .skipped = in->skipped,
        .max_primitives = g->num_primitives,
        .vertices = in->num_vertices_dw,
        .counts = g->counts,
        .marks = g->marks,
        .max_vertices = g->max_vertices,
        .next_groups =
            in->in_scratch && !in->of_geometry ? gv_lowered_geometry_groups_dw(in->group + 1) : 0,
    };
    VkDescriptorBufferInfo uploaded;
    const struct gv_vertex_tasks in_scratch = {
        .out = {.buffer = run->scratch->buffer, .offset_B = run->scratch->offset_B},
        .out_B = run->scratch->size_B,
    };
    const struct gv_lowered_run own = {ctx, run->cmd, run->scratch,
                                       in->in_scratch ? &in_scratch : run->tasks, 0};
    gv_lowered_output_plan(run, &g->output, &args.output);
    if (!run_shader(&own, g, in) || !gv_lowered_run_upload(run, &args, sizeof(args), &uploaded) ||
        !gv_lowered_run_bind(&own, GV_CS_GEOMETRY_SCAN, &uploaded, &g->output))
        return false;
    ctx->dev->vk.vkCmdDispatch(run->cmd, 1, 1, 1);
    if (!gv_lowered_run_bind(&own, GV_CS_GEOMETRY_ASSEMBLE, &uploaded, &g->output))
        return false;
    dispatch(&own, g, in);
    return gv_lowered_output_finish(run, &g->output, &uploaded);
}
