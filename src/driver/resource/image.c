/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "driver/resource/image.h"

#include <string.h>

#include "driver/resource/share.h"
#include "driver/screen/screen.h"
#include "pipe/p_format_description.h"
#include "vk/barrier.h"

/* ---- Description ----------------------------------------------------------------------------- */

/* Returns the create flags for a template. Vulkan needs the possible types of views when the image
 * is created, but Gallium selects the type of a view only when it creates the view. */
static VkImageCreateFlags flags_for(const struct gv_vk_device *dev, const struct pipe_resource *t,
                                    VkImageUsageFlags usage)
{
    bool square_layers = t->target == PIPE_TEXTURE_2D_ARRAY && t->width0 == t->height0 &&
                         t->array_size >= 6 && t->nr_samples <= 1;
    VkImageCreateFlags flags = 0;
    if (t->target == PIPE_TEXTURE_CUBE || t->target == PIPE_TEXTURE_CUBE_ARRAY || square_layers)
        flags |= VK_IMAGE_CREATE_CUBE_COMPATIBLE_BIT;
    if (t->target == PIPE_TEXTURE_3D && (usage & VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT))
        flags |= VK_IMAGE_CREATE_2D_ARRAY_COMPATIBLE_BIT;
    if (t->target == PIPE_TEXTURE_3D &&
        (((usage & VK_IMAGE_USAGE_STORAGE_BIT) && dev->caps.image2DViewOf3D) ||
         ((usage & VK_IMAGE_USAGE_SAMPLED_BIT) && dev->caps.sampler2DViewOf3D)))
        flags |= VK_IMAGE_CREATE_2D_VIEW_COMPATIBLE_BIT_EXT;
    return flags;
}

void gv_image_describe(const struct gv_screen *screen, const struct pipe_resource *templ,
                       struct gv_image_uses uses, struct gv_image_info *out_info)
{
    const struct gv_format *format = gv_format_get(screen, templ->format);
    out_info->create = (VkImageCreateInfo){
        .sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
        .flags = flags_for(screen->dev, templ, uses.usage),
        .imageType = gv_image_type(screen, templ->target),
        .format = format->vk,
        .extent = {templ->width0, templ->height0, templ->depth0},
        .mipLevels = templ->last_level + 1u,
        .arrayLayers = templ->array_size,
        .samples = (VkSampleCountFlagBits)templ->nr_storage_samples,
        .tiling = VK_IMAGE_TILING_OPTIMAL,
        .usage = uses.usage,
    };
    if (uses.formats != GV_IMAGE_OWN_FORMAT)
        out_info->create.flags |= VK_IMAGE_CREATE_MUTABLE_FORMAT_BIT;
    if (uses.formats != GV_IMAGE_TWIN)
        return;
    out_info->formats[0] = format->vk;
    out_info->formats[1] = gv_format_twin(format->vk);
    out_info->list = (VkImageFormatListCreateInfo){
        .sType = VK_STRUCTURE_TYPE_IMAGE_FORMAT_LIST_CREATE_INFO,
        .viewFormatCount = 2,
        .pViewFormats = out_info->formats,
    };
    if (screen->dev->caps.imageFormatList)
        out_info->create.pNext = &out_info->list;
}

static bool is_possible(const struct gv_vk_device *dev, const VkImageCreateInfo *info)
{
    const VkPhysicalDeviceImageFormatInfo2 query = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_IMAGE_FORMAT_INFO_2,
        .pNext = info->pNext,
        .format = info->format,
        .type = info->imageType,
        .tiling = info->tiling,
        .usage = info->usage,
        .flags = info->flags,
    };
    VkImageFormatProperties2 props = {.sType = VK_STRUCTURE_TYPE_IMAGE_FORMAT_PROPERTIES_2};
    if (gv_vk_image_format_properties(dev, &query, &props) != VK_SUCCESS)
        return false;
    const VkImageFormatProperties *max = &props.imageFormatProperties;
    return info->extent.width <= max->maxExtent.width &&
           info->extent.height <= max->maxExtent.height &&
           info->extent.depth <= max->maxExtent.depth && info->mipLevels <= max->maxMipLevels &&
           info->arrayLayers <= max->maxArrayLayers && (info->samples & max->sampleCounts);
}

