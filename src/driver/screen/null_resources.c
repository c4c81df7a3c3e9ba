/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Resources for slots in which the client has bound nothing: they provide texels (0, 0, 0, 1),
 * results of 0 for lookups that compare, and zero bytes. */
#include "driver/screen/null_resources.h"

#include "driver/screen/format.h"
#include "driver/screen/screen.h"
#include "pipe/p_shader_tokens.h"
#include "util/array.h"
#include "vk/barrier.h"
#include "vk/batch.h"

/* The format of the images, and the formats of their views by enum galvan_cbuf_class. */
static const VkFormat null_format = VK_FORMAT_R8G8B8A8_UNORM;
static const VkFormat null_formats[] = {
    [GALVAN_CBUF_FLOAT] = VK_FORMAT_R8G8B8A8_UNORM,
    [GALVAN_CBUF_SINT] = VK_FORMAT_R8G8B8A8_SINT,
    [GALVAN_CBUF_UINT] = VK_FORMAT_R8G8B8A8_UINT,
};

static const VkFormat depth_format = VK_FORMAT_D16_UNORM;

static const VkFormat storage_format = VK_FORMAT_R32_UINT; /* every device supports storage images
                                                              of this format */

static VkResult create_image(struct gv_screen *screen, VkFormat format, VkImageType type,
                             uint32_t layers, VkSampleCountFlagBits samples,
                             struct gv_vk_image *out_image)
{
    const VkImageCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
        .flags = (layers >= 6 ? VK_IMAGE_CREATE_CUBE_COMPATIBLE_BIT : 0) |
                 (format == null_format ? VK_IMAGE_CREATE_MUTABLE_FORMAT_BIT : 0),
        .imageType = type,
        .format = format,
        .extent = {1, 1, 1},
        .mipLevels = 1,
        .arrayLayers = layers,
        .samples = samples,
        .tiling = VK_IMAGE_TILING_OPTIMAL,
        .usage = VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT,
    };
    return gv_vk_image_create(screen->dev, &info, GV_VK_MEMORY_DEVICE, out_image);
}

static VkResult create_view(struct gv_screen *screen, VkFormat format, VkImage image,
                            VkImageViewType type, VkImageView *out_view)
{
    const bool depth = format == depth_format;
    const bool cube = type == VK_IMAGE_VIEW_TYPE_CUBE || type == VK_IMAGE_VIEW_TYPE_CUBE_ARRAY;
    const VkImageViewCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
        .image = image,
        .viewType = type,
        .format = format,
        .components = {.a = depth ? VK_COMPONENT_SWIZZLE_IDENTITY : VK_COMPONENT_SWIZZLE_ONE},
        .subresourceRange = {depth ? VK_IMAGE_ASPECT_DEPTH_BIT : VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0,
                             cube ? 6 : 1},
    };
    return GV_VK_CREATE(screen->dev, ImageView, &info, out_view);
}

/* Returns the smallest sample count above 1 of multisampled textures. 0 if there is no such
 * count. */
static VkSampleCountFlagBits few_samples(const struct gv_screen *screen)
{
    const uint32_t counts =
        screen->dev->properties.limits.sampledImageColorSampleCounts & ~(uint32_t)1;
    return (VkSampleCountFlagBits)(counts & -counts);
}

/* Creates the images. Few devices have 1D depth images; on other devices, a colour image is used
 * for comparisons. */
