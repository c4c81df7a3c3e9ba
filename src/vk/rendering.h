/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Rendering whose attachments are named when it begins, as in dynamic rendering. Devices without
 * dynamic rendering use render passes and framebuffers, which are cached. */
#ifndef GV_VK_RENDERING_H
#define GV_VK_RENDERING_H

#include <stdbool.h>
#include <stdint.h>

#include <volk.h>

#include "util/must_check.h"
#include "vk/framebuffers.h"

struct gv_vk_batch;
struct gv_vk_device;
struct gv_vk_object;
struct gv_vk_render_passes;

/* The formats of a rendering's attachments. VK_FORMAT_UNDEFINED: no attachment. */
struct gv_vk_targets {
    const VkFormat *colors;
    uint32_t num_colors;
    VkFormat depth, stencil; /* equal formats, if both attachments exist */
    uint32_t samples;        /* sample count of each attachment */
};

/* Begins rendering in a command buffer of the batch. The attachments of `info` have the formats of
 * `targets`; at most GV_VK_MAX_COLORS are colours, and only colours are resolved. The only allowed
 * flag is VK_RENDERING_CONTENTS_SECONDARY_COMMAND_BUFFERS_BIT. On failure, which is recorded by
 * gv_vk_device_error(), returns false, and no rendering has begun. */
bool gv_vk_rendering_begin(struct gv_vk_batch *batch, VkCommandBuffer cmd,
                           const VkRenderingInfo *info, const struct gv_vk_targets *targets);
void gv_vk_rendering_end(const struct gv_vk_device *dev, VkCommandBuffer cmd);

/* Returns a secondary command buffer of the batch, begun for use inside a rendering with these
 * targets. */
GV_MUST_CHECK VkResult gv_vk_rendering_secondary(struct gv_vk_batch *batch,
                                                 const struct gv_vk_targets *targets,
                                                 VkCommandBuffer *out_secondary);

/* Completes the create info of a pipeline. The info must have multisample state, and its pNext
 * chain must begin with a VkPipelineRenderingCreateInfo. Sets *out_pass to the render pass to which
 * `info` then refers, or to NULL with dynamic rendering; the caller releases the render pass by
 * gv_vk_object_unref(). Any thread. */
GV_MUST_CHECK VkResult gv_vk_rendering_complete(struct gv_vk_device *dev,
                                                VkGraphicsPipelineCreateInfo *info,
                                                struct gv_vk_object **out_pass);

/* Destroys a view that may have been an attachment. view may be VK_NULL_HANDLE. Any thread. */
void gv_vk_image_view_destroy(struct gv_vk_device *dev, VkImageView view);

/* Creates the cache of dev's render passes; *out_passes is NULL with dynamic rendering. */
GV_MUST_CHECK VkResult gv_vk_render_passes_create(struct gv_vk_device *dev,
                                                  struct gv_vk_render_passes **out_passes);

/* Destroys `passes`, which may be NULL. No batch may hold a pass any more. */
void gv_vk_render_passes_destroy(struct gv_vk_device *dev, struct gv_vk_render_passes *passes);

#endif
