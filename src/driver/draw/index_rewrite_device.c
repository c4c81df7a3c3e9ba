/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Rewrites indices on the device, with shaders/index_rewrite.comp. If only the indices are in
 * device memory and no restart divides them, the CPU knows the size of the result: one dispatch and
 * a direct draw suffice. Otherwise a first dispatch finds the runs and writes an indirect
 * command. */
#include <string.h>

#include "driver/context.h"
#include "driver/draw/draw_indirect.h"
#include "driver/draw/index_rewrite.h"
#include "driver/draw/primitive.h"
#include "driver/record/internal_shader.h"
#include "driver/record/sync.h"
#include "driver/resource/resource.h"

enum {
    RECORD_DW = 5,
    RUN_DW = 3,
    GROUP = 64,
    MAX_GROUPS = 1024, /* largest number of workgroups on the x axis; in larger draws, an invocation
                          writes several indices */
    MAX_SCRATCH_B = 64 << 20,   /* size limit of the scratch memory of draws whose size the CPU does
                                   not know */
    MAX_REWRITES_B = 256 << 20, /* size limit of the rewritten indices of all parts of a call */
    MAX_GROWTH = 8, /* largest number of dwords of scratch memory that a vertex needs: the indices
                       that a pattern writes for it, and its share of the runs */
};

/* The arguments of shaders/index_rewrite.comp. */
struct arguments {
    struct gv_index_pattern pattern;
    uint32_t index_size_B, indices_B, num_indices;
    uint32_t restart, restart_index;
    uint32_t command_dw, command_stride_dw;
    uint32_t first, count, num_instances, vertex_offset, first_instance;
    uint32_t counted, counter_dw, vertex_B;
    uint32_t out_command_dw, out_header_dw;
    uint32_t runs_dw, runs_stride_dw;
    uint32_t out_indices_dw, out_stride_dw;
    uint32_t out_first; /* offset of the scratch memory in its buffer, in dwords */
    uint32_t max_count;
    uint32_t before;
};
_Static_assert(sizeof(struct arguments) == 28 * 4, "as the shader has it");

static bool fits_binding(const struct gv_state *state, uint64_t size_B)
{
    return size_B <= state->dev->properties.limits.maxStorageBufferRange;
}

bool gv_device_rewrites(const struct gv_state *state, const struct pipe_draw_info *info,
                        const struct gv_indirect_draws *draws)
{
    bool has_commands = draws || info->primitive_restart;
    if (has_commands && info->start_instance && !state->dev->caps.drawIndirectFirstInstance)
        return false;
    if (info->indexed &&
        !fits_binding(state, gv_resource(state->index_buffer.buffer)->storage->buffer.size_B))
        return false;
    if (!draws)
        return true;
    uint64_t limit_dw = MAX_SCRATCH_B / 4 / MAX_GROWTH;
    return fits_binding(state, MAX_SCRATCH_B) && draws->max_count < limit_dw / draws->num &&
           (!draws->commands || fits_binding(state, draws->commands->buffer.size_B)) &&
           (!draws->counter || fits_binding(state, draws->counter->buffer.size_B));
}

bool gv_rewrites_fit(const struct gv_indirect_draws *draws)
{
    return (uint64_t)draws->num * draws->max_count <= MAX_REWRITES_B / 4 / MAX_GROWTH;
}

/* ---- Arguments */

static void set_source(const struct gv_state *state, const struct pipe_draw_info *info,
                       struct arguments *args)
{
    const struct pipe_index_buffer *ib = &state->index_buffer;
    args->first = info->start;
    args->num_instances = info->instance_count;
    args->first_instance = info->start_instance;
    if (!info->indexed)
        return;
    args->index_size_B = ib->index_size;
    args->indices_B = ib->offset;
    args->num_indices = state->num_indices;
    args->restart = info->primitive_restart;
    args->restart_index = info->restart_index;
    args->vertex_offset = (uint32_t)info->index_bias;
}

static void set_counts(const struct gv_indirect_draws *draws, struct arguments *args)
{
    args->max_count = draws->max_count;
    if (draws->commands) {
        args->command_dw = draws->offset_B / 4;
        args->command_stride_dw = draws->stride_B / 4;
    }
    if (draws->counter) {
        args->counted = 1;
        args->counter_dw = draws->counter_offset_B / 4;
        args->vertex_B = draws->vertex_B;
        args->before = draws->before;
    }
}

/* Assigns offsets in the scratch memory. Returns the size of the scratch memory in dwords. */
static uint64_t lay_out(struct arguments *args, uint32_t num_draws, bool has_commands)
{
    uint32_t max_count = args->max_count;
    uint64_t size_dw = 0;
    if (has_commands) {
        size_dw = num_draws * RECORD_DW;
        args->out_header_dw = (uint32_t)size_dw;
        size_dw += num_draws * GV_RUN_HEAD_DW;
    }
    if (args->restart) {
        args->runs_dw = (uint32_t)size_dw;
        args->runs_stride_dw = (max_count + 1) / (args->pattern.min + 1u) * RUN_DW;
        size_dw += (uint64_t)num_draws * args->runs_stride_dw;
    }
    args->out_indices_dw = (uint32_t)size_dw;
    args->out_stride_dw = gv_index_bound(&args->pattern, max_count, args->restart);
    return size_dw + (uint64_t)num_draws * args->out_stride_dw;
}

