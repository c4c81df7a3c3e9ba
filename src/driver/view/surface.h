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
struct gv_recorder;
struct gv_view_info;

struct gv_surface {
    struct pipe_surface base;
    struct gv_attachment *shown;    /* view of the resource's storage at the last use; NULL: it
                                       cannot be an attachment */
    const struct gv_format *format; /* of the surface, which may cast the resource's */
    VkImageAspectFlags aspects;     /* as an attachment; 0: it can be none */
    uint32_t num_layers;
    uint32_t samples;
    bool tiled; /* larger than the device's framebuffers: draws to it are split */
};

static inline struct gv_surface *gv_surface(struct pipe_surface *surface)
{
    return (struct gv_surface *)surface;
}

/* Makes sure that the image of res can be an attachment with this format; see
 * gv_image_provide(). */
bool gv_attachment_provide(struct gv_context *ctx, struct gv_resource *res,
                           const struct gv_format *format);

/* Layers (slices of 3D) of a level as an attachment. */
void gv_attachment_view_describe(struct gv_resource *res, const struct gv_format *format,
                                 unsigned level, unsigned first_layer, unsigned num_layers,
                                 struct gv_view_info *out_info);

/* The attachment view of a surface that is not split, on its resource's present storage;
 * VK_NULL_HANDLE if memory runs out. */
VkImageView gv_surface_view(struct gv_recorder *rec, struct gv_surface *surface);

/* The same of one layer of it. */
VkImageView gv_surface_layer_view(struct gv_recorder *rec, struct gv_surface *surface,
                                  unsigned layer);

void gv_context_init_surfaces(struct gv_context *ctx);

#endif
