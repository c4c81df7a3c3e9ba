/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Facts about attachments that become known after the draws: their contents are not needed, or
 * they are resolved to another image. A rendering whose beginning has been recorded cannot use
 * these. So the images are marked (ends_late in struct gv_storage), and on tiling devices the
 * beginning of the next rendering to them is recorded at its end (record/late.h). */
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

/* Adds a resolve to the end of the active rendering. False if that is not possible. */
bool gv_rendering_resolve(struct gv_context *ctx, const struct gv_resolve *resolve);

#endif