bool gv_image_possible(const struct gv_screen *screen, const struct pipe_resource *templ,
                       struct gv_image_uses uses)
{
    struct gv_image_info info;
    gv_image_describe(screen, templ, uses, &info);
    return is_possible(screen->dev, &info.create);
}

/* Leaves out 3D images: lavapipe reports a wrong size for the levels of such an image, so the
 * validation layer reports hazards with other images. */
void gv_image_prefer_linear(const struct gv_screen *screen, struct gv_image_info *info)
{
    const struct gv_vk_device *dev = screen->dev;
    VkImageCreateInfo linear = info->create;
    linear.tiling = VK_IMAGE_TILING_LINEAR;
    linear.initialLayout = VK_IMAGE_LAYOUT_PREINITIALIZED;
    if (dev->quirks.linearImages && dev->properties.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU &&
        linear.imageType != VK_IMAGE_TYPE_3D && is_possible(dev, &linear))
        info->create = linear;
}

/* ---- First contents -------------------------------------------------------------------------- */

static void zero_by_clear(const struct gv_storage *storage, VkCommandBuffer cmd)
{
    const struct gv_vk_device *dev = storage->hazards.dev;
    const VkImageSubresourceRange range = {storage->aspects, 0, VK_REMAINING_MIP_LEVELS, 0,
                                           VK_REMAINING_ARRAY_LAYERS};
    if (storage->aspects & VK_IMAGE_ASPECT_COLOR_BIT) {
        const VkClearColorValue zero = {.uint32 = {0}};
        dev->vk.vkCmdClearColorImage(cmd, storage->image.handle, gv_storage_layout(storage), &zero,
                                     1, &range);
    } else {
        const VkClearDepthStencilValue zero = {0};
        dev->vk.vkCmdClearDepthStencilImage(cmd, storage->image.handle, gv_storage_layout(storage),
                                            &zero, 1, &range);
    }
}

/* Zeroes a level of a compressed image. Compressed images cannot be cleared, so rows of blocks are
 * copied from a buffer of zeros. */
static void zero_blocks_of_level(const struct gv_storage *storage, unsigned level,
                                 VkCommandBuffer cmd)
{
    enum {
        MAX_REGIONS = 64
    };
    enum pipe_format format = storage->shape.format;
    unsigned width = gv_minify(storage->shape.width, level);
    unsigned height = gv_minify(storage->shape.height, level);
    unsigned depth = gv_minify(storage->shape.depth, level);
    unsigned block_h = util_format_get_blockheight(format);
    unsigned stride_B = util_format_get_stride(format, width);
    unsigned rows = stride_B < GV_NULL_BUFFER_SIZE_B ? GV_NULL_BUFFER_SIZE_B / stride_B : 1;
    unsigned step = rows * block_h;
    VkBufferImageCopy regions[MAX_REGIONS];
    unsigned num = 0;
    for (unsigned layer = 0; layer < storage->shape.layers; layer++) {
        for (unsigned z = 0; z < depth; z++) {
            for (unsigned y = 0; y < height; y += step) {
                unsigned rest = height - y;
                regions[num++] = (VkBufferImageCopy){
                    .imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, level, layer, 1},
                    .imageOffset = {0, (int32_t)y, (int32_t)z},
                    .imageExtent = {width, rest < step ? rest : step, 1},
                };
                if (num == MAX_REGIONS) {
                    storage->hazards.dev->vk.vkCmdCopyBufferToImage(
                        cmd, storage->screen->null.buffer.handle, storage->image.handle,
                        gv_storage_layout(storage), num, regions);
                    num = 0;
                }
            }
        }
    }
    if (num)
        storage->hazards.dev->vk.vkCmdCopyBufferToImage(cmd, storage->screen->null.buffer.handle,
                                                        storage->image.handle,
                                                        gv_storage_layout(storage), num, regions);
}

