/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "driver/emulate/vertex_tasks.h"

#include <string.h>

#include "driver/context.h"
#include "driver/draw/assembly.h"
#include "driver/draw/pass_draw.h"
#include "driver/draw/primitive.h"
#include "driver/record/internal_shader.h"
#include "driver/record/sync.h"
#include "driver/resource/resource.h"
#include "driver/state/indirect_draws.h"
#include "driver/state/pass.h"

enum {
    JOB_DW = sizeof(struct galvan_vertex_task) / 4,
    DISPATCHES_DW = 12, /* total size of the vertex shader's VkDispatchIndirectCommand, the dword
                           GV_VERTEX_TASKS_TOTAL, and the commands of enum gv_vertex_follower */
    RECORD_DW = sizeof(VkDrawIndexedIndirectCommand) / 4,

    /* Bindings of vertex_tasks.comp. The counters of the targets are at BINDING_COUNTERS and the
     * bindings after it. */
    BINDING_PLAN = 0,
    BINDING_RECORDS,
    BINDING_OUT,
    BINDING_COUNTERS,
    NUM_BINDINGS = BINDING_COUNTERS + PIPE_MAX_SO_BUFFERS,
};
_Static_assert((int)NUM_BINDINGS == (int)GV_CS_VERTEX_TASKS_BUFFERS,
               "bindings of vertex_tasks.comp");

/* ---- Vertices -------------------------------------------------------------------------------- */

static bool is_plain_list(const struct gv_draw *draw, const struct gv_primitive *primitive)
{
    return !draw->indirect && !draw->info->indexed && primitive->is_list && !primitive->rewrite;
}

bool gv_vertex_tasks_follow(const struct pipe_draw_info *info)
{
    return !info->indexed || !info->primitive_restart;
}

static void plan_list(const struct pipe_draw_info *info, uint32_t num_vertices,
                      struct gv_vertex_arguments *args)
{
    args->num_draws = 1;
    args->commands_dw = GV_VERTEX_ARGUMENT_NONE;
    args->num_vertices = num_vertices;
    args->vertex_offset = info->start;
}

/* Describes in `args` how the list of primitives was generated from the draw's vertices, so that
 * vertex_tasks.comp can count these vertices. */
static void plan_counts(const struct gv_index_pattern *pattern, struct gv_vertex_arguments *args)
{
    args->least = pattern->min;
    args->step = pattern->step;
    args->extra = pattern->extra;
    args->step_primitives = pattern->num / args->prim_vertices;
    args->num_runs = 1;
    args->headers_dw = GV_VERTEX_ARGUMENT_NONE;
}

/* Fills in args->client for indirect draws of which only the number of primitives is needed. */
static void plan_client(const struct gv_state *state, const struct pipe_draw_info *info,
                        const struct gv_indirect_draws *draws, struct gv_vertex_arguments *args)
{
    struct gv_client_draws *client = &args->client;
    args->num_draws = draws->commands ? draws->num : 1;
    args->commands_dw = GV_VERTEX_ARGUMENT_NONE;
    if (draws->commands)
        gv_put_address(client->commands, draws->commands->buffer.address + draws->offset_B);
    if (draws->counter)
        gv_put_address(client->counter, draws->counter->buffer.address + draws->counter_offset_B);
    client->stride_dw = draws->stride_B / 4;
    client->num_indices = info->indexed ? state->num_indices : GV_VERTEX_ARGUMENT_NONE;
    client->vertex_B = draws->vertex_B;
    client->before = draws->before;
}

static void plan_rewritten(const struct pipe_draw_info *info, const struct gv_rewritten *rewritten,
                           struct gv_vertex_arguments *args)
{
    VkDeviceAddress indices = rewritten->address;
    args->index_mask = UINT32_MAX;
    args->num_draws = rewritten->num_commands ? rewritten->num_commands : 1;
    args->commands_dw = rewritten->num_commands ? 0 : GV_VERTEX_ARGUMENT_NONE;
    args->num_runs = rewritten->num_runs;
    if (rewritten->has_runs)
        args->headers_dw = rewritten->num_commands * RECORD_DW;
    if (!rewritten->num_commands) {
        indices += (VkDeviceAddress)rewritten->first * sizeof(uint32_t);
        args->num_vertices = rewritten->count;
        args->vertex_offset = args->base_vertex = info->indexed ? (uint32_t)info->index_bias : 0;
    } else {
        args->num_instances = UINT32_MAX;
    }
    gv_put_address(args->indices, indices);
}

/* Returns the kind of strip if the draw's vertices may remain a strip. Returns GALVAN_STRIP_NONE if
 * they become a list. */
