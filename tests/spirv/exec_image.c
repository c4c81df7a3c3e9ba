/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "exec_image.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pipe/p_shader_tokens.h"

/* ---- Names ----------------------------------------------------------------------------------- */

struct target {
    const char *name;
    VkImageType type;
    VkImageViewType view;
    bool shadow;
};

#define TARGET(name, text, type, view, shadow)                                                     \
    [TGSI_TEXTURE_##name] = {text, VK_IMAGE_TYPE_##type, VK_IMAGE_VIEW_TYPE_##view, shadow}

static const struct target targets[] = {
    TARGET(BUFFER, "BUFFER", 1D, 1D, false),
    TARGET(1D, "1D", 1D, 1D, false),
    TARGET(2D, "2D", 2D, 2D, false),
    TARGET(3D, "3D", 3D, 3D, false),
    TARGET(CUBE, "CUBE", 2D, CUBE, false),
    TARGET(RECT, "RECT", 2D, 2D, false),
    TARGET(SHADOW1D, "SHADOW1D", 1D, 1D, true),
    TARGET(SHADOW2D, "SHADOW2D", 2D, 2D, true),
    TARGET(SHADOWRECT, "SHADOWRECT", 2D, 2D, true),
    TARGET(1D_ARRAY, "1D_ARRAY", 1D, 1D_ARRAY, false),
    TARGET(2D_ARRAY, "2D_ARRAY", 2D, 2D_ARRAY, false),
    TARGET(SHADOW1D_ARRAY, "SHADOW1D_ARRAY", 1D, 1D_ARRAY, true),
    TARGET(SHADOW2D_ARRAY, "SHADOW2D_ARRAY", 2D, 2D_ARRAY, true),
    TARGET(SHADOWCUBE, "SHADOWCUBE", 2D, CUBE, true),
    TARGET(2D_MSAA, "2D_MSAA", 2D, 2D, false),
    TARGET(2D_ARRAY_MSAA, "2D_ARRAY_MSAA", 2D, 2D_ARRAY, false),
    TARGET(CUBE_ARRAY, "CUBEARRAY", 2D, CUBE_ARRAY, false),
    TARGET(SHADOWCUBE_ARRAY, "SHADOWCUBEARRAY", 2D, CUBE_ARRAY, true),
};

static const struct format {
    const char *name;
    VkFormat format;
    unsigned num_words;
    enum {
        FLOATS,
        INTEGERS,
        BYTES
    } kind;
} formats[] = {
    {"R32G32B32A32_FLOAT", VK_FORMAT_R32G32B32A32_SFLOAT, 4, FLOATS},
    {"R32G32B32A32_UINT", VK_FORMAT_R32G32B32A32_UINT, 4, INTEGERS},
    {"R32G32B32A32_SINT", VK_FORMAT_R32G32B32A32_SINT, 4, INTEGERS},
    {"R32_FLOAT", VK_FORMAT_R32_SFLOAT, 1, FLOATS},
    {"R32_UINT", VK_FORMAT_R32_UINT, 1, INTEGERS},
    {"R32_SINT", VK_FORMAT_R32_SINT, 1, INTEGERS},
    {"R8G8B8A8_UNORM", VK_FORMAT_R8G8B8A8_UNORM, 1, BYTES},
    {"R8G8B8A8_UINT", VK_FORMAT_R8G8B8A8_UINT, 1, BYTES},
    {"Z32_FLOAT", VK_FORMAT_D32_SFLOAT, 1, FLOATS},
    {"S8_UINT", VK_FORMAT_S8_UINT, 0, BYTES},
};

int exec_target(const char *name)
{
    for (size_t i = 0; i < sizeof(targets) / sizeof(targets[0]); i++) {
        if (strcmp(targets[i].name, name) == 0)
            return (int)i;
    }
    return -1;
}

bool exec_target_is_shadow(unsigned target)
{
    return targets[target].shadow;
}

static const struct format *find_format(VkFormat format)
{
    for (size_t i = 0; i < sizeof(formats) / sizeof(formats[0]); i++) {
        if (formats[i].format == format)
            return &formats[i];
    }
    fprintf(stderr, "the executor does not know VkFormat %d\n", (int)format);
    exit(1);
}

VkFormat exec_format(const char *name)
{
    for (size_t i = 0; i < sizeof(formats) / sizeof(formats[0]); i++) {
        if (strcmp(formats[i].name, name) == 0)
            return formats[i].format;
    }
    return VK_FORMAT_UNDEFINED;
}

unsigned exec_format_size_B(VkFormat format)
{
    return format == VK_FORMAT_S8_UINT ? 1 : find_format(format)->num_words * 4;
}

/* ---- Texels ---------------------------------------------------------------------------------- */

static uint32_t float_word(float f)
{
    uint32_t word;
    memcpy(&word, &f, sizeof(word));
    return word;
}

static void write_texel(const struct format *f, const unsigned at[4], uint32_t *words)
{
    if (f->format == VK_FORMAT_D32_SFLOAT) {
        unsigned number = at[0] + 4 * at[1] + 16 * at[2] + 64 * at[3];
        words[0] = float_word(((float)number + 0.5f) / 256.0f);
        return;
    }
    if (f->kind == BYTES) {
        words[0] = at[0] | at[1] << 8 | at[2] << 16;
        return;
    }
    for (unsigned i = 0; i < f->num_words; i++) {
        unsigned number = f->num_words == 4 ? at[i] : at[0] + 16 * at[1] + 256 * at[2];
        words[i] = f->kind == FLOATS ? float_word((float)number) : number;
    }
}

static struct exec_extent level_extent(const struct exec_image *image, unsigned level)
{
    struct exec_extent e = image->extent;
    e.width = e.width >> level ? e.width >> level : 1;
    e.height = e.height >> level ? e.height >> level : 1;
    if (image->is_3d)
        e.depth = e.depth >> level ? e.depth >> level : 1;
    return e;
}

static size_t level_size_B(const struct exec_image *image, unsigned level)
{
    struct exec_extent e = level_extent(image, level);
    return (size_t)e.width * e.height * e.depth * exec_format_size_B(image->format);
}

static size_t write_level(struct exec_image *image, unsigned level, uint32_t *words)
{
    const struct format *f = find_format(image->format);
    struct exec_extent e = level_extent(image, level);
    for (unsigned z = 0; z < e.depth; z++) {
        for (unsigned y = 0; y < e.height; y++) {
            for (unsigned x = 0; x < e.width; x++, words += f->num_words)
                write_texel(f, (unsigned[]){x, y, z, level}, words);
        }
    }
    return level_size_B(image, level);
}

/* ---- Images ---------------------------------------------------------------------------------- */

static void create_buffer_view(struct exec_device *dev, const struct exec_image_params *params,
                               struct exec_image *image)
{
    exec_buffer_create(dev, level_size_B(image, 0),
                       VK_BUFFER_USAGE_UNIFORM_TEXEL_BUFFER_BIT |
                           VK_BUFFER_USAGE_STORAGE_TEXEL_BUFFER_BIT,
                       &image->texels);
    const VkBufferViewCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_BUFFER_VIEW_CREATE_INFO,
        .buffer = image->texels.handle,
        .format = params->format,
        .range = VK_WHOLE_SIZE,
    };
    exec_check(dev->vk.vkCreateBufferView(dev->handle, &info, NULL, &image->buffer_view),
               "vkCreateBufferView");
}

