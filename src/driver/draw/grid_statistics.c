/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "driver/draw/grid_statistics.h"

#include <string.h>

#include "driver/context.h"
#include "driver/query/condition.h"
#include "driver/query/statistics.h"
#include "driver/query/statistics_data.h"
#include "driver/record/internal_shader.h"
#include "driver/record/sync.h"
#include "driver/resource/resource.h"

enum {
    GRID_NONE = UINT32_MAX,

    BINDING_PLAN = 0,
    BINDING_GRID,
};

/* The arguments of shaders/grid_statistics.comp. */
struct grid_plan {
    uint32_t address[2];
    uint32_t grid_dw; /* index of the grid size's first dword in the bound range of the indirect
                         buffer; GRID_NONE: the grid size is in `grid` */
    uint32_t grid[3];
    uint32_t block[3], last_block[3];
};

/* Records the dispatch that counts invocations. The grid size is in the buffer `indirect` or, if
 * that is NULL, in plan->grid. */
static void record(struct gv_context *ctx, VkCommandBuffer cmd, const struct grid_plan *plan,
                   const VkDescriptorBufferInfo *indirect)
{
    struct gv_vk_ring_slice slice;
    if (gv_vk_ring_alloc(&ctx->rec.upload, ctx->rec.batch, sizeof(*plan),
                         gv_storage_align_B(ctx->dev), &slice) != VK_SUCCESS)
        return;
    memcpy(slice.map, plan, sizeof(*plan));
    const VkDescriptorBufferInfo own = {slice.buffer, slice.offset_B, sizeof(*plan)};
    const VkDescriptorBufferInfo buffers[GV_CS_GRID_STATISTICS_BUFFERS] = {
        [BINDING_PLAN] = own,
        [BINDING_GRID] = indirect ? *indirect : own,
    };
    gv_dispatch_barrier(&ctx->rec, cmd, 0, 0);
    if (gv_internal_shader_bind(&ctx->rec, cmd, GV_CS_GRID_STATISTICS, buffers))
        ctx->dev->vk.vkCmdDispatch(cmd, 1, 1, 1);
}

/* Returns the aligned range of the indirect buffer that holds the grid size. *out_grid_dw: index of
 * the grid size's first dword in this range. */
static VkDescriptorBufferInfo part_of(struct gv_vk_device *dev, const struct pipe_grid_info *info,
                                      uint32_t *out_grid_dw)
{
    const uint32_t past_B = info->indirect_offset % (uint32_t)gv_storage_align_B(dev);
    *out_grid_dw = past_B / 4;
    return (VkDescriptorBufferInfo){gv_resource(info->indirect)->storage->buffer.handle,
                                    info->indirect_offset - past_B, past_B + 12};
}

void gv_grid_statistics_count(struct gv_context *ctx, const struct pipe_grid_info *info,
                              const uint32_t last_block[3])
{
    struct gv_storage *storage = info->indirect ? gv_resource(info->indirect)->storage : NULL;
    struct gv_dispatch_uses uses = {.num = 0};
    struct grid_plan plan = {.grid_dw = GRID_NONE};
    VkDescriptorBufferInfo indirect;
    if (!gv_internal_shader_need(&ctx->rec, GV_CS_GRID_STATISTICS))
        return;
    memcpy(plan.grid, info->grid, sizeof(plan.grid));
    memcpy(plan.block, info->block, sizeof(plan.block));
    memcpy(plan.last_block, last_block, sizeof(plan.last_block));
    if (info->indirect)
        indirect = part_of(ctx->dev, info, &plan.grid_dw);
    uses.in_main = gv_condition_on_device(ctx);
    gv_dispatch_uses_add(&uses, storage, VK_ACCESS_2_SHADER_STORAGE_READ_BIT, false);
    gv_condition_use(ctx);
    VkCommandBuffer cmd = gv_sync_dispatch(&ctx->rec, &uses);
    if (!cmd)
        return;
    gv_statistics_find(ctx, GV_STATISTICS_OF_GRIDS, plan.address);
    if (!(plan.address[0] | plan.address[1]))
        return;
    if (uses.in_main)
        gv_condition_begin(ctx, cmd);
    record(ctx, cmd, &plan, info->indirect ? &indirect : NULL);
    if (uses.in_main)
        gv_condition_end(ctx);
    gv_recorder_notify(&ctx->rec, GV_RECORD_MEMORY_USED);
}