static enum galvan_strip find_strip(const struct gv_draw *draw, const struct gv_pass *whole,
                                    enum gv_vertex_order order)
{
    const struct pipe_draw_info *info = draw->info;
    if (!(order & GV_VERTICES_STRIPS) || draw->indirect || whole->kind.form ||
        !gv_vertex_tasks_follow(info))
        return GALVAN_STRIP_NONE;
    if (info->mode == PIPE_PRIM_LINE_STRIP)
        return GALVAN_STRIP_LINES;
    if (info->mode != PIPE_PRIM_TRIANGLE_STRIP)
        return GALVAN_STRIP_NONE;
    return order & GV_VERTICES_LAST ? GALVAN_STRIP_TRIANGLES_LAST : GALVAN_STRIP_TRIANGLES_FIRST;
}

/* Fills in the tasks of a strip. Returns false if the draw has no primitive. */
static bool plan_strip(struct gv_context *ctx, const struct pipe_draw_info *info, uint32_t count,
                       struct gv_vertex_tasks *tasks)
{
    const struct gv_index_pattern same = gv_index_pattern(PIPE_PRIM_POINTS, GV_FORM_LISTS, false);
    tasks->args.overlap = tasks->args.prim_vertices - 1;
    if (count <= tasks->args.overlap)
        return false;
    if (!info->indexed) {
        plan_list(info, count, &tasks->args);
        return true;
    }
    if (!gv_rewrite_indices(ctx, info, count, &same, &tasks->rewritten))
        return false;
    plan_rewritten(info, &tasks->rewritten, &tasks->args);
    return true;
}

bool gv_vertex_tasks_find(struct gv_context *ctx, const struct gv_draw *draw,
                          const struct gv_pass *whole, enum gv_vertex_order order,
                          struct gv_vertex_tasks *out_tasks)
{
    const struct pipe_draw_info *info = draw->info;
    struct gv_vertex_arguments *args = &out_tasks->args;
    struct gv_rewritten *rewritten = &out_tasks->rewritten;
    args->prim_vertices = gv_primitive_size(whole->primitive->list);
    args->num_instances = info->instance_count;
    args->base_instance = info->start_instance;
    args->commands_indexed = info->indexed ? UINT32_MAX : 0;
    args->draw_id = info->drawid;
    const enum gv_index_form form = whole->kind.form ? whole->kind.form : GV_FORM_LISTS;
    const struct gv_index_pattern pattern =
        gv_index_pattern(info->mode, form, order & GV_VERTICES_LAST);
    plan_counts(&pattern, args);
    if (is_plain_list(draw, whole->primitive)) {
        plan_list(info, info->count, args);
        out_tasks->max_vertices = info->count;
        return true;
    }
    uint32_t count = draw->indirect ? draw->indirect->max_count : info->count;
    if (info->indexed && !draw->indirect) {
        uint32_t available = gv_available_indices(&ctx->state, info->start);
        count = count < available ? count : available;
        if (!count)
            return false;
    }
    if ((order & GV_VERTICES_COUNTED) && gv_vertex_tasks_follow(info)) {
        if (draw->indirect)
            plan_client(&ctx->state, info, draw->indirect, args);
        else
            plan_list(info, gv_index_num_primitives(&pattern, count) * pattern.num, args);
        return true;
    }
    out_tasks->strip = find_strip(draw, whole, order);
    if (out_tasks->strip)
        return plan_strip(ctx, info, count, out_tasks);
    if (!(draw->indirect ? gv_rewrite_on_device(ctx, info, 0, draw->indirect, &pattern, rewritten)
                         : gv_rewrite_indices(ctx, info, count, &pattern, rewritten)))
        return false;
    plan_rewritten(info, rewritten, args);
    out_tasks->max_vertices = rewritten->num_commands
                                  ? gv_index_bound(&pattern, count, info->primitive_restart)
                                  : rewritten->count;
    return true;
}

void gv_vertex_tasks_uses(const struct gv_state *state, const struct gv_draw *draw,
                          struct gv_dispatch_uses *uses)
{
    const VkAccessFlags2 read = VK_ACCESS_2_SHADER_STORAGE_READ_BIT;
    if (draw->info->indexed && state->index_buffer.buffer)
        gv_dispatch_uses_add(uses, gv_resource(state->index_buffer.buffer)->storage, read, false);
    if (!draw->indirect)
        return;
    gv_dispatch_uses_add(uses, draw->indirect->commands, read, false);
    gv_dispatch_uses_add(uses, draw->indirect->counter, read, false);
}

/* ---- Recording ------------------------------------------------------------------------------- */

