/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "driver/emulate/vertex_jobs.h"

#include <string.h>

#include "driver/context.h"
#include "driver/draw/assembly.h"
#include "driver/draw/pass_draw.h"
#include "driver/draw/primitive.h"
#include "driver/record/kernel.h"
#include "driver/record/sync.h"
#include "driver/resource/resource.h"
#include "driver/state/indirect_draws.h"
#include "driver/state/pass.h"

enum {
    JOB_DW = sizeof(struct galvan_vertex_job) / 4,
    DISPATCHES_DW = 12, /* VkDispatchIndirectCommand, GV_VERTEX_JOBS_TOTAL, the followers'
                           dispatch commands */
    RECORD_DW = sizeof(VkDrawIndexedIndirectCommand) / 4,

    /* Bindings of vertex_jobs.comp; the counters of the targets follow. */
    BINDING_PLAN = 0,
    BINDING_RECORDS,
    BINDING_OUT,
    BINDING_COUNTERS,
    NUM_BINDINGS = BINDING_COUNTERS + PIPE_MAX_SO_BUFFERS,
};
_Static_assert((int)NUM_BINDINGS == (int)GV_KERNEL_VERTEX_JOBS_BUFFERS, "bindings of a kernel");

/* ---- Vertices -------------------------------------------------------------------------------- */

static bool is_plain_list(const struct gv_draw *draw, const struct gv_primitive *primitive)
{
    return !draw->indirect && !draw->info->indexed && primitive->is_list && !primitive->rewrite;
}

bool gv_vertex_jobs_follow(const struct pipe_draw_info *info)
{
    return !info->indexed || !info->primitive_restart;
}

static void plan_list(const struct pipe_draw_info *info, uint32_t num_vertices,
                      struct gv_vertex_plan *plan)
{
    plan->num_draws = 1;
    plan->record_dw = GV_VERTEX_PLAN_NONE;
    plan->num_vertices = num_vertices;
    plan->vertex_offset = info->start;
}

/* The number of vertices before the primitives became a list. */
static void plan_counts(const struct gv_index_pattern *pattern, struct gv_vertex_plan *plan)
{
    plan->least = pattern->min;
    plan->step = pattern->step;
    plan->extra = pattern->extra;
    plan->step_primitives = pattern->num / plan->corners;
    plan->num_runs = 1;
    plan->heads_dw = GV_VERTEX_PLAN_NONE;
}

/* Indirect draws of which only the number of primitives is needed. */
static void plan_client(const struct gv_state *state, const struct pipe_draw_info *info,
                        const struct gv_indirect_draws *draws, struct gv_vertex_plan *plan)
{
    struct gv_client_draws *client = &plan->client;
    plan->num_draws = draws->records ? draws->num : 1;
    plan->record_dw = GV_VERTEX_PLAN_NONE;
    if (draws->records)
        gv_put_address(client->records, draws->records->buffer.address + draws->offset_B);
    if (draws->counter)
        gv_put_address(client->counter, draws->counter->buffer.address + draws->counter_offset_B);
    client->stride_dw = draws->stride_B / 4;
    client->num_indices = info->indexed ? state->num_indices : GV_VERTEX_PLAN_NONE;
    client->vertex_B = draws->vertex_B;
    client->before = draws->before;
}

static void plan_rewritten(const struct pipe_draw_info *info, const struct gv_rewritten *rewritten,
                           struct gv_vertex_plan *plan)
{
    VkDeviceAddress indices = rewritten->address;
    plan->index_mask = UINT32_MAX;
    plan->num_draws = rewritten->num_records ? rewritten->num_records : 1;
    plan->record_dw = rewritten->num_records ? 0 : GV_VERTEX_PLAN_NONE;
    plan->num_runs = rewritten->num_runs;
    if (rewritten->has_runs)
        plan->heads_dw = rewritten->num_records * RECORD_DW;
    if (!rewritten->num_records) {
        indices += (VkDeviceAddress)rewritten->first * sizeof(uint32_t);
        plan->num_vertices = rewritten->count;
        plan->vertex_offset = plan->base_vertex = info->indexed ? (uint32_t)info->index_bias : 0;
    } else {
        plan->num_instances = UINT32_MAX;
    }
    gv_put_address(plan->indices, indices);
}