static VkResult create_images(struct gv_screen *screen)
{
    struct gv_null_resources *null = &screen->null;
    const struct gv_format *depth = gv_format_get(screen, PIPE_FORMAT_Z16_UNORM);
    const bool depth_1d = depth && (depth->image_types >> VK_IMAGE_TYPE_1D & 1);
    const struct {
        VkFormat format;
        VkImageType type;
        uint32_t layers;
        VkSampleCountFlagBits samples; /* 0: no image */
        struct gv_vk_image *image;
    } images[] = {
        {null_format, VK_IMAGE_TYPE_1D, 1, VK_SAMPLE_COUNT_1_BIT, &null->image_1d},
        {null_format, VK_IMAGE_TYPE_2D, 6, VK_SAMPLE_COUNT_1_BIT, &null->image_2d},
        {null_format, VK_IMAGE_TYPE_2D, 1, few_samples(screen), &null->image_samples},
        {null_format, VK_IMAGE_TYPE_3D, 1, VK_SAMPLE_COUNT_1_BIT, &null->image_3d},
        {depth_format, VK_IMAGE_TYPE_1D, 1, depth_1d ? VK_SAMPLE_COUNT_1_BIT : 0, &null->depth_1d},
        {depth_format, VK_IMAGE_TYPE_2D, 6, VK_SAMPLE_COUNT_1_BIT, &null->depth_2d},
    };
    VkResult result = VK_SUCCESS;
    for (size_t i = 0; i < GV_ARRAY_SIZE(images) && result == VK_SUCCESS; i++) {
        if (images[i].samples)
            result = create_image(screen, images[i].format, images[i].type, images[i].layers,
                                  images[i].samples, images[i].image);
    }
    return result;
}

static VkResult create_views(struct gv_screen *screen)
{
    struct gv_null_resources *null = &screen->null;
    const struct {
        VkImageViewType type;
        VkImage image, depth;
    } views[] = {
        {VK_IMAGE_VIEW_TYPE_1D, null->image_1d.handle, null->depth_1d.handle},
        {VK_IMAGE_VIEW_TYPE_1D_ARRAY, null->image_1d.handle, null->depth_1d.handle},
        {VK_IMAGE_VIEW_TYPE_2D, null->image_2d.handle, null->depth_2d.handle},
        {VK_IMAGE_VIEW_TYPE_2D_ARRAY, null->image_2d.handle, null->depth_2d.handle},
        {VK_IMAGE_VIEW_TYPE_CUBE, null->image_2d.handle, null->depth_2d.handle},
        {VK_IMAGE_VIEW_TYPE_CUBE_ARRAY, null->image_2d.handle, null->depth_2d.handle},
        {VK_IMAGE_VIEW_TYPE_3D, null->image_3d.handle, VK_NULL_HANDLE},
    };
    for (size_t i = 0; i < GV_ARRAY_SIZE(views); i++) {
        const VkImageViewType type = views[i].type;
        if (type == VK_IMAGE_VIEW_TYPE_CUBE_ARRAY && !screen->dev->caps.imageCubeArray)
            continue;
        VkResult result = VK_SUCCESS;
        for (size_t cls = 0; cls < GV_ARRAY_SIZE(null_formats) && result == VK_SUCCESS; cls++)
            result = create_view(screen, null_formats[cls], views[i].image, type,
                                 &null->views[cls][type]);
        if (result == VK_SUCCESS && views[i].depth)
            result =
                create_view(screen, depth_format, views[i].depth, type, &null->compare_views[type]);
        if (result != VK_SUCCESS)
            return result;
    }
    return VK_SUCCESS;
}

static VkResult create_sample_views(struct gv_screen *screen)
{
    struct gv_null_resources *null = &screen->null;
    VkResult result = VK_SUCCESS;
    if (!null->image_samples.handle)
        return VK_SUCCESS;
    for (size_t cls = 0; cls < GV_ARRAY_SIZE(null_formats) && result == VK_SUCCESS; cls++) {
        VkImageView *views = null->sample_views[cls];
        result = create_view(screen, null_formats[cls], null->image_samples.handle,
                             VK_IMAGE_VIEW_TYPE_2D, &views[VK_IMAGE_VIEW_TYPE_2D]);
        if (result == VK_SUCCESS)
            result = create_view(screen, null_formats[cls], null->image_samples.handle,
                                 VK_IMAGE_VIEW_TYPE_2D_ARRAY, &views[VK_IMAGE_VIEW_TYPE_2D_ARRAY]);
    }
    return result;
}

static VkResult create_sampler(struct gv_screen *screen, bool compare, VkSampler *out_sampler)
{
    const VkSamplerCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO,
        .addressModeU = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE,
        .addressModeV = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE,
        .addressModeW = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE,
        .compareEnable = compare,
        .compareOp = VK_COMPARE_OP_NEVER,
    };
    return GV_VK_CREATE(screen->dev, Sampler, &info, out_sampler);
}