static void create_view(struct exec_device *dev, VkImageViewType type, struct exec_image *image)
{
    const VkImageViewCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
        .image = image->handle,
        .viewType = type,
        .format = image->format,
        .subresourceRange = {image->aspect, 0, image->num_levels, 0, image->num_layers},
    };
    exec_check(dev->vk.vkCreateImageView(dev->handle, &info, NULL, &image->view),
               "vkCreateImageView");
}

static void to_general(struct exec_device *dev, const struct exec_image *image)
{
    const VkImageMemoryBarrier2 barrier = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER_2,
        .dstStageMask = VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT,
        .dstAccessMask = VK_ACCESS_2_MEMORY_READ_BIT | VK_ACCESS_2_MEMORY_WRITE_BIT,
        .newLayout = VK_IMAGE_LAYOUT_GENERAL,
        .srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
        .dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
        .image = image->handle,
        .subresourceRange = {image->aspect, 0, image->num_levels, 0, image->num_layers},
    };
    const VkDependencyInfo info = {
        .sType = VK_STRUCTURE_TYPE_DEPENDENCY_INFO,
        .imageMemoryBarrierCount = 1,
        .pImageMemoryBarriers = &barrier,
    };
    exec_begin(dev);
    dev->vk.vkCmdPipelineBarrier2(dev->cmd, &info);
    exec_submit(dev);
}

static void create_image(struct exec_device *dev, const struct exec_image_params *params,
                         struct exec_image *image)
{
    const struct target *t = &targets[params->target];
    bool cube = t->view == VK_IMAGE_VIEW_TYPE_CUBE || t->view == VK_IMAGE_VIEW_TYPE_CUBE_ARRAY;
    VkMemoryRequirements reqs;
    const VkImageCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
        .flags = cube ? VK_IMAGE_CREATE_CUBE_COMPATIBLE_BIT : 0,
        .imageType = t->type,
        .format = params->format,
        .extent = {params->extent.width, params->extent.height,
                   image->is_3d ? params->extent.depth : 1},
        .mipLevels = image->num_levels,
        .arrayLayers = image->num_layers,
        .samples = (VkSampleCountFlagBits)image->num_samples,
        .usage = params->usage | VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT,
    };
    exec_check(dev->vk.vkCreateImage(dev->handle, &info, NULL, &image->handle), "vkCreateImage");
    dev->vk.vkGetImageMemoryRequirements(dev->handle, image->handle, &reqs);
    image->memory = exec_memory(dev, &reqs, false);
    exec_check(dev->vk.vkBindImageMemory(dev->handle, image->handle, image->memory, 0),
               "vkBindImageMemory");
    create_view(dev, t->view, image);
    to_general(dev, image);
}