/* The strip or list in which the vertices can stay. */
static enum galvan_strip find_strip(const struct gv_draw *draw, const struct gv_pass *whole,
                                    enum gv_vertex_order order)
{
    const struct pipe_draw_info *info = draw->info;
    if (!(order & GV_VERTICES_STRIPS) || draw->indirect || whole->kind.form ||
        !gv_vertex_jobs_follow(info))
        return GALVAN_STRIP_NONE;
    if (info->mode == PIPE_PRIM_LINE_STRIP)
        return GALVAN_STRIP_LINES;
    if (info->mode != PIPE_PRIM_TRIANGLE_STRIP)
        return GALVAN_STRIP_NONE;
    return order & GV_VERTICES_LAST ? GALVAN_STRIP_TRIANGLES_LAST : GALVAN_STRIP_TRIANGLES_FIRST;
}

/* False if the draw has no primitive. */
static bool plan_strip(struct gv_context *ctx, const struct pipe_draw_info *info, uint32_t count,
                       struct gv_vertex_jobs *jobs)
{
    const struct gv_index_pattern same = gv_index_pattern(PIPE_PRIM_POINTS, GV_FORM_LISTS, false);
    jobs->plan.overlap = jobs->plan.corners - 1;
    if (count <= jobs->plan.overlap)
        return false;
    if (!info->indexed) {
        plan_list(info, count, &jobs->plan);
        return true;
    }
    if (!gv_rewrite_indices(ctx, info, count, &same, &jobs->rewritten))
        return false;
    plan_rewritten(info, &jobs->rewritten, &jobs->plan);
    return true;
}

bool gv_vertex_jobs_find(struct gv_context *ctx, const struct gv_draw *draw,
                         const struct gv_pass *whole, enum gv_vertex_order order,
                         struct gv_vertex_jobs *out_jobs)
{
    const struct pipe_draw_info *info = draw->info;
    struct gv_vertex_plan *plan = &out_jobs->plan;
    struct gv_rewritten *rewritten = &out_jobs->rewritten;
    plan->corners = gv_primitive_size(whole->primitive->list);
    plan->num_instances = info->instance_count;
    plan->base_instance = info->start_instance;
    plan->records_indexed = info->indexed ? UINT32_MAX : 0;
    plan->draw_id = info->drawid;
    const enum gv_index_form form = whole->kind.form ? whole->kind.form : GV_FORM_LISTS;
    const struct gv_index_pattern pattern =
        gv_index_pattern(info->mode, form, order & GV_VERTICES_LAST);
    plan_counts(&pattern, plan);
    if (is_plain_list(draw, whole->primitive)) {
        plan_list(info, info->count, plan);
        out_jobs->max_vertices = info->count;
        return true;
    }
    uint32_t count = draw->indirect ? draw->indirect->max_count : info->count;
    if (info->indexed && !draw->indirect) {
        uint32_t available = gv_available_indices(&ctx->state, info->start);
        count = count < available ? count : available;
        if (!count)
            return false;
    }
    if ((order & GV_VERTICES_COUNTED) && gv_vertex_jobs_follow(info)) {
        if (draw->indirect)
            plan_client(&ctx->state, info, draw->indirect, plan);
        else
            plan_list(info, gv_index_num_primitives(&pattern, count) * pattern.num, plan);
        return true;
    }
    out_jobs->strip = find_strip(draw, whole, order);
    if (out_jobs->strip)
        return plan_strip(ctx, info, count, out_jobs);
    if (!(draw->indirect ? gv_rewrite_on_device(ctx, info, 0, draw->indirect, &pattern, rewritten)
                         : gv_rewrite_indices(ctx, info, count, &pattern, rewritten)))
        return false;
    plan_rewritten(info, rewritten, plan);
    out_jobs->max_vertices = rewritten->num_records
                                 ? gv_index_bound(&pattern, count, info->primitive_restart)
                                 : rewritten->count;
    return true;
}

void gv_vertex_jobs_uses(const struct gv_state *state, const struct gv_draw *draw,
                         struct gv_kernel_uses *uses)
{
    const VkAccessFlags2 read = VK_ACCESS_2_SHADER_STORAGE_READ_BIT;
    if (draw->info->indexed && state->index_buffer.buffer)
        gv_kernel_uses_add(uses, gv_resource(state->index_buffer.buffer)->storage, read, false);
    if (!draw->indirect)
        return;
    gv_kernel_uses_add(uses, draw->indirect->records, read, false);
    gv_kernel_uses_add(uses, draw->indirect->counter, read, false);
}

/* ---- Recording ------------------------------------------------------------------------------- */

