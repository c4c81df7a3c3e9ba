/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Rendering, by commands that name the attachments; where the device has no dynamic rendering, in
 * render passes on framebuffers, both of which are kept. */
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

/* What a rendering's attachments are. VK_FORMAT_UNDEFINED: there is none. */
struct gv_vk_targets {
    const VkFormat *colors;
    uint32_t num_colors;
    VkFormat depth, stencil; /* equal, where there are both */
    uint32_t samples;        /* of each */
};

/* Begins rendering in a command buffer of the batch. The attachments of info are those of targets,
 * no more than GV_VK_MAX_COLORS colours; colours alone are resolved, and of flags there may be
 * VK_RENDERING_CONTENTS_SECONDARY_COMMAND_BUFFERS_BIT. False when that failed, which is recorded:
 * nothing was begun. */
bool gv_vk_rendering_begin(struct gv_vk_batch *batch, VkCommandBuffer cmd,
                           const VkRenderingInfo *info, const struct gv_vk_targets *targets);
void gv_vk_rendering_end(const struct gv_vk_device *dev, VkCommandBuffer cmd);

/* A secondary command buffer of the batch, begun inside of a rendering to such targets. */
GV_MUST_CHECK VkResult gv_vk_rendering_secondary(struct gv_vk_batch *batch,
                                                 const struct gv_vk_targets *targets,
                                                 VkCommandBuffer *out_secondary);

/* Completes a pipeline for renderings: the chain of info begins with a
 * VkPipelineRenderingCreateInfo, and there is a multisample state. *out_pass (may be NULL) is what
 * info refers to then, for the caller to give back by gv_vk_object_unref(). Any thread. */
GV_MUST_CHECK VkResult gv_vk_rendering_complete(struct gv_vk_device *dev,
                                                VkGraphicsPipelineCreateInfo *info,
                                                struct gv_vk_object **out_pass);

/* Ends a view that may have been an attachment. VK_NULL_HANDLE is fine. Any thread. */
void gv_vk_image_view_destroy(struct gv_vk_device *dev, VkImageView view);

/* The render passes of dev; *out_passes is NULL where it needs none. */
GV_MUST_CHECK VkResult gv_vk_render_passes_create(struct gv_vk_device *dev,
                                                  struct gv_vk_render_passes **out_passes);

/* No batch holds a pass any more. NULL is fine. */
void gv_vk_render_passes_destroy(struct gv_vk_device *dev, struct gv_vk_render_passes *passes);

#endif
