/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Images: their Vulkan description, their first contents, and regions of images. */
#ifndef GV_IMAGE_H
#define GV_IMAGE_H

#include "driver/resource/resource.h"

static inline unsigned gv_minify(unsigned size, unsigned level)
{
    unsigned s = level < 32 ? size >> level : 0;
    return s ? s : 1;
}

/* Returns the number of layers of a level: array layers, cube faces, or z of a 3D texture. */
static inline unsigned gv_resource_num_layers(const struct pipe_resource *res, unsigned level)
{
    return res->target == PIPE_TEXTURE_3D ? gv_minify(res->depth0, level) : res->array_size;
}

enum {
    GV_MAX_VIEW_FORMATS = 64 /* formats of equal texel size */
};

/* VkImageCreateInfo with a pNext chain that points into this structure. The structure must not be
 * moved. */
struct gv_image_info {
    VkImageCreateInfo create;
    VkImageFormatListCreateInfo list;
    VkFormat formats[GV_MAX_VIEW_FORMATS];
};

/* Fills in the create info for a template whose format the device supports and whose shape fits its
 * target. */
void gv_image_describe(const struct gv_screen *screen, const struct pipe_resource *templ,
                       struct gv_image_uses uses, struct gv_image_info *out_info);

/* Records the commands into cmd that initialize an image: the transition to the image's layout and
 * a clear to zeros. Leaves out the clear if the CPU has written the texels or the first use
 * overwrites the whole image, and the transition as well if the first use includes it. */
void gv_image_init(struct gv_storage *storage, VkCommandBuffer cmd);

/* Makes the tiling of a colour image linear if the CPU then accesses the texels in place
 * (host_texels.h) and the device, which is a CPU, is not slower (quirk linearImages). */
void gv_image_prefer_linear(const struct gv_screen *screen, struct gv_image_info *info);

/* Whether the device's limits allow the image. */
bool gv_image_possible(const struct gv_screen *screen, const struct pipe_resource *templ,
                       struct gv_image_uses uses);

/* Whether `box` lies within a level of `res`. Extents must be positive, and boxes of block formats
 * must consist of whole blocks. */
bool gv_box_fits(const struct pipe_resource *res, unsigned level, const struct pipe_box *box);

/* A box in a level of a texture. */
struct gv_image_box {
    struct gv_resource *res;
    unsigned level;
    struct pipe_box box;
};

/* A box as Vulkan describes it. If `aspects` is 0, gv_image_region() returns a region of all
 * aspects of the storage. */
struct gv_image_region {
    VkImageSubresourceLayers layers;
    VkOffset3D offset;
    VkExtent3D extent;
};

struct gv_image_region gv_image_region(struct pipe_resource *res, unsigned level,
                                       const struct pipe_box *box, VkImageAspectFlags aspects);

/* Records a memory barrier between transfers of one operation. */
void gv_cmd_transfer_barrier(struct gv_vk_device *dev, VkCommandBuffer cmd);

#endif
