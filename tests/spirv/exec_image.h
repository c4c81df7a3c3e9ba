/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Textures, images and targets of an executed case.
 */
#ifndef TESTS_SPIRV_EXEC_IMAGE_H
#define TESTS_SPIRV_EXEC_IMAGE_H

#include "exec_device.h"

struct exec_extent {
    uint32_t width, height, depth; /* depth: slices, layers or faces */
};

struct exec_image {
    VkImage handle;
    VkDeviceMemory memory;
    VkImageView view;
    VkBufferView buffer_view; /* of a BUFFER target, in place of the members above */
    VkSampler sampler;
    struct exec_buffer texels; /* of a BUFFER target its contents, else a staging buffer */
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
    VkImageUsageFlags usage; /* transfers are added */
};

/* Returns a texture target by its name in TGSI text; -1 if the name is unknown. */
int exec_target(const char *name);
bool exec_target_is_shadow(unsigned target);

/* The format that TGSI text calls PIPE_FORMAT_name; VK_FORMAT_UNDEFINED if it is not known here. */
VkFormat exec_format(const char *name);
unsigned exec_format_size_B(VkFormat format);

/* Creates an image in the layout VK_IMAGE_LAYOUT_GENERAL, with undefined contents. */
void exec_image_create(struct exec_device *dev, const struct exec_image_params *params,
                       struct exec_image *out_image);
void exec_image_destroy(struct exec_device *dev, struct exec_image *image);

/* Writes a value that encodes the texel's position to each texel. */
void exec_image_fill(struct exec_device *dev, struct exec_image *image);

/* Copies level 0 into image->texels, tightly packed; within exec_begin() and exec_submit(). */
void exec_image_read(struct exec_device *dev, struct exec_image *image);

/* The dwords of a texel, after exec_image_read(). */
const uint32_t *exec_image_texel(const struct exec_image *image, const unsigned at[3]);

#endif
