/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Breaks a rule of Vulkan on purpose, so that a test can prove that the validation layer is active:
 * vk_net command|queue|leak [barrier]. "command" makes two copies in one command buffer, and
 * "queue" in two submissions; the second copy reads what the first wrote, and without "barrier" the
 * copies are not ordered. "leak" never destroys a buffer. */
#include <stdio.h>
#include <string.h>

#include "vk/batch.h"
#include "vk/buffer_image.h"
#include "vk/device.h"
#include "vk/open.h"
#include "vk_fixture.h"

enum {
    SIZE_B = 256
};

static void barrier(struct gv_vk_batch *batch)
{
    VkMemoryBarrier2 memory = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER_2,
        .srcStageMask = VK_PIPELINE_STAGE_2_COPY_BIT,
        .srcAccessMask = VK_ACCESS_2_TRANSFER_WRITE_BIT,
        .dstStageMask = VK_PIPELINE_STAGE_2_COPY_BIT,
        .dstAccessMask = VK_ACCESS_2_TRANSFER_READ_BIT | VK_ACCESS_2_TRANSFER_WRITE_BIT,
    };
    VkDependencyInfo info = {.sType = VK_STRUCTURE_TYPE_DEPENDENCY_INFO,
                             .memoryBarrierCount = 1,
                             .pMemoryBarriers = &memory};
    batch->dev->vk.vkCmdPipelineBarrier2(batch->main, &info);
}

static void copy(struct gv_vk_batch *batch, const struct gv_vk_buffer *src,
                 const struct gv_vk_buffer *dst)
{
    VkBufferCopy region = {.size = SIZE_B};
    batch->dev->vk.vkCmdCopyBuffer(batch->main, src->handle, dst->handle, 1, &region);
    batch->main_used = true;
}

/* Submits without a fence. Does not call gv_vk_batch_submit(), which may find the batch finished at
 * once; then the layer would forget the batch's accesses. */
static bool submit(struct gv_vk_batch *batch)
{
    struct gv_vk_device *dev = batch->dev;
    const VkCommandBufferSubmitInfo buffer = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_SUBMIT_INFO,
                                              .commandBuffer = batch->main};
    const VkSubmitInfo2 info = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO_2,
                                .commandBufferInfoCount = 1,
                                .pCommandBufferInfos = &buffer};
    return dev->vk.vkEndCommandBuffer(batch->main) == VK_SUCCESS &&
           dev->vk.vkQueueSubmit2(dev->queue, 1, &info, VK_NULL_HANDLE) == VK_SUCCESS;
}

static bool run_copies(struct gv_vk_device *dev, struct gv_vk_buffer buffers[3], bool two_submits,
                       bool ordered)
{
    struct gv_vk_batch *first, *second;
    if (gv_vk_batch_begin(dev, &first) != VK_SUCCESS ||
        gv_vk_batch_begin(dev, &second) != VK_SUCCESS)
        return false;
    struct gv_vk_batch *last = two_submits ? second : first;
    copy(first, &buffers[0], &buffers[1]);
    if (ordered)
        barrier(last);
    copy(last, &buffers[1], &buffers[2]);
    bool ok = submit(first) && (!two_submits || submit(second));
    dev->vk.vkQueueWaitIdle(dev->queue);
    gv_vk_batch_abandon(first);
    gv_vk_batch_abandon(second);
    return ok;
}

int main(int argc, char **argv)
{
    const char *kind = argc > 1 ? argv[1] : "command";
    bool ordered = argc > 2 && strcmp(argv[2], "barrier") == 0;
    struct gv_vk_device *dev = vk_fixture_open(NULL);
    struct gv_vk_buffer buffers[3];
    for (unsigned i = 0; i < 3; i++) {
        if (gv_vk_buffer_create(dev, SIZE_B, GV_VK_MEMORY_DEVICE, &buffers[i]) != VK_SUCCESS)
            return 1;
    }
    if (strcmp(kind, "leak") == 0) {
        VkBufferCreateInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
                                   .size = SIZE_B,
                                   .usage = VK_BUFFER_USAGE_TRANSFER_SRC_BIT};
        VkBuffer forgotten;
        if (dev->vk.vkCreateBuffer(dev->handle, &info, NULL, &forgotten) != VK_SUCCESS)
            return 1;
    } else if (!run_copies(dev, buffers, strcmp(kind, "queue") == 0, ordered)) {
        return 1;
    }
    dev->vk.vkDeviceWaitIdle(dev->handle);
    for (unsigned i = 0; i < 3; i++)
        gv_vk_buffer_destroy(dev, &buffers[i]);
    gv_vk_device_destroy(dev);
    return 0;
}