/* Makes texels that the CPU has written the contents of their image. All later commands wait for
 * the transition. */
static void begin_with_texels(const struct gv_storage *storage, VkCommandBuffer cmd)
{
    const struct gv_vk_barrier none = {0};
    const struct gv_vk_layout_change first = {
        .barrier = {.dst_stages = VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT,
                    .dst_access = VK_ACCESS_2_MEMORY_READ_BIT | VK_ACCESS_2_MEMORY_WRITE_BIT},
        .image = storage->image.handle,
        .aspects = storage->aspects,
        .from = VK_IMAGE_LAYOUT_PREINITIALIZED,
        .to = VK_IMAGE_LAYOUT_GENERAL,
    };
    gv_vk_barrier_record_changes(storage->hazards.dev, cmd, &none, &first, 1);
}

void gv_image_init(struct gv_storage *storage, VkCommandBuffer cmd)
{
    if (storage->texels) {
        if (!storage->preinitialized && !storage->overwritten)
            memset(storage->texels, 0, storage->image.memory.size_B);
        begin_with_texels(storage, cmd);
        return;
    }
    if (gv_storage_changes_layout(storage)) {
        if (storage->overwritten)
            return;
        storage->hazards.layout = VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL;
    }
    gv_vk_barrier_init_image(storage->hazards.dev, cmd, storage->image.handle, storage->aspects,
                             gv_storage_layout(storage));
    if (storage->overwritten)
        return;
    if (util_format_is_compressed(storage->shape.format)) {
        for (unsigned level = 0; level < storage->shape.levels; level++)
            zero_blocks_of_level(storage, level, cmd);
    } else {
        zero_by_clear(storage, cmd);
    }
}

/* ---- Regions --------------------------------------------------------------------------------- */

/* Whether a span of texels lies within an axis of length `limit` and consists of whole blocks. */
static bool span_fits(int start, int size, unsigned limit, unsigned block)
{
    if (start < 0 || size <= 0 || (unsigned)start > limit ||
        (unsigned)size > limit - (unsigned)start)
        return false;
    return (unsigned)start % block == 0 &&
           ((unsigned)size % block == 0 || (unsigned)start + (unsigned)size == limit);
}

bool gv_box_fits(const struct pipe_resource *res, unsigned level, const struct pipe_box *box)
{
    if (level > res->last_level)
        return false;
    return span_fits(box->x, box->width, gv_minify(res->width0, level),
                     util_format_get_blockwidth(res->format)) &&
           span_fits(box->y, box->height, gv_minify(res->height0, level),
                     util_format_get_blockheight(res->format)) &&
           span_fits(box->z, box->depth, gv_resource_num_layers(res, level), 1);
}

struct gv_image_region gv_image_region(struct pipe_resource *res, unsigned level,
                                       const struct pipe_box *box, VkImageAspectFlags aspects)
{
    bool is_3d = res->target == PIPE_TEXTURE_3D;
    if (!aspects)
        aspects = gv_resource(res)->storage->aspects;
    return (struct gv_image_region){
        .layers = {aspects, level, is_3d ? 0 : (uint32_t)box->z, is_3d ? 1 : (uint32_t)box->depth},
        .offset = {box->x, box->y, is_3d ? box->z : 0},
        .extent = {(uint32_t)box->width, (uint32_t)box->height, is_3d ? (uint32_t)box->depth : 1},
    };
}

void gv_cmd_transfer_barrier(struct gv_vk_device *dev, VkCommandBuffer cmd)
{
    const struct gv_vk_barrier barrier = {
        .src_stages = VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT,
        .src_access = VK_ACCESS_2_TRANSFER_WRITE_BIT,
        .dst_stages = VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT,
        .dst_access = VK_ACCESS_2_TRANSFER_READ_BIT | VK_ACCESS_2_TRANSFER_WRITE_BIT,
    };
    gv_vk_barrier_record(dev, cmd, &barrier);
}
