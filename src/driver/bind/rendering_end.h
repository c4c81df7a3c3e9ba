/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* What is told about attachments behind the draws to them: that nobody needs what they hold, or
 * where they are resolved to. A rendering that has begun for good cannot take it into account. So
 * the images are remembered (ends_late in struct gv_storage), and the next rendering to them is one
 * that is begun at its end (record/late.h), where the device renders in tiles. */
#ifndef GV_RENDERING_END_H
#define GV_RENDERING_END_H

#include <stdbool.h>

#include <volk.h>

struct gv_context;
struct gv_format;
struct gv_resource;

/* Nobody needs what an image holds. */
void gv_rendering_discard(struct gv_context *ctx, struct gv_resource *res);

/* Colours of several samples, one layer, to one of one sample. */
struct gv_resolve {
    struct gv_resource *src, *dst;
    const struct gv_format *format; /* of both */
    unsigned src_layer, dst_level, dst_layer;
    VkRect2D area; /* of both */
};

/* Has the rendering that is begun resolve at its end. False: it cannot. */
bool gv_rendering_resolve(struct gv_context *ctx, const struct gv_resolve *resolve);

#endif
