/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Surfaces: resources as attachments. */
#ifndef GV_SURFACE_H
#define GV_SURFACE_H

#include <stdint.h>

#include <volk.h>

#include "driver/resource/resource.h"

struct gv_attachment;
struct gv_context;
struct gv_view_info;

struct gv_surface {
    struct pipe_surface base;
    struct gv_attachment *shown;    /* of the resource's storage when last asked; NULL: it can be
                                       no attachment, or none of Vulkan's */
    const struct gv_format *format; /* of the surface, which may cast the resource's */
    VkImageAspectFlags aspects;     /* as an attachment; 0: it can be none */
    uint32_t num_layers;
    uint32_t samples;
    bool tiled; /* larger than the device's framebuffers: what is drawn to it is drawn in tiles */
};

static inline struct gv_surface *gv_surface(struct pipe_surface *surface)
{
    return (struct gv_surface *)surface;
}

/* Has the image of res be one that can be an attachment as format; see gv_image_provide(). */
bool gv_attachment_provide(struct gv_context *ctx, struct gv_resource *res,
                           const struct gv_format *format);

/* Layers (slices of 3D) of a level as an attachment. */
void gv_attachment_view_describe(struct gv_resource *res, const struct gv_format *format,
                                 unsigned level, unsigned first_layer, unsigned num_layers,
                                 struct gv_view_info *out_info);

/* A surface that has aspects as an attachment, and is not tiled, of its resource's storage now;
 * VK_NULL_HANDLE when memory ran out. */
VkImageView gv_surface_view(struct gv_context *ctx, struct gv_surface *surface);

/* The same of one layer of it. */
VkImageView gv_surface_layer_view(struct gv_context *ctx, struct gv_surface *surface,
                                  unsigned layer);

void gv_context_init_surfaces(struct gv_context *ctx);

#endif
