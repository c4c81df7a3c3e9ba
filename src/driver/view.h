/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Views that the driver makes for itself, and the parts of view.c that others share. */
#ifndef GV_VIEW_H
#define GV_VIEW_H

#include "driver/resource.h"

/* How the memory of res is seen as format; NULL when it cannot be. */
const struct gv_format *gv_view_format(const struct gv_screen *screen,
                                       const struct gv_resource *res, enum pipe_format format);

/* A view's description with what hangs off it; stays where it was filled in. */
struct gv_view_info {
    VkImageViewCreateInfo create;
    VkImageViewUsageCreateInfo usage;
};

/* Layers (slices of 3D) of a level as an attachment. */
void gv_attachment_view_describe(struct gv_resource *res, const struct gv_format *format,
                                 unsigned level, unsigned first_layer, unsigned num_layers,
                                 struct gv_view_info *out_info);

/* What an image of a TGSI_TEXTURE_* target shows of a texture; false when it cannot. */
bool gv_storage_view_describe(const struct gv_screen *screen, const struct pipe_image_view *view,
                              unsigned tgsi_target, struct gv_view_info *out_info);

/* A view for commands that are about to be recorded. */
struct gv_temp_view {
    VkImageView view;
};

/* NULL on failure. */
struct gv_temp_view *gv_temp_view_create(struct gv_context *ctx, const VkImageViewCreateInfo *info);

/* To be called once the commands are recorded: the view ends when they are done. NULL is fine. */
void gv_temp_view_end(struct gv_context *ctx, struct gv_temp_view *view);

/* The sampler as a view wants it. */
VkSampler gv_sampler_for_view(struct gv_context *ctx, struct gv_sampler *sampler,
                              const struct gv_sampler_view *view);

static inline bool gv_has_custom_borders(const struct gv_vk_caps *caps)
{
    return caps->customBorderColors && caps->customBorderColorWithoutFormat;
}

/* Puts the border colours that shaders mix in into the driver block, after textures changed. */
void gv_borders_update(struct gv_context *ctx);

void gv_context_init_samplers(struct gv_context *ctx);
void gv_context_init_surfaces(struct gv_context *ctx);

#endif