/* ---- Dispatches */

static void dispatch(struct gv_vk_device *dev, VkCommandBuffer cmd, const struct arguments *args,
                     uint32_t num_draws)
{
    uint32_t groups = (args->out_stride_dw + GROUP - 1) / GROUP;
    dev->vk.vkCmdDispatch(cmd, groups < MAX_GROUPS ? groups : MAX_GROUPS, num_draws, 1);
}

static VkDescriptorBufferInfo whole(const struct gv_storage *storage,
                                    const VkDescriptorBufferInfo *otherwise)
{
    if (!storage)
        return *otherwise;
    return (VkDescriptorBufferInfo){storage->buffer.handle, 0, VK_WHOLE_SIZE};
}

static bool record(struct gv_context *ctx, const struct arguments *args, uint32_t num_draws,
                   struct gv_storage *const sources[3], const struct gv_vk_ring_slice *scratch,
                   uint64_t scratch_B)
{
    struct gv_vk_ring_slice slice;
    bool runs = args->out_header_dw != 0;
    if (gv_vk_ring_alloc(&ctx->rec.upload, ctx->rec.batch, sizeof(*args),
                         gv_storage_align_B(ctx->dev), &slice) != VK_SUCCESS)
        return false;
    memcpy(slice.map, args, sizeof(*args));
    const VkDescriptorBufferInfo own = {slice.buffer, slice.offset_B, sizeof(*args)};
    const VkDescriptorBufferInfo buffers[GV_CS_INDEX_REWRITE_BUFFERS] = {
        own,
        whole(sources[0], &own),
        whole(sources[1], &own),
        whole(sources[2], &own),
        {scratch->buffer, scratch->offset_B, scratch_B},
    };
    struct gv_dispatch_uses uses = {.num = 0};
    for (unsigned i = 0; i < 3; i++)
        gv_dispatch_uses_add(&uses, sources[i], VK_ACCESS_2_SHADER_STORAGE_READ_BIT, false);
    VkCommandBuffer cmd = gv_sync_dispatch(&ctx->rec, &uses);
    if (!cmd)
        return false;
    if (runs) {
        if (!gv_internal_shader_bind(&ctx->rec, cmd, GV_CS_INDEX_RUNS, buffers))
            return false;
        ctx->dev->vk.vkCmdDispatch(cmd, num_draws, 1, 1);
        gv_dispatch_barrier(&ctx->rec, cmd, 0, 0);
    }
    if (!gv_internal_shader_bind(&ctx->rec, cmd, GV_CS_INDEX_REWRITE, buffers))
        return false;
    dispatch(ctx->dev, cmd, args, num_draws);
    gv_sync_dispatch_wrote(
        &ctx->rec, cmd,
        VK_PIPELINE_STAGE_2_INDEX_INPUT_BIT | (runs ? VK_PIPELINE_STAGE_2_DRAW_INDIRECT_BIT : 0),
        VK_ACCESS_2_INDEX_READ_BIT | (runs ? VK_ACCESS_2_INDIRECT_COMMAND_READ_BIT : 0));
    return true;
}

static bool need_shaders(struct gv_recorder *rec, bool runs)
{
    return (!runs || gv_internal_shader_need(rec, GV_CS_INDEX_RUNS)) &&
           gv_internal_shader_need(rec, GV_CS_INDEX_REWRITE);
}

bool gv_rewrite_on_device(struct gv_context *ctx, const struct pipe_draw_info *info, uint32_t count,
                          const struct gv_indirect_draws *draws,
                          const struct gv_index_pattern *pattern,
                          struct gv_rewritten *out_rewritten)
{
    struct arguments args = {.pattern = *pattern, .count = count, .max_count = count};
    struct gv_storage *const sources[3] = {
        info->indexed ? gv_resource(ctx->state.index_buffer.buffer)->storage : NULL,
        draws ? draws->commands : NULL,
        draws ? draws->counter : NULL,
    };
    uint32_t num_draws = draws && draws->commands ? draws->num : 1;
    set_source(&ctx->state, info, &args);
    if (draws)
        set_counts(draws, &args);
    bool runs = draws || args.restart;
    uint64_t scratch_B = lay_out(&args, num_draws, runs) * 4;
    struct gv_vk_ring_slice scratch;
    if (!args.out_stride_dw || !fits_binding(&ctx->state, scratch_B) ||
        !need_shaders(&ctx->rec, runs) || !gv_recorder_batch(&ctx->rec) ||
        gv_vk_ring_alloc(&ctx->rec.scratch, ctx->rec.batch, scratch_B, gv_storage_align_B(ctx->dev),
                         &scratch) != VK_SUCCESS)
        return false;
    args.out_first = (uint32_t)(scratch.offset_B / sizeof(uint32_t));
    if (!record(ctx, &args, num_draws, sources, &scratch, scratch_B))
        return false;
    *out_rewritten = (struct gv_rewritten){
        .buffer = scratch.buffer,
        .address = scratch.block->buffer.address,
        .first = args.out_first + args.out_indices_dw,
        .count = gv_index_num_primitives(pattern, count) * pattern->num,
        .commands_offset_B = scratch.offset_B,
        .num_runs = 1,
        .num_commands = runs ? num_draws : 0,
        .has_runs = args.restart != 0,
    };
    return true;
}
