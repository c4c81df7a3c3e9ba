/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Clears of parts of images by the load operation of a rendering of their own, and what clears of
 * the framebuffer share with them. */
#ifndef GV_SURFACE_CLEAR_H
#define GV_SURFACE_CLEAR_H

#include "driver/resource/resource.h"

struct gv_context;

/* What of depth and stencil PIPE_CLEAR_* bits ask for. */
static inline VkImageAspectFlags gv_clear_aspects(unsigned buffers)
{
    return (buffers & PIPE_CLEAR_DEPTH ? VK_IMAGE_ASPECT_DEPTH_BIT : 0u) |
           (buffers & PIPE_CLEAR_STENCIL ? VK_IMAGE_ASPECT_STENCIL_BIT : 0u);
}

/* A depth as an attachment can have it. */
static inline float gv_clear_depth(double depth)
{
    return depth > 0.0 ? (depth < 1.0 ? (float)depth : 1.0f) : 0.0f;
}

/* Clears aspects (of depth and stencil) of a box that lies within level of res. */
void gv_clear_zs_box(struct gv_context *ctx, struct gv_resource *res, unsigned level,
                     const struct pipe_box *box, VkImageAspectFlags aspects,
                     const VkClearDepthStencilValue *value);

#endif
