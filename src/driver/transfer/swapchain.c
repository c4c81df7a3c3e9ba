/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Presents copies of resources on windows, see galvan_swapchain_create(). */
#include "driver/transfer/swapchain.h"

#include <stdlib.h>

#include "driver/record/recorder.h"
#include "driver/record/sync.h"
#include "driver/resource/resource.h"
#include "driver/screen/format.h"
#include "driver/screen/screen.h"
#include "galvan/galvan.h"
#include "vk/barrier.h"
#include "vk/swapchain.h"

struct galvan_swapchain {
    struct gv_vk_swapchain *vk;
    unsigned width, height, num_slots;
    VkFormat format;
};

struct galvan_swapchain *galvan_swapchain_create(struct pipe_screen *pscreen,
                                                 const struct galvan_swapchain_params *params)
{
    struct gv_screen *screen = gv_screen(pscreen);
    const struct pipe_resource *frame = params->frame;
    const VkFormat format = gv_format_get(screen, frame->format)->vk;
    const struct gv_vk_swapchain_params vk_params = {
        .connection = params->connection,
        .window = params->window,
        .width = frame->width0,
        .height = frame->height0,
        .format = format,
        .srgb_twin = gv_format_twin(format),
        .num_slots = params->num_slots,
    };
    struct galvan_swapchain *swapchain;

    if (params->size != sizeof(*params) || params->num_slots == 0 ||
        params->num_slots > GV_VK_MAX_SLOTS)
        return NULL;
    swapchain = calloc(1, sizeof(*swapchain));
    if (!swapchain ||
        gv_vk_swapchain_create(screen->dev, &vk_params, &swapchain->vk) != VK_SUCCESS) {
        free(swapchain);
        return NULL;
    }
    swapchain->width = frame->width0;
    swapchain->height = frame->height0;
    swapchain->num_slots = params->num_slots;
    swapchain->format = format;
    return swapchain;
}

void galvan_swapchain_destroy(struct galvan_swapchain *swapchain)
{
    gv_vk_swapchain_destroy(swapchain->vk);
    free(swapchain);
}

/* Records a change of a swapchain image's layout, before or after the transfers that write the
 * image. */
static void change_layout(const struct gv_vk_device *dev, VkCommandBuffer cmd, VkImage image,
                          VkImageLayout from, VkImageLayout to)
{
    const struct gv_vk_barrier none = {0};
    const bool ends = to == VK_IMAGE_LAYOUT_PRESENT_SRC_KHR;
    const struct gv_vk_layout_change change = {
        .barrier =
            {
                .src_stages = VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT,
                .src_access = VK_ACCESS_2_TRANSFER_WRITE_BIT,
                .dst_stages = ends ? 0 : VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT,
                .dst_access = ends ? 0 : VK_ACCESS_2_TRANSFER_WRITE_BIT,
            },
        .image = image,
        .aspects = VK_IMAGE_ASPECT_COLOR_BIT,
        .from = from,
        .to = to,
    };

    gv_vk_barrier_record_changes(dev, cmd, &none, &change, 1);
}

bool gv_swapchain_record_copy(struct galvan_swapchain *swapchain, unsigned slot,
                              struct gv_recorder *rec, const struct gv_resource *frame)
{
    const struct gv_vk_device *dev = rec->dev;
    struct gv_storage *from = frame->storage;
    const VkImage image =
        slot < swapchain->num_slots ? gv_vk_swapchain_image(swapchain->vk, slot) : VK_NULL_HANDLE;
    const VkImageCopy region = {
        .srcSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1},
        .dstSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1},
        .extent = {swapchain->width, swapchain->height, 1},
    };

    if (!image || frame->base.target == PIPE_BUFFER || frame->base.nr_samples > 1 ||
        frame->format->vk != swapchain->format || frame->base.width0 != swapchain->width ||
        frame->base.height0 != swapchain->height)
        return false;
    VkCommandBuffer cmd = gv_sync_copy(rec, NULL, from);
    if (!cmd)
        return false;
    change_layout(dev, cmd, image, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL);
    dev->vk.vkCmdCopyImage(cmd, from->image.handle, gv_storage_layout(from), image,
                           VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, 1, &region);
    change_layout(dev, cmd, image, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL,
                  VK_IMAGE_LAYOUT_PRESENT_SRC_KHR);
    return true;
}

bool galvan_swapchain_present(struct galvan_swapchain *swapchain, unsigned slot)
{
    return gv_vk_swapchain_present(swapchain->vk, slot) == VK_SUCCESS;
}
