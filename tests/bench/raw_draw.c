/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The Vulkan side of the draw benchmark: the commands that an expert would write for this frame.
 * All objects exist beforehand; a draw records only the state that has changed. */
#include "raw_draw.h"

#include <string.h>

#include "raw_objects.h"
#include "util/env.h"
#include "util/log.h"
#include "vk/batch.h"
#include "vk/open.h"

static VkImageMemoryBarrier2 to_general(VkImage image, VkImageAspectFlags aspects)
{
    return (VkImageMemoryBarrier2){
        .sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER_2,
        .dstStageMask = VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT,
        .dstAccessMask = VK_ACCESS_2_MEMORY_READ_BIT | VK_ACCESS_2_MEMORY_WRITE_BIT,
        .newLayout = VK_IMAGE_LAYOUT_GENERAL,
        .srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
        .dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
        .image = image,
        .subresourceRange = {aspects, 0, 1, 0, 1},
    };
}

static void full_barrier(struct gv_vk_batch *batch)
{
    VkMemoryBarrier2 barrier = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER_2,
        .srcStageMask = VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT,
        .srcAccessMask = VK_ACCESS_2_MEMORY_WRITE_BIT,
        .dstStageMask = VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT | VK_PIPELINE_STAGE_2_HOST_BIT,
        .dstAccessMask =
            VK_ACCESS_2_MEMORY_READ_BIT | VK_ACCESS_2_MEMORY_WRITE_BIT | VK_ACCESS_2_HOST_READ_BIT,
    };
    VkDependencyInfo info = {.sType = VK_STRUCTURE_TYPE_DEPENDENCY_INFO,
                             .memoryBarrierCount = 1,
                             .pMemoryBarriers = &barrier};
    batch->dev->vk.vkCmdPipelineBarrier2(batch->main, &info);
}

static bool finish_batch(struct gv_vk_batch *batch)
{
    struct gv_vk_device *dev = batch->dev;
    uint64_t value;
    batch->main_used = true;
    return gv_vk_batch_submit(batch, &value) == VK_SUCCESS &&
           gv_vk_device_wait(dev, value, UINT64_MAX) == VK_SUCCESS;
}

/* Moves all images to the general layout, in which they stay, and fills the textures with white and
 * opaque grey. */
static bool prepare_images(struct raw *raw)
{
    struct gv_vk_device *dev = raw->dev;
    struct gv_vk_batch *batch;
    if (gv_vk_batch_begin(dev, &batch) != VK_SUCCESS)
        return false;
    VkImageMemoryBarrier2 barriers[] = {
        to_general(raw->color.handle, VK_IMAGE_ASPECT_COLOR_BIT),
        to_general(raw->depth.handle, VK_IMAGE_ASPECT_DEPTH_BIT | VK_IMAGE_ASPECT_STENCIL_BIT),
        to_general(raw->textures[0].image.handle, VK_IMAGE_ASPECT_COLOR_BIT),
        to_general(raw->textures[1].image.handle, VK_IMAGE_ASPECT_COLOR_BIT),
    };
    VkDependencyInfo info = {.sType = VK_STRUCTURE_TYPE_DEPENDENCY_INFO,
                             .imageMemoryBarrierCount = 4,
                             .pImageMemoryBarriers = barriers};
    dev->vk.vkCmdPipelineBarrier2(batch->main, &info);
    for (unsigned i = 0; i < 2; i++) {
        float level = i ? 0.5f : 1.0f;
        VkClearColorValue value = {.float32 = {level, level, level, 1.0f}};
        VkImageSubresourceRange range = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1};
        dev->vk.vkCmdClearColorImage(batch->main, raw->textures[i].image.handle,
                                     VK_IMAGE_LAYOUT_GENERAL, &value, 1, &range);
    }
    full_barrier(batch);
    return finish_batch(batch);
}

static void begin_rendering(struct raw *raw, VkCommandBuffer cmd)
{
    VkRenderingAttachmentInfo color = {
        .sType = VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO,
        .imageView = raw->color_view,
        .imageLayout = VK_IMAGE_LAYOUT_GENERAL,
        .loadOp = VK_ATTACHMENT_LOAD_OP_CLEAR,
        .storeOp = VK_ATTACHMENT_STORE_OP_STORE,
    };
    VkRenderingAttachmentInfo depth = {
        .sType = VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO,
        .imageView = raw->depth_view,
        .imageLayout = VK_IMAGE_LAYOUT_GENERAL,
        .loadOp = VK_ATTACHMENT_LOAD_OP_CLEAR,
        .storeOp = VK_ATTACHMENT_STORE_OP_STORE,
        .clearValue = {.depthStencil = {1.0f, 0}},
    };
    VkRenderingInfo info = {
        .sType = VK_STRUCTURE_TYPE_RENDERING_INFO,
        .renderArea = {{0, 0}, {BENCH_TARGET_SIZE, BENCH_TARGET_SIZE}},
        .layerCount = 1,
        .colorAttachmentCount = 1,
        .pColorAttachments = &color,
        .pDepthAttachment = &depth,
        .pStencilAttachment = &depth,
    };
    raw->dev->vk.vkCmdBeginRendering(cmd, &info);
}

static void write_constants(struct raw *raw, enum bench_case which, uint32_t draw)
{
    struct bench_constants constants = bench_constants(which, draw);
    memcpy((char *)raw->constants.memory.map + draw * raw->constants_stride_B, &constants,
           sizeof(constants));
}