static VkResult create_storage(struct gv_screen *screen)
{
    struct gv_null_resources *null = &screen->null;
    struct gv_vk_device *dev = screen->dev;
    const VkImageCreateInfo image = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
        .imageType = VK_IMAGE_TYPE_2D,
        .format = storage_format,
        .extent = {1, 1, 1},
        .mipLevels = 1,
        .arrayLayers = 1,
        .samples = VK_SAMPLE_COUNT_1_BIT,
        .tiling = VK_IMAGE_TILING_OPTIMAL,
        .usage = VK_IMAGE_USAGE_STORAGE_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT,
    };
    VkResult result = gv_vk_image_create(dev, &image, GV_VK_MEMORY_DEVICE, &null->storage_image);
    if (result != VK_SUCCESS)
        return result;
    const VkImageViewCreateInfo view = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
        .image = null->storage_image.handle,
        .viewType = VK_IMAGE_VIEW_TYPE_2D,
        .format = storage_format,
        .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1},
    };
    const VkBufferViewCreateInfo texels = {
        .sType = VK_STRUCTURE_TYPE_BUFFER_VIEW_CREATE_INFO,
        .buffer = null->so_buffer.handle,
        .format = storage_format,
        .range = VK_WHOLE_SIZE,
    };
    result = GV_VK_CREATE(dev, ImageView, &view, &null->storage_view);
    if (result == VK_SUCCESS)
        result = GV_VK_CREATE(dev, BufferView, &texels, &null->storage_texels);
    return result;
}

static VkResult create_objects(struct gv_screen *screen)
{
    struct gv_null_resources *null = &screen->null;
    struct gv_vk_device *dev = screen->dev;
    VkResult result = create_images(screen);
    if (result == VK_SUCCESS)
        result = create_views(screen);
    if (result == VK_SUCCESS)
        result = create_sample_views(screen);
    if (result == VK_SUCCESS)
        result =
            gv_vk_buffer_create(dev, GV_NULL_BUFFER_SIZE_B, GV_VK_MEMORY_DEVICE, &null->buffer);
    if (result == VK_SUCCESS)
        result = gv_vk_buffer_create(dev, 16, GV_VK_MEMORY_DEVICE, &null->so_buffer);
    if (result == VK_SUCCESS && !dev->caps.nullDescriptor)
        result = create_storage(screen);
    if (result == VK_SUCCESS)
        result = create_sampler(screen, false, &null->sampler);
    if (result == VK_SUCCESS)
        result = create_sampler(screen, true, &null->compare_sampler);
    if (result != VK_SUCCESS)
        return result;
    for (size_t cls = 0; cls < GV_ARRAY_SIZE(null_formats) && result == VK_SUCCESS; cls++) {
        const VkBufferViewCreateInfo info = {
            .sType = VK_STRUCTURE_TYPE_BUFFER_VIEW_CREATE_INFO,
            .buffer = null->buffer.handle,
            .format = null_formats[cls],
            .range = 256,
        };
        result = GV_VK_CREATE(dev, BufferView, &info, &null->buffer_views[cls]);
    }
    return result;
}

static void record_image(struct gv_vk_device *dev, VkCommandBuffer cmd,
                         const struct gv_vk_image *image)
{
    const VkImageSubresourceRange range = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0,
                                           VK_REMAINING_ARRAY_LAYERS};
    const VkClearColorValue value = {.uint32 = {0, 0, 0, 0}}; /* views read 1 for alpha */
    gv_vk_barrier_init_image(dev, cmd, image->handle, VK_IMAGE_ASPECT_COLOR_BIT,
                             VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL);
    dev->vk.vkCmdClearColorImage(cmd, image->handle, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, &value,
                                 1, &range);
}

