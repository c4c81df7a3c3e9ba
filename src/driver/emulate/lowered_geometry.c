/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "driver/emulate/lowered_geometry.h"

#include "driver/context.h"
#include "driver/draw/primitive.h"
#include "driver/record/kernel.h"
#include "driver/shader/variant_key.h"

enum {
    COUNT_DW = sizeof(struct galvan_geometry_count) / 4,
};

/* struct Arguments of shaders/geometry_plan.glsl. */
struct plan {
    struct gv_output_plan made;
    uint32_t in_corners, invocations;
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
                              const struct gv_shader *next,
                              struct gv_lowered_geometry *out_geometry)
{
    struct gv_lowered_geometry *g = out_geometry;
    struct galvan_spirv_key key;
    *g = (struct gv_lowered_geometry){
        .in_corners = gv_primitive_size(gv_primitive(gs->info->gs_input_prim)->list),
        .max_vertices = gs->info->gs_max_vertices,
        .invocations = gs->info->gs_invocations,
    };
    const unsigned mode = list_of(gs->info->gs_output_prim);
    if (next)
        gv_lowered_output_find_inner(gs, next->info->inputs_mask, next->info->head_inputs_mask,
                                     mode, &g->made);
    else if (!gv_lowered_output_find(ctx, gs, mode, &g->made))
        return false;
    if (g->max_vertices >= g->made.corners)
        g->max_primitives = g->max_vertices - (g->made.corners - 1);
    gv_inner_kernel_key(&ctx->state, gs, g->made.slots, g->made.head, &key);
    key.vertex.indexed_records = indexed;
    return gv_lowered_vertex_get(ctx, gs, &key, &g->kernel) &&
           gv_kernel_need(&ctx->rec, GV_KERNEL_GEOMETRY_SCAN) &&
           gv_kernel_need(&ctx->rec, GV_KERNEL_GEOMETRY_ASSEMBLE);
}

uint64_t gv_lowered_geometry_lay_out(struct gv_lowered_geometry *g, uint64_t num_primitives,
                                     uint64_t at)
{
    uint64_t threads = num_primitives * g->invocations;
    g->num_primitives = (uint32_t)num_primitives;
    g->made.records = (uint32_t)at;
    at += threads * g->max_vertices * g->made.record_dw;
    g->marks = (uint32_t)at;
    at += threads * g->max_vertices;
    g->counts = (uint32_t)at;
    at += threads * COUNT_DW;
    g->made.indices = (uint32_t)at;
    return at + threads * g->max_primitives * g->made.corners;
}

uint64_t gv_lowered_geometry_most(const struct gv_lowered_geometry *g)
{
    return (uint64_t)g->num_primitives * g->invocations * g->max_primitives;
}

/* One thread for each invocation. */
static void dispatch(const struct gv_kernel_run *run, const struct gv_lowered_geometry *g,
                     const struct gv_kernel_primitives *in)
{
    if (in->of_geometry)
        gv_kernel_run_dispatch(run, (uint64_t)g->num_primitives * g->invocations,
                               GALVAN_KERNEL_GROUP);
    else if (in->in_scratch)
        gv_kernel_run_dispatch_indirect(run, gv_lowered_geometry_groups_dw(in->group));
    else
        gv_kernel_run_dispatch_follower(run, GV_FOLLOWER_STAGE,
                                        (uint64_t)g->num_primitives * g->invocations,
                                        GALVAN_KERNEL_GROUP);
}

static bool run_shader(const struct gv_kernel_run *run, const struct gv_lowered_geometry *g,
                       const struct gv_kernel_primitives *in)
{
    struct galvan_geometry_job job = {
        .skipped = in->skipped,
        .max_primitives = g->num_primitives,
    };
    gv_put_address(job.num_vertices, in->num_vertices);
    gv_put_address(job.in_records, gv_scratch_address(run->scratch, in->records));
    gv_put_address(job.in_indices, gv_scratch_address(run->scratch, in->indices));
    gv_put_address(job.out_records, gv_scratch_address(run->scratch, g->made.records));
    gv_put_address(job.out_marks, gv_scratch_address(run->scratch, g->marks));
    gv_put_address(job.out_counts, gv_scratch_address(run->scratch, g->counts));
    gv_kernel_barrier(&run->ctx->rec, run->cmd, VK_PIPELINE_STAGE_2_DRAW_INDIRECT_BIT,
                      VK_ACCESS_2_INDIRECT_COMMAND_READ_BIT);
    if (!gv_lowered_vertex_bind(run->ctx, &g->kernel, &job, sizeof(job), run->cmd))
        return false;
    dispatch(run, g, in);
    return true;
}

bool gv_lowered_geometry_run(const struct gv_kernel_run *run, const struct gv_lowered_geometry *g,
                             const struct gv_kernel_primitives *in)
{
    struct gv_context *ctx = run->ctx;
    struct plan plan = {
        .in_corners = g->in_corners,
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
    const struct gv_vertex_jobs in_scratch = {
        .out = {.buffer = run->scratch->buffer, .offset_B = run->scratch->offset_B},
        .out_B = run->scratch->size_B,
    };
    const struct gv_kernel_run own = {ctx, run->cmd, run->scratch,
                                      in->in_scratch ? &in_scratch : run->jobs, 0};
    gv_lowered_output_plan(run, &g->made, &plan.made);
    if (!run_shader(&own, g, in) || !gv_kernel_run_plan(run, &plan, sizeof(plan), &uploaded) ||
        !gv_kernel_run_bind(&own, GV_KERNEL_GEOMETRY_SCAN, &uploaded, &g->made))
        return false;
    ctx->dev->vk.vkCmdDispatch(run->cmd, 1, 1, 1);
    if (!gv_kernel_run_bind(&own, GV_KERNEL_GEOMETRY_ASSEMBLE, &uploaded, &g->made))
        return false;
    dispatch(&own, g, in);
    return gv_lowered_output_finish(run, &g->made, &uploaded);
}