static void bind_constants(struct raw *raw, VkCommandBuffer cmd, uint32_t draw)
{
    uint32_t offset_B = (uint32_t)(draw * raw->constants_stride_B);
    raw->dev->vk.vkCmdBindDescriptorSets(cmd, VK_PIPELINE_BIND_POINT_GRAPHICS, raw->layout, 0, 1,
                                         &raw->constants_set, 1, &offset_B);
}

static void bind_texture(struct raw *raw, VkCommandBuffer cmd, unsigned idx)
{
    raw->dev->vk.vkCmdBindDescriptorSets(cmd, VK_PIPELINE_BIND_POINT_GRAPHICS, raw->layout, 1, 1,
                                         &raw->textures[idx].set, 0, NULL);
}

static void bind_vertices(struct raw *raw, VkCommandBuffer cmd, unsigned idx)
{
    VkDeviceSize offset_B = 0;
    raw->dev->vk.vkCmdBindVertexBuffers(cmd, 0, 1, &raw->vertices[idx].handle, &offset_B);
}

static void bind_pipeline(struct raw *raw, VkCommandBuffer cmd, unsigned shader, unsigned blend)
{
    raw->dev->vk.vkCmdBindPipeline(cmd, VK_PIPELINE_BIND_POINT_GRAPHICS,
                                   raw->pipelines[shader][blend]);
}

static void set_blend(struct raw *raw, VkCommandBuffer cmd, VkBool32 on)
{
    if (raw->dynamic_blend)
        raw->dev->vk.vkCmdSetColorBlendEnableEXT(cmd, 0, 1, &on);
    else
        bind_pipeline(raw, cmd, 0, on);
}

static void change(struct raw *raw, VkCommandBuffer cmd, enum bench_case which, uint32_t draw)
{
    switch (which) {
    case BENCH_TEXTURE:
        bind_texture(raw, cmd, draw & 1);
        break;
    case BENCH_CONSTANTS:
    case BENCH_BRANCH:
        write_constants(raw, which, draw);
        bind_constants(raw, cmd, draw);
        break;
    case BENCH_VERTEX_BUFFER:
        bind_vertices(raw, cmd, draw & 1);
        break;
    case BENCH_BLEND:
        set_blend(raw, cmd, draw & 1);
        break;
    case BENCH_SHADER:
        bind_pipeline(raw, cmd, draw & 1, 0);
        break;
    default:
        break;
    }
}

static bool draw_frame(void *data, enum bench_case which, uint32_t draws)
{
    struct raw *raw = data;
    struct gv_vk_device *dev = raw->dev;
    struct gv_vk_batch *batch;
    if (gv_vk_batch_begin(dev, &batch) != VK_SUCCESS)
        return false;
    full_barrier(batch);
    begin_rendering(raw, batch->main);
    write_constants(raw, which, 0);
    set_blend(raw, batch->main, VK_FALSE);
    bind_pipeline(raw, batch->main, which == BENCH_BRANCH ? BENCH_EITHER : BENCH_WHOLE, 0);
    bind_constants(raw, batch->main, 0);
    bind_texture(raw, batch->main, 0);
    bind_vertices(raw, batch->main, 0);
    for (uint32_t draw = 0; draw < draws; draw++) {
        change(raw, batch->main, which, draw);
        dev->vk.vkCmdDraw(batch->main, 3, 1, 0, 0);
    }
    dev->vk.vkCmdEndRendering(batch->main);
    return finish_batch(batch);
}

static bool read_pixel(void *data, uint8_t out_rgba[4])
{
    struct raw *raw = data;
    struct gv_vk_device *dev = raw->dev;
    struct gv_vk_batch *batch;
    if (gv_vk_batch_begin(dev, &batch) != VK_SUCCESS)
        return false;
    VkBufferImageCopy region = {
        .imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1},
        .imageExtent = {BENCH_TARGET_SIZE, BENCH_TARGET_SIZE, 1},
    };
    full_barrier(batch);
    dev->vk.vkCmdCopyImageToBuffer(batch->main, raw->color.handle, VK_IMAGE_LAYOUT_GENERAL,
                                   raw->readback.handle, 1, &region);
    full_barrier(batch);
    if (!finish_batch(batch))
        return false;
    const uint8_t *pixels = raw->readback.memory.map;
    const size_t middle = BENCH_TARGET_SIZE / 2;
    memcpy(out_rgba, pixels + (middle * BENCH_TARGET_SIZE + middle) * 4, 4);
    return pixels[0] == 0;
}

enum galvan_result raw_bench_run(const struct bench_params *params, struct bench_result *out_result)
{
    static const struct galvan_log log = {.level = GALVAN_LOG_WARN};
    struct gv_vk_device_params device_params = {
        .device = gv_getenv("GALVAN_DEVICE"), .mask = gv_getenv("GALVAN_MASK"), .log = &log};
    struct raw raw = {.max_draws = params->draws ? params->draws : 1};
    enum galvan_result result = gv_vk_device_create(&device_params, &raw.dev);
    if (result != GALVAN_OK)
        return result;

    VkResult vk_result = raw_objects_create(&raw);
    if (vk_result != VK_SUCCESS) {
        gv_err(&log, "bench", "the objects to draw with could not be made (VkResult %d)",
               (int)vk_result);
        result = GALVAN_ERROR_NO_MEMORY;
    } else if (!prepare_images(&raw) ||
               !bench_measure(params, draw_frame, read_pixel, &raw, out_result)) {
        gv_err(&log, "bench", "a frame failed");
        result = GALVAN_ERROR_DEVICE_LOST;
    }
    raw_objects_destroy(&raw);
    gv_vk_device_destroy(raw.dev);
    return result;
}
