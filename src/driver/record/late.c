/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "driver/record/late.h"

#include <assert.h>
#include <string.h>

#include "vk/batch.h"

static void keep(struct gv_late_rendering *late, const VkRenderingInfo *info,
                 const struct gv_vk_targets *targets)
{
    const uint32_t num = info->colorAttachmentCount;
    assert(num <= GV_VK_MAX_COLORS && num == targets->num_colors);
    late->info = *info;
    late->info.flags |= VK_RENDERING_CONTENTS_SECONDARY_COMMAND_BUFFERS_BIT;
    memcpy(late->colors, info->pColorAttachments, num * sizeof(late->colors[0]));
    late->info.pColorAttachments = late->colors;
    if (info->pDepthAttachment) {
        late->depth = *info->pDepthAttachment;
        late->info.pDepthAttachment = &late->depth;
    }
    if (info->pStencilAttachment) {
        late->stencil = *info->pStencilAttachment;
        late->info.pStencilAttachment = &late->stencil;
    }
    memcpy(late->formats, targets->colors, num * sizeof(late->formats[0]));
    late->targets = *targets;
    late->targets.colors = late->formats;
}

bool gv_late_begin(struct gv_late_rendering *late, struct gv_vk_batch *batch,
                   const VkRenderingInfo *info, const struct gv_vk_targets *targets)
{
    VkCommandBuffer secondary;
    assert(!late->primary);
    VkResult result = gv_vk_rendering_secondary(batch, targets, &secondary);
    if (result != VK_SUCCESS) {
        gv_vk_device_error(batch->dev, "a secondary command buffer", result);
        return false;
    }
    keep(late, info, targets);
    late->primary = batch->main;
    batch->main = secondary;
    return true;
}

void gv_late_end(struct gv_late_rendering *late, struct gv_vk_batch *batch)
{
    struct gv_vk_device *dev = batch->dev;
    const VkCommandBuffer secondary = batch->main;
    batch->main = late->primary;
    late->primary = VK_NULL_HANDLE;
    VkResult result = dev->vk.vkEndCommandBuffer(secondary);
    if (result != VK_SUCCESS) {
        gv_vk_device_error(dev, "vkEndCommandBuffer", result);
        return;
    }
    if (!gv_vk_rendering_begin(batch, batch->main, &late->info, &late->targets))
        return;
    dev->vk.vkCmdExecuteCommands(batch->main, 1, &secondary);
    gv_vk_rendering_end(dev, batch->main);
}