bool gv_vertex_tasks_alloc(struct gv_recorder *rec, struct gv_vertex_tasks *tasks)
{
    struct gv_vertex_arguments *args = &tasks->args;
    const VkDeviceSize align_B = gv_storage_align_B(rec->dev);
    args->out_tasks_dw = DISPATCHES_DW;
    tasks->out_B = 4 * (DISPATCHES_DW + (VkDeviceSize)args->num_draws * JOB_DW);
    if (gv_vk_ring_alloc(&rec->upload, rec->batch, sizeof(*args), align_B, &tasks->args_slice) !=
            VK_SUCCESS ||
        gv_vk_ring_alloc(&rec->scratch, rec->batch, tasks->out_B, align_B, &tasks->out) !=
            VK_SUCCESS)
        return false;
    if (!args->index_mask) /* the shader always reads one dword */
        gv_put_address(args->indices, tasks->out.block->buffer.address + tasks->out.offset_B);
    return true;
}

VkDeviceAddress gv_vertex_tasks_address(const struct gv_vertex_tasks *tasks)
{
    return tasks->out.block->buffer.address + tasks->out.offset_B +
           4 * (VkDeviceAddress)tasks->args.out_tasks_dw;
}

VkDeviceAddress gv_vertex_tasks_total(const struct gv_vertex_tasks *tasks)
{
    return tasks->out.block->buffer.address + tasks->out.offset_B + 4 * GV_VERTEX_TASKS_TOTAL;
}

enum galvan_known_task gv_vertex_tasks_where(const struct gv_vertex_tasks *tasks)
{
    const struct gv_vertex_arguments *args = &tasks->args;
    if (args->commands_dw != GV_VERTEX_ARGUMENT_NONE)
        return GALVAN_TASK_IN_MEMORY;
    return args->index_mask ? GALVAN_TASK_KNOWN : GALVAN_TASK_KNOWN_LIST;
}

/* Returns the task that shaders/vertex_tasks.comp would write. */
struct galvan_vertex_task gv_vertex_tasks_known(const struct gv_vertex_tasks *tasks)
{
    const struct gv_vertex_arguments *args = &tasks->args;
    const uint32_t rest = args->overlap ? 0 : args->num_vertices % args->prim_vertices;
    const uint32_t num = args->num_vertices - rest;
    const uint32_t per_instance = num ? num : 1;
    const uint32_t primitives = args->overlap || !num ? 1 : num / args->prim_vertices;
    return (struct galvan_vertex_task){
        .per_instance = per_instance,
        .indices = {args->indices[0], args->indices[1]},
        .index_mask = args->index_mask,
        .vertex_offset = (int32_t)args->vertex_offset,
        .base_vertex = (int32_t)args->base_vertex,
        .base_instance = args->base_instance,
        .draw_id = args->draw_id,
        .first_instance = args->first_instance + args->skipped_primitives / primitives,
        .inverse = UINT32_MAX / per_instance,
        .skipped = args->skipped_primitives % primitives * args->prim_vertices,
    };
}

bool gv_vertex_tasks_record(struct gv_recorder *rec, const struct gv_vertex_tasks *tasks,
                            VkCommandBuffer cmd)
{
    const struct gv_vertex_arguments *args = &tasks->args;
    const VkDescriptorBufferInfo own = {tasks->args_slice.buffer, tasks->args_slice.offset_B,
                                        sizeof(*args)};
    VkDescriptorBufferInfo buffers[NUM_BINDINGS] = {
        [BINDING_PLAN] = own,
        [BINDING_RECORDS] = own,
        [BINDING_OUT] = {tasks->out.buffer, tasks->out.offset_B, tasks->out_B},
    };
    if (args->commands_dw != GV_VERTEX_ARGUMENT_NONE)
        buffers[BINDING_RECORDS] =
            (VkDescriptorBufferInfo){tasks->rewritten.buffer, tasks->rewritten.commands_offset_B,
                                     4 * args->num_draws * (RECORD_DW + GV_RUN_HEAD_DW)};
    for (unsigned i = 0; i < PIPE_MAX_SO_BUFFERS; i++)
        buffers[BINDING_COUNTERS + i] = tasks->counters[i].buffer ? tasks->counters[i] : own;
    memcpy(tasks->args_slice.map, args, sizeof(*args));
    if (!gv_internal_shader_need(rec, GV_CS_VERTEX_TASKS))
        return false;
    gv_dispatch_barrier(rec, cmd, 0, 0);
    if (!gv_internal_shader_bind(rec, cmd, GV_CS_VERTEX_TASKS, buffers))
        return false;
    rec->dev->vk.vkCmdDispatch(cmd, 1, 1, 1);
    gv_dispatch_barrier(rec, cmd, VK_PIPELINE_STAGE_2_DRAW_INDIRECT_BIT,
                        VK_ACCESS_2_INDIRECT_COMMAND_READ_BIT);
    return true;
}