/* Returns the stages that read null resources: vertex fetch, shaders and copies. */
static VkPipelineStageFlags2 readers(const struct gv_vk_device *dev)
{
    VkPipelineStageFlags2 stages =
        VK_PIPELINE_STAGE_2_INDEX_INPUT_BIT | VK_PIPELINE_STAGE_2_VERTEX_ATTRIBUTE_INPUT_BIT |
        VK_PIPELINE_STAGE_2_VERTEX_SHADER_BIT | VK_PIPELINE_STAGE_2_FRAGMENT_SHADER_BIT |
        VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT | VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT;
    if (dev->caps.tessellationShader)
        stages |= VK_PIPELINE_STAGE_2_TESSELLATION_CONTROL_SHADER_BIT |
                  VK_PIPELINE_STAGE_2_TESSELLATION_EVALUATION_SHADER_BIT;
    if (dev->caps.geometryShader)
        stages |= VK_PIPELINE_STAGE_2_GEOMETRY_SHADER_BIT;
    return stages;
}

/* Writes the contents of the null resources. The barrier after the writes covers all later uses, so
 * these need no barrier. */
static VkResult fill(struct gv_screen *screen)
{
    struct gv_null_resources *null = &screen->null;
    struct gv_vk_device *dev = screen->dev;
    struct gv_vk_batch *batch;
    VkResult result = gv_vk_batch_begin(dev, &batch);
    if (result != VK_SUCCESS)
        return result;
    record_image(dev, batch->main, &null->image_1d);
    record_image(dev, batch->main, &null->image_2d);
    record_image(dev, batch->main, &null->image_3d);
    if (null->image_samples.handle)
        record_image(dev, batch->main, &null->image_samples);
    /* The texels do not matter, because the comparison never passes. */
    if (null->depth_1d.handle)
        gv_vk_barrier_init_image(dev, batch->main, null->depth_1d.handle, VK_IMAGE_ASPECT_DEPTH_BIT,
                                 VK_IMAGE_LAYOUT_GENERAL);
    gv_vk_barrier_init_image(dev, batch->main, null->depth_2d.handle, VK_IMAGE_ASPECT_DEPTH_BIT,
                             VK_IMAGE_LAYOUT_GENERAL);
    if (null->storage_image.handle)
        gv_vk_barrier_init_image(dev, batch->main, null->storage_image.handle,
                                 VK_IMAGE_ASPECT_COLOR_BIT, VK_IMAGE_LAYOUT_GENERAL);
    dev->vk.vkCmdFillBuffer(batch->main, null->buffer.handle, 0, VK_WHOLE_SIZE, 0);
    const struct gv_vk_barrier barrier = {
        .src_stages = VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT,
        .src_access = VK_ACCESS_2_TRANSFER_WRITE_BIT,
        .dst_stages = readers(dev),
        .dst_access = VK_ACCESS_2_MEMORY_READ_BIT,
    };
    const VkImage images[] = {null->image_1d.handle, null->image_2d.handle, null->image_3d.handle,
                              null->image_samples.handle};
    const unsigned num_images = GV_ARRAY_SIZE(images) - !null->image_samples.handle;
    struct gv_vk_layout_change changes[GV_ARRAY_SIZE(images)];
    for (unsigned i = 0; i < num_images; i++)
        changes[i] = (struct gv_vk_layout_change){barrier, images[i], VK_IMAGE_ASPECT_COLOR_BIT,
                                                  VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL,
                                                  VK_IMAGE_LAYOUT_GENERAL};
    gv_vk_barrier_record_changes(dev, batch->main, &barrier, changes, num_images);
    batch->main_used = true;
    return gv_vk_batch_submit(batch, NULL);
}

bool gv_screen_init_null_resources(struct gv_screen *screen)
{
    VkResult result = create_objects(screen);
    if (result == VK_SUCCESS)
        result = fill(screen);
    if (result != VK_SUCCESS)
        gv_vk_device_error(screen->dev, "creating the resources that stand for unbound ones",
                           result);
    return result == VK_SUCCESS;
}

/* Destroys the null resources. Also works if only some of them were created, since Vulkan ignores
 * null handles. */
