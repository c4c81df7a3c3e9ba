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
    struct gv_attachment *shown;    /* views of the resource's storage at the last use; NULL: the
                                       surface cannot be an attachment */
    const struct gv_format *format; /* the surface's format, which may differ from the resource's */
    VkImageAspectFlags aspects;     /* aspects as an attachment; 0: the surface cannot be an
                                       attachment */
    uint32_t num_layers;
    uint32_t samples;
    bool tiled; /* larger than the device's framebuffers: draws to it are split */
};

static inline struct gv_surface *gv_surface(struct pipe_surface *surface)
{
    return (struct gv_surface *)surface;
}

/* Makes sure that the image of res supports attachments of the given format; see
 * gv_image_provide(). */
bool gv_attachment_provide(struct gv_context *ctx, struct gv_resource *res,
                           const struct gv_format *format);

/* Describes the attachment view of layers (or 3D slices) of a level. */
void gv_attachment_view_describe(struct gv_resource *res, const struct gv_format *format,
                                 unsigned level, unsigned first_layer, unsigned num_layers,
                                 struct gv_view_info *out_info);

/* Returns the attachment view of a surface for its resource's current storage. The surface must not
 * be `tiled`. VK_NULL_HANDLE if memory runs out. */
VkImageView gv_surface_view(struct gv_recorder *rec, struct gv_surface *surface);

/* Returns the attachment view of one layer of a surface. */
VkImageView gv_surface_layer_view(struct gv_recorder *rec, struct gv_surface *surface,
                                  unsigned layer);

void gv_context_init_surfaces(struct gv_context *ctx);

#endif