bool gv_vertex_jobs_alloc(struct gv_context *ctx, struct gv_vertex_jobs *jobs)
{
    struct gv_vertex_plan *plan = &jobs->plan;
    const VkDeviceSize align_B = gv_kernel_align_B(ctx->dev);
    plan->out_jobs_dw = DISPATCHES_DW;
    jobs->out_B = 4 * (DISPATCHES_DW + (VkDeviceSize)plan->num_draws * JOB_DW);
    if (gv_vk_ring_alloc(&ctx->rec.upload, ctx->rec.batch, sizeof(*plan), align_B,
                         &jobs->plan_slice) != VK_SUCCESS ||
        gv_vk_ring_alloc(&ctx->rec.scratch, ctx->rec.batch, jobs->out_B, align_B, &jobs->out) !=
            VK_SUCCESS)
        return false;
    if (!plan->index_mask) /* the shader reads one dword in any case */
        gv_put_address(plan->indices, jobs->out.block->buffer.address + jobs->out.offset_B);
    return true;
}

VkDeviceAddress gv_vertex_jobs_address(const struct gv_vertex_jobs *jobs)
{
    return jobs->out.block->buffer.address + jobs->out.offset_B +
           4 * (VkDeviceAddress)jobs->plan.out_jobs_dw;
}

VkDeviceAddress gv_vertex_jobs_total(const struct gv_vertex_jobs *jobs)
{
    return jobs->out.block->buffer.address + jobs->out.offset_B + 4 * GV_VERTEX_JOBS_TOTAL;
}

enum galvan_known_job gv_vertex_jobs_where(const struct gv_vertex_jobs *jobs)
{
    const struct gv_vertex_plan *plan = &jobs->plan;
    if (plan->record_dw != GV_VERTEX_PLAN_NONE)
        return GALVAN_JOB_IN_MEMORY;
    return plan->index_mask ? GALVAN_JOB_KNOWN : GALVAN_JOB_KNOWN_LIST;
}

/* The same task that shaders/vertex_jobs.comp would write. */
struct galvan_vertex_job gv_vertex_jobs_known(const struct gv_vertex_jobs *jobs)
{
    const struct gv_vertex_plan *plan = &jobs->plan;
    const uint32_t rest = plan->overlap ? 0 : plan->num_vertices % plan->corners;
    const uint32_t num = plan->num_vertices - rest;
    const uint32_t per_instance = num ? num : 1;
    const uint32_t primitives = plan->overlap || !num ? 1 : num / plan->corners;
    return (struct galvan_vertex_job){
        .per_instance = per_instance,
        .indices = {plan->indices[0], plan->indices[1]},
        .index_mask = plan->index_mask,
        .vertex_offset = (int32_t)plan->vertex_offset,
        .base_vertex = (int32_t)plan->base_vertex,
        .base_instance = plan->base_instance,
        .draw_id = plan->draw_id,
        .first_instance = plan->first_instance + plan->skipped_primitives / primitives,
        .inverse = UINT32_MAX / per_instance,
        .skipped = plan->skipped_primitives % primitives * plan->corners,
    };
}

bool gv_vertex_jobs_record(struct gv_context *ctx, const struct gv_vertex_jobs *jobs,
                           VkCommandBuffer cmd)
{
    const struct gv_vertex_plan *plan = &jobs->plan;
    const VkDescriptorBufferInfo own = {jobs->plan_slice.buffer, jobs->plan_slice.offset_B,
                                        sizeof(*plan)};
    VkDescriptorBufferInfo buffers[NUM_BINDINGS] = {
        [BINDING_PLAN] = own,
        [BINDING_RECORDS] = own,
        [BINDING_OUT] = {jobs->out.buffer, jobs->out.offset_B, jobs->out_B},
    };
    if (plan->record_dw != GV_VERTEX_PLAN_NONE)
        buffers[BINDING_RECORDS] =
            (VkDescriptorBufferInfo){jobs->rewritten.buffer, jobs->rewritten.records_offset_B,
                                     4 * plan->num_draws * (RECORD_DW + GV_RUN_HEAD_DW)};
    for (unsigned i = 0; i < PIPE_MAX_SO_BUFFERS; i++)
        buffers[BINDING_COUNTERS + i] = jobs->counters[i].buffer ? jobs->counters[i] : own;
    memcpy(jobs->plan_slice.map, plan, sizeof(*plan));
    if (!gv_kernel_need(&ctx->rec, GV_KERNEL_VERTEX_JOBS))
        return false;
    gv_kernel_barrier(&ctx->rec, cmd, 0, 0);
    if (!gv_kernel_bind(&ctx->rec, cmd, GV_KERNEL_VERTEX_JOBS, buffers))
        return false;
    ctx->dev->vk.vkCmdDispatch(cmd, 1, 1, 1);
    gv_kernel_barrier(&ctx->rec, cmd, VK_PIPELINE_STAGE_2_DRAW_INDIRECT_BIT,
                      VK_ACCESS_2_INDIRECT_COMMAND_READ_BIT);
    return true;
}