void gv_screen_finish_null_resources(struct gv_screen *screen)
{
    struct gv_null_resources *null = &screen->null;
    struct gv_vk_device *dev = screen->dev;
    gv_vk_device_wait(dev, atomic_load(&dev->submitted), UINT64_MAX);
    dev->vk.vkDestroySampler(dev->handle, null->sampler, NULL);
    dev->vk.vkDestroySampler(dev->handle, null->compare_sampler, NULL);
    dev->vk.vkDestroyBufferView(dev->handle, null->storage_texels, NULL);
    dev->vk.vkDestroyImageView(dev->handle, null->storage_view, NULL);
    gv_vk_image_destroy(dev, &null->storage_image);
    gv_vk_buffer_destroy(dev, &null->buffer);
    gv_vk_buffer_destroy(dev, &null->so_buffer);
    for (size_t cls = 0; cls < GV_ARRAY_SIZE(null_formats); cls++) {
        dev->vk.vkDestroyBufferView(dev->handle, null->buffer_views[cls], NULL);
        for (size_t i = 0; i < GV_ARRAY_SIZE(null->views[cls]); i++)
            dev->vk.vkDestroyImageView(dev->handle, null->views[cls][i], NULL);
        for (size_t i = 0; i < GV_ARRAY_SIZE(null->sample_views[cls]); i++)
            dev->vk.vkDestroyImageView(dev->handle, null->sample_views[cls][i], NULL);
    }
    for (size_t i = 0; i < GV_ARRAY_SIZE(null->compare_views); i++)
        dev->vk.vkDestroyImageView(dev->handle, null->compare_views[i], NULL);
    gv_vk_image_destroy(dev, &null->image_1d);
    gv_vk_image_destroy(dev, &null->image_2d);
    gv_vk_image_destroy(dev, &null->image_3d);
    gv_vk_image_destroy(dev, &null->image_samples);
    gv_vk_image_destroy(dev, &null->depth_1d);
    gv_vk_image_destroy(dev, &null->depth_2d);
    *null = (struct gv_null_resources){0};
}

VkImageViewType gv_view_type_of(const struct gv_screen *screen, unsigned tgsi_target)
{
    static const uint8_t types[] = {
        [TGSI_TEXTURE_1D] = VK_IMAGE_VIEW_TYPE_1D,
        [TGSI_TEXTURE_2D] = VK_IMAGE_VIEW_TYPE_2D,
        [TGSI_TEXTURE_3D] = VK_IMAGE_VIEW_TYPE_3D,
        [TGSI_TEXTURE_CUBE] = VK_IMAGE_VIEW_TYPE_CUBE,
        [TGSI_TEXTURE_RECT] = VK_IMAGE_VIEW_TYPE_2D,
        [TGSI_TEXTURE_SHADOW1D] = VK_IMAGE_VIEW_TYPE_1D,
        [TGSI_TEXTURE_SHADOW2D] = VK_IMAGE_VIEW_TYPE_2D,
        [TGSI_TEXTURE_SHADOWRECT] = VK_IMAGE_VIEW_TYPE_2D,
        [TGSI_TEXTURE_1D_ARRAY] = VK_IMAGE_VIEW_TYPE_1D_ARRAY,
        [TGSI_TEXTURE_2D_ARRAY] = VK_IMAGE_VIEW_TYPE_2D_ARRAY,
        [TGSI_TEXTURE_SHADOW1D_ARRAY] = VK_IMAGE_VIEW_TYPE_1D_ARRAY,
        [TGSI_TEXTURE_SHADOW2D_ARRAY] = VK_IMAGE_VIEW_TYPE_2D_ARRAY,
        [TGSI_TEXTURE_SHADOWCUBE] = VK_IMAGE_VIEW_TYPE_CUBE,
        [TGSI_TEXTURE_2D_MSAA] = VK_IMAGE_VIEW_TYPE_2D,
        [TGSI_TEXTURE_2D_ARRAY_MSAA] = VK_IMAGE_VIEW_TYPE_2D_ARRAY,
        [TGSI_TEXTURE_CUBE_ARRAY] = VK_IMAGE_VIEW_TYPE_CUBE_ARRAY,
        [TGSI_TEXTURE_SHADOWCUBE_ARRAY] = VK_IMAGE_VIEW_TYPE_CUBE_ARRAY,
    };
    return tgsi_target < GV_ARRAY_SIZE(types)
               ? gv_image_view_type(screen, (VkImageViewType)types[tgsi_target])
               : VK_IMAGE_VIEW_TYPE_2D;
}
