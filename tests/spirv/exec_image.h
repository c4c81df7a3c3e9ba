/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Textures, images and targets of an executed case.
 */
#ifndef TESTS_SPIRV_EXEC_IMAGE_H
#define TESTS_SPIRV_EXEC_IMAGE_H

#include "exec_device.h"

struct exec_extent {
    uint32_t width, height, depth; /* depth: number of slices, layers or faces */
};

struct exec_image {
    VkImage handle;
    VkDeviceMemory memory;
    VkImageView view;
    VkBufferView buffer_view; /* replaces the members above if the target is BUFFER */
    VkSampler sampler;
    struct exec_buffer texels; /* contents if the target is BUFFER, else a staging buffer */
    VkFormat format;
    VkImageAspectFlags aspect;
    struct exec_extent extent;
    uint32_t num_levels, num_layers, num_samples;
    bool is_3d;
};

struct exec_image_params {
    unsigned target; /* TGSI_TEXTURE_* */
    VkFormat format;
    struct exec_extent extent;
    uint32_t num_levels, num_samples;
    VkImageUsageFlags usage; /* without transfer usages, which are added */
};

/* Returns a texture target by its name in TGSI text; -1 if the name is unknown. */
int exec_target(const char *name);
bool exec_target_is_shadow(unsigned target);

/* Returns the format that TGSI text calls PIPE_FORMAT_name, or VK_FORMAT_UNDEFINED if the executor
 * does not support it. */
VkFormat exec_format(const char *name);
unsigned exec_format_size_B(VkFormat format);

/* Creates an image in the layout VK_IMAGE_LAYOUT_GENERAL, with undefined contents. */
void exec_image_create(struct exec_device *dev, const struct exec_image_params *params,
                       struct exec_image *out_image);
void exec_image_destroy(struct exec_device *dev, struct exec_image *image);

/* Writes a value that encodes the texel's position to each texel. */
void exec_image_fill(struct exec_device *dev, struct exec_image *image);

/* Copies level 0 into image->texels, tightly packed. Call between exec_begin() and
 * exec_submit(). */
void exec_image_read(struct exec_device *dev, struct exec_image *image);

/* Returns the dwords of a texel; call exec_image_read() before. */
const uint32_t *exec_image_texel(const struct exec_image *image, const unsigned at[3]);

#endif