void exec_image_create(struct exec_device *dev, const struct exec_image_params *params,
                       struct exec_image *out_image)
{
    struct exec_image image = {
        .format = params->format,
        .aspect = VK_IMAGE_ASPECT_COLOR_BIT,
        .extent = params->extent,
        .num_levels = params->num_levels ? params->num_levels : 1,
        .num_samples = params->num_samples ? params->num_samples : 1,
        .is_3d = targets[params->target].type == VK_IMAGE_TYPE_3D,
    };
    image.num_layers = image.is_3d ? 1 : params->extent.depth;
    if (params->format == VK_FORMAT_D32_SFLOAT)
        image.aspect = VK_IMAGE_ASPECT_DEPTH_BIT;
    if (params->format == VK_FORMAT_S8_UINT)
        image.aspect = VK_IMAGE_ASPECT_STENCIL_BIT;
    if (params->target == TGSI_TEXTURE_BUFFER)
        create_buffer_view(dev, params, &image);
    else
        create_image(dev, params, &image);
    *out_image = image;
}

void exec_image_destroy(struct exec_device *dev, struct exec_image *image)
{
    dev->vk.vkDestroySampler(dev->handle, image->sampler, NULL);
    dev->vk.vkDestroyBufferView(dev->handle, image->buffer_view, NULL);
    dev->vk.vkDestroyImageView(dev->handle, image->view, NULL);
    dev->vk.vkDestroyImage(dev->handle, image->handle, NULL);
    dev->vk.vkFreeMemory(dev->handle, image->memory, NULL);
    exec_buffer_destroy(dev, &image->texels);
    memset(image, 0, sizeof(*image));
}

static VkBufferImageCopy level_copy(const struct exec_image *image, unsigned level)
{
    struct exec_extent e = level_extent(image, level);
    return (VkBufferImageCopy){
        .imageSubresource = {image->aspect, level, 0, image->num_layers},
        .imageExtent = {e.width, e.height, image->is_3d ? e.depth : 1},
    };
}

void exec_image_fill(struct exec_device *dev, struct exec_image *image)
{
    struct exec_buffer staging;
    size_t size_B = 0;
    size_t at_B = 0;
    if (image->buffer_view) {
        write_level(image, 0, image->texels.data);
        return;
    }
    for (unsigned level = 0; level < image->num_levels; level++)
        size_B += level_size_B(image, level);
    exec_buffer_create(dev, size_B, VK_BUFFER_USAGE_TRANSFER_SRC_BIT, &staging);
    exec_begin(dev);
    for (unsigned level = 0; level < image->num_levels; level++) {
        VkBufferImageCopy copy = level_copy(image, level);
        copy.bufferOffset = at_B;
        at_B += write_level(image, level, (uint32_t *)((char *)staging.data + at_B));
        dev->vk.vkCmdCopyBufferToImage(dev->cmd, staging.handle, image->handle,
                                       VK_IMAGE_LAYOUT_GENERAL, 1, &copy);
    }
    exec_barrier(dev);
    exec_submit(dev);
    exec_buffer_destroy(dev, &staging);
}

void exec_image_read(struct exec_device *dev, struct exec_image *image)
{
    VkBufferImageCopy copy = level_copy(image, 0);
    if (image->buffer_view)
        return;
    if (!image->texels.handle)
        exec_buffer_create(dev, level_size_B(image, 0) + 3, VK_BUFFER_USAGE_TRANSFER_DST_BIT,
                           &image->texels);
    dev->vk.vkCmdCopyImageToBuffer(dev->cmd, image->handle, VK_IMAGE_LAYOUT_GENERAL,
                                   image->texels.handle, 1, &copy);
}

const uint32_t *exec_image_texel(const struct exec_image *image, const unsigned at[3])
{
    const struct exec_extent *e = &image->extent;
    size_t number = ((size_t)at[2] * e->height + at[1]) * e->width + at[0];
    if (at[0] >= e->width || at[1] >= e->height || at[2] >= e->depth)
        return NULL;
    return (const uint32_t *)image->texels.data + number * exec_format_size_B(image->format) / 4;
}
