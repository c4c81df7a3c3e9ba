/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Clears of parts of images, by load operations of separate renderings. */
#ifndef GV_SURFACE_CLEAR_H
#define GV_SURFACE_CLEAR_H

#include "driver/resource/resource.h"

struct gv_context;

/* Clears the depth or stencil aspects in `aspects`, in a box that lies within a level of res. */
void gv_clear_zs_box(struct gv_context *ctx, struct gv_resource *res, unsigned level,
                     const struct pipe_box *box, VkImageAspectFlags aspects,
                     const VkClearDepthStencilValue *value);

#endif
